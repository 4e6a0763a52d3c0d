"""What is announced of a table: to everybody the same bytes, to a player those and what is theirs alone.

A page gets a message in one of two forms: whole, or, if it follows changes, with what has changed since the
last one. Each form is written once, however many pages get it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from steelyard.core.game import SEATS
from steelyard.server.tables import differences, log, views
from steelyard.server.tables.outcome_views import outcome_fields, shown_outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from steelyard.core.game import Seat
    from steelyard.server.tables.log import Entry
    from steelyard.server.tables.table import Table

    Fields = dict[str, Any]

SETTLED = (
    "beginning",
    "paused",
    "vacation_until_ms",
    "vacation_ms_left",
)  # seldom changes
_encode = msgspec.json.Encoder().encode


class Announcement:
    """One message of a table."""

    def __init__(
        self,
        seq: int,
        whole: Callable[[], Fields],
        changes: Callable[[], Fields],
        private: tuple[bytes, bytes] = (b"", b""),
    ) -> None:
        """`private` has, for each seat, the fields that its owner gets besides, a comma before each."""
        self.seq = seq
        self._forms: dict[bool, Callable[[], Fields]] = {False: whole, True: changes}
        self._private = private
        self._written: dict[bool, bytes] = {}

    def common(self, *, changes: bool) -> bytes:
        """A JSON object: what everybody may know."""
        if changes not in self._written:
            self._written[changes] = _encode(self._forms[changes]())
        return self._written[changes]

    def close(self) -> None:
        """Keep what was written, for pages that come back, and nothing that it was made of.

        A page asks for changes; whatever asks for whole positions is told everything anew if it comes back.
        """
        if True in self._written:
            self._forms.clear()

    def has(self, *, changes: bool) -> bool:
        """Whether that form is written, or can be."""
        return changes in self._written or changes in self._forms

    def to(self, seats: Collection[Seat], *, changes: bool) -> bytes:
        """The message as the owner of these seats gets it."""
        common = self.common(changes=changes)
        if not seats or not any(self._private):
            return common
        if len(seats) == 1:
            return common[:-1] + self._private[min(seats)] + b"}"
        return common[:-1] + _merged(self._private) + b"}"


def _merged(private: tuple[bytes, bytes]) -> bytes:
    """For one person at both seats: the fields of both, each an object with seats' numbers in it."""
    fields: dict[str, dict[str, Any]] = {}
    for part in private:
        if part:
            for name, value in msgspec.json.decode(b"{" + part[1:] + b"}").items():
                fields.setdefault(name, {}).update(value)
    return b"".join(_field(name, value) for name, value in fields.items())


def _field(name: str, value: Any) -> bytes:
    return b',"' + name.encode() + b'":' + _encode(value)


def announced(table: Table, entry: Entry, connected: Iterable[str], now_ms: float) -> Announcement:
    """What is announced of an entry; to be asked before the next one is applied."""
    if isinstance(entry.body, log.Turn):
        return _turn(table, entry.seq, now_ms)
    if isinstance(entry.body, log.Undone):
        return _undone(table, entry.body, entry.seq, now_ms)
    fields, timed = _fields(table, entry, connected)
    clocks = views.clock_fields(table, now_ms) if timed else {}
    news = _clock_news(table, clocks) if timed else {}
    whole = {"type": fields.pop("type"), "seq": entry.seq, **fields}
    private = (b"", b"")
    if isinstance(entry.body, log.Sealed):
        own = _field("chosen", table.sealed_words([entry.body.seat]))
        private = (own, b"") if entry.body.seat == 0 else (b"", own)
    elif isinstance(entry.body, log.Seated):
        private = _private(table)
    return Announcement(entry.seq, lambda: whole | clocks, lambda: whole | news, private)


def _fields(table: Table, entry: Entry, connected: Iterable[str]) -> tuple[Fields, bool]:  # noqa: C901 - a table of cases
    """What is told of an entry, and whether with the clocks."""
    match entry.body:
        case log.Sealed() as sealed:
            return {"type": "sealed", "seat": sealed.seat}, True
        case log.Over() | log.Cancelled():
            return {"type": "over", "outcome": shown_outcome(table)}, True
        case log.Seated() as seated:
            there = views.players(table, connected)
            return {"type": "seated", "seat": seated.seat, "players": there, "started": table.started}, True
        case log.Offered() as offer:
            return {"type": "offer", "seat": offer.seat, "what": offer.what}, False
        case log.Declined() as declined:
            return {"type": "declined", "seat": declined.seat, "what": declined.what}, False
        case log.Rematch() as rematch:
            return {"type": "rematch", "id": rematch.id}, False
        case log.Said() as said:
            return {"type": "said", "seat": said.seat, "phrase": said.phrase}, False
        case log.Note() as note:
            return {"type": "note", "what": note.what, "seat": note.seat}, False
        case log.Resumed() as resumed:
            return {"type": "clock", "reason": resumed.why}, True
        case log.Paused() | log.Missed():
            return {"type": "clock", "reason": "paused"}, True
        case _:
            return {"type": "clock", "reason": "vacation"}, True


def _clock_news(table: Table, clocks: Fields) -> Fields:
    """The time on the clocks, and whatever else about them was not told before."""
    news = {"clocks_ms": clocks["clocks_ms"], "running": clocks["running"]}
    for name in SETTLED:
        value = clocks[name].copy() if isinstance(clocks[name], list) else clocks[name]
        if table.told_clocks.get(name) != value:
            news[name] = table.told_clocks[name] = value
    return news


def _private(table: Table) -> tuple[bytes, bytes]:
    first, second = (
        b"".join(_field(name, value) for name, value in views.own_fields(table, seat).items())
        for seat in SEATS
    )
    return first, second


def _turn(table: Table, seq: int, now_ms: float) -> Announcement:
    game, before, state, to_move = table.game, table.before, table.state, table.to_move()
    played, ended = table.turns[-1], game.outcome(state)
    outcome = None if ended is None else outcome_fields(game, ended, state)
    clocks = views.clock_fields(table, now_ms)
    news = _clock_news(table, clocks)
    standing = {"offers": views.offers(table)} if table.offers else {}
    turn = {
        "type": "turn",
        "seq": seq,
        "turn": len(table.turns),
        "moves": played.moves,
        "written": played.written,
        "phases": game.phases(before, table.moves(played.moves), state),
        "to_move": to_move,
        **standing,
    }

    def whole() -> Fields:
        drawn = views.drawn_at(table, state)
        return turn | {"spent_ms": played.spent_ms} | clocks | drawn | {"outcome": outcome}

    def changes() -> Fields:
        end = {} if outcome is None else {"outcome": outcome}
        return turn | news | end | {"changes": differences.since(table, before, state)}

    return Announcement(seq, whole, changes, _private(table))


def _undone(table: Table, undone: log.Undone, seq: int, now_ms: float) -> Announcement:
    clocks = views.clock_fields(table, now_ms)
    state = table.state
    _clock_news(table, clocks)
    back = {
        "type": "undone",
        "seq": seq,
        "seat": undone.seat,
        "turn": len(table.turns),
        "undone": table.undone,
        "sealed": [seat in table.sealed for seat in SEATS],
        **clocks,
        "to_move": table.to_move(),
        "outcome": shown_outcome(table),
    }
    return Announcement(
        seq,
        lambda: back | views.drawn_at(table, state),
        lambda: back | differences.shown_at(table, state),
        _private(table),
    )
