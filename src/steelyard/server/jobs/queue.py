"""The queue: jobs that are claimed by one worker at a time, in turn among their owners, and taken up again.

A job is claimed in one statement, so two workers never get the same one. Its worker writes a heartbeat every
few seconds; a job without one waits again. After several attempts it is claimed once more, to be given up. A
worker that has lost its job this way finds out when it finishes, and nothing is kept twice: the results of a
job are written together with its end, or have a name that follows from the job.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import sqlalchemy as sql

from steelyard.core.errors import SteelyardError
from steelyard.server.database.writer import Change, upserting
from steelyard.server.jobs import worker_names
from steelyard.server.jobs.kinds import IDLE_RANK
from steelyard.server.jobs.schema import jobs, shares
from steelyard.server.time_source import now_ms, steady_ms

if TYPE_CHECKING:
    from collections.abc import Collection

    from steelyard.server.jobs.kinds import JobKind

MOST_ATTEMPTS = 3
SILENT_MS = 20_000.0  # a worker that has not been heard of for so long is taken for dead
ADD_JOB = sql.insert(jobs)


class JobLost(SteelyardError):
    """The job is somebody else's by now."""


class Job(NamedTuple):
    number: int
    kind: str
    payload: dict[str, Any]
    owner: int
    attempts: int
    problem: str = ""
    """What went wrong at our end the last time, if its worker lived to say so."""

    @property
    def hopeless(self) -> bool:
        """It was tried often enough."""
        return self.attempts > MOST_ATTEMPTS


def added(kind: JobKind, payload: dict[str, Any], owner: int) -> Change:
    """A job, to be written with what it belongs to; an owner of 0 is the server itself."""
    return Change(ADD_JOB, _row(kind, payload, owner))


def _row(kind: JobKind, payload: dict[str, Any], owner: int) -> dict[str, Any]:
    return {
        "kind": kind.name,
        "rank": kind.rank,
        "payload": msgspec.json.encode(payload).decode(),
        "owner": owner,
        "state": "waiting",
        "attempts": 0,
        "claimed_by": "",
        "beat_ms": 0.0,
        "created_ms": now_ms(),
        "result": "",
    }


class Queue:
    """As one worker sees it."""

    def __init__(self, engine: sql.Engine, worker: str, silent_ms: float = SILENT_MS) -> None:
        self.engine = engine
        self.worker = worker
        self._silent_ms = silent_ms
        self._heard: dict[int, tuple[float, float]] = {}
        """Of jobs that are claimed: the last sign of life, and when we first saw it."""
        self._served = upserting(engine.dialect.name, shares, "owner", "served_ms")

    def add(self, kind: JobKind, payload: dict[str, Any], owner: int) -> None:
        with self.engine.begin() as connection:
            connection.execute(ADD_JOB, _row(kind, payload, owner))

    def claim(self, kinds: Collection[JobKind]) -> Job | None:
        """The next job of these kinds: the owner who was served longest ago comes first."""
        self.take_up()
        if not self._any(kinds):  # the usual case: nothing is locked for it
            return None
        with self.engine.begin() as connection:
            row = connection.execute(self._claiming(kinds)).one_or_none()
            if row is None:
                return None
            connection.execute(self._served, {"owner": row.owner, "served_ms": now_ms()})
        payload = msgspec.json.decode(row.payload)
        return Job(row.number, row.kind, payload, row.owner, row.attempts, _problem(row.result))

    def _any(self, kinds: Collection[JobKind]) -> bool:
        waiting = sql.select(jobs.c.number).where(jobs.c.state == "waiting", jobs.c.kind.in_(_names(kinds)))
        with self.engine.connect() as connection:
            return connection.execute(waiting.limit(1)).first() is not None

    def _claiming(self, kinds: Collection[JobKind]) -> sql.Executable:
        waiting, running = jobs.alias("waiting"), jobs.alias("running")
        served = sql.select(shares.c.served_ms).where(shares.c.owner == waiting.c.owner).scalar_subquery()
        chosen = (
            sql.select(waiting.c.number)
            .where(waiting.c.state == "waiting", waiting.c.kind.in_(_names(kinds)))
            .where(
                *(
                    (waiting.c.kind != kind.name)
                    | ~sql.exists().where(running.c.kind.in_(kind.not_beside), running.c.state == "claimed")
                    for kind in sorted(kinds)
                    if kind.not_beside
                )
            )
            .order_by(
                waiting.c.rank >= IDLE_RANK, sql.func.coalesce(served, 0.0), waiting.c.rank, waiting.c.number
            )
            .limit(1)
            .with_for_update(skip_locked=True, of=waiting)
            .scalar_subquery()
        )
        claimed = {"state": "claimed", "claimed_by": self.worker, "beat_ms": now_ms()}
        return (
            sql.update(jobs)
            .where(jobs.c.number == chosen, jobs.c.state == "waiting")
            .values(**claimed, attempts=jobs.c.attempts + 1)
            .returning(
                jobs.c.number, jobs.c.kind, jobs.c.payload, jobs.c.owner, jobs.c.attempts, jobs.c.result
            )
        )

    def take_up(self) -> None:
        """Jobs whose workers have fallen silent, or are seen to be dead, wait again.

        Silence is measured here: another machine's clock may be wrong, and this one's may be set.
        """
        claimed = sql.select(jobs.c.number, jobs.c.claimed_by, jobs.c.beat_ms).where(
            jobs.c.state == "claimed"
        )
        with self.engine.connect() as connection:
            rows = connection.execute(claimed).all()
        now, heard = steady_ms(), {}
        for row in rows:
            before = self._heard.get(row.number)
            heard[row.number] = before if before and before[0] == row.beat_ms else (row.beat_ms, now)
        self._heard = heard
        lost = [
            (row.number, row.claimed_by)
            for row in rows
            if now - heard[row.number][1] > self._silent_ms or worker_names.is_dead(row.claimed_by)
        ]
        for number, worker in lost:
            same = (jobs.c.number == number, jobs.c.claimed_by == worker, jobs.c.state == "claimed")
            with self.engine.begin() as connection:
                connection.execute(sql.update(jobs).where(*same).values(state="waiting", claimed_by=""))

    def beat(self, job: Job) -> bool:
        """Say that its worker lives; False if the job is somebody else's by now."""
        with self.engine.begin() as connection:
            mine = connection.execute(self._mine(job).values(beat_ms=now_ms())).rowcount
        return mine == 1

    def finish(self, connection: sql.Connection, job: Job, result: dict[str, Any]) -> None:
        """End the job in a transaction that also writes what it leaves; raises JobLost, which undoes that."""
        done = self._mine(job).values(state="done", result=msgspec.json.encode(result).decode())
        if connection.execute(done).rowcount != 1:
            raise JobLost(f"job {job.number} was taken up by another worker")

    def fail(self, connection: sql.Connection, job: Job, error: str) -> None:
        if connection.execute(self._mine(job).values(state="failed", result=_told(error))).rowcount != 1:
            raise JobLost(f"job {job.number} was taken up by another worker")

    def put_back(self, job: Job, *, counted: bool, problem: str = "") -> None:
        """The job waits for another worker; an attempt that was only interrupted does not count."""
        values: dict[str, Any] = {"attempts": jobs.c.attempts - (0 if counted else 1)}
        if problem:
            values["result"] = _told(problem)
        with self.engine.begin() as connection:
            connection.execute(self._mine(job).values(state="waiting", claimed_by="", **values))

    def _mine(self, job: Job) -> sql.Update:
        return sql.update(jobs).where(
            jobs.c.number == job.number,
            jobs.c.state == "claimed",
            jobs.c.claimed_by == self.worker,
            jobs.c.attempts == job.attempts,
        )


def _told(error: str) -> str:
    return msgspec.json.encode({"error": error[:1000]}).decode()


def _problem(result: str) -> str:
    told: str = msgspec.json.decode(result)["error"] if result else ""
    return told


def _names(kinds: Collection[JobKind]) -> list[str]:
    return sorted(kind.name for kind in kinds)


def waiting(engine: sql.Engine, kinds: Collection[JobKind]) -> int:
    """How many jobs of these kinds wait for a worker."""
    query = sql.select(sql.func.count()).where(jobs.c.state == "waiting", jobs.c.kind.in_(_names(kinds)))
    with engine.connect() as connection:
        return int(connection.execute(query).scalar_one())


def is_claimed(engine: sql.Engine, number: int, attempt: int) -> bool:
    """Whether a worker is at this attempt of a job."""
    own = jobs.c
    query = sql.select(own.number).where(
        own.number == number, own.attempts == attempt, own.state == "claimed"
    )
    with engine.connect() as connection:
        return connection.execute(query).first() is not None


def length(engine: sql.Engine) -> dict[str, int]:
    """How many jobs of each state are there, of those that are not over."""
    query = sql.select(jobs.c.state, sql.func.count().label("how_many")).where(
        jobs.c.state.in_(["waiting", "claimed"])
    )
    with engine.connect() as connection:
        found = {row.state: row.how_many for row in connection.execute(query.group_by(jobs.c.state))}
    return {"waiting": found.get("waiting", 0), "claimed": found.get("claimed", 0)}
