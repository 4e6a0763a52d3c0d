"""The tables of results: rankings, standings, cross tables, matches and games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.arena.verdicts import in_words
from steelyard.contest.model import FORFEIT, TEACHER_STAGE, slug
from steelyard.contest.report.entrant_changes import is_replaced
from steelyard.contest.report.result_words import result_words
from steelyard.contest.stages.base.table_stage import TableStage
from steelyard.contest.standings.ranking import places
from steelyard.core.sheets import UNIT, Cell, Sheet, halves, number, without_empty_columns

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from steelyard.contest.model import Contest, Pairing, Result, Slot
    from steelyard.contest.running.progress import Progress
    from steelyard.contest.stages.base.progress import StageProgress
    from steelyard.contest.standings.ranking import Table

HEADS = {
    "match_points": "points",
    "head_to_head": "head to head",
    "buchholz": "Buchholz",
    "seeding": "seeding",
    "lot": "lot",
}

MEANINGS = {
    "head_to_head": "points in the games among those who are level",
    "buchholz": "the points of all opponents together",
    "seeding": "the place at the beginning of the stage",
    "lot": "drawn by lot, the lowest comes first",
}
FIGURE_HEADS = {"boxes": "squares"}  # as results and rules call them
GAMES = ("won", "drawn", "lost")
TOTAL = "of all stages, with forfeits"
TOTAL_BESIDE_TEACHER = "of all stages, with forfeits, without those against the teacher's bot"


class Links:
    """Addresses inside the report, relative to its folder."""

    def __init__(self, contest: Contest, *, records: bool = True) -> None:
        self._contest = contest
        self._records = records

    def bot(self, name: str, stage: StageProgress | None = None) -> str:
        slug = self._contest.slugs[name]
        if slug == "teacher":
            return "stages/teacher.html"
        return f"bots/{slug}.html" + (f"#{self.stage_slug(stage)}" if stage is not None else "")

    def stage_slug(self, stage: StageProgress) -> str:
        return "teacher" if stage.index == TEACHER_STAGE else self._contest.stage_slug(stage.index)

    def stage(self, stage: StageProgress) -> str:
        return f"stages/{self.stage_slug(stage)}.html"

    def match(self, stage: StageProgress, pairing: Pairing) -> str:
        return f"{self.stage(stage)}#{self.anchor(pairing)}"

    def anchor(self, pairing: Pairing) -> str:
        names = (pairing.first, pairing.second)
        slugs = sorted(self._contest.slugs[name] for name in names if name is not None)
        return f"r{pairing.round}-{'_v_'.join(slugs)}"

    def board(self, label: str) -> str:
        return f"boards.html#{slug(label)}"

    def game(self, slot: Slot, result: Result) -> str:
        """The page that plays a game."""
        return "" if result.reason == FORFEIT else self.game_page(slot.id)

    def game_page(self, game: str) -> str:
        return f"games/{file_name(game)}.html"

    def record(self, game: str) -> str:
        return f"records/{file_name(game)}.json" if self._records else ""


def file_name(game: str) -> str:
    """The id of a game in a form that fits file names."""
    return game.replace("/", ".")


def final_ranking(progress: Progress, links: Links) -> Sheet:
    """All entrants, and how far each came."""
    columns = ["place", "name", "came to", "games", *GAMES, "note"]
    sheet = Sheet("", columns, words=3, notes=True)
    total = TOTAL if progress.contest.file.teacher is None else TOTAL_BESIDE_TEACHER
    sheet.meanings = dict.fromkeys(GAMES, UNIT) | {"games": total}
    for name, place in places(progress.ranked()).items():
        reached = [stage for stage in progress.stages if name in stage.names][-1:]
        pairings = (p for stage in progress.stages for p in stage.pairings if name in {p.first, p.second})
        games = [game for pairing in pairings for game in pairing.games()]
        got = [result.points[slot.seats.index(name)] for slot, result in games]
        counts = [got.count(points) for points in (1, 0.5, 0)]
        sheet.add(
            place,
            Cell(name, links.bot(name)),
            *([Cell(each.reached[name], links.stage(each)) for each in reached] or [Cell("")]),
            *(Cell(number(figure), links.bot(name)) for figure in (len(got), *counts)),
            note(progress, name),
        )
    for name, entry in sorted(progress.journal_state.quarantined.items()):
        sheet.add("", Cell(name, links.bot(name)), Cell(in_words(entry.fault)), *([""] * 4), "quarantined")
    return without_empty_columns(sheet)


def note(progress: Progress, name: str) -> str:
    """What everybody has to know of an entrant beside its results."""
    out = progress.journal_state.disqualified.get(name)
    marks = [out.word] if out is not None else ["suspended"] if name in progress.suspended else []
    return ", ".join([*marks, *(["replaced"] if is_replaced(progress, name) else [])])


def standings(progress: Progress, stage: StageProgress, table: Table, links: Links) -> Sheet:
    """One table of a stage, in its order."""
    criteria = [criterion for criterion in table.criteria if criterion != "wins"]
    columns = [
        "place",
        "name",
        "matches",
        *GAMES,
        *(HEADS.get(c, c) for c in criteria),
        "note",
    ]
    sheet = Sheet(table.title, columns, words=2, notes=True, heads=FIGURE_HEADS)
    sheet.meanings = dict.fromkeys(GAMES, UNIT) | _meanings(progress, stage, criteria)
    ranks = table.ranks()
    for position, name in enumerate(table.names, start=1):
        tally, to = table.tallies[name], links.bot(name, stage)
        counts = [
            Cell(number(figure), to) for figure in (tally.matches, tally.wins, tally.draws, tally.losses)
        ]
        worth = [_worth(table.values[name].get(criterion), criterion, to) for criterion in criteria]
        sheet.add(
            Cell(number(ranks[name])), Cell(name, links.bot(name)), *counts, *worth, note(progress, name)
        )
        if position == table.cut:
            sheet.marked.add(position - 1)
    return without_empty_columns(sheet)


def _meanings(progress: Progress, stage: StageProgress, criteria: Iterable[str]) -> dict[str, str]:
    """What the columns that rank are."""
    told = progress.contest.file.stages[stage.index]
    figures = dict.fromkeys(progress.contest.figures, "in all games of the stage together")
    found = {**MEANINGS, **figures}
    if isinstance(told, TableStage):
        won, drawn, lost = map(number, told.points)
        found["match_points"] = (
            f"{won} for a won {told.points_per}, {drawn} for a drawn one, {lost} for a lost one"
        )
    return {HEADS.get(criterion, criterion): found[criterion] for criterion in criteria}


def _worth(value: Fraction | None, criterion: str, to: str) -> Cell:
    if value is None:
        return Cell("")
    if criterion in {"seeding", "lot"}:
        return Cell(number(1 - value if criterion == "seeding" else -value), quiet=True)
    return Cell(number(value), to)


def cross_table(stage: StageProgress, table: Table, links: Links) -> Sheet:
    """All against all, in points; numbered in the order of the table."""
    names = table.names
    sheet = Sheet(table.title, ["", "name", *map(str, range(1, len(names) + 1))], words=2)
    met: dict[tuple[str, str], list[Pairing]] = {}
    for pairing in table.pairings:
        if pairing.second is not None:
            met.setdefault((pairing.first, pairing.second), []).append(pairing)
            met.setdefault((pairing.second, pairing.first), []).append(pairing)
    for position, name in enumerate(names, start=1):
        cells = [_crossing(name, other, met.get((name, other), []), stage, links) for other in names]
        sheet.add(Cell(str(position)), Cell(name, links.bot(name)), *cells)
    return sheet


def _crossing(name: str, other: str, pairings: list[Pairing], stage: StageProgress, links: Links) -> Cell:
    if name == other:
        return Cell("\N{MIDDLE DOT}", quiet=True)
    mine = theirs = 0.0
    for pairing in pairings:
        one, two = pairing.score() if pairing.first == name else reversed(pairing.score())
        mine, theirs = mine + one, theirs + two
    if not any(pairing.games() for pairing in pairings):
        return Cell("")
    to = links.match(stage, pairings[0])
    return Cell(halves(mine), to, strong=mine > theirs, quiet=mine < theirs)


def matches(stage: StageProgress, contest: Contest, links: Links) -> Sheet:
    """Every match with its games."""
    sheet = Sheet("", ["round", "match", "score", "decided by", "games"], words=5)
    for pairing in stage.pairings:
        if pairing.second is None:
            sheet.add(
                str(pairing.round), f"{pairing.first} has a bye", "", "", "", anchor=links.anchor(pairing)
            )
            continue
        one, two = pairing.score()
        games = tuple(
            Cell(f"{number_}. {result_words(contest.game, slot, result)}", links.game(slot, result))
            for number_, (slot, result) in enumerate(pairing.games(), 1)
        )
        sheet.add(
            str(pairing.round or ""),
            f"{pairing.first} \N{EN DASH} {pairing.second}",
            f"{halves(one)}:{halves(two)}" if games else "",
            pairing.why,
            Cell(", ".join(game.text for game in games), parts=games),
            anchor=links.anchor(pairing),
        )
    return without_empty_columns(sheet)


def games(stage: StageProgress, contest: Contest, links: Links, only: str | None = None) -> Sheet:
    """The games of a stage, of all entrants or of one."""
    seats = contest.game.seat_names
    columns = ["game", seats[0], seats[1], "board", "result", *contest.figures]
    sides = dict(zip(seats, contest.game.side_names or seats, strict=True))
    sheet = Sheet("", columns, words=5, heads=FIGURE_HEADS | sides)
    for pairing in stage.pairings:
        for slot, result in pairing.games():
            if only is not None and only not in slot.seats:
                continue
            to = links.game(slot, result)
            figures = [_both(result.figures.get(figure)) for figure in contest.figures]
            sheet.add(
                Cell(slot.id, to),
                *(Cell(name, links.bot(name), strong=name == only) for name in slot.seats),
                Cell(slot.board.label, links.board(slot.board.label) if result.played else ""),
                Cell(result_words(contest.game, slot, result), to),
                *(Cell(text, to) for text in figures),
            )
    return sheet


def _both(figures: tuple[int, int] | None) -> str:
    return f"{figures[0]}:{figures[1]}" if figures is not None else ""
