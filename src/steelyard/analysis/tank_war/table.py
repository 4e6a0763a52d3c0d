"""The table of a solved variant of Tank War."""

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

KEPT = 8  # how many solutions from positions outside the table are cached


class Solved:
    """A solved variant of Tank War: the value of every position."""

    def __init__(self, game: TankWar, packed: Packed, positions: int, saddle_points: int) -> None:
        self.positions = positions
        """The number of reachable positions; equivalent ones count once, final ones are left out."""
        self.saddle_points = saddle_points
        """How many of them have a saddle point: neither player needs to mix."""
        self._variant = (game.lanes, game.c_reach)
        self._tables = encoding.tables(game.lanes, game.c_reach)
        self._packed = packed
        self._solved_now: OrderedDict[int, Packed] = OrderedDict()

    def value(self, state: State, progress: Progress | None = None) -> float:
        """The value of the position to U under best play by both, from -1 to 1."""
        outcome = rules.outcome(state)
        if outcome is not None:
            return 0.0 if outcome.winner is None else 1.0 - 2.0 * outcome.winner
        key, sign = kernel.key_of(self._tables, *self._written(state))
        return float(sign * self._find(key, progress) + 0.0)  # no -0.0

    def values(self, positions: NDArray[np.uint64]) -> NDArray[np.float64]:
        """The values of many positions, one per row, as the game's kernel encodes them."""
        keys, signs = np.empty((2, len(positions)), np.int64)
        kernel.identify(self._tables, positions, keys, signs)
        return self._signed(keys, signs, self._packed.find(keys & kernel.CODE_MASK))

    def matrix(self, state: State, progress: Progress | None = None) -> NDArray[np.float64]:
        """The values after each pair of moves: one row per legal move of U, one column per legal move of D.

        The game must not be over.
        """
        board, spoils = self._written(state)
        keys, signs = np.empty((2, kernel.MOVES), np.int64)
        rows, columns = kernel.outcomes(self._tables, board, spoils, keys, signs)
        keys, signs = keys[: rows * columns], signs[: rows * columns]
        found = self._packed.find(keys & kernel.CODE_MASK)
        if np.isnan(found[keys != kernel.OVER]).any():  # solve all positions that follow together
            self._find(kernel.key_of(self._tables, board, spoils)[0], progress)
        # U's moves are counted from its own left, which is the right of the drawing (rule 2).
        return np.ascontiguousarray(self._signed(keys, signs, found).reshape(rows, columns)[::-1])

    def _signed(
        self, keys: NDArray[np.int64], signs: NDArray[np.int64], found: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """The values for U, from those in the table; others are solved now."""
        found[keys == kernel.OVER] = 1.0
        for index in np.flatnonzero(np.isnan(found)):
            found[index] = self._find(int(keys[index]))
        return signs * found + 0.0

    def _written(self, state: State) -> tuple[int, int]:
        if (state.lanes, state.c_reach) != self._variant:
            asked, known = (" ".join(variant) for variant in ((state.lanes, state.c_reach), self._variant))
            raise InvalidState(f"the position is of the variant {asked}; this table is for {known}")
        return encoding.write_position(state)

    def _find(self, key: int, progress: Progress | None = None) -> float:
        """The value of a key; if it is not in the table, everything that follows from it is solved now."""
        code = key & kernel.CODE_MASK
        for packed in (self._packed, *self._solved_now.values()):
            value = packed.find_one(code)
            if not math.isnan(value):
                return value
        codes, values, _ = solver.solve(self._tables, key, progress or quietly)
        self._solved_now[key] = pack(codes, values)
        if len(self._solved_now) > KEPT:
            self._solved_now.popitem(last=False)
        return self._solved_now[key].find_one(code)
