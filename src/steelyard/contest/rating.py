"""How strong each entrant is, from who beat whom: Bradley and Terry's model, with intervals.

A win's probability is the logistic function of the difference of two ratings; a draw is half a win for each.
The ratings are the most likely ones given the results and one drawn game of everybody against an average
player, which keeps them finite where somebody won or lost everything. Newton's method finds them: the
log-likelihood is concave. The interval comes from its curvature there (Fisher's information), for the
difference to the average of all, since that is what is told.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

ELO = 400 / math.log(10)  # one unit of the logistic function, in Elo points
ENOUGH = 1e-9
STEPS = 100
Z95 = NormalDist().inv_cdf(0.975)

Matrix = list[list[float]]
Game = tuple[str, str, float]
"""Two names and the first's points: 1, 0.5 or 0."""


@dataclass(frozen=True, slots=True)
class Rating:
    name: str
    elo: float
    """Beside an average entrant of the contest, who has 0."""
    within: float
    """With 95 % certainty it is at most so far off."""
    games: int


def ratings(games: Iterable[Game]) -> list[Rating]:
    """Of everyone who has played, the strongest first."""
    games = list(games)
    names = sorted({name for one, two, _ in games for name in (one, two)})
    number = {name: place for place, name in enumerate(names)}
    met = [[0.0] * len(names) for _ in names]
    won = [0.5] * len(names)  # against the average player
    played = [0] * len(names)
    for one, two, points in games:
        i, j = number[one], number[two]
        met[i][j] += 1
        met[j][i] += 1
        won[i] += points
        won[j] += 1 - points
        played[i] += 1
        played[j] += 1
    strength, spread = _most_likely(met, won)
    found = [
        Rating(name, ELO * strength[i], ELO * Z95 * spread[i], played[i]) for i, name in enumerate(names)
    ]
    return sorted(found, key=lambda rating: (-round(rating.elo, 6), rating.name))


def _most_likely(met: Matrix, won: list[float]) -> tuple[list[float], list[float]]:
    """Strengths beside their average, and the standard deviations of that."""
    strength = [0.0] * len(won)
    for _ in range(STEPS if won else 0):
        slope = [won[i] - _expected(met, strength, i) for i in range(len(won))]
        step = _solved(_triangle(_information(met, strength)), slope)
        longest = max(map(abs, step))
        damped = min(1.0, 1.0 / longest) if longest else 1.0  # far away the curvature promises too much
        strength = [value + damped * by for value, by in zip(strength, step, strict=True)]
        if longest < ENOUGH:
            break
    triangle = _triangle(_information(met, strength))
    average = math.fsum(strength) / max(1, len(strength))
    beside = [[float(i == j) - 1 / len(won) for j in range(len(won))] for i in range(len(won))]
    spread = [math.sqrt(_product(each, _solved(triangle, each))) for each in beside]
    return [value - average for value in strength], spread


def _product(one: list[float], two: list[float]) -> float:
    return math.fsum(a * b for a, b in zip(one, two, strict=True))


def _chance(difference: float) -> float:
    return 1 / (1 + math.exp(-difference))


def _expected(met: Matrix, strength: list[float], i: int) -> float:
    others = (n * _chance(strength[i] - strength[j]) for j, n in enumerate(met[i]) if n)
    return _chance(strength[i]) + math.fsum(others)


def _information(met: Matrix, strength: list[float]) -> Matrix:
    matrix = [[0.0] * len(strength) for _ in strength]
    for i, row in enumerate(met):
        chance = _chance(strength[i])
        matrix[i][i] += chance * (1 - chance)
        for j, n in enumerate(row):
            if n:
                chance = _chance(strength[i] - strength[j])
                matrix[i][i] += n * chance * (1 - chance)
                matrix[i][j] -= n * chance * (1 - chance)
    return matrix


def _triangle(matrix: Matrix) -> Matrix:
    """Cholesky's: lower triangle times its mirror image is the matrix, which is symmetric and positive."""
    lower = [[0.0] * len(matrix) for _ in matrix]
    for i, row in enumerate(matrix):
        for j in range(i + 1):
            rest = row[j] - sum(a * b for a, b in zip(lower[i][:j], lower[j][:j], strict=True))
            lower[i][j] = math.sqrt(rest) if i == j else rest / lower[j][j]
    return lower


def _solved(lower: Matrix, right: list[float]) -> list[float]:
    """x, where the triangle times its mirror image times x is `right`."""
    size = len(right)
    down = [0.0] * size
    for i in range(size):
        down[i] = (right[i] - sum(a * b for a, b in zip(lower[i][:i], down, strict=False))) / lower[i][i]
    x = [0.0] * size
    for i in reversed(range(size)):
        x[i] = (down[i] - sum(lower[k][i] * x[k] for k in range(i + 1, size))) / lower[i][i]
    return x
