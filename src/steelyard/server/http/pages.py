"""The addresses of the pages, of their files, and of the files of the games."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from fastapi.openapi.utils import get_openapi
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from steelyard import games
from steelyard.games import art
from steelyard.server.http.access import page_for
from steelyard.server.http.answers import PATHS, answering, with_answers
from steelyard.server.http.bundles import COMMON, FOLDER
from steelyard.server.http.languages import language_of
from steelyard.server.http.lazy_routes import routes_of
from steelyard.server.http.site_files import ASK_FIRST, Files, Sent

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.requests import Request

    from steelyard.server.http.languages import HeadWords

WEB = Path(__file__).parents[2] / "web"
PAGES = {
    "/": "index.html",
    "/live": "live.html",
    "/analyse": "analyse.html",
    "/analyse/{id}": "analyse.html",
    "/learn": "learn.html",
    "/learn/{game}": "learn.html",
    "/puzzles": "puzzles.html",
    "/puzzles/{id}": "puzzle.html",
    "/contests": "contests.html",
    "/join/{code}": "join.html",
    "/event": "event.html",
    "/event/ticker": "ticker.html",
    "/account": "account.html",
    "/bots": "bots.html",
    "/b/{id}": "bot.html",
    "/ladder": "ladder.html",
    "/ladder/{game}": "ladder.html",
    "/people": "people.html",
    "/favicon.ico": "icon.svg",  # browsers ask for it where a page names no icon, as those of a report
    "/games": "games.html",
    "/player/{name}": "player.html",
    "/tournaments": "tournaments.html",
    "/tournaments/{id}": "tournament.html",
    "/players": "players.html",
    "/players/{game}": "players.html",
    "/offline": "offline.html",
}
FOR_EVER = "public, max-age=31536000, immutable"  # the address names the content
VARY = "Accept-Encoding, Accept-Language, Cookie"  # what the language of a page depends on
VERSION = re.compile(r"[0-9a-f]{12}")
ON_EVERY_PAGE = ("me", "waiting")


SITE = Files(WEB)


def prepare() -> None:
    """Join what the first page needs, before anybody asks for it."""
    for name in (COMMON, "index"):
        for kind in ("js", "css"):
            bundle = SITE.find(f"{FOLDER}{name}.{kind}")
            if bundle is not None:
                bundle.packed  # noqa: B018 - it is kept


def missing(request: Request) -> Response:
    """Whatever is asked for is not there."""
    return file("missing.html", request, 404)


def file(name: str, request: Request, status: int = 200) -> Response:
    """One of our files; a page is in the language of whoever asks."""
    language = language_of(request, SITE.languages)
    page = SITE.pages.get((name, language))
    return _sent(page, request, language, status) if page else SITE.sent[name].response(request, status)


def with_head(name: str, request: Request, more: str) -> Response:
    """One of our pages, with more in its head; `more` is HTML."""
    language = language_of(request, SITE.languages)
    page = SITE.pages[name, language].data.replace(b"  </head>", more.encode() + b"  </head>", 1)
    return _sent(Sent(page, "text/html"), request, language)


def head_words(request: Request) -> HeadWords:
    """What is said in the heads of pages, in the language of whoever asks."""
    return SITE.head_words[language_of(request, SITE.languages)]


def _sent(page: Sent, request: Request, language: str, status: int = 200) -> Response:
    headers = {"Content-Language": language, "Vary": VARY}
    if PATHS in request.scope:
        return with_answers(page.data, request, headers)
    return page.response(request, status, more=headers)


def _page(name: str) -> Route:
    @page_for("anyone")
    def page(request: Request) -> Response:
        return file(PAGES[name], request)

    return Route(name, answering(page, first_requests) if name == "/" else page)


def first_requests(request: Request) -> list[str]:
    """What the first page asks for at once; a test compares it with what it does."""
    del request
    tables = ["mine=1&limit=12", "live=1&limit=12", "mine=1&live=1&limit=1&pictures=0"]
    tables += [f"mine=1&game={name}&limit=12&pictures=0" for name in games.names()]
    others = ("samples", "games", "challenges", "tournaments", *ON_EVERY_PAGE)
    return [f"/api/{each}" for each in (*others, *(f"tables?{query}" for query in tables))]


@page_for("anyone")
def _static(request: Request) -> Response:
    """A file; under the address of another version it is the current one, not to be kept there."""
    path: str = request.path_params["path"]
    version, _, rest = path.partition("/")
    found = SITE.find(rest if VERSION.fullmatch(version) else path)
    if found is None:
        return missing(request)
    return found.response(request, keep=FOR_EVER if version == SITE.version else ASK_FIRST)


@cache
def _files_of(game: str) -> Files:
    return Files(games.folder(game))


@page_for("anyone")
def _of_game(request: Request) -> Response:
    name = request.path_params["game"]
    found = _files_of(name).sent.get(request.path_params["path"]) if name in games.names() else None
    return found.response(request) if found else missing(request)


_PIECES = Sent(art.STYLE.encode(), "text/css")


@page_for("anyone")
def _pieces(request: Request) -> Response:
    return _PIECES.response(request)


def description(app: FastAPI) -> dict[str, Any]:
    """The HTTP interface in the words of OpenAPI, with the routes that are yet to be made."""
    routes = [*routes_of(app.routes)]
    return get_openapi(title=app.title, version=app.version, description=app.description, routes=routes)


def described(app: FastAPI) -> Route:
    """Where the description is, written once."""

    @cache
    def written() -> Sent:
        return Sent(msgspec.json.encode(description(app)), "application/json")

    @page_for("anyone", "drawing")  # one thread: many who ask at once do not write it several times
    def openapi(request: Request) -> Response:
        return written().response(request)

    return Route("/api/openapi.json", openapi)


@page_for("anyone")
def _watch(request: Request) -> Response:
    """What the navigation calls the page of all games."""
    del request
    return RedirectResponse("/live", 301)


@page_for("anyone")
def _service_worker(request: Request) -> Response:
    """At the root, so that it serves all pages; another version of any file makes it another one."""
    data = SITE.sent["service-worker.js"].data.replace(b"%VERSION%", SITE.version.encode())
    return Sent(data, "text/javascript").response(request)


STATIC = Route("/static/{path:path}", _static)
ROUTES = [
    Route("/service-worker.js", _service_worker),
    Route("/watch", _watch),
    *map(_page, PAGES),
    STATIC,
    Route("/games/{game}/{path:path}", _of_game),
    Route("/style/pieces.css", _pieces),
]
