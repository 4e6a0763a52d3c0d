"""Random contests: files of every format, random results, decisions of the organiser at random moments."""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from steelyard.arena.verdicts import Fault
from steelyard.contest.file.parser import read_file
from steelyard.contest.model import Contest, Entrant, slug
from steelyard.contest.running.decisions import disqualification
from steelyard.contest.running.journal_entries import Quarantined, Replaced, Rerun, Ruled
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold
from tests.contest.simulation import Ending, admitted, names, played

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.contest.model import Slot
    from steelyard.contest.running.journal_entries import AnyEntry
    from steelyard.contest.running.progress import Progress

FORMULAS = (
    "min(10, 9 * sqrt((max_boxes + max_tanks) / 30) + 1 * beat_teacher)",
    "wins / games if games else 0.5",
    "round(10 * (1 - (place - 1) / entrants)) if entrants and not failures > 2 else draws - losses",
    "max(0.1 + 0.2, teacher_wins ** 2 - teacher_draws / 3, (failures + 2) ** 0.5)",
)
SIZES = (*range(2, 10), *range(2, 10), *range(2, 10), 10, 11, 13, 16, 18, 24)
TABLES = ("groups", "qualification", "swiss")
CRITERIA = ("match_points", "wins", "head_to_head", "buchholz", "tanks", "boxes")
DECIDING = ("wins", "tanks", "boxes", "extra", "seeding", "lot")


class RandomContest:
    """One contest, played to the end; everything about it follows from its number."""

    def __init__(self, number: int) -> None:
        self.rng = Random(f"contest {number}")
        self.names = names(self.rng.choice(SIZES))
        self.text = "\n".join(self._file())
        entrants = tuple(Entrant(name, slug(name), "random") for name in self.names)
        self.contest = Contest(read_file(self.text, "random.toml"), entrants, f"seed {number}")
        self.failing = self.rng.sample(self.names, len(self.names) // 4)
        self.journal: list[AnyEntry] = []
        self.journal_state = JournalState()
        self._run()

    @cached_property
    def lines(self) -> list[Any]:
        """The entries of the journal, as anybody could read them."""
        return [msgspec.json.decode(msgspec.json.encode(entry)) for entry in self.journal]

    @property
    def progress(self) -> Progress:
        return unfold(self.contest, self.journal_state)

    # The file.
    def _file(self) -> Iterator[str]:
        rng, self.stages = self.rng, 0
        yield f'name = "Random"\ngame = "tank_war"\nseeding = "{rng.choice(("lot", "listed"))}"'
        yield f"policy.suspend_after = {rng.choice((0, 1, 2, 3, 3))}"
        yield '[[entrants]]\nbot = "random"'
        if rng.random() < 0.4:
            yield f'[teacher]\nbot = "greedy"\nname = "Teacher"\ngames = {rng.choice((1, 2, 4))}'
        yield f"[grades]\nformula = '{rng.choice(FORMULAS)}'\ndecimals = {rng.randint(0, 4)}"
        bracket = rng.choice(("knockout", "finals", "double_elimination", None))
        if bracket is None or bracket == "finals" or rng.random() < 0.6:
            yield from self._tables(followed=bracket is not None)
        if bracket is not None:
            yield from self._bracket(bracket)

    def _tables(self, *, followed: bool) -> Iterator[str]:
        rng = self.rng
        for last in rng.choice(([True], [True], [False, True])):
            kind, groups, ranks = rng.choice(TABLES), 1, rng.sample(CRITERIA, rng.randint(1, 4))
            yield from self._stage(kind, boards=(1, 1, 2) if len(self.names) < 10 else (1,))
            if kind == "groups":
                groups = rng.choice([n for n in (1, 1, 2, 3) if n * 2 <= len(self.names)])
                yield f"groups = {groups}"
            if kind != "groups" and rng.random() < 0.5:
                yield f"rounds = {rng.randint(1, 5)}" + (
                    '\nsystem = "swiss"' if kind == "qualification" else ""
                )
            if rng.random() < 0.5:
                yield f"points = {rng.choice(([1, 0.4, 0], [2, 1, 0], [3, 1, 0.1]))}"
            if rng.random() < 0.5:
                yield f'points_per = "{rng.choice(("match", "game"))}"'
            playoff = followed and last and rng.random() < 0.4
            if rng.random() < 0.6:
                ranks += [] if playoff else rng.choice(([], [], ["lot"], ["seeding"]))
                yield f"ranking = {ranks}"
            if followed or not last or rng.random() < 0.5:
                yield f"advance = {rng.randint(1, max(1, len(self.names) // groups))}"
            if playoff:
                yield from self._stage("playoff")
                yield f"rounds = {rng.randint(1, 3)}"
                if rng.random() < 0.5:
                    yield f"ranking = {rng.sample([*CRITERIA, 'seeding', 'lot'], rng.randint(1, 3))}"

    def _bracket(self, kind: str) -> Iterator[str]:
        rng = self.rng
        yield from self._stage(kind)
        if rng.random() < 0.6:
            yield f"decide = {rng.sample(DECIDING, rng.randint(1, 4))}\nextra = {rng.randint(0, 3)}"
        if kind == "double_elimination" and rng.random() < 0.5:
            yield "reset = false"
        if kind != "double_elimination" and rng.random() < 0.4:
            yield "third_place = false"
        if kind == "finals" and rng.random() < 0.5:
            yield 'semi_finals = ["a.txt", "b.txt"]\nfinal = ["a.txt", "b.txt", "c.txt"]'

    def _stage(self, kind: str, boards: tuple[int, ...] = (1, 1, 2)) -> Iterator[str]:
        self.stages += 1
        yield f'[[stages]]\nkind = "{kind}"\nname = "stage {self.stages}"'
        yield f"boards = {['a.txt', 'b.txt'][: self.rng.choice(boards)]}"
        if self.rng.random() < 0.3:
            yield "twice = false"

    # The games and the decisions.
    def _add(self, entry: AnyEntry) -> None:
        self.journal.append(entry)
        self.journal_state.add(entry)

    def _run(self) -> None:
        rng = self.rng
        for entry in admitted(self.contest):
            self._add(entry)
        for name in rng.sample(self.names, rng.choice((0, 0, 0, 1))):
            self._add(Quarantined(name=name, bot="random", fault="failed_to_build", detail=""))
        decisions = rng.choice((0, 1, 2, 4))
        while True:
            progress = self.progress
            if decisions and rng.random() < 0.3:
                decisions -= 1
                self._add(self._decision(progress))
            elif progress.done:
                break
            elif progress.missing:
                due = progress.missing
                for slot in rng.sample(
                    due, rng.choice((len(due), len(due), len(due), rng.randint(1, len(due))))
                ):
                    self._play(slot)
            else:
                self._add(self._ruling(progress))

    def _play(self, slot: Slot) -> None:
        version = self.journal_state.version
        one, two = (version(name, slot.stage, slot.round) for name in slot.seats)
        self._add(played(slot, self._ending(slot), (one, two)))

    def _ending(self, slot: Slot) -> Ending:
        rng = self.rng
        tanks, boxes = (rng.randint(0, 6), rng.randint(0, 6)), rng.randint(6, 30)
        figures = {"tanks": tanks, "boxes": (boxes, 36 - boxes)}
        failing = [seat for seat in (0, 1) if slot.seats[seat] in self.failing and rng.random() < 0.4]
        if rng.random() < 0.03:
            return Ending(None, {}, spoiled=True, voids=tuple(rng.choice((0, 1, None)) for _ in range(3)))
        if len(failing) == 2 or rng.random() < 0.01:
            return Ending(
                None, figures, failed=rng.choice((0, 1)), other=rng.choice((Fault.CRASHED, Fault.TIME_OUT))
            )
        if failing:
            return Ending(1 - failing[0], figures, failed=failing[0])
        return Ending(rng.choice((0, 0, 1, 1, None)), figures)

    def _decision(self, progress: Progress) -> AnyEntry:
        rng, state = self.rng, self.journal_state
        ids = [slot for pairing in progress.pairings() for slot in pairing.slots if slot.id in state.records]
        kind = rng.choice(("disqualify", "withdraw", "rerun", "replace", "let in"))
        fit = [name for name in progress.names if name not in state.disqualified]
        if kind == "let in" and state.quarantined:
            return self._replacement(progress, rng.choice([*state.quarantined]))
        if kind == "rerun" and ids:
            slot = rng.choice(ids)
            return Rerun(id=slot.id, stage=slot.stage, reason="power cut", at="now")
        if kind == "replace" or not fit:
            return self._replacement(progress, rng.choice(self.names))
        return disqualification(
            progress,
            rng.choice(fit),
            "copied or ill",
            rng.choice(("formula", "formula", "none", "4.5")),
            withdrew=kind == "withdraw",
        )

    def _replacement(self, progress: Progress, name: str) -> Replaced:
        versions = [each.version for each in self.journal_state.replaced if each.name == name]
        stage, round_ = (-1, 0) if name in self.journal_state.quarantined else progress.now()
        return Replaced(
            name=name,
            bot="random",
            version=max(versions, default=1) + 1,
            fingerprint="",
            stage=stage,
            round=round_,
            reason="repaired",
            at="now",
        )

    def _ruling(self, progress: Progress) -> AnyEntry:
        slot = self.rng.choice(progress.undecided)
        if self.rng.random() < 0.3:
            return Rerun(id=slot.id, stage=slot.stage, reason="power cut", at="now")
        return Ruled(id=slot.id, winner=self.rng.choice((*slot.seats, None)), reason="stalled", at="now")
