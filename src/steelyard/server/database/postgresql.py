"""Connections to PostgreSQL that wait for no answer for ever.

The server ends a statement that takes too long by itself; but a server that hangs, or a network that swallows
everything, ends nothing. So each wait for an answer has an end on our side too, after which the connection is
closed: what becomes of a transaction on it is then unknown, and has to be looked up.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, TypeVar

import psycopg
import sqlalchemy as sql

if TYPE_CHECKING:
    from collections.abc import Generator

    from steelyard.server.database.engine import Patience

T = TypeVar("T")
CONNECT_S = 5
SHORTEST_S = 2  # in which a connection can be had: less is rounded up
STATEMENT_S = 10
SILENT_S = 15.0  # longer than a statement may take: then it is not the statement
CANCELLED = "57014"  # PostgreSQL's code for a statement that took too long
FORSAKEN = "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
"""The server, too, soon notices that we are gone, and lets go of what we held."""
DURABLE = "-c synchronous_commit=on"  # what is announced is on the disk, whatever the server is set to


class Connection(psycopg.Connection[Any]):
    """One whose server must say something within a time."""

    patience: Patience

    def wait(self, gen: Generator[Any, Any, T], *arguments: Any, **named: Any) -> T:
        """What every exchange with the server goes through."""
        return super().wait(self._bounded(gen), *arguments, **named)

    def _bounded(self, gen: Generator[Any, Any, T]) -> Generator[Any, Any, T]:
        """The same exchange; whoever drives it looks in several times a second, ready or not."""
        began = time.monotonic()
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                now = time.monotonic()
                if not ready and now > self.patience.ends_s(began, SILENT_S):
                    self.pgconn.finish()
                    raise psycopg.OperationalError(f"the database has said nothing for {now - began:.1f} s")
                wanted = gen.send(ready)
        except StopIteration as end:
            value: T = end.value
            return value


def bound(engine: sql.Engine, patience: Patience | None) -> None:
    """Have all connections of an engine wait no longer than that; without patience, only to connect."""

    @sql.event.listens_for(engine, "do_connect")
    def connect(_dialect: object, _record: object, words: Any, named: dict[str, Any]) -> Any:
        now = time.monotonic()
        left_s = CONNECT_S if patience is None else patience.ends_s(now, CONNECT_S) - now
        named.setdefault("connect_timeout", max(SHORTEST_S, round(left_s)))
        limits = "" if patience is None else f"-c statement_timeout={STATEMENT_S}s"
        # What the address says comes last, and wins.
        options = f"{FORSAKEN} {DURABLE} {limits} {named.pop('options', '')}".strip()
        if patience is None:
            return psycopg.Connection.connect(*words, options=options, **named)
        connection = Connection.connect(*words, options=options, **named)
        connection.patience = patience
        return connection


def unanswered(error: sql.exc.DBAPIError) -> bool:
    """Whether the database did not answer, or not in time; otherwise it has refused something."""
    return error.connection_invalidated or getattr(error.orig, "sqlstate", None) == CANCELLED


def declare_partial_indexes(all_tables: sql.MetaData) -> None:
    """Give an index the condition that it has on SQLite: to name both loads both dialects."""
    for table in all_tables.tables.values():
        for index in table.indexes:
            index.dialect_options["postgresql"]["where"] = index.dialect_options["sqlite"]["where"]
