"""Who meets whom, and the standings: pure, from the games so far, with the pairing code of contests.

That code takes long to import: whoever starts a round or shows standings imports this module then.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from steelyard.contest.model import Board, Pairing, Result, Slot
from steelyard.contest.pairing import round_robin
from steelyard.contest.stages.base.table_stage import balance_seats, swiss_pairs
from steelyard.contest.standings.ranking import Scoring, Table, table
from steelyard.server.tournaments.model import Game

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from steelyard.server.tournaments.model import Entrant, Format, Score

POINTS: dict[str, tuple[float, float]] = {
    "first": (1.0, 0.0),
    "second": (0.0, 1.0),
    "draw": (0.5, 0.5),
    "none": (0.0, 0.0),
}
"""Of the first entrant and the second; none: nobody came."""
RANKING = {
    "swiss": ("match_points", "buchholz", "wins"),
    "round_robin": ("match_points", "head_to_head", "wins"),
}
SCORING = (Fraction(1), Fraction(1, 2), Fraction(0))


def pairings(games: Iterable[Game]) -> list[Pairing]:
    """The games so far, as contests count them."""
    ordered = sorted(games, key=lambda game: game[:3])
    return [_pairing(list(group)) for _, group in groupby(ordered, key=lambda game: (game.round, game.match))]


def _pairing(games: list[Game]) -> Pairing:
    first, second, round_ = str(games[0].first), games[0].second, games[0].round
    if second is None:
        return Pairing(first, None, round=round_)
    slots, results = [], []
    for game in games:
        seats = (str(second), first) if game.swapped else (first, str(second))
        slots.append(Slot(f"{round_}/{game.match}/{game.board}", 0, round_, seats, Board(""), ""))
        points = None if game.result is None else POINTS[game.result]
        results.append(None if points is None else Result(points[::-1] if game.swapped else points, ""))
    return Pairing(first, str(second), tuple(slots), tuple(results), round_)


def standings(form: Format, entrants: Sequence[Entrant], games: Iterable[Game]) -> Table:
    keys = [entrant.key for entrant in entrants]
    scoring = Scoring(SCORING, "match", RANKING[form.kind], form.team_size, keys)
    return table(keys, pairings(games), scoring)


def next_round(
    form: Format, entrants: Sequence[Entrant], games: Sequence[Game], apart: Iterable[tuple[int, int]] = ()
) -> list[Game]:
    """The next round; in Swiss, those who keep apart do not meet while that can be avoided."""
    number = max((game.round for game in games), default=0) + 1
    there = [entrant for entrant in entrants if entrant.left_after is None]
    if form.kind == "round_robin":
        pairs: Sequence[tuple[str, str | None]] = round_robin.rounds([entrant.key for entrant in entrants])[
            number - 1
        ]
    else:
        so_far = standings(form, entrants, games)
        played = pairings(games)
        before = [(pairing.first, pairing.second) for pairing in played]
        before += [(str(one), str(two)) for one, two in apart]
        pairs = swiss_pairs([entrant.key for entrant in there], so_far, before)
        pairs = [(one, two) if two is None else balance_seats(one, two, played) for one, two in pairs]
    known = {entrant.key: entrant for entrant in entrants}
    return [
        game
        for match, (first, second) in enumerate(pairs, 1)
        for game in _match(form, number, match, known[first], None if second is None else known[second])
    ]


def _match(form: Format, round_: int, match: int, first: Entrant, second: Entrant | None) -> list[Game]:
    """A game for each board; one without a player on one side is lost there at once."""
    if second is None:
        return [Game(round_, match, 1, first.number, None, swapped=False, result="first")]
    found = []
    for board in range(1, form.team_size + 1):
        there = (_is_there(first, board), _is_there(second, board))
        result: Score | None = None
        if there != (True, True):
            result = "first" if there[0] else "second" if there[1] else "none"
        found.append(
            Game(round_, match, board, first.number, second.number, swapped=board % 2 == 0, result=result)
        )
    return found


def _is_there(entrant: Entrant, board: int) -> bool:
    return entrant.left_after is None and board <= len(entrant.accounts)
