"""A server under five classes and fifty hostile clients: what the classes feel, what grows, what is lost.

    python benchmarks/soak.py --minutes 30

A real server with its usual limits is started on this machine. Each class sits behind one address and plays:
thirty people at fifteen tables, a move every few seconds, with watchers and people who look at pages. First
they are alone, then hostile clients come: floods of drawing, of requests without a cookie, of made-up names,
of sockets and pings; clients that read slowly, that send nothing or half a request, or bodies that are huge
or tiny. Most come from addresses of their own, one of each kind from the first class's. At the end the server
is killed and started again: every turn that was announced must be there. Prints a table; each line that is
judged says yes or no, and the exit code is 0 if all say yes.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec
from crowd import Crowd, Page, Refused, Table
from hostile import KINDS
from server_process import cpu_s, memory_mb, started
from wire import Browser

GAMES = ("tank_battle", "tank_war", "tank_duel")
PAGES = ("/", "/live", "/ladder", "/api/me", "/api/games", "/api/tables?live=true", "/static/style/board.css")
WARM_S = 5.0
TOO_MANY = 429
LONGEST_WAIT_S = 2


class Sample(NamedTuple):
    memory_mb: float
    files: int


class SeatedPage(Page):
    """A page that remembers which turns were announced."""

    def _heard(self, message: bytes, now: float) -> None:
        super()._heard(message, now)
        if message.startswith(b'{"type":"turn"'):
            told = msgspec.json.decode(message)
            table: ClassTable = self.table  # type: ignore[assignment] # as it was opened
            table.soak.announced[table.name] = max(told["turn"], table.soak.announced.get(table.name, 0))


class ClassTable(Table):
    """A table of a class: its people have browsers of their own, and one address together."""

    def __init__(self, soak: Soak, crowd: Crowd, game: str, source: str, watchers: int) -> None:
        super().__init__(crowd, game, [], watchers)
        self.soak, self.source = soak, source
        self.browsers = [Browser(crowd.address, source) for _ in range(2)]
        self.audience = [Browser(crowd.address, source) for _ in range(self.watchers)]

    async def _begin(self) -> list[Page]:
        self.made.clear()
        self.over.clear()
        first, second = self.browsers
        everybody = [*self.audience, *self.browsers]
        for browser in everybody:
            await browser.ask("GET", "/api/me")
        asked = {"game": self.game, "seats": [{"kind": "me"}, {"kind": "open"}]}
        made = (await self.soak.asked(first, "POST", "/api/tables", asked)).json()
        self.name = made["id"]
        secret = made["invite"].partition("join=")[2]
        await self.soak.asked(second, "POST", f"/api/tables/{self.name}/join", {"join": secret})
        return [await self._open(browser.cookie) for browser in everybody]

    async def _open(self, cookie: str) -> Page:
        """As our pages do it: when the server is busy, once more after the second that it asks for."""
        try:
            return await self._opened(cookie)
        except Refused as refused:
            if "retry-after: 1" not in str(refused):
                raise
        self.soak.again += 1
        await asyncio.sleep(1)
        return await self._opened(cookie)

    async def _opened(self, cookie: str) -> Page:
        _, page = await asyncio.get_running_loop().create_connection(
            lambda: SeatedPage(self.crowd, self, cookie),
            self.crowd.host,
            self.crowd.port,
            local_addr=(self.source, 0),
        )
        await page.opened
        return page


class Soak:
    """Everybody who means well, and what they have seen."""

    def __init__(self, address: str, chosen: argparse.Namespace) -> None:
        self.crowd = Crowd(address, chosen.pace, chosen.seed)
        self.announced: dict[str, int] = {}
        self.pages_ms: list[float] = []
        self.statuses: Counter[int] = Counter()
        self.again = 0
        sources = [f"127.0.0.{number + 2}" for number in range(chosen.classes)]
        self.tables = [
            ClassTable(self, self.crowd, GAMES[number % 3], source, number % 2)
            for source in sources
            for number in range(chosen.players // 2)
        ]
        self.readers = [
            Browser(address, source) for source in sources for _ in range(max(1, chosen.players // 6))
        ]

    async def asked(self, browser: Browser, method: str, path: str, body: Any = None) -> Any:
        """As our pages do it: when the server is busy, once more after the wait that it asks for."""
        answer = await browser.ask(method, path, body)
        if answer.status == TOO_MANY and int(answer.headers["retry-after"]) <= LONGEST_WAIT_S:
            self.again += 1
            await asyncio.sleep(int(answer.headers["retry-after"]))
            answer = await browser.ask(method, path, body)
        self.statuses[answer.status] += 1
        return answer

    async def read(self, browser: Browser, rng: random.Random) -> None:
        """Somebody who looks at a page every second or so."""
        while True:
            await asyncio.sleep(rng.uniform(0.5, 1.5))
            tables = [table.name for table in self.tables if table.name]
            paths = [
                *PAGES,
                *(f"/g/{name}" for name in tables[:1]),
                *(f"/api/tables/{each}" for each in tables),
            ]
            began = time.perf_counter()
            await self.asked(browser, "GET", rng.choice(paths))
            self.pages_ms.append(1000 * (time.perf_counter() - began))

    def start(self) -> list[asyncio.Task[Any]]:
        self.crowd.ends_s = time.perf_counter() + 1e6
        works = [table.play() for table in self.tables]
        rngs = [random.Random(number) for number in range(len(self.readers))]
        works += [self.read(*each) for each in zip(self.readers, rngs, strict=True)]
        return [asyncio.ensure_future(work) for work in [*works, self.crowd.beat()]]

    async def measured(self, seconds: float, pid: int) -> dict[str, Any]:
        """What happens from now on for so long."""
        self.crowd.delays_ms.clear()
        self.crowd.own_ms.clear()
        self.pages_ms.clear()
        samples, ends, cpu_before = [], time.perf_counter() + seconds, cpu_s(pid)
        while time.perf_counter() < ends:
            samples.append(Sample(memory_mb(pid), len(os.listdir(f"/proc/{pid}/fd"))))  # noqa: PTH208 - a count
            await asyncio.sleep(min(1.0, seconds / 10))
        return {
            "moves": p99(self.crowd.delays_ms),
            "pages": p99(self.pages_ms),
            "own": p99(self.crowd.own_ms),
            "seen": len(self.crowd.delays_ms),
            "read": len(self.pages_ms),
            "busy": round((cpu_s(pid) - cpu_before) / seconds, 2),
            "load": round(os.getloadavg()[0], 1),
            "samples": samples,
        }


def p99(sample: list[float]) -> float:
    return round(sorted(sample)[min(len(sample) - 1, int(0.99 * len(sample)))], 1) if sample else 0.0


async def run(address: str, pid: int, chosen: argparse.Namespace) -> tuple[Soak, list[dict[str, Any]], Any]:
    soak = Soak(address, chosen)
    tasks = soak.start()
    seconds = 60 * chosen.minutes
    await asyncio.sleep(min(WARM_S, seconds / 5))
    alone = await soak.measured(seconds / 5, pid)
    command = [sys.executable, str(Path(__file__).with_name("hostile.py")), address]
    attack = await asyncio.create_subprocess_exec(
        *command, str(chosen.hostile), str(seconds * 4 / 5), stdout=asyncio.subprocess.PIPE
    )
    await asyncio.sleep(min(WARM_S, seconds / 10))
    together = await soak.measured(seconds * 3 / 5, pid)
    told, _ = await attack.communicate()
    failed = [task.exception() for task in tasks if task.done() and not task.cancelled()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for error in filter(None, failed):
        print(f"a class's client failed: {error!r}", file=sys.stderr)
        soak.statuses[0] += 1
    return soak, [alone, together], msgspec.json.decode(told)


async def missing(address: str, announced: dict[str, int]) -> int:
    """Turns that were announced and are not there any more."""
    browser = Browser(address, "127.0.0.1")
    lost = 0
    for name, turn in announced.items():
        answer = await browser.ask("GET", f"/api/tables/{name}")
        while answer.status == TOO_MANY:
            await asyncio.sleep(int(answer.headers["retry-after"]))
            answer = await browser.ask("GET", f"/api/tables/{name}")
        lost += max(0, turn - answer.json()["turn"]) if answer.status == 200 else turn
    return lost


def grown(samples: list[Sample], field: int) -> tuple[float, float]:
    """A figure in the second quarter of the time, and in the last: before, things are still being loaded."""
    quarter = max(1, len(samples) // 4)
    early, late = samples[quarter : 2 * quarter] or samples, samples[-quarter:]
    return tuple(round(sum(each[field] for each in part) / len(part), 1) for part in (early, late))  # type: ignore[return-value]


def verdict(soak: Soak, phases: list[dict[str, Any]], hostile: Any, lost: int, *, timed: bool) -> bool:
    alone, together = phases
    refused = sum(count for status, count in soak.statuses.items() if status not in {200, 201})
    statuses = Counter({int(status): count for status, count in hostile["statuses"].items()})
    failures = sum(count for status, count in (soak.statuses + statuses).items() if status == 500)
    memory, files = (grown(together["samples"], field) for field in (0, 1))
    lines: list[tuple[str, str, bool | None]] = [
        (f"{name}: p99 alone and under attack, ms", f"{alone[name]} {together[name]}",
         together[name] <= 2 * alone[name] if timed else None)
        for name in ("moves", "pages")
    ]  # fmt: skip
    lines += [
        ("this program's own p99, ms", f"{alone['own']} {together['own']}", None),
        ("server's share of a core", f"{alone['busy']} {together['busy']}", None),
        ("load average of the machine", f"{alone['load']} {together['load']}", None),
        ("moves seen, pages read", f"{together['seen']} {together['read']}", together["seen"] > 0),
        ("memory early and late, MB", f"{memory}", memory[1] <= 1.1 * memory[0] + 10 if timed else None),
        ("open files early and late", f"{files}", files[1] <= 1.1 * files[0] + 20 if timed else None),
        ("hostile requests by status", f"{dict(sorted(statuses.items()))}", statuses[429] > 0),
        ("hostile lines that were cut, connections refused", f"{hostile['cut']} {hostile['refused']}", None),
        ("429 without Retry-After", f"{hostile['unsaid']}", hostile["unsaid"] == 0),
        ("failures of the server (500)", f"{failures}", failures == 0),
        ("requests of the classes that were asked again", f"{soak.again}", None),
        ("requests of the classes that were refused", f"{refused} {dict(soak.statuses)}", refused == 0),
        ("messages missing on the classes' sockets", f"{soak.crowd.lost}", soak.crowd.lost == 0),
        ("turns announced, and lost by a kill", f"{sum(soak.announced.values())} {lost}", lost == 0),
    ]
    for name, value, good in lines:
        print(f"{ {None: '', True: 'yes', False: 'NO'}[good]:>4} {name:>50}  {value}")
    return all(good is not False for _, _, good in lines)


def main() -> int:
    parser = argparse.ArgumentParser(description="Five classes and fifty hostile clients; see the top.")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--classes", type=int, default=5)
    parser.add_argument("--players", type=int, default=30, help="in each class")
    parser.add_argument("--hostile", type=int, default=50, help=f"clients, of {len(KINDS)} kinds in turn")
    parser.add_argument("--pace", type=float, default=3.0, help="seconds a player thinks, on average")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--untimed", action="store_true", help="judge answers, but neither times nor memory")
    parser.add_argument("--limit", action="append", default=[], help="of the server, as NAME=N")
    chosen = parser.parse_args()
    words = [word for limit in chosen.limit for word in ("--limit", limit)]
    with TemporaryDirectory() as data:
        process, address = started(data, words)
        try:
            soak, phases, hostile = asyncio.run(run(address, process.pid, chosen))
        finally:
            process.kill()
            process.wait()
        process, address = started(data, words)
        try:
            lost = asyncio.run(missing(address, soak.announced))
        finally:
            process.terminate()
            process.wait()
    return 0 if verdict(soak, phases, hostile, lost, timed=not chosen.untimed) else 1


if __name__ == "__main__":
    sys.exit(main())
