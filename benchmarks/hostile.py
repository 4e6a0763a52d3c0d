"""Clients that mean no good, for `soak.py`.

    python benchmarks/hostile.py HOST:PORT CLIENTS SECONDS

Client number n is of kind n modulo the number of kinds; one of each kind comes from 127.0.0.2, where a class
sits, the others from ten addresses of their own. Prints how they were answered, as JSON.
"""

from __future__ import annotations

import asyncio
import base64
import os
import secrets
import socket
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from wire import Answer, Browser

LINE = {"game": "tank_war", "setup": ""}
NAMES = 10_000
BREATH_S = 0.002  # a machine of its own would be faster, but here it shares one with those it attacks


class Told:
    """How the server answered."""

    def __init__(self) -> None:
        self.statuses: Counter[int] = Counter()
        self.unsaid = self.cut = self.refused = 0

    def note(self, answer: Answer) -> None:
        self.statuses[answer.status] += 1
        self.unsaid += answer.status == 429 and "retry-after" not in answer.headers


async def drawing(told: Told, address: str, source: str) -> None:
    """Asks for pictures, as one guest."""
    browser = Browser(address, source)
    told.note(await browser.ask("GET", "/api/me"))
    while True:
        told.note(await browser.ask("POST", "/api/view", LINE))
        await asyncio.sleep(BREATH_S)


async def strangers(told: Told, address: str, source: str) -> None:
    """Asks for anything at all and never shows a cookie."""
    browser = Browser(address, source, keeps_cookie=False)
    while True:
        for path in ("/", "/api/games", "/api/tables", "/nowhere", "/api/ladder/tank_war"):
            told.note(await browser.ask("GET", path))
            await asyncio.sleep(BREATH_S)


async def names(told: Told, address: str, source: str) -> None:
    """Is somebody else each time."""
    browser = Browser(address, source, keeps_cookie=False)
    for number in range(NAMES):
        browser.cookie = f"steelyard_guest={secrets.token_urlsafe(32)}"
        told.note(await browser.ask("POST", "/api/me", {"name": f"Nobody {number}"}))
        await asyncio.sleep(BREATH_S)


async def bodies(told: Told, address: str, source: str) -> None:
    """Sends bodies that are huge, tiny, endless, or nothing."""
    browser = Browser(address, source)
    while True:
        for body in ("", "x", [], {"name": "x" * 60_000}, {"name": "x" * 200_000}):
            told.note(await browser.ask("POST", "/api/me", body))
            await asyncio.sleep(BREATH_S)
        reader, writer = await browser.line()
        writer.write(browser.head("POST", "/api/me", "Transfer-Encoding: chunked\r\n"))
        for _ in range(50):
            writer.write(b"8000\r\n" + bytes(0x8000) + b"\r\n")
            await writer.drain()
        told.statuses[int((await reader.readline()).split()[1])] += 1
        writer.close()


async def silence(told: Told, address: str, source: str) -> None:
    """Opens connections and says nothing, or half of something, until they are closed."""
    browser = Browser(address, source)

    async def half(said: bytes) -> None:
        try:
            reader, writer = await browser.line()
            writer.write(said)
            await reader.read()
            writer.close()
        finally:
            told.cut += 1

    while True:
        starts = (b"", b"GET / HT", browser.head("POST", "/api/me", "Content-Length: 50\r\n"))
        await asyncio.gather(*(half(said) for said in starts for _ in range(10)), return_exceptions=True)
        await asyncio.sleep(BREATH_S)


async def slowness(told: Told, address: str, source: str) -> None:
    """Asks for much and reads next to nothing of it."""
    host, port = address.split(":")
    asks = f"GET /api/openapi.json HTTP/1.1\r\nHost: {address}\r\n\r\n".encode()
    loop = asyncio.get_running_loop()
    while True:
        with socket.socket() as line:
            line.setblocking(False)  # noqa: FBT003 - as the library has it
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            line.bind((source, 0))
            await loop.sock_connect(line, (host, int(port)))
            await loop.sock_sendall(line, asks * 20)
            while await loop.sock_recv(line, 1):  # noqa: ASYNC110 - slow on purpose
                await asyncio.sleep(1)
        told.cut += 1


async def sockets(told: Told, address: str, source: str) -> None:
    """Opens web sockets, and sends pings on them without a pause."""
    browser = Browser(address, source)
    told.note(await browser.ask("GET", "/api/me"))
    while True:
        reader, writer = await browser.line()
        key = base64.b64encode(os.urandom(16)).decode()
        upgrade = f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
        writer.write(browser.head("GET", "/ws/tables/nowhere", f"{upgrade}Sec-WebSocket-Version: 13\r\n"))
        status = int((await reader.readline()).split()[1])
        told.statuses[status] += 1
        if status == 101:
            for _ in range(100):
                writer.write((bytes([0x89, 0x80 | 125, 0, 0, 0, 0]) + bytes(125)) * 20)
                await writer.drain()
        writer.close()
        await asyncio.sleep(BREATH_S)


Kind = Callable[[Told, str, str], Awaitable[None]]
KINDS: tuple[Kind, ...] = (
    drawing,
    strangers,
    names,
    bodies,
    silence,
    slowness,
    sockets,
)


async def again_and_again(kind: Kind, told: Told, address: str, source: str) -> None:
    """A line that is cut does not discourage anybody."""
    while True:
        try:
            await kind(told, address, source)
        except (OSError, EOFError, ValueError, IndexError, asyncio.LimitOverrunError):
            told.refused += 1
            await asyncio.sleep(0.05)


async def attack(address: str, clients: int, seconds: float) -> dict[str, Any]:
    told = Told()
    tasks = []
    for number in range(clients):
        source = "127.0.0.2" if number < len(KINDS) else f"127.0.1.{number % 10 + 1}"
        kind = KINDS[number % len(KINDS)]
        tasks.append(asyncio.ensure_future(again_and_again(kind, told, address, source)))
    await asyncio.wait(tasks, timeout=seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return {
        "statuses": {str(status): count for status, count in told.statuses.items()},
        "unsaid": told.unsaid,
        "cut": told.cut,
        "refused": told.refused,
    }


if __name__ == "__main__":
    os.nice(10)  # the attack comes from elsewhere: it must not take the server's processor
    where, clients, seconds = sys.argv[1:]
    sys.stdout.write(msgspec.json.encode(asyncio.run(attack(where, int(clients), float(seconds)))).decode())
