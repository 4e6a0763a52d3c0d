"""What a page asks for at once, put into the page: it is drawn without another trip to the server.

The app answers each request as if the page had sent it: with the same checks and at the same price, paid by
the same person. A request that is refused is left out, and the page sends it itself. Whoever shows no cookie
yet pays together with all such people at that address, but apart from the pages: those come in any case.
"""

from __future__ import annotations

import logging
import re
import zlib
from contextlib import suppress
from functools import wraps
from html import escape
from typing import TYPE_CHECKING

import msgspec
from starlette.responses import StreamingResponse

from steelyard.server.http.clients import CLIENT
from steelyard.server.http.dependencies import rate_limits
from steelyard.server.http.rate_limits import Refused
from steelyard.server.thread_pools import within

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import Message, Receive, Scope, Send

    Endpoint = Callable[[Request], Awaitable[Response]]

logger = logging.getLogger(__name__)

PATHS = "steelyard.paths"  # in a scope: what the page asks for
KEPT = "x-keep"  # a header of the service worker: what it keeps is the same for everybody
OK = 200
PATIENCE_S = 4.0  # where the server is busy with something else, a page does not wait for all answers
OWN = "private, no-cache"  # a page that says something about whoever asks
END = b"  </body>"
MODULE = re.compile(rb'<script type="module" src="([^"]+)"></script>')
LEVEL, GZIP = 5, 31  # how well it is compressed, and zlib's word for the format
OF_THE_PAGE = {"endpoint", "path_params", "route", "router"}
OF_A_BODY = {b"accept-encoding", b"if-none-match", b"content-length", b"content-type"}


def answering(page: Endpoint, paths: Callable[[Request], Iterable[str]]) -> Endpoint:
    """A page with the answers to these requests in it; it is made with `with_answers`."""

    @wraps(page)
    async def answered(request: Request) -> Response:
        if request.method == "GET" and KEPT not in request.headers:
            request.scope[PATHS] = list(paths(request))
        return await page(request)

    return answered


def with_answers(page: bytes, request: Request, headers: Mapping[str, str]) -> Response:
    """The page is sent at once, and draws what it can; the answers that it waits for are at its end."""
    paths: list[str] = request.scope[PATHS]
    start, _, end = MODULE.sub(rb'<link rel="modulepreload" href="\1" />', page).partition(END)
    module = b"".join(
        b'<script type="module" async src="%s"></script>' % each for each in MODULE.findall(page)
    )
    start = start.replace(b"<body", b'<body data-answers="%s"' % escape(" ".join(paths)).encode(), 1)

    async def parts() -> AsyncIterator[bytes]:
        yield start + module
        yield element(await _answers(request, paths)) + b"\n" + END + end

    body, more = parts(), {"Cache-Control": OWN, **headers}
    if "gzip" in request.headers.get("accept-encoding", ""):
        body, more["Content-Encoding"] = _packed(body), "gzip"
    return _Parts(body, headers=more, media_type="text/html; charset=utf-8")


class _Parts(StreamingResponse):
    """Without a task that waits for the end of the connection: all parts are there in a moment."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - as it is called
        await self.stream_response(send)


async def _packed(parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    packer = zlib.compressobj(LEVEL, wbits=GZIP)
    async for part in parts:
        yield packer.compress(part) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()


async def _answers(request: Request, paths: list[str]) -> dict[str, msgspec.Raw]:
    scope = {key: value for key, value in request.scope.items() if key not in OF_THE_PAGE}
    scope[CLIENT] = scope[CLIENT].in_page()
    scope["headers"] = [header for header in scope["headers"] if header[0] not in OF_A_BODY]
    try:
        rate_limits(request).admit(scope, len(paths))
    except Refused:
        return {}
    answers: dict[str, bytes] = {}

    async def collect() -> None:
        # One after another: many threads at once would hold up the page's files, which it needs first.
        for path in paths:
            answers[path] = await _answer(scope, path)

    with suppress(TimeoutError):  # the page asks for the rest
        await within(PATIENCE_S, collect())
    return {path: msgspec.Raw(answer) for path, answer in answers.items() if answer}


async def _answer(scope: Scope, path: str) -> bytes:
    """Empty where there is none."""
    plain, _, query = path.partition("?")
    asked = {**scope, "path": plain, "raw_path": plain.encode(), "query_string": query.encode()}
    status, body = 0, b""

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status, body
        status = message.get("status", status)
        body += message.get("body", b"")

    try:
        await scope["app"].router(asked, receive, send)
    except Exception:
        logger.exception("GET %s failed", path)
    return body if status == OK else b""


def element(answers: Mapping[str, msgspec.Raw]) -> bytes:
    """The answers as a part of a page, which no text within them can end."""
    data = msgspec.json.encode(answers).replace(b"</", b"<\\/").replace(b"<!", b"\\u003c!")
    return b'<script type="application/json" id="answers">' + data + b"</script>"
