"""How strong each of the players is: all look ahead in the same way, some less far, some with slips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Strength:
    """What a player looks at before it moves."""

    nodes: int
    """Positions, unless it is given a time or a count."""
    slips: float = 0.0
    """The chance that it plays any legal move at all instead of the one it found."""
    depth: int = 60
    """Moves ahead, both players' counted; captures are followed further."""
    judgement: Literal["tuned", "plain"] = "tuned"
    """By which weights it values positions: tuned in its own games, or points and steps to the enemy base."""
    limited: bool = True
    """A longer time does not make it look at more."""

    @property
    def summary(self) -> str:
        slips = f", with a slip in {round(1 / self.slips)} moves" if self.slips else ", without slips"
        return f"looks at {self.nodes:,} positions a move{slips}"


FULL = Strength(150_000, limited=False)
TEACHER = Strength(5_000, depth=2, judgement="plain")
LEVELS = (
    *(Strength(1_200, slips=slips) for slips in (0.42, 0.35, 0.28, 0.21, 0.15, 0.1, 0.05)),
    Strength(2_500, slips=0.02),
)
