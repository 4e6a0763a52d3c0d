"""What all web sockets share: how many may be open, how much they may say, and how they are sent away."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict, deque
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from starlette.datastructures import Headers
from starlette.websockets import WebSocket, WebSocketDisconnect

from steelyard.server.http.clients import SESSION, address, who
from steelyard.server.http.concurrency import Count
from steelyard.server.http.dependencies import sockets
from steelyard.server.http.origin import same_host

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterator

    from steelyard.server.settings import Limits

logger = logging.getLogger(__name__)

CUT_OFF = (WebSocketDisconnect, RuntimeError, OSError)  # how a line shows that nobody is there any more
MOST_UNSENT = 200  # messages; a page that reads slower than that is sent away, and catches up when it returns
MOST_UNSENT_BYTES = 4 << 20  # of them together
MOST_WRITTEN_BYTES = 512 << 10  # unsent in the connection itself, where each page has a copy of its own
FRAMES = "steelyard.frames"  # the extension of a DirectConnection
TEXT = 0x81  # the first byte of a frame: a whole message of text
SHORT, MEDIUM = 126, 1 << 16  # lengths from which on a frame has a longer head
LONGEST_REASON = 123  # bytes, when a socket is closed
TOO_LARGE = 1009
OF_HTTP = 4000  # and the status that a request would get
TRY_LATER, FLOOD, SIGNED_OUT, NOT_FOUND = 1013, 1008, 4401, 4404
SESSION_ENDED = ("not_signed_in", "you are no longer signed in", SIGNED_OUT)
_encode = msgspec.json.Encoder().encode


def message(kind: str, **fields: Any) -> str:
    """A message that is part of no log and is not repeated."""
    return _encode({"type": kind, **fields}).decode()


class Allowance:
    """So many messages a second, and as many again at once; a client that goes on regardless is a flood."""

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._left = 2.0 * rate
        self._asked_s = time.monotonic()

    def spend(self) -> float:
        """What is left, below nothing when too much was said."""
        now = time.monotonic()
        self._left = min(2.0 * self._rate, self._left + self._rate * (now - self._asked_s)) - 1
        self._asked_s = now
        return self._left


class Frame:
    """A text message as it goes over the wire: framed once, sent to many."""

    __slots__ = ("framed", "payload")

    def __init__(self, payload: bytes) -> None:
        self.payload = payload
        size = len(payload)
        if size < SHORT:
            head = bytes((TEXT, size))
        elif size < MEDIUM:
            head = bytes((TEXT, 126)) + size.to_bytes(2)
        else:
            head = bytes((TEXT, 127)) + size.to_bytes(8)
        self.framed = head + payload


class DirectConnection(Protocol):
    """A connection of our own server: it takes whole frames, without a task for each."""

    def write_frame(self, frame: bytes) -> int:
        """Write a frame unless the connection is closing; how many bytes are unsent now."""


class Line:
    """One socket: what is to be sent waits here, so that a slow page holds up nobody."""

    def __init__(self, socket: WebSocket, guest: str, *, changes: bool = False) -> None:
        self.guest = guest
        self.changes = changes
        """Whether the page follows changes, or gets every position whole."""
        self._socket = socket
        self._direct: DirectConnection | None = getattr(socket, "scope", {}).get("extensions", {}).get(FRAMES)
        self._unsent: deque[bytes] = deque()
        self._size = 0
        self._more = asyncio.Event()
        self._leaving: tuple[int, str] | None = None
        self._too_slow = asyncio.Event()

    def send(self, text: str | Frame) -> None:
        if self._leaving is not None:
            return
        frame = Frame(text.encode()) if isinstance(text, str) else text
        if self._direct is not None:
            before = self._direct.write_frame(frame.framed) - len(frame.framed)
            if before > MOST_WRITTEN_BYTES:
                self._too_slow.set()
        elif len(self._unsent) >= MOST_UNSENT or self._size > MOST_UNSENT_BYTES:
            self._too_slow.set()
        else:
            self._unsent.append(frame.payload)
            self._size += len(frame.payload)
            self._more.set()

    def leave(self, code: int, why: str) -> None:
        """Send what is waiting, then close."""
        if self._leaving is None:
            self._leaving = (code, why)
            self._more.set()

    async def falls_behind(self) -> None:
        """Return when more is waiting than is worth keeping: the page is cut off, and may come back."""
        await self._too_slow.wait()

    async def deliver(self) -> None:
        """Until the page is sent away."""
        while True:
            await self._more.wait()
            self._more.clear()
            while self._unsent:
                payload = self._unsent.popleft()
                await self._socket.send({"type": "websocket.send", "text": payload.decode()})
                self._size -= len(payload)
            if self._leaving is not None:
                code, why = self._leaving
                await self._socket.close(code, why)
                return


class Sockets:
    """All that are open."""

    def __init__(self, limits: Limits, is_open: Callable[[str], bool]) -> None:
        """`is_open` says whether a session has not ended."""
        self.count = Count("pages", limits.sockets, limits.guest_sockets)
        self._is_open = is_open
        self._by_session: dict[str, set[WebSocket]] = defaultdict(set)

    @contextmanager
    def held(self, socket: WebSocket) -> Iterator[bool]:
        """Known as long as it lasts, so that it ends with its session; whether that has not ended already."""
        session = socket.scope.get(SESSION, "")
        if not session:
            yield True
            return
        self._by_session[session].add(socket)
        try:
            yield self._is_open(session)
        finally:
            self._by_session[session].discard(socket)
            if not self._by_session[session]:
                del self._by_session[session]

    def end(self, sessions: set[str], start: Callable[[Coroutine[Any, Any, None]], Any]) -> None:
        """Send away every page of these sessions."""
        for page in [socket for session in sessions for socket in self._by_session.get(session, ())]:
            start(refuse(page, *SESSION_ENDED))


@asynccontextmanager
async def accepted(socket: WebSocket) -> AsyncIterator[str | None]:
    """The guest at the other end, counted while they stay; None for one who may not, and was told why."""
    open_sockets = sockets(socket)
    await socket.accept()
    guest = who(socket.scope)
    with (
        open_sockets.count.one_more(address(socket.scope), guest) as too_many,
        open_sockets.held(socket) as is_open,
    ):
        refused = None
        if not same_host(Headers(scope=socket.scope)):
            refused = ("foreign_origin", "this page belongs to another site", TRY_LATER)
        elif too_many is not None:
            refused = ("too_many_open", too_many, TRY_LATER)
        elif not is_open:  # it ended after the request was recognised
            refused = SESSION_ENDED
        if refused is not None:
            await refuse(socket, *refused)
        yield guest if refused is None else None


def refusal(code: str, error: str, about: str | None = None) -> str:
    """Why something is not done; `about` is the kind of message that it answers."""
    return message("refused", error=error, code=code, about=about)


async def refuse(socket: WebSocket, code: str, error: str, closing: int) -> None:
    """Tell why, then close with that number."""
    try:
        await socket.send_text(refusal(code, error))
        await socket.close(closing, error.encode()[:LONGEST_REASON].decode(errors="ignore"))
    except CUT_OFF:
        return  # it did not wait for the reason


async def until_one_ends(*works: Coroutine[Any, Any, None]) -> None:
    """Run all until one ends; what fails, other than a line that was cut, is our mistake and told."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception) and not isinstance(ended, CUT_OFF):
                logger.error("a page's socket failed", exc_info=ended)
