"""Stages that end with a table: groups, Swiss rounds, a qualification, additional matches for those level."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from steelyard.contest.model import Pairing
from steelyard.contest.stages import round_robin, swiss
from steelyard.contest.stages.stage import Ground, StageProgress, Venue
from steelyard.contest.standings.table import Scoring, Table, drawn_by_lot, table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steelyard.contest.file.definition import Groups, Playoff, Qualification, Ranked, Swiss
    from steelyard.contest.standings.table import Ties


def groups(ground: Ground, stage: Groups) -> StageProgress:
    return _everyone_meets(ground, stage, round_robin.snake(ground.progress.names, stage.groups))


def qualification(ground: Ground, stage: Qualification) -> StageProgress:
    if stage.system == "swiss":
        return _in_rounds(ground, stage, stage.rounds)
    return _everyone_meets(ground, stage, [ground.progress.names])


def swiss_rounds(ground: Ground, stage: Swiss) -> StageProgress:
    return _in_rounds(ground, stage, stage.rounds)


def playoff(ground: Ground, stage: Playoff, before: StageProgress) -> StageProgress:
    """Those level at the cut meet, and those level again once more, until it is clear who goes on."""
    progress = ground.progress
    progress.names = [name for each in before.tables for name in _still_in(each)]
    resolved = []
    for cut_table in before.tables:
        ties = _played_off(ground, stage, cut_table)
        resolved.append(Table(cut_table.title, ties, cut_table.tallies, {}, (), cut_table.cut))
    progress.done = not progress.missing
    _advance(ground, resolved)
    return progress


def rounds_for(entrants: int) -> int:
    """How many Swiss rounds find the best of so many."""
    return max(1, math.ceil(math.log2(max(2, entrants))) + 1)


def _everyone_meets(ground: Ground, stage: Ranked, groups_: list[list[str]]) -> StageProgress:
    progress = ground.progress
    venue = Venue(stage.boards, ground.slug, stage.twice)
    scoring = _scoring(ground, stage, venue)
    for number, names in enumerate(groups_):
        before = len(progress.pairings)
        for pairs in round_robin.rounds(names):
            for first, second in pairs:
                ground.add(ground.match(first, second, venue))
        title = f"Group {_letter(number)}" if len(groups_) > 1 else ""
        progress.tables.append(_cut(table(names, progress.pairings[before:], scoring, title), stage))
    progress.done = not progress.missing
    _advance(ground, progress.tables)
    return progress


def _in_rounds(ground: Ground, stage: Ranked, wanted: int | None) -> StageProgress:
    progress = ground.progress
    names = progress.names
    venue = Venue(stage.boards, ground.slug, stage.twice)
    scoring = _scoring(ground, stage, venue)
    last = wanted or rounds_for(len(names))
    paired: list[tuple[str, str | None]] = []
    for number in range(1, last + 1):
        so_far = table(names, progress.pairings, scoring)
        order = sorted(names, key=lambda name: (so_far.places()[name], names.index(name)))
        points = {name: tally.match_points for name, tally in so_far.tallies.items()}
        pairs = swiss.pair(order, points, paired) if len(names) > 1 else []
        paired += pairs
        progress.round = number
        for first, second in pairs:
            if second is None:
                ground.add(Pairing(first, None, round=number))
            else:
                ground.add(ground.match(*_seated(first, second, progress.pairings), venue, number))
        if progress.missing:
            break
    progress.done = not progress.missing
    progress.tables.append(_cut(table(names, progress.pairings, scoring), stage))
    _advance(ground, progress.tables)
    return progress


def _seated(first: str, second: str, before: Iterable[Pairing]) -> tuple[str, str]:
    """Seat 0 in the first game goes to whoever had it less often."""
    had = {first: 0, second: 0}
    for pairing in before:
        for slot in pairing.slots:
            for name in had.keys() & {*slot.seats}:
                had[name] += 1 if slot.seats[0] == name else -1
    return (second, first) if had[first] > had[second] else (first, second)


def _played_off(ground: Ground, stage: Playoff, before: Table) -> Ties:
    """The order of one table once those level at its cut have met."""
    above, level, below = _at_the_cut(before.ties, before.cut)
    if not level:
        return before.ties
    seats_left = (before.cut or 0) - sum(map(len, above))
    settled_above: Ties = []
    settled_below: Ties = []
    for round_ in range(1, stage.rounds + 1):
        ground.progress.round = max(ground.progress.round, round_)
        venue = Venue(stage.boards, f"{ground.slug}-r{round_}", stage.twice)
        matches = [
            ground.match(first, second, venue, round_)
            for pairs in round_robin.rounds(sorted(level, key=ground.lot))
            for first, second in pairs
        ]
        for match in matches:
            ground.add(match)
        decided = table(level, matches, _scoring(ground, stage, venue), f"Round {round_}")
        ground.progress.tables.append(decided)
        if not all(match.complete for match in matches):
            break
        fresh_above, level, fresh_below = _at_the_cut(decided.ties, seats_left)
        settled_above += fresh_above
        settled_below = fresh_below + settled_below
        seats_left -= sum(map(len, fresh_above))
        if not level:
            break
    return [*above, *settled_above, *([level] if level else []), *settled_below, *below]


def _at_the_cut(ties: Ties, cut: int | None) -> tuple[Ties, list[str], Ties]:
    """Those surely in, those level across the cut, those surely out."""
    place = 0
    for number, level in enumerate(ties):
        if cut is not None and place < cut < place + len(level):
            return ties[:number], level, ties[number + 1 :]
        place += len(level)
        if place == cut:
            return ties[: number + 1], [], ties[number + 1 :]
    return ties, [], []


def _still_in(whole: Table) -> list[str]:
    """All who may go on from a table, those level across its cut too."""
    above, level, _ = _at_the_cut(whole.ties, whole.cut)
    return [*(name for each in above for name in each), *level]


def _scoring(ground: Ground, stage: Ranked, venue: Venue) -> Scoring:
    return Scoring(
        stage.points,
        stage.points_per,
        tuple(stage.ranking),
        venue.legs,
        tuple(ground.progress.names),
        ground.lot,
    )


def _cut(whole: Table, stage: Ranked) -> Table:
    return Table(whole.title, whole.ties, whole.tallies, whole.values, whole.criteria, stage.advance)


def _advance(ground: Ground, tables: list[Table]) -> None:
    """Who goes on, and the order of all: place by place where there are several tables."""
    progress = ground.progress
    ordered = [drawn_by_lot(each.ties, ground.lot) for each in tables]
    for each, order in zip(tables, ordered, strict=True):
        progress.by_lot += sorted(_at_the_cut(each.ties, each.cut)[1])
        cut = len(order) if each.cut is None else each.cut
        progress.advancing += order[:cut]
    worth = {
        name: _worth(name, each, order) for each, order in zip(tables, ordered, strict=True) for name in order
    }
    progress.advancing.sort(key=lambda name: (*worth[name], ground.lot(name)))
    if len(tables) == 1:
        progress.ranked = tables[0].ties
    else:
        places = {name: place for each in tables for name, place in each.places().items()}
        progress.ranked = [
            sorted(name for name in places if places[name] == place) for place in sorted(set(places.values()))
        ]


def _worth(name: str, within: Table, order: list[str]) -> tuple[Fraction | int, ...]:
    """Less is better: the place in its own table, then points and wins a match, as groups differ in size."""
    tally = within.tallies[name]
    matches = max(1, tally.matches)
    return order.index(name), -tally.match_points / matches, -Fraction(tally.wins, matches)


def _letter(number: int) -> str:
    return chr(ord("A") + number) if number < 26 else str(number + 1)
