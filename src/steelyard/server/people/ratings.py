"""What a rated game between two people does to their ratings: pure, from the results in their order."""

from __future__ import annotations

from typing import Any, NamedTuple

from steelyard.protocol.clock import DAY_MS
from steelyard.server.rating_model import MU, SIGMA, Skill, after_game

PROVISIONAL = 5
"""So many rated games somebody has to have played before others' ratings rest on theirs."""
GAMES_A_DAY = 3
"""Between the same two people; more do not count."""
WITHIN_MS = DAY_MS


class Rating(NamedTuple):
    """Of one person, in one game, at one pace."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @property
    def skill(self) -> Skill:
        return Skill(self.mu, self.sigma)

    @property
    def provisional(self) -> bool:
        return self.games < PROVISIONAL

    def shown(self) -> dict[str, Any]:
        skill = self.skill
        return {
            "elo": round(skill.elo),
            "doubt": round(skill.doubt),
            "games": self.games,
            "provisional": self.provisional,
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
