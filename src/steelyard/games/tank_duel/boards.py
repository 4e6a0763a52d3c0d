"""Boards: reading them from text, those that come with the game, and fair random ones."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from steelyard.core.board_files import board_names
from steelyard.core.errors import InvalidState
from steelyard.games.tank_duel.rules import (
    DIRECTIONS,
    FREE,
    MINE,
    MOST_COLUMNS,
    MOST_ROWS,
    WALL,
    Board,
    Square,
    State,
    start,
)

if TYPE_CHECKING:
    from random import Random

FOLDER = Path(__file__).parent / "boards"
DEFAULT = "meadow"
START = "t"
MOST_CHARACTERS = 4096  # more than any board has

LEAST_RANDOM = 6  # columns and rows; hardly any smaller board is fair
UNFAIR = 0.1  # how much larger one side's territory may be, as a share of both
TRIES = 40  # at one density of walls, before it is lowered
WISHES = {"width": 10, "height": 10, "walls": 0.12, "mines": 0.0, "symmetric": True}  # of a random board


@cache
def names() -> tuple[str, ...]:
    return board_names(FOLDER, DEFAULT)


@cache
def shipped(name: str) -> Board:
    return read((FOLDER / f"{name}.txt").read_text("utf-8"))


def looks_like_a_board(text: str) -> bool:
    """Whether a text is meant as a board, not as a name or a position in notation."""
    inside = text.removeprefix("\ufeff").strip()
    return "\n" in inside or "\r" in inside or set(inside) <= {FREE, WALL, MINE, START}


def read(text: str) -> Board:
    """The board of a file: one character a square, equal lines, two starts."""
    lines = _lines(text[:MOST_CHARACTERS])
    for number, line in enumerate(lines, start=1):
        _check_line(line, number, len(lines[0]))
    if len(text) > MOST_CHARACTERS:
        raise InvalidState(
            f"line {len(lines) + 1}, column 1: {len(text)} characters are too many; {_sizes()}"
        )
    starts = [
        Square(x, y) for y, line in enumerate(lines) for x, square in enumerate(line) if square == START
    ]
    if len(starts) != 2:
        raise InvalidState(f"{_counted(starts)}; a board has exactly two, one for each tank")
    squares = "".join(lines).replace(START, FREE)
    return Board(len(lines[0]), len(lines), squares, (starts[0], starts[1]))


def _lines(text: str) -> list[str]:
    """The lines without a byte order mark, blanks at their ends and blank lines at the end."""
    lines = [line.rstrip(" \t") for line in re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff"))]
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        raise InvalidState("line 1, column 1: the board is empty; it needs lines of . x o and two t")
    return lines


def _check_line(line: str, number: int, width: int) -> None:
    if number > MOST_ROWS:
        raise InvalidState(f"line {number}, column 1: this is one line too many; {_sizes()}")
    for column, square in enumerate(line, start=1):
        if square not in {FREE, WALL, MINE, START}:
            raise InvalidState(
                f"line {number}, column {column}: {square!r} is not a square; "
                "squares are . (free), x (wall), o (mine) and t (a tank's start)"
            )
        if column > MOST_COLUMNS:
            raise InvalidState(f"line {number}, column {column}: this is one square too many; {_sizes()}")
    if len(line) != width:
        place = f"line {number}, column {min(len(line), width) + 1}"
        raise InvalidState(
            f"{place}: {len(line)} squares, but line 1 has {width}; all lines have the same length"
        )


def _sizes() -> str:
    return f"a board has at most {MOST_COLUMNS} x {MOST_ROWS} squares"


def _counted(starts: list[Square]) -> str:
    if not starts:
        return "line 1, column 1: there is no start (t) on this board"
    x, y = starts[min(len(starts), 3) - 1]  # the only one, or the first that is too many
    which = "the only start (t)" if len(starts) == 1 else f"one of {len(starts)} starts (t)"
    return f"line {y + 1}, column {x + 1}: {which} on this board"


def write(board: Board) -> str:
    """The text that `read` reads."""
    squares = list(board.squares)
    for square in board.starts:
        squares[square.x + square.y * board.width] = START
    rows = range(0, len(squares), board.width)
    return "".join("".join(squares[row : row + board.width]) + "\n" for row in rows)


# Fairness.
def is_fair(board: Board) -> bool:
    """Whether both can move, no first shot can hit, and both have about as much room."""
    state = start(board)
    one, two = board.starts
    steps = [first_steps(state, square) for square in board.starts]
    if not all(steps) or _in_line(state, one, two):
        return False
    if first_shots(state, one) & (steps[1] | {two}) or first_shots(state, two) & (steps[0] | {one}):
        return False
    rooms = [len(room) for room in territories(board)]
    return abs(rooms[0] - rooms[1]) <= UNFAIR * sum(rooms)


def first_steps(state: State, square: Square) -> set[Square]:
    """The free squares next to that square."""
    return {target for target in _neighbours(state, square) if state.holds(target, FREE)}


def _neighbours(state: State, square: Square) -> set[Square]:
    return {state.wrapped(square.next(direction)) for direction in DIRECTIONS}


def first_shots(state: State, square: Square) -> set[Square]:
    """Every square that a missile can cover in the first round of a tank that starts there."""
    covered = set()
    for place in _neighbours(state, square):
        for direction in DIRECTIONS:
            tail = place.next(direction)
            if not (state.holds(place, WALL) or state.holds(tail, WALL)):
                covered |= {tail, tail.next(direction)}
    return covered


def _in_line(state: State, one: Square, two: Square) -> bool:
    """Whether a missile could fly straight from one square to the other."""
    for direction in DIRECTIONS:
        square = one.next(direction)
        while state.on_board(square) and not state.holds(square, WALL):
            if square == two:
                return True
            square = square.next(direction)
    return False


def territories(board: Board) -> tuple[set[Square], set[Square]]:
    """The free squares that each tank reaches before the other, also around the board's edges."""
    state = start(board)
    one, two = (_distances(state, square) for square in board.starts)
    far = board.width * board.height
    return (
        {square for square, steps in one.items() if steps < two.get(square, far)},
        {square for square, steps in two.items() if steps < one.get(square, far)},
    )


def _distances(state: State, square: Square) -> dict[Square, int]:
    distances = {square: 0}
    edge = [square]
    while edge:
        reached = {step for place in edge for step in first_steps(state, place)} - distances.keys()
        distances |= dict.fromkeys(reached, distances[edge[0]] + 1)
        edge = list(reached)
    return distances


# Random boards.
def random_board(  # noqa: PLR0913 - a board has this many features
    rng: Random,
    width: int = int(WISHES["width"]),
    height: int = int(WISHES["height"]),
    *,
    walls: float = WISHES["walls"],
    mines: float = WISHES["mines"],
    symmetric: bool = bool(WISHES["symmetric"]),
) -> str:
    """The text of a fair board with about those shares of walls and mines.

    A symmetric board is the same after half a turn; any other gives both sides about as much room.
    """
    _check_wishes(width, height, walls, mines)
    thinner = 1.0
    while True:
        for _ in range(TRIES):
            board = _scattered(rng, width, height, (walls * thinner, mines * thinner), symmetric=symmetric)
            if is_fair(board) and is_lively(board):
                return write(board)
        thinner *= 0.8  # so that the search ends: an open board is soon fair


def _check_wishes(width: int, height: int, walls: float, mines: float) -> None:
    if not (LEAST_RANDOM <= width <= MOST_COLUMNS and LEAST_RANDOM <= height <= MOST_ROWS):
        raise InvalidState(
            f"a random board of {width} x {height}: it can have {LEAST_RANDOM} to {MOST_COLUMNS} columns "
            f"and {LEAST_RANDOM} to {MOST_ROWS} rows"
        )
    if not (walls >= 0 and mines >= 0 and walls + mines <= 0.5):
        raise InvalidState(
            f"walls {walls} and mines {mines}: both are shares of the squares, at most 0.5 together"
        )


def _scattered(
    rng: Random, width: int, height: int, shares: tuple[float, float], *, symmetric: bool
) -> Board:
    """Random walls, mines and starts; the second half of a symmetric board is the first, turned around."""
    count = width * height
    ground = rng.choices((WALL, MINE, FREE), (*shares, 1 - sum(shares)), k=count)
    one, two = rng.sample(range(count), 2)
    if symmetric:
        ground[count // 2 :] = ground[: (count + 1) // 2][::-1]
        one = rng.randrange(count // 2)
        two = count - 1 - one
    ground[one] = ground[two] = FREE
    starts = sorted((one, two))
    places = (Square(start % width, start // width) for start in starts)
    return Board(width, height, "".join(ground), (next(places), next(places)))


def is_lively(board: Board) -> bool:
    """Whether the tanks can reach each other and at least half of the free squares."""
    reached = _distances(start(board), board.starts[0])
    return board.starts[1] in reached and 2 * len(reached) >= board.squares.count(FREE)
