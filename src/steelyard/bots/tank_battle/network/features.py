"""What the network is told: a row of weights for each tank on its square, and one for each of its places.

Everything is as one side sees it: turned so that its own corner is below on the right, its own tanks first.
The places of a tank say what its square means on this layout (in a base, how far from the enemy base, how
much room), so that the network can play on layouts it has not seen. It is not told where mines are: given
rows for them, it learnt the games of each layout by heart and played worse on others.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from steelyard.games.tank_battle import kernel as rules
from steelyard.games.tank_battle.boards import RAYS, SQUARES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.core.kernel import Position

KINDS = 4  # own tank, own commander, enemy tank, enemy commander
ARRIVED, HOME, ONE_MOVE, TWO_MOVES, FAR, ROOM = range(6)
ROOMS = 5  # by eights of the squares that a tank could drive to
PLACES = ROOM + ROOMS
FIRST_PLACE = KINDS * SQUARES
ROWS = FIRST_PLACE + KINDS * PLACES


class Terrain(NamedTuple):
    """A layout without its tanks."""

    mines: frozenset[int]
    contaminated: frozenset[int]
    home: frozenset[int]
    """White's base."""
    goal: frozenset[int]
    """Black's base."""


def terrain_of(position: Position) -> Terrain:
    return Terrain(
        *(
            _squares(position, first)
            for first in (rules.MINES, rules.CONTAMINATED, rules.WHITE_BASE, rules.BLACK_BASE)
        )
    )


def _squares(position: Position, first: int) -> frozenset[int]:
    whole = int(position[first]) | int(position[first + 1]) << 64
    return frozenset(square for square in range(SQUARES) if whole >> square & 1)


@cache
def places(terrain: Terrain) -> NDArray[np.int16]:
    """By kind (tank, commander) and square: which places a tank of White's has there, as zeros and ones."""
    table = np.zeros((2, SQUARES, PLACES), np.int16)
    for kind in range(2):
        reach = [_reach(terrain, kind, square) for square in range(SQUARES)]
        near = {square for square in range(SQUARES) if not terrain.goal.isdisjoint(reach[square])}
        for square in range(SQUARES):
            row = table[kind, square]
            row[HOME] = square in terrain.home
            row[ROOM + min(len(reach[square]) // 8, ROOMS - 1)] = 1
            if square in terrain.goal:
                row[ARRIVED] = 1
            elif square in near:
                row[ONE_MOVE] = 1
            else:
                row[FAR if near.isdisjoint(reach[square]) else TWO_MOVES] = 1
    return table


def _reach(terrain: Terrain, kind: int, square: int) -> set[int]:
    """Where a tank of White's could drive if no other stood on the board (rules 5, 6 and 8)."""
    barred = terrain.mines if kind else terrain.mines | terrain.contaminated
    if square in terrain.goal:
        barred |= frozenset(range(SQUARES)) - terrain.goal
    reached = set()
    for line in RAYS[square]:
        for passed in line:
            if passed in barred:
                break
            reached.add(passed)
    return reached


def fold(rows: NDArray[np.int16], terrain: Terrain) -> NDArray[np.int16]:
    """The rows of tanks on squares, with the rows of their places added."""
    folded = np.zeros((KINDS, 128, rows.shape[1]), np.int16)
    white = places(terrain)
    for kind in range(KINDS):
        table = white[kind % 2] if kind < 2 else white[kind % 2, ::-1]
        first = FIRST_PLACE + PLACES * kind
        squares = rows[SQUARES * kind : SQUARES * (kind + 1)]
        folded[kind, :SQUARES] = squares + table @ rows[first : first + PLACES]
    return folded.reshape(-1)
