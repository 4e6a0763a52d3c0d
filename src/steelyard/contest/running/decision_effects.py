"""What a decision of the organiser changes: games that are lost, come back or are due, places, grades."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from steelyard.contest.running.game_words import game_words
from steelyard.contest.running.progress import unfold
from steelyard.contest.standings.grades import grades
from steelyard.contest.standings.ranking import places
from steelyard.core import views

if TYPE_CHECKING:
    from fractions import Fraction

    from steelyard.contest.model import Contest
    from steelyard.contest.running.journal_entries import AnyEntry
    from steelyard.contest.running.progress import Progress

GAMES_NAMED = 3  # more are counted
CHANGES_NAMED = 5
BETWEEN_GAMES = " \N{MIDDLE DOT} "  # there are commas in their names
ENDINGS = {1: "st", 2: "nd", 3: "rd"}


class GradeChange(NamedTuple):
    name: str
    before: Fraction | None
    """None: no grade."""
    after: Fraction | None


class PlaceChange(NamedTuple):
    name: str
    before: int | None
    """None: no place, as of somebody quarantined."""
    after: int | None


class Effect(NamedTuple):
    """The games are named by their ids."""

    forfeited: list[str]
    """Games that were played and become forfeits."""
    discarded: list[str]
    """Games that were played and count no more: they are played again, or their match is drawn anew."""
    restored: list[str]
    """Games that were played, did not count, and count again."""
    due: list[str]
    """Games that are to be played because of the decision."""
    open: int
    """How many games are to be played then, those of stages that have not begun not counted."""
    to_come: int
    """About how many games are to be played then in all, those of later stages too."""
    places: list[PlaceChange]
    """By the new place."""
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
    counted = _counted(before)
    lost = [game for game in counted if game not in results or not results[game].played]
    were_due = {slot.id for slot in before.missing}
    graded = {each.name: each.grade for each in grades(before)}
    ranks, ranks_then = places(before.ranked()), places(after.ranked())
    return Effect(
        forfeited=[game for game in lost if game in results],
        discarded=[game for game in lost if game not in results],
        restored=[game for game in _counted(after) if game not in set(counted)],
        due=[slot.id for slot in after.missing if slot.id not in were_due],
        open=len(after.missing),
        to_come=after.games_to_come(),
        places=[
            PlaceChange(name, ranks.get(name), ranks_then.get(name))
            for name in {**ranks_then, **ranks}
            if ranks.get(name) != ranks_then.get(name)
        ],
        grades=[
            GradeChange(each.name, graded[each.name], each.grade)
            for each in grades(after)
            if graded[each.name] != each.grade
        ],
    )


def _counted(progress: Progress) -> list[str]:
    return [slot.id for pairing in progress.pairings() for slot, result in pairing.games() if result.played]


def effect_words(effect: Effect, contest: Contest) -> str:
    """The same in one line."""
    told = []
    if effect.forfeited:
        become = "becomes a forfeit" if len(effect.forfeited) == 1 else "become forfeits"
        told.append(_games(contest, effect.forfeited, become))
    if effect.discarded:
        count = "counts" if len(effect.discarded) == 1 else "count"
        told.append(_games(contest, effect.discarded, f"no longer {count}"))
    if effect.restored:
        count = "counts" if len(effect.restored) == 1 else "count"
        told.append(_games(contest, effect.restored, f"{count} again"))
    if not effect.loses_games:
        told.append("no played game is lost")
    places = [f"{each.name} {_place(each.before)} to {_place(each.after)}" for each in effect.places]
    graded = [f"{each.name} {_grade(each.before)} to {_grade(each.after)}" for each in effect.grades]
    told += [_due(effect), *_changes("places", places), *_changes("grades", graded)]
    return "; ".join(told)


def _games(contest: Contest, games: list[str], what: str) -> str:
    named = _first([game_words(contest, game) for game in games], GAMES_NAMED)
    return f"{views.count(len(games), 'played game')} {what} ({BETWEEN_GAMES.join(named)})"


def _first(all_: list[str], most: int) -> list[str]:
    """The first ones, and how many more there are."""
    return all_ if len(all_) <= most + 1 else [*all_[:most], f"and {len(all_) - most} more"]


def _due(effect: Effect) -> str:
    if not effect.to_come:
        return "nothing is left to be played"
    due = len(effect.due)
    later = effect.to_come - effect.open
    told = (
        f"{_to_play(due)} because of this"
        if due
        else views.count(effect.open, "game is still to be played", "games are still to be played")
    )
    total = [f"{effect.open} in this stage"] if due and due != effect.open else []
    total += [f"about {effect.to_come} in all with later stages"] if later > 0 else []
    return ", ".join([told, *total])


def _changes(what: str, shown: list[str]) -> list[str]:
    return [f"{what} change: {', '.join(_first(shown, CHANGES_NAMED))}"] if shown else []


def _grade(grade: Fraction | None) -> str:
    return "none" if grade is None else f"{float(grade):g}"


def _place(place: int | None) -> str:
    if place is None:
        return "none"
    ending = "th" if place % 100 in {11, 12, 13} else ENDINGS.get(place % 10, "th")
    return f"{place}{ending}"


def _to_play(games: int) -> str:
    return views.count(games, "game is to be played", "games are to be played")
