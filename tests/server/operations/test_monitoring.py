"""Whoever runs a server sees that it is well, what it does, and that it ends in order."""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sql
from sqlalchemy.exc import OperationalError

from steelyard.server.database.schema import identity
from steelyard.server.database.writer import Change
from steelyard.server.operations import routes
from steelyard.server.operations.logs import Json, Text
from steelyard.server.settings import Intervals
from tests.server.running_server import GREEDY, ME, OPEN, PASSWORD, RANDOM, Guest, RunningServer
from tests.server.server_process import ServerProcess
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Command

FIGURE = re.compile(r'([a-z_]+)(?:\{((?:[a-z]+="[^"\\\n]*",?)*)\})? (-?[0-9.e+-]+)')
TOKEN = "tell me"  # noqa: S105 - of nobody
PASSED_ON = {"X-Forwarded-For": "203.0.113.7"}


def figures(text: str) -> dict[tuple[str, str], float]:
    """As Prometheus would read them; a line it could not read fails the test."""
    read = {}
    for line in text.splitlines():
        if line.startswith("#"):
            assert re.fullmatch(r"# (HELP|TYPE) [a-z_]+ .+", line), line
            continue
        figure = FIGURE.fullmatch(line)
        assert figure is not None, line
        name, labels, value = figure.groups(default="")
        assert (name, labels) not in read, line
        read[name, labels] = float(value)
    return read


def test_a_server_is_ready_when_its_database_answers(
    quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Guest(quick_server.address) as ada:
        answer = ada.http.get("/health")
        assert (answer.status_code, answer.json()) == (200, {"live": True, "ready": True})

        def broken(*_: Any) -> None:
            raise OperationalError("SELECT 1", {}, OSError("gone"))

        monkeypatch.setattr(quick_server.registry.store.engine, "connect", broken)
        answer = ada.http.get("/health")
        assert (answer.status_code, answer.json()) == (503, {"live": True, "ready": False})


class Trouble:
    """What the database is told, by its own connection, before it is asked to write the next time."""

    def __init__(self, server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
        self._told: list[str] = []
        connection = server.registry.writer._connection
        write = connection.write

        def after_what_is_told(work: Any) -> None:
            while self._told:
                assert connection._connection is not None
                connection._connection.exec_driver_sql(self._told.pop())
                connection._connection.commit()
            write(work)

        monkeypatch.setattr(connection, "write", after_what_is_told)

    def tell(self, statement: str) -> None:
        self._told.append(statement)


def is_ready(guest: Guest) -> bool:
    answer = guest.http.get("/health")
    assert answer.status_code == (200 if answer.json()["ready"] else 503)
    return bool(answer.json()["ready"])


OFTEN = Intervals(heartbeat_s=0.02)
READ_ONLY = {
    "sqlite": "PRAGMA query_only = {}",
    "postgresql": "SET default_transaction_read_only = {}",
}


def test_a_server_whose_database_is_read_only_is_not_ready_until_it_can_write_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with RunningServer(database, intervals=OFTEN) as server, Guest(server.address) as ada:
        trouble = Trouble(server, monkeypatch)
        statement = READ_ONLY[server.registry.store.engine.dialect.name]
        assert is_ready(ada)
        trouble.tell(statement.format("on"))
        wait_until(lambda: not is_ready(ada))
        trouble.tell(statement.format("off"))
        wait_until(lambda: is_ready(ada))


def test_a_server_on_a_full_disk_is_not_ready_until_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = RunningServer(f"sqlite:///{tmp_path / 'tables.db'}", intervals=OFTEN)
    with server, Guest(server.address) as ada:
        trouble = Trouble(server, monkeypatch)
        trouble.tell("PRAGMA max_page_count = 1")  # as small as it is now

        def refused() -> bool:
            table = ada.http.post("/api/tables", json={"game": "tank_war", "seats": [ME, OPEN]})
            return table.status_code != 201

        wait_until(refused)
        wait_until(lambda: not is_ready(ada) or (refused() and False))
        trouble.tell("PRAGMA max_page_count = 1000000000")
        wait_until(lambda: is_ready(ada))


def test_a_data_folder_that_cannot_be_written_is_not_ready(any_database: str, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    with RunningServer(any_database, data=folder) as server, Guest(server.address) as ada:
        assert ada.http.get("/health").status_code == 200
        folder.rename(tmp_path / "away")
        assert ada.http.get("/health").json() == {"live": True, "ready": False}
        (tmp_path / "away").rename(folder)
        assert ada.http.get("/health").json() == {"live": True, "ready": True}


def test_a_server_whose_disk_does_not_answer_says_so_without_waiting_for_it(
    quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a folder of another machine does that cannot be reached."""
    answers = threading.Event()

    def hangs(**_: Any) -> None:
        answers.wait()
        raise OSError("gone")

    with Guest(quick_server.address) as ada:
        assert is_ready(ada)
        monkeypatch.setattr(routes, "PATIENCE_S", 0.05)
        monkeypatch.setattr(routes, "TemporaryFile", hangs)
        try:
            assert [is_ready(ada) for _ in range(3)] == [False] * 3
        finally:
            answers.set()
        monkeypatch.undo()
        wait_until(lambda: is_ready(ada))


def test_a_change_that_the_database_cannot_take_does_not_make_the_server_unready(
    quick_server: RunningServer,
) -> None:
    async def twice() -> None:
        with pytest.raises(sql.exc.IntegrityError):
            await quick_server.registry.writer.kept([Change(sql.insert(identity), {"id": "a"})] * 2)

    with Guest(quick_server.address) as ada:
        quick_server.do(twice())
        assert ada.http.get("/health").status_code == 200


def test_figures_say_what_was_asked_and_what_goes_on(quick_server: RunningServer) -> None:
    with Guest(quick_server.address) as ada:
        table = ada.sets_up("tank_war", ME, OPEN)["id"]
        ada.sets_up("tank_war", ME, GREEDY)
        ada.http.get("/api/tables/nowhere")
        ada.http.get("/no/such/page")
        ada.http.request("PROPFIND", "/api/tables", headers={"Content-Type": "application/json"})
        with ada.follows(table) as page:
            page.until("snapshot")
            read = figures(ada.http.get("/metrics").text)
    count = "steelyard_requests_total"
    assert read[count, 'class="/api/tables",method="POST",status="201"'] == 2
    assert read[count, 'class="/api/tables",method="GET",status="404"'] == 1
    assert read[count, 'class="other",method="GET",status="404"'] == 1
    assert read[count, 'class="/api/tables",method="other",status="405"'] == 1
    assert read["steelyard_sockets", ""] == 1
    assert read["steelyard_tables_playing", ""] == 2
    assert read["steelyard_ledger_waiting", ""] == 0
    took = [
        value
        for (name, labels), value in read.items()
        if name == "steelyard_request_seconds_bucket" and 'class="/api/tables"' in labels
    ]
    assert took == sorted(took)
    assert took[-1] == read["steelyard_request_seconds_count", 'class="/api/tables"'] == 4


def test_figures_are_for_this_machine_the_administrator_and_who_has_the_token(any_database: str) -> None:
    """What a proxy on this machine passes on comes from elsewhere."""
    with (
        RunningServer(any_database, metrics_token=TOKEN) as server,
        Guest(server.address) as ada,
    ):
        assert ada.http.get("/metrics").status_code == 200
        for headers in (
            PASSED_ON,
            {"Forwarded": "for=203.0.113.7"},
            {"X-Forwarded-Proto": "https"},
            {"X-Forwarded-Host": "play.example.org"},
            {"X-Real-IP": "203.0.113.7"},
            PASSED_ON | {"Authorization": "Bearer tell"},
            PASSED_ON | {"Authorization": ""},
        ):
            assert ada.http.get("/metrics", headers=headers).status_code == 403, headers
        token = PASSED_ON | {"Authorization": "Bearer tell me"}
        assert ada.http.get("/metrics", headers=token).status_code == 200
        ada.registers("Ada")
        ada.becomes(server, "organiser")
        assert ada.http.get("/metrics", headers=PASSED_ON).status_code == 403
        ada.becomes(server, "admin")
        assert ada.http.get("/metrics", headers=PASSED_ON).status_code == 200


def test_every_request_has_a_line_without_secrets_and_a_server_that_is_told_to_stop_ends_in_order(
    tmp_path: Path,
) -> None:
    """Who follows a game hears that the server stops, and what was announced is in the database."""
    with ServerProcess(tmp_path, "--log", "json") as server, Guest(server.address) as ada:
        link = server.line().partition("admin=")[2].strip()
        ada.http.get("/account", params={"admin": link})
        answer = ada.http.post("/api/account/register", json={"name": "Ada", "password": PASSWORD})
        ada.http.get("/api/me%0A{}")
        table = ada.sets_up("tank_war", ME, OPEN)["id"]
        session = ada.http.cookies["steelyard_session"]
        with ada.follows(table) as page:
            page.until("snapshot")
            server.process.terminate()
            page.drain()
            assert page.connection.close_code == 1012
        assert server.process.wait(TIMEOUT_S) == 0
    log = server.log.read_text()
    entries = [json.loads(line) for line in log.splitlines()]
    asked = {entry["request"]: entry for entry in entries if entry["part"] == "requests"}
    told = asked[answer.headers["x-request-id"]]
    assert (told["method"], told["path"], told["status"]) == ("POST", "/api/account/register", 201)
    assert {"/account", "/api/tables"} <= {entry["path"] for entry in asked.values()}
    assert [secret for secret in (PASSWORD, link, session) if secret in log] == []
    assert {entry["account"] for entry in asked.values()} == {None, 1}
    with RunningServer(f"sqlite:///{tmp_path}/tables.db") as again, Guest(again.address) as watcher:
        assert watcher.shows(table)["id"] == table
        assert again.app.state.admin_link is None, "the first start has printed one"


def test_a_server_that_is_killed_has_kept_whatever_it_has_answered(tmp_path: Path) -> None:
    """The account, its session, and the entry in the audit log, which is written with it."""
    with ServerProcess(tmp_path, "--workers", "0") as killed, Guest(killed.address) as ada:
        ada.registers("Ada")
        cookies = ada.http.cookies
    with RunningServer(f"sqlite:///{tmp_path}/tables.db") as server, Guest(server.address) as again:
        again.http.cookies = cookies
        assert again.http.get("/api/me").json()["account"]["name"] == "Ada"
        assert "account.register" in [row.action for row in server.everything()["audit"]]


def test_an_admin_link_can_be_had_anew(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, "--workers", "0") as server:
        first = server.line()
        assert f"This is a new server; its data is in {tmp_path}. " in server.line()
        server.stop()
    public = ("--public-url", "https://play.example.org/")
    again = ServerProcess(tmp_path, "--workers", "0", "--admin-link", *public)
    with again, Guest(again.address) as ada:
        second = again.line()
        ada.registers("Ada")
        assert " https://play.example.org/account#admin=" in second
        old, new = (each.partition("admin=")[2].strip() for each in (first, second))
        assert old != new
        assert ada.http.post("/api/account/admin", json={"link": old}).status_code == 403
        assert ada.http.post("/api/account/admin", json={"link": new}).status_code == 200
        ada.sets_up("tank_war", ME, RANDOM)


def test_a_running_server_gets_another_admin_link_by_a_command(
    tmp_path: Path, steelyard_here: Command
) -> None:
    with ServerProcess(tmp_path, "--workers", "0") as server, Guest(server.address) as ada:
        first, address = server.line(), server.address
        ada.registers("Ada")
        words = ("admin-link", "--data", str(tmp_path), "--url", f"http://{address}/")
        shown = steelyard_here(*words)
        assert (shown.returncode, shown.stderr) == (0, "")
        assert f": http://{address}/account#admin=" in shown.stdout
        told = json.loads(steelyard_here(*words, "--json").stdout)
        assert told["hours"] == 24
        links = (first, shown.stdout, told["link"])
        tried = [
            ada.http.post(
                "/api/account/admin", json={"link": link.partition("admin=")[2].strip()}
            ).status_code
            for link in links
        ]
        assert tried == [403, 403, 200], "only the latest one works"
        here = steelyard_here("admin-link", "--data", str(tmp_path))
        assert f": http://{address}/account#admin=" in here.stdout, "the address of its last start"
        entries = ada.http.get("/api/audit?action=admin.link").json()["entries"]
        assert len(entries) == 4, "each link was noted"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--data", "nowhere"], "tables.db; give the server's data folder with --data"),
        (["--url", "play.example.org"], "it should begin with http:// or https://"),
    ],
)
def test_an_admin_link_for_no_server_is_refused(steelyard_here: Command, words: list[str], says: str) -> None:
    shown = steelyard_here("admin-link", *words)
    assert (shown.returncode, says in shown.stderr, len(shown.stderr.splitlines())) == (2, True, 1)


def test_an_entry_of_the_log_is_one_line_for_programs_and_readable_for_people() -> None:
    entry = logging.makeLogRecord({"name": "steelyard.server", "levelname": "ERROR", "msg": "a\nb"})
    try:
        raise ValueError("broken")  # noqa: TRY301 - to have a trace
    except ValueError:
        entry.exc_info = sys.exc_info()
    written = Json().format(entry)
    assert "\n" not in written
    read = json.loads(written)
    assert (read["level"], read["part"], read["message"]) == ("error", "server", "a\nb")
    assert read["trace"].endswith("ValueError: broken\n")
    first, *more = Text().format(entry).splitlines()
    assert first.endswith("ERROR   a\\nb")
    assert all(line.startswith("    ") for line in more)
