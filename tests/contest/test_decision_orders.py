"""Decisions of the organiser in any order, between any games, with ends of the process in between."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.contest.running import journal
from steelyard.contest.running.decision_effects import preview
from steelyard.contest.running.decisions import (
    CannotDecide,
    checked_disqualification,
    checked_reinstatement,
    checked_replacement,
    checked_rerun,
)
from steelyard.contest.running.journal_entries import Admitted, Quarantined, Reinstated, Rerun, Ruled
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold
from steelyard.contest.running.verification import JournalCheck
from tests.contest.simulation import Ending, admitted, contest, names, played

if TYPE_CHECKING:
    from steelyard.contest.model import Slot
    from steelyard.contest.running.journal_entries import AnyEntry
    from steelyard.contest.running.progress import Progress

FORMATS = (
    '[[stages]]\nkind = "groups"\ngroups = 2\nadvance = 2\n[[stages]]\nkind = "knockout"\n',
    '[[stages]]\nkind = "swiss"\nrounds = 3\nadvance = 3\n[[stages]]\nkind = "finals"\n',
    '[[stages]]\nkind = "qualification"\nadvance = 4\n[[stages]]\nkind = "double_elimination"\n',
    '[teacher]\nbot = "greedy"\nname = "Teacher"\ngames = 2\n[[stages]]\nkind = "groups"\n',
    '[[stages]]\nkind = "groups"\nadvance = 3\n[[stages]]\nkind = "playoff"\n[[stages]]\nkind = "knockout"\n',
)
GRADES = '[grades]\nformula = "wins / games if games else 0"\n'
DECISIONS = ("disqualify", "withdraw", "reinstate", "reinstate", "replace", "rerun")
STEPS = 14


class Organiser:
    """A contest with random games and decisions; all of it follows from its number."""

    def __init__(self, number: int) -> None:
        self.rng = Random(f"orders {number}")
        self.names = names(self.rng.randint(3, 7))
        stages = self.rng.choice(FORMATS)
        suspend = self.rng.choice((0, 1, 2))
        self.contest = contest(GRADES + stages, self.names, f"policy.suspend_after = {suspend}")
        self.entries: list[AnyEntry] = []
        self.state = JournalState()
        self.finished: dict[str, bytes] = {}
        """The record of every game that was finished and not played again since."""
        kept_out = self.rng.sample(self.names, self.rng.choice((0, 0, 1)) if len(self.names) > 3 else 0)
        for entry in admitted(self.contest):
            if not isinstance(entry, Admitted) or entry.name not in kept_out:
                self.add(entry)
        for name in kept_out:
            self.add(Quarantined(name=name, bot="random", fault="failed_to_start", detail=""))

    @property
    def progress(self) -> Progress:
        return unfold(self.contest, self.state)

    def add(self, entry: AnyEntry) -> None:
        self.entries.append(entry)
        self.state.add(entry)
        if isinstance(entry, Rerun):
            self.finished.pop(entry.id, None)

    def play(self, slot: Slot) -> None:
        assert not {*slot.seats} & self.state.disqualified.keys(), "whoever is out plays no more"
        first, second = self.state.players(slot)
        entry = played(slot, self._ending(), (first.version, second.version))
        self.add(entry)
        if slot.id in self.state.records:
            self.finished[slot.id] = bytes(entry.record)

    def _ending(self) -> Ending:
        rng, figures = self.rng, {"tanks": (3, 2), "boxes": (20, 16)}
        chance = rng.random()
        if chance < 0.08:
            return Ending(None, {}, spoiled=True, voids=rng.choice(((0, 0), (1, None), (None,))))
        if chance < 0.25:
            return Ending(1, figures, failed=0)
        return Ending(rng.choice((0, 1, None)), figures)

    def decide(self) -> None:
        """One decision, if the contest allows it at this moment; what it would change is shown before."""
        progress, kind = self.progress, self.rng.choice(DECISIONS)
        name = self.rng.choice(self.names)
        if kind == "reinstate" and progress.suspended:
            name = self.rng.choice([*progress.suspended])
        try:
            entry = self._decision(progress, kind, name)
        except CannotDecide:
            return
        before = view(progress)
        effect = preview(progress, entry)
        assert view(self.progress) == before, "a preview changes nothing"
        self.add(entry)
        after = self.progress
        assert effect.open == len(after.missing)
        if isinstance(entry, Reinstated):  # one decision: whoever was suspended before is so again
            out = {each for each, entry in self.state.disqualified.items() if not entry.withdrew}
            out |= set() if entry.still_withdrawn else self.state.disqualified.keys()
            assert name not in (after.suspended if entry.was == "suspended" else out)
        if isinstance(entry, Rerun):
            assert entry.id not in {**self.state.records, **self.state.undecided}
        if kind in {"disqualify", "withdraw"}:
            again = checked_reinstatement(after, name, "a mistake")
            assert view(unfold(self.contest, self.state.with_entry(again))) == before, "taken back at once"

    def _decision(self, progress: Progress, kind: str, name: str) -> AnyEntry:
        match kind:
            case "disqualify" | "withdraw":
                return checked_disqualification(progress, name, "-", withdrew=kind == "withdraw")
            case "reinstate":
                return checked_reinstatement(progress, name, "-")
            case "replace":
                return checked_replacement(progress, name, "random", "-")
            case _:
                return checked_rerun(progress, self.rng.choice([*self.state.records, "none"]), "-")

    def end_and_go_on(self) -> None:
        """The process is killed while it writes; another one reads what is there."""
        lines = [journal.encode(entry) for entry in self.entries]
        self.entries = [journal.decode(line) for line in lines]
        self.state = JournalState(self.entries)

    def check(self) -> Progress:
        progress, state = self.progress, self.state
        slots = [slot for pairing in progress.pairings() for slot in pairing.slots]
        assert len({slot.id for slot in slots}) == len(slots), "no game is counted twice"
        for slot in progress.missing:
            assert not {*slot.seats} & state.disqualified.keys(), "nobody who is out is scheduled"
            assert not {*slot.seats} & state.quarantined.keys()
        assert {game: bytes(entry.record) for game, (entry, _) in state.records.items()} == self.finished
        for pairing in progress.pairings():
            for slot, result in pairing.games():
                if result.played:
                    assert result == state.result(slot.id), "what counts is what was played"
        assert progress.done or progress.missing or progress.undecided, "there is something to play"
        assert view(unfold(self.contest, JournalState(self.entries))) == view(progress)
        checked = JournalCheck(self.contest, {"": ""}, lambda _entry, _order: None)
        assert list(checked.problems(self.entries)) == [], "whatever was decided verifies"
        return progress

    def run(self) -> None:
        rng = self.rng
        for _ in range(STEPS):
            progress = self.check()
            due = progress.missing
            chance = rng.random()
            if chance < 0.5:
                for _ in range(rng.randint(1, 3)):
                    self.decide()
            elif chance < 0.6:
                self.end_and_go_on()
            else:
                for slot in rng.sample(due, rng.randint(0, len(due))):
                    if slot.id in {each.id for each in self.progress.missing}:
                        self.play(slot)
        self._finish()

    def _finish(self) -> None:
        for _ in range(200):
            progress = self.check()
            if progress.done:
                return
            for slot in progress.missing:
                self.play(slot)
            for slot in progress.undecided:
                self.add(Ruled(id=slot.id, winner=None, reason="-", at="now"))
        raise AssertionError("it does not end")


def view(progress: Progress) -> Any:
    """All that anybody can see of a contest, but for the list of decisions."""
    games = [
        (slot.id, slot.seats, result) for pairing in progress.pairings() for slot, result in pairing.games()
    ]
    return [slot.id for slot in progress.missing], games, progress.ranked(), progress.suspended


@pytest.mark.parametrize("number", [*range(12), 251])  # 251: who withdrew is disqualified a stage later
def test_no_order_of_decisions_wrongs_anybody_or_loses_a_game(number: int) -> None:
    Organiser(number).run()
