"""Tank War in plain Python, in the order of the README's numbered rules. This file is the authority."""

from __future__ import annotations

from functools import cache
from operator import getitem
from typing import TYPE_CHECKING, NamedTuple, cast

import msgspec

from steelyard.core.game import SEATS, Outcome, Seat

if TYPE_CHECKING:
    from collections.abc import Mapping

SIZE = 6
COLUMNS = ROWS = range(SIZE)
Rows = tuple[tuple[int | None, ...], tuple[int | None, ...]]
STEP: dict[Seat, int] = {0: 1, 1: -1}  # U drives down, D drives up (rule 1)
LAST_ROW: dict[Seat, int] = {0: SIZE - 1, 1: 0}

DIAGONAL = frozenset({(-1, -1), (-1, 1), (1, -1), (1, 1)})
ADJACENT = frozenset({(-1, 0), (1, 0), (0, -1), (0, 1)})
AT_TWO = frozenset({(-2, 0), (2, 0), (0, -2), (0, 2)})
REACH = {  # what a tank of each type hits, by the option c_reach (rule 7)
    "exactly_two": {"A": DIAGONAL, "B": ADJACENT, "C": AT_TWO},
    "up_to_two": {"A": DIAGONAL, "B": ADJACENT, "C": ADJACENT | AT_TWO},
}


class Box(NamedTuple):
    column: int
    row: int


class Shot(NamedTuple):
    """One tank hit another: the seat that fired, its column, and the column of the enemy tank it hit."""

    seat: Seat
    column: int
    target: int


class Round(msgspec.Struct, frozen=True):
    """What happened in one round, for pictures: no rule depends on it."""

    columns: tuple[int, int]
    """The columns in which U and D drove."""
    bumped: Seat | None
    """The seat that lost a contested box and stayed."""
    shots: tuple[Shot, ...]
    wrecks: tuple[tuple[Seat, Box], ...]
    """Where tanks were destroyed."""


class State(msgspec.Struct, frozen=True, eq=False):
    """A position. `rounds` and `last` are for pictures and do not count when positions are compared."""

    lanes: str
    c_reach: str
    rows: Rows
    """Per seat and column: the row of its tank there, or None if destroyed."""
    boundary: tuple[int, ...]
    """Per column: how many boxes, from the top, are U's territory."""
    movable: tuple[tuple[int, ...], tuple[int, ...]]
    """Per seat: the columns whose tank can move (rule 4), computed once."""
    rounds: int = 0
    last: Round | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._key() == other._key()

    def __ne__(self, other: object) -> bool:  # otherwise msgspec's, which compares by identity here
        return not self == other

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[str, str, Rows, tuple[int, ...]]:
        return self.lanes, self.c_reach, self.rows, self.boundary

    def _repr_svg_(self) -> str:
        from steelyard.games.tank_war.picture import to_svg  # noqa: PLC0415 - picture imports this module

        return to_svg(self)


def position(lanes: str, c_reach: str, rows: Rows, boundary: tuple[int, ...]) -> State:
    """A position by itself, without the rounds that led to it."""
    return State(lanes, c_reach, rows, boundary, _movable(rows))


@cache
def start(lanes: str, c_reach: str) -> State:
    """Rules 1 to 3: every tank on its own first row, each half of the board its owner's."""
    return position(lanes, c_reach, ((0,) * SIZE, (SIZE - 1,) * SIZE), (SIZE // 2,) * SIZE)


def tank_type(state: State, seat: Seat, column: int) -> str:
    """Rule 2: the lanes are read from each player's own left, and U faces D."""
    return state.lanes[own_lane(seat, column)]


def own_lane(seat: Seat, column: int) -> int:
    """A drawn column counted from the player's own left; its own inverse."""
    return SIZE - 1 - column if seat == 0 else column


def _movable(rows: Rows) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Rule 4, for both seats."""
    u, d = rows
    return _movable_columns(0, u, d), _movable_columns(1, d, u)


def _movable_columns(
    seat: Seat, own: tuple[int | None, ...], other: tuple[int | None, ...]
) -> tuple[int, ...]:
    """Rule 4: the columns with a living tank, not on its last row, no tank in the box ahead."""
    last, step = LAST_ROW[seat], STEP[seat]
    return tuple(
        [
            column
            for column in COLUMNS
            if (row := own[column]) is not None and row != last and other[column] != row + step
        ]
    )


def is_over(state: State) -> bool:
    """Rule 4: the game ends before a round in which either player has no movable tank."""
    return not all(state.movable)


def apply(state: State, columns: Mapping[Seat, int]) -> State:
    """One round: both drive, then all fire. Whether the columns are movable is not checked."""
    rows, boundary, bumped = _drive(state, columns)
    shots = _shots(state, rows)
    wrecks = _wrecks(rows, shots) if shots else ()
    last = Round((columns[0], columns[1]), bumped, shots, wrecks)
    after = (tuple(rows[0]), tuple(rows[1]))
    return State(state.lanes, state.c_reach, after, tuple(boundary), _movable(after), state.rounds + 1, last)


def living(state: State, seat: Seat) -> list[tuple[int, int]]:
    """Column and row of each surviving tank."""
    return [(column, row) for column, row in enumerate(state.rows[seat]) if row is not None]


def _drive(
    state: State, columns: Mapping[Seat, int]
) -> tuple[tuple[list[int | None], list[int | None]], list[int], Seat | None]:
    """Rules 5 and 6: rows and boundary after the moving phase, and the seat that lost a contested box."""
    rows = (list(state.rows[0]), list(state.rows[1]))
    boundary = list(state.boundary)
    u, d = columns[0], columns[1]
    u_row: int = rows[0][u] + 1  # type: ignore[operator]  # a tank that can move has a row
    d_row: int = rows[1][d] - 1  # type: ignore[operator]
    contested = u == d and u_row == d_row
    bumped: Seat | None = None if not contested else 1 if u_row < boundary[u] else 0
    if bumped != 0:
        rows[0][u] = u_row
        boundary[u] = max(boundary[u], u_row + 1)
    if bumped != 1:
        rows[1][d] = d_row
        boundary[d] = min(boundary[d], d_row)
    return rows, boundary, bumped


def _shots(state: State, rows: tuple[list[int | None], list[int | None]]) -> tuple[Shot, ...]:
    """Rule 7: every living tank fires at every enemy tank in its reach; nothing blocks a shot."""
    u, d = rows
    u_covers, d_covers = _covers(state.lanes, state.c_reach)
    shots = [shot for tank in map(getitem, u_covers, u) for column, row, shot in tank if d[column] == row]
    shots += [shot for tank in map(getitem, d_covers, d) for column, row, shot in tank if u[column] == row]
    return tuple(shots)


@cache
def _covers(lanes: str, c_reach: str) -> list[list[dict[int | None, list[tuple[int, int, Shot]]]]]:
    """By seat, column and row: the boxes that the tank there covers, each with its shot."""
    return [[_covered(lanes, c_reach, seat, column) for column in COLUMNS] for seat in SEATS]


def _covered(
    lanes: str, c_reach: str, seat: Seat, column: int
) -> dict[int | None, list[tuple[int, int, Shot]]]:
    reach = sorted(REACH[c_reach][lanes[own_lane(seat, column)]])
    covered: dict[int | None, list[tuple[int, int, Shot]]] = {None: []}
    for row in ROWS:
        covered[row] = [
            (column + across, row + down, Shot(seat, column, column + across))
            for across, down in reach
            if column + across in COLUMNS
        ]
    return covered


def _wrecks(
    rows: tuple[list[int | None], list[int | None]], shots: tuple[Shot, ...]
) -> tuple[tuple[Seat, Box], ...]:
    """Remove every tank that was hit; returns where each stood."""
    wrecks = []
    for seat, target in sorted({(SEATS[1 - shot.seat], shot.target) for shot in shots}):
        wrecks.append((seat, Box(target, cast("int", rows[seat][target]))))
        rows[seat][target] = None
    return tuple(wrecks)


def surviving(state: State) -> tuple[int, int]:
    return SIZE - state.rows[0].count(None), SIZE - state.rows[1].count(None)


def boxes(state: State) -> tuple[int, int]:
    u = sum(state.boundary)
    return u, SIZE * SIZE - u


def outcome(state: State) -> Outcome | None:
    """Rule 8: more surviving tanks wins; if equal, more boxes of territory; otherwise it is a draw."""
    if not is_over(state):
        return None
    for reason, score in (("tanks", surviving(state)), ("boxes", boxes(state))):
        if score[0] != score[1]:
            return Outcome(0 if score[0] > score[1] else 1, reason, score)
    return Outcome(None, "level", boxes(state))
