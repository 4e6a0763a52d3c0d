"""The queue: jobs that are claimed by one worker at a time, in turn among their owners, and taken up again.

A job is claimed in one statement, so two workers never get the same one. Its worker writes a heartbeat every
few seconds; a job without one waits again. After several attempts it is claimed once more, to be given up. A
worker that has lost its job this way finds out when it finishes, and nothing is kept twice: the results of a
job are written together with its end, or have a name that follows from the job.

The death of a worker that has jobs done on a cluster is no attempt: no bot runs beside it, and Ray ends it
when its machine's part of the cluster dies. Should a job be the cause after all, it does not take the others
along for ever: each of them waits longer after each loss, and not equally long.
"""

from __future__ import annotations

from random import uniform
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
MOST_LOSSES = 10  # over more than an hour, because of the waits
LOSS_WAIT_MS, MOST_WAIT_MS = 60_000.0, 600_000.0  # after the second loss; then twice as long each time
SPREAD = (0.5, 1.5)  # of the waits, by chance: jobs that were lost together do not come back together
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
    losses: int = 0
    """How many workers died that had it done on a cluster."""

    @property
    def hopeless(self) -> bool:
        """It was tried often enough."""
        return self.attempts > MOST_ATTEMPTS or self.losses >= MOST_LOSSES

    @property
    def failed_by_server(self) -> bool:
        """It was tried often enough, and what went wrong was at our end."""
        return self.hopeless and (bool(self.problem) or self.losses >= MOST_LOSSES)


class _Claim(NamedTuple):
    """What is known of a job that a worker has."""

    number: int
    claimed_by: str
    beat_ms: float
    losses: int


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
        problem = _problem(row.result)
        return Job(row.number, row.kind, payload, row.owner, row.attempts, problem, row.losses)

    def _any(self, kinds: Collection[JobKind]) -> bool:
        with self.engine.connect() as connection:
            found = connection.execute(sql.select(jobs.c.number).where(*_waits(jobs, kinds)).limit(1))
            return found.first() is not None

    def _claiming(self, kinds: Collection[JobKind]) -> sql.Executable:
        waiting, running = jobs.alias("waiting"), jobs.alias("running")
        served = sql.select(shares.c.served_ms).where(shares.c.owner == waiting.c.owner).scalar_subquery()
        chosen = (
            sql.select(waiting.c.number)
            .where(*_waits(waiting, kinds))
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
                jobs.c.number,
                jobs.c.kind,
                jobs.c.payload,
                jobs.c.owner,
                jobs.c.attempts,
                jobs.c.result,
                jobs.c.losses,
            )
        )

    def take_up(self) -> None:
        """Jobs whose workers have fallen silent, or are seen to be dead, wait again.

        Silence is measured here: another machine's clock may be wrong, and this one's may be set.
        """
        own = jobs.c
        claimed = sql.select(own.number, own.claimed_by, own.beat_ms, own.losses).where(
            own.state == "claimed"
        )
        with self.engine.connect() as connection:
            rows = [_Claim(*row) for row in connection.execute(claimed)]
        now, heard = steady_ms(), {}
        for row in rows:
            before = self._heard.get(row.number)
            heard[row.number] = before if before and before[0] == row.beat_ms else (row.beat_ms, now)
        self._heard = heard
        for row in rows:
            if now - heard[row.number][1] > self._silent_ms or worker_names.is_dead(row.claimed_by):
                self._take_up(row)

    def _take_up(self, row: _Claim) -> None:
        values: dict[str, Any] = {"state": "waiting", "claimed_by": ""}
        if worker_names.is_on_cluster(row.claimed_by):
            wait_ms = min(LOSS_WAIT_MS * 2 ** (row.losses - 1), MOST_WAIT_MS) if row.losses else 0.0
            due_ms = now_ms() + wait_ms * uniform(*SPREAD)
            values |= {"attempts": jobs.c.attempts - 1, "losses": row.losses + 1, "due_ms": due_ms}
        same = (jobs.c.number == row.number, jobs.c.claimed_by == row.claimed_by, jobs.c.state == "claimed")
        unheard = (jobs.c.beat_ms == row.beat_ms, jobs.c.losses == row.losses)
        with self.engine.begin() as connection:
            connection.execute(sql.update(jobs).where(*same, *unheard).values(**values))

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
            jobs.c.losses == job.losses,
        )


def _told(error: str) -> str:
    return msgspec.json.encode({"error": error[:1000]}).decode()


def _problem(result: str) -> str:
    told: str = msgspec.json.decode(result)["error"] if result else ""
    return told


def _waits(table: sql.FromClause, kinds: Collection[JobKind]) -> tuple[sql.ColumnElement[bool], ...]:
    """A job of these kinds that may be claimed now."""
    own, now = table.c, now_ms()
    names = sorted(kind.name for kind in kinds)
    later = own.due_ms.between(now, now + SPREAD[1] * MOST_WAIT_MS)  # beyond: the clock was set since
    return own.state == "waiting", own.kind.in_(names), ~later


def waiting(engine: sql.Engine, kinds: Collection[JobKind]) -> int:
    """How many jobs of these kinds wait for a worker."""
    query = sql.select(sql.func.count()).where(*_waits(jobs, kinds))
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
