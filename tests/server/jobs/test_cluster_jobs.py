"""A worker whose jobs are done on a cluster: how many threads, in whose name, and how it ends."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from steelyard.arena.execution.connection import ClusterLost
from steelyard.server.bots.job_kinds import BUILD
from steelyard.server.contests.job_kinds import CONTEST
from steelyard.server.jobs.cluster_worker import MOST_JOBS, SPARE, ClusterWorker
from steelyard.server.jobs.queue import length
from steelyard.server.jobs.worker import Stopped
from steelyard.server.jobs.worker_names import own_name
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.arena.execution.connection import Cluster
    from steelyard.server.jobs.context import JobContext
    from steelyard.server.jobs.queue import Job


def cluster(*machines: float | None, dead: float = 0.0) -> Cluster:
    """Machines with so many cores, or only with others' resources; and one that is dead."""
    nodes = [{"Alive": True, "Resources": {} if cores is None else {"CPU": cores}} for cores in machines]
    nodes.append({"Alive": False, "Resources": {"CPU": dead}})
    return cast("Cluster", SimpleNamespace(ray=SimpleNamespace(nodes=lambda: nodes), answers=lambda: True))


class Handler:
    """Jobs that go on until so many are under way; then the cluster is lost, as far as one of them sees."""

    def __init__(self, together: int) -> None:
        self._together = threading.Barrier(together)
        self.executors: list[Any] = []
        self.claimed_by: set[str] = set()
        self.threads: set[str] = set()

    def run(self, context: JobContext, job: Job) -> None:
        self.executors.append(context.executor)
        self.claimed_by.add(context.queue.worker)
        self.threads.add(threading.current_thread().name)
        assert threading.current_thread().daemon, "Ray may never let go of it"
        self._together.wait(TIMEOUT_S)
        del job
        raise ClusterLost("enough")

    def give_up(self, _context: JobContext, _job: Job, why: str) -> None:
        raise AssertionError(why)


@pytest.mark.parametrize(
    ("machines", "most", "threads"),
    [
        ((2.0, 5.0), None, 3),
        ((1.0, 2.0, None), None, 1),
        ((None,), None, 1),
        ((20.0,), 2, 2),
        ((100.0, 100.0), 100, MOST_JOBS),
    ],
)
def test_there_are_as_many_jobs_at_once_as_machines_have_room_for(
    context: JobContext, machines: tuple[float | None, ...], most: int | None, threads: int
) -> None:
    handler = Handler(threads)
    for number in range(threads + 1):
        context.queue.add(BUILD, {"number": number}, 1)
    with pytest.raises(ClusterLost, match="enough"):
        ClusterWorker(context, {BUILD: handler}, most=most).work(cluster(*machines, dead=64.0))
    assert handler.threads == {f"job {number}" for number in range(threads)}
    assert handler.claimed_by == {own_name(on_cluster=True)}, "its death is no attempt of a job"
    assert len({*map(id, handler.executors)}) == 1


def test_a_job_is_asked_to_stop_when_another_finds_the_cluster_lost(context: JobContext) -> None:
    begun, stopped = threading.Barrier(2), list[int]()

    class Waiting(Handler):
        def run(self, here: JobContext, job: Job) -> None:
            begun.wait(TIMEOUT_S)
            if job.number == 1:
                raise ClusterLost("gone")
            check: Callable[[], None] = here.executor._check  # type: ignore[attr-defined]
            try:
                while True:
                    check()
            except Stopped:
                stopped.append(job.number)
                raise

    for _ in range(2):
        context.queue.add(BUILD, {}, 1)
    with pytest.raises(ClusterLost, match="gone"):
        ClusterWorker(context, {BUILD: Waiting(2)}).work(cluster(4.0))
    assert stopped == [2], "and whoever ends waits for it"


def test_more_jobs_are_done_as_soon_as_the_cluster_has_grown(context: JobContext) -> None:
    nodes = [{"Alive": True, "Resources": {"CPU": 2.0}}]
    growing = SimpleNamespace(ray=SimpleNamespace(nodes=lambda: nodes), answers=lambda: True)

    class Both(Handler):
        def run(self, here: JobContext, job: Job) -> None:
            nodes.append(nodes[0])
            super().run(here, job)

    for _ in range(2):
        context.queue.add(BUILD, {}, 1)
    with pytest.raises(ClusterLost, match="enough"):
        ClusterWorker(context, {BUILD: Both(2)}, look_s=0.01).work(cast("Cluster", growing))


def test_jobs_are_put_back_when_the_process_is_stopped(context: JobContext) -> None:
    begun = threading.Event()

    def answers() -> bool:
        if begun.is_set():
            raise Stopped  # as a signal does in the main thread
        return True

    class Waiting(Handler):
        def run(self, here: JobContext, job: Job) -> None:
            del job
            begun.set()
            while True:
                here.executor._check()  # type: ignore[attr-defined]

    context.queue.add(BUILD, {}, 1)
    machine = {"Alive": True, "Resources": {"CPU": 2.0}}
    stopping = SimpleNamespace(ray=SimpleNamespace(nodes=lambda: [machine]), answers=answers)
    with pytest.raises(Stopped):
        ClusterWorker(context, {BUILD: Waiting(1)}, look_s=0.01).work(cast("Cluster", stopping))
    assert length(context.engine) == {"waiting": 1, "claimed": 0}


def test_a_fault_of_ours_ends_the_process_which_begins_anew(context: JobContext) -> None:
    def fail(_context: JobContext) -> bool:
        raise ZeroDivisionError("ours")

    with pytest.raises(ClusterLost, match="ours"):
        ClusterWorker(context, {BUILD: Handler(1)}, fail).work(cluster(2.0))


def test_jobs_are_added_by_one_thread_with_what_the_worker_has_at_hand(context: JobContext) -> None:
    handler, added_by = Handler(1), list[Any]()

    def add(here: JobContext) -> bool:
        added_by.append(here.executor)
        here.queue.add(BUILD, {}, 0)
        return True

    with pytest.raises(ClusterLost):
        ClusterWorker(context, {BUILD: handler}, add, most=1).work(cluster(2.0))
    assert added_by == handler.executors


def test_long_jobs_are_done_one_at_a_time_in_the_main_thread_and_leave_room_for_others(
    context: JobContext,
) -> None:
    executors: list[Any] = []

    class Contest(Handler):
        def run(self, here: JobContext, job: Job) -> None:
            executors.append(here.executor)
            assert threading.current_thread() is threading.main_thread(), "signals interrupt it"
            with here.engine.begin() as connection:
                here.queue.finish(connection, job, {})
            if len(executors) == 2:
                raise Stopped

    for number in range(2):
        context.queue.add(CONTEST, {"number": number}, 1)
    with pytest.raises(Stopped):
        ClusterWorker(context, {CONTEST: Contest(1)}).work(cluster(64.0))
    assert [executor._spare for executor in executors] == [SPARE] * 2
