"""A web socket per page: what players say, checked before anything else happens, and what they are told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from fastapi import APIRouter
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocket

from steelyard.core.errors import SteelyardError
from steelyard.server.database.engine import DatabaseUnusable
from steelyard.server.http.access import needs, signed_in
from steelyard.server.http.clients import address
from steelyard.server.http.dependencies import asker, network, rate_limits
from steelyard.server.http.error_codes import STATUS, code_of
from steelyard.server.http.responses import ApiError
from steelyard.server.http.sockets import (
    FLOOD,
    OF_HTTP,
    TOO_LARGE,
    TRY_LATER,
    Allowance,
    Line,
    accepted,
    message,
    refusal,
    refuse,
    until_one_ends,
)
from steelyard.server.tables import agreements, offers
from steelyard.server.tables.dependencies import RegistryDep
from steelyard.server.tables.live_table import TableReloading
from steelyard.server.tables.log import Chance, Phrase, TableDamaged
from steelyard.server.tables.table import Refused

if TYPE_CHECKING:
    from steelyard.core.game import Seat
    from steelyard.server.settings import Limits
    from steelyard.server.tables.live_table import LiveTable

router = APIRouter()

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
    what: Chance


class Accept(Said, frozen=True):
    what: Chance


class Decline(Said, frozen=True):
    what: Chance


class Resign(Said, frozen=True):
    seat: Literal[0, 1] | None = None


class Say(Said, frozen=True):
    phrase: Phrase


class Cancel(Said, frozen=True):
    """Withdraw a challenge, or leave a game before both have moved."""


class Vacation(Said, frozen=True):
    days: Annotated[int, msgspec.Meta(ge=1, le=99)]


class Plan(Said, frozen=True):
    """Conditional moves, in place of the ones before."""

    turn: Whole
    lines: Annotated[list[Annotated[list[Word], msgspec.Meta(max_length=20)]], msgspec.Meta(max_length=20)]


class Undo(Said, frozen=True):
    pass


class Ping(Said, frozen=True):
    pass


_read = msgspec.json.Decoder(
    Move | Joystick | Offer | Accept | Decline | Resign | Cancel | Say | Vacation | Plan | Undo | Ping
).decode


@router.websocket("/ws/tables/{id}", dependencies=[needs("anyone")])
async def follow(socket: WebSocket, registry: RegistryDep, id: str) -> None:
    """A page that follows a table."""
    async with accepted(socket) as guest:
        if guest is None:
            return
        try:
            live = await registry.find_for(socket.scope, id)
        except (DatabaseUnusable, SQLAlchemyError):
            await refuse(
                socket,
                "database_unavailable",
                "the database does not answer; try again in a moment",
                TRY_LATER,
            )
            return
        except ApiError as error:
            await refuse(socket, error.code, error.error, OF_HTTP + error.status)
            return
        except TableDamaged as error:
            await refuse(socket, "table_damaged", str(error), OF_HTTP + STATUS["table_damaged"])
            return
        if guest == live.table.terms.owner:
            live.address = address(socket.scope)
        line = Line(socket, guest, changes=socket.query_params.get("changes") == "1")
        try:
            live.seen_at(guest, network(socket))
            await live.join(line, _after(socket.query_params.get("after")))
            listener = Listener(socket, line, live, registry.settings.limits)
            await until_one_ends(line.deliver(), listener.listen(), line.falls_behind())
        except TableReloading as error:
            await refuse(socket, "table_reloading", str(error), TRY_LATER)
        finally:
            live.part(line)


def _after(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


class Listener:
    """What a page says, message by message."""

    def __init__(self, socket: WebSocket, line: Line, live: LiveTable, limits: Limits) -> None:
        self._socket, self._line, self._live, self._limits = socket, line, live, limits
        self._allowance = Allowance(limits.messages)

    async def listen(self) -> None:
        """In order, one message after the other, until the page is gone."""
        while True:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            data = received.get("text") or received.get("bytes") or b""
            if len(data) > self._limits.message_bytes:
                self._line.leave(
                    TOO_LARGE, f"at most {self._limits.message_bytes} bytes are read in a message"
                )
            elif self._may_speak():
                await self._take(data)

    def _may_speak(self) -> bool:
        """Whether the page may say something now; a page that floods us is sent away."""
        if (left := self._allowance.spend()) < -2 * self._limits.messages:
            self._line.leave(FLOOD, "too many messages")
        elif left < 0:
            self._refuse(
                Refused(f"too fast: at most {self._limits.messages} messages a second are read"), None
            )
        return left >= 0

    async def _take(self, data: str | bytes) -> None:
        said = None
        try:
            said = _understood(data)
            await _do(said, self._line, self._live, self._socket)
        except (SteelyardError, ApiError) as error:
            self._refuse(error, said)

    def _refuse(self, error: SteelyardError | ApiError, said: Said | None) -> None:
        kind = None if said is None else type(said).__name__.lower()
        if isinstance(error, ApiError):
            self._line.send(refusal(error.code, error.error, kind))
        else:
            self._line.send(refusal(code_of(error), str(error), kind))


def _understood(data: str | bytes) -> Any:
    try:
        return _read(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused(f"the message was not understood: {error}") from None


def _seats(line: Line, live: LiveTable) -> list[Seat]:
    seats = live.table.seats_of(line.guest)
    if not seats:
        raise Refused("you are watching; only players can do that")
    return seats


async def _do(said: Any, line: Line, live: LiveTable, socket: WebSocket) -> None:  # noqa: C901 - a table of cases
    if isinstance(said, Ping):
        line.send(message("pong", now_ms=round(live.now_ms())))
        return
    seats, table = _seats(line, live), live.table
    match said:
        case Move():
            seat = _own(said.seat, seats, table.owing())
            live.add(table.move(seat, said.turn, said.move, live.now_ms()))
        case Joystick():
            seat = _own(said.seat, seats, table.owing())
            table.joystick(seat, said.move)
            line.send(message("joystick", seat=seat, move=said.move))
        case Offer():
            await offers.offer(live, seats[0], said.what, signed_in(socket.scope), asker(socket))
        case Accept():
            await offers.accept(live, _answering(live, seats, said.what), said.what)
        case Decline():
            live.add(agreements.decline(table, _answering(live, seats, said.what), said.what))
        case Resign():
            live.add(table.resign(_own(said.seat, seats, table.to_move())))
        case Say():
            await offers.check_company(live, seats[0])
            bodies = table.say(seats[0], said.phrase)
            rate_limits(socket).once_more("phrases", line.guest)
            live.add(bodies)
        case Cancel():
            live.add(table.cancel())
        case Undo():
            live.add(agreements.undo(table, seats[0]))
        case Plan():
            await live.plan(seats[0], said.turn, said.lines)
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
