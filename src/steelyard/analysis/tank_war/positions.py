"""Many positions of Tank War as a policy sees them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from steelyard.games.tank_war.kernel import BOARD, SHOOTERS, TERRITORY, D, U
from steelyard.games.tank_war.rules import SIZE

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from steelyard.core.game import Seat

    BatchedPolicy = Callable[["Positions"], NDArray[np.float64]]  # the probability of each move: (m, 6)


class Positions:
    """Positions in which a seat is to move."""

    def __init__(self, words: NDArray[np.uint64], seat: Seat) -> None:
        self.words = words
        """As the game's kernel has them: (m, 4)."""
        self.seat = seat

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def observations(self) -> NDArray[np.float32]:
        """The planes of `Game.observe`: (m, 7, 6, 6)."""
        planes = np.empty((len(self), 7, SIZE, SIZE), np.float32)
        for side, first in ((self.seat, 0), (1 - self.seat, 3)):
            tanks = _boxes(self.words[:, (U, D)[side]])
            a, c = (self._fires(side, group) for group in (0, 2))
            for kind, columns in enumerate((a, ~(a | c), c)):
                planes[:, first + kind] = tanks & columns[:, None]
        planes[:, 6] = _boxes(self.words[:, TERRITORY]) == (self.seat == 0)
        return planes[:, :, ::-1, ::-1].copy() if self.seat == 0 else planes

    @cached_property
    def masks(self) -> NDArray[np.bool_]:
        """The legal moves: (m, 6)."""
        u, d = self.words[:, U], self.words[:, D]
        row = np.uint64(8)
        ahead = (u << row) & BOARD & ~d if self.seat == 0 else (d >> row) & ~u
        columns: NDArray[np.bool_] = np.any(_boxes(ahead), axis=1)
        return columns[:, ::-1].copy() if self.seat == 0 else columns

    def _fires(self, side: int, group: int) -> NDArray[np.bool_]:
        """Which columns have a tank of that side that fires so: (m, 6)."""
        shift = np.arange(SIZE, dtype=np.uint64) + np.uint64(18 * side + 6 * group)
        return (self.words[:, SHOOTERS, None] >> shift & np.uint64(1)).astype(np.bool_)


def _boxes(words: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Bit 8 * row + column as [row, column]."""
    eights = np.ascontiguousarray(words).view(np.uint8).reshape(-1, 8, 1)
    return np.unpackbits(eights, axis=2, bitorder="little")[:, :SIZE, :SIZE].astype(np.bool_)
