"""Positions in layers: those after the same number of advances. Every round leads to a higher layer."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from steelyard.analysis.tank_war.kernel import LAYERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Keys = NDArray[np.int64]
    Layers = dict[int, Keys]

FOUND_AT_ONCE = 1 << 15  # positions per chunk, so that a thread's memory stays small


def find(following: Callable[[Keys], Keys], key: int, shift: int, report: Callable[[float], None]) -> Layers:
    """The keys of each layer that can follow from `key`, ascending; a key has its layer above bit `shift`."""
    layers: Layers = {}
    waiting: dict[int, list[Keys]] = {key >> shift: [np.array([key])]}
    with thread_pool() as pool:
        for layer in range(LAYERS):
            if layer in waiting:
                layers[layer] = distinct(np.concatenate(waiting.pop(layer)))
                for found in pool.map(following, portions(layers[layer], FOUND_AT_ONCE)):
                    for higher, keys in _by_layer(found, shift):
                        waiting.setdefault(higher, []).append(keys)
            report(layer / LAYERS)
    return layers


def thread_pool() -> ThreadPoolExecutor:
    """One thread per core that this process may use."""
    return ThreadPoolExecutor(len(os.sched_getaffinity(0)))


def distinct(keys: Keys) -> Keys:
    """The sorted unique keys; `keys` itself is overwritten."""
    keys.sort()
    first = np.ones(len(keys), np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=first[1:])
    return keys[first]


def _by_layer(keys: Keys, shift: int) -> Iterator[tuple[int, Keys]]:
    borders = np.searchsorted(keys, np.arange(LAYERS + 1) << shift)
    for layer in range(LAYERS):
        if borders[layer] < borders[layer + 1]:
            yield layer, keys[borders[layer] : borders[layer + 1]]


def portions(keys: Keys, size: int) -> Iterator[Keys]:
    return (keys[begin : begin + size] for begin in range(0, len(keys), size))


def hash_tables(layers: Layers) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """The start of each layer's hash table, its size (a power of two) minus one, and the total size."""
    firsts, masks = np.zeros((2, LAYERS), np.int64)
    size = 0
    for layer, keys in layers.items():
        slots = 1 << (len(keys) * 3 // 2).bit_length()
        firsts[layer], masks[layer] = size, slots - 1
        size += slots
    return firsts, masks, size
