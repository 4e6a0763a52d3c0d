"""Around every request: what a browser may do with our answers, who asks, and how much he may send."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders

from steelyard.server import guests

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_SECURITY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
SAFE = {"GET", "HEAD", "OPTIONS"}


def same_host(headers: Headers) -> bool:
    """Whether a page of ours is asking, as far as the browser says."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host", "")


class TooLarge(Exception):
    """A body beyond the limit, found while it is read."""


class _Body:
    """A request's body, read so far and no further."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._left = most
        self.too_large = False

    async def __call__(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            self.too_large = True
            raise TooLarge
        return message


class Guard:
    """Middleware for HTTP; sockets guard themselves."""

    def __init__(self, app: ASGIApp, body_bytes: int) -> None:
        self._app = app
        self._body_bytes = body_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        cookie = guests.welcome(scope) if _greets(scope["path"]) else None
        body = _Body(receive, self._body_bytes)

        async def guarded(message: Message) -> None:
            if body.too_large:
                return  # whatever is made of half a request
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
                if cookie is not None:
                    headers.append("Set-Cookie", cookie.decode())
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            await _answer(guarded, *refusal)
            return
        with contextlib.suppress(TooLarge):
            await self._app(scope, body, guarded)
        if body.too_large:
            body.too_large = False
            await _answer(guarded, 413, self._too_large())

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        if scope["method"] in SAFE:
            return None
        headers = Headers(scope=scope)
        if not same_host(headers):
            return 403, "the request comes from a page of another site"
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            return 415, "send JSON, with the header Content-Type: application/json"
        length = headers.get("content-length", "0")
        if length.isdigit() and int(length) > self._body_bytes:
            return 413, self._too_large()
        return None

    def _too_large(self) -> str:
        return f"the request is too large; at most {self._body_bytes} bytes are read"


def _greets(path: str) -> bool:
    return not path.startswith(("/static/", "/style/", "/games/"))


async def _answer(send: Send, status: int, error: str) -> None:
    body = msgspec.json.encode({"error": error})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
