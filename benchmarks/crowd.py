"""Guests who play each other and watch, on sockets of their own: what the load tests put on a server."""

from __future__ import annotations

import asyncio
import base64
import os
import random
import re
import time
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    import httpx

HEAD = re.compile(rb'\{"type":"([a-z]+)"(?:,"seq":(\d+))?(?:,"turn":(\d+))?')
MARK = {"X-Steelyard": "1"}
BEAT_S = 0.01
BEGINNING = 40  # games that are set up at the same time


class Turn(msgspec.Struct):
    """What a player needs of a message."""

    turn: int = 0
    legal: dict[str, list[str]] = {}
    started: bool = True


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


class Refused(Exception):
    """A socket was not opened; what the server said instead."""


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
            if not self._data.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(Refused(self._data[:end].decode()))
                return
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
