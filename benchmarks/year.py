"""A year in ten minutes: a server on the database that a busy year leaves, and how long its pages take.

    python benchmarks/year.py [--database postgresql://USER@HOST/NAME] [--accounts 500] [--games 1000000] ...

Rows and folders are made up and put into an empty database in bulk; then a real server is started on them,
without workers. Every page and list is asked for several times, a backup is made and restored, and a clean-up
brings the size down while the server runs. It ends with 1 if anything was refused, or slower at the median
than `--most-ms` (start-up: than `--most-start-s`).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import httpx
from year_data import Filling
from year_games import Example, Size

from steelyard.core.directories import DATABASE_VARIABLE
from steelyard.server.accounts.store import COOKIE
from steelyard.server.bots import ladder_job
from steelyard.server.jobs.worker import open_context

if TYPE_CHECKING:
    from collections.abc import Iterator

STEELYARD = (sys.executable, "-m", "steelyard")
STARTED_S = 120.0
TOO_MANY = 429


def addresses(example: Example) -> list[str]:
    """Every page, and everything that lists something."""
    bot, table, tournament = example.bot, example.table, example.tournament
    player = quote(example.signed_in)
    return [
        *("/analyse", f"/analyse/{table}", "/learn", "/learn/tank_war", "/puzzles", "/event", "/offline"),
        *("/games", f"/player/{player}", "/players", "/players/tank_war", "/tournaments"),
        *(f"/tournaments/{tournament}", "/api/tournaments", f"/api/tournaments/{tournament}"),
        *("/api/players?game=tank_war", "/api/players?game=tank_duel&pace=rapid", f"/api/players/{player}"),
        *("/api/waiting", "/api/reports", "/api/challenges", "/api/puzzles", f"/api/ratings?tables={table}"),
        *(f"/api/tables?player={player}", f"/api/tables?player={player}&result=won&pace=blitz"),
        *("/api/tables?mine=true&live=false&rated=true", "/api/tables?mine=true&find=player+3"),
        *("/", "/live", "/contests", "/bots", "/ladder", "/ladder/tank_war", "/people", "/account"),
        *(f"/b/{bot}", f"/g/{table}", f"/c/{example.contest}", f"/c/{example.big_contest}"),
        *("/api/me", "/api/games", "/api/account", "/api/invites", "/health", "/metrics"),
        *("/api/people", "/api/people?find=9", "/api/people?after=50"),
        *("/api/audit", f"/api/audit?actor={example.account}", "/api/audit?action=account.role"),
        *("/api/audit?action=contest", "/api/audit?action=nothing", "/api/audit?after=500"),
        *("/api/bots", f"/api/bots/{bot}", f"/api/bots/{bot}/versions/1", f"/api/bots/{bot}/games"),
        *(f"/api/bots/{bot}/games?after=1000", "/api/opponents?game=tank_war"),
        *("/api/ladder/tank_war", "/api/ladder/tank_war/games", "/api/ladder/tank_battle/games?after=1000"),
        *("/api/contests", f"/api/contests/{example.contest}", f"/api/contests/{example.big_contest}"),
        *(
            f"/api/contests/{example.big_contest}/games",
            f"/api/contests/{example.big_contest}/games?skip=4000",
        ),
        *(f"/api/contests/{example.big_contest}/cross", f"/api/contests/{example.big_contest}/desk"),
        *("/api/tables", "/api/tables?live=true", "/api/tables?mine=true", "/api/tables?game=tank_duel"),
        *("/api/tables?after=1000", f"/api/tables/{table}", f"/api/tables/{table}/record"),
    ]


class Report:
    """Figures, each with what it may be at most."""

    def __init__(self) -> None:
        self.failed = False

    def add(self, what: str, figure: float, unit: str, most: float | None = None, note: str = "") -> None:
        bad = most is not None and figure > most
        self.failed |= bad
        mark = f"  more than {most:g} {unit}" if bad else ""
        print(f"{what:<58}{figure:>10.1f} {unit:<3} {note}{mark}", flush=True)

    def refuse(self, what: str, why: str) -> None:
        self.failed = True
        print(f"{what:<58} FAILED: {why}", flush=True)


@contextmanager
def served(data: Path, environment: dict[str, str]) -> Iterator[tuple[str, float]]:
    """A server; its address, and how many seconds it took to begin."""
    words = [*STEELYARD, "serve", "--port", "0", "--data", str(data), "--workers", "0", "--cold"]
    began = time.perf_counter()
    process = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True)  # noqa: S603 - ours
    try:
        assert process.stdout is not None  # noqa: S101 - it was asked for
        found = re.search(r"http://\S+", process.stdout.readline())
        took_s = time.perf_counter() - began
        if found is None:
            raise SystemExit("the server did not start")
        yield found[0], took_s
    finally:
        process.terminate()
        process.wait(STARTED_S)


def look(report: Report, address: str, example: Example, times: int, most_ms: float) -> None:
    """Every page, so many times; the median counts."""
    with httpx.Client(base_url=address, cookies={COOKIE: example.session}, timeout=60) as client:
        for path in addresses(example):
            took_ms = []
            for _ in range(times):
                began = time.perf_counter()
                answer = client.get(path)
                while answer.status_code == TOO_MANY:  # one person, who asks for hundreds of pages
                    time.sleep(int(answer.headers["retry-after"]))
                    began = time.perf_counter()
                    answer = client.get(path)
                took_ms.append(1000 * (time.perf_counter() - began))
            if answer.status_code != 200:
                report.refuse(path, f"{answer.status_code} {answer.text[:200]}")
                continue
            note = f"longest {max(took_ms):.0f} ms, {len(answer.content) / 1000:.0f} kB"
            report.add(path, statistics.median(took_ms), "ms", most_ms, note)


def command(report: Report, what: str, environment: dict[str, str], *words: str) -> str:
    began = time.perf_counter()
    done = subprocess.run([*STEELYARD, *words], env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        report.refuse(what, done.stderr.strip()[:300])
    else:
        report.add(what, time.perf_counter() - began, "s")
    return done.stdout


def pair_ms(database: str, data: Path, times: int) -> float:
    """How long a worker looks for the next two on the ladder."""
    context = open_context(database, data, 0, "")
    took = []
    for _ in range(times):
        began = time.perf_counter()
        ladder_job._standing(context, "tank_war")  # noqa: SLF001 - what it does before it decides
        took.append(1000 * (time.perf_counter() - began))
    context.engine.dispose()
    return statistics.median(took)


def space(report: Report, what: str, environment: dict[str, str], data: Path, *words: str) -> dict[str, Any]:
    told = command(report, what, environment, "space", "--data", str(data), "--json", *words)
    found: dict[str, Any] = json.loads(told or '{"kinds": [], "database_bytes": 0, "free_bytes": 0}')
    for kind in found["kinds"]:
        note = f"{kind['bytes'] / 1e6:.1f} MB, {kind['removable']} to be removed"
        print(f"    {kind['name']:<24}{kind['count']:>10}  {note}", flush=True)
    return found


def run(wanted: argparse.Namespace, folder: Path) -> bool:
    data = folder / "data"
    data.mkdir()
    database = wanted.database or f"sqlite:///{data}/tables.db"
    environment = {**os.environ, DATABASE_VARIABLE: database}
    report = Report()
    size = Size(wanted.accounts, wanted.bots, wanted.games, wanted.contests, wanted.contest_games)
    began = time.perf_counter()
    example = Filling(database, data, size).fill(lambda told: print(f"    {told}", flush=True))
    report.add("filling", time.perf_counter() - began, "s", note=f"{size}")
    with served(data, environment) as (address, took_s):
        report.add("start-up", took_s, "s", wanted.most_start_s)
        look(report, address, example, wanted.times, wanted.most_ms)
        report.add(
            "choosing a pair for the ladder", pair_ms(database, data, wanted.times), "ms", wanted.most_ms
        )
        if not wanted.no_backup:
            file = folder / "backup.tar.gz"
            command(report, "backup", environment, "backup", "--data", str(data), str(file))
            again = {name: value for name, value in os.environ.items() if name != DATABASE_VARIABLE}
            command(report, "restore", again, "restore", str(file), "--data", str(folder / "again"))
        before = space(report, "space", environment, data)
        space(report, "clean-up beside the server", environment, data, "--clean")
        look(report, address, example, 1, 10 * wanted.most_ms)
    after = space(report, "vacuum", environment, data, "--vacuum")
    share = 100 * after["database_bytes"] / max(1, before["database_bytes"])
    report.add("the database's size after a clean-up, of before", share, "%", 100)
    return report.failed


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--database", help="an empty one; otherwise a file that is deleted afterwards")
    parser.add_argument("--accounts", type=int, default=500)
    parser.add_argument("--bots", type=int, default=2000)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--contests", type=int, default=5000)
    parser.add_argument("--contest-games", type=int, default=5000, help="of the largest contest")
    parser.add_argument("--times", type=int, default=9, help="that each page is asked for")
    parser.add_argument("--most-ms", type=float, default=150.0)
    parser.add_argument("--most-start-s", type=float, default=3.0)
    parser.add_argument("--no-backup", action="store_true")
    parser.add_argument(
        "--folder", type=Path, help="where there is room (default: the usual one for passing files)"
    )
    with TemporaryDirectory(prefix="steelyard-year-", dir=parser.parse_args().folder) as folder:
        return int(run(parser.parse_args(), Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
