"""What a worker does between jobs, and with one that cannot be done: nothing here waits."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sql

from steelyard.arena.execution.connection import ClusterLost
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.core.errors import SteelyardError
from steelyard.server.bots.job_kinds import BUILD, TRIAL
from steelyard.server.jobs import worker
from steelyard.server.jobs.context import JobContext
from steelyard.server.jobs.queue import MOST_ATTEMPTS, SILENT_MS, Job, JobLost, Queue
from steelyard.server.jobs.schema import jobs
from steelyard.server.jobs.worker import Stopped, Worker, WorkerTimes
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

GONE = sql.exc.OperationalError("", {}, OSError("the database is restarting"))


class Handler:
    """Finishes jobs, or does what it is given instead; notes what it is asked."""

    def __init__(self, instead: Callable[[JobContext, Job], None] | None = None) -> None:
        self._instead = instead
        self.ran: list[tuple[JobContext, Job]] = []
        self.given_up: list[tuple[JobContext, Job, str]] = []

    def run(self, context: JobContext, job: Job) -> None:
        self.ran.append((context, job))
        if self._instead:
            self._instead(context, job)
        with context.engine.begin() as connection:
            context.queue.finish(connection, job, {})

    def give_up(self, context: JobContext, job: Job, why: str) -> None:
        self.given_up.append((context, job, why))


class Interrupted(Queue):
    """A queue whose database does not answer the first few times."""

    def __init__(self, queue: Queue, times: int) -> None:
        super().__init__(queue.engine, queue.worker)
        self.times = times

    def claim(self, kinds: Any) -> Job | None:
        if self.times:
            self.times -= 1
            raise GONE
        return super().claim(kinds)


def raising(error: BaseException) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise error

    return fail


def row(context: JobContext) -> tuple[str, int]:
    with context.engine.connect() as connection:
        found = connection.execute(sql.select(jobs.c.state, jobs.c.attempts)).one()
        return found.state, found.attempts


def claimed(context: JobContext) -> Job:
    job = context.queue.claim([BUILD])
    assert job is not None
    return job


def test_jobs_are_done_until_none_is_left_and_that_is_enough(context: JobContext) -> None:
    handler, slept = Handler(), list[float]()
    for number in range(3):
        context.queue.add(BUILD, {"number": number}, 1)
    context.queue.add(TRIAL, {}, 1)
    Worker(context, {BUILD: handler}, times=WorkerTimes(slept.append)).work(lambda: True)
    assert [(here, job.payload["number"]) for here, job in handler.ran] == [(context, n) for n in range(3)]
    assert (handler.given_up, slept) == ([], [])


def test_a_worker_without_jobs_looks_again_and_again(context: JobContext) -> None:
    slept: list[float] = []
    looks = iter([False, False, True])
    Worker(context, {BUILD: Handler()}, times=WorkerTimes(slept.append)).work(lambda: next(looks))
    assert slept == [worker.IDLE_S] * 2


def test_a_worker_goes_on_by_itself_until_it_is_stopped(context: JobContext) -> None:
    handler = Handler()
    context.queue.add(BUILD, {}, 1)

    def stop(_seconds: float) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        Worker(context, {BUILD: handler}, times=WorkerTimes(stop)).work()
    assert len(handler.ran) == 1


def test_a_worker_asks_between_jobs_whether_there_should_be_more(context: JobContext) -> None:
    handler = Handler()
    for _ in range(3):
        context.queue.add(BUILD, {}, 1)
    asked = iter([None, None])

    def check() -> None:
        if next(asked, Stopped) is Stopped:
            raise Stopped

    with pytest.raises(Stopped):
        Worker(context, {BUILD: handler}, check=check).work()
    assert len(handler.ran) == 2


def test_jobs_are_added_where_there_are_none_and_after_a_look_in_vain_not_for_a_while(
    context: JobContext,
) -> None:
    now_s = 100.0
    looks: list[float] = []
    handler, slept = Handler(), list[float]()

    def add(here: JobContext) -> bool:
        assert here is context
        looks.append(now_s)
        if len(looks) == 1:
            here.queue.add(BUILD, {}, 0)
            return True
        return False

    def sleep(seconds: float) -> None:
        nonlocal now_s
        slept.append(seconds)
        now_s += 2.0

    Worker(context, {BUILD: handler}, add, times=WorkerTimes(sleep, lambda: now_s)).work(
        lambda: len(slept) == 4
    )
    assert len(handler.ran) == 1
    assert looks == [100.0, 100.0, 106.0], "what was added is done at once; then nothing was found"
    assert slept == [worker.IDLE_S] * 4


def test_a_worker_waits_for_a_database_that_does_not_answer(context: JobContext) -> None:
    handler, slept = Handler(), list[float]()
    interrupted = JobContext(context.engine, context.data, Interrupted(context.queue, 2))
    context.queue.add(BUILD, {}, 1)
    Worker(interrupted, {BUILD: handler}, times=WorkerTimes(slept.append)).work(lambda: True)
    assert len(handler.ran) == 1
    assert slept == [worker.AGAIN_S] * 2


def test_a_job_is_put_back_as_soon_as_the_database_answers(context: JobContext) -> None:
    class Failing(Queue):
        times = 2

        def put_back(self, job: Job, *, counted: bool, problem: str = "") -> None:
            if self.times:
                self.times -= 1
                raise GONE
            super().put_back(job, counted=counted, problem=problem)

    context.queue.add(BUILD, {}, 1)
    slept: list[float] = []
    failing = JobContext(context.engine, context.data, Failing(context.engine, "worker"))
    Worker(failing, {BUILD: Handler(raising(GONE))}, times=WorkerTimes(slept.append)).do(claimed(context))
    assert row(context) == ("waiting", 0)
    assert slept == [worker.AGAIN_S] * 2


def test_a_worker_that_is_stopped_leaves_even_if_its_job_cannot_be_put_back(context: JobContext) -> None:
    class Gone(Queue):
        def put_back(self, *_: object, **__: object) -> None:
            raise GONE

    context.queue.add(BUILD, {}, 1)
    job = claimed(context)
    stopping = {BUILD: Handler(raising(Stopped()))}
    with pytest.raises(Stopped):
        Worker(JobContext(context.engine, context.data, Gone(context.engine, "worker")), stopping).do(job)
    assert row(context) == ("claimed", 1)
    with pytest.raises(Stopped):
        Worker(context, stopping).do(job)
    assert row(context) == ("waiting", 0)


def test_a_job_that_is_wrong_is_given_up_with_the_reason(context: JobContext) -> None:
    context.queue.add(BUILD, {}, 1)
    handler, job = Handler(raising(SteelyardError("no such version"))), claimed(context)
    Worker(context, {BUILD: handler}).do(job)
    assert handler.given_up == [(context, job, "no such version")]


@pytest.mark.parametrize(
    ("job", "why"),
    [
        (
            Job(1, "build", {}, 1, MOST_ATTEMPTS + 1),
            "it was tried several times, and each time its worker died",
        ),
        (
            Job(1, "build", {}, 1, MOST_ATTEMPTS + 1, "no disk"),
            "this server failed at it 3 times, which is not the bot's fault; lastly: no disk",
        ),
        (
            Job(1, "build", {}, 1, 3, "", 10),
            "this server failed at it 12 times, which is not the bot's fault",
        ),
    ],
)
def test_a_job_that_was_tried_often_enough_is_given_up_without_another_attempt(
    context: JobContext, job: Job, why: str
) -> None:
    handler = Handler()
    Worker(context, {BUILD: handler}).do(job)
    assert handler.ran == []
    assert handler.given_up == [(context, job, why)]


@pytest.mark.parametrize(
    ("fault", "problem"),
    [
        (PlatformFault("no disk"), "no disk"),
        (ZeroDivisionError("ours"), "a mistake in this server; see its log"),
    ],
)
def test_what_is_not_the_jobs_fault_counts_and_is_named_at_the_next_attempt(
    context: JobContext, fault: Exception, problem: str
) -> None:
    context.queue.add(BUILD, {}, 1)
    handler = Handler(raising(fault))
    Worker(context, {BUILD: handler}).do(claimed(context))
    again = claimed(context)
    assert (again.attempts, again.problem, handler.given_up) == (2, problem, [])


def test_a_cluster_that_is_lost_ends_the_worker_and_counts_for_nothing(context: JobContext) -> None:
    context.queue.add(BUILD, {}, 1)
    with pytest.raises(ClusterLost):
        Worker(context, {BUILD: Handler(raising(ClusterLost("gone")))}).do(claimed(context))
    assert row(context) == ("waiting", 0)


def test_a_job_that_another_worker_has_taken_up_is_left_alone(context: JobContext) -> None:
    context.queue.add(BUILD, {}, 1)
    handler = Handler(raising(JobLost("job 1 was taken up by another worker")))
    Worker(context, {BUILD: handler}).do(claimed(context))
    assert (row(context), handler.given_up) == (("claimed", 1), [])


def test_a_worker_beats_while_it_does_a_job_and_through_a_pause_of_the_database(context: JobContext) -> None:
    class Beats(Queue):
        def __init__(self) -> None:
            super().__init__(context.engine, "worker")
            self.beaten: list[Job] = []

        def beat(self, job: Job) -> bool:
            self.beaten.append(job)
            if len(self.beaten) == 1:
                raise GONE
            return super().beat(job)

    queue = Beats()
    handler = Handler(lambda *_: wait_until(lambda: len(queue.beaten) >= 3))
    context.queue.add(BUILD, {}, 1)
    job = claimed(context)
    before = threading.active_count()
    Worker(
        JobContext(context.engine, context.data, queue), {BUILD: handler}, times=WorkerTimes(beat_s=0.001)
    ).do(job)
    assert {*map(id, queue.beaten)} == {id(job)}
    assert row(context) == ("done", 1)
    assert threading.active_count() == before, "nobody beats for a job that is over"


def test_the_pauses_of_a_worker_are_shorter_than_the_silence_after_which_it_is_taken_for_dead() -> None:
    assert 2 * worker.BEAT_S + worker.AGAIN_S < SILENT_MS / 1000 < TIMEOUT_S
