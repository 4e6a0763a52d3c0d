"""A web socket per page: what players say, checked before anything else happens, and what they are told."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict, deque
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers
from starlette.websockets import WebSocket, WebSocketDisconnect

from steelyard.core.errors import SteelyardError
from steelyard.server.accounts.access import socket_for
from steelyard.server.accounts.guests import address, who
from steelyard.server.accounts.store import SESSION
from steelyard.server.http.concurrency import Count
from steelyard.server.http.middleware import same_host
from steelyard.server.tables import views
from steelyard.server.tables.live_table import PutAway
from steelyard.server.tables.table import Refused

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterator

    from steelyard.core.game import Seat
    from steelyard.server.settings import Limits
    from steelyard.server.tables.live_table import LiveTable
    from steelyard.server.tables.log import Chance
    from steelyard.server.tables.registry import TableRegistry

logger = logging.getLogger(__name__)

CUT_OFF = (WebSocketDisconnect, RuntimeError, OSError)  # how a line shows that nobody is there any more
MOST_UNSENT = 200  # messages; a page that reads slower than that is sent away, and catches up when it returns
MOST_UNSENT_BYTES = 4 << 20  # of them together
TOO_LARGE = 1009
TRY_LATER, FLOOD, SIGNED_OUT, NO_SUCH_TABLE = 1013, 1008, 4401, 4404

Word = Annotated[str, msgspec.Meta(max_length=40)]
Whole = Annotated[int, msgspec.Meta(ge=0, le=10**9)]


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """What a page can say."""


class Move(Said, frozen=True):
    turn: Whole
    move: Word
    seat: Literal[0, 1] | None = None


class Joystick(Said, frozen=True):
    move: Word
    seat: Literal[0, 1] | None = None


class Offer(Said, frozen=True):
    what: Literal["points", "rematch"]


class Accept(Said, frozen=True):
    what: Literal["points", "rematch"]


class Decline(Said, frozen=True):
    what: Literal["points", "rematch"]


class Resign(Said, frozen=True):
    seat: Literal[0, 1] | None = None


class Vacation(Said, frozen=True):
    days: Annotated[int, msgspec.Meta(ge=1, le=99)]


class Ping(Said, frozen=True):
    pass


_read = msgspec.json.Decoder(Move | Joystick | Offer | Accept | Decline | Resign | Vacation | Ping).decode


class Allowance:
    """So many messages a second, and as many again at once; who goes on regardless is a flood."""

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


class Line:
    """One socket: what is to be sent waits here, so that a slow page holds up nobody."""

    def __init__(self, socket: WebSocket, guest: str) -> None:
        self.guest = guest
        self._socket = socket
        self._unsent: deque[str] = deque()
        self._size = 0
        self._more = asyncio.Event()
        self._leaving: tuple[int, str] | None = None
        self._too_slow = asyncio.Event()

    def send(self, text: str) -> None:
        if len(self._unsent) >= MOST_UNSENT or self._size > MOST_UNSENT_BYTES:
            self._too_slow.set()
        elif self._leaving is None:
            self._unsent.append(text)
            self._size += len(text)
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
                text = self._unsent.popleft()
                await self._socket.send({"type": "websocket.send", "text": text})
                self._size -= len(text)
            if self._leaving is not None:
                code, why = self._leaving
                await self._socket.close(code, why)
                return


class Sockets:
    """All that are open."""

    def __init__(self, limits: Limits) -> None:
        self.count = Count("pages", limits.sockets, limits.guest_sockets)
        self._by_session: dict[str, set[WebSocket]] = defaultdict(set)

    @contextmanager
    def held(self, socket: WebSocket) -> Iterator[None]:
        """Known as long as it lasts, so that it ends with the session it was opened in."""
        session = socket.scope.get(SESSION, "")
        if not session:
            yield
            return
        self._by_session[session].add(socket)
        try:
            yield
        finally:
            self._by_session[session].discard(socket)
            if not self._by_session[session]:
                del self._by_session[session]

    def end(self, sessions: set[str], start: Callable[[Coroutine[Any, Any, None]], Any]) -> None:
        """Send away every page of these sessions."""
        for page in [socket for session in sessions for socket in self._by_session.get(session, ())]:
            start(refuse(page, "you are no longer signed in", SIGNED_OUT))


@asynccontextmanager
async def welcomed(socket: WebSocket) -> AsyncIterator[str | None]:
    """The guest at the other end, counted while he stays; None for one who may not, and was told why."""
    sockets: Sockets = socket.app.state.sockets
    await socket.accept()
    guest = who(socket.scope)
    with sockets.count.one_more(address(socket.scope), guest) as refusal:
        ours = same_host(Headers(scope=socket.scope))
        error = refusal if ours else "this page belongs to another site"
        if error is not None:
            await refuse(socket, error, TRY_LATER)
            yield None
            return
        with sockets.held(socket):
            yield guest


async def refuse(socket: WebSocket, error: str, code: int) -> None:
    try:
        await socket.send_text(views.passing("refused", error=error, about=None).decode())
        await socket.close(code, error[:120])
    except CUT_OFF:
        return  # it did not wait for the reason


@socket_for("anyone")
async def follow(socket: WebSocket) -> None:
    """A page that follows a table."""
    registry: TableRegistry = socket.app.state.registry
    async with welcomed(socket) as guest:
        if guest is None:
            return
        try:
            live = await registry.find(socket.path_params["id"])
        except SQLAlchemyError:
            await refuse(socket, "the database does not answer; try again in a moment", TRY_LATER)
            return
        if live is None:
            await refuse(socket, "there is no such table", NO_SUCH_TABLE)
            return
        if guest == live.table.terms.owner:
            live.address = address(socket.scope)
        line = Line(socket, guest)
        try:
            await live.join(line, _after(socket.query_params.get("after")))
            listening = _listen(socket, line, live, registry.settings.limits)
            await until_one_ends(line.deliver(), listening, line.falls_behind())
        except PutAway as error:
            await refuse(socket, str(error), TRY_LATER)
        finally:
            live.part(line)


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


def _after(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


async def _listen(socket: WebSocket, line: Line, live: LiveTable, limits: Limits) -> None:
    allowance = Allowance(limits.messages)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        left = allowance.spend()
        if left < -2 * limits.messages:
            line.leave(FLOOD, "too many messages")
            continue  # nothing more is read from it but its leave
        if len(message.get("text") or message.get("bytes") or b"") > limits.message_bytes:
            line.leave(TOO_LARGE, f"at most {limits.message_bytes} bytes are read in a message")
            continue
        kind = None
        try:
            if left < 0:
                raise Refused(f"too fast: at most {limits.messages} messages a second are read")
            said = _understood(message)
            kind = type(said).__name__.lower()
            await _do(said, line, live)
        except SteelyardError as error:
            line.send(views.passing("refused", error=str(error), about=kind).decode())


def _understood(message: Any) -> Any:
    data = message.get("text") or message.get("bytes") or b""
    try:
        return _read(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused(f"the message was not understood: {error}") from None


async def _do(said: Any, line: Line, live: LiveTable) -> None:
    if isinstance(said, Ping):
        line.send(views.passing("pong", now_ms=round(live.now_ms())).decode())
        return
    table = live.table
    seats = table.seats_of(line.guest)
    if not seats:
        raise Refused("you are watching; only players can do that")
    match said:
        case Move():
            seat = _own(said.seat, seats, table.owing())
            live.add(table.move(seat, said.turn, said.move, live.now_ms()))
        case Joystick():
            seat = _own(said.seat, seats, table.owing())
            table.joystick(seat, said.move)
            line.send(views.passing("joystick", seat=seat, move=said.move).decode())
        case Offer():
            await live.offer(seats[0], said.what)
        case Accept():
            await live.accept(_answering(live, seats, said.what), said.what)
        case Decline():
            live.add(table.decline(_answering(live, seats, said.what), said.what))
        case Resign():
            live.add(table.resign(_own(said.seat, seats, table.to_move())))
        case Vacation():
            live.add(table.vacation(seats[0], said.days, live.now_ms()))


def _own(asked: Seat | None, seats: list[Seat], likely: tuple[Seat, ...]) -> Seat:
    """The seat that is meant: the one that was named, else the one of ours that is awaited."""
    if asked is not None:
        if asked not in seats:
            raise Refused("that seat is not yours")
        return asked
    return next((seat for seat in seats if seat in likely), seats[0])


def _answering(live: LiveTable, seats: list[Seat], what: Chance) -> Seat:
    return next((seat for seat in seats if (1 - seat, what) in live.table.offers), seats[0])
