"""Data folder and database carry the same random id: one is never used with another server's.

A pair in which neither has an id gets one. It is planned in the folder, put into the database, and then takes
its place in the folder, so that a server that dies in between can be started again.
"""

from __future__ import annotations

import secrets
from pathlib import Path

import sqlalchemy as sql

from steelyard.core import files
from steelyard.core.errors import SteelyardError
from steelyard.server.database import schema

FILE = "identity"
PLANNED = "identity.planned"


class WrongPair(SteelyardError):
    """The data folder belongs to another database."""


def adopt(engine: sql.Engine, data: Path) -> None:
    """Give a pair that has no id one, and refuse a pair that does not belong together."""
    files.make_private(data)  # an older Steelyard, or whoever made it, may have left it open
    file, planned = data / FILE, data / PLANNED
    if not file.exists() and _stored(engine) is None:
        new = _read(planned) or secrets.token_hex(16)
        files.make_folder(data, private=True)
        files.write(planned, new)
        with engine.begin() as connection:
            connection.execute(sql.insert(schema.identity).values(id=new))
    if not file.exists() and _read(planned) == _stored(engine):
        planned.replace(file)
        files.sync_folder(data)
    check(engine, data)


def check_first(engine: sql.Engine, data: Path) -> None:
    """Refuse a wrong pair before the database is set up or brought up to date."""
    if (data / FILE).exists() and _is_new(engine):
        raise WrongPair(
            f"{data} belongs to another database than this one, which is new; give it with --database "
            "(none: the one in the folder). To move a server to a new database, back it up and restore it "
            "(docs/hosting.md)"
        )
    if not _is_new(engine) and _stored(engine) is not None and not (data / PLANNED).exists():
        check(engine, data)


def check(engine: sql.Engine, data: Path) -> None:
    """Refuse a folder and a database that do not belong together; whoever has no id is refused by one."""
    here, there = _read(data / FILE), _stored(engine)
    if here is None and there is not None:
        raise WrongPair(f"this database belongs to another folder than {data}; give that one with --data")
    if here != there:
        raise WrongPair(
            f"{data} belongs to another database than this one; give the --data and --database of one "
            "server, or no --database if it is in the folder (docs/hosting.md says how to join two for good)"
        )


def _is_new(engine: sql.Engine) -> bool:
    """Whether the database has no tables; one of SQLite is not made by this question."""
    file = Path(engine.url.database or "")
    if engine.dialect.name == "sqlite" and not (file.exists() and file.stat().st_size):
        return True
    with engine.connect() as connection:
        return not sql.inspect(connection).get_table_names()


def _read(file: Path) -> str | None:
    try:
        return file.read_text().strip() or None
    except FileNotFoundError:
        return None


def _stored(engine: sql.Engine) -> str | None:
    with engine.connect() as connection:
        if not sql.inspect(connection).has_table(schema.identity.name):
            return None  # it was set up by an older Steelyard
        found: str | None = connection.execute(sql.select(schema.identity.c.id)).scalar()
    return found
