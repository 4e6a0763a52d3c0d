"""Many live games at once: how long a move takes to every screen, what is lost, whether memory stays flat.

    python benchmarks/load.py --games 200 --watchers 500 --seconds 60
    python benchmarks/load.py --games 1000 --watchers 2500 --seconds 60 --mix tank_battle

A real server is started with an empty database on this machine. Two guests play each other at every table, a
turn a second; watchers sit at tables of their choice and follow to the next game when one is over. Every
message must be one more than the last on its socket. The time is taken from the move that completes a turn to
its arrival at each page, players' and watchers' alike, all in one process with one clock. The crowd runs on
the same machine as the server and takes its share of the processors: the load average is printed beside the
figures. The server's processor time is divided by the turns and by the screens that they reached; what it
takes to set up new games, where some end, is in it. Pages follow changes, unless `--whole` asks for whole
positions.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import httpx
import msgspec
from crowd import MARK, Crowd, Table
from server_process import cpu_s, memory_mb, started

if TYPE_CHECKING:
    import subprocess

MIX = "tank_battle:7,tank_war:2,tank_duel:1"  # by chance, the others are soon over
GRACE_S = 10.0  # at the end, for what is on its way
LIMITS = (
    *("sockets", "guest_sockets", "tables", "new_tables", "connections", "new_connections"),
    *("person_cost", "address_cost", "stranger_cost", "total_cost"),
)
"""What a crowd on one machine would reach, and people on many do not."""


class Measured(NamedTuple):
    crowd: Crowd
    memory: list[float]
    """The server's, in megabytes, second by second."""
    spent: dict[str, float]
    """Processor time in seconds, of the server and of the crowd."""


def server(data: str) -> tuple[subprocess.Popen[str], str]:
    """A server whose limits no crowd reaches."""
    most = [f"{name}=100000" for name in LIMITS]
    return started(data, [word for limit in most for word in ("--limit", limit)])


async def run(address: str, pid: int, chosen: argparse.Namespace) -> Measured:
    crowd = Crowd(address, chosen.pace, chosen.seed)
    async with (
        httpx.AsyncClient(base_url=f"http://{address}", headers=MARK, timeout=60) as ada,
        httpx.AsyncClient(base_url=f"http://{address}", headers=MARK, timeout=60) as bob,
    ):
        for guest in (ada, bob):
            await guest.get("/api/me")
        mix = games_of(chosen.mix)
        tables = [
            Table(
                crowd,
                mix[number % len(mix)],
                [ada, bob],
                chosen.watchers // chosen.games + (number < chosen.watchers % chosen.games),
            )
            for number in range(chosen.games)
        ]
        crowd.whole = chosen.whole
        crowd.still_to_begin = chosen.games
        crowd.ends_s = float("inf")
        playing = [asyncio.ensure_future(table.play()) for table in tables]
        beating = asyncio.ensure_future(crowd.beat())
        await crowd.all_begun.wait()
        await asyncio.sleep(chosen.warm)
        crowd.delays_ms.clear()
        crowd.own_ms.clear()
        crowd.messages = crowd.turns = crowd.watched = crowd.turn_bytes = crowd.games_over = 0
        began, cpu_before = time.perf_counter(), cpu_s(pid)
        own_before = time.process_time()
        crowd.ends_s = began + chosen.seconds
        memory = []
        while time.perf_counter() < crowd.ends_s:
            memory.append(memory_mb(pid))
            await asyncio.sleep(1)
        beating.cancel()
        spent = {"server": cpu_s(pid) - cpu_before, "crowd": time.process_time() - own_before}
        await asyncio.wait(playing, timeout=GRACE_S)
        for task in playing:
            task.cancel()
    return Measured(crowd, memory, spent)


def games_of(mix: str) -> list[str]:
    """`tank_battle:7,tank_war:2` as a list of nine."""
    parts = (part.partition(":") for part in mix.split(","))
    return [name for name, _, times in parts for _ in range(int(times or 1))]


def figures(measured: Measured, chosen: argparse.Namespace) -> dict[str, Any]:
    crowd, memory, spent = measured
    delays, own = sorted(crowd.delays_ms), sorted(crowd.own_ms)

    def share(of: float, sample: list[float] = delays) -> float:
        return round(sample[min(len(sample) - 1, int(of * len(sample)))], 1) if sample else 0.0

    return {
        "games": chosen.games,
        "watchers": chosen.watchers,
        "mix": chosen.mix,
        "seconds": chosen.seconds,
        "turns a second": round(crowd.turns / chosen.seconds),
        "server's CPU ms a turn": round(1000 * spent["server"] / max(crowd.turns, 1), 3),
        "server's CPU ms a screen": round(1000 * spent["server"] / max(len(delays), 1), 3),
        "bytes a watcher and turn": round(crowd.turn_bytes / max(crowd.watched, 1)),
        "screens reached": len(delays),
        "a second": round(len(delays) / chosen.seconds),
        "p50_ms": share(0.5),
        "p90_ms": share(0.9),
        "p99_ms": share(0.99),
        "worst_ms": share(1.0),
        "crowd's own p50, p99 and worst_ms": [share(of, own) for of in (0.5, 0.99, 1.0)],
        "lost": crowd.lost,
        "refused": crowd.refused,
        "games over": crowd.games_over,
        "memory_mb every 30 s": [round(each) for each in memory[::30]],
        "memory_mb at start and end": [round(memory[0]), round(memory[-1])] if memory else [],
        "server's share of a core": round(spent["server"] / chosen.seconds, 2),
        "crowd's share of a core": round(spent["crowd"] / chosen.seconds, 2),
        "load average": os.getloadavg()[0],
    }


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="A server under many live games; see the top of this file.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--watchers", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument(
        "--warm", type=float, default=15.0, help="seconds before measuring, once all have begun"
    )
    parser.add_argument("--pace", type=float, default=1.0, help="seconds a player thinks, on average")
    parser.add_argument("--mix", default=MIX, help="which games, as tank_battle:7,tank_war:2")
    parser.add_argument("--whole", action="store_true", help="pages that do not follow changes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(words)


def main() -> None:
    chosen = arguments()
    with TemporaryDirectory() as data:
        process, address = server(data)
        try:
            found = figures(asyncio.run(run(address, process.pid, chosen)), chosen)
        finally:
            process.terminate()
            process.wait()
    if chosen.json:
        print(msgspec.json.encode(found).decode())
    else:
        for name, value in found.items():
            print(f"{name:>32}  {value}")


if __name__ == "__main__":
    main()
