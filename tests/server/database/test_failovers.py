"""A hundred games while PostgreSQL is restarted, put back from a base backup, or replaced by a standby."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import shutil
import threading
from contextlib import closing
from typing import TYPE_CHECKING, Any, Self

import psycopg
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from steelyard.server.database.position import FILE
from tests.server.database.cluster import Cluster, name_of
from tests.server.database.test_going_back import check_refuses, went_back
from tests.server.running_server import ME, Guest
from tests.server.served import Served
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType


logger = logging.getLogger(__name__)
pytestmark = pytest.mark.long
GAMES = 100
ENOUGH = [
    f"--limit={name}=1000000"
    for name in (
        "tables",
        "sockets",
        "guest_sockets",
        "person_cost",
        "address_cost",
        "stranger_cost",
        "total_cost",
    )
]
Turns = dict[str, list[list[str]]]


class Replaceable(Cluster):
    """A cluster that is copied while it runs, and whose place a copy takes."""

    def copies(self, name: str, *more: str) -> None:
        place = f"{self._folder}/{name}"
        self._run("pg_basebackup", "-h", str(self._folder), "-D", place, "-c", "fast", "--no-sync", *more)

    def is_replaced_by(self, name: str) -> None:
        """The one that runs is gone, with all that only it knew."""
        self.kill()
        shutil.rmtree(self._folder / "data")
        (self._folder / name).rename(self._folder / "data")
        self.start()

    def restarts_at_once(self) -> None:
        """As `pg_ctl restart -m immediate` does."""
        self.stop()
        self.start()

    def has_standby(self) -> None:
        """One that follows this cluster without being waited for."""
        self.copies("standby", "-R")
        self._standby_socket = self._folder / "s"
        self._standby_socket.mkdir()
        if self._as:
            shutil.chown(self._standby_socket, "postgres", "postgres")
        options = f"-c listen_addresses= -c unix_socket_directories={self._standby_socket} {self._settings}"
        self._standby("start", "-l", f"{self._folder}/standby.log", "-o", options)

    def _standby(self, *words: str) -> None:
        self._run("pg_ctl", "-w", "-D", f"{self._folder}/standby", *words)

    def standby_falls_behind(self) -> None:
        """As a slow network has it do."""
        address = f"host={self._standby_socket} user={self._user} dbname=postgres"
        with closing(psycopg.connect(address, autocommit=True)) as connection:
            connection.execute("ALTER SYSTEM SET primary_conninfo = ''")
            connection.execute("SELECT pg_reload_conf()")

            def is_alone() -> bool:
                return not connection.execute("SELECT 1 FROM pg_stat_wal_receiver").fetchall()

            wait_until(is_alone)

    def fails_over(self) -> None:
        self.kill()
        self._standby("promote")
        self._standby("stop", "-m", "fast")
        shutil.rmtree(self._folder / "data")
        (self._folder / "standby").rename(self._folder / "data")
        self.start()


class Players:
    """Whoever plays a hundred games, with all that they were shown of them."""

    def __init__(self, served: Served, seed: int) -> None:
        self._served = served
        self._chance = random.Random(seed)
        self.guest = Guest(served.address, checked=False)
        self.tables = [self.guest.sets_up("tank_war", ME, ME)["id"] for _ in range(GAMES)]
        self.shown: Turns = {table: [] for table in self.tables}
        self.over: set[str] = set()
        self.refused: set[str] = set()
        self._ended = threading.Event()
        self.may_move = threading.Event()
        """While it is not set, they wait, so that there are moves left to make."""
        self.may_move.set()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._play()), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self.may_move.set()
        self._thread.join(TIMEOUT_S)
        self.guest.http.close()

    @property
    def turns(self) -> int:
        return sum(map(len, self.shown.values()))

    def done(self) -> bool:
        return len(self.over | self.refused) == GAMES

    async def _play(self) -> None:
        await asyncio.gather(*map(self._follow, self.tables))

    async def _follow(self, table: str) -> None:
        address = f"ws://{self._served.address}/ws/tables/{table}"
        while not (self._ended.is_set() or table in self.over or table in self.refused):
            try:
                async with connect(address, additional_headers={"Cookie": self.guest.cookie}) as page:
                    async for text in page:
                        await self._take(table, page, json.loads(text))
                        if self._ended.is_set() or table in self.over:
                            return
            except (ConnectionClosed, InvalidHandshake, InvalidStatus, OSError, TimeoutError):
                await asyncio.sleep(0.1)

    async def _take(self, table: str, page: Any, message: dict[str, Any]) -> None:
        if message["type"] == "refused" and message.get("code") == "database_went_back":
            self.refused.add(table)
        if message["type"] == "turn":
            self.shown[table].append(message["moves"])
            assert message["turn"] == len(self.shown[table])
        if message["type"] == "over":
            self.over.add(table)
        if message["type"] in {"snapshot", "turn"}:
            assert message["turn"] == len(self.shown[table]), "a game that was not played"
            for seat, legal in message.get("legal", {}).items():
                move = self._chance.choice(legal)
                if not self.may_move.is_set():
                    await asyncio.to_thread(self.may_move.wait)
                said = {"type": "move", "turn": message["turn"] + 1, "move": move, "seat": int(seat)}
                await page.send(json.dumps(said))


def stored(cluster: Cluster, database: str) -> Turns:
    """Every game as the database has it."""
    address = f"host={cluster._folder} user={cluster._user} dbname={name_of(database)}"
    found: Turns = {}
    with closing(psycopg.connect(address)) as connection:
        for table, body in connection.execute("SELECT table_id, body FROM entries ORDER BY table_id, seq"):
            turns = found.setdefault(table, [])
            entry = json.loads(body)
            if entry["kind"] == "turn":
                turns.append(entry["moves"])
    return found


@pytest.fixture
def cluster() -> Iterator[Replaceable]:
    cluster = Replaceable("-c full_page_writes=on")
    try:
        yield cluster
    finally:
        cluster.remove()


def check_accepted(cluster: Replaceable, database: str, data: Path, players: Players) -> int:
    """The server does not start again until the loss is accepted; then games are as far as they were kept."""
    before = stored(cluster, database)
    lost = 0
    for table, shown in players.shown.items():
        kept = before.get(table, [])
        assert kept == shown[: len(kept)], "a game that was not played"
        lost += len(shown) - len(kept)
    with Served(data, "--database", database) as again:
        assert (again.address, again.ends()) == ("", 2)
        assert f"delete {data / FILE}" in again.said
    (data / FILE).unlink()
    with Served(data, "--database", database, *ENOUGH) as accepted:
        for table in players.tables:
            answer = players.guest.http.get(f"http://{accepted.address}/api/tables/{table}")
            assert answer.json()["turn"] == len(before.get(table, []))
    return lost


def test_an_immediate_restart_loses_nothing_whatever_the_database_is_set_to(
    cluster: Replaceable, tmp_path: Path
) -> None:
    cluster.does("ALTER SYSTEM SET synchronous_commit = off")
    cluster.does("ALTER SYSTEM SET wal_writer_delay = '10s'")
    cluster.does("SELECT pg_reload_conf()")
    database = cluster.database()
    with Served(tmp_path, "--database", database, *ENOUGH) as served, Players(served, 1) as players:
        wait_until(lambda: players.turns > 2 * GAMES)
        cluster.restarts_at_once()
        wait_until(players.done, 3 * TIMEOUT_S)
        assert len(players.over) == GAMES
        assert stored(cluster, database) == players.shown
        logger.info("%d turns were shown, none was lost", players.turns)
        assert "gone back" not in served.said


def test_a_base_backup_that_is_put_back_ends_all_games(cluster: Replaceable, tmp_path: Path) -> None:
    database = cluster.database()
    with Served(tmp_path, "--database", database, *ENOUGH) as served, Players(served, 2) as players:
        wait_until(lambda: players.turns > GAMES)
        players.may_move.clear()
        cluster.copies("copy")
        before = players.turns
        players.may_move.set()
        wait_until(lambda: players.turns > before + GAMES)
        cluster.is_replaced_by("copy")
        wait_until(lambda: went_back(served))
        wait_until(players.done)
        check_refuses(served, players.tables[0])
        served.process.terminate()
        assert served.ends() == 2
        lost = check_accepted(cluster, database, tmp_path, players)
        assert lost > 0
        logger.info("%d turns were shown, %d of them were lost", players.turns, lost)


def test_a_standby_that_lacks_something_ends_all_games(cluster: Replaceable, tmp_path: Path) -> None:
    database = cluster.database()
    cluster.has_standby()
    with Served(tmp_path, "--database", database, *ENOUGH) as served, Players(served, 3) as players:
        wait_until(lambda: players.turns > GAMES)
        players.may_move.clear()
        cluster.standby_falls_behind()
        before = players.turns
        players.may_move.set()
        wait_until(lambda: players.turns > before + GAMES)
        cluster.fails_over()
        wait_until(lambda: went_back(served))
        wait_until(players.done)
        check_refuses(served, players.tables[0])
        served.process.terminate()
        assert served.ends() == 2
        lost = check_accepted(cluster, database, tmp_path, players)
        assert lost > 0
        logger.info("%d turns were shown, %d of them were lost", players.turns, lost)
