"""Queries of tables: one by its id, lists, logs, and the times when no server ran."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import sqlalchemy as sql

from steelyard.server.database.schema import heartbeat
from steelyard.server.tables import log, schema
from steelyard.server.tables.outages import Alive, Outage
from steelyard.server.tables.summary import Summary, read_summary
from steelyard.server.tables.terms import Terms

if TYPE_CHECKING:
    from steelyard.server.tables.log import Entry

PAGE = 24

_terms = msgspec.json.Decoder(Terms)


class Row(NamedTuple):
    """A table as lists need it."""

    number: int
    terms: Terms
    summary: Summary | None
    """None: it was last written by an older server, and has to be read."""


class TableStore:
    """Queries of tables. What is written goes through the `Writer`: see `changes`."""

    def __init__(self, engine: sql.Engine) -> None:
        self.engine = engine

    def bot_is_playing(self, version: str) -> bool:
        """Whether somebody plays against that version of a bot now."""
        columns = schema.tables.c
        there = columns.terms.contains(f'"@{version}"')
        query = sql.select(columns.id).where(columns.live, there).limit(1)
        with self.engine.connect() as connection:
            return connection.execute(query).first() is not None

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

    def last_alive(self) -> Alive | None:
        """When the last server was known to run; an older one has written down only the date."""
        query = sql.select(heartbeat.c.alive_ms).order_by(heartbeat.c.id)
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
