"""The pages and their files, as they lie in the package, and the files of the games."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from fastapi.openapi.utils import get_openapi
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from steelyard import games
from steelyard.games import art
from steelyard.server.http.access import page_for
from steelyard.server.http.answers import PATHS, answering, with_answers
from steelyard.server.http.bundles import COMMON, FOLDER, Scripts, Sheets
from steelyard.server.http.languages import ENGLISH, HeadWords, language_of
from steelyard.server.http.lazy_routes import routes_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fastapi import FastAPI
    from starlette.requests import Request

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
KINDS = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
KINDS |= {".json": "application/json", ".md": "text/markdown", ".txt": "text/plain", ".ico": "image/x-icon"}
KINDS |= {".map": "application/json", ".webmanifest": "application/manifest+json", ".png": "image/png"}
ICON = '<link rel="icon" href="/static/icon.svg" type="image/svg+xml" />'
MANIFEST = '\n    <link rel="manifest" href="/static/manifest.webmanifest" />'
SMALL = 400  # bytes; not worth compressing
FOR_EVER = "public, max-age=31536000, immutable"  # the address names the content
ASK_FIRST = "no-cache"
VARY = "Accept-Encoding, Accept-Language, Cookie"  # what the language of a page depends on
NO_MORE: Mapping[str, str] = {}
VERSION = re.compile(r"[0-9a-f]{12}")
MODULE = re.compile(r'<script type="module" src="/static/([^"]+)">')
SHEETS = re.compile(r'(?:<link rel="stylesheet" href="/static/[^"]+" />\s*)+')
SHEET = re.compile(r'href="/static/([^"]+)"')
ON_EVERY_PAGE = ("me", "waiting")
WORDS = re.compile(r"words/([a-z]+)/")  # the folders of languages other than English
JOINED_BY = b"".join(
    Path(__file__).with_name(f"{name}.py").read_bytes() for name in ("bundles", "javascript")
)


class Sent:
    """A file as it is sent: its bytes, once plain and once compressed, and a mark to know it by."""

    def __init__(self, data: bytes, kind: str) -> None:
        self._text = kind.startswith("text/") or kind in {"application/json", "image/svg+xml"}
        self.kind = f"{kind}; charset=utf-8" if self._text else kind
        self.data = data
        self.mark = f'"{hashlib.sha256(data).hexdigest()[:20]}"'

    @cached_property
    def packed(self) -> bytes | None:
        return gzip.compress(self.data, 9, mtime=0) if self._text and len(self.data) > SMALL else None

    def response(
        self, request: Request, status: int = 200, keep: str = ASK_FIRST, more: Mapping[str, str] = NO_MORE
    ) -> Response:
        headers = {"ETag": self.mark, "Cache-Control": keep, "Vary": "Accept-Encoding", **more}
        if request.headers.get("if-none-match") == self.mark:
            return Response(status_code=304, headers=headers)
        data = self.data
        if "gzip" in request.headers.get("accept-encoding", "") and self.packed is not None:
            data = self.packed
            headers["Content-Encoding"] = "gzip"
        return Response(data, status, headers, media_type=self.kind)


class Files:
    """What browsers may have of a folder, as it was when it was read: later changes do not mix in.

    Under `cs/` every file is found again, and what is asked for in `words/` there is in `words/cs/`: so
    modules import their words without knowing the language, and a page loads one language. Pages load their
    modules and sheets joined, from `bundles/`; the files themselves are there for whoever debugs.
    """

    def __init__(self, folder: Path) -> None:
        read = {name: Path(folder, name).read_bytes() for name in sorted(_public(folder))}
        digests = {name: hashlib.sha256(data).hexdigest() for name, data in read.items()}
        self.version = hashlib.sha256(JOINED_BY + repr(digests).encode()).hexdigest()[:12]
        self.languages = (ENGLISH, *sorted({found[1] for found in map(WORDS.match, read) if found}))
        self.head_words = {
            language: HeadWords(read.get(self.name_of(_in(language, "words/head.json"), read), b"{}"))
            for language in self.languages
        }
        pages = {name: data.decode() for name, data in read.items() if name.endswith(".html")}
        self._read = read
        self._add_bundles(pages)
        self.sent = {name: Sent(data, KINDS[Path(name).suffix]) for name, data in read.items()}
        self.pages = {
            (name, language): Sent(self._page(name, text, language), "text/html")
            for name, text in pages.items()
            for language in self.languages
        }
        self.sent |= {name: self.pages[name, ENGLISH] for name in pages}

    def name_of(self, path: str, known: Mapping[str, object]) -> str:
        """The name of the file that an address means, which may begin with a language."""
        language, _, rest = path.partition("/")
        if language not in self.languages[1:]:
            return path
        translated = rest.replace("words/", f"words/{language}/", 1) if rest.startswith("words/") else rest
        return translated if translated in known else rest

    def find(self, path: str) -> Sent | None:
        language, _, rest = path.partition("/")
        if language not in self.languages[1:]:
            language, rest = ENGLISH, path
        if rest.startswith(FOLDER):
            return self._bundle(language, rest)
        return self.sent.get(self.name_of(path, self.sent))

    def source(self, language: str, name: str) -> str:
        """What is in a file, for pages in that language."""
        return self._read[self.name_of(_in(language, name), self._read)].decode()

    def _add_bundles(self, pages: Mapping[str, str]) -> None:
        modules = {_stem(name): found[1] for name, text in pages.items() if (found := MODULE.search(text))}
        sheets = {
            _stem(name): SHEET.findall(found[0])
            for name, text in pages.items()
            if (found := SHEETS.search(text))
        }
        self._sheets = Sheets(partial(self.source, ENGLISH), sheets)
        self.scripts = {each: Scripts(partial(self.source, each), modules) for each in self.languages}
        self._bundles: dict[tuple[str, str], Sent] = {}

    def _bundle(self, language: str, path: str) -> Sent | None:
        """Joined when it is first asked for."""
        if (language, path) not in self._bundles:
            name, _, kind = path.removeprefix(FOLDER).rpartition(".")
            data = self._sheets.find(name) if kind == "css" else None
            script = self.scripts[language].find(name.removesuffix(".js")) if kind in {"js", "map"} else None
            if script is not None:
                data = script.text if kind == "js" else script.map
            if data is None:
                return None
            self._bundles[language, path] = Sent(data, KINDS[f".{kind}"])
        return self._bundles[language, path]

    def _page(self, name: str, page: str, language: str) -> bytes:
        """Pages ask for the bundles of this version, all at once."""
        stem = _stem(name)

        def modules(script: re.Match[str]) -> str:
            scripts = self.scripts[language]
            shared = _in(language, f"{FOLDER}{COMMON}.js")
            link = f'<link rel="modulepreload" href="/static/{shared}" />\n    ' if scripts.common else ""
            return link + script[0].replace(script[1], _in(language, f"{FOLDER}{stem}.js"))

        def sheets(links: re.Match[str]) -> str:
            wanted = [COMMON] if self._sheets.common else []
            wanted += [stem] if self._sheets.own(stem) else []
            link = '<link rel="stylesheet" href="/static/{}{}.css" />\n    '
            del links
            return "".join(link.format(FOLDER, each) for each in wanted)

        page = SHEETS.sub(sheets, MODULE.sub(modules, page))
        page = page.replace(ICON, ICON + MANIFEST, 1)
        page = self.head_words[language].instead_of(self.head_words[ENGLISH], page)
        page = page.replace('<html lang="en">', f'<html lang="{language}">')
        return page.replace('="/static/', f'="/static/{self.version}/').encode()


def _stem(name: str) -> str:
    return Path(name).stem


def _in(language: str, name: str) -> str:
    """The address of a file for pages in that language."""
    return name if language == ENGLISH else f"{language}/{name}"


def _public(folder: Path, within: str = "") -> Iterator[str]:
    """The names of files that browsers may have: not what is hidden, a program of ours, or elsewhere."""
    if not folder.is_dir():
        return
    with os.scandir(folder / within) as found:
        for each in found:
            name = within + each.name
            if each.name.startswith((".", "_")) or each.name == "tests" or _is_elsewhere(folder, each):
                continue
            if each.is_dir(follow_symlinks=False):
                yield from _public(folder, f"{name}/")
            elif each.is_file() and Path(each.name).suffix in KINDS:
                yield name


def _is_elsewhere(folder: Path, entry: os.DirEntry[str]) -> bool:
    return entry.is_symlink() and not Path(entry).resolve().is_relative_to(folder.resolve())


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


def described(app: FastAPI) -> Route:
    """The HTTP interface in the words of OpenAPI, written once."""

    @cache
    def written() -> Sent:
        routes = [*routes_of(app.routes)]
        told = get_openapi(title=app.title, version=app.version, description=app.description, routes=routes)
        return Sent(msgspec.json.encode(told), "application/json")

    @page_for("anyone")
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


ROUTES = [
    Route("/service-worker.js", _service_worker),
    Route("/watch", _watch),
    *map(_page, PAGES),
    Route("/static/{path:path}", _static),
    Route("/games/{game}/{path:path}", _of_game),
    Route("/style/pieces.css", _pieces),
]
