"""PostgreSQL cuts its connections, hangs, or belongs to another server: nothing is lost or written twice."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sql

from steelyard.server.accounts import schema as accounts
from steelyard.server.accounts.audit import audited
from steelyard.server.database import write_connection
from steelyard.server.database.database import Database
from steelyard.server.database.engine import DatabaseUnusable
from steelyard.server.database.write_connection import DatabaseLost
from steelyard.server.database.writer import Writer
from steelyard.server.settings import Intervals
from steelyard.server.tables.store import TableStore
from tests.server.running_server import ME, Guest, RunningServer
from tests.server.server_process import ServerProcess
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.server.database.cluster import Cluster


@pytest.fixture
def database(postgresql: Cluster) -> str:
    return postgresql.database()


@contextmanager
def hanging(cluster: Cluster, database: str) -> Iterator[None]:
    """The database answers nobody, and nobody is told."""
    stopped = [cluster.pid, *cluster.processes(database)]
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)


def told(store: Database) -> list[str]:
    with store.engine.connect() as connection:
        return list(connection.execute(sql.select(accounts.audit.c.action)).scalars())


def wrote(store: Database, *actions: str, before: Callable[[], None] = lambda: None) -> None:
    """Write audit entries, which have no name of their own by which a second one would be refused."""

    async def write() -> None:
        writer = Writer(store, asyncio.get_running_loop())
        try:
            before()
            for action in actions:
                await writer.kept([audited(None, action, "server", {})])
        finally:
            await asyncio.to_thread(writer.close)

    asyncio.run(write())


def test_games_go_on_when_all_connections_are_cut(postgresql: Cluster, database: str) -> None:
    with RunningServer(database) as server, Guest(server.address) as ada:
        table = ada.sets_up("tank_war", ME, ME)["id"]
        with ada.follows(table) as page:
            page.says("move", turn=1, move="LA", seat=0)
            page.until("sealed")
            postgresql.cuts_off(database)
            page.says("move", turn=1, move="RC", seat=1)
            assert page.until("turn")["moves"] == ["LA", "RC"]
        postgresql.cuts_off(database)
        assert ada.shows(table)["turn"] == 1
        ada.sets_up("tank_war", ME, ME)
        with pytest.raises(DatabaseUnusable, match="another Steelyard server is using"):
            Database(database)  # the lock was taken again


def test_a_database_has_one_server_by_whatever_name_it_is_reached(tmp_path: Path) -> None:
    link = tmp_path / "elsewhere" / "link.db"
    link.parent.mkdir()
    link.symlink_to(tmp_path / "tables.db")
    one, same = closing(Database(f"sqlite:///{tmp_path}/tables.db")), f"sqlite:///{link}"
    with one, pytest.raises(DatabaseUnusable, match="another Steelyard server is using"):
        Database(same)


def test_a_heartbeat_that_could_not_be_kept_is_not_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also the lock is looked after with every heartbeat."""
    failed = []

    def failing(_: Any) -> None:
        failed.append(True)
        raise sql.exc.OperationalError("", {}, OSError("the disk is full"))

    with RunningServer(f"sqlite:///{tmp_path}/tables.db", intervals=Intervals(heartbeat_s=0.01)) as server:
        with monkeypatch.context() as patched:
            patched.setattr(server.registry.writer, "_transact", failing)
            wait_until(lambda: failed)
        before = server.registry.store.last_alive()
        wait_until(lambda: server.registry.store.last_alive() != before)


def test_while_the_database_does_not_answer_pages_are_told_and_games_are_taken_up_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, failed = f"sqlite:///{tmp_path}/tables.db", []
    with RunningServer(database) as server, Guest(server.address) as ada:
        table = ada.sets_up("tank_war", ME, ME, clock="bank:120s")["id"]

    def failing(_: object, name: str) -> None:
        failed.append(name)
        raise sql.exc.OperationalError("", {}, OSError("restarting"))

    with monkeypatch.context() as patched:
        patched.setattr(TableStore, "table", failing)
        server = RunningServer(database, intervals=Intervals(tables_s=0.01))
        with server, Guest(server.address) as ada, ada.follows(table) as page:
            assert "does not answer" in page.until("refused")["error"]
            wait_until(lambda: len(failed) > 2)
            patched.undo()
            wait_until(lambda: table in server.registry.tables)


def test_a_commit_whose_answer_was_lost_is_not_written_again(database: str) -> None:
    with closing(Database(database)) as store:

        def commit_and_cut(connection: sql.Connection) -> None:
            driver = connection.connection.dbapi_connection
            assert driver is not None
            driver.commit()
            driver.close()

        sql.event.listen(store.engine, "commit", commit_and_cut, once=True)
        wrote(store, "first", "second")
        assert told(store) == ["first", "second"]


def test_what_was_cut_before_its_commit_is_written_again(postgresql: Cluster, database: str) -> None:
    with closing(Database(database)) as store:
        sql.event.listen(store.engine, "commit", lambda _: postgresql.cuts_off(database), once=True)
        wrote(store, "first", "second")
        assert told(store) == ["first", "second"]


def test_a_server_that_lost_its_database_to_another_writes_nothing_more(
    postgresql: Cluster, database: str
) -> None:
    with closing(Database(database)) as store:
        postgresql.cuts_off(database)
        with closing(Database(database)) as other:
            with pytest.raises(DatabaseLost, match="taken over"):
                wrote(store, "too late")
            wrote(other, "in time")
            assert told(other) == ["in time"]
        with pytest.raises(DatabaseLost, match="taken over"):  # also when the other one is gone again
            wrote(store, "too late")


def test_a_server_that_lost_its_database_to_another_ends_and_says_why(
    postgresql: Cluster, database: str, tmp_path: Path
) -> None:
    with ServerProcess(tmp_path, "--workers", "0", "--database", database) as server:
        postgresql.cuts_off(database)
        with closing(Database(database)), Guest(server.address, "Ada"):
            assert server.process.wait(TIMEOUT_S) == 2
    said = server.log.read_text()
    assert "another Steelyard server has taken over this database; this one ends" in said.splitlines()[-1]
    assert "Traceback" not in said


def test_a_database_that_hangs_for_a_moment_is_waited_for(
    postgresql: Cluster, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Database(database)) as store:
        monkeypatch.setattr("steelyard.server.database.postgresql.SILENT_S", 0.2)
        held: list[Any] = []

        def hang() -> None:
            held.append(hanging(postgresql, database))
            held[0].__enter__()
            monkeypatch.setattr(write_connection, "AGAIN_S", 0.01)
            monkeypatch.setattr(
                write_connection.logger, "warning", lambda *_: held[0].__exit__(None, None, None)
            )

        wrote(store, "first", "second", before=hang)
        assert told(store) == ["first", "second"]


def test_a_database_that_hangs_for_ever_hangs_no_request(
    postgresql: Cluster, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with RunningServer(database) as server, Guest(server.address) as ada:
        table = ada.sets_up("tank_war", ME, ME)["id"]
        server.do(server.registry.tables[table].settled())
        monkeypatch.setattr("steelyard.server.database.postgresql.SILENT_S", 0.2)
        monkeypatch.setattr("steelyard.server.database.postgresql.CONNECT_S", 2)  # less is not to be had
        monkeypatch.setattr(write_connection, "PATIENCE_S", 0.3)
        with hanging(postgresql, database):
            reads = ada.http.get("/api/tables")
            assert (reads.status_code, "does not answer" in reads.text) == (503, True)
            writes = ada.http.post("/api/me", json={"name": "Ada"})
            assert (writes.status_code, "has not answered for 0.3 s" in writes.text) == (503, True)
            assert server.registry.writer.broken is not None  # and so the server ends
            assert ada.http.get("/health").json() == {"live": True, "ready": False}


def test_a_statement_that_waits_for_a_lock_ends(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steelyard.server.database.postgresql.STATEMENT_S", 1)
    with (
        closing(Database(database)) as store,
        store.engine.connect() as busy,
        store.engine.connect() as waiting,
    ):
        busy.execute(sql.text("LOCK TABLE audit"))
        with pytest.raises(sql.exc.OperationalError, match="statement timeout"):
            waiting.execute(sql.select(accounts.audit))
