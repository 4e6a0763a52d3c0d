"""Grades: the file's formula, applied to each entrant's figures, with the figures beside it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from steelyard.arena.verdicts import in_words
from steelyard.contest.model import TEACHER_STAGE
from steelyard.contest.running.journal_entries import GRADE_AS_COMPUTED, NO_GRADE
from steelyard.contest.standings.grade_figures import formula_names
from steelyard.contest.standings.grade_formula import Formula, NoValue
from steelyard.contest.standings.ranking import places

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from steelyard.contest.model import Contest, Result, Slot
    from steelyard.contest.running.progress import Progress

NOT_FINAL = "not final"
"""The note beside a grade while the contest is not over."""


@dataclass(frozen=True, slots=True)
class Grade:
    name: str
    grade: Fraction | None
    """Nothing where the formula has no value for these figures: the note says why."""
    figures: Mapping[str, float]
    """Those that went into it."""
    games: Mapping[str, str]
    """For the figures that come from one game: which one."""
    note: str = ""
    computed: str = ""
    """The formula with the figures in it; empty if the organiser decided."""

    @property
    def number(self) -> float | None:
        """For programs."""
        return None if self.grade is None else float(self.grade)


def grades(progress: Progress) -> list[Grade]:
    """Everyone's, in the order of the final ranking; quarantined ones last."""
    told = progress.contest.file.grades
    if told is None:
        return []
    formula = Formula(told.formula, formula_names(progress.contest.game))
    names = [name for level in progress.ranked() for name in level]
    out = [e.name for e in progress.contest.entrants if e.name not in names]
    discarded = [*_discarded_games(progress)]
    found = []
    for name in [*names, *sorted(out)]:
        figures, games = _figures(progress, name, discarded)
        used = {key: figures[key] for key in formula.names}
        note = _note(progress, name)
        decided = progress.journal_state.disqualified.get(name)
        if decided is not None and decided.grade != GRADE_AS_COMPUTED:
            grade = None if decided.grade == NO_GRADE else Fraction(decided.grade)
            found.append(Grade(name, grade, used, games, f"{note}; grade decided by the organiser"))
            continue
        computed = formula.with_numbers({key: f"{value:g}" for key, value in used.items()})
        note = "; ".join(filter(None, (note, "" if progress.done else NOT_FINAL)))
        try:
            grade = round(formula(figures), told.decimals)
        except NoValue as none:
            why = f"no grade: {none}"
            found.append(Grade(name, None, used, games, f"{why}; {note}" if note else why, computed))
        else:
            found.append(Grade(name, grade, used, games, note, computed))
    return found


def _figures(
    progress: Progress, name: str, discarded: Sequence[DiscardedGame]
) -> tuple[dict[str, float], dict[str, str]]:
    """Every figure a formula may use, and the game each maximum comes from.

    Discarded games are no part of the counts, but maxima come from all games that were ever played.
    """
    games = [
        (slot, result)
        for pairing in progress.pairings()
        for slot, result in pairing.games()
        if name in slot.seats
    ]
    figures: dict[str, float] = dict.fromkeys(formula_names(progress.contest.game), 0.0)
    where: dict[str, str] = {}
    decided = progress.journal_state.disqualified.get(name)
    told = progress.contest.file.grades
    all_games = told is not None and told.figures_from == "all games"
    for slot, result in games:
        seat = slot.seats.index(name)
        if decided is not None and decided.games_stand and seat in result.absent:
            continue  # whoever withdrew is graded by what it has played
        _count(figures, slot, result, seat)
        if result.by_the_rules or (all_games and result.played):
            _take_maxima(figures, where, slot.id, result, seat)
    for game, seats, result in discarded:
        if name in seats and (result.by_the_rules or (all_games and result.played)):
            _take_maxima(figures, where, game, result, seats.index(name))
    figures["beat_teacher"] = float(
        figures["teacher_wins"]
        > figures["teacher_games"] - figures["teacher_wins"] - figures["teacher_draws"]
    )
    entrants = len(progress.contest.entrants)
    figures["place"], figures["entrants"] = places(progress.ranked()).get(name, entrants), entrants
    return figures, where


def _count(figures: dict[str, float], slot: Slot, result: Result, seat: int) -> None:
    points = result.points[seat]
    figures["games"] += result.played
    figures["wins"] += points == 1
    figures["draws"] += points == 0.5
    figures["losses"] += points == 0
    figures["failures"] += seat in result.failed
    if slot.stage == TEACHER_STAGE:
        figures["teacher_games"] += 1
        figures["teacher_wins"] += points == 1
        figures["teacher_draws"] += points == 0.5


def _take_maxima(
    figures: dict[str, float], where: dict[str, str], game: str, result: Result, seat: int
) -> None:
    for figure, both in result.figures.items():
        if f"max_{figure}" not in where or both[seat] > figures[f"max_{figure}"]:
            figures[f"max_{figure}"], where[f"max_{figure}"] = float(both[seat]), game


def _note(progress: Progress, name: str) -> str:
    if name in progress.journal_state.quarantined:
        return f"quarantined: it {in_words(progress.journal_state.quarantined[name].fault)}"
    if name in progress.journal_state.disqualified:
        out = progress.journal_state.disqualified[name]
        return f"{out.word}: {out.reason}"
    return "suspended after too many failures" if name in progress.suspended else ""


class DiscardedGame(NamedTuple):
    """A game that was played and is in the schedule no more, since it was drawn anew."""

    id: str
    seats: tuple[str, ...]
    result: Result


def _discarded_games(progress: Progress) -> Iterator[DiscardedGame]:
    """Without those that a disqualified entrant lost with the round in which it was disqualified."""
    scheduled = {slot.id for pairing in progress.pairings() for slot in pairing.slots}
    state = progress.journal_state
    for game, (_, record) in state.records.items():
        result = state.result(game)
        if game in scheduled or result is None:
            continue
        seats = tuple(player.name for player in record.players)
        out = [state.disqualified[name] for name in seats if name in state.disqualified]
        when = _stage_and_round(progress.contest, game)
        if all(entry.games_stand or when < (entry.stage, entry.round) for entry in out):
            yield DiscardedGame(game, seats, result)


def _stage_and_round(contest: Contest, game: str) -> tuple[int, int]:
    stage, *round_, _pair, _board = game.split("/")
    slugs = [contest.stage_slug(index) for index in range(len(contest.file.stages))]
    index = slugs.index(stage) if stage in slugs else TEACHER_STAGE
    return index, int(round_[0].removeprefix("r")) if round_ else 0
