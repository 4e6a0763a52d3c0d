"""Players without a process: a function answers each message, over real pipes."""

from __future__ import annotations

import json
import os
import threading
import time
from typing import TYPE_CHECKING, Any, cast

from steelyard.arena.referee.player import Player
from steelyard.arena.referee.stalls import now_ms
from steelyard.arena.sandbox.cpu_starvation import CpuSchedule
from steelyard.arena.sandbox.limits import Limits
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.arena.sandbox.process import Sandbox

    Answer = Callable[[dict[str, Any]], bytes | None]


DEAF = b"deaf"  # a bot that says this first closes its input, says the rest and stays


class ScriptedSandbox:
    """Stands in for a sandbox: what a test wants to be true of the process is set on it."""

    def __init__(self, answer: Answer) -> None:
        theirs_in, self.stdin = os.pipe()
        self.stdout, theirs_out = os.pipe()
        self.stderr, self._log = os.pipe()
        self.ended, self._lives = os.pipe()  # readable once its other end is closed
        for fd in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(fd, False)
        self.frozen: list[str] = []
        self.pinned: list[int] = []
        self.closed = False
        self.used_ns = 0
        self.waited = 0
        self.waits_since_ns: int | None = None
        self.ready_to_run = False
        self.limit: str | None = None
        self.limits = Limits()
        self.status: int | None = None
        self._released = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(answer, theirs_in, theirs_out), daemon=True)
        self._thread.start()

    def _run(self, answer: Answer, theirs_in: int, theirs_out: int) -> None:
        with os.fdopen(theirs_in, "rb") as told, os.fdopen(theirs_out, "wb", buffering=0) as out:
            for line in told:
                said = answer(json.loads(line)) or b""
                if said.startswith(DEAF):
                    told.close()
                    out.write(said.removeprefix(DEAF))
                    self._released.wait(TIMEOUT_S)
                    return
                if said.removesuffix(b"exit"):
                    out.write(said.removesuffix(b"exit"))
                if said.endswith(b"exit"):
                    self.status = 7
                    os.close(self._lives)
                    return
        self.status = 0

    def cpu_ns(self) -> int:
        return self.used_ns

    def schedule(self) -> dict[int, CpuSchedule]:
        since = self.waits_since_ns
        return {1: CpuSchedule(0, self.waited + (time.monotonic_ns() - since if since else 0))}

    def ready(self) -> dict[int, int]:
        return {1: 0} if self.ready_to_run else {}

    def stolen_ns(self) -> int:
        return 0

    def freeze(self) -> None:
        self.frozen.append("freeze")

    def thaw(self) -> None:
        self.frozen.append("thaw")

    def pin(self, core: int) -> None:
        self.pinned.append(core)

    def note_memory_kills(self) -> None:
        """There is no kernel here that would end it."""

    def exceeded_limit(self) -> str | None:
        return self.limit

    def exit_status(self) -> int | None:
        return self.status

    def log(self, text: str) -> None:
        os.write(self._log, text.encode())

    def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        self._released.set()
        for fd in (self.stdin, self.stderr, self._log):
            os.close(fd)
        self._thread.join(5)
        for fd in (self.stdout, self.ended):
            os.close(fd)


class Steady:
    """A machine that never pauses, unless told to have: once it is asked in a turn and `begins` says so."""

    worst_lately_ms = 0.0

    def __init__(self, stalled: float = 0.0, begins: Callable[[], bool] = lambda: True) -> None:
        self._stalled = stalled
        self._begins = begins
        self._asked = 0
        self.noticed = threading.Event()

    @property
    def pauses(self) -> int:
        self._asked += 1
        return 1 if self._stalled and self._asked > 1 and self._begins() else 0

    def pauses_from(self, _number: int) -> list[tuple[float, float]]:
        now = now_ms()
        self.noticed.set()
        return [(now, now + self._stalled)]  # what is to come can be known only here

    def overdue(self, _at_ms: float) -> bool:
        return False


def player(answer: Answer, name: str = "scripted") -> Player:
    sandbox = ScriptedSandbox(answer)
    return Player(name, lambda: cast("Sandbox", sandbox))


def first_legal(message: dict[str, Any]) -> bytes | None:
    """Plays by the book: ready, then always the first legal move."""
    if message["type"] == "hello":
        return b'{"type":"ready","name":"first"}\n'
    if message["type"] == "turn":
        return move(message, message["legal"][0])
    return None


def move(message: dict[str, Any], text: str) -> bytes:
    return json.dumps({"type": "move", "move": text, "turn": message["turn"]}).encode() + b"\n"


def at_turn(number: int, said: bytes | None) -> Answer:
    """As `first_legal`, except that at one turn it says something else."""

    def answer(message: dict[str, Any]) -> bytes | None:
        if message["type"] == "turn" and message["turn"] == number:
            return said
        return first_legal(message)

    return answer
