"""The one that writes: all that waits in one transaction, in order, and nobody is told before."""

from __future__ import annotations

import asyncio
import threading
from contextlib import closing
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sql

from steelyard.server.database import write_connection
from steelyard.server.database.database import Database
from steelyard.server.database.writer import Writer, WriteRequest
from steelyard.server.tables import log, running_positions
from steelyard.server.tables.changes import ORDER, added_entry, added_table
from steelyard.server.tables.store import TableStore
from tests.server.tables.timed import ADA, BOT, Timed
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

ENTRIES = 50


class SlowWriter(Writer):
    """Whose first transaction lasts until it is let go."""

    def __init__(self, *arguments: Any) -> None:
        self.batches: list[int] = []
        self.writing, self.goes_on = threading.Event(), threading.Event()
        super().__init__(*arguments)

    def _transact(self, batch: list[WriteRequest]) -> None:
        self.writing.set()
        assert self.goes_on.wait(TIMEOUT_S)
        super()._transact(batch)
        self.batches.append(len(batch))


def test_what_waits_goes_together_and_is_told_in_order_once_it_is_kept(database: str) -> None:
    with closing(Database(database)) as store:
        batches, told = asyncio.run(_entries_while_a_table_is_written(store))
        assert batches == [1, ENTRIES]
        assert told == list(range(1, ENTRIES + 1))
        assert [entry.seq for entry in TableStore(store.engine).entries("table")] == told


async def _entries_while_a_table_is_written(store: Database) -> tuple[list[int], list[int]]:
    writer, new = SlowWriter(store, asyncio.get_running_loop(), ORDER), Timed().table
    told: list[int] = []

    async def keep(seq: int) -> None:
        await writer.kept(added_entry(new.terms.id, log.Entry(seq, 0.0, log.Note("something"))))
        told.append(seq)

    try:
        table = asyncio.ensure_future(writer.kept(added_table(new)))
        await asyncio.to_thread(writer.writing.wait, TIMEOUT_S)
        entries = [asyncio.ensure_future(keep(seq)) for seq in range(1, ENTRIES + 1)]
        await asyncio.sleep(0)  # all are submitted
        assert not told
        writer.goes_on.set()
        await asyncio.gather(table, *entries)
    finally:
        writer.goes_on.set()
        writer.close()
    return writer.batches, told


def test_a_turn_that_was_taken_back_before_it_was_kept_is_played_again(database: str) -> None:
    with closing(Database(database)) as store:
        asyncio.run(_turn_taken_back_and_played_again(store))


async def _turn_taken_back_and_played_again(store: Database) -> None:
    writer, timed = SlowWriter(store, asyncio.get_running_loop(), ORDER), Timed(chairs=(ADA, BOT))

    def kept(body: log.AnyBody) -> asyncio.Future[None]:
        entry = timed.table.append(body, timed.now_ms)
        written = added_entry(timed.terms.id, entry) + running_positions.changed(timed.table, entry)
        return asyncio.ensure_future(writer.kept(written))

    try:
        table = asyncio.ensure_future(writer.kept(added_table(timed.table)))
        await asyncio.to_thread(writer.writing.wait, TIMEOUT_S)
        waiting = [kept(log.Turn((first, "RC"), (0.0, 0.0))) for first in ("LA", "LB")]
        waiting.append(kept(log.Undone(0, 1)))
        await asyncio.sleep(0)  # all are submitted
        writer.goes_on.set()
        await asyncio.gather(table, *waiting)
        await kept(log.Turn(("LC", "RC"), (0.0, 0.0)))
    finally:
        writer.goes_on.set()
        writer.close()


def test_after_an_entry_that_could_not_be_kept_none_of_its_table_is(database: str) -> None:
    """On a full disk a small change may fit where a larger one did not: a log has no gaps even then."""
    with closing(Database(database)) as store:
        told = asyncio.run(_entries_of_which_one_cannot_be_kept(store))
        assert [(table, seq) for table, seq, error in told if error is None] == [
            ("table", 1),
            ("other", 1),
            ("other", 2),
            ("other", 3),
        ]
        assert [entry.seq for entry in TableStore(store.engine).entries("table")] == [1]


async def _entries_of_which_one_cannot_be_kept(store: Database) -> list[tuple[str, int, Any]]:
    writer = SlowWriter(store, asyncio.get_running_loop(), ORDER)
    told: list[tuple[str, int, Any]] = []

    def write(table: str, stream: object, seq: int, *, fits: bool = True) -> None:
        body = log.Note("something")
        (entry,) = added_entry(table, log.Entry(seq, 0.0, body))
        values = entry.values | ({} if fits else {"body": None})
        writer.write([entry._replace(values=values)], lambda error: told.append((table, seq, error)), stream)

    one, other = Timed(), Timed()
    other.table.terms = msgspec.structs.replace(other.terms, id="other")
    try:
        await asyncio.gather(
            *(asyncio.ensure_future(writer.kept(added_table(each.table))) for each in (one, other)),
            asyncio.to_thread(writer.goes_on.set),
        )
        for seq in (1, 2, 3):
            write("table", one, seq, fits=seq != 2)
            write("other", other, seq)
        await writer.kept([])
        write("table", one, 3)
        await writer.kept([])
    finally:
        writer.goes_on.set()
        writer.close()
    return told


def test_whoever_fails_when_told_keeps_nobody_else_waiting(database: str) -> None:
    async def told() -> list[str]:
        heard: list[str] = []

        def fails(_: BaseException | None) -> None:
            raise RuntimeError("a page could not be drawn")

        with closing(Database(database)) as store:
            writer = SlowWriter(store, asyncio.get_running_loop(), ORDER)
            writer.write([], fails)
            writer.write([], lambda _: heard.append("the next one"))
            writer.goes_on.set()
            await asyncio.to_thread(writer.close)
            await asyncio.sleep(0)
        return heard

    assert asyncio.run(told()) == ["the next one"]


def test_a_database_that_does_not_answer_is_told_once_and_not_at_every_attempt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    gone = sql.exc.OperationalError("", {}, OSError("restarting"))
    answers, refusals = iter([gone]), iter([True, True, False])

    def work(_: sql.Connection) -> None:
        for error in answers:
            raise error

    monkeypatch.setattr(write_connection, "_unanswered", lambda *_: True)
    monkeypatch.setattr(write_connection, "AGAIN_S", 0.0)
    with closing(Database(f"sqlite:///{tmp_path}/tables.db")) as store:
        connect = store.write_connection._reconnected

        def reconnected() -> tuple[sql.Connection | None, int]:
            if next(refusals):
                raise gone
            return connect()

        monkeypatch.setattr(store.write_connection, "_reconnected", reconnected)
        store.write_connection.write(work)
    told = [each.getMessage() for each in caplog.records if each.name == write_connection.__name__]
    assert told == ["the database does not answer: restarting", "the database answers again"]
