"""Boards drawn by seed for the zoo: long lanes, one-square passages, open edges."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from steelyard.games.tank_duel import boards
from steelyard.games.tank_duel.rules import FREE, MOST_COLUMNS, MOST_ROWS, WALL, Board, Square

if TYPE_CHECKING:
    from collections.abc import Callable

TRIES = 200
KINDS = ("lanes", "passages", "open")


def draw(kind: str, seed: int) -> str:
    """The text of a board of that kind; the same after half a turn, so that it is fair."""
    rng = Random(f"{kind} {seed}")
    while True:
        for _ in range(TRIES):
            board = DRAWN[kind](rng, rng.randint(8, MOST_COLUMNS), rng.randint(7, MOST_ROWS))
            if board is not None and _suits(board):
                return boards.write(board)


def _lanes(rng: Random, width: int, height: int) -> Board | None:
    """Rows of wall with one or two gaps, and lanes of one or two rows between them."""
    grid = [[FREE] * width for _ in range(height)]
    y = rng.randint(0, 2)
    while y < height // 2:
        for x in range(width):
            grid[y][x] = WALL
        for _ in range(rng.randint(1, 2)):
            grid[y][rng.randrange(width)] = FREE
        y += rng.randint(2, 3)
    return _turned(rng, grid)


def _passages(rng: Random, width: int, height: int) -> Board | None:
    """Rooms with walls around them and a gap of one square in each wall."""
    grid = [[FREE] * width for _ in range(height)]
    columns = sorted(rng.sample(range(2, width - 2), rng.randint(1, 2)))
    rows = sorted(rng.sample(range(2, height - 2), rng.randint(1, 2)))
    for x in columns:
        for y in range(height):
            grid[y][x] = WALL
    for y in rows:
        for x in range(width):
            grid[y][x] = WALL
    for x in columns:
        for _ in range(2):
            grid[rng.randrange(height)][x] = FREE
    for y in rows:
        for _ in range(2):
            grid[y][rng.randrange(width)] = FREE
    return _turned(rng, grid)


def _open(rng: Random, width: int, height: int) -> Board | None:
    """Hardly any walls: all edges lead to the other side."""
    grid = [[WALL if rng.random() < 0.05 else FREE for _ in range(width)] for _ in range(height)]
    return _turned(rng, grid)


def _turned(rng: Random, grid: list[list[str]]) -> Board | None:
    """The second half is the first half turned around; a start in each."""
    width, height = len(grid[0]), len(grid)
    squares = [square for row in grid for square in row]
    count = width * height
    squares[count // 2 :] = squares[: (count + 1) // 2][::-1]
    free = [place for place in range(count // 2) if squares[place] == FREE]
    if not free:
        return None
    one = rng.choice(free)
    starts = (
        Square(one % width, one // width),
        Square((count - 1 - one) % width, (count - 1 - one) // width),
    )
    return Board(width, height, "".join(squares), starts)


def _suits(board: Board) -> bool:
    """Whether the board is fair and the tanks can meet.

    Tanks that cannot are two games for one player each: drawn, if both drive as long as they can.
    """
    return boards.is_fair(board) and boards.is_lively(board) and _roomy(board)


def _roomy(board: Board) -> bool:
    """Whether each tank reaches some squares first, and both together half of them."""
    ours, theirs = boards.territories(board)
    return 2 * (len(ours) + len(theirs)) >= board.squares.count(FREE) and len(ours) >= 8


DRAWN: dict[str, Callable[[Random, int, int], Board | None]] = {
    "lanes": _lanes,
    "passages": _passages,
    "open": _open,
}
