"""Tank Duel in plain Python, in the order of the README's numbered rules. This file is the authority."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from steelyard.core.game import SEATS, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from steelyard.core.game import Seat

T = TypeVar("T")
Direction = Literal["left", "right", "up", "down"]
Hit = Literal["wall", "mine", "missile", "tank"]

DIRECTIONS: tuple[Direction, ...] = ("left", "right", "up", "down")
STEP: dict[Direction, tuple[int, int]] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
OPPOSITE: dict[Direction, Direction] = {"left": "right", "right": "left", "up": "down", "down": "up"}
HITS: tuple[Hit, ...] = ("wall", "mine", "missile", "tank")
MOST_COLUMNS, MOST_ROWS = 14, 12
FREE, WALL, MINE = ".xo"


class Square(NamedTuple):
    """A place on the board, or just off it."""

    x: int
    y: int

    def next(self, direction: Direction, steps: int = 1) -> Square:
        dx, dy = STEP[direction]
        return Square(self.x + steps * dx, self.y + steps * dy)


class Board(NamedTuple):
    """A board before the first round (rules 1 and 2)."""

    width: int
    height: int
    squares: str
    """Free, wall or mine, at x + y * width; the tanks are not in it."""
    starts: tuple[Square, Square]
    """In reading order."""


class Joystick(NamedTuple):
    """How a player has set the joystick (rules 4 and 5)."""

    move: Direction | None = None
    tower: Direction | None = None
    fire: bool = False


JOYSTICKS = tuple(  # a move's code is its place in here
    Joystick(move, tower, fire)
    for move in (None, *DIRECTIONS)
    for tower in (None, *DIRECTIONS)
    for fire in (False, True)
)


class Tank(NamedTuple):
    at: Square
    move: Direction
    tower: Direction | None
    fire: bool = False
    """It created a missile this round."""
    hits: tuple[Hit, ...] = ()
    """What destroyed it, in the order of HITS."""

    @property
    def in_flames(self) -> bool:
        return bool(self.hits)


class Missile(NamedTuple):
    tail: Square
    head: Square
    direction: Direction
    in_flames: bool = False

    def covers(self, square: Square) -> bool:
        return square in {self.tail, self.head}


Missiles = tuple[Missile | None, Missile | None]


@dataclass(frozen=True, slots=True)
class Round:
    """The last round, for pictures: no rule depends on it."""

    joysticks: tuple[Joystick, Joystick]
    places: tuple[Square, Square]
    """Where the tanks stood before."""


@dataclass(frozen=True, slots=True)
class State:
    """A position. `rounds` and `last` are for pictures and do not count when positions are compared."""

    width: int
    height: int
    squares: str
    tanks: tuple[Tank, Tank]
    missiles: Missiles = (None, None)
    """One a tank at most (rule 3), at the place of its tank."""
    rounds: int = field(default=0, compare=False)
    last: Round | None = field(default=None, compare=False)

    def on_board(self, square: Square) -> bool:
        return 0 <= square.x < self.width and 0 <= square.y < self.height

    def holds(self, square: Square, ground: str) -> bool:
        """Whether that square is on the board and is of that ground."""
        return self.on_board(square) and self.squares[square.x + square.y * self.width] == ground

    def wrapped(self, square: Square) -> Square:
        return Square(square.x % self.width, square.y % self.height)

    def _repr_svg_(self) -> str:
        from steelyard.games.tank_duel.picture import to_svg  # noqa: PLC0415 - picture imports this module

        return to_svg(self)


def both(of: Callable[[Seat], T]) -> tuple[T, T]:
    """A value for each seat: nothing in a round may depend on the order of the seats."""
    return of(0), of(1)


def start(board: Board, *, swap_starts: bool = False) -> State:
    """Rules 1 and 7: the tanks on their starts, driving and aiming towards the far half."""

    def tank(seat: Seat) -> Tank:
        at = board.starts[1 - seat if swap_starts else seat]
        facing: Direction = "right" if 2 * at.x < board.width else "left"
        return Tank(at, facing, facing)

    return State(board.width, board.height, board.squares, both(tank))


def apply(state: State, joysticks: tuple[Joystick, Joystick]) -> State:
    """One round. Any joysticks are legal."""
    flown = fly(state)
    drives = both(lambda seat: _drive(state, flown, seat, joysticks[seat].move or "left"))
    squares = _mined(state, (state.tanks[seat].at for seat in SEATS if drives[seat].left_a_mine))
    after = replace(state, squares=squares)
    shots = both(lambda seat: _shot(after, flown[seat], drives[seat], joysticks[seat]))
    missiles = both(lambda seat: shots[seat] or flown[seat])
    hits = both(lambda seat: tuple(_hits(after, drives[seat], drives[1 - seat], missiles)))
    return State(
        state.width,
        state.height,
        squares,
        both(lambda seat: _shown(state.tanks[seat], drives[seat], joysticks[seat], shots[seat], hits[seat])),
        both(lambda seat: _hitting(missiles[seat], drives)),
        state.rounds + 1,
        Round(joysticks, both(lambda seat: state.tanks[seat].at)),
    )


# A. Missiles.
def fly(state: State) -> Missiles:
    """The missiles after two more squares; None for one that is gone."""
    return both(lambda seat: _flown(state, state.missiles[seat]))


def _flown(state: State, missile: Missile | None) -> Missile | None:
    if missile is None or missile.in_flames:
        return None
    tail = missile.tail.next(missile.direction, 2)
    return _placed(state, tail, missile.direction) if state.on_board(tail) else None


def _placed(state: State, tail: Square, direction: Direction) -> Missile:
    """A missile there. It bursts if its head is in a wall, and on one square if its tail is (A(d))."""
    if state.holds(tail, WALL):
        return Missile(tail, tail, direction, in_flames=True)
    head = tail.next(direction)
    return Missile(tail, head, direction, in_flames=state.holds(head, WALL))


# B. Tanks move.
class Drive(NamedTuple):
    """Where a tank's move took it."""

    at: Square
    direction: Direction
    crashed: bool = False
    left_a_mine: bool = False


def _drive(state: State, missiles: Missiles, seat: Seat, direction: Direction) -> Drive:
    at = state.tanks[seat].at
    if any(
        missile and missile.tail == at and missile.direction == OPPOSITE[direction] for missile in missiles
    ):
        return Drive(at, direction)
    target = state.wrapped(at.next(direction))
    if state.holds(target, WALL):
        return Drive(at, direction, crashed=True)
    return Drive(target, direction, left_a_mine=True)


def _mined(state: State, left: Iterable[Square]) -> str:
    squares = list(state.squares)
    for square in left:
        squares[square.x + square.y * state.width] = MINE
    return "".join(squares)


# C. Shots.
def _shot(state: State, flown: Missile | None, drive: Drive, joystick: Joystick) -> Missile | None:
    """The missile that a tank fires, if it does."""
    if drive.crashed or flown is not None or not joystick.fire or joystick.tower is None:
        return None
    return _placed(state, drive.at.next(joystick.tower), joystick.tower)


def _shown(
    before: Tank, drive: Drive, joystick: Joystick, shot: Missile | None, hits: tuple[Hit, ...]
) -> Tank:
    """The tank as it is published; a crashed one keeps its old tower and fire."""
    if drive.crashed:
        return Tank(drive.at, drive.direction, before.tower, before.fire, hits)
    return Tank(drive.at, drive.direction, joystick.tower, shot is not None, hits)


# D. Hits.
def _hits(state: State, drive: Drive, other: Drive, missiles: Missiles) -> Iterator[Hit]:
    if drive.crashed:
        yield "wall"
    if state.holds(drive.at, MINE):
        yield "mine"
    if any(missile and missile.covers(drive.at) for missile in missiles):
        yield "missile"
    if drive.at == other.at:
        yield "tank"


def _hitting(missile: Missile | None, drives: tuple[Drive, Drive]) -> Missile | None:
    """A missile that hits a tank goes up in flames."""
    if missile is not None and any(missile.covers(drive.at) for drive in drives):
        return missile._replace(in_flames=True)
    return missile


# E. End.
def ways_out(state: State, seat: Seat) -> int:
    """How many of the four squares next to a tank are free, also around the edges."""
    square, other = state.tanks[seat].at, state.tanks[1 - seat].at
    nearby = {state.wrapped(square.next(direction)) for direction in DIRECTIONS}
    return sum(state.holds(each, FREE) and each != other for each in nearby)


def is_over(state: State) -> bool:
    return any(tank.in_flames for tank in state.tanks)


def outcome(state: State) -> Outcome | None:
    """Both in flames is a draw; one in flames, the other wins."""
    if not is_over(state):
        return None
    one, two = (not tank.in_flames for tank in state.tanks)
    if one or two:
        loser = state.tanks[0 if two else 1]
        return Outcome(0 if one else 1, loser.hits[0], (int(one), int(two)))
    return Outcome(None, "tank" if "tank" in state.tanks[0].hits else "both", (0, 0))
