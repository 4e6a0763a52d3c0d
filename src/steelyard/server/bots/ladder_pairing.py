"""Who plays whom on the ladder: the game that is likely to tell most comes next."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from steelyard.server.rating_model import BETA

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from steelyard.server.bots.ratings import Rating

SETTLED_SIGMA = 2.3
"""Known so well, after some hundred games, a bot plays less and less: little is left to learn."""
REST_SHARE = 1 / 20
"""Such a bot rests between its games for this share of the time since its program last changed."""
LEAST_REST_MS, MOST_REST_MS = 60_000.0, 7 * 24 * 3600 * 1000.0


class Entrant(NamedTuple):
    player: str
    """A bot's id, or the name of one of ours."""
    owner: int
    """0: it is ours, and plays only when somebody else's needs a game."""
    rating: Rating
    last_ms: float
    """When it last played."""
    due_ms: float = 0.0
    """When it should play next, if it is settled; from the outset if its games do not count."""
    counts: bool = True
    """Whether its games change its rating: if not, no number of them settles it."""

    @property
    def settled(self) -> bool:
        return not self.counts or self.rating.sigma < SETTLED_SIGMA


def next_pair(
    entrants: list[Entrant], met: Mapping[frozenset[str], int], chance: Random, now_ms: float
) -> tuple[Entrant, Entrant] | None:
    """The owner who has waited longest gets a game, for the bot of theirs that is known least.

    While somebody's bot is not settled only such bots get games; once all are, those that are due.
    """
    theirs = [each for each in entrants if each.owner]
    wanting = [each for each in theirs if not each.settled]
    # One that has played in the future did so before the clock was set back.
    wanting = wanting or [each for each in theirs if each.due_ms <= now_ms or each.last_ms > now_ms]
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


def next_due_ms(changed_ms: float, played_ms: float) -> float:
    """When a settled bot plays next, by when its program last changed and when it last played.

    The longer it has been the same, the longer it rests, so that ever fewer games are played of it.
    """
    rest_ms = (played_ms - changed_ms) * REST_SHARE
    return played_ms + min(max(rest_ms, LEAST_REST_MS), MOST_REST_MS)
