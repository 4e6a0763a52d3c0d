"""The one that writes: many tables' changes in one transaction, in the order they were handed in."""

from __future__ import annotations

import logging
import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

from steelyard.server.database.write_connection import DatabaseLost
from steelyard.server.tables import log, schema
from steelyard.server.tables.outages import REMEMBERED_MS
from steelyard.server.tables.summary import summarised, write_summary

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Sequence

    from steelyard.server.tables.log import Entry
    from steelyard.server.tables.outages import Outage
    from steelyard.server.tables.store import Store
    from steelyard.server.tables.table import Table

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 1000  # jobs in one transaction


class Change(NamedTuple):
    statement: sql.Executable
    values: dict[str, Any]
    exactly: int | None = None
    """How many rows it has to touch; otherwise nothing of its job is kept, and who waits gets `Unmet`."""


class Alive(NamedTuple):
    """When a server was known to run, by each of its clocks."""

    wall_ms: float
    steady_ms: float


class Unmet(Exception):
    """A change found something else than it was meant for: a code that is used up, say."""


class Job(NamedTuple):
    """Changes that belong together, and whom to tell when they are kept, or why they are not."""

    changes: Sequence[Change]
    done: Callable[[BaseException | None], None]


ADD_TABLE = sql.insert(schema.tables)
ADD_SEAT = sql.insert(schema.seats)
ADD_ENTRY = sql.insert(schema.entries)
UPDATE_TABLE = sql.update(schema.tables).where(schema.tables.c.id == sql.bindparam("table"))
ADD_POSITION = sql.insert(schema.running_positions)
END_POSITIONS = sql.delete(schema.running_positions).where(
    schema.running_positions.c.table_id == sql.bindparam("table")
)
ORDER = (  # a table before what refers to it
    ADD_TABLE,
    ADD_SEAT,
    ADD_ENTRY,
    ADD_POSITION,
    END_POSITIONS,
    UPDATE_TABLE,
)
ADD_OUTAGE = sql.insert(schema.outages)
FORGET_OUTAGES = sql.delete(schema.outages).where(schema.outages.c.started_ms < sql.bindparam("before_ms"))


def added_entry(table: str, entry: Entry) -> list[Change]:
    """What an entry changes in the database: the log, and who sits where."""
    row = {"table_id": table, "seq": entry.seq, "at_ms": entry.at_ms, "body": log.write_body(entry.body)}
    changes = [Change(ADD_ENTRY, row)]
    if isinstance(entry.body, log.Seated):
        seated = {"table_id": table, "seat": entry.body.seat, "guest": entry.body.guest}
        changes.append(Change(ADD_SEAT, seated))
    return changes


def updated_table(table: Table) -> Change:
    """What lists go by, after the table has changed."""
    return Change(UPDATE_TABLE, {"table": table.terms.id, **_standing(table)})


def _standing(table: Table) -> dict[str, Any]:
    return {
        "live": table.outcome is None,
        "summary": write_summary(summarised(table)),
        "due_ms": table.wanted_ms(),
    }


def added_table(table: Table) -> list[Change]:
    terms = table.terms
    row = {
        "id": terms.id,
        "game": terms.game,
        "terms": msgspec.json.encode(terms).decode(),
        "owner": terms.owner,
        "created_ms": terms.created_ms,
        "private": terms.private,
        **_standing(table),
    }
    taken = [
        Change(ADD_SEAT, {"table_id": terms.id, "seat": seat, "guest": chair.guest})
        for seat, chair in enumerate(terms.chairs)
        if chair.kind == "guest"
    ]
    return [Change(ADD_TABLE, row), *taken]


class Writer:
    """A thread of its own, so that nothing waits for the disk but what must."""

    def __init__(self, store: Store, loop: asyncio.AbstractEventLoop) -> None:
        self._connection = store.write_connection
        self.broken: DatabaseLost | None = None
        """Why nothing can be written any more; then the server has to end."""
        self._loop = loop
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        dialect: Any = postgresql if store.engine.dialect.name == "postgresql" else sqlite
        self._keep_guest = _upsert(dialect, schema.guests, "id", "name")
        self._beat = _upsert(dialect, schema.heartbeat, "id", "alive_ms")
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """Jobs that were handed in and not begun."""
        return self._jobs.qsize()

    def write(self, changes: Sequence[Change], done: Callable[[BaseException | None], None]) -> None:
        """Keep the changes, then call `done` on the loop; nobody may hear of them before."""
        self._jobs.put(Job(changes, done))

    async def kept(self, changes: Sequence[Change]) -> None:
        """Return once the changes are kept."""
        future = self._loop.create_future()

        def done(error: BaseException | None) -> None:
            if not future.done():
                future.set_exception(error) if error else future.set_result(None)

        self.write(changes, done)
        await future

    def guest(self, guest: str, name: str, now_ms: float) -> Change:
        return Change(self._keep_guest, {"id": guest, "name": name, "created_ms": now_ms})

    def alive(self, now: Alive) -> list[Change]:
        return [
            Change(self._beat, {"id": number, "alive_ms": at_ms}) for number, at_ms in enumerate(now, start=1)
        ]

    def back(self, outage: Outage, now: Alive) -> list[Change]:
        """There is a server again: what is forgotten is too old to matter to any clock."""
        return [
            Change(ADD_OUTAGE, outage._asdict()),
            Change(FORGET_OUTAGES, {"before_ms": outage.stopped_ms - REMEMBERED_MS}),
            *self.alive(now),
        ]

    def close(self) -> None:
        """Finish what was handed in."""
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        more = True
        while more:
            jobs = [self._jobs.get()]
            while len(jobs) < MOST_AT_ONCE and not self._jobs.empty():
                jobs.append(self._jobs.get())
            more = None not in jobs
            batch = [job for job in jobs if job is not None]
            if batch:
                results = self._commit(batch)
                self._loop.call_soon_threadsafe(_tell, results)

    def _commit(self, batch: list[Job]) -> list[tuple[Job, BaseException | None]]:
        """All in one transaction; should that fail, each alone, so that one cannot spoil another."""
        if self.broken is not None:
            return [(job, self.broken) for job in batch]
        try:
            self._transact(batch)
        except DatabaseLost as lost:
            self.broken = lost
            return self._commit(batch)
        except Exception as error:
            if len(batch) == 1:
                if not isinstance(error, Unmet):
                    logger.exception("the database refused a change")
                return [(batch[0], error)]
            return [result for job in batch for result in self._commit([job])]
        return [(job, None) for job in batch]

    def _transact(self, batch: list[Job]) -> None:
        """What games write, which is most, statement by statement; everything else job by job."""
        rows: dict[sql.Executable, list[dict[str, Any]]] = {}
        others: list[Job] = []
        for job in batch:
            if any(change.statement not in ORDER for change in job.changes):
                others.append(job)
                continue
            for change in job.changes:
                rows.setdefault(change.statement, []).append(change.values)

        def write(connection: sql.Connection) -> None:
            for statement in sorted(rows, key=ORDER.index):
                connection.execute(statement, rows[statement])
            for change in (change for job in others for change in job.changes):
                touched = connection.execute(change.statement, change.values).rowcount
                if change.exactly not in {None, touched}:
                    raise Unmet

        self._connection.write(write)


def _tell(results: list[tuple[Job, BaseException | None]]) -> None:
    for job, error in results:
        job.done(error)


def _upsert(dialect: Any, table: sql.Table, key: str, changing: str) -> sql.Executable:
    statement = dialect.insert(table)
    updated: sql.Executable = statement.on_conflict_do_update(
        index_elements=[key], set_={changing: statement.excluded[changing]}
    )
    return updated
