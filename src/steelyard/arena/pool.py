"""Several games at once: a process for each, that ends when its parent does."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
from contextlib import closing, suppress
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any

from steelyard import games
from steelyard.arena.clock import read_clock
from steelyard.arena.match import Arbiter, Plan, places
from steelyard.arena.record import Record, read_record, write_record
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from multiprocessing.connection import Connection

PR_SET_PDEATHSIG = 1
PARTING_S = 3.0


class WorkerLost(SteelyardError):
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
    context = multiprocessing.get_context("spawn")
    workers: dict[Connection[Any, Any], Any] = {}
    try:
        for place, number in zip(range(jobs), numbers, strict=False):
            ours, theirs = context.Pipe()
            worker = context.Process(target=_work, args=(plan, place, theirs), daemon=True)
            worker.start()
            theirs.close()
            ours.send(number)
            workers[ours] = worker
        busy = set(workers)
        while busy:
            for connection in [ready for ready in busy if ready in wait(list(busy))]:
                yield _result(connection)
                following = next(numbers, None)
                if following is None:
                    busy.discard(connection)
                else:
                    connection.send(following)
    finally:
        for connection in workers:
            with suppress(OSError):
                connection.send(None)
            connection.close()
        for worker in workers.values():
            worker.join(PARTING_S)
            worker.kill()
            worker.join()


def _result(connection: Any) -> Record:
    try:
        return read_record(connection.recv_bytes())
    except (EOFError, OSError):
        raise WorkerLost(
            "a process that played games ended by itself; start the match again to go on"
        ) from None


def _work(plan: Plan, place: int, connection: Any) -> None:
    """In the worker: play what is asked for until told to stop."""
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    with closing(_arbiter(plan, place)) as arbiter:
        while (number := _next(connection)) is not None:
            connection.send_bytes(write_record(arbiter.play(number)))


def _arbiter(plan: Plan, place: int) -> Arbiter:
    together = not read_clock(plan.clock).timed
    game = games.get(plan.game, **plan.options)
    arbiter = Arbiter(plan, game, place, together=together)
    if together:
        os.sched_setaffinity(0, places(place, together=True))  # beside the bots it talks to
    return arbiter


def _next(connection: Any) -> int | None:
    try:
        number: int | None = connection.recv()
    except EOFError:
        return None
    return number


def die_with_parent() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
