"""Single writer thread: batches changes of many tables into one transaction, in order.

Callers submit changes that belong together and are told when they are kept. Statements that occur in great
numbers (what games write) are grouped: all rows of one statement at once, in an order the caller gives.
"""

from __future__ import annotations

import logging
import threading
import time
from functools import cache
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakSet

from sqlalchemy.dialects import sqlite

from steelyard.server.database.engine import Failures, InvalidText, is_of_the_database
from steelyard.server.database.write_connection import DatabaseLost

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Sequence

    import sqlalchemy as sql

    from steelyard.server.database.database import Database


logger = logging.getLogger(__name__)

MOST_AT_ONCE = 1000  # requests in one transaction
LEAST_S = 0.004  # from one transaction to the next: under load, more requests share one


class Change(NamedTuple):
    statement: sql.Executable
    values: dict[str, Any]
    exactly: int | None = None
    """How many rows it has to touch; else nothing of its request is kept, and the caller gets `Unmet`."""


class Unmet(Exception):
    """A change found something else than it was meant for: a code that is used up, say."""


class CutOff(Exception):
    """Something of the same stream before it could not be kept."""


class WriteRequest(NamedTuple):
    """Changes that belong together, and what to call when they are kept, or why they are not."""

    changes: Sequence[Change]
    done: Callable[[BaseException | None], None]
    stream: object | None = None
    """Whose changes build on one another."""


class Writer:
    """A thread of its own, so that nothing waits for the disk but what must."""

    def __init__(
        self, database: Database, loop: asyncio.AbstractEventLoop, order: Sequence[sql.Executable] = ()
    ) -> None:
        self._connection = database.write_connection
        self._order = order
        """Statements whose rows are grouped, those first that others refer to."""
        self.broken: DatabaseLost | None = None
        """Why nothing can be written any more; then the server has to end."""
        self._failures = Failures(logger, "the database refused a change")
        self._refusing = False
        self._kept_s = time.monotonic()
        self._cut_off: WeakSet[object] = WeakSet()
        """Streams of which something could not be kept; None is in no such set."""
        self._loop = loop
        self._requests: SimpleQueue[WriteRequest | None] = SimpleQueue()
        self._dialect = database.engine.dialect.name
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """Requests that were submitted and not begun."""
        return self._requests.qsize()

    def keeps(self, within_s: float) -> bool:
        """Whether the database takes what is written: it has lately, and has not refused since.

        The server writes every few seconds, so a full disk is noticed when nobody plays, and so is its end.
        """
        lately = time.monotonic() - self._kept_s < within_s
        return lately and not self._refusing and self.broken is None

    def write(
        self,
        changes: Sequence[Change],
        done: Callable[[BaseException | None], None],
        stream: object | None = None,
    ) -> None:
        """Keep the changes, then call `done` on the loop; nobody may hear of them before.

        Of a `stream`, nothing is kept after something that could not be.
        """
        self._requests.put(WriteRequest(changes, done, stream))

    async def kept(self, changes: Sequence[Change]) -> None:
        """Return once the changes are kept."""
        future = self._loop.create_future()

        def done(error: BaseException | None) -> None:
            if not future.done():
                future.set_exception(error) if error else future.set_result(None)

        self.write(changes, done)
        await future

    def upsert(self, table: sql.Table, key: str, changing: str, values: dict[str, Any]) -> Change:
        """Insert a row, or change that one column of it where its key is there already."""
        return Change(upserting(self._dialect, table, key, changing), values)

    def end_in(self, seconds: float) -> None:
        """The server ends: a database that does not answer is waited for no longer than that."""
        self._connection.patience.end_in(seconds)

    def close(self) -> None:
        """Finish what was submitted."""
        self._requests.put(None)
        self._thread.join()

    def _work(self) -> None:
        more, next_s = True, 0.0
        while more:
            requests = [self._requests.get()]
            if (wait_s := next_s - time.monotonic()) > 0:
                time.sleep(wait_s)
            next_s = time.monotonic() + LEAST_S
            while len(requests) < MOST_AT_ONCE and not self._requests.empty():
                requests.append(self._requests.get())
            more = None not in requests
            batch = [request for request in requests if request is not None]
            if batch:
                self._loop.call_soon_threadsafe(_tell, self._commit(batch))
            del requests, batch  # while we wait for the next, nothing keeps their tables in memory

    def _commit(self, batch: list[WriteRequest]) -> list[tuple[WriteRequest, BaseException | None]]:
        """All in one transaction; should that fail, each alone, so that one cannot spoil another."""
        if self.broken is not None:
            return [(request, self.broken) for request in batch]
        if late := [request for request in batch if request.stream in self._cut_off]:
            rest = [request for request in batch if request.stream not in self._cut_off]
            return [(request, CutOff()) for request in late] + (self._commit(rest) if rest else [])
        try:
            self._transact(batch)
        except DatabaseLost as lost:
            self.broken = lost
            changes = sum(len(request.changes) for request in batch)
            logger.critical("%s; %d changes could not be committed", lost, changes)
            return self._commit(batch)
        except Exception as error:  # noqa: BLE001 - whatever it is, other requests are committed
            if len(batch) == 1:
                if not isinstance(error, Unmet | InvalidText):
                    self._failures.log(error)
                    self._refusing |= is_of_the_database(error)
                if batch[0].stream is not None:
                    self._cut_off.add(batch[0].stream)
                return [(batch[0], error)]
            return [result for request in batch for result in self._commit([request])]
        self._refusing, self._kept_s = False, time.monotonic()
        self._failures.clear()
        return [(request, None) for request in batch]

    def _transact(self, batch: list[WriteRequest]) -> None:
        """Requests of ordered statements alone, which are most, statement by statement; others one by one."""
        rows: dict[sql.Executable, list[dict[str, Any]]] = {}
        others: list[WriteRequest] = []
        for request in batch:
            if any(change.statement not in self._order for change in request.changes):
                others.append(request)
                continue
            for change in request.changes:
                rows.setdefault(change.statement, []).append(change.values)

        def write(connection: sql.Connection) -> None:
            for statement in sorted(rows, key=self._order.index):
                connection.execute(statement, rows[statement])
            for change in (change for request in others for change in request.changes):
                touched = connection.execute(change.statement, change.values).rowcount
                if change.exactly not in {None, touched}:
                    raise Unmet

        self._connection.write(write)


def _tell(results: list[tuple[WriteRequest, BaseException | None]]) -> None:
    """Whoever fails at it keeps nobody else waiting."""
    for request, error in results:
        try:
            request.done(error)
        except Exception:
            logger.exception("what was kept could not be told")


@cache
def upserting(dialect: str, table: sql.Table, key: str, changing: str) -> sql.Executable:
    """A statement that inserts a row, or changes one column of it where its key is there already."""
    insert: Any = sqlite.insert
    if dialect == "postgresql":
        from sqlalchemy.dialects import postgresql  # noqa: PLC0415 - only where it is used

        insert = postgresql.insert
    statement = insert(table)
    updated: sql.Executable = statement.on_conflict_do_update(
        index_elements=[key], set_={changing: statement.excluded[changing]}
    )
    return updated
