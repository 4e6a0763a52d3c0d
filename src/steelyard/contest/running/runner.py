"""Plays a contest to its end: hands out games, journals each one that finishes, and schedules the next."""

from __future__ import annotations

from collections import OrderedDict, deque
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from steelyard.arena.match.plan import most_jobs
from steelyard.arena.record import PlayerFacts, Record, write_record
from steelyard.arena.sandbox.process import Limits
from steelyard.arena.verdicts import Fault, Verdict
from steelyard.contest.model import SPOILED
from steelyard.contest.running.game_player import Conditions, Key, Task, residents
from steelyard.contest.running.journal import decode
from steelyard.contest.running.journal_entries import Played
from steelyard.contest.running.progress import unfold
from steelyard.contest.running.voids import decisions_needed
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from steelyard.arena.execution.work import Workers
    from steelyard.arena.program import Program
    from steelyard.contest.model import Board, Contest, Slot
    from steelyard.contest.running.game_logs import GameLogs
    from steelyard.contest.running.journal import ContestJournal
    from steelyard.contest.running.journal_state import JournalState
    from steelyard.contest.running.progress import Progress

SPOILED_IN_A_ROW = 6
WINDOW = 32  # a worker prefers games whose bots it runs already, among so many of the next ones


class MachineUnfit(SteelyardError):
    """The machine cannot play games at the moment."""


class NeedsRuling(SteelyardError):
    """All games are played but those that wait for a decision of the organiser."""


class Organiser:
    """Runs one contest. Results never depend on when or where a game is played."""

    def __init__(  # noqa: PLR0913, PLR0917 - all that a running contest has
        self,
        contest: Contest,
        journal_state: JournalState,
        journal: ContestJournal,
        texts: Mapping[str, str],
        workers: Workers,
        jobs: int,
        logs: GameLogs | None = None,
    ) -> None:
        self._most_residents = residents(jobs)
        self.contest = contest
        self.journal_state = journal_state
        self._journal = journal
        self._texts = texts
        self._workers = workers
        self._jobs = jobs
        self._logs = logs
        self._running: dict[int, Slot] = {}
        self._residents: dict[int, OrderedDict[Key, None]] = {worker: OrderedDict() for worker in range(jobs)}
        self._queue: deque[Slot] = deque()
        self._held: list[
            Slot
        ] = []  # games that are due but must wait, because a bot in them has failed before
        self._shaky: set[str] = set()
        self._spoiled: list[set[str]] = []  # for each spoiled game in a row, the bots that may have caused it
        self._setups: dict[Board, str] = {}
        self.progress: Progress
        self.done_before = len(journal_state.records)
        self._look()

    @property
    def games_done(self) -> int:
        return len(self.journal_state.records)

    def run(
        self, watch: Callable[[Organiser], None], begun: Callable[[Organiser], None] = lambda _: None
    ) -> Progress:
        """Play all games; `begun` is called when games have begun, `watch` when games have ended."""
        while self.progress.missing:
            self._feed()
            begun(self)
            for worker, line in self._workers.finished():
                self._take(worker, line)
            if not self._queue:
                self._look()
            watch(self)
        self._journal.sync()
        if self.progress.undecided:
            raise NeedsRuling(decisions_needed(self.progress))
        return self.progress

    def coming(self, most: int) -> list[Slot]:
        """The games that are likely to be handed out next."""
        return list(islice(self._queue, most))

    def look(self) -> Progress:
        """The progress at this moment; all of it is on the disk, so it may be shown."""
        self._journal.sync()
        self._look()
        return self.progress

    def _look(self) -> None:
        self.progress = unfold(self.contest, self.journal_state)
        running = {slot.id for slot in self._running.values()}
        self._held = [slot for slot in self.progress.missing if slot.id not in running]
        self._queue.clear()
        self._release()

    def _release(self) -> None:
        """Queue the games that may be played now.

        A bot that has failed before gets one game at a time, because one more failure may suspend it.
        """
        busy = {name for slot in self._running.values() for name in slot.seats}
        busy |= {name for slot in self._queue for name in self._shaky & {*slot.seats}}
        free: list[Slot] = []
        held: list[Slot] = []
        for slot in self._held:
            shaky = self._shaky & {*slot.seats}
            (held if shaky & busy else free).append(slot)
            busy |= shaky
        self._held = held
        self._queue = deque(self._group_by_bots([*self._queue, *free]))

    def _group_by_bots(self, due: list[Slot]) -> list[Slot]:
        """Games of the same few bots together, so that these need not restart; games of failing bots last."""
        tile = max(
            1, self._most_residents // 2
        )  # of so many entrants against so many others, all bots stay in one worker
        number = {entrant.name: index // tile for index, entrant in enumerate(self.contest.entrants)}
        return sorted(
            due,
            key=lambda slot: (
                bool(self._shaky & {*slot.seats}),
                sorted(number.get(n, -1) for n in slot.seats),
            ),
        )

    def _feed(self) -> None:
        for worker in range(self._jobs):
            if worker in self._workers.busy or not self._queue:
                continue
            slot = self._choose(worker)
            self._running[worker] = slot
            self._workers.give(worker, self._task(slot))
        if not self._workers.busy:
            raise AssertionError("a contest that is not over has something to play")

    def _choose(self, worker: int) -> Slot:
        """The first game both of whose bots the worker runs already, else one of whose, else the first."""
        there = self._residents[worker]
        best, most = 0, -1
        for number, slot in enumerate(islice(self._queue, WINDOW)):
            if number and self._shaky & {*slot.seats}:
                break  # only games of failing bots follow
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
        while len(there) > self._most_residents:
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

    def _take(self, worker: int, line: bytes | None) -> None:
        slot = self._running.pop(worker)
        played, _, logs = (line or b"").partition(b"\n")
        entry = decode(played) if played else self._lost_game(slot, worker)
        self._journal.add(entry)
        if self._logs is not None:
            self._logs.keep(slot, logs)
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
        # If all of them may be due to the same bot, the machine is not at fault.
        if len(lately) == SPOILED_IN_A_ROW and not set.intersection(*lately):
            raise MachineUnfit(
                f"{SPOILED_IN_A_ROW} games in a row were spoiled by this machine; make sure that nothing "
                "else keeps it busy, then start the contest again to go on"
            )

    def _lost_game(self, slot: Slot, worker: int) -> Played:
        """An entry for a game whose worker process ended: a fault of the platform, so it is played again."""
        self._residents[worker].clear()
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
    jobs: int | None,
    *,
    isolated: bool,
    live: Path | None = None,
) -> Conditions:
    """What a worker must know, of `jobs` on a machine; by default as many as it has cores for."""
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
        residents(jobs or most_jobs(contest.clock)),
        live,
    )
