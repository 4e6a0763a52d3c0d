"""The one connection that writes: it holds the lock, and each of its transactions has a number.

A connection can break at any moment, and with it the lock is gone. So a server takes the lock again before
it goes on, and looks whether another one was there meanwhile: the row in `writer` names the server that the
database belongs to. The row's number says which transaction was kept last, so one whose answer was lost is
not written again. Whoever has the lock knows that the last connection has ended: nothing comes after it.

Each transaction follows the one before: a database that has lost one, because an older copy of it was put in
its place or because it forgot what it had committed, is not written to.
"""

from __future__ import annotations

import contextlib
import logging
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from steelyard.core import files
from steelyard.server.database import schema
from steelyard.server.database.engine import DatabaseUnusable, Failures, Patience, held_alone
from steelyard.server.database.position import FILE, Position, PositionFile, stored

if TYPE_CHECKING:
    from collections.abc import Callable

logger = logging.getLogger(__name__)

PATIENCE_S = 60.0  # for a database that does not answer; then the server ends
AGAIN_S = 0.25


class DatabaseLost(DatabaseUnusable):
    """The database was there, and is no more, or belongs to another server by now: this one has to end."""


class DatabaseWentBack(DatabaseLost):
    """The database is older than what this server has committed to it."""


class WriteConnection:
    """For one server at a time."""

    def __init__(self, engine: sql.Engine, patience: Patience, data: Path | None = None) -> None:
        """Where there is a data folder, the database is also compared with what is written there."""
        self._engine = engine
        self.patience = patience
        self._data = data
        self._file: PositionFile | None = None
        self._last = Position("", 0)
        """What was committed last."""
        self._sqlite_file: tuple[int, int] | None = None
        """Which file the database is; another of the same name is another database."""
        self._held = contextlib.ExitStack()
        self._connection: sql.Connection | None = None
        self._failures = Failures(logger, "the database does not answer")

    def lock(self) -> None:
        """Be the only server on this database, or refuse to be one."""
        self._connection = self._held.enter_context(held_alone(self._engine))
        self._sqlite_file = _sqlite_file(self._engine)

    def claim(self) -> None:
        """Write our name where the last server's was: it can write no more."""
        assert self._connection is not None  # noqa: S101 - it has the lock
        if self._data is not None:
            files.make_folder(self._data, private=True)
            self._file = PositionFile(self._data)
            self._last = self._file.read() or self._last
        with self._connection.begin():
            found = stored(self._connection)
            if self._last > (found or ("", 0)):
                raise self._lost(found)
            last = Position.first(found)
            self._connection.execute(sql.delete(schema.writer))
            self._connection.execute(sql.insert(schema.writer).values(id=1, **last._asdict()))
        self._announce(last)
        sql.event.listen(self._engine, "connect", self._check)

    def close(self) -> None:
        """Let go of the database; it may be written to again."""
        self._connection = None
        self._held.close()

    def end(self) -> None:
        """Close for good."""
        self.close()
        if self._file is not None:
            self._file.close()
            self._file = None

    def write(self, work: Callable[[sql.Connection], None]) -> None:
        """Do that in one transaction and keep it, once, whatever happens to the connection."""
        number = self._last.number + 1
        began = time.monotonic()
        while not self._kept(number, work):
            now = time.monotonic()
            if now > self.patience.ends_s(began, PATIENCE_S):
                waited = min(now - began, PATIENCE_S)
                raise DatabaseLost(
                    f"the database has not answered for {waited:.2g} s; start the server again when it does"
                )
            time.sleep(AGAIN_S)
        self._announce(Position(self._last.server, number))

    def _announce(self, position: Position) -> None:
        self._last = position
        if self._file is not None:
            self._file.write(position)

    def _kept(self, number: int, work: Callable[[sql.Connection], None]) -> bool:
        """Whether it is kept; False if the database does not answer."""
        try:
            connection, kept = (self._connection, 0) if self._connection else self._reconnected()
            if connection is None or kept == number:
                return connection is not None
            if _sqlite_file(self._engine) != self._sqlite_file:
                raise self._lost(None)
            with connection.begin():
                row = schema.writer.c
                mine = sql.update(schema.writer).where(
                    row.server == self._last.server, row.number == self._last.number
                )
                if connection.execute(mine.values(number=number)).rowcount != 1:
                    raise self._lost(stored(connection))
                work(connection)
        except sql.exc.DBAPIError as error:
            if self._connection is not None and not _unanswered(self._engine, error):
                raise
            self._failures.log(error)
            self.close()
            return False
        return True

    def _reconnected(self) -> tuple[sql.Connection | None, int]:
        """Another connection, if it can have the lock, and the number of what was kept last."""
        with contextlib.ExitStack() as held:
            try:
                connection = held.enter_context(held_alone(self._engine))
            except DatabaseUnusable:  # by what is left of our last connection, or by another server
                with self._engine.connect() as looking:
                    self._stored(looking)
                return None, 0
            kept = self._stored(connection)
            self._held = held.pop_all()
        self._connection = connection
        self._failures.clear()
        logger.warning("the database answers again")
        return connection, kept

    def _stored(self, connection: sql.Connection) -> int:
        """The number of what was kept last; refuses an older database, and one of another server."""
        found = stored(connection)
        connection.rollback()
        if found is None or found < self._last or found.server != self._last.server:
            raise self._lost(found)
        return found.number

    def _check(self, connection: Any, _record: object) -> None:
        """Have nobody read an older copy: every new connection of the engine is compared."""
        last = self._last  # before it is read: it may grow meanwhile
        cursor = connection.cursor()
        cursor.execute("SELECT server, number FROM writer")
        row = cursor.fetchone()
        cursor.close()
        connection.rollback()
        if row is None or Position(*row) < last:
            raise self._lost(None)

    def _lost(self, found: Position | None) -> DatabaseLost:
        """Why this server has to end, by what it has found instead of its own last transaction."""
        if found is not None and found > self._last:
            return DatabaseLost("another Steelyard server has taken over this database; this one ends")
        accept = f" delete {self._data / FILE} and" if self._data is not None else ""
        return DatabaseWentBack(
            "the database has gone back in time: what this server had committed last is not in it. Put the "
            f"newest copy back; or, to go on without what is missing,{accept} start the server again"
        )


def _sqlite_file(engine: sql.Engine) -> tuple[int, int] | None:
    """What tells the file of a SQLite database from another one of that name."""
    if engine.dialect.name != "sqlite":
        return None
    try:
        status = Path(engine.url.database or "").stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


def _unanswered(engine: sql.Engine, error: sql.exc.DBAPIError) -> bool:
    if engine.dialect.name == "sqlite":
        return False
    from steelyard.server.database.postgresql import unanswered  # noqa: PLC0415 - psycopg need not be there

    return unanswered(error)
