"""The positions of all shards in arrays, with what the network is told of them beside the tanks' squares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.bots.tank_battle.network import features
from steelyard.games.tank_battle.boards import SIZE, SQUARES
from steelyard.training.tank_battle import self_play

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from numpy.typing import NDArray

    from steelyard.training.tank_battle.self_play import Shard

# The reflection that keeps both corners: the rules are the same, and it makes another layout.
REFLECTED = np.array(
    [SIZE * (SIZE - 1 - square % SIZE) + SIZE - 1 - square // SIZE for square in range(SQUARES)]
)
KEPT_OUT = 20  # one layout in so many is only evaluated on


class Positions(NamedTuple):
    """Rows belong together: one position each."""

    planes: NDArray[np.uint8]
    counts: NDArray[np.uint8]
    """How many tanks of each kind are in each place."""
    layout: NDArray[np.int32]
    seat: NDArray[np.int32]
    bucket: NDArray[np.int32]
    static: NDArray[np.float32]
    score: NDArray[np.float32]
    result: NDArray[np.float32]
    """For the seat to move: 1, 0.5 or 0."""

    def chosen(self, rows: NDArray[np.bool_]) -> Positions:
        arrays: list[Any] = [array[rows] for array in self]
        return Positions(*arrays)


class Dataset(NamedTuple):
    training: Positions
    kept_out: Positions
    """On layouts that nothing is learnt from."""
    layouts: int


def load(files: Iterable[Path]) -> Dataset:
    shards = [self_play.read(file) for file in files]
    parts = [_positions(shard, number) for number, shard in enumerate(shards) if len(shard.seat)]
    everything = Positions(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))
    kept_out = everything.layout % KEPT_OUT == 0
    return Dataset(everything.chosen(~kept_out), everything.chosen(kept_out), len(shards))


def _positions(shard: Shard, number: int) -> Positions:
    planes = np.unpackbits(shard.planes, axis=1, count=4 * SQUARES).reshape(-1, 4, SQUARES)
    places = features.places(self_play.terrain(shard.layout))
    seen = planes.copy()
    seen[:, 2:] = planes[:, 2:, ::-1]  # Black's tanks as Black sees them
    counts = np.stack([seen[:, kind] @ places[kind % 2].astype(np.uint8) for kind in range(4)], axis=1)
    tanks = planes.sum(axis=(1, 2), dtype=np.int32)
    return Positions(
        shard.planes,
        counts,
        np.full(len(tanks), number, np.int32),
        shard.seat.astype(np.int32),
        np.maximum(tanks - 1, 0) // 4,
        shard.static.astype(np.float32),
        shard.score.astype(np.float32),
        shard.result.astype(np.float32) / np.float32(2),
    )


def fitted_scale(positions: Positions) -> float:
    """The advantage at which the odds are e : 1: the one that fits what searches found to the results."""
    scales = np.arange(40, 801, 5, dtype=np.float64)
    return float(min(scales, key=lambda scale: cross_entropy(positions.score / scale, positions.result)))


def cross_entropy(logits: NDArray[np.float64], results: NDArray[np.float32]) -> float:
    return float(np.mean(np.logaddexp(0, logits) - results * logits))
