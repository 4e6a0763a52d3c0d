"""What the big screen and the phones in the room show of a contest: phase, matches, teams in order.

House bots (built-in bots that fill up the field) play and are seen playing; the order is that of the teams.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from steelyard.contest.report.bracket import THIRD_PLACE
from steelyard.contest.report.standings_tables import HEADS, note
from steelyard.core.sheets import number
from steelyard.server.contests import views

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from steelyard.contest.model import Pairing
    from steelyard.contest.running.progress import Progress
    from steelyard.contest.stages.base.progress import StageProgress
    from steelyard.contest.standings.ranking import Table
    from steelyard.server.contests.store import State

Phase = Literal["draft", "open", "closed", "preparing", "waiting", "running", "paused", "undecided", "over"]
BEFORE: dict[str, Phase] = {"draft": "draft", "open": "open", "frozen": "closed", "over": "over"}
UNITS = {**HEADS, "wins": "wins"}


class Match(NamedTuple):
    """A pairing, with the stage that it belongs to, and when its games ended."""

    stage: StageProgress
    pairing: Pairing
    ended: dict[str, float]


def phase(state: State, *, waits: bool, prepares: bool, undecided: bool) -> Phase:
    """What the contest is at, in one word."""
    if state == "paused":
        return "undecided" if undecided else "paused"
    if state == "running":
        return "waiting" if waits else "preparing" if prepares else "running"
    return BEFORE[state]


def course(progress: Progress, seq: int, links: views.WebLinks) -> dict[str, Any]:
    """How it stands, for people who look from afar."""
    houses = views.house_bots(progress.contest)
    to_come = 0 if progress.done else progress.games_to_come()
    progress = views.with_known_field(progress)
    bracketed = [stage for stage in progress.stages if stage.brackets]
    return {
        "seq": seq,
        "done": progress.done,
        "games": progress.games_played,
        "to_come": to_come,
        "recent": views.recent_games(progress, links),
        "houses": sorted(houses),
        "undecided": bool(progress.undecided) and not progress.missing,
        "tables": [_ranking(progress, houses)] if progress.done else _tables(progress, houses),
        "bracket": views.brackets(progress, bracketed[-1], links) if bracketed else None,
        "podium": views.podium(progress, houses) if progress.done else [],
        "winners": [each["name"] for each in views.podium(progress) if each["place"] == 1]
        if progress.done
        else [],
        "final": _final(progress) if progress.done else None,
    }


def matches(progress: Progress) -> dict[str, Match]:
    """By game, the match that it belongs to."""
    ended = {game: entry.ended for game, (entry, _) in progress.journal_state.records.items()}
    return {
        slot.id: Match(stage, pairing, ended)
        for stage in progress.all_stages()
        for pairing in stage.pairings
        for slot in pairing.slots
    }


def shown_matches(known: dict[str, Match], games: Iterable[str]) -> list[dict[str, Any]]:
    """The matches of some games, each once."""
    found = [known[game] for game in games if game in known]
    once = {match.pairing.slots[0].id: match for match in found}
    return [_match(match) for match in once.values()]


def _match(match: Match) -> dict[str, Any]:
    """Its games in the order in which they were played, then those to come.

    A game's id ends with the number of its board; each board is played from both sides. Each game
    counts the games and boards that were known when it was played: extra boards tell that it was level.
    """
    stage, pairing, ended = match
    boards = [int(slot.id.rpartition("/")[2]) for slot in pairing.slots]
    games = sorted(
        zip(pairing.slots, boards, pairing.results, strict=True),
        key=lambda game: (game[2] is None, ended.get(game[0].id, 0.0)),
    )
    ordinary = len({*boards}) - pairing.extra
    scheduled = len(boards) - 2 * pairing.extra
    table = next((table for table in stage.tables if pairing.first in table.names), None)
    return {
        "title": _title(stage, pairing),
        "names": [pairing.first, pairing.second],
        "games": [
            {
                "id": slot.id,
                "board": board,
                "boards": max(board, ordinary),
                "of": scheduled + 2 * max(0, board - ordinary),
                "points": None
                if result is None
                else result.points[:: 1 if slot.seats[0] == pairing.first else -1],
            }
            for slot, board, result in games
        ],
        "points": []
        if table is None
        else [_points(table, name) for name in (pairing.first, str(pairing.second))],
        "unit": "" if table is None else _unit(table),
    }


def _title(stage: StageProgress, pairing: Pairing) -> str:
    """The round of a bracket, else the stage."""

    def is_it(other: Pairing | None) -> bool:
        return other is not None and (other.first, other.second, other.slots[:1]) == (
            pairing.first,
            pairing.second,
            pairing.slots[:1],
        )

    for bracket in stage.brackets:
        if bracket.third_place is not None and is_it(bracket.third_place.pairing):
            return THIRD_PLACE
        for round_ in bracket.rounds:
            if any(is_it(match.pairing) for match in round_.matches):
                return round_.title
    return stage.title


# The order of the teams.
def _tables(progress: Progress, houses: Container[str]) -> list[dict[str, Any]]:
    """Of the last stage that has any."""
    stage = next((stage for stage in reversed(progress.stages) if stage.tables), None)
    return [] if stage is None else [_table(progress, stage, table, houses) for table in stage.tables]


def _table(progress: Progress, stage: StageProgress, table: Table, houses: Container[str]) -> dict[str, Any]:
    advancing = [*islice(table.names, table.cut or 0)]
    rows = [
        {
            "place": place,
            "name": name,
            "matches": table.tallies[name].matches,
            "points": _points(table, name),
            "note": note(progress, name),
        }
        for place, name in views.places(table.ties, houses)
    ]
    return {
        "title": table.title or stage.title,
        "unit": _unit(table),
        "rows": rows,
        "cut": sum(row["name"] in advancing for row in rows),
    }


def _ranking(progress: Progress, houses: Container[str]) -> dict[str, Any]:
    """Everybody who took part, when it is over."""
    rows = [
        {"place": place, "name": name, "matches": None, "points": "", "note": note(progress, name)}
        for place, name in views.places(progress.ranked(), houses)
    ]
    return {"title": "", "unit": "", "rows": rows, "cut": 0}


def _points(table: Table, name: str) -> str:
    return number(table.values[name][table.criteria[0]]) if name in table.values else ""


def _unit(table: Table) -> str:
    return UNITS.get(table.criteria[0], table.criteria[0])


def _final(progress: Progress) -> dict[str, Any] | None:
    """The last match of the one who came first, the winner's name first; none where a table decided."""
    stage = progress.stages[-1]
    first = next((name for level in progress.ranked() for name in level), "")
    theirs = [match for match in stage.pairings if match.winner == first and not match.bye]
    if not stage.brackets or not theirs:
        return None
    last = theirs[-1]
    order = 1 if last.winner == last.first else -1
    return {
        "title": _title(stage, last),
        "names": [last.first, last.second][::order],
        "score": last.score()[::order],
        "why": last.why,
    }
