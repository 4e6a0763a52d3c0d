"""Questions to a solved variant of Tank War."""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import TYPE_CHECKING

import numpy as np

from steelyard.analysis.packed_table import Packed, pack
from steelyard.analysis.solved import quietly
from steelyard.analysis.tank_war import encoding, kernel, solver
from steelyard.core.errors import InvalidState
from steelyard.games.tank_war import rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.analysis.solved import Progress
    from steelyard.games.tank_war import TankWar
    from steelyard.games.tank_war.rules import State

KEPT = 8  # solved on the spot; more would only fill the memory


class Solved:
    """One variant of Tank War with the value of every position of it."""

    def __init__(self, game: TankWar, packed: Packed, positions: int, saddle_points: int) -> None:
        self.positions = positions
        """How many positions play can lead to, images and equals counted once and ends left out."""
        self.saddle_points = saddle_points
        """In how many of them neither player needs to mix."""
        self._variant = (game.lanes, game.c_reach)
        self._tables = encoding.tables(game.lanes, game.c_reach)
        self._packed = packed
        self._on_the_spot: OrderedDict[int, Packed] = OrderedDict()

    def value(self, state: State, progress: Progress | None = None) -> float:
        """What the position is worth to U under best play by both, from -1 to 1."""
        outcome = rules.outcome(state)
        if outcome is not None:
            return 0.0 if outcome.winner is None else 1.0 - 2.0 * outcome.winner
        key, sign = kernel.key_of(self._tables, *self._written(state))
        return float(sign * self._find(key, progress) + 0.0)  # no -0.0

    def values(self, positions: NDArray[np.uint64]) -> NDArray[np.float64]:
        """The same for many positions as the game's kernel encodes them, a row each."""
        keys, signs = np.empty((2, len(positions)), np.int64)
        kernel.identify(self._tables, positions, keys, signs)
        return self._signed(keys, signs, self._packed.find(keys & kernel.CODE_MASK))

    def matrix(self, state: State, progress: Progress | None = None) -> NDArray[np.float64]:
        """The values after each pair of moves: a row for each of U's legal moves, a column for each of D's.

        The game must not be over.
        """
        board, spoils = self._written(state)
        keys, signs = np.empty((2, kernel.MOVES), np.int64)
        rows, columns = kernel.outcomes(self._tables, board, spoils, keys, signs)
        keys, signs = keys[: rows * columns], signs[: rows * columns]
        found = self._packed.find(keys & kernel.CODE_MASK)
        if np.isnan(found[keys != kernel.OVER]).any():  # then all that follows is best solved together
            self._find(kernel.key_of(self._tables, board, spoils)[0], progress)
        # U's moves are counted from its own left, which is the drawn right (rule 2).
        return np.ascontiguousarray(self._signed(keys, signs, found).reshape(rows, columns)[::-1])

    def _signed(
        self, keys: NDArray[np.int64], signs: NDArray[np.int64], found: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """The values for U, given what the table has of them."""
        found[keys == kernel.OVER] = 1.0
        for index in np.flatnonzero(np.isnan(found)):
            found[index] = self._find(int(keys[index]))
        return signs * found + 0.0

    def _written(self, state: State) -> tuple[int, int]:
        if (state.lanes, state.c_reach) != self._variant:
            asked, known = (" ".join(variant) for variant in ((state.lanes, state.c_reach), self._variant))
            raise InvalidState(f"the position is one of the variant {asked}; this table knows {known}")
        return encoding.write_position(state)

    def _find(self, key: int, progress: Progress | None = None) -> float:
        """The value of a key; if play does not lead there, everything that follows is solved on the spot."""
        code = key & kernel.CODE_MASK
        for packed in (self._packed, *self._on_the_spot.values()):
            value = packed.find_one(code)
            if not math.isnan(value):
                return value
        codes, values, _ = solver.solve(self._tables, key, progress or quietly)
        self._on_the_spot[key] = pack(codes, values)
        if len(self._on_the_spot) > KEPT:
            self._on_the_spot.popitem(last=False)
        return self._on_the_spot[key].find_one(code)
