"""What a decision of the organiser changes: played games that are lost, games that are due, grades."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from steelyard.contest.running.progress import unfold
from steelyard.contest.standings.grades import grades
from steelyard.core import views

if TYPE_CHECKING:
    from fractions import Fraction

    from steelyard.contest.running.journal_entries import AnyEntry
    from steelyard.contest.running.progress import Progress

GRADES_NAMED = 5  # more are counted


class GradeChange(NamedTuple):
    name: str
    before: Fraction | None
    """None: no grade."""
    after: Fraction | None


class Effect(NamedTuple):
    """The games are named by their ids."""

    forfeited: list[str]
    """Games that were played and become forfeits."""
    discarded: list[str]
    """Games that were played and count no more: they are played again, or their match is drawn anew."""
    due: list[str]
    """Games that are to be played because of the decision."""
    open: int
    """How many games are to be played then, those of stages that have not begun not counted."""
    grades: list[GradeChange]

    @property
    def loses_games(self) -> bool:
        return bool(self.forfeited or self.discarded)


def preview(progress: Progress, entry: AnyEntry) -> Effect:
    """What would follow if the entry were added to the journal."""
    return compare(progress, unfold(progress.contest, progress.journal_state.with_entry(entry)))


def compare(before: Progress, after: Progress) -> Effect:
    """What a decision between the two has changed."""
    results = {slot.id: result for pairing in after.pairings() for slot, result in pairing.games()}
    counted = [slot.id for pairing in before.pairings() for slot, result in pairing.games() if result.played]
    lost = [game for game in counted if game not in results or not results[game].played]
    were_due = {slot.id for slot in before.missing}
    graded = {each.name: each.grade for each in grades(before)}
    return Effect(
        [game for game in lost if game in results],
        [game for game in lost if game not in results],
        [slot.id for slot in after.missing if slot.id not in were_due],
        len(after.missing),
        [
            GradeChange(each.name, graded[each.name], each.grade)
            for each in grades(after)
            if graded[each.name] != each.grade
        ],
    )


def effect_words(effect: Effect) -> str:
    """The same in one line."""
    told = []
    if effect.forfeited:
        become = "becomes a forfeit" if len(effect.forfeited) == 1 else "become forfeits"
        told.append(f"{views.count(len(effect.forfeited), 'played game')} {become}")
    if effect.discarded:
        count = "counts" if len(effect.discarded) == 1 else "count"
        told.append(f"{views.count(len(effect.discarded), 'played game')} no longer {count}")
    told += [_due(effect), *_grade_words(effect.grades)]
    return "; ".join(told)


def _due(effect: Effect) -> str:
    if not effect.open:
        return "nothing is left to be played"
    due = len(effect.due)
    if due == effect.open or not due:
        return f"{_to_play(effect.open)}{'' if due else ', as before'}"
    return f"{_to_play(due)} because of this, {effect.open} in all"


def _grade_words(changes: list[GradeChange]) -> list[str]:
    shown = [f"{each.name} {_grade(each.before)} to {_grade(each.after)}" for each in changes]
    if len(changes) > GRADES_NAMED:
        shown = [*shown[:GRADES_NAMED], f"and {len(changes) - GRADES_NAMED} more"]
    return [f"grades change: {', '.join(shown)}"] if shown else []


def _grade(grade: Fraction | None) -> str:
    return "none" if grade is None else f"{float(grade):g}"


def _to_play(games: int) -> str:
    return views.count(games, "game is to be played", "games are to be played")
