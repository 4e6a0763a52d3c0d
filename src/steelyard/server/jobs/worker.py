"""A worker: claims jobs one after the other, says that it lives, and stops when asked to."""

from __future__ import annotations

import contextlib
import importlib
import logging
import os
import signal
import threading
import time
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

import sqlalchemy as sql

from steelyard.arena.match.pool import die_with
from steelyard.arena.sandbox import process
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.core.errors import SteelyardError
from steelyard.server.bots import ladder_job
from steelyard.server.bots.store import BotStore
from steelyard.server.database import identity
from steelyard.server.jobs import supervisor, worker_names
from steelyard.server.jobs.context import JobContext
from steelyard.server.jobs.queue import SILENT_MS, JobLost, Queue
from steelyard.server.tables import store

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from pathlib import Path

    from steelyard.server.jobs.queue import Job

logger = logging.getLogger(__name__)

KINDS = {
    "build": "steelyard.server.bots.build_job",
    "ladder": "steelyard.server.bots.ladder_job",
    "sprt": "steelyard.server.bots.trial_job",
    "contest": "steelyard.server.contests.job",
}
"""What can be done, each by a module with `run` and `give_up`."""
LANES = {"short": ("build", "ladder", "sprt"), "long": ("contest",)}
"""Contests take hours: they have workers of their own, so that nobody waits for them."""
NICENESS = 10  # pages come first
BEAT_S = 2.0
IDLE_S = 0.5
LADDER_S = 5.0  # to look who could meet whom takes a while
AGAIN_S = 2.0  # after the database did not answer


class Stopped(BaseException):
    """The worker is asked to stop: everything is unwound, and the job waits for another."""


class Kind(Protocol):
    """A module that does jobs of one kind."""

    def run(self, context: JobContext, job: Job) -> None:
        """Do it, and finish it in the transaction that keeps what came of it."""

    def give_up(self, context: JobContext, job: Job, why: str) -> None:
        """Note that it was tried in vain, and fail it in the same transaction."""


class Worker:
    """Until it is stopped."""

    def __init__(self, context: JobContext, kinds: Collection[str]) -> None:
        self._shop = context
        self._kinds = [kind for kind in kinds if kind in KINDS]
        self._ladder_rests_until = 0.0

    def work(self, enough: Callable[[], bool] = lambda: False) -> None:
        """Jobs as they come, and the ladder's when there are none; until nothing is left, if that will do."""
        while True:
            try:
                job = self._shop.queue.claim(self._kinds)
                if job is not None:
                    self.do(job)
                elif enough():
                    return
                elif not self._found_pair():
                    time.sleep(IDLE_S)
            except sql.exc.OperationalError:
                logger.exception("the database does not answer")
                time.sleep(AGAIN_S)

    def _found_pair(self) -> bool:
        """Whether the ladder has games to play; where it has none, it is asked again in a while."""
        if "ladder" not in self._kinds or time.monotonic() < self._ladder_rests_until:
            return False
        found = ladder_job.add_next(self._shop)
        if not found:
            self._ladder_rests_until = time.monotonic() + LADDER_S
        return found

    def do(self, job: Job) -> None:
        """One job, whatever becomes of it."""
        try:
            with self._beating(job):
                self._attempt(job)
        except Stopped:
            with contextlib.suppress(sql.exc.OperationalError):  # then it is seen that its worker is gone
                self._shop.queue.put_back(job, counted=False)
            raise
        except sql.exc.OperationalError:
            logger.exception("the database does not answer; job %s (%s) waits", job.number, job.kind)
            self._put_back_in_time(job)

    def _attempt(self, job: Job) -> None:
        kind: Any = importlib.import_module(KINDS[job.kind])
        try:
            if job.hopeless:
                kind.give_up(self._shop, job, "it was tried several times, and each time its worker died")
            else:
                kind.run(self._shop, job)
        except JobLost as lost:
            logger.warning("%s", lost)
        except PlatformFault as fault:  # not the bot's: somebody tries again
            logger.warning("job %s (%s): %s", job.number, job.kind, fault)
            self._shop.queue.put_back(job, counted=True)
        except SteelyardError as error:
            kind.give_up(self._shop, job, str(error))
        except sql.exc.OperationalError:  # not the job's either
            raise
        except Exception:
            logger.exception("job %s (%s) failed", job.number, job.kind)
            self._shop.queue.put_back(job, counted=True)

    def _put_back_in_time(self, job: Job) -> None:
        """As soon as the database answers; if its end was kept after all, that stands."""
        while True:
            try:
                self._shop.queue.put_back(job, counted=False)
            except sql.exc.OperationalError:
                time.sleep(AGAIN_S)
            else:
                return

    @contextlib.contextmanager
    def _beating(self, job: Job) -> Iterator[None]:
        """While it is done, say every few seconds that somebody is at it."""
        over = threading.Event()

        def beat() -> None:
            while not over.wait(BEAT_S):
                with contextlib.suppress(sql.exc.OperationalError):
                    self._shop.queue.beat(job)

        beating = threading.Thread(target=beat, name="beat", daemon=True)
        beating.start()
        try:
            yield
        finally:
            over.set()
            beating.join()


def open_context(
    database: str, data: Path, place: int, server: str, silent_ms: float = SILENT_MS
) -> JobContext:
    """A worker's view of a database that a server has set up, and perhaps uses at the same time."""
    engine = store.opened(database)
    try:
        identity.check(engine, data)
    except BaseException:
        engine.dispose()
        raise
    queue = Queue(engine, worker_names.own_name(), silent_ms)
    return JobContext(engine, data, BotStore(engine, data), queue, place, server)


def work(context: JobContext, lane: str, parent: int | None = None) -> int:
    """As a process: until it is told to stop, or the one that started it is gone."""
    if parent is not None:
        die_with(parent)
    if (missing := process.available()) is not None:
        logger.error("this worker cannot begin: %s", missing)
        return supervisor.CANNOT
    if (weaker := process.not_guaranteed()) is not None:
        logger.warning("rated games: %s", weaker)
    os.nice(NICENESS)
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, _stop)
    try:
        Worker(context, LANES[lane]).work()
    except Stopped:
        return 0
    return 0


def _stop(number: int, _frame: object) -> NoReturn:
    signal.signal(number, signal.SIG_IGN)  # once is enough
    raise Stopped
