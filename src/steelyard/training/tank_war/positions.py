"""The positions of Tank War that a perfect player has to know, with exact matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.analysis.tank_war import layers, open_table
from steelyard.analysis.tank_war.kernel import COLUMNS, MOVES
from steelyard.analysis.tank_war.positions import Positions
from steelyard.analysis.tank_war.response.kernel import SHIFT, next_positions, words
from steelyard.core.game import SEATS
from steelyard.games.tank_war.kernel import SHOOTERS, encode
from steelyard.training.tank_war import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.analysis.tank_war.table import Solved
    from steelyard.core.game import Game, Seat
    from steelyard.games.tank_war.rules import State
    from steelyard.training.trainer import Progress

    Keys = NDArray[np.int64]
    Words = NDArray[np.uint64]

LOST = -1 + 1e-6  # values below are lost, whatever is played
PLAYED = 1e-6  # moves with a smaller share are left by rounding
NOT_LEGAL = 9.0  # in a matrix; greater than any value


def known(game: Game[Any], state: State, progress: Progress) -> dict[str, Any]:
    """What a player with one optimal mix in each position can meet at either seat, whatever the other does.

    Positions that are lost whatever is played are left out. The others have a matrix and the mix, by moves.
    """
    table, position = open_table(game, progress), encode(state)
    found: list[tuple[NDArray[Any], ...]] = []

    def following(keys: Keys) -> Keys:
        here = np.empty((len(keys), 4), np.uint64)
        words(keys, position[SHOOTERS], here)
        matrices, mixes, after = _studied(table, here)
        found.append((keys, matrices, mixes))  # at once: several threads may be here
        met = (mixes[:, :, None] > PLAYED) & (matrices > LOST) & (matrices < NOT_LEGAL)
        return layers.distinct(views(_unfinished(after[met]), 0)[0])

    for first in {int(views(position[None], seat)[0][0]) for seat in SEATS}:
        layers.find(following, first, SHIFT, lambda share: progress("finding positions", share))
    names = ("views", "matrices", "mixes")
    together = dict(zip(names, map(np.concatenate, zip(*found, strict=True)), strict=True))
    _, once = np.unique(together["views"], return_index=True)
    return {name: array[once] for name, array in together.items()}


def views(positions: Words, seat: Seat) -> tuple[Keys, NDArray[np.bool_]]:
    """What the seat sees, and whether it is the mirror image; then the moves are in the opposite order."""
    found, mirrored = np.empty(len(positions), np.int64), np.empty(len(positions), np.bool_)
    kernel.views(positions, seat, found, mirrored)
    return found, mirrored


def _studied(table: Solved, here: Words) -> tuple[NDArray[np.float32], NDArray[np.float32], Words]:
    """The values to U after each pair of moves, an optimal mix of U, and the positions after each pair."""
    after = np.zeros((len(here) * MOVES, 4), np.uint64)
    shapes = np.empty((len(here), 2), np.int64)
    next_positions(here, after, shapes)
    values = table.values(after).reshape(-1, COLUMNS, COLUMNS)
    shares = np.zeros((len(here), COLUMNS))
    kernel.optimal_mixes(values, shapes, shares)
    # Rows and columns are the legal moves: each to its own place among the six.
    u, d = (Positions(here, seat).masks for seat in SEATS)
    u_rank, d_rank = (np.cumsum(mask, axis=1) - 1 for mask in (u, d))
    number, row, column = np.nonzero(u[:, :, None] & d[:, None, :])
    source = number, u_rank[number, row], d_rank[number, column]
    matrices = np.full(values.shape, NOT_LEGAL, np.float32)
    matrices[number, row, column] = values[source]
    next_ones = np.zeros((*values.shape, 4), np.uint64)
    next_ones[number, row, column] = after.reshape(next_ones.shape)[source]
    mixes = np.where(u, np.take_along_axis(shares, u_rank.clip(0), axis=1), 0).astype(np.float32)
    return matrices, mixes, next_ones


def _unfinished(positions: Words) -> Words:
    u, d = (Positions(positions, seat).masks for seat in SEATS)
    return positions[u.any(axis=1) & d.any(axis=1)]
