"""A knockout of any size: the loser of a match is out."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from steelyard.contest.stages.base.bracket_stage import BracketStage, play_single_elimination
from steelyard.contest.stages.base.schedule import MatchBoards
from steelyard.contest.stages.base.stage import register

if TYPE_CHECKING:
    from steelyard.contest.stages.base.progress import StageProgress
    from steelyard.contest.stages.base.schedule import Schedule


@register
class Knockout(BracketStage, frozen=True, tag="knockout"):
    """The loser of a match is out.

    Any size; the best seeded have byes and meet last. `third_place` (`true`) is a match between the losers of
    the semi-finals.
    """

    title: ClassVar = "Knockout"
    third_place: bool = True

    def play(self, schedule: Schedule) -> StageProgress:
        boards = MatchBoards(self.boards, schedule.slug, self.twice)
        third_place = boards if self.third_place else None
        return play_single_elimination(self, schedule, lambda _matches: boards, third_place)

    def games(self, entrants: int) -> int:
        return self.games_per_match * (max(0, entrants - 1) + (self.third_place and entrants >= 4))
