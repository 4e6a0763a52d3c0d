"""Millions of numbers with a value each, in few bytes, looked up where they lie."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.analysis.packed_table import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

SAME = 1e-12  # values this close are one
MOST_BYTES = 12  # of an entry: 45 bits and then 32 bits, seven a byte


@dataclass(frozen=True, slots=True, eq=False)
class Packed:
    """The four arrays are all there is to it; they may lie in a mapped file."""

    starts: NDArray[np.int64]
    places: NDArray[np.int64]
    stream: NDArray[np.uint8]
    values: NDArray[np.float64]
    """Every value there is, the most frequent first."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def find(self, numbers: NDArray[np.int64]) -> NDArray[np.float64]:
        """The value of each number, nan where there is none."""
        found = np.empty(len(numbers))
        kernel.find(numbers, self.starts, self.places, self.stream, self.values, found)
        return found

    def find_one(self, number: int) -> float:
        found: float = kernel.find_one(number, self.starts, self.places, self.stream, self.values)
        return found


def pack(numbers: NDArray[np.int64], values: NDArray[np.float64]) -> Packed:
    """`numbers` must ascend."""
    ranks, ranked = _ranked(values)
    blocks = -(-len(numbers) // kernel.BLOCK)
    starts, places = np.empty(blocks, np.int64), np.empty(blocks, np.int64)
    stream = np.empty(len(numbers) * MOST_BYTES, np.uint8)
    length = kernel.pack(numbers, ranks, starts, places, stream)
    arrays = (starts, places, stream[:length].copy(), ranked)
    for array in arrays:
        array.flags.writeable = False  # as in a mapped file, so that one compiled `find` serves both
    return Packed(*arrays)


def _ranked(values: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """For each value its place among all different ones, and those, the most frequent first."""
    _, inverse, counts = np.unique(np.rint(values / SAME), return_inverse=True, return_counts=True)
    means = np.bincount(inverse, values) / counts
    means[np.abs(means) < SAME] = 0.0
    order = np.argsort(-counts, kind="stable")
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    return rank[inverse], means[order]
