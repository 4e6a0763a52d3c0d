"""Finds all positions that can follow from one and computes their values, on all cores.

It works forwards layer by layer (a layer has the positions after the same number of advances), then
backwards: a position is a matrix game of positions in higher layers, whose values are known by then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from steelyard.analysis.matrix import exact
from steelyard.analysis.matrix import kernel as matrix_kernel
from steelyard.analysis.tank_war import kernel, layers
from steelyard.analysis.tank_war.kernel import LAYER_SHIFT

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from steelyard.analysis.solved import Progress, Way
    from steelyard.analysis.tank_war.encoding import Tables
    from steelyard.analysis.tank_war.layers import Layers

    Keys = NDArray[np.int64]
    Worths = NDArray[np.float64]
    Matrices = NDArray[np.float64]
    Shapes = NDArray[np.int64]
    Judge = Callable[[Matrices, Shapes, Worths], None]  # writes the values of a number of positions

WAYS = {"uniform": matrix_kernel.UNIFORM, "perfect": matrix_kernel.PERFECT, "greedy": matrix_kernel.GREEDY}
JUDGED_AT_ONCE = 1 << 12  # positions per chunk, so that a thread's memory stays small
FINDING = 0.4  # share of the time for finding the positions


class Solution(NamedTuple):
    codes: Keys
    """The keys of all positions that can follow, ascending."""
    values: Worths
    saddle_points: int
    """How many of them have a saddle point: neither player needs to mix."""


def solve(tables: Tables, key: int, progress: Progress) -> Solution:
    """Solve the position of `key` and everything that can follow from it."""
    saddle_points = []

    def judge(matrices: Matrices, shapes: Shapes, worths: Worths) -> None:
        saddle_points.append(matrix_kernel.values(matrices, shapes, worths))
        _repair(matrices, shapes, worths)

    found = _find(tables, key, progress)
    worths = _judge(tables, found, 1, judge, progress)
    codes = np.concatenate(list(found.values())) & kernel.CODE_MASK
    values = np.concatenate([worths[layer][:, 0] for layer in found])
    order = np.argsort(codes)
    return Solution(codes[order], values[order], sum(saddle_points))


def guarantees(tables: Tables, key: int, way: Way, progress: Progress) -> tuple[float, float, float]:
    """At the position of `key`: the worst result of U, the value, and the most D concedes.

    Each follows the given policy against the best response to it.
    """

    def judge(matrices: Matrices, shapes: Shapes, worths: Worths) -> None:
        matrix_kernel.guarantees(matrices, shapes, WAYS[way], worths)

    worths = _judge(tables, _find(tables, key, progress), 3, judge, progress)
    floor, value, ceiling = worths[key >> LAYER_SHIFT][0].tolist()
    return floor, value, ceiling


def _find(tables: Tables, key: int, progress: Progress) -> Layers:
    """The keys of each layer, ascending."""

    def following(keys: Keys) -> Keys:
        found = np.empty(len(keys) * kernel.MOVES, np.int64)
        return layers.distinct(found[: kernel.successors(tables, keys, found)])

    return layers.find(
        following, key, LAYER_SHIFT, lambda share: progress("finding positions", FINDING * share)
    )


def _judge(tables: Tables, found: Layers, kinds: int, judge: Judge, progress: Progress) -> dict[int, Worths]:
    """The values of each layer's positions, of `kinds` kinds, from the last layer to the first."""
    firsts, masks, size = layers.hash_tables(found)
    slots = np.full((size, 1 + kinds), kernel.EMPTY, np.int64)

    def judged(keys: Keys) -> Worths:
        matrices = np.empty((len(keys), kinds + 1, kernel.COLUMNS, kernel.COLUMNS))
        shapes = np.empty((len(keys), 2), np.int64)
        worths = np.empty((len(keys), kinds))
        kernel.payoffs(tables, keys, slots, firsts, masks, matrices, shapes)
        judge(matrices, shapes, worths)
        return worths

    worths: dict[int, Worths] = {}
    total, done = sum(map(len, found.values())), 0
    with layers.thread_pool() as pool:
        for layer in reversed(found):
            keys = found[layer]
            worths[layer] = np.concatenate(list(pool.map(judged, layers.portions(keys, JUDGED_AT_ONCE))))
            kernel.enter(keys, worths[layer], slots, firsts[layer], masks[layer])
            done += len(keys)
            progress("solving positions", FINDING + (1 - FINDING) * done / total)
    return worths


def _repair(matrices: Matrices, shapes: Shapes, worths: Worths) -> None:
    """Replace nan, where rounding spoiled the compiled solver's result, by exact values."""
    for number in np.flatnonzero(np.isnan(worths[:, 0])):
        rows, columns = shapes[number]
        worths[number, 0] = exact.value(exact.fractions(matrices[number, 0, :rows, :columns].tolist()))
