"""The database: opened, brought up to date, and read. What is written goes through the ledger."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import sqlalchemy as sql

from steelyard.server.accounts import schema as _accounts  # noqa: F401 - its tables are part of the database
from steelyard.server.bots import schema as _bots  # noqa: F401 - the same
from steelyard.server.contests import schema as _contests  # noqa: F401 - the same
from steelyard.server.database.engine import DatabaseUnusable, connected, unusable
from steelyard.server.database.write_connection import WriteConnection
from steelyard.server.database.writer import Alive
from steelyard.server.tables import log, schema
from steelyard.server.tables.outages import Outage
from steelyard.server.tables.summary import Summary, read_summary
from steelyard.server.tables.terms import Terms

if TYPE_CHECKING:
    from steelyard.server.tables.log import Entry

HEAD = "0009"
"""The latest migration."""
MIGRATIONS = Path(__file__).parents[1] / "database/migrations"
PAGE = 24

_terms = msgspec.json.Decoder(Terms)


class Row(NamedTuple):
    """A table as lists need it."""

    number: int
    terms: Terms
    summary: Summary | None
    """None: it was last written by an older server, and has to be read."""


class Store:
    """One database, for one server at a time."""

    def __init__(self, url: str) -> None:
        self.engine = connected(url)
        self.write_connection = WriteConnection(self.engine)
        try:
            self.write_connection.lock()
            with self.engine.connect() as connection:
                found = version(connection)
            if found != HEAD:  # usually it is: Alembic takes long to import
                _bring_up_to_date(url)
            self.write_connection.claim()
        except (sql.exc.DBAPIError, sql.exc.ArgumentError) as error:
            self.close()
            raise unusable(error) from None
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self.write_connection.close()
        self.engine.dispose()

    # Reading.
    def table(self, name: str) -> Row | None:
        query = _rows().where(schema.tables.c.id == name)
        with self.engine.connect() as connection:
            found = connection.execute(query).one_or_none()
        return None if found is None else _row(found)

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

    def due(self, now_ms: float, limit: int) -> list[str]:
        """The tables that a server has to look after by now, those first that are due the longest."""
        columns = schema.tables.c
        query = sql.select(columns.id).where(columns.due_ms <= now_ms).order_by(columns.due_ms).limit(limit)
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def listed(
        self, *, live: bool | None, guest: str | None, game: str | None, after: int | None, limit: int = PAGE
    ) -> list[Row]:
        """Tables, newest first, from before `after`; private ones for their guests alone."""
        columns = schema.tables.c
        query = _rows().order_by(columns.number.desc()).limit(limit)
        if live is not None:
            query = query.where(columns.live == live)
        if game is not None:
            query = query.where(columns.game == game)
        if after is not None:
            query = query.where(columns.number < after)
        if guest is None:
            query = query.where(~columns.private)
        else:
            mine = sql.select(schema.seats.c.table_id).where(schema.seats.c.guest == guest)
            query = query.where(columns.id.in_(mine) | (columns.owner == guest))
        with self.engine.connect() as connection:
            return [_row(found) for found in connection.execute(query)]

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

    def last_alive(self) -> Alive | None:
        """When the last server was known to run; an older one has written down only the date."""
        query = sql.select(schema.heartbeat.c.alive_ms).order_by(schema.heartbeat.c.id)
        with self.engine.connect() as connection:
            found = list(connection.execute(query).scalars())
        return Alive(found[0], found[-1]) if found else None

    def outages(self) -> list[Outage]:
        columns = schema.outages.c
        query = sql.select(columns.stopped_ms, columns.started_ms).order_by(columns.started_ms)
        with self.engine.connect() as connection:
            return [Outage(*found) for found in connection.execute(query)]


def _rows() -> sql.Select[tuple[int, str, str | None]]:
    columns = schema.tables.c
    return sql.select(columns.number, columns.terms, columns.summary)


def _row(found: Any) -> Row:
    return Row(
        found.number,
        _terms.decode(found.terms),
        None if found.summary is None else read_summary(found.summary),
    )


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


def _bring_up_to_date(url: str) -> None:
    """However long it takes: tables may be large."""
    engine = connected(url, patiently=True)
    try:
        with engine.begin() as connection:
            migrate(connection)
    finally:
        engine.dispose()


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
