"""The server is killed in the middle of it all, and nothing that was announced is lost."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from random import Random
from typing import TYPE_CHECKING, Any

from steelyard import games
from steelyard.arena.record import read_record, replayed
from tests.server.running_server import GREEDY, ME, Guest, Page, RunningServer, data_of
from tests.server.server_process import ServerProcess
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

GAMES = 18
LIMITS = ("tables=1000", "new_tables=1000", "guest_sockets=1000", "person_cost=100000", "total_cost=100000")
SETTINGS = ("--workers", "0", *(word for limit in LIMITS for word in ("--limit", limit)))


def serving(database: str) -> ServerProcess:
    """Without workers, who have nothing to do here."""
    return ServerProcess(data_of(database), "--database", database, *SETTINGS)


def _answer(page: Page, message: dict[str, Any], rng: Random) -> None:
    for seat, legal in message.get("legal", {}).items():
        page.says("move", turn=message["turn"] + 1, move=rng.choice(legal), seat=int(seat))


def test_killed_in_the_middle_of_many_games_every_page_catches_up_and_every_record_verifies(
    database: str,
) -> None:
    rng = Random(4)
    kinds = [(name, clock) for name in games.names() for clock in ("none", "days:3")]
    with serving(database) as first, Guest(first.address) as ada, ExitStack() as opened:
        tables = []
        for number in range(GAMES):
            game, clock = kinds[number % len(kinds)]
            seats = (ME, GREEDY) if number % 3 else (ME, ME)
            tables.append(ada.sets_up(game, *seats, clock=clock)["id"])
        pages = [opened.enter_context(ada.follows(table)) for table in tables]
        for page in pages:
            _answer(page, page.until("snapshot"), rng)
        for page in pages:  # one turn each, then the next is half made
            message = page.until("turn")
            if rng.random() < 0.7:
                _answer(page, message, rng)
        first.kill()
        for page in pages:  # what was on its way
            page.drain()
        cookie = ada.http.cookies
    with serving(database) as second, Guest(second.address) as back:
        back.http.cookies = cookie
        for table, page in zip(tables, pages, strict=True):
            heard = {message["turn"]: message["moves"] for message in page.heard if message["type"] == "turn"}
            sealed = [message for message in page.heard[-1:] if message["type"] == "sealed"]
            with back.follows(table, page.seq) as again:
                shown = back.shows(table)
                assert shown["seq"] >= (page.seq or 0)
                again.says("ping")
                again.until("pong")  # without a gap, which every page checks for itself
            record = read_record(back.http.get(f"/api/tables/{table}/record").content)
            replayed(record, games.get)
            for turn, moves in heard.items():
                assert list(record.turns[turn - 1].moves) == moves
            if sealed and shown["turn"] == len(heard):
                assert shown["sealed"][sealed[0]["seat"]]
        with back.follows(tables[0]) as page:  # and it is not just there, it goes on
            message = page.until("snapshot")
            if message["live"]:
                _answer(page, {**message, "legal": message["legal"]}, rng)
                page.until("turn")


def test_clocks_stand_still_from_the_end_of_one_server_until_players_meet_at_the_next(database: str) -> None:
    with RunningServer(database) as server, Guest(server.address) as ada:
        table = ada.sets_up("tank_war", ME, ME, clock="bank:120s")["id"]
        with ada.follows(table) as page:
            page.until("clock", running=[True, True])
            page.says("move", turn=1, move="LA", seat=0)
            page.until("sealed")
        cookies = ada.http.cookies
    with RunningServer(database) as server, Guest(server.address) as ada:
        ada.http.cookies = cookies
        wait_until(lambda: table in server.registry.tables)  # games with a clock are taken up at once
        shown = ada.shows(table)
        assert (shown["paused"], shown["running"]) == ([True, True], [False, False])
        assert shown["chosen"] == {"0": "LA"}
        assert all(left > 110_000 for left in shown["clocks_ms"])
        assert ada.shows(table)["clocks_ms"] == shown["clocks_ms"]
        with ada.follows(table) as page:
            page.until("clock", running=[False, True])  # seat 0 has chosen, so only seat 1 is awaited
            page.says("move", turn=1, move="RC", seat=1)
            assert page.until("turn")["moves"] == ["LA", "RC"]


def test_with_days_per_move_the_time_without_a_server_is_nobodys(database: str) -> None:
    with RunningServer(database) as server, Guest(server.address) as ada:
        table = ada.sets_up("tank_battle", ME, ME, clock="days:3")["id"]
        assert ada.shows(table)["running"] == [True, False]
        cookies = ada.http.cookies
    with RunningServer(database) as server, Guest(server.address) as ada:
        ada.http.cookies = cookies
        assert table not in server.registry.tables  # until somebody looks
        shown = ada.shows(table)
        assert (shown["running"], shown["paused"]) == ([True, False], [False, False])
        events = json.loads(ada.http.get(f"/api/tables/{table}/record").text)["events"]
        assert "the server stopped" in events[0]["what"]


def test_bots_go_on_after_a_restart_once_somebody_watches(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with RunningServer(database) as server, Guest(server.address) as ada:
        monkeypatch.setattr(server.registry.compute_pool, "ask", _never)
        table = ada.sets_up("tank_war", GREEDY, GREEDY)["id"]
        with ada.follows(table) as page:
            page.until("snapshot")
    with RunningServer(database) as server, Guest(server.address) as ada, ada.follows(table) as page:
        page.until("over")


async def _never(*_: Any) -> dict[str, Any]:
    await asyncio.sleep(3600)
    return {}


def test_what_the_database_refuses_nobody_hears_of(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move that could not be kept is not announced; pages are sent away and come back to what was kept."""
    with Guest(server.address) as ada:
        table = ada.sets_up("tank_war", ME, ME)["id"]
        other = ada.sets_up("tank_war", ME, ME)["id"]
        transact = server.registry.writer._transact

        def failing(batch: Any) -> None:
            if any(change.values.get("table_id") == table for job in batch for change in job.changes):
                raise OSError("the disk is full")
            transact(batch)

        monkeypatch.setattr(server.registry.writer, "_transact", failing)
        with ada.follows(table) as page, ada.follows(other) as calm:
            page.says("move", turn=1, move="LA", seat=0)
            calm.says("move", turn=1, move="LA", seat=0)
            assert "could not keep" in page.until("refused")["error"]
            assert "sealed" not in {message["type"] for message in page.heard}
            calm.until("sealed")  # another table's changes were in the same boat, and were kept
        monkeypatch.undo()
        with ada.follows(table) as page:
            assert page.until("snapshot")["sealed"] == [False, False]
            page.says("move", turn=1, move="RC", seat=0)
            page.until("sealed")


def test_nothing_is_shown_that_is_not_kept(
    quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks while a move is being written waits; if it cannot be kept, they are told to ask again."""
    with Guest(quick_server.address) as ada, ThreadPoolExecutor(1) as beside:
        table = ada.sets_up("tank_war", ME, ME)["id"]
        live = quick_server.registry.tables[table]
        upload: list[Any] = []
        monkeypatch.setattr(quick_server.registry.writer, "write", lambda *job: upload.append(job))
        with ada.follows(table) as page:
            page.says("move", turn=1, move="LA", seat=0)
            wait_until(lambda: upload)
            asked = beside.submit(ada.http.get, f"/api/tables/{table}")
            wait_until(lambda: live.delivery._waiting)
            assert not asked.done()

            async def forget() -> None:
                quick_server.registry.forget(live, "the disk is full")

            quick_server.do(forget())
            assert asked.result(TIMEOUT_S).status_code == 503
        monkeypatch.undo()
        assert ada.shows(table)["sealed"] == [False, False]


def test_one_database_one_server(database: str, tmp_path: Path) -> None:
    with RunningServer(database):
        same = ["--database", database, "--data", str(data_of(database))]
        second = subprocess.run(
            [sys.executable, "-m", "steelyard", "serve", "--port", "0", *same],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
        )
    assert (second.returncode, second.stderr.count("\n")) == (2, 1)
    assert "another Steelyard server" in second.stderr
