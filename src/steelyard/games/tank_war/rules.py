"""Tank War in plain Python, in the order of the README's numbered rules. This file is the authority."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
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


def movable(state: State, seat: Seat) -> list[int]:
    """Rule 4: the columns whose tank is alive, not on its last row, and has no tank in the box ahead."""
    enemy, step, last = state.rows[1 - seat], STEP[seat], LAST_ROW[seat]
    return [c for c, row in living(state, seat) if row != last and enemy[c] != row + step]


def is_over(state: State) -> bool:
    """Rule 4: the game ends before a round in which either player has no movable tank."""
    return not (movable(state, 0) and movable(state, 1))


def play(state: State, columns: Mapping[Seat, int]) -> State:
    """One round: both drive, then all fire. The columns must be movable."""
    moved, bumped = _drive(state, columns)
    shots = tuple(_shots(moved))
    hit = {(1 - shot.seat, shot.target) for shot in shots}
    wrecks = tuple(
        (seat, Box(c, row)) for seat in SEATS for c, row in living(moved, seat) if (seat, c) in hit
    )
    rows = [list(moved.rows[seat]) for seat in SEATS]
    for seat, box in wrecks:
        rows[seat][box.column] = None
    last = Round((columns[0], columns[1]), bumped, shots, wrecks)
    return replace(moved, rows=(tuple(rows[0]), tuple(rows[1])), rounds=state.rounds + 1, last=last)


def living(state: State, seat: Seat) -> list[tuple[int, int]]:
    """Column and row of each surviving tank."""
    return [(column, row) for column, row in enumerate(state.rows[seat]) if row is not None]


def _drive(state: State, columns: Mapping[Seat, int]) -> tuple[State, Seat | None]:
    """Rules 5 and 6: the position after the moving phase, and who was kept out of a contested box."""
    ahead = {seat: Box(c, dict(living(state, seat))[c] + STEP[seat]) for seat, c in columns.items()}
    bumped: Seat | None = None
    if ahead[0] == ahead[1]:
        bumped = 1 if ahead[0].row < state.boundary[ahead[0].column] else 0
    rows, boundary = [list(state.rows[seat]) for seat in SEATS], list(state.boundary)
    for seat, box in ahead.items():
        if seat != bumped:
            rows[seat][box.column] = box.row
            reached = box.row + 1 if seat == 0 else box.row
            boundary[box.column] = (max if seat == 0 else min)(boundary[box.column], reached)
    return replace(state, rows=(tuple(rows[0]), tuple(rows[1])), boundary=tuple(boundary)), bumped


def _shots(state: State) -> Iterator[Shot]:
    """Rule 7: every living tank fires at every enemy tank in its reach; nothing blocks a shot."""
    reach = REACH[state.c_reach]
    for seat in SEATS:
        enemies = living(state, SEATS[1 - seat])
        for column, row in living(state, seat):
            hits = reach[tank_type(state, seat, column)]
            for target, target_row in enemies:
                if (target - column, target_row - row) in hits:
                    yield Shot(seat, column, target)


def surviving(state: State) -> tuple[int, int]:
    return len(living(state, 0)), len(living(state, 1))


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
