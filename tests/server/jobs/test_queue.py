"""The queue of jobs, on each database: every job once, in turn among owners, never lost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sql

from steelyard.server.bots.job_kinds import BUILD, LADDER, TRIAL
from steelyard.server.contests.job_kinds import CONTEST
from steelyard.server.database import migration
from steelyard.server.database.database import Database
from steelyard.server.job_handlers import HANDLERS
from steelyard.server.jobs.queue import (
    LOSS_WAIT_MS,
    MOST_ATTEMPTS,
    MOST_LOSSES,
    MOST_WAIT_MS,
    SPREAD,
    JobLost,
    Queue,
    added,
    length,
    waiting,
)
from steelyard.server.jobs.schema import jobs
from steelyard.server.jobs.worker_names import own_name
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.server.jobs.queue import Job

KINDS = {kind.name: kind for kind in HANDLERS}
ALL = list(HANDLERS)


@pytest.fixture
def engine(database: str) -> Iterator[sql.Engine]:
    """As a worker has it, beside a server that holds the database."""
    server = Database(database)
    engine = migration.opened(database)
    yield engine
    engine.dispose()
    server.close()


@pytest.fixture
def queue(engine: sql.Engine) -> Queue:
    return Queue(engine, "one")


def finished(queue: Queue, job: Job) -> None:
    with queue.engine.begin() as connection:
        queue.finish(connection, job, {})


def test_owners_take_turns_however_much_each_has_put_in(queue: Queue) -> None:
    for owner, count in ((1, 6), (2, 2), (3, 1)):
        for _ in range(count):
            queue.add(TRIAL, {}, owner)
    served = []
    while (job := queue.claim(ALL)) is not None:
        served.append(job.owner)
        finished(queue, job)
    assert served == [1, 2, 3, 1, 2, 1, 1, 1, 1]


def test_what_somebody_waits_for_comes_before_the_ladder(queue: Queue) -> None:
    for kind in ("ladder", "sprt", "build"):
        queue.add(KINDS[kind], {}, 1)
    assert [job.kind for job in (queue.claim(ALL), queue.claim(ALL), queue.claim(ALL)) if job] == [
        "build",
        "sprt",
        "ladder",
    ]


def test_no_games_are_begun_beside_a_contest_but_bots_are_built(queue: Queue) -> None:
    for kind in ("contest", "ladder", "sprt", "build"):
        queue.add(KINDS[kind], {}, 1)
    contest = queue.claim([CONTEST])
    assert contest is not None
    kinds = [job.kind for job in (queue.claim(ALL), queue.claim(ALL)) if job]
    assert kinds == ["build"]
    finished(queue, contest)
    assert queue.claim(ALL) is not None


def test_many_workers_get_every_job_once(engine: sql.Engine) -> None:
    first = Queue(engine, "first")
    for n in range(60):
        first.add(LADDER, {"n": n}, n % 7)

    def take(name: str) -> list[int]:
        mine, taken = Queue(engine, name), []
        while (job := mine.claim(ALL)) is not None:
            taken.append(job.payload["n"])
            finished(mine, job)
        return taken

    with ThreadPoolExecutor(4) as workers:
        taken = [n for part in workers.map(take, ["a", "b", "c", "d"]) for n in part]
    left = take("e")  # a worker may find the queue empty while another's claim is not decided yet
    assert sorted(taken + left) == list(range(60))


def test_a_job_whose_worker_has_fallen_silent_is_taken_up_and_the_late_one_keeps_nothing(
    engine: sql.Engine,
) -> None:
    dead, other = Queue(engine, "dead"), Queue(engine, "other", silent_ms=-1.0)
    dead.add(BUILD, {"version": "v"}, 1)
    lost = dead.claim(ALL)
    assert lost is not None
    again = other.claim(ALL)
    assert again is not None
    assert (again.number, again.attempts) == (lost.number, 2)
    assert not dead.beat(lost)
    with pytest.raises(JobLost):
        finished(dead, lost)
    finished(other, again)


def test_a_job_that_kills_its_workers_is_given_up_after_some_attempts(engine: sql.Engine) -> None:
    queue = Queue(engine, "one", silent_ms=-1.0)
    queue.add(BUILD, {}, 1)
    hopeless = [job.hopeless for _ in range(MOST_ATTEMPTS + 1) if (job := queue.claim(ALL)) is not None]
    assert hopeless == [False] * MOST_ATTEMPTS + [True]


def lose(queue: Queue) -> Job:
    """A worker claims the job that is there, as soon as it may, and dies."""
    with queue.engine.begin() as connection:
        connection.execute(sql.update(jobs).values(due_ms=0.0))
    job = queue.claim(ALL)
    assert job is not None
    queue.take_up()
    return job


def test_a_worker_on_a_cluster_that_dies_costs_no_attempt(engine: sql.Engine) -> None:
    queue = Queue(engine, own_name(on_cluster=True), silent_ms=-1.0)
    queue.add(BUILD, {}, 1)
    lost = [lose(queue) for _ in range(MOST_LOSSES)]
    assert [(job.attempts, job.losses, job.hopeless) for job in lost] == [
        (1, losses, False) for losses in range(MOST_LOSSES)
    ]
    for late in lost:
        assert not queue.beat(late)
    last = lose(queue)
    assert last.hopeless
    assert last.failed_by_server, "nobody waits for ever, and it is said whose fault it is"


def test_a_job_that_was_lost_waits_longer_each_time_and_holds_up_nobody(engine: sql.Engine) -> None:
    queue = Queue(engine, own_name(on_cluster=True), silent_ms=-1.0)
    queue.add(BUILD, {}, 1)
    waits = []
    for _ in range(MOST_LOSSES):
        lose(queue)
        with engine.connect() as connection:
            waits.append(connection.execute(sql.select(jobs.c.due_ms)).scalar_one() - now_ms())
    least, most = SPREAD
    assert waits[0] <= 0.0
    for place, wait in enumerate(waits[1:]):
        longest = most * min(MOST_WAIT_MS, LOSS_WAIT_MS * 2**place)
        assert 0.9 * longest * least / most < wait <= longest
    assert queue.claim(ALL) is None
    assert waiting(engine, ALL) == 0
    queue.add(TRIAL, {}, 1)
    job = queue.claim(ALL)
    assert job is not None
    assert job.kind == "sprt"
    finished(queue, job)
    with engine.begin() as connection:
        connection.execute(sql.update(jobs).values(due_ms=now_ms() + 10 * MOST_WAIT_MS))
    assert queue.claim(ALL) is not None, "the clock was set back meanwhile"


def test_of_two_that_take_up_a_lost_job_the_second_leaves_a_new_claim_alone(
    engine: sql.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that begins anew keeps its name."""
    first = Queue(engine, own_name(on_cluster=True), silent_ms=-1.0)
    slow = Queue(engine, "slow", silent_ms=-1.0)
    first.add(BUILD, {}, 1)
    assert first.claim(ALL) is not None
    looked = slow._take_up
    again: list[Job | None] = []

    def later(row: Any) -> None:
        again.append(first.claim(ALL))
        looked(row)

    monkeypatch.setattr(slow, "_take_up", later)
    slow.take_up()
    (job,) = again
    assert job is not None
    assert first.beat(job)


def test_a_worker_that_stops_puts_its_job_back_as_if_it_had_never_taken_it(queue: Queue) -> None:
    queue.add(BUILD, {}, 1)
    job = queue.claim(ALL)
    assert job is not None
    queue.put_back(job, counted=False)
    assert length(queue.engine) == {"waiting": 1, "claimed": 0}
    again = queue.claim(ALL)
    assert again is not None
    assert again.attempts == 1


def test_what_a_job_leaves_is_undone_when_the_job_was_lost(engine: sql.Engine) -> None:
    queue, thief = Queue(engine, "one"), Queue(engine, "thief", silent_ms=-1.0)
    queue.add(BUILD, {}, 1)
    job = queue.claim(ALL)
    assert job is not None
    assert thief.claim(ALL) is not None
    with pytest.raises(JobLost):
        _leave_something(queue, job)
    assert length(engine)["waiting"] == 0


def _leave_something(queue: Queue, job: Job) -> None:
    with queue.engine.begin() as connection:
        connection.execute(sql.insert(jobs).values(added(BUILD, {}, 1).values))
        queue.finish(connection, job, {})
