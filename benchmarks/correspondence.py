"""Many unfinished games of days per move: what they cost a server that nobody asks for them.

    python benchmarks/correspondence.py --games 100000 --finished 1000

A database is filled with so many unfinished correspondence games, and so many finished games of each kind; a
server is started on it and on an empty one. Printed are the time until it answers, its memory then and after
some seconds, and how long lists of 24 take the first and the second time.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import httpx
import msgspec

from steelyard import games
from steelyard.server.database.database import Database
from steelyard.server.ids import new_id
from steelyard.server.tables.changes import ORDER, added_entry, added_table, updated_table
from steelyard.server.tables.table import Table
from steelyard.server.tables.terms import Chair, Terms
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from steelyard.server.database.writer import Change
    from steelyard.server.tables.log import Entry

SAMPLES, AT_ONCE = 10, 1000
TURNS = 6  # of an unfinished game
SETTLE_S = 5.0
PLAYERS = (Chair("guest", "Ada", "a" * 64), Chair("guest", "Bob", "b" * 64))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100_000, help="unfinished, with days per move")
    parser.add_argument("--finished", type=int, default=1000, help="of each game")
    asked = parser.parse_args()
    with TemporaryDirectory(prefix="steelyard-correspondence-") as folder:
        empty, full = Path(folder, "empty.db"), Path(folder, "full.db")
        began = time.monotonic()
        fill(empty, 0, 0)
        fill(full, asked.games, asked.finished)
        print(f"filled in {time.monotonic() - began:.0f} s, {full.stat().st_size / 2**20:.0f} MiB")
        print(f"{'':32}{'none':>12}{asked.games:>12}")
        without, with_games = measured(empty), measured(full)
        for name, value in without.items():
            print(f"{name:32}{value:12.1f}{with_games[name]:12.1f}")


def fill(file: Path, unfinished: int, finished: int) -> None:
    rng = random.Random(1)
    with closing(Database(f"sqlite:///{file}")) as store:
        for name in games.names():
            copy(store, [played(name, "none", rng) for _ in range(SAMPLES)], finished)
        copy(store, [played("tank_battle", "days:7", rng, TURNS) for _ in range(SAMPLES)], unfinished)


def played(name: str, clock: str, rng: random.Random, turns: int | None = None) -> tuple[Table, list[Entry]]:
    """A game by chance, to its end or for so many turns."""
    game, now = games.get(name), now_ms()
    terms = Terms(
        id=new_id(),
        game=name,
        options={},
        start=game.write_state(game.start()),
        clock=clock,
        chairs=PLAYERS,
        seed=1,
        owner=PLAYERS[0].guest,
        invite="",
        created_ms=now,
    )
    table, entries = Table(terms), []
    while table.outcome is None and (turns is None or len(table.turns) < turns):
        for seat in table.owing():
            bodies = table.move(seat, len(table.turns) + 1, rng.choice(table.words(seat)), now)
            entries += [table.append(body, now) for body in bodies]
    return table, entries


def copy(store: Database, samples: list[tuple[Table, list[Entry]]], times: int) -> None:
    """So many tables in the database, each under an id of its own."""
    for first in range(0, times, AT_ONCE):
        rows: dict[Any, list[dict[str, Any]]] = {statement: [] for statement in ORDER}
        for number in range(first, min(first + AT_ONCE, times)):
            for change in changes(*samples[number % SAMPLES]):
                rows[change.statement].append(change.values)
        with store.engine.begin() as connection:
            for statement, values in rows.items():
                connection.execute(statement, values)


def changes(table: Table, entries: list[Entry]) -> list[Change]:
    table.terms = msgspec.structs.replace(table.terms, id=new_id())
    written = [change for entry in entries for change in added_entry(table.terms.id, entry)]
    return [*added_table(table), *written, updated_table(table)]


def measured(file: Path) -> dict[str, float]:
    """A server started on the database, and asked for lists."""
    began = time.monotonic()
    command = [sys.executable, "-m", "steelyard", "serve", "--port", "0", "--cold"]
    command += ["--database", f"sqlite:///{file}", "--data", f"{file}-data"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - our own
        try:
            assert server.stdout is not None  # noqa: S101 - asked for above
            address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
            found = {"start-up, s": time.monotonic() - began, "memory, MiB": resident_mib(server.pid)}
            time.sleep(SETTLE_S)
            found[f"memory after {SETTLE_S:g} s, MiB"] = resident_mib(server.pid)
            with httpx.Client(base_url=address, timeout=60.0) as client:
                client.get("/api/games")
                for name in games.names():
                    for when in ("first", "second"):
                        asked = time.monotonic()
                        client.get(f"/api/tables?live=0&game={name}").raise_for_status()
                        found[f"{name}, {when} time, ms"] = 1000 * (time.monotonic() - asked)
                for when in ("first", "second"):
                    asked = time.monotonic()
                    client.get("/api/tables?live=1").raise_for_status()
                    found[f"unfinished, {when} time, ms"] = 1000 * (time.monotonic() - asked)
                figures = client.get("/metrics").text
            in_use = re.search(r"^steelyard_tables_in_use (\d+)$", figures, re.MULTILINE)
            found["tables in memory"] = float(in_use[1]) if in_use else float("nan")
            found["memory after lists, MiB"] = resident_mib(server.pid)
        finally:
            server.terminate()
    return found


def resident_mib(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]) / 1024


if __name__ == "__main__":
    main()
