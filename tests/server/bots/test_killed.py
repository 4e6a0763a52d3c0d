"""Server and workers killed at any moment: what was answered is kept, what was played counts once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import httpx
import sqlalchemy as sql

from steelyard.server import store
from steelyard.server.accounts.schema import audit
from steelyard.server.bots.schema import jobs, matches, ratings, versions
from steelyard.server.workshop import ladder
from tests.patience import PATIENCE_S, wait_until
from tests.server.bots.packing import BOT_TOML, GOOD, zipped
from tests.server.house import MARK

if TYPE_CHECKING:
    from collections.abc import Iterator

ROUNDS = 2
PACE_S = 1.5


class Server:
    """`steelyard serve` with one worker, in a process of its own."""

    def __init__(self, data: Path, solved: Path) -> None:
        command = [sys.executable, "-m", "steelyard", "serve", "--cold", "--port", "0", "--data", str(data)]
        ready = {**os.environ, "STEELYARD_DATA": str(solved)}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ready)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        self.address = next(word for word in said.split() if word.startswith("http"))

    def workers(self) -> list[int]:
        pid = self.process.pid
        with suppress(OSError):
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            return [int(child) for child in children if b"work" in _command(child)]
        return []

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE_S)
        assert self.process.stdout is not None
        self.process.stdout.close()


def _command(pid: str) -> list[bytes]:
    return Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")


@contextmanager
def serving(data: Path, solved: Path) -> Iterator[Server]:
    server = Server(data, solved)
    try:
        yield server
    finally:
        server.kill()


class Uploader(threading.Thread):
    """Hands in one bot after the other, and remembers what it was answered."""

    def __init__(self, address: str, name: str) -> None:
        super().__init__(daemon=True)
        self.http = httpx.Client(base_url=address, headers=MARK, timeout=PATIENCE_S)
        secret = {"name": name, "password": "correct horse battery"}
        answer = self.http.post("/api/account/sign-in", json=secret)
        if answer.status_code != 200:
            assert self.http.post("/api/account/register", json=secret).status_code == 201
        self.taken: list[dict[str, Any]] = []

    def run(self) -> None:
        with suppress(httpx.TransportError):
            for number in range(10_000):
                toml = BOT_TOML.replace("Ada", f"Bot {number % 7}")
                data = zipped({**GOOD, "bot.toml": toml})
                answer = self.http.post(
                    "/api/bots", content=data, headers={"Content-Type": "application/zip"}
                )
                if answer.status_code == 201:
                    self.taken.append(answer.json())
                time.sleep(PACE_S)  # so that there is time for games between the builds


def _await_more(engine: sql.Engine, games: int, uploader: Uploader) -> None:
    """Until something was handed in and something was played."""
    wait_until(lambda: len(rows(engine, matches.c.id)) > games and uploader.taken)


def rows(engine: sql.Engine, *columns: sql.ColumnElement[Any]) -> list[Any]:
    with engine.connect() as connection:
        return list(connection.execute(sql.select(*columns)).all())


def test_kill_at_random_moments_loses_no_upload_no_finished_game_and_no_audit_entry(
    tmp_path: Path, solved_data: Path
) -> None:
    """People hand in while the worker builds and plays; the worker is killed, then the server; and again."""
    chance = Random(os.getpid())
    taken: list[dict[str, Any]] = []
    games: set[Any] = set()
    for number in range(ROUNDS):
        with serving(tmp_path, solved_data) as server:
            uploader = Uploader(server.address, "Ada")
            uploader.start()
            engine = store.opened(f"sqlite:///{tmp_path}/tables.db")
            _await_more(engine, len(games), uploader)
            time.sleep(chance.random())  # anywhere in what it is doing: this is no waiting for something
            for worker in server.workers():
                os.kill(worker, signal.SIGKILL)
            time.sleep(chance.random())
            games |= set(rows(engine, matches.c.id, matches.c.winner))
            engine.dispose()
        uploader.join(PATIENCE_S)
        taken += uploader.taken
        assert number + 1 <= len(taken)
    with serving(tmp_path, solved_data):
        engine = store.opened(f"sqlite:///{tmp_path}/tables.db")
        wait_until(
            lambda: not set(rows(engine, versions.c.state)) & {("waiting",), ("building",), ("checking",)}
        )
        known = {
            row.id: row
            for row in rows(engine, versions.c.id, versions.c.bot, versions.c.state, versions.c.number)
        }
        for upload in taken:
            version = known[upload["version"]]
            assert (version.bot, version.number, version.state) == (upload["bot"], upload["number"], "fit")
            assert (tmp_path / "bots" / version.id / "source" / "bot.toml").is_file()
        told = [
            row.subject
            for row in rows(engine, audit.c.action, audit.c.subject)
            if row.action == "bot.hand_in"
        ]
        assert len(told) == len(known), "an entry for each"
        assert games <= set(rows(engine, matches.c.id, matches.c.winner))
    with engine.connect() as connection:
        anew = ladder.recount(connection, "tank_war")
    kept = {
        row.player: (row.mu, row.sigma, row.games)
        for row in rows(engine, ratings.c.player, ratings.c.mu, ratings.c.sigma, ratings.c.games)
    }
    assert kept == {player: (each.mu, each.sigma, each.games) for player, each in anew.items()}
    places = rows(engine, matches.c.occasion, matches.c.place)
    assert len(places) == len(set(places)), "no game was played twice"
    failed = [row for row in rows(engine, jobs.c.kind, jobs.c.state) if row.state == "failed"]
    assert not [row for row in failed if row.kind == "build"]
    engine.dispose()
