"""Bots that run at home: a token lets them in, and they play as if they were here."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

import pytest
import sqlalchemy as sql
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from steelyard.arena.remote import TICKET_VARIABLE
from steelyard.server.bots import ladder_job, remote
from steelyard.server.bots import socket as bots_socket
from steelyard.server.bots.job_kinds import LADDER
from steelyard.server.bots.schema import bots, matches
from steelyard.server.bots.store import Bot
from steelyard.server.jobs.queue import Job
from tests.server.bots.archives import POLITE
from tests.server.bots.bot_owners import BotOwner, job_context, works_off
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from starlette.websockets import WebSocket

    from steelyard.server.jobs.context import JobContext
    from tests.server.running_server import RunningServer

LEAVES = POLITE.replace('answer = {"type": "move"', 'break\n        answer = {"type": "move"')


@pytest.fixture
def context(quick_server: RunningServer) -> Iterator[JobContext]:
    with job_context(quick_server, f"ws://{quick_server.address}") as context:
        yield context


@contextmanager
def at_home(server: RunningServer, told: dict[str, Any], folder: Path, program: str) -> Iterator[None]:
    """A bot that is connected with the command that people use."""
    (folder / "bot.py").write_text(program)
    url = f"ws://{server.address}/ws/bots/{told['bot']}"
    command = [
        sys.executable,
        "-m",
        "steelyard",
        "connect",
        url,
        "--",
        sys.executable,
        str(folder / "bot.py"),
    ]
    running = subprocess.Popen(command, env={**os.environ, "STEELYARD_TOKEN": told["token"]})
    try:
        wait_until(lambda: told["bot"] in server.app.state.bot_connections.homes)
        yield
    finally:
        running.terminate()
        running.wait(TIMEOUT_S)


def games(context: JobContext) -> list[Any]:
    with context.engine.connect() as connection:
        return list(connection.execute(sql.select(matches)).all())


def test_a_bot_at_home_plays_unrated_until_an_organiser_allows_more(
    quick_server: RunningServer, ada: BotOwner, context: JobContext, tmp_path: Path
) -> None:
    told = ada.asks("/api/bots/remote", 201, game="tank_war", name="Homebody")
    with at_home(quick_server, told, tmp_path, POLITE):
        wait_until(lambda: ada.sees(f"/api/bots/{told['bot']}")["online"])
        assert ladder_job.add_next(context)
        works_off(context, "ladder")
        first = games(context)
        assert len(first) == 4
        assert [row.verdict for row in first] == [""] * 4
        assert {row.rated for row in first} == {False}
        assert ada.sees(f"/api/bots/{told['bot']}")["standing"] is None
        assert ada.http.post(f"/api/bots/{told['bot']}/rated", json={"rated": True}).status_code == 403
        with BotOwner(quick_server, "Teacher", "organiser") as teacher:
            teacher.asks(f"/api/bots/{told['bot']}/rated", rated=True)
        ladder_job.add_next(context)
        works_off(context, "ladder")
        assert ada.sees(f"/api/bots/{told['bot']}")["standing"]["games"] == 4
    wait_until(lambda: not ada.sees(f"/api/bots/{told['bot']}")["online"])
    assert not ladder_job.add_next(context)


def test_a_bot_that_goes_away_in_the_middle_loses_as_one_that_crashed(
    quick_server: RunningServer, ada: BotOwner, context: JobContext, tmp_path: Path
) -> None:
    told = ada.asks("/api/bots/remote", 201, game="tank_war", name="Homebody")
    with at_home(quick_server, told, tmp_path, LEAVES):
        wait_until(lambda: ada.sees(f"/api/bots/{told['bot']}")["online"])
        ladder_job.add_next(context)
        works_off(context, "ladder")
    lost = games(context)[0]
    assert lost.reason in {"crashed", "failed_to_start"}
    assert told["bot"] != (lost.first, lost.second)[lost.winner]


def refused(address: str, headers: dict[str, str]) -> int:
    with (
        connect(address, additional_headers=headers, open_timeout=TIMEOUT_S) as socket,
        pytest.raises(ConnectionClosed) as closed,
    ):
        socket.recv(timeout=TIMEOUT_S)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def test_only_its_token_lets_a_bot_in_and_a_new_one_makes_the_old_one_worthless(
    quick_server: RunningServer, ada: BotOwner, bob: BotOwner
) -> None:
    told = ada.asks("/api/bots/remote", 201, game="tank_war", name="Homebody")
    address = f"ws://{quick_server.address}/ws/bots/{told['bot']}"
    for header in ("", "Bearer", "Bearer x", f"Basic {told['token']}"):
        assert refused(address, {"Authorization": header}) == 4411
    assert refused(f"ws://{quick_server.address}/ws/bots/2222222222", {"Authorization": "Bearer x"}) == 4411
    assert bob.http.post(f"/api/bots/{told['bot']}/token", json={}).status_code == 403
    own = {"Authorization": f"Bearer {told['token']}"}
    with connect(address, additional_headers=own, open_timeout=TIMEOUT_S) as socket:
        wait_until(lambda: told["bot"] in quick_server.app.state.bot_connections.homes)
        new = ada.asks(f"/api/bots/{told['bot']}/token")
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=TIMEOUT_S)
    assert refused(address, own) == 4411
    ada.asks(f"/api/bots/{told['bot']}/token/revoke")
    assert refused(address, {"Authorization": f"Bearer {new['token']}"}) == 4411


def test_a_bots_line_counts_among_those_of_its_address(
    quick_server: RunningServer, ada: BotOwner, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = ada.asks("/api/bots/remote", 201, game="tank_war", name="Homebody")
    address = f"ws://{quick_server.address}/ws/bots/{told['bot']}"
    own = {"Authorization": f"Bearer {told['token']}"}
    count = quick_server.app.state.sockets.count
    monkeypatch.setattr(count, "_per_address", 1)
    with connect(address, additional_headers=own, open_timeout=TIMEOUT_S):
        wait_until(lambda: told["bot"] in quick_server.app.state.bot_connections.homes)
        assert count.total == 1
        assert refused(address, own) == 1013
    wait_until(lambda: count.total == 0)


class Chatterbox:
    """A socket whose bot says that much at once, and leaves."""

    def __init__(self, messages: int) -> None:
        self._left = messages

    async def receive(self) -> dict[str, str]:
        self._left -= 1
        return {"type": "websocket.receive" if self._left >= 0 else "websocket.disconnect", "text": "{}"}


def test_a_bot_that_talks_without_end_is_read_at_a_steady_pace() -> None:
    home = bots_socket.BotConnection(cast("WebSocket", Chatterbox(2 * bots_socket.MESSAGES + 20)), 1)
    began = time.monotonic()
    asyncio.run(bots_socket._from_home(home))
    assert time.monotonic() - began >= 19 / bots_socket.MESSAGES


def test_a_shut_accounts_bot_is_cut_off_at_once_and_stays_out(
    quick_server: RunningServer, ada: BotOwner
) -> None:
    told = ada.asks("/api/bots/remote", 201, game="tank_war", name="Homebody")
    address = f"ws://{quick_server.address}/ws/bots/{told['bot']}"
    own = {"Authorization": f"Bearer {told['token']}"}
    shut = f"/api/people/{ada.id}/disabled"
    with BotOwner(quick_server, "Teacher", "organiser") as teacher:
        with connect(address, additional_headers=own, open_timeout=TIMEOUT_S) as socket:
            wait_until(lambda: told["bot"] in quick_server.app.state.bot_connections.homes)
            teacher.http.post(shut, json={"disabled": True})
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(timeout=5)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4411, "its owner's account is shut")
        assert refused(address, own) == 4411
        teacher.http.post(shut, json={"disabled": False})
    with connect(address, additional_headers=own, open_timeout=TIMEOUT_S):
        wait_until(lambda: told["bot"] in quick_server.app.state.bot_connections.homes)


def test_a_bot_that_was_let_in_while_its_token_changed_is_out(
    quick_server: RunningServer, ada: BotOwner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old token was right when it was looked up, and is not any more."""
    told = ada.asks("/api/bots/remote", 201, game="tank_war", name="Homebody")
    look_up = bots_socket._kept

    def slow(engine: sql.Engine, name: str) -> Any:
        found = look_up(engine, name)
        ada.asks(f"/api/bots/{told['bot']}/token/revoke")
        return found

    monkeypatch.setattr(bots_socket, "_kept", slow)
    address = f"ws://{quick_server.address}/ws/bots/{told['bot']}"
    assert refused(address, {"Authorization": f"Bearer {told['token']}"}) == 4411


def test_no_token_is_kept_and_none_is_told_again(quick_server: RunningServer, ada: BotOwner) -> None:
    told = ada.asks("/api/bots/remote", 201, game="tank_war", name="Homebody")
    with quick_server.registry.store.engine.connect() as connection:
        row = str(connection.execute(sql.select(bots)).one())
    assert told["token"] not in row
    assert remote.hashed(told["token"]) in row
    for path in (f"/api/bots/{told['bot']}", "/api/bots"):
        answer = ada.http.get(path).text
        assert told["token"] not in answer
        assert remote.hashed(told["token"]) not in answer


def test_the_ticket_is_on_no_command_line_and_in_no_log() -> None:
    bot = Bot("2222222222", 1, "tank_war", "Homebody", True, False, 0.0, "", 0.0, 0.0, "", False)  # noqa: FBT003
    job = Job(1, LADDER.name, {}, 0, 1)
    ticket = remote.ticket(b"secret", bot.id, job)
    program = remote.program(b"secret", bot, "ws://127.0.0.1:1", job)
    assert program.secrets == {TICKET_VARIABLE: ticket}
    assert not any(ticket in word for word in program.run)
    assert ticket not in repr(program)


def test_a_seat_is_taken_with_a_ticket_of_a_job_as_long_as_that_is_done(
    quick_server: RunningServer, ada: BotOwner, context: JobContext
) -> None:
    """However long the job has to wait for a build or a machine, and whatever becomes of its first bridge."""
    told = ada.asks("/api/bots/remote", 201, game="tank_war", name="Homebody")
    secret = remote.key(quick_server.registry.settings.data)
    context.queue.add(LADDER, {}, 0)
    job = context.queue.claim([LADDER])
    assert job is not None
    address = f"ws://{quick_server.address}/ws/seats/{told['bot']}"

    def shown(ticket: str) -> int:
        return refused(address, {"Authorization": f"Bearer {ticket}"})

    good = remote.ticket(secret, told["bot"], job)
    for bad in (
        "",
        "x",
        "1.1.\N{LATIN SMALL LETTER E WITH ACUTE}".encode().decode("latin-1"),
        remote.ticket(b"another", told["bot"], job),
        remote.ticket(secret, "2222222222", job),
        remote.ticket(secret, told["bot"], job._replace(attempts=2)),
    ):
        assert shown(bad) == 4411
    assert refused(f"{address}?ticket={good}", {}) == 4411, "proxies would write it down"
    assert shown(good) == 4404, "a good ticket, but the bot is not there"
    assert shown(good) == 4404, "another bridge of the same job"
    with context.engine.begin() as connection:
        context.queue.finish(connection, job, {})
    assert shown(good) == 4411, "the job is over"
    assert quick_server.registry.settings.data.joinpath("workshop.key").stat().st_mode & 0o77 == 0
