"""A play-off: additional matches between those level where the stage before it cuts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

import msgspec

from steelyard.contest.file.keys import Count
from steelyard.contest.file.mistakes import Mistake
from steelyard.contest.pairing import round_robin
from steelyard.contest.stages.base.cut import advance, may_advance, split_at_cut, without_leavers
from steelyard.contest.stages.base.schedule import MatchBoards
from steelyard.contest.stages.base.stage import register
from steelyard.contest.stages.base.table_stage import TableStage
from steelyard.contest.standings.ranking import Table, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.contest.stages.base.progress import StageProgress
    from steelyard.contest.stages.base.schedule import Schedule
    from steelyard.contest.stages.base.stage import StageContext
    from steelyard.contest.standings.ranking import Scoring, Ties


@register
class Playoff(TableStage, frozen=True, tag="playoff"):
    """Additional matches between those who are level where the stage before cuts.

    Those still level meet again, up to `rounds` (3) times; then the lot decides.
    """

    title: ClassVar = "Play-off"
    resolves_ties: ClassVar = True
    ranking: list[str] = msgspec.field(default_factory=lambda: ["match_points", "wins"])
    rounds: Count = 3

    def mistakes(self, context: StageContext) -> Iterator[Mistake]:
        yield from super().mistakes(context)
        before = context.previous
        if not isinstance(before, TableStage) or before.resolves_ties or before.advance is None:
            yield Mistake(
                context.path("kind"), "a playoff follows a stage that has a table and says how many `advance`"
            )
        elif {"lot", "seeding"} & set(before.ranking):
            yield Mistake(
                ("stages", context.number - 1, "ranking"),
                "where the lot or the seeding ranks, nobody is level for a playoff",
            )
        if self.advance is not None:
            yield Mistake(context.path("advance"), "the stage before says how many advance")

    def play(self, schedule: Schedule) -> StageProgress:
        """Those level at the cut meet, and those level again once more, until it is clear who advances."""
        progress, previous = schedule.progress, schedule.previous
        if previous is None:
            raise AssertionError("a playoff follows a table; the file was checked for it")
        progress.names = [name for each in previous.tables for name in may_advance(each)]
        resolved = []
        for cut_table in previous.tables:
            ties = self._resolve(schedule, cut_table)
            whole = Table(cut_table.title, ties, cut_table.tallies, {}, (), cut_table.cut)
            resolved.append(without_leavers(schedule, whole))
        progress.done = not progress.missing
        advance(schedule, resolved)
        return progress

    def games(self, entrants: int) -> int:
        """None, as long as nobody is level."""
        del entrants
        return 0

    def advancing(self, entrants: int) -> int:
        return entrants

    def scoring(self, schedule: Schedule, boards: MatchBoards) -> Scoring:
        """Whoever is level is in no order here, so the seeding is that of the stage before."""
        scoring = super().scoring(schedule, boards)
        return scoring if schedule.previous is None else replace(scoring, seeding=schedule.previous.names)

    def _resolve(self, schedule: Schedule, before: Table) -> Ties:
        """The order of one table once those level at its cut have met."""
        above, level, below = split_at_cut(before.ties, before.cut)
        if not level:
            return before.ties
        left = (before.cut or 0) - sum(map(len, above))
        settled_above: Ties = []
        settled_below: Ties = []
        for round_ in range(1, self.rounds + 1):
            schedule.progress.round = max(schedule.progress.round, round_)
            boards = MatchBoards(self.boards, f"{schedule.slug}-r{round_}", self.twice)
            matches = [
                schedule.match(first, second, boards, round_)
                for pairs in round_robin.rounds(sorted(level, key=schedule.lot))
                for first, second in pairs
            ]
            for match in matches:
                schedule.add(match)
            decided = table(level, matches, self.scoring(schedule, boards), f"Round {round_}")
            schedule.progress.tables.append(decided)
            if not all(match.complete for match in matches):
                break
            fresh_above, level, fresh_below = split_at_cut(decided.ties, left)
            settled_above += fresh_above
            settled_below = fresh_below + settled_below
            left -= sum(map(len, fresh_above))
            if not level:
                break
        return [*above, *settled_above, *([level] if level else []), *settled_below, *below]
