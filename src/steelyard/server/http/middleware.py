"""Around every request: what a browser may do with our answers, who asks, and how much they may send."""

from __future__ import annotations

import asyncio
import logging
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from starlette.datastructures import Headers, MutableHeaders

from steelyard.server.http import clients
from steelyard.server.http.access import signed_in
from steelyard.server.http.error_codes import STATUS
from steelyard.server.http.origin import same_host
from steelyard.server.http.rate_limits import SOCKET_COST, Refused
from steelyard.server.http.responses import error_body

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from steelyard.server.http.rate_limits import RateLimits
    from steelyard.server.settings import Limits

logger = logging.getLogger(__name__)

CONTENT_SECURITY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; font-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
FRAMED = CONTENT_SECURITY.replace("frame-ancestors 'none'", "frame-ancestors *")
"""The policy of a page that other sites may show within theirs: nothing on it changes anything."""
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
ONE_CLICK = "/api/mail/unsubscribe/"
SAFE = {"GET", "HEAD", "OPTIONS"}
UPLOAD = "application/zip"
HELD_S = 1.0  # before somebody who floods the server hears that it is too much
NO_MORE: Mapping[str, str] = MappingProxyType({})
MARK = "x-steelyard"
"""A header that a page of another site cannot send without asking first, and is not allowed to."""


class Visitors(Protocol):
    """What the middleware needs to know of people; accounts provide it."""

    def recognise(self, scope: Scope) -> None:
        """Note on a request or socket who is signed in there."""

    def renewed_cookies(self, scope: Scope) -> list[str]:
        """What the browser is to keep so that its session lasts; usually nothing."""


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

    def __init__(self, send: Send, body: _Body, cookies: list[str]) -> None:
        self._send = send
        self._body = body
        self._cookies = cookies
        self.began = False

    async def __call__(self, message: Message) -> None:
        if self._body.too_large:
            return
        if message["type"] == "http.response.start":
            self.began = True
            headers = MutableHeaders(scope=message)
            framed = headers.get("content-security-policy") == FRAMED
            for name, value in HEADERS.items():
                if not (framed and name == "X-Frame-Options"):
                    headers.setdefault(name, value)
            for cookie in self._cookies:
                headers.append("Set-Cookie", cookie)
        await self._send(message)


class SecurityMiddleware:
    """Middleware: recognises people and guards HTTP; sockets guard themselves."""

    def __init__(self, app: ASGIApp, limits: Limits, rate_limits: RateLimits, visitors: Visitors) -> None:
        self._app = app
        self._limits = limits
        self._rate_limits = rate_limits
        self._visitors = visitors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        self._visitors.recognise(scope)
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
            return
        most = self._most(scope)
        body = _Body(receive, most)
        try:
            cookies = self._greeted(scope)
        except Refused as refused:
            await _put_off(_Answer(send, body, []), refused)
            return
        answer = _Answer(send, body, cookies)
        refusal = _refusal(scope, most)
        if refusal is not None:
            await _say(answer, *refusal)
            return
        if wait_s := self._rate_limits.wait_s(scope):
            await asyncio.sleep(wait_s)
        try:
            await self._app(scope, body, answer)
        except TooLarge:
            pass  # told below, also where somebody in between has caught it
        except Exception:
            logger.exception("%s %s failed", scope["method"], scope["path"])
            if not answer.began:
                await _say(answer, "internal_error", "the server failed; the error is in its log")
        if body.too_large:
            body.too_large = False
            await _say(answer, "too_large", _too_large(most))

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._rate_limits.admit(scope, SOCKET_COST)
        except Refused as refused:
            await _put_off(send, refused, "websocket.http.response")
            return
        await self._app(scope, receive, send)

    def _greeted(self, scope: Scope) -> list[str]:
        """Charge for the request; the cookies that the browser is to keep from now on."""
        self._rate_limits.admit(scope)
        if scope["path"].startswith(("/static/", "/style/", "/games/")):
            return []
        cookies = self._visitors.renewed_cookies(scope)
        if (welcome := clients.welcome(scope)) is not None:
            cookies.append(welcome)
            self._rate_limits.welcome(clients.who(scope))
        return cookies

    def _most(self, scope: Scope) -> int:
        """How much is read: files only of people who are signed in."""
        uploads = _kind(Headers(scope=scope)) == UPLOAD and signed_in(scope) is not None
        return self._limits.upload_bytes if uploads else self._limits.body_bytes


async def _put_off(send: Send, refused: Refused, kind: str = "http.response") -> None:
    """Somebody who asks too much is told to wait, and a flood waits for that as well."""
    if refused.flood:
        await asyncio.sleep(HELD_S)
    await _say(send, refused.code, refused.error, refused.headers or {}, kind)


def _refusal(scope: Scope, most: int) -> tuple[str, str] | None:
    """Why a request that would change something is not from a page or program that means it."""
    if scope["method"] in SAFE:
        return None
    headers = Headers(scope=scope)
    if not same_host(headers):
        return "foreign_origin", "the request comes from a page of another site"
    if scope["path"].startswith(ONE_CLICK):
        return None  # mail programs ask in a form of their own, and with what a mail says
    if MARK not in headers:
        return "header_missing", "requests that change something carry the header X-Steelyard: 1"
    kind = _kind(headers)
    if kind == UPLOAD and signed_in(scope) is None:
        return "not_signed_in", "sign in first"
    if kind not in {"application/json", UPLOAD}:
        return "wrong_content_type", "send JSON, with the header Content-Type: application/json"
    length = headers.get("content-length", "0")
    if length.isdigit() and int(length) > most:
        return "too_large", _too_large(most)
    return None


def _kind(headers: Headers) -> str:
    return headers.get("content-type", "").partition(";")[0].strip().lower()


def _too_large(most: int) -> str:
    size = f"{most / 2**20:g} MB" if most >= 2**20 else f"{most} bytes"
    return f"the request is larger than {size}, and no more is read; leave out what is not needed"


async def _say(
    send: Send, code: str, error: str, more: Mapping[str, str] = NO_MORE, kind: str = "http.response"
) -> None:
    body = error_body(code, error)
    headers = {"content-type": "application/json", "content-length": str(len(body)), **more}
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": f"{kind}.start", "status": STATUS[code], "headers": raw})
    await send({"type": f"{kind}.body", "body": body})
