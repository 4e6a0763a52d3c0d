"""Tables: the points and figures of each entrant, in order. The order of results does not matter."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from steelyard.contest.file.keys import Points
    from steelyard.contest.model import Pairing

ZERO = Fraction(0)
CRITERIA = ("match_points", "wins", "head_to_head", "buchholz", "seeding", "lot")
"""What a table can be ranked by, besides what the game counts."""

Ties = list[list[str]]
"""Names from the best down; those in one list are level."""


@dataclass(slots=True)
class Tally:
    """What one entrant has done in a stage."""

    name: str
    matches: int = 0
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    failures: int = 0
    match_points: Fraction = ZERO
    figures: Counter[str] = field(default_factory=Counter)
    opponents: list[str] = field(default_factory=list)
    """A bye counts as a match against oneself."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How results become points and an order."""

    points: Points
    per: str
    ranking: Sequence[str]
    games_per_match: int
    """What a bye is worth in wins."""
    seeding: Sequence[str] = ()
    lot: Callable[[str], int] = lambda _name: 0
    forfeits: Callable[[str, int], bool] = lambda _name, _round: False
    """Whether an entrant forfeits games of the stage: then figures of games against it count for nobody."""


@dataclass(frozen=True, slots=True)
class Table:
    """Entrants in order, with the figures they are ranked by."""

    title: str
    ties: Ties
    tallies: Mapping[str, Tally]
    values: Mapping[str, Mapping[str, Fraction]]
    """By name and criterion."""
    criteria: tuple[str, ...]
    cut: int | None = None
    """How many advance."""
    pairings: tuple[Pairing, ...] = ()
    """Whose games it counts."""

    @property
    def names(self) -> list[str]:
        return [name for level in self.ties for name in level]

    def ranks(self) -> dict[str, int]:
        return places(self.ties)


def places(ties: Ties) -> dict[str, int]:
    """By name; those who are level share a place."""
    found: dict[str, int] = {}
    for level in ties:
        found |= dict.fromkeys(level, len(found) + 1)
    return found


def table(names: Iterable[str], pairings: Iterable[Pairing], scoring: Scoring, title: str = "") -> Table:
    """The table of those entrants, by the games between them that are known."""
    pairings = list(pairings)
    tallies = {name: Tally(name) for name in names}
    for pairing in pairings:
        _count(pairing, tallies, scoring)
    values: dict[str, dict[str, Fraction]] = {name: {} for name in tallies}
    ties: Ties = [sorted(tallies)] if tallies else []
    for criterion in scoring.ranking:
        split: Ties = []
        for level in ties:
            worth = _worth(criterion, level, tallies, pairings, scoring)
            for name in level:
                values[name][criterion] = worth[name]
            best_first = sorted(set(worth.values()), reverse=True)
            split += [[name for name in level if worth[name] == value] for value in best_first]
        ties = split
    return Table(title, ties, tallies, values, tuple(scoring.ranking), pairings=tuple(pairings))


def draw_lots(ties: Ties, lot: Callable[[str], int]) -> list[str]:
    """One order: those who are level are ordered by lot."""
    return [name for level in ties for name in sorted(level, key=lambda name: (lot(name), name))]


def match_points(pairing: Pairing, scoring: Scoring) -> tuple[Fraction, Fraction]:
    """The points of both sides from a pairing so far."""
    win, draw, loss = scoring.points
    if pairing.bye:
        return win * (scoring.games_per_match if scoring.per == "game" else 1), ZERO
    if scoring.per == "game":
        mine = theirs = ZERO
        for slot, result in pairing.games():
            seat = slot.seats.index(pairing.first)
            mine += _points_for(result.points[seat], (win, draw, loss))
            theirs += _points_for(result.points[1 - seat], (win, draw, loss))
        return mine, theirs
    if not pairing.complete:
        return ZERO, ZERO
    one, two = pairing.score()
    if one == two:
        return (draw, draw) if one else (loss, loss)  # 0:0 means that both forfeited everything
    return (win, loss) if one > two else (loss, win)


def _points_for(got: float, points: Points) -> Fraction:
    return points[0] if got == 1 else points[1] if got == 0.5 else points[2]


def _count(pairing: Pairing, tallies: Mapping[str, Tally], scoring: Scoring) -> None:
    points = match_points(pairing, scoring)
    for side, name in enumerate((pairing.first, pairing.second)):
        if name is None or name not in tallies:
            continue
        tally = tallies[name]
        tally.match_points += points[side]
        tally.matches += pairing.complete
        if pairing.bye:
            tally.wins += scoring.games_per_match
            tally.opponents.append(name)
            continue
        tally.opponents.append(str(pairing.second if side == 0 else pairing.first))
        for slot, result in pairing.games():
            seat = slot.seats.index(name)
            tally.games += 1
            tally.wins += result.points[seat] == 1
            tally.draws += result.points[seat] == 0.5
            tally.losses += result.points[seat] == 0
            tally.failures += seat in result.failed
            if not scoring.forfeits(tally.opponents[-1], pairing.round):
                for figure, both in result.figures.items():
                    tally.figures[figure] += both[seat]


def _worth(
    criterion: str,
    level: list[str],
    tallies: Mapping[str, Tally],
    pairings: list[Pairing],
    scoring: Scoring,
) -> dict[str, Fraction]:
    """The values of one criterion for those who are level so far; more is better."""
    if criterion == "head_to_head":
        return _head_to_head(level, pairings, scoring)
    if criterion == "buchholz":
        return {
            name: sum((tallies[o].match_points for o in tallies[name].opponents if o in tallies), ZERO)
            for name in level
        }
    if criterion == "seeding":
        return {name: -Fraction(scoring.seeding.index(name)) for name in level}
    if criterion == "lot":
        return {name: -Fraction(scoring.lot(name)) for name in level}
    if criterion == "match_points":
        return {name: tallies[name].match_points for name in level}
    if criterion == "wins":
        return {name: Fraction(tallies[name].wins) for name in level}
    return {name: Fraction(tallies[name].figures[criterion]) for name in level}


def _head_to_head(level: list[str], pairings: list[Pairing], scoring: Scoring) -> dict[str, Fraction]:
    """Points from the matches among themselves; 0 for all unless all have met equally often."""
    points = dict.fromkeys(level, ZERO)
    met: Counter[frozenset[str]] = Counter()
    for pairing in pairings:
        if pairing.second is None or not {pairing.first, pairing.second} <= points.keys():
            continue
        met[frozenset((pairing.first, pairing.second))] += 1
        one, two = match_points(pairing, scoring)
        points[pairing.first] += one
        points[pairing.second] += two
    pairs = len(level) * (len(level) - 1) // 2
    fair = len(met) == pairs and len(set(met.values())) <= 1
    return points if fair else dict.fromkeys(level, ZERO)
