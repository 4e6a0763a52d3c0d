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
import base64
import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import msgspec

MIX = "tank_battle:7,tank_war:2,tank_duel:1"  # by chance, the others are soon over
HEAD = re.compile(rb'\{"type":"([a-z]+)"(?:,"seq":(\d+))?(?:,"turn":(\d+))?')
MARK = {"X-Steelyard": "1"}
BEAT_S = 0.01
GRACE_S = 10.0  # at the end, for what is on its way
BEGINNING = 40  # games that are set up at the same time


class Turn(msgspec.Struct):
    """What a player needs of a message."""

    turn: int = 0
    legal: dict[str, list[str]] = {}
    started: bool = True


LIMITS = (
    *("sockets", "guest_sockets", "tables", "new_tables", "connections", "new_connections"),
    *("person_cost", "address_cost", "stranger_cost", "total_cost"),
)
"""What a crowd on one machine would reach, and people on many do not."""


class Crowd:
    """Everybody, and what they have seen."""

    def __init__(self, address: str, pace_s: float, seed: int) -> None:
        self.host, port = address.split(":")
        self.port = int(port)
        self.address = address
        self.pace_s = pace_s
        self.rng = random.Random(seed)
        self.delays_ms: list[float] = []
        self.own_ms: list[float] = []
        """How late the crowd itself was when it wished to wake: a part of every delay it measures."""
        self.still_to_begin = 0
        self.all_begun = asyncio.Event()
        self.setting_up = asyncio.Semaphore(BEGINNING)
        self.whole = False
        self.turns = 0
        self.turn_bytes = 0
        """Of the turns that watchers, who have no seat, were sent."""
        self.watched = 0
        self.messages = 0
        self.lost = 0
        self.refused = 0
        self.games_over = 0
        self.ends_s = float("inf")

    def note_begun(self) -> None:
        self.still_to_begin -= 1
        if self.still_to_begin <= 0:
            self.all_begun.set()

    async def beat(self) -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(BEAT_S)
            self.own_ms.append(1000 * (time.perf_counter() - began - BEAT_S))


class Page(asyncio.Protocol):
    """A socket that reads just enough of each message, so that the crowd is cheaper than the server."""

    def __init__(self, crowd: Crowd, table: Table, cookie: str = "") -> None:
        self.crowd, self.table, self.cookie = crowd, table, cookie
        self.opened = asyncio.get_running_loop().create_future()
        self._data = bytearray()
        self.seq: int | None = None
        self.closing = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        query = "" if self.crowd.whole else "?changes=1"
        transport.write(
            f"GET /ws/tables/{self.table.name}{query} HTTP/1.1\r\nHost: {self.crowd.address}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {self.cookie}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        if not self._data and self._is_one_message(data):
            self._heard(data[4:], now)
            return
        self._data += data
        if not self.opened.done():
            end = self._data.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self._data.startswith(b"HTTP/1.1 101"), bytes(self._data[:200])  # noqa: S101
            del self._data[: end + 4]
            self.opened.set_result(None)
        while (frame := self._frame()) is not None:
            self._heard(frame, now)

    def _is_one_message(self, data: bytes) -> bool:
        """Whether that is one whole text frame of middle size, as most turns are."""
        return (
            len(data) > 4
            and data[0] == 0x81
            and data[1] == 126
            and int.from_bytes(data[2:4]) == len(data) - 4
            and self.opened.done()
        )

    def _frame(self) -> bytes | None:
        """The next whole text frame; pings are answered on the way."""
        while True:
            data = self._data
            if len(data) < 2:
                return None
            kind, size, at = data[0] & 15, data[1] & 127, 2
            if size == 126:
                size, at = int.from_bytes(data[2:4]), 4
            elif size == 127:
                size, at = int.from_bytes(data[2:10]), 10
            if len(data) < at + size:
                return None
            payload = bytes(data[at : at + size])
            del data[: at + size]
            if kind == 1:
                return payload
            if kind == 9:
                self._write(10, payload)

    def _write(self, kind: int, payload: bytes) -> None:
        size = bytes([128 | len(payload)]) if len(payload) < 126 else bytes([254, *len(payload).to_bytes(2)])
        self.transport.write(bytes([128 | kind]) + size + bytes(4) + payload)  # a mask of zeros

    def say(self, message: dict[str, Any]) -> None:
        self._write(1, msgspec.json.encode(message))

    def _heard(self, message: bytes, now: float) -> None:
        crowd = self.crowd
        crowd.messages += 1
        found = HEAD.match(message)
        if found is None:
            return
        kind, seq, turn = found.groups()
        if kind == b"refused":
            crowd.refused += 1
        if seq is not None:
            number = int(seq)
            crowd.lost += self.seq is not None and number != self.seq + 1
            self.seq = number
        if kind == b"turn" and int(turn) in self.table.made:
            crowd.delays_ms.append(1000 * (now - self.table.made[int(turn)]))
            if not self.cookie:
                crowd.watched += 1
                crowd.turn_bytes += len(message)
            elif self.table.seen < int(turn):
                self.table.seen = int(turn)
                crowd.turns += 1
        if kind in {b"turn", b"snapshot", b"seated"} and self.cookie:
            self.table.think(self, message)
        if kind == b"over":
            self.table.over.set()


class Table:
    """One game after another, and those who sit there."""

    def __init__(self, crowd: Crowd, game: str, http: list[httpx.AsyncClient], watchers: int) -> None:
        self.crowd, self.game, self.http, self.watchers = crowd, game, http, watchers
        self.made: dict[int, float] = {}
        """When the move was sent that completed each turn."""
        self.over = asyncio.Event()
        self.name = ""
        self.seen = 0
        """The last turn that one of its players was told of."""

    async def play(self) -> None:
        while time.perf_counter() < self.crowd.ends_s:
            async with self.crowd.setting_up:
                pages = await self._begin()
            self.crowd.note_begun()
            waiting = asyncio.ensure_future(self.over.wait())
            left = max(0.0, self.crowd.ends_s - time.perf_counter())
            await asyncio.wait({waiting}, timeout=left)
            waiting.cancel()
            await asyncio.sleep(0.5)  # the last messages
            for page in pages:
                page.closing = True
                page.transport.close()
            self.crowd.games_over += self.over.is_set()
            last = {page.seq for page in pages}
            self.crowd.lost += len(last) - 1  # all were told as much

    async def _begin(self) -> list[Page]:
        self.made.clear()
        self.over.clear()
        self.seen = 0
        first, second = self.http
        asked = {"game": self.game, "seats": [{"kind": "me"}, {"kind": "open"}]}
        made = (await first.post("/api/tables", json=asked)).json()
        self.name = made["id"]
        secret = made["invite"].partition("join=")[2]
        await second.post(f"/api/tables/{self.name}/join", json={"join": secret})
        cookies = [f"steelyard_guest={http.cookies['steelyard_guest']}" for http in self.http]
        return [await self._open(cookie) for cookie in [*[""] * self.watchers, *cookies]]

    async def _open(self, cookie: str) -> Page:
        loop = asyncio.get_running_loop()
        _, page = await loop.create_connection(
            lambda: Page(self.crowd, self, cookie), self.crowd.host, self.crowd.port
        )
        await page.opened
        return page

    def think(self, page: Page, message: bytes) -> None:
        """Answer in a while; who answers last completes the turn."""
        told = msgspec.json.decode(message, type=Turn)
        for seat, legal in told.legal.items():
            word = self.crowd.rng.choice(legal)
            wait_s = self.crowd.pace_s * self.crowd.rng.uniform(0.5, 1.5)
            answer = {"type": "move", "turn": told.turn + 1, "move": word, "seat": int(seat)}
            asyncio.get_running_loop().call_later(wait_s, self._say, page, answer)

    def _say(self, page: Page, answer: dict[str, Any]) -> None:
        if not page.closing and time.perf_counter() < self.crowd.ends_s:
            self.made[answer["turn"]] = time.perf_counter()
            page.say(answer)


def server(data: str) -> tuple[subprocess.Popen[str], str]:
    most = [f"{name}=100000" for name in LIMITS]
    words = [word for limit in most for word in ("--limit", limit)]
    process = subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, "-m", "steelyard", "serve", "--cold", "--port", "0", "--data", data, *words],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None  # noqa: S101 - as it was started
    return process, process.stdout.readline().split()[3].removeprefix("http://")


def memory_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def run(address: str, pid: int, chosen: argparse.Namespace) -> dict[str, Any]:
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
    return figures(crowd, memory, spent, chosen)


def games_of(mix: str) -> list[str]:
    """`tank_battle:7,tank_war:2` as a list of nine."""
    parts = (part.partition(":") for part in mix.split(","))
    return [name for name, _, times in parts for _ in range(int(times or 1))]


def figures(
    crowd: Crowd, memory: list[float], spent: dict[str, float], chosen: argparse.Namespace
) -> dict[str, Any]:
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


def main() -> None:
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
    chosen = parser.parse_args()
    with TemporaryDirectory() as data:
        process, address = server(data)
        try:
            found = asyncio.run(run(address, process.pid, chosen))
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
