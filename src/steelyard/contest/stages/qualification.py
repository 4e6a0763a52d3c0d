"""A qualification: one table of all entrants that says who goes on."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Literal

import msgspec

from steelyard.contest.file.keys import Count, Points
from steelyard.contest.stages.base.stage import register
from steelyard.contest.stages.base.table_stage import TableStage, round_robin_matches, swiss_round_count

if TYPE_CHECKING:
    from steelyard.contest.stages.base.progress import StageProgress
    from steelyard.contest.stages.base.schedule import Schedule


@register
class Qualification(TableStage, frozen=True, tag="qualification"):
    """One table of all.

    `system` is `round-robin` or `swiss`, with `rounds`. Points are per game and `wins` rank, if not said
    otherwise.
    """

    title: ClassVar = "Qualification"
    system: Literal["round-robin", "swiss"] = "round-robin"
    points: Points = (Fraction(1), Fraction(1, 2), Fraction(0))
    points_per: Literal["match", "game"] = "game"
    ranking: list[str] = msgspec.field(default_factory=lambda: ["wins"])
    rounds: Count | None = None

    @property
    def everybody_meets(self) -> bool:
        return self.system == "round-robin"

    def play(self, schedule: Schedule) -> StageProgress:
        if self.system == "swiss":
            return self.play_swiss(schedule, self.rounds)
        return self.play_round_robin(schedule, [schedule.names])

    def games(self, entrants: int) -> int:
        if self.system == "swiss":
            return self.games_per_match * (entrants // 2) * (self.rounds or swiss_round_count(entrants))
        return self.games_per_match * round_robin_matches(entrants)
