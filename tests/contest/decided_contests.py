"""Contests played in the head with decisions of the organiser on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from steelyard.contest.running.decisions import disqualification
from steelyard.contest.running.journal_entries import AnyEntry, Quarantined, Replaced, Rerun
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import Progress, unfold
from tests.contest.simulation import Ending, admitted, by_strength, contest, names, played

if TYPE_CHECKING:
    from steelyard.contest.model import Slot

Decision = Callable[[Progress], AnyEntry]

GROUPS = '[[stages]]\nkind = "groups"\n'
KNOCKOUT = '[[stages]]\nkind = "knockout"\nthird_place = false\n'
SWISS = '[[stages]]\nkind = "swiss"\nrounds = 4\n'
TO_THE_END = 1000
AT = "2026-11-17T12:00:00+00:00"


def after(
    games: int,
    stages: str,
    *decisions: Decision,
    head: str = "",
    size: int = 6,
    ending: Callable[[Slot], Ending] | None = None,
) -> Progress:
    """So many games are played, then each decision is made, then the rest is played.

    The first bots are the strongest, if no other ending is given, and the last one is quarantined.
    """
    ending = ending or by_strength(names(size))
    told = contest(head + stages, names(size), 'seeding = "listed"')
    kept_out = Quarantined(name=names(size)[-1], bot="random", fault="failed-to-build", detail="")
    journal_state = JournalState([*admitted(told), kept_out])
    for _ in range(games):
        missing = unfold(told, journal_state).missing
        if not missing:
            break
        journal_state.add(played(missing[0], ending(missing[0])))
    for decision in decisions:
        journal_state.add(decision(unfold(told, journal_state)))
    while not (progress := unfold(told, journal_state)).done:
        for slot in progress.missing:
            assert not {*slot.seats} & {*journal_state.disqualified}, "whoever is disqualified plays no more"
            journal_state.add(played(slot, ending(slot), (1, 1)))
    return progress


def out(name: str, grade: str = "formula") -> Decision:
    return lambda progress: disqualification(progress, name, "copied", grade)


def withdraws(name: str, grade: str = "formula") -> Decision:
    return lambda progress: disqualification(progress, name, "ill", grade, withdrew=True)


def let_in(name: str) -> Decision:
    """A bot that was quarantined takes part from the beginning."""
    return lambda _: Replaced(
        name=name, bot="random", version=2, fingerprint="", stage=-1, round=0, reason="repaired", at=AT
    )


def again(stage: int, number: int) -> Decision:
    def entry(progress: Progress) -> Rerun:
        slot = progress.stages[stage].pairings[number].slots[0]
        return Rerun(id=slot.id, stage=stage, reason="power cut", at="now")

    return entry


def fields(progress: Progress) -> list[list[str]]:
    return [sorted(stage.names) for stage in progress.stages]
