"""Ratings: openskill's Plackett-Luce model, shown on the scale of Elo. Bots and people are rated with it."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from steelyard import bots

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU, SIGMA = 25.0, 25.0 / 3
BETA = 25.0 / 6
ELO_PER_MU = 400 / math.log(10) / (math.sqrt(2) * BETA)
"""Where two players are known well, so much more on openskill's scale gives the chances of one Elo point."""
MIDDLE_ELO = 1000.0
"""Of somebody of whom nothing is known; and of the bot that is the fixed point of the ladder."""


class Skill(NamedTuple):
    mu: float = MU
    sigma: float = SIGMA

    @property
    def elo(self) -> float:
        return MIDDLE_ELO + (self.mu - MU) * ELO_PER_MU

    @property
    def doubt(self) -> float:
        """How far off the Elo may well be: two standard deviations."""
        return 2 * self.sigma * ELO_PER_MU


FIXED_SIGMA = 1.0


@cache
def measured(game: str, bot: str) -> Skill | None:
    """What was measured of a built-in bot, with the teacher as the fixed point: no game here changes it."""
    if bot not in bots.names(game):
        return None
    elo = MIDDLE_ELO if bot == "teacher" else bots.rating(game, bot)
    return None if elo is None else Skill(MU + (elo - MIDDLE_ELO) / ELO_PER_MU, FIXED_SIGMA)


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # noqa: PLC0415 - only who rates needs it

    return PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA)


def after_game(first: Skill, second: Skill, winner: int | None) -> tuple[Skill, Skill]:
    """What is known of both after a game between them."""
    model = _model()
    teams = [[model.rating(mu=each.mu, sigma=each.sigma)] for each in (first, second)]
    ranks = [1.0, 1.0] if winner is None else [1.0 + abs(seat - winner) for seat in (0, 1)]
    one, two = (Skill(found[0].mu, found[0].sigma) for found in model.rate(teams, ranks=ranks))
    return one, two
