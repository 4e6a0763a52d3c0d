"""A worker whose jobs are done on a Ray cluster: many at once, because it only waits for what others compute.

The database, the data folder and all secrets stay in this process. What travels is bots and tasks, and what
comes back is results. When the cluster is lost, jobs wait in the queue, and this process begins anew. When
the machine dies through which it is connected, Ray ends it at once: then its jobs wait as well (`queue.py`).
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from steelyard.arena.execution.connection import ClusterLost, ClusterUnavailable, check_installed, connect
from steelyard.arena.execution.executors import RayExecutor
from steelyard.arena.match.pool import die_with
from steelyard.server.jobs.queue import Queue
from steelyard.server.jobs.worker import NICENESS, Stopped, Worker, stop_on_signals
from steelyard.server.jobs.worker_names import own_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from steelyard.arena.execution.connection import Cluster
    from steelyard.server.jobs.context import JobContext
    from steelyard.server.jobs.kinds import JobHandler, JobKind

logger = logging.getLogger(__name__)

AGAIN_S = 5.0  # between two attempts to reach the cluster
LOOK_S = 2.0  # between two looks how much room the cluster has
CORES_A_JOB = 2  # a game under a clock
MOST_JOBS = 32
SPARE = 1  # games: a contest leaves room for so many, for builds and analyses
PARTING_S = 10.0


class ClusterWorker:
    """Does the jobs of one lane on a cluster."""

    def __init__(
        self,
        context: JobContext,
        handlers: Mapping[JobKind, JobHandler],
        add_when_idle: Callable[[JobContext], bool] | None = None,
        most: int | None = None,
        look_s: float = LOOK_S,
    ) -> None:
        """Jobs of a long lane are done one at a time; of others as many as the cluster has room for."""
        # By its name others see that its death is no attempt of a job.
        self._context = replace(context, queue=Queue(context.engine, own_name(on_cluster=True)))
        self._handlers = handlers
        self._add_when_idle = None if add_when_idle is None else _one_at_a_time(add_when_idle)
        self._one_by_one = any(kind.lane == "long" for kind in handlers)
        self._most = min(most or MOST_JOBS, MOST_JOBS)
        self._look_s = look_s
        self._stop = threading.Event()
        self._lost: ClusterUnavailable | None = None

    def work(self, cluster: Cluster) -> None:
        """Until this process is told to stop, which raises Stopped, or the cluster is lost."""
        if self._one_by_one:  # in the main thread, which signals interrupt
            self._worker(RayExecutor(cluster, spare=SPARE)).work()
        threads: list[threading.Thread] = []
        executor = RayExecutor(cluster, check=self._check)
        try:
            while self._lost is None:
                for number in range(len(threads), min(self._most, _room(cluster))):
                    thread = threading.Thread(
                        target=self._work, args=(executor,), name=f"job {number}", daemon=True
                    )
                    thread.start()
                    threads.append(thread)
                self._stop.wait(self._look_s)
            raise self._lost
        finally:
            self._stop.set()
            ends = time.monotonic() + PARTING_S
            for thread in threads:  # each puts its job back
                thread.join(max(0.0, ends - time.monotonic()))

    def _worker(self, executor: RayExecutor) -> Worker:
        context = replace(self._context, executor=executor)
        return Worker(context, self._handlers, self._add_when_idle, self._check)

    def _work(self, executor: RayExecutor) -> None:
        try:
            self._worker(executor).work()
        except Stopped:
            return
        except ClusterUnavailable as lost:
            self._lost = lost
        except Exception as error:
            logger.exception("a worker has failed")
            self._lost = ClusterLost(str(error))
        self._stop.set()

    def _check(self) -> None:
        if self._stop.is_set():
            raise Stopped


def _one_at_a_time(add: Callable[[JobContext], bool]) -> Callable[[JobContext], bool]:
    """Each thread sees what the one before it has added: two would choose the same bots."""
    lock = threading.Lock()

    def add_alone(context: JobContext) -> bool:
        with lock:
            return add(context)

    return add_alone


def _room(cluster: Cluster) -> int:
    """How many games under a clock the cluster can play at once; at least one job is done."""
    if not cluster.answers():
        return 0
    machines = [node["Resources"] for node in cluster.ray.nodes() if node["Alive"]]
    return max(1, sum(int(machine.get("CPU", 0)) for machine in machines) // CORES_A_JOB)


def work_on_cluster(worker: ClusterWorker, address: str, parent: int | None = None) -> int:
    """As a process: until it is told to stop, or the one that started it is gone."""
    if parent is not None:
        die_with(parent)
    check_installed()
    # Not lower again each time the process begins anew.
    os.setpriority(os.PRIO_PROCESS, 0, max(NICENESS, os.getpriority(os.PRIO_PROCESS, 0)))
    stop_on_signals()
    try:
        worker.work(_connected(address))
    except Stopped:
        return 0
    except ClusterUnavailable as lost:
        logger.warning("%s; jobs wait until it is back", lost)
        time.sleep(AGAIN_S)
        # Ray cannot be left safely while threads wait for it: the process begins anew.
        os.execv(sys.executable, [sys.executable, "-m", "steelyard", *sys.argv[1:]])  # noqa: S606 - ourselves
    return 0


def _connected(address: str) -> Cluster:
    """The cluster, as soon as it can be reached."""
    told = False
    while True:
        try:
            return connect(address)
        except ClusterUnavailable as error:
            if not told:
                logger.warning("%s; jobs wait until there is one", error)
            told = True
        finally:
            stop_on_signals()  # Ray takes them
        time.sleep(AGAIN_S)
