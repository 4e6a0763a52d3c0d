"""A compact map from millions of numbers to values, searched without unpacking."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.analysis.packed_table import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

SAME = 1e-12  # values this close count as equal
MOST_BYTES = 12  # longest entry: 45 bits and then 32 bits, seven per byte


@dataclass(frozen=True, slots=True, eq=False)
class Packed:
    """A table made of four arrays, which may be parts of a mapped file."""

    starts: NDArray[np.int64]
    places: NDArray[np.int64]
    stream: NDArray[np.uint8]
    values: NDArray[np.float64]
    """All different values, the most frequent first."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def find(self, numbers: NDArray[np.int64]) -> NDArray[np.float64]:
        """The value of each number, nan if it is not in the table."""
        found = np.empty(len(numbers))
        kernel.find(numbers, self.starts, self.places, self.stream, self.values, found)
        return found

    def find_one(self, number: int) -> float:
        found: float = kernel.find_one(number, self.starts, self.places, self.stream, self.values)
        return found


def pack(numbers: NDArray[np.int64], values: NDArray[np.float64]) -> Packed:
    """Pack `numbers`, which must be ascending, with their values."""
    ranks, ranked = _ranked(values)
    blocks = -(-len(numbers) // kernel.BLOCK)
    starts, places = np.empty(blocks, np.int64), np.empty(blocks, np.int64)
    stream = np.empty(len(numbers) * MOST_BYTES, np.uint8)
    length = kernel.pack(numbers, ranks, starts, places, stream)
    arrays = (starts, places, stream[:length].copy(), ranked)
    for array in arrays:
        array.flags.writeable = False  # read-only like a mapped file, so that one compiled `find` serves both
    return Packed(*arrays)


def _ranked(values: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The index of each value in the list of different values, and that list, the most frequent first."""
    _, inverse, counts = np.unique(np.rint(values / SAME), return_inverse=True, return_counts=True)
    means = np.bincount(inverse, values) / counts
    means[np.abs(means) < SAME] = 0.0
    order = np.argsort(-counts, kind="stable")
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    return rank[inverse], means[order]
