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

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterable

ELO = 400 / math.log(10)  # one unit of the logistic function, in Elo points
ENOUGH = 1e-9
STEPS = 100
Z95 = NormalDist().inv_cdf(0.975)

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]
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
    number = {name: index for index, name in enumerate(names)}
    met = np.zeros((len(names), len(names)))
    won = np.full(len(names), 0.5)  # against the average player
    for one, two, points in games:
        i, j = number[one], number[two]
        met[i, j] += 1
        met[j, i] += 1
        won[i] += points
        won[j] += 1 - points
    strength, spread = _most_likely(met, won)
    played = met.sum(axis=1)
    found = [
        Rating(name, ELO * float(strength[i]), ELO * Z95 * float(spread[i]), int(played[i]))
        for i, name in enumerate(names)
    ]
    return sorted(found, key=lambda rating: (-round(rating.elo, 6), rating.name))


def _most_likely(met: Matrix, won: Vector) -> tuple[Vector, Vector]:
    """Strengths beside their average, and the standard deviations of that."""
    strength = np.zeros(len(won))
    if not len(won):
        return strength, strength
    for _ in range(STEPS):
        slope, information = _slope(met, won, strength)
        step = np.linalg.solve(information, slope)
        longest = np.abs(step).max()
        strength = strength + step / max(1.0, longest)  # far away the curvature promises too much
        if longest < ENOUGH:
            break
    _, information = _slope(met, won, strength)
    beside = np.eye(len(won)) - 1 / len(won)
    spread = np.sqrt(np.einsum("ij,ji->i", beside, np.linalg.solve(information, beside)))
    return strength - strength.mean(), spread


def _slope(met: Matrix, won: Vector, strength: Vector) -> tuple[Vector, Matrix]:
    """The first and second derivative of the log-likelihood, the second with its sign turned."""
    alone = _chance(strength)
    chance = _chance(strength[:, None] - strength)
    weight = met * chance * (1 - chance)
    slope = won - alone - (met * chance).sum(axis=1)
    return slope, np.diag(alone * (1 - alone) + weight.sum(axis=1)) - weight


def _chance(difference: Matrix) -> Matrix:
    """One divided by one plus the exponential of what is missing; the tangent's form never overflows."""
    return (1 + np.tanh(difference / 2)) / 2
