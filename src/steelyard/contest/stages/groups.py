"""Groups: every pair of a group meets."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from steelyard.contest.file.keys import Count
from steelyard.contest.pairing.round_robin import snake
from steelyard.contest.stages.base.stage import register
from steelyard.contest.stages.base.table_stage import TableStage, round_robin_matches

if TYPE_CHECKING:
    from steelyard.contest.stages.base.progress import StageProgress
    from steelyard.contest.stages.base.schedule import Schedule


@register
class Groups(TableStage, frozen=True, tag="groups"):
    """Every pair of a group meets.

    `groups` (1) is how many there are, seeded so that they are about equally strong; `advance` is how many of
    each group go on.
    """

    title: ClassVar = "Groups"
    groups: Count = 1

    @property
    def everybody_meets(self) -> bool:
        return self.groups == 1

    def play(self, schedule: Schedule) -> StageProgress:
        return self.play_round_robin(schedule, snake(schedule.names, self.groups))

    def reached(self, progress: StageProgress) -> dict[str, str]:
        return dict.fromkeys(progress.names, self.name or "Group stage")

    def games(self, entrants: int) -> int:
        small, larger = divmod(entrants, self.groups)
        matches = larger * round_robin_matches(small + 1) + (self.groups - larger) * round_robin_matches(
            small
        )
        return self.games_per_match * matches

    def advancing(self, entrants: int) -> int:
        return entrants if self.advance is None else self.advance * self.groups
