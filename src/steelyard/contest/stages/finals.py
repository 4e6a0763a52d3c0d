"""Finals: semi-finals and final between the best four."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from steelyard.contest.file.keys import Boards
from steelyard.contest.file.mistakes import Mistake
from steelyard.contest.model import board_count
from steelyard.contest.stages.base.bracket_stage import BracketStage, play_single_elimination
from steelyard.contest.stages.base.schedule import MatchBoards
from steelyard.contest.stages.base.stage import register

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.contest.stages.base.progress import StageProgress
    from steelyard.contest.stages.base.schedule import Schedule
    from steelyard.contest.stages.base.stage import StageContext


@register
class Finals(BracketStage, frozen=True, tag="finals"):
    """Semi-finals and final between the best four of the stage before.

    `semi_finals`, `final` and `third_place` may have boards of their own; `third_place = false` leaves that
    match out.
    """

    title: ClassVar = "Finals"
    board_keys: ClassVar = ("boards", "semi_finals", "final", "third_place")
    semi_finals: Boards | None = None
    final: Boards | None = None
    third_place: Boards | bool = True
    """The boards of that match; true: those of the semi-finals."""

    def mistakes(self, context: StageContext) -> Iterator[Mistake]:
        yield from super().mistakes(context)
        if context.previous is None:
            yield Mistake(context.path("kind"), "finals need a stage before them that says who plays")

    def play(self, schedule: Schedule) -> StageProgress:
        schedule.progress.names = schedule.names[:4]
        semi_finals = self._boards(schedule, self.semi_finals or self.boards, "semi-finals")
        final = self._boards(schedule, self.final or self.boards, "final")
        third_place = None
        if self.third_place is not False:
            boards = semi_finals.boards if self.third_place is True else self.third_place
            third_place = self._boards(schedule, boards, "third-place")
        return play_single_elimination(
            self, schedule, lambda matches: final if matches == 1 else semi_finals, third_place
        )

    def games(self, entrants: int) -> int:
        semi_finals, final = self.semi_finals or self.boards, self.final or self.boards
        played = [semi_finals] * max(0, min(entrants, 4) - 2) + [final] * (entrants > 1)
        if self.third_place is not False and entrants >= 4:
            played.append(semi_finals if self.third_place is True else self.third_place)
        return (2 if self.twice else 1) * sum(map(board_count, played))

    def _boards(self, schedule: Schedule, boards: Boards, match: str) -> MatchBoards:
        return MatchBoards(boards, f"{schedule.slug}-{match}", self.twice)
