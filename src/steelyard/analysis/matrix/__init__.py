"""Solves small zero-sum matrix games, in which two players move simultaneously."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from steelyard.analysis.matrix import exact, kernel

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a game to the row player, and optimal mixes of both players."""

    value: float
    row_mix: tuple[float, ...]
    """The probability of each row; of several optimal mixes the one that gains most from random play."""
    column_mix: tuple[float, ...]
    row_regrets: tuple[float, ...]
    """What each row loses to the optimal mix that punishes it most; 0 if it is part of an optimal mix."""
    column_regrets: tuple[float, ...]


def solve(matrix: ArrayLike) -> Solution:
    """Solve the game in which the row player gets matrix[i][j] and the column player loses it."""
    payoffs = _checked(matrix)
    row_mix, row_regrets = np.empty((2, payoffs.shape[0]))
    column_mix, column_regrets = np.empty((2, payoffs.shape[1]))
    value = kernel.study(payoffs, row_mix, column_mix, row_regrets, column_regrets)
    if math.isnan(value):
        return _solve_exactly(payoffs)
    found = (row_mix, column_mix, row_regrets, column_regrets)
    return Solution(value, *(tuple(numbers.tolist()) for numbers in found))


def mixes(matrix: ArrayLike) -> tuple[list[float], list[float]]:
    """Only the optimal mixes of both players, in a fraction of the time."""
    payoffs = _checked(matrix)
    row_mix, column_mix = np.empty(payoffs.shape[0]), np.empty(payoffs.shape[1])
    doubt = kernel.both_mixes(payoffs, kernel.turned(payoffs, *payoffs.shape), row_mix, column_mix)
    if math.isnan(doubt):
        solution = _solve_exactly(payoffs)
        return list(solution.row_mix), list(solution.column_mix)
    return row_mix.tolist(), column_mix.tolist()


def _checked(matrix: ArrayLike) -> NDArray[np.float64]:
    payoffs = np.array(matrix, np.float64, order="C")
    if payoffs.ndim != 2 or not payoffs.size or not np.isfinite(payoffs).all():
        raise ValueError("a matrix game is a table of finite numbers, with at least one row and one column")
    return payoffs


def _solve_exactly(payoffs: NDArray[np.float64]) -> Solution:
    matrix = exact.fractions(payoffs.tolist())
    other = exact.turned(matrix)
    row_mix, row_regrets = _side(other, matrix)
    column_mix, column_regrets = _side(matrix, other)
    return Solution(float(exact.value(matrix)), row_mix, column_mix, row_regrets, column_regrets)


def _side(
    matrix: list[list[Fraction]], other: list[list[Fraction]]
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The mix and the regrets of the column player of `matrix`, who is the row player of `other`."""
    value, mix = exact.best_mix(matrix, [sum(row, Fraction()) / len(row) for row in other])
    regrets = []
    for column, row in enumerate(other):
        answer = exact.best_mix(other, [line[column] for line in matrix])[1]
        regrets.append(-value - sum(chance * payoff for chance, payoff in zip(answer, row, strict=True)))
    return tuple(map(float, mix)), tuple(map(float, regrets))
