"""Stages that end with a table: every pair meets, or Swiss rounds; who advances is cut from the table."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

import msgspec

from steelyard.contest.file.keys import Count, Points
from steelyard.contest.file.mistakes import Mistake, word_mistakes
from steelyard.contest.model import Pairing
from steelyard.contest.pairing import round_robin, swiss_rounds
from steelyard.contest.stages.base.cut import advance, without_leavers
from steelyard.contest.stages.base.schedule import MatchBoards
from steelyard.contest.stages.base.stage import Stage
from steelyard.contest.standings.ranking import CRITERIA, Scoring, Table, table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from steelyard.contest.stages.base.progress import StageProgress
    from steelyard.contest.stages.base.schedule import Schedule
    from steelyard.contest.stages.base.stage import StageContext


class TableStage(Stage, frozen=True):
    """A stage that ends with a table."""

    points: Points = (Fraction(3), Fraction(1), Fraction(0))
    points_per: Literal["match", "game"] = "match"
    ranking: list[str] = msgspec.field(default_factory=lambda: ["match_points", "head_to_head", "wins"])
    advance: Count | None = None
    """How many advance, of each group where there are several; None: everyone."""

    def mistakes(self, context: StageContext) -> Iterator[Mistake]:
        yield from super().mistakes(context)
        yield from word_mistakes(self.ranking, context.path("ranking"), [*CRITERIA, *context.figures])

    def advancing(self, entrants: int) -> int:
        return entrants if self.advance is None else self.advance

    def play_round_robin(self, schedule: Schedule, groups: list[list[str]]) -> StageProgress:
        """Every pair of a group meets."""
        progress = schedule.progress
        boards = MatchBoards(self.boards, schedule.slug, self.twice)
        for number, names in enumerate(groups):
            before = len(progress.pairings)
            for pairs in round_robin.rounds(names):
                for first, second in pairs:
                    schedule.add(schedule.match(first, second, boards))
            title = f"Group {_letter(number)}" if len(groups) > 1 else ""
            scored = table(names, progress.pairings[before:], self.scoring(schedule, boards), title)
            progress.tables.append(self.with_cut(schedule, scored))
        progress.done = not progress.missing
        advance(schedule, progress.tables)
        return progress

    def play_swiss(self, schedule: Schedule, rounds: int | None) -> StageProgress:
        """Round after round between entrants of about equal points."""
        progress = schedule.progress
        names = progress.names
        boards = MatchBoards(self.boards, schedule.slug, self.twice)
        scoring = self.scoring(schedule, boards)
        paired: list[tuple[str, str | None]] = []
        for number in range(1, (rounds or swiss_round_count(len(names))) + 1):
            so_far = table(names, progress.pairings, scoring)
            paired_now = [name for name in names if schedule.in_round(name, number)]
            pairs = swiss_pairs(paired_now, so_far, paired)
            paired += pairs
            progress.round = number
            for first, second in pairs:
                if second is None:
                    schedule.add(Pairing(first, None, round=number))
                else:
                    seats = balance_seats(first, second, progress.pairings)
                    schedule.add(schedule.match(*seats, boards, number))
            if progress.missing:
                break
        progress.done = not progress.missing
        progress.tables.append(self.with_cut(schedule, table(names, progress.pairings, scoring)))
        advance(schedule, progress.tables)
        return progress

    def scoring(self, schedule: Schedule, boards: MatchBoards) -> Scoring:
        ranking, seeding = tuple(self.ranking), tuple(schedule.names)
        return Scoring(
            self.points,
            self.points_per,
            ranking,
            boards.games,
            seeding,
            schedule.lot,
            schedule.forfeits,
        )

    def with_cut(self, schedule: Schedule, whole: Table) -> Table:
        """The table with the place of its cut, above which nobody stands who leaves the contest."""
        return without_leavers(schedule, replace(whole, cut=self.advance))


def swiss_round_count(entrants: int) -> int:
    """As many rounds as decide a knockout of that size, and one more."""
    return max(1, math.ceil(math.log2(max(2, entrants))) + 1)


def round_robin_matches(entrants: int) -> int:
    return entrants * (entrants - 1) // 2


def swiss_pairs(
    seeded: Sequence[str], so_far: Table, before: Sequence[tuple[str, str | None]]
) -> list[tuple[str, str | None]]:
    """The next Swiss round for those entrants, the best seeded first, by the table so far; None is a bye."""
    ranks = so_far.ranks()
    order = sorted(seeded, key=lambda name: ranks[name])
    points = {name: tally.match_points for name, tally in so_far.tallies.items()}
    return swiss_rounds.pair(order, points, before) if len(order) > 1 else []


def balance_seats(first: str, second: str, before: Iterable[Pairing]) -> tuple[str, str]:
    """Seat 0 in the first game goes to the one who had it less often."""
    had = {first: 0, second: 0}
    for pairing in before:
        for slot in pairing.slots:
            for name in had.keys() & {*slot.seats}:
                had[name] += 1 if slot.seats[0] == name else -1
    return (second, first) if had[first] > had[second] else (first, second)


def _letter(number: int) -> str:
    return chr(ord("A") + number) if number < 26 else str(number + 1)
