"""Who advances from the tables of a stage: the cut, those level across it, and the order of all."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from steelyard.contest.standings.ranking import draw_lots

if TYPE_CHECKING:
    from steelyard.contest.stages.base.schedule import Schedule
    from steelyard.contest.standings.ranking import Table, Ties


def split_at_cut(ties: Ties, cut: int | None) -> tuple[Ties, list[str], Ties]:
    """Those who surely advance, those level across the cut, those who surely do not advance."""
    above = 0
    for number, level in enumerate(ties):
        if cut is not None and above < cut < above + len(level):
            return ties[:number], level, ties[number + 1 :]
        above += len(level)
        if above == cut:
            return ties[: number + 1], [], ties[number + 1 :]
    return ties, [], []


def may_advance(whole: Table) -> list[str]:
    """All who may advance from a table, including those level across its cut."""
    above, level, _ = split_at_cut(whole.ties, whole.cut)
    return [*(name for each in above for name in each), *level]


def without_leavers(schedule: Schedule, table: Table) -> Table:
    """The same table with those who leave the contest below its cut; others advance in their place.

    Whoever withdrew keeps its place behind those who advance; whoever is disqualified comes last.
    """
    leaving = {name for name in table.names if schedule.leaves(name)}
    last = {name for name in leaving if not schedule.keeps_place(name)}
    cut = None if table.cut is None else min(table.cut, len(table.names) - len(leaving))
    staying = replace(table, ties=_only(table.ties, {*table.names} - leaving), cut=cut)
    ahead = set() if cut is None and schedule.is_last else {*may_advance(staying)}
    middle = {*table.names} - ahead - last
    end = [sorted(last)] if last else []
    return replace(table, ties=[*_only(table.ties, ahead), *_only(table.ties, middle), *end], cut=cut)


def _only(ties: Ties, names: set[str]) -> Ties:
    """The same order of those names alone."""
    kept = ([name for name in level if name in names] for level in ties)
    return [level for level in kept if level]


def advance(schedule: Schedule, tables: list[Table]) -> None:
    """Set who advances, and the ranking: rank by rank where there are several tables."""
    progress = schedule.progress
    orders = [draw_lots(each.ties, schedule.lot) for each in tables]
    worth: dict[str, tuple[Fraction | int, ...]] = {}
    for each, order in zip(tables, orders, strict=True):
        progress.by_lot += sorted(split_at_cut(each.ties, each.cut)[1])
        staying = [name for name in order if not schedule.leaves(name)]
        progress.advancing += staying[: len(order) if each.cut is None else each.cut]
        worth |= {name: _worth(name, each, staying) for name in staying}
    progress.advancing.sort(key=lambda name: (*worth[name], schedule.lot(name)))
    if len(tables) == 1:
        progress.ranked = tables[0].ties
    else:
        ranks = {name: rank for each in tables for name, rank in each.ranks().items()}
        progress.ranked = [
            sorted(name for name in ranks if ranks[name] == rank) for rank in sorted(set(ranks.values()))
        ]


def _worth(name: str, within: Table, staying: list[str]) -> tuple[Fraction | int, ...]:
    """Less is better: the rank among those of the own table who stay, then points and wins a match.

    Groups differ in size. Whoever leaves, and the lot that they draw, makes no difference to the others.
    """
    tally = within.tallies[name]
    matches = max(1, tally.matches)
    return staying.index(name), -tally.match_points / matches, -Fraction(tally.wins, matches)
