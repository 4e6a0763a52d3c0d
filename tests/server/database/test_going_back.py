"""A database that is older than what was committed to it is not played on."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import sqlalchemy as sql
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from steelyard.server.accounts import schema as accounts
from steelyard.server.accounts.audit import audited
from steelyard.server.database.database import Database
from steelyard.server.database.metadata import metadata
from steelyard.server.database.position import FILE
from steelyard.server.database.write_connection import DatabaseLost, DatabaseWentBack
from steelyard.server.database.writer import Writer
from tests.server.database.cluster import name_of
from tests.server.running_server import ME, Guest
from tests.server.served import Served
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.database.cluster import Cluster

CODE = "database_went_back"


def write(store: Database, *actions: str) -> None:
    """Write audit entries, each in a transaction of its own."""

    async def written() -> None:
        writer = Writer(store, asyncio.get_running_loop())
        try:
            for action in actions:
                await writer.kept([audited(None, action, "server", {})])
        finally:
            await asyncio.to_thread(writer.close)

    asyncio.run(written())


def actions_of(url: str) -> list[str]:
    engine = sql.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        found = list(
            connection.execute(sql.select(accounts.audit.c.action).order_by(accounts.audit.c.id)).scalars()
        )
    engine.dispose()
    return found


def copy_sqlite(file: Path, to: Path) -> None:
    """As a backup of SQLite does, also while a server runs."""
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(to)) as target:
        source.backup(target)


def put_in_place(copy: Path, file: Path) -> None:
    for part in ("-wal", "-shm"):
        file.with_name(file.name + part).unlink(missing_ok=True)
    copy.replace(file)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


class TestSqlite:
    @pytest.fixture
    def store(self, file: Path) -> Iterator[Database]:
        with closing(Database(f"sqlite:///{file}", metadata, file.parent)) as store:
            write(store, "before")
            copy_sqlite(file, file.with_suffix(".copy"))
            write(store, "after")
            yield store

    def test_nothing_is_written_once_an_older_copy_is_in_its_place(self, store: Database, file: Path) -> None:
        put_in_place(file.with_suffix(".copy"), file)
        with pytest.raises(DatabaseWentBack, match="gone back in time"):
            write(store, "too late")
        assert actions_of(f"sqlite:///{file}") == ["before"]

    def test_nothing_is_read_from_an_older_copy(self, store: Database, file: Path) -> None:
        put_in_place(file.with_suffix(".copy"), file)
        store.engine.pool.dispose()  # else a connection may still have the file that is gone
        with pytest.raises(DatabaseWentBack, match="gone back in time"), store.engine.connect():
            pass

    def test_a_row_that_lost_a_transaction_is_noticed(self, store: Database, file: Path) -> None:
        """As where a copy was written into the file that is open."""
        with closing(sqlite3.connect(file)) as other:
            other.execute("UPDATE writer SET number = number - 1")
            other.commit()
        with pytest.raises(DatabaseWentBack, match="gone back in time"):
            write(store, "too late")

    def test_a_server_that_starts_compares_the_database_with_what_was_announced(
        self, store: Database, file: Path
    ) -> None:
        store.close()
        put_in_place(file.with_suffix(".copy"), file)
        for _ in range(2):
            with pytest.raises(DatabaseWentBack, match=f"delete {file.parent / FILE} and start"):
                Database(f"sqlite:///{file}", metadata, file.parent)
        (file.parent / FILE).unlink()
        with closing(Database(f"sqlite:///{file}", metadata, file.parent)) as accepted:
            write(accepted, "anew")
        assert actions_of(f"sqlite:///{file}") == ["before", "anew"]

    def test_a_database_that_is_as_it_was_is_opened_again(self, store: Database, file: Path) -> None:
        store.close()
        for _ in range(3):
            with closing(Database(f"sqlite:///{file}", metadata, file.parent)) as again:
                write(again, "again")
        assert actions_of(f"sqlite:///{file}") == ["before", "after", "again", "again", "again"]

    def test_what_was_announced_may_be_older_than_the_database(self, store: Database, file: Path) -> None:
        """A server may die between a commit and its announcement; the machine may lose the last of them."""
        position = file.parent / FILE
        announced = position.read_bytes()
        write(store, "more")
        store.close()
        for content in (announced, b"", announced[:20]):
            position.write_bytes(content)
            Database(f"sqlite:///{file}", metadata, file.parent).close()


class TestPostgresql:
    @pytest.fixture
    def database(self, postgresql: Cluster) -> str:
        return postgresql.database()

    def test_nothing_is_written_to_or_read_from_an_older_copy(
        self, postgresql: Cluster, database: str
    ) -> None:
        with closing(Database(database)) as store:
            write(store, "before")
            postgresql.cuts_off(database)
            name = name_of(database)
            postgresql.does(f"CREATE DATABASE {name}_copy TEMPLATE {name}")
            write(store, "after")
            postgresql.cuts_off(database)
            postgresql.does(f"ALTER DATABASE {name} RENAME TO {name}_lost")
            postgresql.does(f"ALTER DATABASE {name}_copy RENAME TO {name}")
            with pytest.raises(DatabaseWentBack, match="gone back in time"), store.engine.connect():
                pass
            with pytest.raises(DatabaseWentBack, match="gone back in time"):
                write(store, "too late")
        assert actions_of(database) == ["before"]

    def test_a_server_that_was_taken_over_has_not_gone_back(self, postgresql: Cluster, database: str) -> None:
        with closing(Database(database)) as store:
            write(store, "before")
            postgresql.cuts_off(database)
            with closing(Database(database)), pytest.raises(DatabaseLost, match="taken over") as lost:
                write(store, "too late")
            assert not isinstance(lost.value, DatabaseWentBack)

    def test_a_commit_waits_for_the_disk_whatever_the_database_is_set_to(
        self, postgresql: Cluster, database: str
    ) -> None:
        postgresql.does(f"ALTER DATABASE {name_of(database)} SET synchronous_commit = off")
        with closing(Database(database)) as store, store.engine.connect() as connection:
            assert connection.execute(sql.text("SHOW synchronous_commit")).scalar() == "on"


def socket_answers(address: str, path: str) -> tuple[dict[str, Any], int]:
    """The first message of a socket, and the code with which it is closed then."""
    with connect(f"ws://{address}{path}", open_timeout=TIMEOUT_S) as socket:
        message: dict[str, Any] = json.loads(socket.recv(TIMEOUT_S))
        with pytest.raises(ConnectionClosed):
            socket.recv(TIMEOUT_S)
        assert socket.close_code is not None
        return message, socket.close_code


def went_back(served: Served) -> bool:
    try:
        answer = httpx.get(f"http://{served.address}/health", timeout=TIMEOUT_S)
    except httpx.TransportError:
        return False  # between the server that has ended and the one that says why
    return "lost games" in answer.text


def check_refuses(served: Served, table: str) -> None:
    """Everybody is told, nobody plays, and the operator can read why."""
    with Guest(served.address, checked=False) as guest:
        health = guest.http.get("/health")
        assert (health.status_code, health.json()["live"], health.json()["ready"]) == (503, True, False)
        for path in (f"/api/tables/{table}", "/api/me", "/api/tables?mine=1"):
            answer = guest.http.get(path)
            assert (answer.status_code, answer.json()["code"]) == (503, CODE)
        made = guest.http.post("/api/tables", json={"game": "tank_war", "seats": [ME, ME]})
        assert (made.status_code, made.json()["code"]) == (503, CODE)
        said = {"en": "has lost games", "cs": "přišla o partie", "sv": "har förlorat partier"}
        for language, words in said.items():
            page = guest.http.get(f"/g/{table}", headers={"Accept-Language": language})
            assert (page.status_code, words in page.text) == (503, True)
    message, code = socket_answers(served.address, f"/ws/tables/{table}")
    assert (message["code"], code) == (CODE, 4503)
    told = [line for line in served.said.splitlines() if "could not be committed" in line]
    assert len(told) == 1
    assert "the database has gone back in time" in told[0]
    assert "Traceback" not in served.said


def test_a_server_whose_database_went_back_says_so_to_everybody_until_it_is_stopped(file: Path) -> None:
    data = file.parent
    with Served(data) as served, Guest(served.address) as ada:
        table = ada.sets_up("tank_war", ME, ME)["id"]
        copy_sqlite(file, data / "copy")
        with ada.follows(table) as page:
            page.says("move", turn=1, move="LA", seat=0)
            page.says("move", turn=1, move="RC", seat=1)
            page.until("turn")
            shutil.copy(data / "copy", data / "older")
            put_in_place(data / "older", file)
            page.says("move", turn=2, move="LA", seat=0)
            page.drain()
            assert not [each for each in page.heard if each.get("turn") == 2 and each["type"] == "sealed"]
        wait_until(lambda: went_back(served))
        check_refuses(served, table)
        served.process.terminate()
        assert served.ends() == 2
    with Served(data) as again:
        assert (again.address, again.ends()) == ("", 2)
        assert again.said.count("\n") == 1
        assert f"delete {data / FILE}" in again.said
    (data / FILE).unlink()
    with Served(data) as accepted, Guest(accepted.address) as ada:
        assert ada.shows(table)["turn"] == 0
