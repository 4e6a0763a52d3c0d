"""Plays a contest to its end: hands out games, journals each as it finishes, and looks what is due next."""

from __future__ import annotations

from collections import OrderedDict, deque
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from steelyard.arena.record import PlayerFacts, Record, write_record
from steelyard.arena.sandbox.process import Limits
from steelyard.arena.verdicts import Fault, Verdict
from steelyard.contest.model import SPOILED
from steelyard.contest.running.game_player import Conditions, Key, Task, residents
from steelyard.contest.running.journal import decode
from steelyard.contest.running.journal_entries import Played
from steelyard.contest.running.progress import unfold
from steelyard.contest.running.voids import waiting
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from steelyard.arena.program import Program
    from steelyard.contest.model import Board, Contest, Slot
    from steelyard.contest.running.journal import Journal
    from steelyard.contest.running.journal_state import JournalState
    from steelyard.contest.running.progress import Progress

SPOILED_IN_A_ROW = 6
WINDOW = 32  # games among which one is chosen whose bots are there already


class MachineUnfit(SteelyardError):
    """Games cannot be played here at the moment."""


class NeedsRuling(SteelyardError):
    """All is played that can be; some games wait for a decision of the organiser."""


class Workers(Protocol):
    """Places that play: processes here, or actors elsewhere."""

    busy: set[int]

    def give(self, place: int, task: Any) -> None: ...
    def finished(self) -> list[tuple[int, bytes | None]]: ...
    def close(self) -> None: ...


class Organiser:
    """Runs one contest. Results never depend on which game is played when, or where."""

    def __init__(  # noqa: PLR0913, PLR0917 - all that a running contest has
        self,
        contest: Contest,
        journal_state: JournalState,
        journal: Journal,
        texts: Mapping[str, str],
        workers: Workers,
        jobs: int,
    ) -> None:
        self._most_there = residents(jobs)
        self.contest = contest
        self.journal_state = journal_state
        self._journal = journal
        self._texts = texts
        self._workers = workers
        self._jobs = jobs
        self._flying: dict[int, Slot] = {}
        self._residents: dict[int, OrderedDict[Key, None]] = {place: OrderedDict() for place in range(jobs)}
        self._queue: deque[Slot] = deque()
        self._held: list[Slot] = []  # what is due, but not yet to be played
        self._shaky: set[str] = set()
        self._spoiled: list[set[str]] = []  # games in a row, each with the bots that may have done it
        self._setups: dict[Board, str] = {}
        self.progress: Progress
        self.done_before = len(journal_state.records)
        self._look()

    @property
    def games_done(self) -> int:
        return len(self.journal_state.records)

    def run(self, watch: Callable[[Organiser], None]) -> Progress:
        """Until all is played; `watch` is called whenever something has changed."""
        while self.progress.missing:
            self._feed()
            for place, line in self._workers.finished():
                self._take(place, line)
            if not self._queue:
                self._look()
            watch(self)
        self._journal.sync()
        if self.progress.undecided:
            raise NeedsRuling(waiting(self.progress))
        return self.progress

    def coming(self, most: int) -> list[Slot]:
        """The games that are likely to be handed out next."""
        return list(islice(self._queue, most))

    def look(self) -> Progress:
        """The course as it is at this moment, to be shown: nothing in it will be lost."""
        self._journal.sync()
        self._look()
        return self.progress

    def _look(self) -> None:
        self.progress = unfold(self.contest, self.journal_state)
        flying = {slot.id for slot in self._flying.values()}
        self._held = [slot for slot in self.progress.missing if slot.id not in flying]
        self._queue.clear()
        self._release()

    def _release(self) -> None:
        """Queue what may be played now: of a bot that has failed before only the next, perhaps its last."""
        busy = {name for slot in self._flying.values() for name in slot.seats}
        busy |= {name for slot in self._queue for name in self._shaky & {*slot.seats}}
        free: list[Slot] = []
        held: list[Slot] = []
        for slot in self._held:
            shaky = self._shaky & {*slot.seats}
            (held if shaky & busy else free).append(slot)
            busy |= shaky
        self._held = held
        self._queue = deque(self._tiled([*self._queue, *free]))

    def _tiled(self, due: list[Slot]) -> list[Slot]:
        """Games of the same few bots together, which then need not be started again; bad bots' games last."""
        tile = max(1, self._most_there // 2)  # so many entrants against so many: all stay in one worker
        number = {entrant.name: place // tile for place, entrant in enumerate(self.contest.entrants)}
        return sorted(
            due,
            key=lambda slot: (
                bool(self._shaky & {*slot.seats}),
                sorted(number.get(n, -1) for n in slot.seats),
            ),
        )

    def _feed(self) -> None:
        for place in range(self._jobs):
            if place in self._workers.busy or not self._queue:
                continue
            slot = self._choose(place)
            self._flying[place] = slot
            self._workers.give(place, self._task(slot))
        if not self._workers.busy:
            raise AssertionError("a contest that is not over has something to play")

    def _choose(self, place: int) -> Slot:
        """The first game both of whose bots run there already, else one of them, else the first of all."""
        there = self._residents[place]
        best, most = 0, -1
        for number, slot in enumerate(islice(self._queue, WINDOW)):
            if number and self._shaky & {*slot.seats}:
                break  # from here on only bad bots' games follow
            known = sum(key in there for key in self._keys(slot))
            if known > most:
                best, most = number, known
            if most == 2:
                break
        slot = self._queue[best]
        del self._queue[best]
        for key in self._keys(slot):
            there[key] = None
            there.move_to_end(key)
        while len(there) > self._most_there:
            there.popitem(last=False)
        return slot

    def _keys(self, slot: Slot) -> tuple[Key, Key]:
        one, two = slot.seats
        return (
            (one, self.journal_state.version(one, slot.stage, slot.round)),
            (two, self.journal_state.version(two, slot.stage, slot.round)),
        )

    def _task(self, slot: Slot) -> Task:
        if slot.board not in self._setups:
            self._setups[slot.board] = slot.board.setup(self.contest, self._texts)
        setup = self._setups[slot.board]
        number = self.contest.chance("number", slot.id) % 1_000_000
        return Task(slot.id, self._keys(slot), setup, number, slot.seed)

    def _take(self, place: int, line: bytes | None) -> None:
        slot = self._flying.pop(place)
        entry = decode(line) if line is not None else self._lost(slot, place)
        self._journal.add(entry)
        self.journal_state.add(entry)
        found = self.journal_state.result(slot.id)
        if found is None or found.reason == SPOILED:
            suspects = self.journal_state.undecided.get(slot.id, set())
            self._spoiled.append(suspects)
            self._shaky |= suspects
            self._look()
        else:
            self._spoiled.clear()
            self._shaky |= {slot.seats[seat] for seat in found.failed}
            if found.failed:
                self._look()
            elif self._shaky & {*slot.seats}:
                self._release()
        lately = self._spoiled[-SPOILED_IN_A_ROW:]
        # Where one bot voids game after game, it is not the machine, and the others play on.
        if len(lately) == SPOILED_IN_A_ROW and not set.intersection(*lately):
            raise MachineUnfit(
                f"{SPOILED_IN_A_ROW} games in a row were spoiled by this machine; see that nothing else "
                "keeps it busy, and start the contest again to go on"
            )

    def _lost(self, slot: Slot, place: int) -> Played:
        """The worker died over a game: a fault of the platform, and the game is tried again."""
        self._residents[place].clear()
        game, task = self.contest.game, self._task(slot)
        record = Record(
            game=game.id,
            rules_version=game.rules_version,
            options=game.changed_options(),
            start=game.write_state(game.start(task.setup)),
            seed=task.seed,
            number=task.number,
            players=(PlayerFacts(slot.seats[0], ""), PlayerFacts(slot.seats[1], "")),
            clock=self.contest.clock,
            turns=[],
            events=[],
            outcome=None,
            verdict=Verdict(0, Fault.PLATFORM, "the process that played this game ended by itself"),
        )
        raw = msgspec.Raw(write_record(record).rstrip())
        versions = (task.seats[0][1], task.seats[1][1])
        return Played(id=slot.id, versions=versions, figures={}, ended=0.0, record=raw)


def conditions(
    contest: Contest,
    programs: Mapping[Key, Program],
    jobs: int,
    *,
    isolated: bool,
    live: Path | None = None,
) -> Conditions:
    policy = contest.file.policy
    return Conditions(
        contest.game.id,
        contest.game.changed_options(),
        contest.clock,
        contest.file.realtime,
        policy.strikes,
        round(policy.startup_s * 1000),
        Limits(memory_mb=policy.memory_mb, processes=policy.processes),
        isolated,
        dict(programs),
        residents(jobs),
        live,
    )
