"""The database: where it is, how it is reached, and the lock that one server holds."""

from __future__ import annotations

import contextlib
import fcntl
import math
import os
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from steelyard.core import files
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    import logging
    from collections.abc import Iterator

LOCK = 0x57EE17A2D  # what servers on one PostgreSQL database compete for
PARTS = ("-wal", "-shm", ".lock")  # files beside SQLite's own
WHOSE = "give the server's data folder with --data, or its database with --database"
HALVES = re.compile("[\ud800-\udfff]")  # surrogates, which JSON can escape one by one
AGAIN_S = 600.0  # until the same failure is logged again
POOL_S = 20.0  # for a connection that somebody else gives back


class Patience:
    """How long a server waits for its database: no longer than that, once it is to end."""

    def __init__(self) -> None:
        self._ends_s = math.inf

    def end_in(self, seconds: float) -> None:
        self._ends_s = time.monotonic() + seconds

    def ends_s(self, began_s: float, most_s: float) -> float:
        """When waiting that began then ends, by the steady clock."""
        return min(began_s + most_s, self._ends_s)


class Failures:
    """Logs why the database fails: each reason once, until it works again, or every ten minutes."""

    def __init__(self, logger: logging.Logger, what: str) -> None:
        self._logger = logger
        self._what = what
        self._logged_s: dict[str, float] = {}

    def log(self, error: Exception) -> None:
        reason, now = plain(error), time.monotonic()
        if now < self._logged_s.get(reason, -math.inf) + AGAIN_S:
            return
        self._logged_s[reason] = now
        if is_of_the_database(error):
            self._logger.warning("%s: %s", self._what, reason)
        else:
            self._logger.error("%s: %s", self._what, reason, exc_info=error)

    def clear(self) -> None:
        """It works."""
        self._logged_s.clear()


class InvalidText(SteelyardError):
    """A text that no database can store: it has a null character, or half of a character."""


class DatabaseUnusable(SteelyardError):
    """The database cannot be opened, is newer than this Steelyard, or belongs to another server."""


def connected(url: str, *, patiently: bool = False, patience: Patience | None = None) -> sql.Engine:
    """A way to the database that an address names; a patient one waits however long a statement takes."""
    try:
        address = sql.make_url(url)
    except sql.exc.ArgumentError:
        raise DatabaseUnusable(
            f"{url[:80]!r} is no database; it should be postgresql://USER@HOST/NAME or sqlite:///FILE"
        ) from None
    if address.drivername in {"postgresql", "postgres"}:
        address = address.set(drivername="postgresql+psycopg")
    if address.get_backend_name() not in {"sqlite", "postgresql"}:
        raise DatabaseUnusable(f"{address.get_backend_name()} is not supported; use PostgreSQL or SQLite")
    try:
        engine = sql.create_engine(
            address, pool_pre_ping=address.get_backend_name() == "postgresql", pool_timeout=POOL_S
        )
    except ModuleNotFoundError:
        raise DatabaseUnusable("PostgreSQL needs psycopg: pip install 'steelyard[postgresql]'") from None
    sql.event.listen(engine, "before_cursor_execute", _check_texts)
    if engine.dialect.name == "sqlite":
        sql.event.listen(engine, "connect", _set_up_sqlite)
    else:
        from steelyard.server.database import postgresql  # noqa: PLC0415 - its driver need not be there

        postgresql.bound(engine, None if patiently else patience or Patience())
    return engine


def _set_up_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")  # readers do not block the writer
    cursor.execute("PRAGMA synchronous = FULL")  # what is announced survives a power cut
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA busy_timeout = 10000")
    cursor.close()


def _check_texts(*execution: Any) -> None:
    """Refuse what PostgreSQL cannot store before it is sent: SQLite would take some of it."""
    _connection, _cursor, _statement, parameters, _context, is_many = execution
    for row in parameters if is_many else (parameters,):
        for value in row.values() if isinstance(row, dict) else row:
            if isinstance(value, str) and ("\0" in value or (not value.isascii() and HALVES.search(value))):
                raise InvalidText("a text has a character that cannot be stored: U+0000, or half of a pair")


@contextlib.contextmanager
def held_alone(engine: sql.Engine) -> Iterator[sql.Connection]:
    """Only one server may write a log; another one on the same database is refused."""
    if engine.dialect.name == "sqlite":
        with _locked_file(os.path.realpath(engine.url.database or "")), engine.connect() as connection:
            yield connection
        return
    with engine.connect() as connection:
        locked = connection.execute(sql.text(f"SELECT pg_try_advisory_lock({LOCK})")).scalar()
        connection.commit()  # the lock stays, for as long as the connection does
        if not locked:
            raise DatabaseUnusable("another Steelyard server is using this database; stop it first")
        try:
            yield connection
        finally:
            with contextlib.suppress(sql.exc.DBAPIError):  # then it is gone, and the lock with it
                if not connection.invalidated:
                    connection.rollback()
                    connection.execute(sql.text(f"SELECT pg_advisory_unlock({LOCK})"))
                    connection.commit()


@contextlib.contextmanager
def _locked_file(database: str) -> Iterator[None]:
    file = Path(f"{database}.lock")
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600), "w")
    except OSError as error:
        why = "it is no folder" if file.parent.exists() and not file.parent.is_dir() else error.strerror
        raise DatabaseUnusable(
            f"{file.parent} cannot be written: {why}; choose another with --data"
        ) from None
    with handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise DatabaseUnusable(
                f"another Steelyard server is using {database}; stop it, or choose another folder with --data"
            ) from None
        with contextlib.suppress(FileExistsError):  # SQLite would make it for everybody to read
            os.close(os.open(database, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        for part in ("", *PARTS):  # of one that somebody else has made; SQLite gives new parts the same mode
            files.make_private(Path(database + part))
        yield


def unusable(error: Exception) -> DatabaseUnusable:
    return DatabaseUnusable(f"the database cannot be used: {plain(error)}")


def plain(error: Exception) -> str:
    """The first line of what the database said, without our statement."""
    told = str(getattr(error, "orig", None) or error).strip()
    return told.splitlines()[0] if told else type(error).__name__


def is_of_the_database(error: Exception) -> bool:
    """A full disk or a database that is read-only, say; not a statement that it cannot execute."""
    ours = (sql.exc.IntegrityError, sql.exc.DataError, sql.exc.ProgrammingError)
    theirs = (DatabaseUnusable, sql.exc.DBAPIError)
    return isinstance(error, theirs) and not isinstance(error, ours)
