"""The boards that are trained on: drawn by seed, with the tables that the environment needs."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from steelyard import games
from steelyard.envs.jax.tank_duel import (
    COMPACT,
    CRASHED,
    DIRECTION_AT,
    EXISTS,
    IN_FLAMES,
    STEP,
    State,
    Tables,
    encode,
)
from steelyard.games.tank_duel.boards import random_board
from steelyard.training.tank_duel.sets import WORDS, Set, Size

WIDTHS, HEIGHTS = (6, 14), (6, 12)
MOST_WALLS, MOST_MINES = 0.32, 0.12
CELLS = 256
TABLE = 4 * CELLS
FRAME = 48  # cells on either side, so that three steps never leave the array


class Boards(NamedTuple):
    """Many boards. Where a board is asked for, any number of them can be given, by number."""

    tables: Tables
    ground: Any
    """Squares without walls: (boards, 6) words."""
    size: Any
    """Width and height."""
    tanks: Any
    """At the start, as the environment has them: (boards, 2)."""
    mines: Any

    def start(self, board: Any) -> State:
        """The first positions on these boards."""
        tanks, mines = self.tanks[board], self.mines[board]
        return State((tanks[..., 0], tanks[..., 1]), tuple(mines[..., word] for word in range(WORDS)))

    def tables_of(self, board: Any) -> Tables:
        return self.tables._replace(first=board * np.uint32(TABLE))

    def ground_of(self, board: Any) -> Set:
        words = self.ground[board]
        return tuple(words[..., word] for word in range(WORDS))

    def size_of(self, board: Any) -> Size:
        size = self.size[board]
        return Size(size[..., 0], size[..., 1])


def draw(seed: int, count: int) -> list[str]:
    """The texts of that many boards of all sizes, from open to narrow."""
    rng = Random(f"tank_duel boards {seed}")
    return [_drawn(rng) for _ in range(count)]


def _drawn(rng: Random) -> str:
    walls = rng.choice((0.0, rng.uniform(0, MOST_WALLS), 0.12))
    mines = rng.choice((0.0, 0.0, rng.uniform(0, MOST_MINES)))
    width, height = (10, 10) if rng.random() < 0.25 else (rng.randint(*WIDTHS), rng.randint(*HEIGHTS))
    return random_board(rng, width, height, walls=walls, mines=mines, symmetric=rng.random() < 0.6)


def load(texts: list[str]) -> Boards:
    game = games.get("tank_duel")
    states = [game.start(text) for text in texts]
    cells = np.zeros((2, len(states), CELLS), bool)  # on the board; walls
    tanks, mines = np.zeros((len(states), 2), np.uint32), np.zeros((len(states), WORDS), np.uint32)
    for number, state in enumerate(states):
        squares = np.array(list(state.squares)).reshape(state.height, state.width)
        for plane, marked in enumerate((squares == squares, squares == "x")):  # noqa: PLR0124 - all of them
            inside = cells[plane, number].reshape(16, 16)[2 : 2 + state.height, 1 : 1 + state.width]
            inside[:] = marked
        first = encode(state)
        tanks[number] = first.tanks
        mines[number, : len(first.mines)] = first.mines
    on_board, walls = cells
    sizes = np.array([(state.width, state.height) for state in states], np.uint32)
    return Boards(
        Tables(*(jnp.asarray(table.reshape(-1)) for table in tables(on_board, walls, sizes)[:3])),
        jnp.asarray(words(on_board & ~walls)),
        jnp.asarray(sizes),
        jnp.asarray(tanks),
        jnp.asarray(mines),
    )


def words(cells: Any) -> Any:
    """Squares as six words: (boards, 256) of yes or no to (boards, 6)."""
    bits = np.packbits(cells[:, 32 : 32 + 32 * WORDS], axis=1, bitorder="little")
    return np.ascontiguousarray(bits).view(np.uint32)


def tables(on_board: Any, walls: Any, sizes: Any) -> Tables:
    """The environment's tables of many boards: (boards, 1024) each."""
    count = len(walls)
    framed = np.zeros((2, count, CELLS + 2 * FRAME), bool)
    framed[0, :, FRAME:-FRAME], framed[1, :, FRAME:-FRAME] = on_board, walls
    inside, solid = framed
    cell = np.arange(CELLS)
    found = Tables(*(np.zeros((count, 4 * CELLS), np.uint32) for _ in range(3)))
    for direction, step in enumerate(STEP):
        part = slice(direction << DIRECTION_AT, (direction + 1) << DIRECTION_AT)
        fired, beyond = (cell + step) & 0xFF, cell + 2 * step
        found.fired[:, part] = _missiles(fired, direction, solid)
        flies = inside[:, FRAME + cell + step] & inside[:, FRAME + beyond]
        found.flown[:, part] = np.where(flies, _missiles(beyond, direction, solid), 0)
        found.target[:, part] = _targets(direction, sizes, on_board, walls)
    return found


def _missiles(tail: Any, direction: int, solid: Any) -> Any:
    compact = solid[:, FRAME + tail]
    flames = compact | solid[:, FRAME + tail + STEP[direction]]
    course = (tail & 0xFF) | direction << DIRECTION_AT | EXISTS
    return (course[None] | IN_FLAMES * flames | COMPACT * compact).astype(np.uint32)


def _targets(direction: int, sizes: Any, on_board: Any, walls: Any) -> Any:
    x, y = np.arange(CELLS) % 16 - 1, np.arange(CELLS) // 16 - 2
    dx, dy = ((-1, 0), (1, 0), (0, -1), (0, 1))[direction]
    width, height = sizes[:, :1].astype(int), sizes[:, 1:].astype(int)
    target = 16 * ((y + dy) % height + 2) + (x + dx) % width + 1
    crashed = np.take_along_axis(walls, target, axis=1)
    return np.where(on_board, target | CRASHED * crashed, 0).astype(np.uint32)
