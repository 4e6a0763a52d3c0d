"""Swiss rounds between entrants of about equal points."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from steelyard.contest.file.keys import Count
from steelyard.contest.stages.base.stage import register
from steelyard.contest.stages.base.table_stage import TableStage, swiss_round_count

if TYPE_CHECKING:
    from steelyard.contest.stages.base.progress import StageProgress
    from steelyard.contest.stages.base.schedule import Schedule


@register
class Swiss(TableStage, frozen=True, tag="swiss"):
    """Rounds between entrants of about equal points.

    Nobody meets the same opponent twice while that can be avoided. Without `rounds` there are as many as
    decide a knockout of that size, and one more.
    """

    title: ClassVar = "Swiss"
    ranking: list[str] = msgspec.field(default_factory=lambda: ["match_points", "buchholz", "wins"])
    rounds: Count | None = None

    def play(self, schedule: Schedule) -> StageProgress:
        return self.play_swiss(schedule, self.rounds)

    def games(self, entrants: int) -> int:
        return self.games_per_match * (entrants // 2) * (self.rounds or swiss_round_count(entrants))
