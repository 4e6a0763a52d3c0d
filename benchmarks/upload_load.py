"""Everybody uploads at once: how long pages take while bots are taken in, built, checked and played.

    python benchmarks/upload_load.py --teams 60 --games 2000 --seconds 60

A real server with its own worker is started on an empty database. The teams have accounts; two bots are on
the ladder already, with so many games in the queue. Then each team uploads a kit's bot, at a moment of its
own within the time, and all the while pages and lists are asked for at a steady pace. The crowd runs on the
same machine and takes its share of the processors: the load average is printed beside the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import os
import random
import statistics
import subprocess
import sys
import time
import zipfile
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

from steelyard import kits
from steelyard.server.bots.job_kinds import LADDER
from steelyard.server.bots.ladder_job import PAIRS
from steelyard.server.bots.schema import matches
from steelyard.server.database import migration
from steelyard.server.jobs import queue as jobs_queue

MARK = {"X-Steelyard": "1"}
ZIP = {"Content-Type": "application/zip"}
PAGES = ("/", "/bots", "/ladder/tank_war", "/static/pages/ladder.js", "/static/style/bots.css")
LISTS = ("/api/ladder/tank_war", "/api/ladder/tank_war/games", "/api/bots", "/api/opponents?game=tank_war")
PASSWORD = "correct horse battery"  # noqa: S105 - of accounts that live for a minute
LONGEST_S = 300.0  # to wait for the first two bots


class Crowd:
    """Everybody, and how long they waited."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.waited_ms: dict[str, list[float]] = defaultdict(list)
        self.refused: list[str] = []

    async def asks(self, client: httpx.AsyncClient, kind: str, method: str, path: str, **how: Any) -> None:
        began = time.perf_counter()
        answer = await client.request(method, path, **how)
        self.waited_ms[kind].append(1000 * (time.perf_counter() - began))
        if answer.status_code >= 400:
            self.refused.append(f"{method} {path}: {answer.status_code} {answer.text[:100]}")


def kit(name: str) -> bytes:
    """A Python kit's bot, as its team would zip it."""
    packed = io.BytesIO()
    with TemporaryDirectory() as folder:
        made = Path(folder, "bot")
        kits.put_out(kits.kit("tank_war", "python"), made, name)
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(made.rglob("*")):
                if file.is_file():
                    archive.write(file, str(file.relative_to(made)))
    return packed.getvalue()


async def team(crowd: Crowd, name: str) -> httpx.AsyncClient:
    client = httpx.AsyncClient(base_url=crowd.address, headers=MARK, timeout=60)
    answer = await client.post("/api/account/register", json={"name": name, "password": PASSWORD})
    answer.raise_for_status()
    return client


async def two_on_the_ladder(client: httpx.AsyncClient) -> list[str]:
    names = []
    for name in ("First", "Second"):
        answer = await client.post("/api/bots", content=kit(name), headers=ZIP)
        names.append(answer.json()["bot"])
    ends = time.monotonic() + LONGEST_S
    while time.monotonic() < ends:
        states = {bot["state"] for bot in (await client.get("/api/bots")).json()["bots"]}
        if states == {"fit"}:
            return names
        await asyncio.sleep(0.5)
    raise SystemExit(f"the first bots are not fit: {states}")


async def upload(crowd: Crowd, client: httpx.AsyncClient, data: bytes, after_s: float) -> None:
    await asyncio.sleep(after_s)
    await crowd.asks(client, "upload", "POST", "/api/bots", content=data, headers=ZIP)


async def look_around(crowd: Crowd, client: httpx.AsyncClient, pace_s: float, seed: int) -> None:
    chance = random.Random(seed)
    while True:
        for kind, paths in (("page or file", PAGES), ("list", LISTS)):
            await crowd.asks(client, kind, "GET", chance.choice(paths))
            await asyncio.sleep(pace_s * chance.uniform(0.5, 1.5))


async def measure(address: str, database: str, wanted: argparse.Namespace) -> dict[str, Any]:
    crowd = Crowd(address)
    teams = [await team(crowd, f"Team {number}") for number in range(wanted.teams)]
    first, second = await two_on_the_ladder(teams[0])
    engine = migration.opened(database)
    queue = jobs_queue.Queue(engine, "benchmark")
    for number in range(wanted.games // (2 * PAIRS)):
        queue.add(LADDER, {"game": "tank_war", "players": [first, second], "seed": number}, 0)
    chance = random.Random(1)
    bots = [kit(f"Bot {number}") for number in range(wanted.teams)]
    before = played(engine)
    looking = [
        asyncio.create_task(look_around(crowd, client, wanted.pace, n)) for n, client in enumerate(teams[:20])
    ]
    began = time.monotonic()
    await asyncio.gather(
        *(
            upload(crowd, client, data, chance.uniform(0, wanted.seconds - 1))
            for client, data in zip(teams, bots, strict=True)
        )
    )
    await asyncio.sleep(max(0.0, wanted.seconds - (time.monotonic() - began)))
    for task in looking:
        task.cancel()
    await asyncio.gather(*looking, return_exceptions=True)
    return {
        "waited_ms": {kind: summed_up(waited) for kind, waited in crowd.waited_ms.items()},
        "refused": crowd.refused[:5],
        "ladder_games": played(engine) - before,
        "queue": jobs_queue.length(engine),
        "load": os.getloadavg()[0],
    }


def played(engine: Any) -> int:
    import sqlalchemy as sql  # noqa: PLC0415 - here alone

    with engine.connect() as connection:
        return int(connection.execute(sql.select(sql.func.count()).select_from(matches)).scalar_one())


def summed_up(waited: list[float]) -> dict[str, float]:
    ordered = sorted(waited)
    return {
        "count": len(ordered),
        "median": round(statistics.median(ordered), 1),
        "p99": round(ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))], 1),
        "most": round(ordered[-1], 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--teams", type=int, default=60)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument(
        "--pace", type=float, default=0.5, help="seconds between two requests of one of 20 people"
    )
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    with TemporaryDirectory() as data:
        command = [sys.executable, "-m", "steelyard", "serve", "--cold", "--port", "0", "--data", data]
        limits = ["--limit", "new_accounts=100000", "--limit", "sockets=100000"]
        server = subprocess.Popen([*command, *limits], stdout=subprocess.PIPE, text=True)  # noqa: S603 - ours
        try:
            assert server.stdout is not None  # noqa: S101 - as it was started
            address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
            found = asyncio.run(measure(address, f"sqlite:///{data}/tables.db", wanted))
        finally:
            server.terminate()
            server.wait(60)
    if wanted.json:
        print(json.dumps(found))
        return
    for kind, waited in found["waited_ms"].items():
        print(f"{kind:13} {waited['count']:6} requests: median {waited['median']} ms, p99 {waited['p99']} ms")
    print(f"meanwhile {found['ladder_games']} ladder games were played; the queue: {found['queue']}")
    print(f"load average {found['load']:.1f}; refused: {found['refused'] or 'nothing'}")


if __name__ == "__main__":
    main()
