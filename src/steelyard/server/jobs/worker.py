"""A worker: claims jobs one after the other, writes heartbeats, and stops when asked to."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import threading
import time
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import sqlalchemy as sql

from steelyard.arena.execution.connection import ClusterUnavailable
from steelyard.arena.execution.executors import LocalExecutor
from steelyard.arena.match.pool import die_with
from steelyard.arena.sandbox import process
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.core.errors import SteelyardError
from steelyard.server.database import identity, migration
from steelyard.server.database.engine import plain
from steelyard.server.jobs import supervisor, worker_names
from steelyard.server.jobs.context import JobContext
from steelyard.server.jobs.queue import SILENT_MS, JobLost, Queue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from steelyard.server.jobs.kinds import JobHandler, JobKind
    from steelyard.server.jobs.queue import Job

logger = logging.getLogger(__name__)

NICENESS = 10  # pages come first
BEAT_S = 2.0
IDLE_S = 0.5
LOOK_S = 5.0  # between two looks whether jobs should be added, which take a while
AGAIN_S = 2.0  # after the database did not answer


_stopping = threading.Event()
"""Set when this process is asked to stop; a library that cleans up may swallow the signal's exception."""


class Stopped(BaseException):
    """The worker is asked to stop: everything is unwound, and the job waits for another."""


class WorkerTimes(NamedTuple):
    """How a worker waits."""

    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
    beat_s: float = BEAT_S


DEFAULT_TIMES = WorkerTimes()


class Worker:
    """Does jobs until it is stopped."""

    def __init__(
        self,
        context: JobContext,
        handlers: Mapping[JobKind, JobHandler],
        add_when_idle: Callable[[JobContext], bool] | None = None,
        check: Callable[[], None] = lambda: None,
        times: WorkerTimes = DEFAULT_TIMES,
    ) -> None:
        """`check` is called between jobs, and raises Stopped when there should be no more."""
        self._context = context
        self._kinds = list(handlers)
        self._handlers = {kind.name: handler for kind, handler in handlers.items()}
        self._add_when_idle = add_when_idle
        self._check = check
        self._times = times
        self._next_look_s = 0.0

    def work(self, enough: Callable[[], bool] = lambda: False) -> None:
        """Jobs as they come, and more when there are none; until nothing is left, if that is enough."""
        while True:
            self._check()
            if _stopping.is_set():
                raise Stopped
            try:
                job = self._context.queue.claim(self._kinds)
                if job is not None:
                    self.do(job)
                elif enough():
                    return
                elif not self._added_something():
                    self._times.sleep(IDLE_S)
            except sql.exc.OperationalError as error:
                logger.warning("the database does not answer: %s", plain(error))
                self._times.sleep(AGAIN_S)

    def _added_something(self) -> bool:
        """Whether there is more to do; where there is nothing, the next look is a few seconds later."""
        if self._add_when_idle is None or self._times.clock() < self._next_look_s:
            return False
        found = self._add_when_idle(self._context)
        if not found:
            self._next_look_s = self._times.clock() + LOOK_S
        return found

    def do(self, job: Job) -> None:
        """One job, whatever becomes of it."""
        try:
            with self._beating(job):
                self._attempt(job)
        except Stopped:
            with contextlib.suppress(sql.exc.OperationalError):  # then it is seen that its worker is gone
                self._context.queue.put_back(job, counted=False)
            raise
        except sql.exc.OperationalError as error:
            logger.warning(
                "the database does not answer; job %s (%s) waits: %s", job.number, job.kind, plain(error)
            )
            self._put_back_in_time(job)

    def _attempt(self, job: Job) -> None:
        kind = self._handlers[job.kind]
        try:
            if job.hopeless:
                kind.give_up(self._context, job, _why_hopeless(job))
            else:
                kind.run(self._context, job)
        except JobLost as lost:
            logger.warning("%s", lost)
        except ClusterUnavailable:  # not the job's: it waits until the cluster is back, or can do it
            self._context.queue.put_back(job, counted=False)
            raise
        except PlatformFault as fault:  # not the bot's: somebody tries again
            logger.warning("job %s (%s): %s", job.number, job.kind, fault)
            self._context.queue.put_back(job, counted=True, problem=str(fault))
        except SteelyardError as error:
            kind.give_up(self._context, job, str(error))
        except sql.exc.OperationalError:  # not the job's either
            raise
        except Exception:
            if _stopping.is_set():
                raise Stopped from None
            logger.exception("job %s (%s) failed", job.number, job.kind)
            self._context.queue.put_back(job, counted=True, problem="a mistake in this server; see its log")

    def _put_back_in_time(self, job: Job) -> None:
        """As soon as the database answers; if its end was kept after all, that stands."""
        while True:
            try:
                self._context.queue.put_back(job, counted=False)
            except sql.exc.OperationalError:
                self._times.sleep(AGAIN_S)
            else:
                return

    @contextlib.contextmanager
    def _beating(self, job: Job) -> Iterator[None]:
        """While it is done, say every few seconds that somebody is at it."""
        over = threading.Event()

        def beat() -> None:
            while not over.wait(self._times.beat_s):
                with contextlib.suppress(sql.exc.OperationalError):
                    self._context.queue.beat(job)

        beating = threading.Thread(target=beat, name="beat", daemon=True)
        beating.start()
        try:
            yield
        finally:
            over.set()
            beating.join()


def _why_hopeless(job: Job) -> str:
    if not job.failed_by_server:
        return "it was tried several times, and each time its worker died"
    failed = f"this server failed at it {job.losses + job.attempts - 1} times, which is not the bot's fault"
    return f"{failed}; lastly: {job.problem}" if job.problem else failed


def open_context(
    database: str, data: Path, number: int, server: str, silent_ms: float = SILENT_MS
) -> JobContext:
    """A worker's view of a database that a server has set up, and perhaps uses at the same time."""
    engine = migration.opened(database)
    try:
        identity.check(engine, data)
    except BaseException:
        engine.dispose()
        raise
    queue = Queue(engine, worker_names.own_name(), silent_ms)
    return JobContext(engine, data, queue, server, LocalExecutor(number))


def work(worker: Worker, parent: int | None = None) -> int:
    """As a process: until it is told to stop, or the one that started it is gone."""
    if parent is not None:
        die_with(parent)
    if (missing := process.available()) is not None:
        logger.error("this worker cannot begin: %s", missing)
        return supervisor.CANNOT
    if parent is None and (weaker := process.not_guaranteed()) is not None:  # else the server has said it
        logger.warning("rated games: %s", weaker)
    os.nice(NICENESS)
    stop_on_signals()
    try:
        worker.work()
    except Stopped:
        return 0
    return 0


def stop_on_signals() -> None:
    """Raise Stopped in the main thread when the process is asked to end."""
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, _stop)


def _stop(number: int, _frame: object) -> NoReturn:
    signal.signal(number, signal.SIG_IGN)  # once is enough
    _stopping.set()
    raise Stopped
