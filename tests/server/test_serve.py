"""`steelyard serve`, and the database it stands on."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from steelyard.server.database.database import Database
from steelyard.server.database.engine import DatabaseUnusable
from steelyard.server.database.metadata import metadata
from steelyard.server.database.migration import HEAD, MIGRATIONS, version
from steelyard.server.settings import Limits, read_limits
from tests.server.running_server import GREEDY, ME, Guest, RunningServer, plays_to_the_end
from tests.server.server_process import ServerProcess
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from sqlalchemy.engine.interfaces import ReflectedIndex

    from tests.conftest import Command


def test_the_database_can_be_named_where_no_list_of_processes_shows_it(tmp_path: Path) -> None:
    """Its address may hold a password; the server's workers find it as the server did."""
    secret = tmp_path / "secret.db"
    with ServerProcess(tmp_path, STEELYARD_DATABASE=f"sqlite:///{secret}") as server:
        wait_until(lambda: len(commands_below(server.process.pid)) > 1)
        assert secret.exists()
        assert not (tmp_path / "tables.db").exists()
        assert not any("secret" in command for command in commands_below(server.process.pid))
        server.stop()
    assert not (tmp_path / "tables.db").exists()


def commands_below(pid: int) -> list[str]:
    """The command lines of a process and of those it has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    return [Path(f"/proc/{each}/cmdline").read_text("utf-8") for each in (str(pid), *children)]


@pytest.mark.parametrize("words", [[], ["serve"]])
def test_the_app_is_there_with_one_command_and_leaves_in_order(tmp_path: Path, words: list[str]) -> None:
    """Plain `steelyard` is the app on port 8000, which somebody else may have."""
    options = [*words, "--cold", "--port", "0"] if words else []
    process = subprocess.Popen(
        [sys.executable, "-m", "steelyard", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "STEELYARD_DATA": str(tmp_path / "data"), "DISPLAY": "", "WAYLAND_DISPLAY": ""},
    )
    with process:
        assert process.stdout is not None
        told = process.stdout.readline()
        if not words and not told:
            assert process.stderr is not None
            assert "cannot listen on 127.0.0.1:8000" in process.stderr.read()
            return
        address = told.split()[3].removeprefix("http://")
        assert told == f"Steelyard is on http://{address} (Ctrl-C stops it)\n"
        with Guest(address) as ada:
            table = ada.sets_up("tank_war", ME, GREEDY)["id"]
            with ada.follows(table) as page:
                plays_to_the_end(page, lambda legal: legal[0])
        maps = Path(f"/proc/{process.pid}/maps").read_text()
        assert not [word for word in ("numpy", "numba", "llvmlite") if word in maps]  # in workers only
        process.send_signal(signal.SIGINT if words else signal.SIGTERM)
        assert process.wait(TIMEOUT_S) == 0
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
    assert (tmp_path / "data" / "tables.db").exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--port", "0", "--host", "203.0.113.1"], "this machine does not have that address; --host 0.0.0.0"),
        (["--port", "99999"], "--port is a number from 0 to 65535"),
        (["--limit", "sockets=many"], "it should be sockets=NUMBER with a whole number from 1 to"),
        (["--limit", "speed=1"], "one of account_mb, address_cost, "),
        (["--public-url", "play.example.org"], "it should begin with http:// or https://"),
        (["--data", __file__], "it is no folder; choose another with --data"),
        (["--database", "mysql://localhost/x"], "mysql is not supported"),
        (["--database", "nonsense"], "is no database"),
        (["--database", "postgresql://127.0.0.1:1/x"], "cannot be used"),
        (["--data", "/proc/nowhere"], "cannot be written"),
    ],
)
def test_what_cannot_be_served_is_refused_in_one_line(
    steelyard_here: Command, words: list[str], why: str
) -> None:
    shown = steelyard_here("serve", *(words if "--port" in words else ["--port", "0", *words]))
    assert (shown.returncode, shown.stderr.count("\n"), shown.stdout) == (2, 1, "")
    assert why in shown.stderr


def test_a_limit_is_a_name_and_a_number() -> None:
    assert read_limits([]) == Limits()
    assert read_limits(["sockets=7", "tables=8"]) == Limits(sockets=7, tables=8)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_the_migrations_lead_to_the_tables_that_the_code_uses(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    here = f"sqlite:///{tmp_path}/tables.db"
    database = here if kind == "sqlite" else request.getfixturevalue("postgresql").database()
    for _ in range(2):  # anew, and once more when there is nothing to do
        with closing(Database(database)) as store, store.engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_tables_that_are_set_up_at_once_are_those_that_the_migrations_make(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    found = []
    for name, all_tables in (("migrated", None), ("at_once", metadata)):
        here = f"sqlite:///{tmp_path}/{name}.db"
        database = here if kind == "sqlite" else request.getfixturevalue("postgresql").database()
        with closing(Database(database, all_tables)) as store, store.engine.connect() as connection:
            found.append(_described(connection))
    assert found[0] == found[1]


def test_a_start_that_is_killed_among_the_first_tables_leaves_none(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.db"
    last = metadata.sorted_tables[-1]

    def dies(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    sql.event.listen(last, "before_create", dies)
    try:
        with pytest.raises(KeyboardInterrupt):
            Database(database, metadata)
    finally:
        sql.event.remove(last, "before_create", dies)
    with closing(Database(database, metadata)) as store, store.engine.connect() as connection:
        assert version(connection) == HEAD


def _described(connection: sql.Connection) -> dict[str, Any]:
    """All tables: columns, keys and indexes, and the version."""
    there = sql.inspect(connection)
    tables = {
        name: {
            "columns": {
                column["name"]: (repr(column["type"]), column["nullable"], column["default"])
                for column in there.get_columns(name)
            },
            "key": there.get_pk_constraint(name),
            "indexes": sorted(map(_index, there.get_indexes(name))),
            "unique": sorted(map(repr, there.get_unique_constraints(name))),
            "foreign": sorted(map(repr, there.get_foreign_keys(name))),
        }
        for name in there.get_table_names()
    }
    return {"version": version(connection), **tables}


def _index(found: ReflectedIndex) -> str:
    options = {name: str(value) for name, value in found.get("dialect_options", {}).items()}
    return f"{found['name']} {found['column_names']} {found['unique']} {options}"


def test_a_database_of_a_later_version_is_left_alone(any_database: str) -> None:
    with closing(Database(any_database)) as store, store.engine.begin() as connection:
        connection.execute(sql.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseUnusable, match="another version"):
        Database(any_database)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tables.db").write_text("this is a letter, not a database" * 100)
    with pytest.raises(DatabaseUnusable, match="not a database"):
        Database(f"sqlite:///{tmp_path}/tables.db")


def test_pages_are_drawn_from_the_first_request_on(tmp_path: Path) -> None:
    """Ready means ready: nobody has to try twice."""
    with ServerProcess(tmp_path, "--workers", "0") as server:
        assert httpx.get(f"http://{server.address}/api/games", timeout=TIMEOUT_S).status_code == 200


def test_the_event_loop_is_the_one_whose_connections_are_supervised(
    quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Uvicorn would take another one where it is installed, and no connection would be served."""
    other = ModuleType("uvloop")
    other.new_event_loop = lambda: pytest.fail("another event loop")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "uvloop", other)
    make = quick_server._server.config.get_loop_factory() or asyncio.new_event_loop
    with closing(make()) as loop:
        assert isinstance(loop, asyncio.SelectorEventLoop)
