"""The queue of jobs, on each database: every job once, in turn among owners, never lost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sql

from steelyard.server.bots.job_kinds import BUILD, LADDER, TRIAL
from steelyard.server.contests.job_kinds import CONTEST
from steelyard.server.database import migration
from steelyard.server.database.database import Database
from steelyard.server.job_handlers import HANDLERS
from steelyard.server.jobs.queue import MOST_ATTEMPTS, JobLost, Queue, added, length
from steelyard.server.jobs.schema import jobs

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
