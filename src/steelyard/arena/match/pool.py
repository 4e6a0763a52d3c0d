"""Plays several games at once, each in a worker process that ends with its parent."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from steelyard.arena.match.plan import MatchPlan, MatchRunner
from steelyard.arena.record import Record, read_record, write_record
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.core.errors import SteelyardError
from steelyard.core.plain_text import plain
from steelyard.protocol.clock import read_clock

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess
    from typing import Self

    from steelyard.arena.program import Program

    KeepLogs = Callable[[Record, tuple[str, str]], None]

PR_SET_PDEATHSIG = 1
AHEAD = 2  # how many games a process has at a time: it begins the next without waiting for us
EXIT_S = 3.0
LOST = "a process that played games ended unexpectedly; start the match again to continue it"
_write_logs = msgspec.json.Encoder().encode
_read_logs = msgspec.json.Decoder(tuple[str, str]).decode


class ProcessLost(SteelyardError):
    """A process that played games ended by itself."""


def played(
    plan: MatchPlan, numbers: Iterable[int], jobs: int, keep_logs: KeepLogs | None = None
) -> Generator[Record]:
    """Play the games with these numbers, `jobs` at a time; yields records as games finish.

    `keep_logs` gets the logs of both bots after each game, before its record is yielded.
    """
    if jobs == 1:
        with closing(MatchRunner(plan)) as runner:
            for number in numbers:
                record = runner.play(number)
                if keep_logs is not None:
                    keep_logs(record, runner.last_logs())
                yield record
    else:
        yield from _played_by_several(plan, iter(numbers), jobs, keep_logs)


def _played_by_several(
    plan: MatchPlan, numbers: Iterator[int], jobs: int, keep_logs: KeepLogs | None
) -> Iterator[Record]:
    with closing(WorkerProcesses(MatchWork(plan).task_runner)) as workers:
        for worker, number in zip([*range(jobs)] * AHEAD, numbers, strict=False):
            workers.give(worker, number)
        while workers.busy:
            for worker, line in workers.finished():
                if line is None:
                    raise ProcessLost(LOST)
                record, logs = read_game(line)
                if keep_logs is not None:
                    keep_logs(record, logs)
                yield record
                following = next(numbers, None)
                if following is not None:
                    workers.give(worker, following)


class TaskRunner(Protocol):
    """Plays the tasks of one worker process; returns one line per task."""

    def play(self, task: Any, /) -> bytes: ...
    def close(self) -> None: ...


class WorkerProcesses:
    """A pool with one process per worker, which starts with the worker's first task.

    A worker may be given several tasks: its process does one after the other.
    """

    def __init__(self, make_runner: Callable[[int], TaskRunner]) -> None:
        self._make_runner = make_runner
        self._context = multiprocessing.get_context("spawn")
        self._processes: dict[int, tuple[Connection[Any, Any], SpawnProcess]] = {}
        self._given: Counter[int] = Counter()
        self.busy: set[int] = set()
        """The workers with a task that is not finished."""

    def give(self, worker: int, task: Any) -> None:
        if worker not in self._processes:
            self._processes[worker] = self._started(worker)
        with suppress(OSError):  # it has ended; `finished` will report it
            self._processes[worker][0].send(task)
        self._given[worker] += 1
        self.busy.add(worker)

    def finished(self) -> list[tuple[int, bytes | None]]:
        """Wait for at least one worker: the lines of finished tasks, None if a process ended unexpectedly."""
        there = wait([self._processes[worker][0] for worker in self.busy])
        ready = [worker for worker in sorted(self.busy) if self._processes[worker][0] in there]
        return [(worker, self._result(worker)) for worker in ready]

    def close(self) -> None:
        for connection, _ in self._processes.values():
            with suppress(OSError):
                connection.send(None)
            connection.close()
        for _, process in self._processes.values():
            process.join(EXIT_S)
            process.kill()
            process.join()
        self._processes.clear()

    def _started(self, worker: int) -> tuple[Connection[Any, Any], SpawnProcess]:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(self._make_runner, worker, theirs), daemon=True)
        resource_tracker.ensure_running()  # it unblocks signals when it starts
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()  # it inherits the mask, so Ctrl-C does not end it before it ignores it
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        return ours, process

    def _result(self, worker: int) -> bytes | None:
        connection, process = self._processes[worker]
        try:
            line = connection.recv_bytes()
        except (EOFError, OSError):
            self._given[worker] = 0
            self.busy.discard(worker)
            del self._processes[worker]
            connection.close()
            process.kill()
            process.join()
            return None
        self._given[worker] -= 1
        if not self._given[worker]:
            self.busy.discard(worker)
        return line


def _work(make_runner: Callable[[int], TaskRunner], worker: int, connection: Any) -> None:
    """Main loop of a worker process: play tasks until told to stop."""
    started_by = multiprocessing.parent_process()
    die_with(started_by.pid if started_by and started_by.pid else os.getppid())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # not for the bots, which would inherit it
    try:
        # When the parent has gone, its end of the connection is closed.
        with closing(make_runner(worker)) as task_runner, suppress(BrokenPipeError, EOFError):
            while (task := connection.recv()) is not None:
                connection.send_bytes(task_runner.play(task))
    except PlatformFault as fault:
        sys.exit(f"steelyard: {plain(fault)}")


@dataclass(frozen=True, slots=True)
class MatchWork:
    """The games of a match; a task is a game's number."""

    plan: MatchPlan

    @property
    def programs(self) -> Mapping[Any, Program]:
        return dict(enumerate(self.plan.programs))

    @property
    def cores(self) -> int:
        return 2 if read_clock(self.plan.heading.clock).timed else 1

    @property
    def pinned(self) -> bool:
        return True

    @property
    def isolated(self) -> bool:
        return self.plan.heading.isolated

    def with_programs(self, programs: Mapping[Any, Program]) -> Self:
        return replace(self, plan=replace(self.plan, programs=(programs[0], programs[1])))

    def prepare(self) -> None:
        """Nothing here: whoever plays with built-in bots knows what these need."""

    def task_runner(self, worker: int) -> TaskRunner:
        return _MatchTaskRunner(self.plan, worker)


def read_game(line: bytes) -> tuple[Record, tuple[str, str]]:
    """A game as a MatchWork's runner hands it over: the record, and what each seat's bot wrote to its log."""
    recorded, _, logs = line.partition(b"\n")
    return read_record(recorded), _read_logs(logs)


class _MatchTaskRunner:
    def __init__(self, plan: MatchPlan, worker: int) -> None:
        self._runner = MatchRunner(plan, worker)

    def play(self, number: int, /) -> bytes:
        """The record as a line, and the logs as another one."""
        return write_record(self._runner.play(number)) + _write_logs(self._runner.last_logs())

    def close(self) -> None:
        self._runner.close()


def die_with(parent: int) -> None:
    """Make the kernel kill this process when `parent` ends, also if it has ended already."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)
