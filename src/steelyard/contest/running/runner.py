"""Plays a contest to its end: hands out the games that are due, until none is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from steelyard.arena.match.plan import most_jobs
from steelyard.arena.record import unchecked_record, write_record
from steelyard.arena.sandbox.process import Limits
from steelyard.arena.verdicts import Fault, Verdict
from steelyard.contest.model import SPOILED
from steelyard.contest.running.game_player import Conditions, Task, residents
from steelyard.contest.running.game_queue import GameQueue
from steelyard.contest.running.journal import decode
from steelyard.contest.running.journal_entries import Played, Unfit
from steelyard.contest.running.progress import unfold
from steelyard.contest.running.voids import decisions_needed
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from steelyard.arena.execution.work import Workers
    from steelyard.arena.program import Program
    from steelyard.arena.record import GameOrder
    from steelyard.contest.model import Contest, Slot
    from steelyard.contest.running.game_logs import GameLogs
    from steelyard.contest.running.journal import ContestJournal
    from steelyard.contest.running.journal_entries import AnyEntry
    from steelyard.contest.running.journal_state import JournalState, Key
    from steelyard.contest.running.progress import Progress


SPOILED_IN_A_ROW = 6


class MachineUnfit(SteelyardError):
    """The machine cannot play games at the moment."""


class NeedsRuling(SteelyardError):
    """All games are played but those that wait for a decision of the organiser."""


class ContestRunner:
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
        check_failed: Callable[[set[str]], None] = lambda _names: None,
    ) -> None:
        """`check_failed` raises if the files of bots that have failed in a game were changed."""
        self.contest = contest
        self.journal_state = journal_state
        self._journal = journal
        self._texts = texts
        self._workers = workers
        self._jobs = jobs
        self._logs = logs
        self._check_failed = check_failed
        self._spoiled: list[tuple[str, set[str]]] = []
        """The spoiled games in a row, each with the entrants whose bots may have caused it."""
        self._queue = GameQueue(contest, journal_state, jobs)
        self._running: dict[int, tuple[Slot, Task]] = {}
        self.progress: Progress
        self.done_before = len(journal_state.records)
        self._look()

    @property
    def games_done(self) -> int:
        return len(self.journal_state.records)

    def run(
        self, watch: Callable[[ContestRunner], None], begun: Callable[[ContestRunner], None] = lambda _: None
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
        return self._queue.coming(most)

    def look(self) -> Progress:
        """The progress at this moment; all of it is on the disk, so it may be shown."""
        self._journal.sync()
        self._look()
        return self.progress

    def _look(self) -> None:
        self.progress = unfold(self.contest, self.journal_state)
        self.progress.journal_hash = self._journal.chain.last
        self._queue.refill(self.progress.missing, self._slots())

    def _slots(self) -> list[Slot]:
        """The games that are being played."""
        return [slot for slot, _ in self._running.values()]

    def _feed(self) -> None:
        for worker in range(self._jobs):
            if worker in self._workers.busy or not self._queue:
                continue
            slot = self._queue.next_for(worker)
            task = self._task(slot)
            self._running[worker] = slot, task
            self._workers.give(worker, task)
        if not self._workers.busy:
            raise AssertionError("a contest that is not over has something to play")

    def _task(self, slot: Slot) -> Task:
        players = self.journal_state.players(slot)
        return Task(slot.id, self.contest.game_order(slot, players, self._texts))

    def _take(self, worker: int, line: bytes | None) -> None:
        slot, task = self._running.pop(worker)
        if not line:
            self._queue.restarted(worker)
        played, _, logs = (line or b"").partition(b"\n")
        self._add(decode(played) if played else _lost_game(slot, task.order))
        if self._logs is not None:
            self._logs.keep(slot, logs)
        result = self.journal_state.result(slot.id)
        if result is None or result.reason == SPOILED:
            suspects = self.journal_state.undecided.get(slot.id, set())
            self._spoiled.append((slot.id, suspects))
        else:
            suspects = {slot.seats[seat] for seat in result.failed}
            self._spoiled.clear()
        self._queue.doubt(suspects)
        if suspects or self._spoiled:
            self._look()
        else:
            self._queue.ended(slot, self._slots())
        self._check_machine()

    def _add(self, entry: AnyEntry) -> None:
        if isinstance(entry, Played):
            record = unchecked_record(bytes(entry.record))
            if record.verdict is not None and record.verdict.faults:
                self._check_failed({record.players[seat].name for seat in record.verdict.faults})
        self._journal.add(entry)
        self.journal_state.add(entry)

    def _check_machine(self) -> None:
        """Raise MachineUnfit after too many spoiled games in a row, which is journalled."""
        lately = [suspects for _, suspects in self._spoiled[-SPOILED_IN_A_ROW:]]
        # If all of them may be due to the same bot, the machine is not at fault.
        if len(lately) == SPOILED_IN_A_ROW and not set.intersection(*lately):
            self._add(Unfit(games=sorted({game for game, _ in self._spoiled})))
            raise MachineUnfit(
                f"{SPOILED_IN_A_ROW} games in a row were spoiled by this machine; make sure that nothing "
                "else keeps it busy, then start the contest again to go on"
            )


def _lost_game(slot: Slot, order: GameOrder) -> Played:
    """An entry for a game whose worker process ended: a fault of the platform, so it is played again."""
    verdict = Verdict(0, Fault.PLATFORM, "the process that played this game ended by itself")
    record = order.record([], [], None, verdict)
    raw = msgspec.Raw(write_record(record).rstrip())
    return Played(id=slot.id, figures={}, ended=0.0, record=raw)


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
        contest.terms,
        round(policy.startup_s * 1000),
        Limits(memory_mb=policy.memory_mb, processes=policy.processes),
        isolated,
        dict(programs),
        residents(jobs or most_jobs(contest.clock)),
        live,
    )
