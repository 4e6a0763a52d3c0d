"""Moves and positions to text and back."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from steelyard.core.errors import InvalidState
from steelyard.core.game import listed
from steelyard.games.tank_war.rules import SIZE, position

if TYPE_CHECKING:
    from steelyard.games.tank_war.rules import State

START = "/".join(["053"] * SIZE)


@cache
def tank_names(lanes: str) -> tuple[str, ...]:
    """`LA LB LC RC RB RA`: of each type the one further left, from the player's own seat, is L."""
    return tuple(("R" if kind in lanes[:lane] else "L") + kind for lane, kind in enumerate(lanes))


def write_state(state: State) -> str:
    return "/".join(map(WRITTEN.__getitem__, zip(*state.rows, state.boundary, strict=True)))


def _write_column(u: int | None, d: int | None, boundary: int) -> str:
    return f"{'x' if u is None else u}{'x' if d is None else d}{boundary}"


WRITTEN = {  # every column there can be
    column: _write_column(*column)
    for column in product((None, *range(SIZE)), (None, *range(SIZE)), range(SIZE + 1))
}


def read_state(text: str, lanes: str, c_reach: str) -> State:
    columns = text.strip().split("/")
    if len(columns) != SIZE:
        raise InvalidState(f"{len(columns)} columns in {text[:80]!r}; a position has {SIZE}, as in {START}")
    read = [_read_column(number, column) for number, column in enumerate(columns)]
    us, ds, boundaries = zip(*read, strict=True)
    return position(lanes, c_reach, (us, ds), boundaries)


def _read_column(number: int, text: str) -> tuple[int | None, int | None, int]:
    if len(text) != 3 or text[0] not in "012345x" or text[1] not in "012345x" or text[2] not in "0123456":
        raise InvalidState(
            f"column {number} is {text!r}; it should be U's row (0-5 or x), D's row (0-5 or x) "
            "and U's boxes from the top (0-6), as in 053"
        )
    u, d = (None if row == "x" else int(row) for row in text[:2])
    boundary = int(text[2])
    possible = _boundaries(u, d)
    if boundary not in possible:
        raise InvalidState(
            f"column {number} is {text!r}, which cannot arise: {_why_not(u, d, boundary, possible)}"
        )
    return u, d, boundary


def _boundaries(u: int | None, d: int | None) -> range:
    """How many boxes from the top can be U's, given where the column's tanks are.

    A tank owns the box it stands on and every box it has driven over. No enemy has passed a living tank, so a
    box ahead of it belongs to its first owner, or to an enemy tank that was destroyed there.
    """
    half = SIZE // 2
    if u is not None and d is not None and u >= d:
        return range(0)
    lowest = 0 if u is None else u + 1
    highest = SIZE if d is None else d
    if u is not None:
        highest = min(highest, max(half, lowest))
    if d is not None:
        lowest = max(lowest, min(half, highest))
    return range(lowest, highest + 1)


def _why_not(u: int | None, d: int | None, boundary: int, possible: range) -> str:
    if u is not None and d is not None and u >= d:
        return f"U's tank (row {u}) must be above D's (row {d})"
    if u is not None and boundary <= u:
        return f"U's tank on row {u} is outside its own boundary, so at least {u + 1} boxes are U's"
    if d is not None and boundary > d:
        return f"D's tank on row {d} is outside its own boundary, so at most {d} boxes are U's"
    return f"with these tanks {listed(map(str, possible))} boxes from the top can be U's"
