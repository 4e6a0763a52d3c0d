"""The pages and their files, as they lie in the package, and the files of the games."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from steelyard import games
from steelyard.core import svg
from steelyard.server.accounts.access import page_for

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.requests import Request

WEB = Path(__file__).parent.parent / "web"
PAGES = {
    "/": "index.html",
    "/g/{id}": "game.html",
    "/live": "live.html",
    "/analyse": "analyse.html",
    "/analyse/{id}": "analyse.html",
    "/learn": "learn.html",
    "/learn/{game}": "learn.html",
    "/contests": "contests.html",
    "/event": "event.html",
    "/account": "account.html",
    "/bots": "bots.html",
    "/b/{id}": "bot.html",
    "/ladder": "ladder.html",
    "/ladder/{game}": "ladder.html",
    "/people": "people.html",
}
KINDS = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
KINDS |= {".json": "application/json", ".md": "text/markdown", ".txt": "text/plain", ".ico": "image/x-icon"}
KINDS |= {".webmanifest": "application/manifest+json", ".png": "image/png"}
SMALL = 1000  # bytes; not worth compressing


class Sent:
    """A file as it is sent: its bytes, once plain and once compressed, and a mark to know it by."""

    def __init__(self, data: bytes, kind: str) -> None:
        text = kind.startswith("text/") or kind in {"application/json", "image/svg+xml"}
        self.kind = f"{kind}; charset=utf-8" if text else kind
        self.data = data
        self.packed = gzip.compress(data, 6, mtime=0) if text and len(data) > SMALL else None
        self.mark = f'"{hashlib.sha256(data).hexdigest()[:20]}"'

    def response(self, request: Request, status: int = 200) -> Response:
        headers = {"ETag": self.mark, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == self.mark:
            return Response(status_code=304, headers=headers)
        data = self.data
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            data = self.packed
            headers["Content-Encoding"] = "gzip"
        return Response(data, status, headers, media_type=self.kind)


@lru_cache(maxsize=512)
def _read(file: Path, _changed_ns: int) -> Sent:
    kind = KINDS.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return Sent(file.read_bytes(), kind)


def _file(folder: Path, path: str, request: Request, status: int = 200) -> Response | None:
    """A file of a folder, unless it is hidden, a program of ours, or elsewhere."""
    file = folder / path
    parts = Path(path).parts
    hidden = (
        any(part.startswith((".", "_")) for part in parts) or file.suffix not in KINDS or "tests" in parts
    )
    if hidden or "\0" in path or folder.resolve() not in file.resolve().parents or not file.is_file():
        return None
    return _read(file, file.stat().st_mtime_ns).response(request, status)


def missing(request: Request) -> Response:
    """Whatever is asked for is not there."""
    found = _file(WEB, "missing.html", request, 404)
    return found or Response("There is no such page.\n", 404, media_type="text/plain")


def file(name: str, request: Request) -> Response:
    """One of our pages."""
    return _file(WEB, name, request) or missing(request)


def _page(name: str) -> Route:
    @page_for("anyone")
    def page(request: Request) -> Response:
        return file(PAGES[name], request)

    return Route(name, page)


@page_for("anyone")
def _static(request: Request) -> Response:
    return _file(WEB, request.path_params["path"], request) or missing(request)


@page_for("anyone")
def _of_game(request: Request) -> Response:
    name = request.path_params["game"]
    if name not in games.names():
        return missing(request)
    return _file(games.folder(name), request.path_params["path"], request) or missing(request)


_PIECES = Sent(svg.STYLE.encode(), "text/css")


@page_for("anyone")
def _pieces(request: Request) -> Response:
    return _PIECES.response(request)


def described(app: FastAPI) -> Route:
    """The HTTP interface in the words of OpenAPI, written once."""

    @cache
    def written() -> Sent:
        return Sent(msgspec.json.encode(app.openapi()), "application/json")

    @page_for("anyone")
    def openapi(request: Request) -> Response:
        return written().response(request)

    return Route("/api/openapi.json", openapi)


ROUTES = [
    *map(_page, PAGES),
    Route("/static/{path:path}", _static),
    Route("/games/{game}/{path:path}", _of_game),
    Route("/style/pieces.css", _pieces),
]
