"""How a clean-up removes something: a page at a time, in one short transaction.

In it rows must still meet the conditions: somebody may have come meanwhile. A second clean-up waits while
another removes a page.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sql

from steelyard.server.analysis.schema import reviews
from steelyard.server.tables.schema import (
    entries,
    plans,
    player_networks,
    results,
    running_positions,
    seats,
    tables,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from steelyard.server.settings import Keep

BATCH = 200  # rows in one transaction: games go on meanwhile
DAY_MS = 24 * 3600 * 1000.0
LOCK = 0x57EE17A2E  # what clean-ups of one PostgreSQL database take in turns
AT_A_TABLE = re.compile(r'"@([a-z0-9]+)"')  # a version that plays there, in the table's terms
Page = list[Any]
Conditions = tuple[sql.ColumnElement[bool], ...]


@dataclass(frozen=True)
class Place:
    """What is to be cleaned up, by which settings, at what time."""

    engine: sql.Engine
    data: Path
    keep: Keep
    now_ms: float
    solved: Path | None = None
    """Where solved games are kept, which others may use too."""

    def old(self, column: sql.ColumnElement[float], days: int) -> sql.ColumnElement[bool]:
        """Whether something is older than so many days; with 0 of them, nothing is."""
        return column < self.now_ms - days * DAY_MS if days else sql.false()

    def built(self, version: str) -> Path:
        return self.data / "bots" / version / "built"

    def pages(self, key: sql.ColumnElement[Any], *where: sql.ColumnElement[bool]) -> Iterator[Page]:
        """The keys of rows that meet the conditions, in order."""
        query = sql.select(key).where(*where).order_by(key).limit(BATCH)
        found = self._read(query)
        while found:
            yield found
            found = self._read(query.where(key > found[-1])) if len(found) == BATCH else []

    def _read(self, query: sql.Select[Any]) -> Page:
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    @cached_property
    def at_tables(self) -> set[str]:
        """The versions of bots that play at a table now."""
        playing = sql.select(tables.c.terms).where(tables.c.live, tables.c.terms.contains('"@'))
        with self.engine.connect() as connection:
            found = connection.execution_options(yield_per=1000).execute(playing).scalars()
            return {version for terms in found for version in AT_A_TABLE.findall(terms)}


class Rule(NamedTuple):
    kind: str
    """What it removes, as `steelyard space` calls it."""
    find: Callable[[Place], Iterator[Page]]
    remove: Callable[[Place, Page], int]
    """Returns how much of a page was still there to be removed."""


@contextlib.contextmanager
def transaction(place: Place) -> Iterator[sql.Connection]:
    """One in which no other clean-up removes anything: two would lock the same rows in different orders."""
    with place.engine.begin() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver would begin when something is written
        else:
            connection.execute(sql.text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        yield connection


def rows(kind: str, key: sql.Column[Any], where: Callable[[Place], Conditions]) -> Rule:
    """Of one table of the database."""

    def find(place: Place) -> Iterator[Page]:
        return place.pages(key, *where(place))

    def remove(place: Place, page: Page) -> int:
        with transaction(place) as connection:
            return connection.execute(sql.delete(key.table).where(key.in_(page), *where(place))).rowcount

    return Rule(kind, find, remove)


def game_tables(kind: str, where: Callable[[Place], Conditions]) -> Rule:
    """Tables of games, with all that refers to them."""

    def find(place: Place) -> Iterator[Page]:
        return place.pages(tables.c.number, *where(place))

    def remove(place: Place, page: Page) -> int:
        found = sql.select(tables.c.id).where(tables.c.number.in_(page)).order_by(tables.c.number)
        with transaction(place) as connection:
            connection.execute(found.with_for_update())  # from now on nobody sits down there, or moves
            gone = list(connection.execute(found.where(*where(place))).scalars())
            for part in (entries, seats, running_positions, player_networks, results, reviews, plans):
                connection.execute(sql.delete(part).where(part.c.table_id.in_(gone)))
            connection.execute(sql.delete(tables).where(tables.c.id.in_(gone)))
        return len(gone)

    return Rule(kind, find, remove)
