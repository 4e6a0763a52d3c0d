"""Conditional moves: "if they play A, I play B", in games with days per move in which people take turns.

A plan is kept beside the log, as only its owner may know of it. It never changes: what is left of it follows
from the turns that were played since.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sql

from steelyard.core.errors import InvalidMove
from steelyard.core.game import SEATS, Seat
from steelyard.server.database.writer import Change
from steelyard.server.tables import schema
from steelyard.server.tables.changes import END_PLANS
from steelyard.server.tables.table import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steelyard.server.tables.table import Table

MOST_LINES, MOST_MOVES = 5, 8
_END_PLAN = END_PLANS.where(schema.plans.c.seat == sql.bindparam("at"))
_ADD_PLAN = sql.insert(schema.plans)


class Plan(msgspec.Struct, frozen=True):
    turn: int
    """How many turns had been played when it was made."""
    undone: int
    """How often something had been taken back."""
    lines: tuple[tuple[str, ...], ...]
    """Moves from there on: the other's, one's own, and so on."""


def checked(table: Table, seat: Seat, turn: int, lines: Sequence[Sequence[str]]) -> Plan:
    """A plan of that seat, or why there can be none."""
    if table.outcome is not None or not table.started:
        raise Refused("there is no game to plan for")
    if len(table.game.to_move(table.game.start(table.terms.start))) > 1:
        raise Refused("both choose at once in this game, so there is nothing to answer to")
    if table.clocks.kind != "days" or len({chair.guest for chair in table.chairs} - {""}) < len(SEATS):
        raise Refused("conditional moves are for games with days per move against a person")
    if turn != len(table.turns):
        raise Refused("the other player has moved meanwhile; look at the position again")
    if seat in table.to_move():
        raise Refused("make your own move first, then plan for the answers to it")
    if len(lines) > MOST_LINES or any(len(line) > MOST_MOVES for line in lines):
        raise Refused(f"a plan has at most {MOST_LINES} lines of {MOST_MOVES} moves each")
    written = tuple(_played(table, line) for line in lines)
    replies: dict[tuple[str, ...], str] = {}
    for line in written:
        for place in range(1, len(line), 2):
            if replies.setdefault(line[:place], line[place]) != line[place]:
                raise Refused(f"there are two replies to {' '.join(line[:place])}; keep one")
    return Plan(turn, table.undone, written)


def _played(table: Table, line: Sequence[str]) -> tuple[str, ...]:
    """The line as it is written, if all of it can be played."""
    game, state, written = table.game, table.state, []
    for word in line:
        if game.outcome(state) is not None:
            raise Refused(f"the game would be over before {word}")
        (seat,) = game.to_move(state)
        legal = game.legal_moves(state, seat)
        try:
            move = game.read_move(word)
        except InvalidMove:
            raise Refused(f"{word} is not a move; write moves as in the list of moves") from None
        if move not in legal:
            raise Refused(f"{word} cannot be played there")
        written.append(game.write_move(move))
        state = game.apply(state, {seat: move})
    if not written or len(written) % 2:
        raise Refused("a line begins with a move of the other player and ends with a move of yours")
    return tuple(written)


def lines_left(table: Table, plan: Plan) -> list[list[str]]:
    """What the turns since then have left of it."""
    if table.outcome is not None or table.undone != plan.undone or plan.turn > len(table.turns):
        return []
    since = [next(word for word in turn.moves if word is not None) for turn in table.turns[plan.turn :]]
    found = [list(line[len(since) :]) for line in plan.lines if list(line[: len(since)]) == since]
    return [line for line in found if line]


def reply(table: Table, seat: Seat, plan: Plan) -> str | None:
    """The move that is to be made now; None: none, or none that is legal."""
    if seat not in table.owing():
        return None
    word = next((line[0] for line in lines_left(table, plan)), None)
    return word if word in table.words(seat) else None


def kept(table: str, seat: Seat, plan: Plan) -> list[Change]:
    """In place of the one before; without lines there is none."""
    ended = Change(_END_PLAN, {"table": table, "at": seat})
    if not plan.lines:
        return [ended]
    row = {"table_id": table, "seat": seat, "plan": msgspec.json.encode(plan).decode()}
    return [ended, Change(_ADD_PLAN, row)]
