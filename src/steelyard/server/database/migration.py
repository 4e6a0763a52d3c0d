"""Brings a database up to date, and refuses one of another version."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sql

from steelyard.server.database.engine import WHOSE, DatabaseUnusable, connected, unusable

HEAD = "0023"
"""The latest migration."""
MIGRATIONS = Path(__file__).parent / "migrations"


def version(connection: sql.Connection) -> str | None:
    """The last migration that was applied; None for a database without tables."""
    if not sql.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(sql.text("SELECT version_num FROM alembic_version")).scalar()
    return found


def bring_up_to_date(url: str) -> None:
    """Apply all migrations, however long they take: tables may be large."""
    engine = connected(url, patiently=True)
    try:
        with engine.begin() as connection:
            migrate(connection)
    finally:
        engine.dispose()


def set_up(url: str, all_tables: sql.MetaData) -> None:
    """Make all tables as the latest migration leaves them, without Alembic, which takes long to import.

    In a database that has some of them already, the migrations decide. All or nothing: SQLite would commit
    each table by itself.
    """
    engine = connected(url)
    try:
        with engine.begin() as connection:
            if connection.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            else:
                from steelyard.server.database import postgresql  # noqa: PLC0415 - its driver need not be there

                postgresql.declare_partial_indexes(all_tables)
            if sql.inspect(connection).get_table_names():
                migrate(connection)
                return
            all_tables.create_all(connection)
            # As Alembic makes it.
            names = sql.MetaData()
            column = sql.Column("version_num", sql.String(32), nullable=False)
            made = sql.Table(
                "alembic_version", names, column, sql.PrimaryKeyConstraint(column, name="alembic_version_pkc")
            )
            names.create_all(connection)
            connection.execute(sql.insert(made).values(version_num=HEAD))
    finally:
        engine.dispose()


def check_tables(engine: sql.Engine, all_tables: sql.MetaData) -> None:
    """Refuse a database that is up to date and has not all tables."""
    with engine.connect() as connection:
        missing = all_tables.tables.keys() - {*sql.inspect(connection).get_table_names()}
    if missing:
        raise DatabaseUnusable(
            f"the database is damaged: it has no table {min(missing)}; restore a backup (docs/hosting.md)"
        )


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


def opened(url: str) -> sql.Engine:
    """A database that a server has set up, for another process beside that server."""
    engine = connected(url)
    file = engine.url.database
    if engine.dialect.name == "sqlite" and not (file and Path(file).is_file()):
        raise DatabaseUnusable(f"there is no {file}; {WHOSE}")
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
