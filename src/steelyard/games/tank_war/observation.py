"""Planes for learning: the board as a seat sees it, its own side at the bottom, its own left on the left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from steelyard.core.game import SEATS
from steelyard.games.tank_war.rules import SIZE, living, tank_type

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.core.game import Seat
    from steelyard.games.tank_war.rules import State

TYPES = "ABC"


def observe(state: State, seat: Seat) -> NDArray[np.float32]:
    """Seven planes of 6 x 6: my A, B, C, the enemy's A, B, C, my territory."""
    planes = np.zeros((2 * len(TYPES) + 1, SIZE, SIZE), np.float32)
    for side in SEATS:
        first = 0 if side == seat else len(TYPES)
        for column, row in living(state, side):
            planes[first + TYPES.index(tank_type(state, side, column)), row, column] = 1
    rows = np.arange(SIZE)[:, None]
    planes[-1] = (rows < np.array(state.boundary)) == (seat == 0)
    return planes[:, ::-1, ::-1].copy() if seat == 0 else planes
