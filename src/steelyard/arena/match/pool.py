"""Several games at once: a process for each, that ends when its parent does."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
from contextlib import closing, suppress
from functools import partial
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, Protocol

from steelyard import games
from steelyard.arena.match.plan import Arbiter, Plan, places
from steelyard.arena.record import Record, read_record, write_record
from steelyard.core.errors import SteelyardError
from steelyard.protocol.clock import read_clock

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

PR_SET_PDEATHSIG = 1
PARTING_S = 3.0


class ProcessLost(SteelyardError):
    """A process that played games ended by itself."""


def played(plan: Plan, numbers: Iterable[int], jobs: int) -> Generator[Record]:
    """The games of those numbers as they finish, so many at a time."""
    if jobs == 1:
        before = os.sched_getaffinity(0)
        try:
            with closing(_arbiter(plan, 0)) as arbiter:
                for number in numbers:
                    yield arbiter.play(number)
        finally:
            os.sched_setaffinity(0, before)
    else:
        yield from _played_by_several(plan, iter(numbers), jobs)


def _played_by_several(plan: Plan, numbers: Iterator[int], jobs: int) -> Iterator[Record]:
    with closing(Workers(partial(_MatchDesk, plan))) as workers:
        for place, number in zip(range(jobs), numbers, strict=False):
            workers.give(place, number)
        while workers.busy:
            for place, told in workers.finished():
                if told is None:
                    raise ProcessLost(
                        "a process that played games ended by itself; start the match again to go on"
                    )
                yield read_record(told)
                following = next(numbers, None)
                if following is not None:
                    workers.give(place, following)


class TaskRunner(Protocol):
    """What a worker plays at: a task in, a line about the game out."""

    def play(self, task: Any, /) -> bytes: ...
    def close(self) -> None: ...


class Workers:
    """A process for each place that is given something to play, until it is closed."""

    def __init__(self, take_place: Callable[[int], TaskRunner]) -> None:
        self._take_place = take_place
        self._context = multiprocessing.get_context("spawn")
        self._workers: dict[int, tuple[Connection[Any, Any], SpawnProcess]] = {}
        self.busy: set[int] = set()
        """The places of which a game is awaited."""

    def give(self, place: int, task: Any) -> None:
        if place not in self._workers:
            self._workers[place] = self._started(place)
        with suppress(OSError):  # it has ended, which will be noticed
            self._workers[place][0].send(task)
        self.busy.add(place)

    def finished(self) -> list[tuple[int, bytes | None]]:
        """Waits for at least one place; the line it told, or None if its process ended by itself."""
        there = wait([self._workers[place][0] for place in self.busy])
        ready = [place for place in sorted(self.busy) if self._workers[place][0] in there]
        return [(place, self._result(place)) for place in ready]

    def close(self) -> None:
        for connection, _ in self._workers.values():
            with suppress(OSError):
                connection.send(None)
            connection.close()
        for _, worker in self._workers.values():
            worker.join(PARTING_S)
            worker.kill()
            worker.join()
        self._workers.clear()

    def _started(self, place: int) -> tuple[Connection[Any, Any], SpawnProcess]:
        ours, theirs = self._context.Pipe()
        worker = self._context.Process(target=_work, args=(self._take_place, place, theirs), daemon=True)
        worker.start()
        theirs.close()
        return ours, worker

    def _result(self, place: int) -> bytes | None:
        self.busy.discard(place)
        connection, worker = self._workers[place]
        try:
            return connection.recv_bytes()
        except (EOFError, OSError):
            del self._workers[place]
            connection.close()
            worker.kill()
            worker.join()
            return None


def _work(take_place: Callable[[int], TaskRunner], place: int, connection: Any) -> None:
    """In the worker: play what is asked for until told to stop."""
    started_by = multiprocessing.parent_process()
    die_with(started_by.pid if started_by and started_by.pid else os.getppid())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    with closing(take_place(place)) as desk, suppress(BrokenPipeError):  # nobody waits for it any more
        while (task := _next(connection)) is not None:
            connection.send_bytes(desk.play(task))


class _MatchDesk:
    def __init__(self, plan: Plan, place: int) -> None:
        self._arbiter = _arbiter(plan, place)

    def play(self, number: int, /) -> bytes:
        return write_record(self._arbiter.play(number))

    def close(self) -> None:
        self._arbiter.close()


def _arbiter(plan: Plan, place: int) -> Arbiter:
    together = not read_clock(plan.clock).timed
    game = games.get(plan.game, **plan.options)
    arbiter = Arbiter(plan, game, place, together=together)
    if together:
        os.sched_setaffinity(0, places(place, together=True))  # beside the bots it talks to
    return arbiter


def _next(connection: Any) -> Any:
    try:
        return connection.recv()
    except EOFError:
        return None


def die_with(parent: int) -> None:
    """Ends this process with the one that started it, also if that has ended already."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)
