"""Results: what a finished game was for each of its people. Lists, profiles and ratings go by these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from steelyard.core.game import SEATS, Seat
from steelyard.core.names import folded
from steelyard.protocol.clock import pace
from steelyard.server.database.writer import Change
from steelyard.server.tables import log
from steelyard.server.tables.changes import ADD_RESULT

if TYPE_CHECKING:
    from steelyard.server.tables.log import Entry
    from steelyard.server.tables.table import Table

Score = Literal["won", "lost", "drawn"]


def added(table: Table, entry: Entry) -> list[Change]:
    """What an entry, which has been applied, adds: a row for each person when the game ends."""
    if not isinstance(entry.body, log.Over):
        return []
    people = table.people()
    alone = len({table.chairs[seat].guest for seat in people}) < len(people)  # at both seats
    if alone:
        return []
    return [Change(ADD_RESULT, _row(table, seat, entry.at_ms)) for seat in people]


def _row(table: Table, seat: Seat, at_ms: float) -> dict[str, object]:
    terms, chair, other = table.terms, table.chairs[seat], table.chairs[1 - seat]
    rated = terms.rated and len(table.moved) == len(SEATS)
    return {
        "table_id": terms.id,
        "seat": seat,
        "guest": chair.guest,
        "game": terms.game,
        "pace": pace(terms.clock),
        "rated": rated,
        "result": score(None if table.outcome is None else table.outcome.winner, seat),
        "opponent": folded(other.name),
        "opening": next((move for turn in table.turns[:2] if (move := turn.moves[seat]) is not None), None),
        "ended_ms": at_ms,
        "bot": other.bot if rated and other.kind == "bot" else None,
    }


def score(winner: Seat | None, seat: int) -> Score:
    return "drawn" if winner is None else "won" if winner == seat else "lost"
