"""The database: opened, brought up to date, and read. What is written goes through the ledger."""

from __future__ import annotations

import contextlib
import fcntl
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sql

from steelyard.core.errors import SteelyardError
from steelyard.server import log, schema
from steelyard.server.accounts import schema as _accounts  # noqa: F401 - its tables are part of the database
from steelyard.server.bots import schema as _bots  # noqa: F401 - the same
from steelyard.server.contests import schema as _contests  # noqa: F401 - the same
from steelyard.server.terms import Terms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.server.log import Entry

HEAD = "0006"
"""The latest migration."""
MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 0x57EE17A2D  # what servers on one PostgreSQL database compete for
PAGE = 24

_terms = msgspec.json.Decoder(Terms)


class DatabaseUnusable(SteelyardError):
    """The database cannot be opened, is newer than this Steelyard, or belongs to another server."""


class Store:
    """One database, for one server at a time."""

    def __init__(self, url: str) -> None:
        self.engine = connected(url)
        self._held = contextlib.ExitStack()
        try:
            self._held.enter_context(held_alone(self.engine))
            with self.engine.connect() as connection:
                if version(connection) != HEAD:  # usually it is: Alembic takes long to import
                    migrate(connection)
                    connection.commit()
        except (sql.exc.DBAPIError, sql.exc.ArgumentError) as error:
            self.close()
            raise unusable(error) from None
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._held.close()
        self.engine.dispose()

    # Reading.
    def terms(self, table: str) -> Terms | None:
        with self.engine.connect() as connection:
            found = connection.execute(
                sql.select(schema.tables.c.terms).where(schema.tables.c.id == table)
            ).scalar()
        return None if found is None else _terms.decode(found)

    def entries(self, table: str) -> list[Entry]:
        columns = schema.entries.c
        query = (
            sql.select(columns.seq, columns.at_ms, columns.body)
            .where(columns.table_id == table)
            .order_by(columns.seq)
        )
        with self.engine.connect() as connection:
            return [
                log.Entry(seq, at_ms, log.read_body(body)) for seq, at_ms, body in connection.execute(query)
            ]

    def minded(self) -> list[str]:
        """The tables that go on by themselves and are not over."""
        columns = schema.tables.c
        query = sql.select(columns.id).where(columns.live, columns.minded).order_by(columns.number)
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def listed(
        self, *, live: bool | None, guest: str | None, game: str | None, after: int | None, limit: int = PAGE
    ) -> list[tuple[int, str]]:
        """Number and id of tables, newest first, from before `after`."""
        columns = schema.tables.c
        query = sql.select(columns.number, columns.id).order_by(columns.number.desc()).limit(limit)
        if live is not None:
            query = query.where(columns.live == live)
        if game is not None:
            query = query.where(columns.game == game)
        if after is not None:
            query = query.where(columns.number < after)
        if guest is not None:
            mine = sql.select(schema.seats.c.table_id).where(schema.seats.c.guest == guest)
            query = query.where(columns.id.in_(mine) | (columns.owner == guest))
        with self.engine.connect() as connection:
            return [(number, table) for number, table in connection.execute(query)]

    def live_of(self, owner: str) -> int:
        """How many tables that guest has set up that are not over."""
        columns = schema.tables.c
        query = sql.select(sql.func.count()).where(columns.owner == owner, columns.live)
        with self.engine.connect() as connection:
            return int(connection.execute(query).scalar_one())

    def guest_name(self, guest: str) -> str | None:
        columns = schema.guests.c
        with self.engine.connect() as connection:
            name: str | None = connection.execute(
                sql.select(columns.name).where(columns.id == guest)
            ).scalar()
        return name

    def last_alive_ms(self) -> float | None:
        with self.engine.connect() as connection:
            alive: float | None = connection.execute(sql.select(schema.heartbeat.c.alive_ms)).scalar()
        return alive


def opened(url: str) -> sql.Engine:
    """A database that a server has set up, for a process that works beside it."""
    engine = connected(url)
    file = engine.url.database
    if engine.dialect.name == "sqlite" and not (file and Path(file).is_file()):
        raise DatabaseUnusable(f"{file} is not there; say with --data or --database where the server's is")
    try:
        with engine.connect() as connection:
            found = version(connection)
    except sql.exc.DBAPIError as error:
        engine.dispose()
        raise unusable(error) from None
    if found != HEAD:
        engine.dispose()
        raise DatabaseUnusable(
            "the database is not set up for this version; start `steelyard serve` on it once"
        )
    return engine


def connected(url: str) -> sql.Engine:
    """A way to the database that an address names."""
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
        engine = sql.create_engine(address, pool_pre_ping=address.get_backend_name() == "postgresql")
    except ModuleNotFoundError:
        raise DatabaseUnusable("PostgreSQL needs psycopg: pip install 'steelyard[postgresql]'") from None
    if engine.dialect.name == "sqlite":
        sql.event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")  # who reads does not hinder who writes
    cursor.execute("PRAGMA synchronous = FULL")  # what is announced survives a power cut
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA busy_timeout = 10000")
    cursor.close()


@contextlib.contextmanager
def held_alone(engine: sql.Engine) -> Iterator[None]:
    """Only one server may write a log; another one on the same database is refused."""
    if engine.dialect.name == "sqlite":
        with _locked_file(engine.url.database or ""):
            yield
        return
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        if not connection.execute(sql.text(f"SELECT pg_try_advisory_lock({LOCK})")).scalar():
            raise DatabaseUnusable("another Steelyard server is using this database; stop it first")
        yield


@contextlib.contextmanager
def _locked_file(database: str) -> Iterator[None]:
    file = Path(f"{database}.lock")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle = file.open("w")
    except OSError as error:
        raise DatabaseUnusable(f"{file.parent} cannot be written: {error.strerror}") from None
    with handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise DatabaseUnusable(
                f"another Steelyard server is using {database}; stop it, or choose another folder with --data"
            ) from None
        yield


def migrate(connection: sql.Connection, to: str = "head") -> None:
    """Bring the tables to that revision."""
    from alembic import command  # noqa: PLC0415 - only when there is something to do
    from alembic.config import Config  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, to)
    except CommandError as error:
        raise DatabaseUnusable(
            f"the database was written by another version of Steelyard ({error}); use that one"
        ) from None


def version(connection: sql.Connection) -> str | None:
    if not sql.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(sql.text("SELECT version_num FROM alembic_version")).scalar()
    return found


def unusable(error: Exception) -> DatabaseUnusable:
    return DatabaseUnusable(f"the database cannot be used: {_plain(error)}")


def _plain(error: Exception) -> str:
    """The first line of what the database said, without our statement."""
    told = str(getattr(error, "orig", None) or error).strip()
    return told.splitlines()[0] if told else type(error).__name__
