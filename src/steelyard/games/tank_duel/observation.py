"""Planes for learning: the board as it is drawn, padded to the largest size, the seat's own tank first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from steelyard.core.game import SEATS
from steelyard.games.tank_duel.rules import DIRECTIONS, MINE, MOST_COLUMNS, MOST_ROWS, WALL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.core.game import Seat
    from steelyard.games.tank_duel.rules import State

ON_BOARD, WALLS, MINES, MY_TANK, ENEMY_TANK, MY_MISSILE = range(6)
ENEMY_MISSILE = MY_MISSILE + len(DIRECTIONS)
PLANES = ENEMY_MISSILE + len(DIRECTIONS)


def observe(state: State, seat: Seat) -> NDArray[np.float32]:
    """Thirteen planes of 12 x 14: board, walls, mines, my tank, the enemy's, my missile, the enemy's.

    A missile has a plane for each direction: left, right, up, down. Missiles in flames are left out.
    """
    planes = np.zeros((PLANES, MOST_ROWS, MOST_COLUMNS), np.float32)
    ground = np.array(list(state.squares)).reshape(state.height, state.width)
    inside = planes[:, : state.height, : state.width]
    inside[ON_BOARD] = 1
    inside[WALLS] = ground == WALL
    inside[MINES] = ground == MINE
    for side in SEATS:
        mine = side == seat
        x, y = state.tanks[side].at
        inside[MY_TANK if mine else ENEMY_TANK, y, x] = 1
        missile = state.missiles[side]
        if missile is not None and not missile.in_flames:
            first = MY_MISSILE if mine else ENEMY_MISSILE
            for square in (missile.tail, missile.head):
                if state.on_board(square):
                    inside[first + DIRECTIONS.index(missile.direction), square.y, square.x] = 1
    return planes
