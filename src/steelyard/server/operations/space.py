"""What takes space: by kind, with what the next clean-up would remove; and how to get it back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from steelyard.arena.sandbox import untrusted_folders
from steelyard.server.accounts.schema import audit, guests
from steelyard.server.analysis.schema import reviews
from steelyard.server.bots.schema import matches, versions
from steelyard.server.contests.schema import contests
from steelyard.server.database import migration
from steelyard.server.database.engine import connected, held_alone, unusable
from steelyard.server.jobs.schema import jobs
from steelyard.server.operations.retention import due, solved_games, unplayed
from steelyard.server.tables.schema import entries, seats, tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.server.operations.removal import Place


@dataclass(frozen=True, slots=True)
class Kind:
    name: str
    count: int
    bytes: int
    oldest_ms: float | None
    removable: int
    """How many the next clean-up would remove."""


@dataclass(frozen=True, slots=True)
class Space:
    kinds: list[Kind]
    database_bytes: int
    free_bytes: int
    """Of the database's: what was deleted, and new rows will fill; `give_back` returns it to the disk."""


def measured(place: Place) -> Space:
    removable = due(place)
    with place.engine.connect() as connection:
        kinds = [
            Kind(name, count, int(size or 0), oldest, removable.get(name, 0))
            for name, count, size, oldest in (*_rows(connection), *_folders(connection, place))
        ]
        return Space(kinds, *_database(connection))


Found = tuple[str, int, int | None, float | None]


def _rows(connection: sql.Connection) -> Iterator[Found]:
    taken = sql.exists().where(seats.c.table_id == tables.c.id)
    for name, where in (
        ("games of people", taken & ~unplayed()),
        ("watched games", ~taken & ~unplayed()),
        ("unplayed games", unplayed()),
    ):
        count, size, oldest = _sum(connection, tables.c.created_ms, (tables.c.terms,), where)
        logs = sql.select(sql.func.sum(sql.func.length(entries.c.body))).join(tables).where(where)
        yield name, count, (size or 0) + (connection.execute(logs).scalar() or 0), oldest
    for kind in ("ladder", "trial"):
        texts = (matches.c.record, matches.c.verdict, matches.c.names)
        yield f"{kind} games", *_sum(connection, matches.c.ended_ms, texts, matches.c.kind == kind)
    yield "jobs", *_sum(connection, jobs.c.created_ms, (jobs.c.payload, jobs.c.result))
    yield "guests", *_sum(connection, guests.c.created_ms, (guests.c.id, guests.c.name))
    yield "reviews", *_sum(connection, reviews.c.made_ms, (reviews.c.message,))
    yield "audit entries", *_sum(connection, audit.c.at_ms, (audit.c.subject, audit.c.detail))
    written = (versions.c.log != "") | (versions.c.report != "")
    yield "build logs", *_sum(connection, versions.c.created_ms, (versions.c.log, versions.c.report), written)


def _sum(
    connection: sql.Connection,
    date: sql.Column[float],
    texts: tuple[sql.Column[str], ...],
    *where: sql.ColumnElement[bool],
) -> tuple[int, int | None, float | None]:
    """How many there are, how long their texts are together, and when the first was made."""
    sizes = [sql.func.sum(sql.func.length(text)) for text in texts]
    query = sql.select(sql.func.count(), sql.func.min(date), *sizes).select_from(date.table).where(*where)
    count, oldest, *found = connection.execute(query).one()
    return count, sum(int(size or 0) for size in found), oldest


def _folders(connection: sql.Connection, place: Place) -> Iterator[Found]:
    known = connection.execute(sql.select(versions.c.id, versions.c.created_ms)).all()
    for name, folder in (("sources", "source"), ("builds", "built")):
        sizes = [
            (row.created_ms, untrusted_folders.size(place.data / "bots" / row.id / folder)) for row in known
        ]
        there = [(made, size) for made, size in sizes if size]
        oldest = min((made for made, _ in there), default=None)
        yield name, len(there), sum(size for _, size in there), oldest
    count, oldest = connection.execute(
        sql.select(sql.func.count(), sql.func.min(contests.c.created_ms)).select_from(contests)
    ).one()
    yield "contests", count, untrusted_folders.size(place.data / "contests"), oldest
    found = [file.stat() for file in solved_games(place)]
    made_ms = min((file.st_mtime * 1000 for file in found), default=None)
    yield "solved games", len(found), sum(file.st_size for file in found), made_ms


def _database(connection: sql.Connection) -> tuple[int, int]:
    """How large the database is, and how much of that is free."""

    def number(query: str) -> int:
        return int(connection.exec_driver_sql(query).scalar() or 0)

    if connection.dialect.name == "sqlite":
        page = number("PRAGMA page_size")
        return page * number("PRAGMA page_count"), page * number("PRAGMA freelist_count")
    return number("SELECT pg_database_size(current_database())"), 0


def release_free_space(url: str) -> None:
    """Return what is free in the database to the disk; nobody may use it meanwhile."""
    migration.opened(url).dispose()  # which refuses what is not a server's
    engine = connected(url, patiently=True)
    try:
        with held_alone(engine) as connection:
            alone: Any = connection.execution_options(isolation_level="AUTOCOMMIT")
            alone.exec_driver_sql("VACUUM" if engine.dialect.name == "sqlite" else "VACUUM (FULL, ANALYZE)")
            if engine.dialect.name == "sqlite":
                alone.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    except sql.exc.DBAPIError as error:
        raise unusable(error) from None
    finally:
        engine.dispose()
