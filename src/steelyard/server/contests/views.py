"""What is told of a contest to everybody: standings, brackets, games. Made of the report's own sheets."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from steelyard import bots
from steelyard.contest.model import TEACHER_STAGE
from steelyard.contest.report.bracket import THIRD_PLACE
from steelyard.contest.report.entrant_changes import is_replaced, stage_remarks
from steelyard.contest.report.result_words import result_words
from steelyard.contest.report.standings_tables import Links, cross_table, final_ranking, standings
from steelyard.contest.report.status import seconds_left

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from steelyard.contest.model import Contest, Pairing, Result, Slot
    from steelyard.contest.running.journal_entries import Played
    from steelyard.contest.running.progress import Progress
    from steelyard.contest.stages.base.progress import Bracket, StageProgress
    from steelyard.contest.standings.ranking import Ties
    from steelyard.core.sheets import Cell, Sheet

RECENT = 12
PODIUM = 3


class WebLinks(Links):
    """Where things are on a contest's page; a game has an address that nobody can guess."""

    def __init__(self, contest: Contest, name: str, secret: str) -> None:
        super().__init__(contest)
        self._name = name
        self._secret = secret.encode()

    def bot(self, name: str, stage: StageProgress | None = None) -> str:
        del stage
        return f"#bot/{self._contest.slugs[name]}"

    def stage(self, stage: StageProgress) -> str:
        return f"#stage/{self.stage_slug(stage)}"

    def match(self, stage: StageProgress, pairing: Pairing) -> str:
        return f"#match/{self.stage_slug(stage)}/{self.anchor(pairing)}"

    def board(self, label: str) -> str:
        del label
        return ""

    def game(self, slot: Slot, result: Result) -> str:
        """Only a game that was looked up has one: one that is played again has another address."""
        del slot, result
        return ""

    def table(self, played: Played) -> str:
        """A game's name among the tables."""
        game = f"{played.id}@{played.ended}"
        mark = hashlib.blake2b(game.encode(), key=self._secret[:64], digest_size=8).hexdigest()
        return f"{self._name}.{mark}"


def with_known_field(progress: Progress) -> Progress:
    """Without standings as long as bots are prepared: some of them may not take part."""
    return replace(progress, names=[], teacher=None, stages=[]) if progress.preparing else progress


def overview(progress: Progress, seq: int, links: WebLinks) -> dict[str, Any]:
    """How it stands."""
    to_come = 0 if progress.done else progress.games_to_come()
    progress = with_known_field(progress)
    stage = progress.stages[-1] if progress.stages else None
    return {
        "seq": seq,
        "done": progress.done,
        "stage": stage.title if stage is not None else None,
        "round": stage.round if stage is not None else None,
        "games": progress.games_played,
        "to_come": to_come,
        "seconds_left": None if progress.done else seconds_left(progress),
        "podium": podium(progress) if progress.done else [],
        "houses": sorted(house_bots(progress.contest)),
        "field": _field(progress),
        "stages": [_stage(progress, each, links) for each in progress.stages],
        "ranking": sheet_json(final_ranking(progress, links)),
        "recent": recent_games(progress, links),
    }


def house_bots(contest: Contest) -> frozenset[str]:
    """The entrants that are no team's; none where no team takes part, because then somebody has to win."""
    built_in = bots.names(contest.file.game)
    houses = {entrant.name for entrant in contest.entrants if entrant.bot in built_in}
    return frozenset() if len(houses) == len(contest.entrants) else frozenset(houses)


def podium(progress: Progress, without: Container[str] = ()) -> list[dict[str, Any]]:
    """The first three, or more if they are level; whoever is disqualified does not stand there."""
    out = progress.journal_state.disqualified
    return [
        {"place": place, "name": name}
        for place, name in places(progress.ranked(), without)
        if place <= PODIUM and (name not in out or out[name].keeps_place)
    ]


def places(ties: Ties, without: Container[str] = ()) -> Iterator[tuple[int, str]]:
    """Everybody from the best down with their place, counted as if some did not take part."""
    place = 1
    for level in ties:
        shown = [name for name in level if name not in without]
        yield from ((place, name) for name in shown)
        place += len(shown)


def _field(progress: Progress) -> list[dict[str, Any]]:
    """Everybody, and whether they still take part; why not is for those whom it concerns."""
    journal_state = progress.journal_state

    def state(name: str) -> str:
        if name in journal_state.quarantined:
            return "quarantined"
        if name in journal_state.disqualified:
            return journal_state.disqualified[name].word
        if name in progress.suspended:
            return "suspended"
        return "replaced" if is_replaced(progress, name) else "in"

    return [
        {
            "name": entrant.name,
            "slug": entrant.slug,
            "state": state(entrant.name),
            "says": journal_state.says.get(entrant.name, ""),
        }
        for entrant in progress.contest.entrants
    ]


def _stage(progress: Progress, stage: StageProgress, links: WebLinks) -> dict[str, Any]:
    return {
        "title": stage.title,
        "slug": links.stage_slug(stage),
        "done": stage.done,
        "by_lot": stage.by_lot,
        "remarks": stage_remarks(progress, stage),
        "tables": [sheet_json(standings(progress, stage, table, links)) for table in stage.tables],
        "bracket": brackets(progress, stage, links) if stage.brackets else None,
    }


def brackets(progress: Progress, stage: StageProgress, links: WebLinks) -> dict[str, Any]:
    """The first bracket of a stage, with any more below it."""
    first, *more = (_bracket(progress, bracket, stage, links) for bracket in stage.brackets)
    return {**first, "more": more}


def _bracket(progress: Progress, bracket: Bracket, stage: StageProgress, links: WebLinks) -> dict[str, Any]:
    rounds = [
        {
            "title": round_.title,
            "matches": [
                None if m.is_gap else _match(progress, m.pairing, stage, links) for m in round_.matches
            ],
        }
        for round_ in bracket.rounds
    ]
    third = bracket.third_place
    return {
        "rounds": rounds,
        "third": None
        if third is None
        else {"title": THIRD_PLACE, **_match(progress, third.pairing, stage, links)},
    }


def _match(
    progress: Progress, match: Pairing | None, stage: StageProgress, links: WebLinks
) -> dict[str, Any]:
    if match is None:
        return {"names": [None, None], "score": None, "winner": None, "why": "", "to": ""}
    out, names = progress.journal_state.disqualified, (match.first, match.second)
    return {
        "names": list(names),
        "marks": [out[name].word if name is not None and name in out else "" for name in names],
        "bye": match.bye,
        "score": match.score() if match.games() else None,
        "winner": match.winner,
        "why": match.why,
        "to": "" if match.bye else links.match(stage, match),
    }


def sheet_json(sheet: Sheet) -> dict[str, Any]:
    return {
        "title": sheet.title,
        "columns": sheet.columns,
        "words": [sheet.is_words(place) for place in range(len(sheet.columns))],
        "meanings": sheet.meanings,
        "marked": sorted(sheet.marked),
        "rows": [[_cell(cell) for cell in row] for row in sheet.rows],
    }


def _cell(cell: Cell) -> dict[str, Any]:
    told: dict[str, Any] = {"text": cell.text}
    if cell.to:
        told["to"] = cell.to
    if cell.strong or cell.quiet:
        told["kind"] = "strong" if cell.strong else "quiet"
    return told


def crosses(progress: Progress, links: WebLinks) -> list[dict[str, Any]]:
    """Everybody against everybody, stage by stage."""
    return [
        {"stage": stage.title, **sheet_json(cross_table(stage, table, links))}
        for stage in with_known_field(progress).stages
        for table in stage.tables
        if stage.pairings
    ]


def recent_games(progress: Progress, links: WebLinks) -> list[dict[str, Any]]:
    """The games that ended last, the latest first."""
    ended = {game: entry.ended for game, (entry, _) in progress.journal_state.records.items()}
    latest = set(sorted(ended, key=lambda game: ended[game])[-RECENT:])
    found = [
        game_json(progress, slot, result, links)
        for pairing in progress.pairings()
        for slot, result in pairing.games()
        if slot.id in latest
    ]
    return sorted(found, key=lambda game: -(game["ended"] or 0))


def all_games(progress: Progress, links: WebLinks) -> list[dict[str, Any]]:
    """In the order of the schedule, only those that count."""
    return [
        {"stage": links.stage_slug(stage), "match": links.anchor(pairing)}
        | game_json(progress, slot, result, links)
        for stage in progress.all_stages()
        for pairing in stage.pairings
        for slot, result in pairing.games()
    ]


def game_json(progress: Progress, slot: Slot, result: Result, links: WebLinks) -> dict[str, Any]:
    played = progress.journal_state.records.get(slot.id) if result.played else None
    slugs = progress.contest.slugs
    return {
        "id": slot.id,
        "title": stage_title(progress, slot),
        "round": slot.round,
        "seats": slot.seats,
        "slugs": [slugs[name] for name in slot.seats],
        "board": slot.board.words if result.played else "",
        "points": result.points,
        "result": result_words(progress.contest.game, slot, result),
        "reason": result.reason,
        "figures": result.figures,
        "turns": len(played[1].turns) if played is not None else 0,
        "to": f"/g/{links.table(played[0])}" if played is not None and played[1].outcome is not None else "",
        "ended": played[0].ended if played is not None else None,
    }


def stage_title(progress: Progress, slot: Slot) -> str:
    if slot.stage == TEACHER_STAGE:
        return progress.teacher.title if progress.teacher is not None else ""
    return progress.contest.file.stages[slot.stage].called
