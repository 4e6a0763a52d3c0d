"""For a board that knows no rules: what can be clicked, and a round in the order of its phases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.core import interaction
from steelyard.core.game import SEATS
from steelyard.games import art
from steelyard.games.tank_war import rules
from steelyard.games.tank_war.drawing import tank_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.core.game import Seat
    from steelyard.core.interaction import Happening, Pick, Point
    from steelyard.games.tank_war.rules import Round, State


def picks(state: State, seat: Seat) -> dict[str, list[Pick]]:
    """Each tank that can drive, with the box ahead of it."""
    found: dict[str, list[Pick]] = {}
    for column in () if rules.is_over(state) else state.movable[seat]:
        name, ahead = tank_name(state, seat, column), _row(state, seat, column) + rules.STEP[seat]
        found[element(state, seat, column)] = [
            {
                "move": name,
                "to": art.centre(column, ahead),
                "capture": False,
                "label": f"column {column}, row {ahead}",
            }
        ]
    return found


def element(state: State, seat: Seat, column: int) -> str:
    return f"tank-{seat}-{tank_name(state, seat, column)}"


def _row(state: State, seat: Seat, column: int) -> int:
    row = state.rows[seat][column]
    assert row is not None, "called for living tanks only"  # noqa: S101 - as callers do
    return row


def phases(before: State, after: State) -> list[list[Happening]]:
    """Both drive, all fire, the tanks that were hit are removed (rules 5 to 7)."""
    last = after.last
    if last is None:
        return []
    steps = [list(_drives(before, last)), list(_shots(after, last)), list(_hits(after, last))]
    return [step for step in steps if step]


def _drives(before: State, last: Round) -> Iterator[Happening]:
    for seat in SEATS:
        column = last.columns[seat]
        row = _row(before, seat, column)
        yield interaction.driven(
            element(before, seat, column),
            seat,
            art.centre(column, row),
            art.centre(column, row + rules.STEP[seat]),
            "bump" if last.bumped == seat else "move",
        )


def _shots(after: State, last: Round) -> Iterator[Happening]:
    for shot in last.shots:
        enemy = SEATS[1 - shot.seat]
        yield interaction.shot(
            shot.seat, _stood(after, last, shot.seat, shot.column), _stood(after, last, enemy, shot.target)
        )


def _stood(after: State, last: Round, seat: Seat, column: int) -> Point:
    """Where a tank stood when all fired, destroyed or not."""
    row = after.rows[seat][column]
    if row is None:
        row = next(box.row for loser, box in last.wrecks if (loser, box.column) == (seat, column))
    return art.centre(column, row)


def _hits(after: State, last: Round) -> Iterator[Happening]:
    for seat, box in last.wrecks:
        yield interaction.hit(element(after, seat, box.column), art.centre(*box))
