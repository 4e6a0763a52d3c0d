"""What a worker gets when it claims a job, how long the job is its own, and what is left of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sql

from steelyard.server.bots.job_kinds import BUILD, TRIAL
from steelyard.server.database import migration
from steelyard.server.database.database import Database
from steelyard.server.jobs.kinds import JobKind
from steelyard.server.jobs.queue import (
    MOST_ATTEMPTS,
    MOST_LOSSES,
    Job,
    JobLost,
    Queue,
    added,
    is_claimed,
    length,
    waiting,
)
from steelyard.server.jobs.schema import jobs, shares
from steelyard.server.jobs.worker_names import own_name

if TYPE_CHECKING:
    from collections.abc import Iterator

KINDS = [BUILD, TRIAL]


@pytest.fixture
def engine(any_database: str) -> Iterator[sql.Engine]:
    database = Database(any_database)
    yield database.engine
    database.close()


@pytest.fixture
def queue(engine: sql.Engine) -> Queue:
    return Queue(engine, "worker")


def row(engine: sql.Engine, number: int = 1) -> sql.Row[tuple[object, ...]]:
    with engine.connect() as connection:
        return connection.execute(sql.select(jobs).where(jobs.c.number == number)).one()


def claimed(queue: Queue) -> Job:
    job = queue.claim(KINDS)
    assert job is not None
    return job


def test_a_job_is_what_was_added_and_says_what_went_wrong_the_last_time(queue: Queue) -> None:
    queue.add(BUILD, {"version": "v"}, 7)
    job = claimed(queue)
    assert job == Job(1, "build", {"version": "v"}, 7, 1)
    queue.put_back(job, counted=True, problem="no disk")
    assert claimed(queue) == Job(1, "build", {"version": "v"}, 7, 2, "no disk")


def test_a_job_is_added_by_the_writer_as_by_a_queue(queue: Queue) -> None:
    queue.add(TRIAL, {"newer": 2}, 7)
    values = added(TRIAL, {"newer": 2}, 7).values
    kept = row(queue.engine)._asdict()
    assert {name: kept[name] for name in values} == values | {"created_ms": kept["created_ms"]}


def test_a_problem_is_kept_until_there_is_another_and_not_at_any_length(queue: Queue) -> None:
    queue.add(BUILD, {}, 1)
    queue.put_back(claimed(queue), counted=True, problem="x" * 2000)
    job = claimed(queue)
    assert job.problem == "x" * 1000
    queue.put_back(job, counted=False)
    assert claimed(queue).problem == job.problem


def test_a_job_that_is_put_back_by_somebody_else_stays_where_it_is(queue: Queue) -> None:
    queue.add(BUILD, {}, 1)
    queue.add(BUILD, {}, 2)
    job, other = claimed(queue), claimed(queue)
    Queue(queue.engine, "somebody else").put_back(job, counted=False)
    queue.put_back(job._replace(attempts=2), counted=False)
    queue.put_back(job._replace(losses=1), counted=False)
    assert length(queue.engine) == {"waiting": 0, "claimed": 2}
    queue.put_back(other, counted=False)
    assert (row(queue.engine, job.number).state, row(queue.engine, other.number).state) == (
        "claimed",
        "waiting",
    )


def test_how_many_wait_is_counted_by_kind_and_how_many_are_there_by_state(queue: Queue) -> None:
    assert length(queue.engine) == {"waiting": 0, "claimed": 0}
    for kind in (BUILD, BUILD, TRIAL):
        queue.add(kind, {}, 1)
    assert (waiting(queue.engine, [BUILD]), waiting(queue.engine, KINDS)) == (2, 3)
    job = claimed(queue)
    assert length(queue.engine) == {"waiting": 2, "claimed": 1}
    with queue.engine.begin() as connection:
        queue.finish(connection, job, {})
    assert length(queue.engine) == {"waiting": 2, "claimed": 0}


def test_an_attempt_is_under_way_while_its_worker_has_the_job(queue: Queue) -> None:
    queue.add(BUILD, {}, 1)
    assert not is_claimed(queue.engine, 1, 0)
    job = claimed(queue)
    asked = [(1, 1), (1, 2), (2, 1)]
    assert [is_claimed(queue.engine, *each) for each in asked] == [True, False, False]
    queue.put_back(job, counted=True)
    assert not is_claimed(queue.engine, 1, 1)


def test_a_job_ends_once_with_what_came_of_it(queue: Queue) -> None:
    queue.add(BUILD, {}, 1)
    queue.add(BUILD, {}, 2)
    done, failed = claimed(queue), claimed(queue)
    with queue.engine.begin() as connection:
        queue.finish(connection, done, {"games": 4})
        queue.fail(connection, failed, "no such bot")
    ends = [row(queue.engine, job.number) for job in (done, failed)]
    assert [(each.state, json.loads(each.result)) for each in ends] == [
        ("done", {"games": 4}),
        ("failed", {"error": "no such bot"}),
    ]
    with queue.engine.begin() as connection, pytest.raises(JobLost, match=f"job {done.number} was taken up"):
        queue.finish(connection, done, {})
    with queue.engine.begin() as connection, pytest.raises(JobLost, match=f"job {done.number} was taken up"):
        queue.fail(connection, done, "too late")


def test_a_worker_is_silent_when_it_has_not_beaten_since_it_was_first_seen(queue: Queue) -> None:
    queue.add(BUILD, {}, 1)
    job = claimed(queue)
    other = Queue(queue.engine, "other", silent_ms=0.0)
    other.take_up()
    assert row(queue.engine).state == "claimed", "it was first seen just now"
    assert queue.beat(job)
    other.take_up()
    assert row(queue.engine).state == "claimed", "it has beaten since"
    other.take_up()
    assert row(queue.engine).state == "waiting"
    assert not queue.beat(job)


def test_silence_is_forgotten_with_the_claim(queue: Queue) -> None:
    """The same worker may get the same job again."""
    patient = Queue(queue.engine, "patient")
    queue.add(BUILD, {}, 1)
    job = claimed(queue)
    for _ in range(3):
        patient.take_up()
    assert row(queue.engine).state == "claimed"
    queue.put_back(job, counted=False)
    patient.take_up()
    assert claimed(queue) == job


def test_only_the_job_of_the_worker_that_died_is_taken_up(engine: sql.Engine) -> None:
    alive, dead = Queue(engine, own_name()), Queue(engine, f"{own_name()}0")
    for _ in range(4):
        alive.add(BUILD, {}, 1)
    mine, done = claimed(alive), claimed(dead)
    with engine.begin() as connection:
        dead.finish(connection, done, {})
    lost = claimed(dead)
    with engine.begin() as connection:
        connection.execute(sql.update(jobs).values(beat_ms=1.0))
    Queue(engine, "other").take_up()
    numbers = (mine.number, lost.number, done.number)
    assert [row(engine, number).state for number in numbers] == ["claimed", "waiting", "done"]
    assert length(engine) == {"waiting": 2, "claimed": 1}


def test_owners_served_least_lately_come_first_then_the_lower_rank_then_what_is_older(queue: Queue) -> None:
    soon, late, idle = JobKind("soon", rank=0), JobKind("late", rank=1), JobKind("idle", rank=2)
    for kind, owner in ((idle, 1), (late, 2), (late, 2), (soon, 2), (late, 3)):
        queue.add(kind, {}, owner)
    with queue.engine.begin() as connection:
        connection.execute(sql.insert(shares).values(owner=3, served_ms=1e15))
    turns = [queue.claim([soon, late, idle]) for _ in range(6)]
    assert [job and job.number for job in turns] == [4, 2, 3, 5, 1, None], "idle work waits for all others"


def test_a_job_is_hopeless_after_so_many_attempts_or_losses() -> None:
    job = Job(1, "build", {}, 1, MOST_ATTEMPTS)
    assert not job.hopeless
    tried, lost = job._replace(attempts=MOST_ATTEMPTS + 1), job._replace(losses=MOST_LOSSES)
    assert (tried.hopeless, tried.failed_by_server) == (True, False)
    assert tried._replace(problem="no disk").failed_by_server
    assert (lost.hopeless, lost.failed_by_server) == (True, True)
    assert not job._replace(problem="no disk").failed_by_server


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_job_that_another_transaction_holds_is_passed_over(database: str) -> None:
    """SQLite has one writer at a time; here many claim at once, and none waits for another."""
    server = Database(database)
    engine = migration.opened(database)
    try:
        queue = Queue(engine, "worker")
        for _ in range(3):
            queue.add(BUILD, {}, 1)
        with engine.begin() as connection:
            connection.execute(sql.select(jobs).where(jobs.c.number == 1).with_for_update())
            assert claimed(queue).number == 2
    finally:
        engine.dispose()
        server.close()
