"""The one connection that writes: it holds the lock, and each of its transactions has a number.

A connection can break at any moment, and with it the lock is gone. So a server takes the lock again before
it goes on, and looks whether another one was there meanwhile: the row in `writer` names the server that the
database belongs to. The row's number says which transaction was kept last, so one whose answer was lost is
not written again. Whoever has the lock knows that the last connection has ended: nothing comes after it.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
import time
from typing import TYPE_CHECKING

import sqlalchemy as sql

from steelyard.server.database import schema
from steelyard.server.database.engine import DatabaseUnusable, held_alone, plain

if TYPE_CHECKING:
    from collections.abc import Callable

logger = logging.getLogger(__name__)

PATIENCE_S = 60.0  # for a database that does not answer; then the server ends
AGAIN_S = 0.25


class DatabaseLost(DatabaseUnusable):
    """The database was there, and is no more, or belongs to another server by now: this one has to end."""


class WriteConnection:
    """For one server at a time."""

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine
        self._name = secrets.token_hex(8)
        self._number = 0
        self._held = contextlib.ExitStack()
        self._connection: sql.Connection | None = None
        self._told = ""  # why the database does not answer: each reason is logged once

    def lock(self) -> None:
        """Be the only server on this database, or refuse to be one."""
        self._connection = self._held.enter_context(held_alone(self._engine))

    def claim(self) -> None:
        """Write our name where the last server's was: it can write no more."""
        assert self._connection is not None  # noqa: S101 - it has the lock
        with self._connection.begin():
            self._connection.execute(sql.delete(schema.writer))
            self._connection.execute(
                sql.insert(schema.writer).values(id=1, server=self._name, number=self._number)
            )

    def close(self) -> None:
        self._connection = None
        self._held.close()

    def write(self, work: Callable[[sql.Connection], None]) -> None:
        """Do that in one transaction and keep it, once, whatever happens to the connection."""
        number = self._number + 1
        ends = time.monotonic() + PATIENCE_S
        while not self._kept(number, work):
            if time.monotonic() > ends:
                raise DatabaseLost(
                    f"the database has not answered for {PATIENCE_S:g} s; start the server again when it does"
                )
            time.sleep(AGAIN_S)
        self._number = number

    def _kept(self, number: int, work: Callable[[sql.Connection], None]) -> bool:
        """Whether it is kept; False if the database does not answer."""
        try:
            connection, kept = (self._connection, 0) if self._connection else self._reconnected()
            if connection is None or kept == number:
                return connection is not None
            with connection.begin():
                mine = sql.update(schema.writer).where(schema.writer.c.server == self._name)
                if connection.execute(mine.values(number=number)).rowcount != 1:
                    raise _taken_over()
                work(connection)
        except sql.exc.DBAPIError as error:
            if self._connection is not None and not _unanswered(self._engine, error):
                raise
            self._tell(plain(error))
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
                    self._last(looking)
                return None, 0
            kept = self._last(connection)
            self._held = held.pop_all()
        self._connection = connection
        self._told = ""
        logger.warning("the database answers again")
        return connection, kept

    def _tell(self, why: str) -> None:
        if why != self._told:
            logger.warning("the database does not answer: %s", why)
        self._told = why

    def _last(self, connection: sql.Connection) -> int:
        """The number of what was kept last; refuses to go on where another server has been."""
        found = connection.execute(sql.select(schema.writer.c.server, schema.writer.c.number)).one_or_none()
        connection.rollback()
        if found is None or found.server != self._name:
            raise _taken_over()
        return int(found.number)


def _taken_over() -> DatabaseLost:
    return DatabaseLost("another Steelyard server has taken over this database; this one ends")


def _unanswered(engine: sql.Engine, error: sql.exc.DBAPIError) -> bool:
    if engine.dialect.name == "sqlite":
        return False
    from steelyard.server.database.postgresql import unanswered  # noqa: PLC0415 - psycopg need not be there

    return unanswered(error)
