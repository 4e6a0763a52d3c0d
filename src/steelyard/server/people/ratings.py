"""What a rated game does to the ratings of people: pure, from the results in their order."""

from __future__ import annotations

from typing import Any, NamedTuple

from steelyard.protocol.clock import DAY_MS
from steelyard.server.rating_model import MU, SIGMA, Skill, after_game

PROVISIONAL = 5
"""So many rated games somebody has to have played before others' ratings rest on theirs,"""
AGAINST_BOTS = 3
"""and so many of them against built-in bots."""
GAMES_A_DAY = 3
"""Between the same two people; more do not count."""
WITHIN_MS = DAY_MS


class Rating(NamedTuple):
    """Of one person, in one game, at one pace."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    bot_mu: float = MU
    """What the games against built-in bots say alone: no other account has a part in that."""
    bot_sigma: float = SIGMA
    bot_games: int = 0

    @property
    def skill(self) -> Skill:
        return Skill(self.mu, self.sigma)

    @property
    def limit(self) -> Skill:
        """How high the rating can count: as high as everybody's at first, and then as the bots' games rise.

        Of those, what is certain counts, which is one standard deviation less.
        """
        return Skill(self.bot_mu - self.bot_sigma + SIGMA, self.bot_sigma)

    @property
    def counted(self) -> Skill:
        """What is shown, and what the list of players goes by."""
        return Skill(min(self.mu, self.limit.mu), self.sigma)

    @property
    def provisional(self) -> bool:
        return self.games < PROVISIONAL or self.bot_games < AGAINST_BOTS

    def shown(self) -> dict[str, Any]:
        counted = self.counted
        return {
            "elo": round(counted.elo),
            "doubt": round(counted.doubt),
            "games": self.games,
            "provisional": self.provisional,
            "limit": round(self.limit.elo),
            "bot_games": self.bot_games,
        }


def after(before: tuple[Rating, Rating], winner: int | None) -> tuple[Rating, Rating]:
    """Both ratings after a game; one that is settled does not move by a game against a provisional one."""
    found = after_game(before[0].skill, before[1].skill, winner)
    first, second = (
        own._replace(
            games=own.games + 1, **({} if other.provisional and not own.provisional else new._asdict())
        )
        for own, other, new in zip(before, before[::-1], found, strict=True)
    )
    return first, second


def after_bot(before: Rating, bot: Skill, winner: int | None) -> Rating:
    """A person's rating after a game in the first seat against a built-in bot, whose rating stays."""
    new, _ = after_game(before.skill, bot, winner)
    alone, _ = after_game(Skill(before.bot_mu, before.bot_sigma), bot, winner)
    return Rating(new.mu, new.sigma, before.games + 1, alone.mu, alone.sigma, before.bot_games + 1)
