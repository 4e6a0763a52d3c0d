"""Ratings of bots, with the teacher as a fixed point.

What a rating becomes follows from the games in their order, so all ratings can be computed anew from them.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from steelyard import bots
from steelyard.server.rating_model import MU, SIGMA, Skill, after_game, measured

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from steelyard.core.game import Seat

CHANGED_SIGMA = 4.0
"""How sure one can be at most about a bot whose program has changed."""
FAILURES = 5
"""So many games in a row in which it failed, and a bot is taken off the ladder."""
OURS = ("random", "greedy", "teacher", "level2", "level4", "level6")


class Rating(NamedTuple):
    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    version: str = ""
    """That played last."""
    failed: int = 0
    """Games in a row in which it failed."""

    @property
    def skill(self) -> Skill:
        return Skill(self.mu, self.sigma)

    @property
    def elo(self) -> float:
        return self.skill.elo

    @property
    def doubt(self) -> float:
        """How far off the Elo may well be."""
        return self.skill.doubt


class Result(NamedTuple):
    """A game that counts."""

    players: tuple[str, str]
    versions: tuple[str, str]
    winner: int | None
    failed: tuple[Seat, ...] = ()
    """Who lost by failing; where both did, nobody won and nobody is rated."""


@cache
def fixed(game: str, player: str) -> Rating | None:
    """A rating that no game changes: the teacher's, and that of any other bot of ours that was measured."""
    found = measured(game, player)
    return None if found is None else Rating(*found)


def is_ours(game: str, player: str) -> bool:
    return player in bots.names(game)


def start(game: str, player: str) -> Rating:
    """Before the first game."""
    return fixed(game, player) or Rating()


def after(game: str, result: Result, before: tuple[Rating, Rating]) -> tuple[Rating, Rating]:
    """The two ratings after a game; fixed ones stay."""
    known = [with_version(*each) for each in zip(before, result.versions, strict=True)]
    rated = after_game(known[0].skill, known[1].skill, result.winner)
    new = []
    for seat, rating in enumerate(known):
        found = rated[seat]
        failed = rating.failed + 1 if seat in result.failed else 0
        changed = rating._replace(games=rating.games + 1, version=result.versions[seat], failed=failed)
        if fixed(game, result.players[seat]) is None and len(result.failed) < 2:
            changed = changed._replace(mu=found.mu, sigma=found.sigma)
        new.append(changed)
    return new[0], new[1]


def with_version(rating: Rating, version: str) -> Rating:
    """A bot whose program has changed is known less well, and has not failed yet."""
    if not rating.games or rating.version == version:
        return rating
    return rating._replace(sigma=max(rating.sigma, CHANGED_SIGMA), failed=0)


def recomputed(game: str, results: Iterable[Result]) -> dict[str, Rating]:
    """All ratings from all games that count, in their order."""
    ratings: dict[str, Rating] = {}
    for result in results:
        first, second = (ratings.get(each) or start(game, each) for each in result.players)
        ratings.update(zip(result.players, after(game, result, (first, second)), strict=True))
    return ratings


def on_every_ladder(game: str) -> Iterator[str]:
    """Our own bots that always take part: chance, greed, the teacher, and every other level."""
    for name in OURS:
        if name in bots.names(game):
            yield name
