"""The strengths of the bots: all use the same search, some less deep, some with random slips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Strength:
    """How much a bot searches, and how often it slips."""

    nodes: int
    """Positions to search, unless a time or a count is given."""
    slips: float = 0.0
    """The probability of a slip: a random legal move instead of the one it found."""
    depth: int = 60
    """Search depth in moves of either player; captures are searched further."""
    judgement: Literal["learnt", "tuned", "plain"] = "tuned"
    """The evaluation: weights tuned in its own games, the same corrected by a network that learnt from such
    games, or plain points and steps to the enemy base."""
    limited: bool = True
    """Whether it searches no more than `nodes`, however much time it has."""

    @property
    def summary(self) -> str:
        slips = f", slips once in {round(1 / self.slips)} moves" if self.slips else ", never slips"
        return f"searches {self.nodes:,} positions per move{slips}"


FULL = Strength(150_000, judgement="learnt", limited=False)
TEACHER = Strength(5_000, depth=2, judgement="plain")
LEVELS = (
    *(Strength(1_200, slips=slips) for slips in (0.42, 0.35, 0.28, 0.21, 0.15, 0.1, 0.05)),
    Strength(2_500, slips=0.02),
)
