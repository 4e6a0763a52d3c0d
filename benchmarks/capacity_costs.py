"""Measures what things cost the server and the workers, and writes the figures to capacity_costs.toml.

    python benchmarks/capacity_costs.py [--seconds 30] [--into benchmarks/capacity_costs.toml]

A real server on an empty database: live games with few and with many watchers (load.py), which gives the cost
of a turn and of a screen; open sockets and tables, for their memory; pages and requests. Besides, without a
server: a commit to the disk, a record, a stored game, the build and the checks of a bot, a ladder game, a
bot's move. All costs are processor time, except commits, which wait for the disk. `capacity.py` reads it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import resource
import statistics
import time
import tomllib
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import httpx
import load
import sqlalchemy as sql
import tomli_w
from crowd import MARK, Crowd, Table
from server_process import cpu_s, memory_mb
from year_data import Filling
from year_games import Size

from steelyard import bots, games, kits
from steelyard.arena.execution.build_work import CheckWork, findings
from steelyard.arena.execution.executors import LocalExecutor
from steelyard.arena.match.plan import MatchPlan
from steelyard.arena.match.pool import MatchWork, read_game
from steelyard.arena.program import find
from steelyard.arena.record import read_record, write_record
from steelyard.arena.sandbox import process
from steelyard.server.bots.game_job import short_clock
from steelyard.server.database.database import Database
from steelyard.server.jobs.schema import jobs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steelyard.arena.record import Record

FILE = Path(__file__).with_name("capacity_costs.toml")
GAMES = 40
MORE_GAMES = 160
WATCHERS = 400
SOCKETS = 400
TABLES = 200
REQUESTS = 50
COMMITS = 200
STORED = 4000
OF_PEOPLE = ("tables", "entries", "seats", "results")
OF_BOTS = ("bot_games",)
ISOLATED = process.available() is None
BOTS = {"tank_war": "greedy", "tank_battle": "alphabeta", "tank_duel": "mcts"}
MOVE_S = 0.3  # that a bot may think in a game against somebody


def measured_load(games_: int, watchers: int, seconds: float, warm: float = 10.0) -> dict[str, Any]:
    """What load.py measures, and unrounded: the server's share of a core, its memory, the bytes of a turn."""
    words = ["--games", games_, "--watchers", watchers, "--seconds", seconds, "--warm", warm]
    chosen = load.arguments([str(word) for word in words])
    with TemporaryDirectory() as data, closing(_Server(data)) as server:
        measured = asyncio.run(load.run(server.address, server.pid, chosen))
    return load.figures(measured, chosen) | {
        "share": measured.spent["server"] / seconds,
        "memory_mb": measured.memory[-1],
        "bytes a screen": measured.crowd.turn_bytes / max(measured.crowd.watched, 1),
    }


class _Server:
    def __init__(self, data: str) -> None:
        self._process, self.address = load.server(data)
        self.pid = self._process.pid

    def close(self) -> None:
        with self._process:  # waits for its end, and closes its output
            self._process.terminate()


def turns_and_screens(seconds: float) -> dict[str, float]:
    """From three loads: what a turn costs, what each screen adds, and what is spent whatever is played."""
    few = measured_load(GAMES, 0, seconds)
    more = measured_load(MORE_GAMES, 0, seconds)
    many = measured_load(GAMES, WATCHERS, seconds)
    turns = [few["a second"] / 2, more["a second"] / 2, many["a second"] / (2 + WATCHERS // GAMES)]
    both_ms = 1000 * (more["share"] - few["share"]) / (turns[1] - turns[0])  # a turn and its two screens
    base = few["share"] - both_ms * turns[0] / 1000
    rest_ms = 1000 * (many["share"] - base) / turns[2] - both_ms
    screen_ms = max(0.0, rest_ms / (WATCHERS // GAMES))
    return {
        "turn_ms": max(0.0, both_ms - 2 * screen_ms),
        "screen_ms": screen_ms,
        "screen_bytes": many["bytes a screen"],
        "idle_share": max(0.0, base),
        "load_average": os.getloadavg()[0],
    }


def memory() -> dict[str, float]:
    """Of a process with nobody there, of an open table, and of an open socket."""
    with TemporaryDirectory() as data, closing(_Server(data)) as server:
        return asyncio.run(_memory(server))


async def _memory(server: _Server) -> dict[str, float]:
    crowd = Crowd(server.address, 1.0, 1)
    async with httpx.AsyncClient(base_url=f"http://{server.address}", headers=MARK, timeout=60) as guest:
        await guest.get("/api/me")
        await asyncio.sleep(5)
        empty = memory_mb(server.pid)
        table = Table(crowd, "tank_battle", [guest, guest], 0)
        for _ in range(TABLES):
            asked = {"game": "tank_battle", "seats": [{"kind": "me"}, {"kind": "open"}]}
            table.name = (await guest.post("/api/tables", json=asked)).json()["id"]
        with_tables = memory_mb(server.pid)
        pages = [await table._open("") for _ in range(SOCKETS)]  # noqa: SLF001 - of the same benchmark
        await asyncio.sleep(2)
        with_sockets = memory_mb(server.pid)
        for page in pages:
            page.transport.close()
    return {
        "process_mb": empty,
        "table_kb": 1024 * (with_tables - empty) / TABLES,
        "socket_kb": 1024 * (with_sockets - with_tables) / SOCKETS,
    }


def requests() -> dict[str, float]:
    """Processor time of the server for a request of each kind, in milliseconds."""
    asked = {"page_ms": "/", "list_ms": "/api/tables", "answer_ms": "/api/me"}
    found = {}
    with (
        TemporaryDirectory() as data,
        closing(_Server(data)) as server,
        httpx.Client(base_url=f"http://{server.address}", headers=MARK, timeout=60) as client,
    ):
        time.sleep(8.0)
        for name, path in asked.items():
            client.get(path)
            before = cpu_s(server.pid)
            for _ in range(REQUESTS):
                client.get(path)
            found[name] = 1000 * (cpu_s(server.pid) - before) / REQUESTS
    return found


def commits() -> dict[str, float]:
    """How long a transaction takes to the disk, with one row and with many."""
    row = {"kind": "x", "rank": 0, "payload": "x" * 200, "owner": 0, "state": "done", "attempts": 0}
    row |= {"claimed_by": "", "beat_ms": 0.0, "created_ms": 0.0, "result": ""}
    with TemporaryDirectory() as data, closing(Database(f"sqlite:///{data}/tables.db")) as database:
        times: dict[int, list[float]] = {1: [], 50: []}
        for rows, took in times.items():
            for _ in range(COMMITS):
                began = time.perf_counter()
                with database.engine.begin() as connection:
                    connection.execute(sql.insert(jobs), [row] * rows)
                took.append(1000 * (time.perf_counter() - began))
    one, fifty = (statistics.median(each) for each in times.values())
    return {"commit_ms": one, "row_ms": max(0.0, (fifty - one) / 49)}


def stored() -> dict[str, float]:
    """What a finished game takes of the disk, with its indexes: of people at a table, and of bots."""
    with TemporaryDirectory() as data:
        url = f"sqlite:///{data}/tables.db"
        Filling(url, Path(data), Size(50, 10, STORED, 1, 10)).fill(lambda _: None)
        with closing(Database(url)) as database, database.engine.connect() as connection:
            return {"game_kb": _held_kb(connection, OF_PEOPLE), "bot_game_kb": _held_kb(connection, OF_BOTS)}


def _held_kb(connection: sql.Connection, names: tuple[str, ...]) -> float:
    """Of these tables with their indexes, for each row of the first."""
    pages = "SELECT sum(pgsize) FROM dbstat JOIN sqlite_master USING (name) WHERE tbl_name = :name"
    held = sum(connection.execute(sql.text(pages), {"name": name}).scalar_one() for name in names)
    rows: int = connection.execute(sql.text(f"SELECT count(*) FROM {names[0]}")).scalar_one()  # noqa: S608 - ours
    return float(held) / rows / 1024


def played_games() -> dict[str, float]:
    """Processor time of a ladder game between two small bots, and of writing and reading its record."""
    with TemporaryDirectory() as folder:
        bot = _kit("python", Path(folder))
        game = "tank_war"
        setups = tuple(games.get(game).setups())
        plan = MatchPlan.of(game, {}, (bot, bot), 8, setups, "1", short_clock(game), isolated=ISOLATED)
        records: list[Record] = []
        with _timed() as spent, closing(LocalExecutor().open(MatchWork(plan))) as runner:
            records.extend(read_game(runner.play(number))[0] for number in range(8))
    line = write_record(records[0])
    began = time.process_time()
    for _ in range(500):
        read_record(write_record(records[0]))
    return {
        "ladder_game_s": spent() / len(records),
        "record_ms": 1000 * (time.process_time() - began) / 500,
        "record_bytes": float(len(line)),
    }


def builds() -> dict[str, float]:
    """Processor time of a build and of the checks after it, of the starter kits."""
    found = {}
    for language in ("python", "cpp"):
        with TemporaryDirectory() as folder:
            Path(folder).chmod(0o755)
            program = _kit(language, Path(folder))
            executor = LocalExecutor()
            with _timed() as spent:
                executor.build(program, Path(folder) / "built", isolated=ISOLATED)
                clock = games.get("tank_war").clock
                work = CheckWork(_built(program, Path(folder) / "built"), ISOLATED, "tank_war", clock)
                failed = [each.detail for each in findings(executor.open(work), first=2) if not each.passed]
            if failed:
                raise SystemExit(f"the kit in {language} is unfit: {failed[0]}")
            found[f"build_{language}_s"] = spent()
    return found


def _kit(language: str, folder: Path) -> Any:
    kits.put_out(kits.kit("tank_war", language), folder / "kit", "Kit")
    for each in (folder, folder / "kit"):
        each.chmod(0o755)
    return find(str(folder / "kit"), "tank_war", [])


def _built(program: Any, folder: Path) -> Any:
    return replace(program, folder=folder, build=())


def moves() -> dict[str, float]:
    """Processor time of a move of a built-in bot, in a game against somebody."""
    found = {}
    for game, bot in BOTS.items():
        player = bots.get(game, bot, 1)
        state = player.game.start()
        player.choose(state, 0, MOVE_S)
        began = time.process_time()
        for _ in range(3):
            player.choose(state, 0, MOVE_S)
        found[f"move_{game}_s"] = (time.process_time() - began) / 3
    return found


class _timed:  # noqa: N801 - used as a function
    """Processor time of this process and its children that have ended."""

    def __enter__(self) -> Callable[[], float]:
        self._before = self._spent()
        self._after = 0.0
        return lambda: self._after

    def __exit__(self, *_: object) -> None:
        self._after = self._spent() - self._before

    @staticmethod
    def _spent() -> float:
        who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
        return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, who))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=30.0, help="of each load")
    parser.add_argument("--into", type=Path, default=FILE)
    parser.add_argument(
        "--only", nargs="*", default=[], help="measure these parts again, and keep the others"
    )
    chosen = parser.parse_args()
    found: dict[str, dict[str, Any]] = {}
    if chosen.only:
        found = tomllib.loads(chosen.into.read_text("utf-8"))
    for name, measure in _measures(chosen.seconds):
        if chosen.only and name not in chosen.only:
            continue
        found[name] = {key: round(value, 5) for key, value in measure().items()}
        print(f"{name}: {found[name]}", flush=True)
    found["machine"] = {
        "cores": os.cpu_count() or 1,
        "processor": platform.machine(),
        "python": platform.python_version(),
        "load_average": os.getloadavg()[0],
        "date": time.strftime("%Y-%m-%d"),
    }
    chosen.into.write_bytes(tomli_w.dumps(found).encode())


def _measures(seconds: float) -> Iterator[tuple[str, Callable[[], dict[str, float]]]]:
    yield "live", lambda: turns_and_screens(seconds)
    yield "memory", memory
    yield "requests", requests
    yield "disk", commits
    yield "stored", stored
    yield "bots", lambda: played_games() | builds() | moves()


if __name__ == "__main__":
    main()
