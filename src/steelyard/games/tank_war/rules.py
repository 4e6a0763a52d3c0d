"""Tank War in plain Python, in the order of the README's numbered rules. This file is the authority."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from steelyard.core.game import SEATS, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from steelyard.core.game import Seat

SIZE = 6
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


@dataclass(frozen=True, slots=True)
class Round:
    """What happened in one round, for the eye: no rule looks back at it."""

    columns: tuple[int, int]
    """The columns in which U and D drove."""
    bumped: Seat | None
    """The seat that lost a contested box and stayed."""
    shots: tuple[Shot, ...]
    wrecks: tuple[tuple[Seat, Box], ...]
    """Where tanks were destroyed."""


@dataclass(frozen=True, slots=True)
class State:
    """A position. How it came about (`rounds`, `last`) is carried along and is not part of what it is."""

    lanes: str
    c_reach: str
    rows: tuple[tuple[int | None, ...], tuple[int | None, ...]]
    """Per seat and column: the row of its tank there, or None if destroyed."""
    boundary: tuple[int, ...]
    """Per column: how many boxes, from the top, are U's territory."""
    rounds: int = field(default=0, compare=False)
    last: Round | None = field(default=None, compare=False)

    def _repr_svg_(self) -> str:
        from steelyard.games.tank_war.drawing import to_svg  # noqa: PLC0415 - drawing looks at states

        return to_svg(self)


def start(lanes: str, c_reach: str) -> State:
    """Rules 1 to 3: every tank on its own first row, each half of the board its owner's."""
    return State(lanes, c_reach, ((0,) * SIZE, (SIZE - 1,) * SIZE), (SIZE // 2,) * SIZE)


def tank_type(state: State, seat: Seat, column: int) -> str:
    """Rule 2: the lanes are read from each player's own left, and U faces D."""
    return state.lanes[own_lane(seat, column)]


def own_lane(seat: Seat, column: int) -> int:
    """A drawn column counted from the player's own left; its own inverse."""
    return SIZE - 1 - column if seat == 0 else column


def occupied(state: State, box: Box) -> bool:
    return any(state.rows[seat][box.column] == box.row for seat in SEATS)


def box_ahead(state: State, seat: Seat, column: int) -> Box | None:
    """The box a living tank would drive into, if the board goes on."""
    row = state.rows[seat][column]
    return None if row is None or row == LAST_ROW[seat] else Box(column, row + STEP[seat])


def movable(state: State, seat: Seat) -> list[int]:
    """Rule 4: the columns whose tank is alive, not on its last row, and has no tank in the box ahead."""
    ahead = ((column, box_ahead(state, seat, column)) for column in range(SIZE))
    return [column for column, box in ahead if box is not None and not occupied(state, box)]


def is_over(state: State) -> bool:
    """Rule 4: the game ends before a round in which either player has no movable tank."""
    return not all(movable(state, seat) for seat in SEATS)


def play(state: State, columns: Mapping[Seat, int]) -> State:
    """One round: both drive, then all fire. The columns must be movable."""
    rows, boundary, bumped = _drive(state, columns)
    moved = State(state.lanes, state.c_reach, rows, boundary)
    shots = tuple(_shots(moved))
    hit = {(1 - shot.seat, shot.target) for shot in shots}
    after = tuple(
        tuple(None if (seat, column) in hit else row for column, row in enumerate(rows[seat]))
        for seat in SEATS
    )
    wrecks = tuple(
        (seat, Box(c, row)) for seat in SEATS for c, row in living(moved, seat) if (seat, c) in hit
    )
    last = Round((columns[0], columns[1]), bumped, shots, wrecks)
    return State(state.lanes, state.c_reach, (after[0], after[1]), boundary, state.rounds + 1, last)


def living(state: State, seat: Seat) -> Iterator[tuple[int, int]]:
    """Column and row of each surviving tank."""
    return ((column, row) for column, row in enumerate(state.rows[seat]) if row is not None)


def _drive(
    state: State, columns: Mapping[Seat, int]
) -> tuple[tuple[tuple[int | None, ...], tuple[int | None, ...]], tuple[int, ...], Seat | None]:
    """Rules 5 and 6: rows and boundary after the moving phase, and who was kept out of a contested box."""
    rows = [list(state.rows[0]), list(state.rows[1])]
    boundary = list(state.boundary)
    entered = {seat: box_ahead(state, seat, columns[seat]) for seat in SEATS}
    bumped: Seat | None = None
    if entered[0] == entered[1] and entered[0] is not None:
        bumped = 1 if entered[0].row < boundary[entered[0].column] else 0
    for seat, box in entered.items():
        if box is not None and seat != bumped:
            rows[seat][box.column] = box.row
            if seat == 0:
                boundary[box.column] = max(boundary[box.column], box.row + 1)
            else:
                boundary[box.column] = min(boundary[box.column], box.row)
    return (tuple(rows[0]), tuple(rows[1])), tuple(boundary), bumped


def _shots(state: State) -> Iterator[Shot]:
    """Rule 7: every living tank fires at every enemy tank in its reach; nothing blocks a shot."""
    reach = REACH[state.c_reach]
    for seat in SEATS:
        enemy = SEATS[1 - seat]
        for column, row in living(state, seat):
            hits = reach[tank_type(state, seat, column)]
            for target, target_row in living(state, enemy):
                if (target - column, target_row - row) in hits:
                    yield Shot(seat, column, target)


def surviving(state: State) -> tuple[int, int]:
    u, d = (sum(1 for _ in living(state, seat)) for seat in SEATS)
    return u, d


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
