"""Tank Battle in plain Python, in the order of the README's numbered rules. This file is the authority."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from steelyard.core.game import SEATS, Move, Outcome
from steelyard.games.tank_battle.boards import ARMY, CIRCLE, COMMANDER, EMPTY, NORMAL, SIZE, SQUARES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.core.game import Seat
    from steelyard.games.tank_battle.boards import Board

TANKS = (NORMAL[0] + COMMANDER[0], NORMAL[1] + COMMANDER[1])
PASS = Move(SQUARES * SQUARES)


class Figure(NamedTuple):
    """One of the 28 tanks, for pictures: where it is and where its barrel points."""

    square: int | None
    """None once captured."""
    heading: tuple[int, int]
    """Files and ranks of the step it drove last."""


class Last(NamedTuple):
    """The last turn, for pictures."""

    move: Move
    captured: str
    """The tank that stood on the target, or nothing."""


@dataclass(frozen=True, slots=True)
class State:
    """A position. `last` and `figures` are for pictures and do not count when positions are compared."""

    board: Board
    quiet_limit: int
    squares: str
    """By square number: `w W b B`, or `.` for no tank."""
    mover: Seat
    """The seat whose turn it is, or would be if the game were not over."""
    quiet: int = 0
    """Turns since a tank was captured or came into the enemy base."""
    passes: int = 0
    """Passes in a row just made."""
    last: Last | None = field(default=None, compare=False)
    figures: tuple[Figure, ...] = field(default=(), compare=False)
    """White's fourteen, then Black's, commanders first; empty until a tank has moved."""

    def __hash__(self) -> int:
        """Boards and limits are left out: they rarely differ, and hashing them would take longest."""
        return hash((self.squares, self.mover, self.quiet, self.passes))

    def _repr_svg_(self) -> str:
        from steelyard.games.tank_battle.picture import to_svg  # noqa: PLC0415 - picture imports this module

        return to_svg(self)


def start(board: Board, quiet_limit: int) -> State:
    """Rules 1 to 4: the tanks stand where the board has them; White moves first."""
    return State(board, quiet_limit, board.start, 0)


def enemy_base(state: State, seat: Seat) -> frozenset[int]:
    return state.board.bases[1 - seat]


def destinations(state: State, square: int) -> Iterator[int]:
    """Rules 5 to 8: where the tank on that square can go, even if it is not its turn."""
    tank = state.squares[square]
    enemies = TANKS[1] if tank in TANKS[0] else TANKS[0]
    for line in state.board.lines[tank][square]:
        for target in line:
            other = state.squares[target]
            if other == EMPTY:
                yield target
                continue
            if other in enemies and not _out_of_reach(state, tank, other, target):
                yield target
            break


def _out_of_reach(state: State, tank: str, other: str, target: int) -> bool:
    """Rule 7: commanders cannot capture each other on contaminated squares."""
    return tank in COMMANDER and other in COMMANDER and target in state.board.contaminated


def drives(state: State, seat: Seat) -> list[Move]:
    """The seat's moves of tanks, ascending, without asking whose turn it is."""
    own = TANKS[seat]
    return sorted(
        Move(SQUARES * square + target)
        for square, tank in enumerate(state.squares)
        if tank in own
        for target in destinations(state, square)
    )


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """Rule 9: a player without a legal move passes, and only then."""
    if seat != state.mover or is_over(state):
        return []
    return drives(state, seat) or [PASS]


def is_legal(state: State, seat: Seat, move: Move) -> bool:
    """Whether `legal_moves` has the move; only the tank that would move is looked at."""
    if seat != state.mover or is_over(state):
        return False
    if move == PASS:
        return not drives(state, seat)
    square, target = divmod(move, SQUARES)
    return state.squares[square] in TANKS[seat] and target in destinations(state, square)


def apply(state: State, move: Move) -> State:
    """The position after a legal move; nothing is checked."""
    seat, after = state.mover, SEATS[1 - state.mover]
    if move == PASS:
        return replace(
            state, mover=after, quiet=state.quiet + 1, passes=state.passes + 1, last=Last(PASS, "")
        )
    square, target = divmod(move, SQUARES)
    captured = state.squares[target].strip(EMPTY)
    goal = enemy_base(state, seat)
    came_in = target in goal and square not in goal
    return State(
        state.board,
        state.quiet_limit,
        _moved(state.squares, square, target),
        after,
        quiet=0 if captured or came_in else state.quiet + 1,
        last=Last(move, captured),
        figures=_followed(state.figures or figures(state.squares), square, target),
    )


def _moved(squares: str, square: int, target: int) -> str:
    low, high = sorted((square, target))
    tank = squares[square]
    put_low, put_high = (EMPTY, tank) if low == square else (tank, EMPTY)
    return squares[:low] + put_low + squares[low + 1 : high] + put_high + squares[high + 1 :]


def is_over(state: State) -> bool:
    return why_over(state) is not None


@lru_cache(maxsize=1 << 12)
def why_over(state: State) -> str | None:
    """Rules 10 and 11, in this order: the reason of the end, or None while the game goes on."""
    if any(not _count(state.squares, seat) for seat in SEATS):
        return "destroyed"
    if any(all_arrived(state, seat) for seat in SEATS):
        return "arrived"
    if state.passes >= 2:
        return "passes"
    if state.quiet_limit and state.quiet >= 2 * state.quiet_limit:
        return "quiet"
    return None


def _count(squares: str, seat: Seat) -> int:
    return squares.count(NORMAL[seat]) + squares.count(COMMANDER[seat])


def all_arrived(state: State, seat: Seat) -> bool:
    """Rule 10: whether every surviving tank of that seat stands in the enemy base."""
    own, squares = TANKS[seat], state.squares
    return sum(squares[square] in own for square in enemy_base(state, seat)) == _count(squares, seat)


def outcome(state: State) -> Outcome | None:
    reason = why_over(state)
    return None if reason is None else _by_points(state, reason)


def by_agreement(state: State) -> Outcome:
    """Rule 11: how the game ends if the players agree to end it here."""
    return _by_points(state, "agreement")


def _by_points(state: State, reason: str) -> Outcome:
    """Rule 12: more points wins, equal is a draw."""
    white, black = points(state)
    winner: Seat | None = None if white == black else 0 if white > black else 1
    return Outcome(winner, reason, (white, black))


@lru_cache(maxsize=1 << 12)
def points(state: State) -> tuple[int, int]:
    """Rule 12: White's and Black's points, at any time in the game."""
    white, black = (_points(state, seat) for seat in SEATS)
    return white, black


def _points(state: State, seat: Seat) -> int:
    """One for each tank, one more in the enemy base, one more for the commander on the enemy's circle."""
    arrived = sum(state.squares[square] in TANKS[seat] for square in enemy_base(state, seat))
    crowned = state.squares[CIRCLE[1 - seat]] == COMMANDER[seat]
    return _count(state.squares, seat) + arrived + crowned


def captured(state: State) -> tuple[str, str]:
    """The tanks that White and Black have lost, normal ones first: `www`, `bB`."""
    white, black = (
        NORMAL[seat] * (ARMY - 1 - state.squares.count(NORMAL[seat]))
        + COMMANDER[seat] * (1 - state.squares.count(COMMANDER[seat]))
        for seat in SEATS
    )
    return white, black


def figures(squares: str) -> tuple[Figure, ...]:
    """The tanks before any has moved, numbered by square, each aiming at the enemy's corner."""
    found: list[Figure] = []
    for seat in SEATS:
        heading = (-1, 1) if seat == 0 else (1, -1)
        for kind, most in ((COMMANDER[seat], 1), (NORMAL[seat], ARMY - 1)):
            places: list[int | None] = [square for square, tank in enumerate(squares) if tank == kind]
            places += [None] * (most - len(places))
            found += [Figure(place, heading) for place in places]
    return tuple(found)


def _followed(before: tuple[Figure, ...], square: int, target: int) -> tuple[Figure, ...]:
    heading = _step(target % SIZE - square % SIZE), _step(target // SIZE - square // SIZE)
    return tuple(
        Figure(target, heading)
        if figure.square == square
        else Figure(None, figure.heading)
        if figure.square == target
        else figure
        for figure in before
    )


def _step(distance: int) -> int:
    return (distance > 0) - (distance < 0)
