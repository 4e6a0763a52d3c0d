"""Who plays whom on the ladder: the game that is likely to tell most comes next."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from steelyard.server.bots.rating import BETA, Rating

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

SETTLED_SIGMA = 2.3
"""Known so well, after some hundred games, a bot plays only now and then: little is left to learn."""


class Entrant(NamedTuple):
    player: str
    """A bot's id, or the name of one of ours."""
    owner: int
    """0: it is ours, and plays only when somebody else's needs a game."""
    rating: Rating
    last_ms: float
    """When it last played."""


def next_pair(
    entrants: list[Entrant], met: Mapping[frozenset[str], int], chance: Random, *, rested: bool
) -> tuple[Entrant, Entrant] | None:
    """The owner who has waited longest gets a game, for the bot of his that is known least.

    While somebody's bot is not settled only such bots get games; once all are, a few now and then (`rested`).
    """
    theirs = [each for each in entrants if each.owner]
    wanting = [each for each in theirs if not _settled(each.rating)] or (theirs if rested else [])
    if not wanting:
        return None
    waited: dict[int, float] = {}
    for each in theirs:
        waited[each.owner] = max(waited.get(each.owner, 0.0), each.last_ms)
    owner = min({each.owner for each in wanting}, key=lambda one: (waited[one], one))
    first = max((each for each in wanting if each.owner == owner), key=lambda each: each.rating.sigma)
    others = [each for each in entrants if each.player != first.player]
    if not others:
        return None
    weights = [worth(first, other, met) for other in others]
    second = chance.choices(others, weights)[0]
    return (first, second) if chance.random() < 0.5 else (second, first)


def worth(first: Entrant, second: Entrant, met: Mapping[frozenset[str], int]) -> float:
    """How much a game would tell of the first: most against a near one, less each time they met lately."""
    near = chances(first.rating, second.rating)
    known = 1 / (1 + (second.rating.sigma / BETA) ** 2)  # against a stranger one learns little
    again = 1 + met.get(frozenset((first.player, second.player)), 0)
    return max(1e-6, near * (1 - near) * known / again)


def chances(first: Rating, second: Rating) -> float:
    """The first's share, as the model sees it."""
    spread = math.sqrt(first.sigma**2 + second.sigma**2 + 2 * BETA**2)
    return 1 / (1 + math.exp((second.mu - first.mu) / spread))


def _settled(rating: Rating) -> bool:
    return rating.sigma < SETTLED_SIGMA
