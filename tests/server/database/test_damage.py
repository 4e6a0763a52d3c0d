"""A damaged database or table is refused in one line, and named; nobody sees a game that was not played."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sql
from sqlalchemy.exc import DatabaseError

from steelyard.server.accounts.audit import audited
from steelyard.server.database.writer import Writer
from steelyard.server.tables import schema
from tests.server.running_server import ME, Guest, RunningServer, empty_tables, opened
from tests.server.served import Served
from tests.timeouts import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Command


def text(file: Path) -> None:
    file.write_text("This is no database.\n" * 1000)


def zeroed_header(file: Path) -> None:
    file.write_bytes(bytes(100) + file.read_bytes()[100:])


def garbage(file: Path) -> None:
    """Also in the first page, which says what tables there are."""
    whole = file.read_bytes()
    file.write_bytes(whole[:100] + b"\xa5" * 50_000 + whole[50_100:])


def zeroed_pages(file: Path) -> None:
    """As a file system does that has lost what it had not written."""
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + bytes(8 * 4096) + whole[9 * 4096 :])


def truncated(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: 10 * 4096])


def without_a_table(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DROP TABLE entries")
        connection.commit()


def without_the_version(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DROP TABLE alembic_version")
        connection.commit()


@pytest.mark.parametrize(
    "damage", [text, zeroed_header, zeroed_pages, garbage, truncated, without_a_table, without_the_version]
)
def test_a_damaged_database_is_refused_in_one_line(
    damage: Callable[[Path], None], tmp_path: Path, steelyard_here: Command
) -> None:
    file = tmp_path / "tables.db"
    file.write_bytes(empty_tables())
    damage(file)
    shown = steelyard_here("serve", "--cold", "--workers", "0", "--port", "0", "--data", str(tmp_path))
    assert (shown.returncode, shown.stdout, shown.stderr.count("\n")) == (2, "", 1), shown.stderr
    assert "database" in shown.stderr


def test_damage_that_is_met_while_the_server_runs_is_logged_once(tmp_path: Path) -> None:
    with Served(tmp_path) as served, Guest(served.address, "Ada") as ada:
        with closing(sqlite3.connect(tmp_path / "tables.db")) as connection:
            connection.execute("DROP TABLE results")
            connection.execute("DROP TABLE heartbeat")
            connection.commit()
        for _ in range(5):
            answer = ada.http.get("/api/tables?mine=1&result=won")
            assert (answer.status_code, answer.json()["code"]) == (503, "database_unavailable")
        wait_until(lambda: ada.http.get("/health").status_code == 503)
        wait_until(lambda: "no such table: heartbeat" in served.said)
        assert served.said.count("the database failed: no such table: results") == 1
        assert "Traceback" not in served.said


def test_what_the_database_refuses_again_and_again_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(opened(f"sqlite:///{tmp_path}/tables.db")) as store:
        with store.engine.begin() as connection:
            connection.execute(sql.text("ALTER TABLE audit RENAME TO gone"))

        async def write() -> None:
            writer = Writer(store, asyncio.get_running_loop())
            for _ in range(3):
                with pytest.raises(DatabaseError):
                    await writer.kept([audited(None, "x", "server", {})])
            await asyncio.to_thread(writer.close)

        asyncio.run(write())
    assert [record.exc_info for record in caplog.records] == [None]


def with_a_hole(connection: Any, table: str) -> None:
    own = schema.entries.c
    connection.execute(sql.delete(schema.entries).where(own.table_id == table, own.seq == 2))


def without_its_end(connection: Any, table: str) -> None:
    own = schema.entries.c
    connection.execute(sql.delete(schema.entries).where(own.table_id == table, own.seq > 1))


def with_a_move_that_makes_no_sense(connection: Any, table: str) -> None:
    own = schema.entries.c
    body = '{"kind":"turn","moves":["nonsense","RC"],"spent_ms":[null,null]}'
    change = sql.update(schema.entries).where(own.table_id == table, own.seq == 2).values(body=body)
    connection.execute(change)


def with_an_entry_that_is_none(connection: Any, table: str) -> None:
    own = schema.entries.c
    change = sql.update(schema.entries).where(own.table_id == table, own.seq == 2).values(body="{")
    connection.execute(change)


@pytest.mark.parametrize(
    "damage", [with_a_hole, without_its_end, with_a_move_that_makes_no_sense, with_an_entry_that_is_none]
)
def test_a_table_whose_log_is_damaged_is_named_and_neither_played_nor_shown(
    damage: Callable[[Any, str], None], any_database: str, caplog: pytest.LogCaptureFixture
) -> None:
    with RunningServer(any_database) as server, Guest(server.address) as ada:
        table, whole = (ada.sets_up("tank_war", ME, ME)["id"] for _ in range(2))
        with ada.follows(table) as page:
            for turn in (1, 2):
                page.says("move", turn=turn, move="LA", seat=0)
                page.says("move", turn=turn, move="RC", seat=1)
                page.until("turn")
        cookies = ada.http.cookies
    with RunningServer(any_database) as server, Guest(server.address) as ada:
        ada.http.cookies = cookies
        with server.registry.store.engine.begin() as connection:
            damage(connection, table)
        for _ in range(2):
            answer = ada.http.get(f"/api/tables/{table}")
            assert (answer.status_code, answer.json()["code"]) == (409, "table_damaged")
        with ada.follows(table) as page:
            assert page.until("refused")["code"] == "table_damaged"
        listed = ada.http.get("/api/tables?mine=1").json()["tables"]
        assert [each["id"] for each in listed] == [whole]
        assert ada.http.get("/health").json() == {
            "live": True,
            "ready": True,
            "problems": ["1 damaged tables; the log names them"],
        }
        assert [*server.registry.damaged] == [table]
        assert ada.shows(whole)["turn"] == 0
    named = [record for record in caplog.records if table in record.getMessage()]
    assert len(named) == 1
    assert "is damaged" in named[0].getMessage()
