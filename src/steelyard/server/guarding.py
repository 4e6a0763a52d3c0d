"""Around every request: what a browser may do with our answers, who asks, and how much he may send."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders

from steelyard.server import guests

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

logger = logging.getLogger(__name__)

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
    "Cache-Control": "no-store",  # unless the answer says otherwise
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


class _Answer:
    """What goes back: with our headers, and nothing at all once half a request was thrown away."""

    def __init__(self, send: Send, body: _Body, cookie: bytes | None) -> None:
        self._send = send
        self._body = body
        self._cookie = cookie
        self.began = False

    async def __call__(self, message: Message) -> None:
        if self._body.too_large:
            return
        if message["type"] == "http.response.start":
            self.began = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if self._cookie is not None:
                headers.append("Set-Cookie", self._cookie.decode())
        await self._send(message)


class Guard:
    """Middleware for HTTP; sockets guard themselves."""

    def __init__(self, app: ASGIApp, body_bytes: int) -> None:
        self._app = app
        self._body_bytes = body_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        body = _Body(receive, self._body_bytes)
        answer = _Answer(send, body, guests.welcome(scope) if _greets(scope["path"]) else None)
        refusal = self._refusal(scope)
        if refusal is not None:
            await _say(answer, *refusal)
            return
        try:
            await self._app(scope, body, answer)
        except TooLarge:
            pass  # told below, also where somebody in between has caught it
        except Exception:
            logger.exception("%s %s failed", scope["method"], scope["path"])
            if not answer.began:
                await _say(answer, 500, "something went wrong here; it is in the server's log")
        if body.too_large:
            body.too_large = False
            await _say(answer, 413, self._too_large())

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


async def _say(send: Send, status: int, error: str) -> None:
    body = msgspec.json.encode({"error": error})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
