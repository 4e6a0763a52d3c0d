"""Tables once more: points, what ranks, who goes on. What chance decides is read from the report."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, groupby
from typing import TYPE_CHECKING, Any

from tests.contest.recomputation.games import DRAWN, LOST, WON
from tests.contest.recomputation.stage import Levels, Table, match_length, place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tests.contest.recomputation.games import Match
    from tests.contest.recomputation.stage import Stage

RANKINGS = {
    "groups": ["match_points", "head_to_head", "wins"],
    "qualification": ["wins"],
    "swiss": ["match_points", "buchholz", "wins"],
    "playoff": ["match_points", "wins"],
}


def table_stage(stage: Stage, scoring: Scoring) -> None:
    groups = snake(stage.names, min(stage.keys.get("groups", 1), max(1, len(stage.names))))
    if stage.keys["kind"] == "swiss" or stage.keys.get("system") == "swiss":
        check_swiss_rounds(stage)
    else:
        check_round_robin(groups, stage.matches)
    for group, lots in zip(groups, stage.table_lots, strict=True):
        matches = [match for match in stage.matches if match.first in group]
        levels, rows = scoring.table(group, matches, lots)
        stage.tables.append(Table(in_order(stage, levels, stage.keys.get("advance")), rows))
    for table in stage.tables if "advance" in stage.keys else []:
        able = [name for name in table.rows if name not in stage.leaving]
        _, level, _ = cut(table.levels, min(len(able), stage.keys["advance"]))
        stage.by_lot |= {*level}
    advance(stage, [table.levels for table in stage.tables], stage.tables, stage.keys.get("advance"))


def playoff(stage: Stage, before: Stage, scoring: Scoring) -> None:
    """Those level across the cut meet, and those level again once more."""
    lots, looked_at, resolved = iter(stage.table_lots), 0, []
    stage.names = []
    for table in before.tables:
        wanted = min(before.keys["advance"], len([name for name in table.rows if name not in before.leaving]))
        above, level, places = cut(table.levels, wanted)
        below = [each for each in table.levels if each not in above and each != level]
        stage.names += [*(name for each in above for name in each), *level]
        for number in range(1, stage.keys.get("rounds", 3) + 1):
            if not level:
                break
            matches = [match for match in stage.matches if match.round == number and match.first in level]
            check_round_robin([level], matches)
            looked_at += len(matches)
            stage.tables.append(scoring.table(level, matches, next(lots)))
            levels = stage.tables[-1].levels
            through, level, places = cut(levels, places)
            above += through
            below = [each for each in levels if each not in through and each != level] + below
        whole = in_order(stage, [*above, *([level] if level else []), *below], wanted)
        able = [name for name in table.rows if name not in stage.leaving]
        stage.by_lot |= {*cut(whole, min(wanted, len(able)))[1]}
        resolved.append(whole)
    assert looked_at == len(stage.matches), "nobody else meets"
    advance(stage, resolved, before.tables, before.keys["advance"])


def advance(stage: Stage, resolved: list[Levels], tables: list[Table], wanted: int | None) -> None:
    """Who goes on: rank by rank, those who are level by lot; between groups by points and wins a match."""
    keys = {}
    for levels, table in zip(resolved, tables, strict=True):
        able = [[name for name in level if name not in stage.leaving] for level in levels]
        safe, level, left = cut(able, wanted)
        lucky = [name for name in stage.lots if name in level]
        assert len(lucky) == left, "so many of those who are level go on"
        order = [name for each in [*safe, lucky] for name in sorted(each, key=stage.lots.index)]
        for number, name in enumerate(order):
            row, played = table.rows[name], max(1, table.rows[name]["matches"])
            keys[name] = number, -row["match_points"] / played, -Fraction(row["wins"], played)
    stage.advancing = sorted(keys, key=lambda name: (keys[name], stage.lots.index(name)))
    places = {name: place(levels, name) for levels in resolved for each in levels for name in each}
    stage.levels = [[n for n in places if places[n] == each] for each in sorted({*places.values()})]


def in_order(stage: Stage, levels: Levels, wanted: int | None) -> Levels:
    """Whoever is disqualified comes last; whoever withdrew, behind those who may go on."""
    out = [name for level in levels for name in level if name in stage.leaving - stage.withdrawn]
    able = [[name for name in level if name not in stage.leaving] for level in levels]
    safe, level, _ = cut(able, wanted if wanted is not None else 0 if stage.is_last else None)
    ahead = {*level, *(name for each in safe for name in each)}
    first = [[name for name in level if name in ahead] for level in levels]
    others = [[name for name in level if name not in ahead and name not in out] for level in levels]
    return [level for level in [*first, *others, out] if level]


def cut(levels: Levels, places: int | None) -> tuple[Levels, list[str], int]:
    """The levels that go on as a whole; the one of which only some do; how many of these."""
    safe: Levels = []
    left = sum(map(len, levels)) if places is None else places
    for level in levels:
        if len(level) > left:
            return safe, level if left else [], left
        safe.append(level)
        left -= len(level)
    return safe, [], 0


def snake(names: list[str], count: int) -> Levels:
    """The groups, filled from the first to the last and back, the best seeded first."""
    groups: Levels = [[] for _ in range(count)]
    for number, name in enumerate(names):
        lap, column = divmod(number, count)
        groups[column if lap % 2 == 0 else count - 1 - column].append(name)
    return groups


def check_round_robin(groups: Levels, matches: Iterable[Match]) -> None:
    met = Counter(frozenset(match.names) for match in matches)
    assert met == Counter(frozenset(pair) for group in groups for pair in combinations(group, 2))


def check_swiss_rounds(stage: Stage) -> None:
    """Nobody plays twice in a round, and at most one has a bye."""
    rounds = stage.keys.get("rounds", (len(stage.names) - 1).bit_length() + 1)
    for number in range(1, rounds + 1):
        matches = [match for match in stage.matches if match.round == number]
        paired = Counter(name for match in matches for name in match.names)
        assert {*paired.values()} <= {1}
        assert sum(match.second is None for match in matches) == len(paired) % 2
    assert {match.round for match in stage.matches} <= {*range(1, rounds + 1)}


@dataclass
class Scoring:
    """How the matches of a stage count."""

    keys: Mapping[str, Any]
    seeding: list[str]
    forfeits: Callable[[str, int], bool]
    """Whether an entrant has forfeited games by the end of the stage: suspended in that round, withdrawn."""

    @property
    def games_per_match(self) -> int:
        return match_length(self.keys)

    @property
    def per_game(self) -> bool:
        return bool(self.keys.get("points_per", "game" if self._qualification else "match") == "game")

    @property
    def worth(self) -> list[Fraction]:
        """A win, a draw, a loss."""
        return [*map(Fraction, self.keys.get("points", [1, DRAWN, 0] if self._qualification else [3, 1, 0]))]

    @property
    def _qualification(self) -> bool:
        return bool(self.keys["kind"] == "qualification")

    def table(self, names: list[str], matches: list[Match], lots: list[str]) -> Table:
        rows = {name: self._row(name, [m for m in matches if name in m.names]) for name in names}
        for name in names:
            opponents = [*(m.names - {name} or {name} for m in matches if name in m.names)]
            rows[name]["buchholz"] = sum(rows[other]["match_points"] for (other,) in opponents)
        levels = [names] if names else []
        for criterion in self.keys.get("ranking", RANKINGS[self.keys["kind"]]):
            levels = [
                better for level in levels for better in self._split(criterion, level, rows, matches, lots)
            ]
        return Table(levels, rows)

    def _row(self, name: str, matches: list[Match]) -> dict[str, Any]:
        row: dict[str, Any] = Counter()
        for match in matches:
            points = match.points(name)
            row["matches"] += 1
            row["games"] += len(points)
            row["won"] += points.count(WON) if match.second else self.games_per_match
            row["drawn"] += points.count(DRAWN)
            row["lost"] += points.count(LOST)
            row["failures"] += match.failures(name)
            row["match_points"] += self.match_points(name, match)
            for other in match.names - {name}:
                if not self.forfeits(other, match.round):
                    for figure in {key for result in match.results for key in result.figures}:
                        row[figure] += sum(match.figures(name, figure))
        row["wins"] = row["won"]
        return row

    def match_points(self, name: str, match: Match) -> Fraction:
        win, draw, loss = self.worth
        if match.second is None:
            return win * (self.games_per_match if self.per_game else 1)
        mine = match.points(name)
        if self.per_game:
            return win * mine.count(WON) + draw * mine.count(DRAWN) + loss * mine.count(LOST)
        (other,) = match.names - {name}
        ours, theirs = sum(mine), sum(match.points(other))
        if ours == theirs:
            return draw if ours else loss
        return win if ours > theirs else loss

    def _split(
        self, criterion: str, level: list[str], rows: dict[str, Any], matches: list[Match], lots: list[str]
    ) -> Levels:
        if criterion in {"lot", "seeding"}:
            return [
                [name] for name in sorted(level, key=(lots if criterion == "lot" else self.seeding).index)
            ]
        if criterion == "head_to_head":
            among = [match for match in matches if match.second and match.names <= {*level}]
            met = Counter(frozenset(match.names) for match in among)
            fair = len(met) == len(level) * (len(level) - 1) // 2 and len({*met.values()}) <= 1
            for name in level:
                theirs = [match for match in among if name in match.names]
                rows[name][criterion] = sum(self.match_points(name, m) for m in theirs) if fair else 0
        ordered = sorted(level, key=lambda name: -rows[name][criterion])
        return [[*same] for _, same in groupby(ordered, key=lambda name: rows[name][criterion])]
