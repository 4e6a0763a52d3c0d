"""Planes for learning: the board as a seat sees it, its own base at the bottom right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from steelyard.games.tank_battle.boards import COMMANDER, NORMAL, SIZE, SQUARES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from steelyard.core.game import Seat
    from steelyard.games.tank_battle.rules import State


def observe(state: State, seat: Seat) -> NDArray[np.float32]:
    """Eleven planes of 11 x 11, in the order of the README."""
    board, enemy = state.board, 1 - seat
    kinds = (NORMAL[seat], COMMANDER[seat], NORMAL[enemy], COMMANDER[enemy])
    tanks = [[square for square, tank in enumerate(state.squares) if tank == kind] for kind in kinds]
    ground = (board.mines, board.contaminated, board.bases[seat], board.bases[enemy])
    planes = np.stack(
        [
            *(_marked(squares) for squares in (*tanks, *ground)),
            _filled(state.mover == seat),
            _filled(state.quiet / (2 * state.quiet_limit) if state.quiet_limit else 0),
            _filled(state.passes > 0),
        ]
    ).reshape(-1, SIZE, SIZE)
    return planes[:, ::-1].copy() if seat == 0 else planes[:, :, ::-1].copy()


def _marked(squares: Iterable[int]) -> NDArray[np.float32]:
    plane = np.zeros(SQUARES, np.float32)
    plane[list(squares)] = 1
    return plane


def _filled(value: float) -> NDArray[np.float32]:
    return np.full(SQUARES, value, np.float32)
