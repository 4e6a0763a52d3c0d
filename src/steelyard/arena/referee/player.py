"""One bot process: told, read, measured, ended."""

from __future__ import annotations

import os
import select
import signal
import time
from collections import deque
from enum import Enum
from typing import TYPE_CHECKING, Final, Self

from steelyard.arena.referee.stalls import now_ms
from steelyard.arena.sandbox.cpu_starvation import Sample, Starvation
from steelyard.arena.verdicts import BotFailure, Fault
from steelyard.protocol import lines
from steelyard.protocol.messages import Bye

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from steelyard.arena.sandbox.process import Sandbox

STARTUP_MS = 10_000
GOODBYE_S = 1.0
FULL_PIPE_MS = 1000.0
STDERR_KEPT = 1 << 16
STDERR_PER_TURN = 1 << 18  # more waits in the bot's own pipe: a flood slows the bot, not the referee
CHUNK = 1 << 16
LINES_PER_TURN = 1000
BYTES_PER_TURN = 1 << 18
RUNNING_SHARE = 0.5  # of the time since the last look: a bot that got this much CPU is not kept waiting


class End(Enum):
    """The output of a bot has ended."""

    END = "end"


END: Final = End.END
Said = bytes | BotFailure | End
"""A line, a mistake that is no line, or the end."""


class Player:
    """A bot program that is running."""

    def __init__(self, name: str, bot: str, start: Callable[[], Sandbox]) -> None:
        self.name = name
        self.bot = bot
        """How it was named: a built-in, a folder, a command."""
        self.version = ""
        """Its own, as it said when it was ready."""
        self.sandbox = start()
        self._buffer = lines.LineBuffer()
        self._held = b""
        self._stderr = b""
        self._stderr_budget = STDERR_PER_TURN
        self._lines_left, self._bytes_left = LINES_PER_TURN, BYTES_PER_TURN
        self.starvation = Starvation()
        self._ready: dict[int, int] | None = None
        self._asked_ready = (0.0, 0)
        self.waiting: deque[Said] = deque()
        """What it said after its answer: it is read when it is asked again."""
        self.last: BotFailure | End | None = None
        """What ended its output: nothing is read from it any more."""
        self.gone = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def tell_later(self, data: bytes) -> None:
        """What needs no answer goes along with what does: waking a bot costs more than all it is told."""
        self._held += data

    def tell(self, data: bytes) -> None:
        """Write all of it; a bot that does not read its input has failed."""
        data, self._held = self._held + data, b""
        self._stderr_budget = STDERR_PER_TURN
        self._lines_left, self._bytes_left = LINES_PER_TURN, BYTES_PER_TURN
        self.starvation.restart()
        self._ready = None
        try:
            try:
                written = os.write(self.sandbox.stdin, data)
            except BlockingIOError:
                written = 0
            if written < len(data):
                self._tell_slowly(data[written:])
        except OSError:
            raise self.ended() from None

    def _tell_slowly(self, data: bytes) -> None:
        writable = select.poll()
        writable.register(self.sandbox.stdin, select.POLLOUT)
        deadline = now_ms() + FULL_PIPE_MS
        while data:
            if now_ms() > deadline:
                raise BotFailure(Fault.TIME_OUT, "it does not read its input: the pipe has been full for 1 s")
            if writable.poll(50):
                data = data[os.write(self.sandbox.stdin, data) :]

    def read_stdout(self) -> list[Said]:
        """The lines that have come, as many as a turn may have; then a mistake or the end, if any."""
        said: list[Said] = []
        while self.last is None:
            try:
                data = os.read(self.sandbox.stdout, CHUNK)
            except BlockingIOError:
                break
            said += self._lines_of(data)
            if len(data) < CHUNK:
                break
        return said

    def read_rest(self) -> list[Said]:
        """What it said before it ended, and that it has."""
        said: list[Said] = []
        while more := self.read_stdout():
            said += more
        if self.last is None:
            self.last = END
            said.append(END)
        return said

    def keep(self, said: Said) -> None:
        """Until it is asked again."""
        self.waiting.append(said)
        if len(self.waiting) > LINES_PER_TURN and not isinstance(self.last, BotFailure):
            told = f"more than {LINES_PER_TURN} lines that nobody asked for"
            self.last = BotFailure(Fault.TOO_LONG, told)

    def _lines_of(self, data: bytes) -> list[Said]:
        if not data:
            self.last = END
            return [END]
        lines_left, bytes_left = self._lines_left, self._bytes_left
        self._bytes_left -= len(data)
        self._lines_left -= data.count(b"\n")
        if self._lines_left >= 0 and self._bytes_left >= 0:
            said: list[Said] = [*self._buffer.feed(data)]
            if self._buffer.too_long:
                told = f"too many bytes without a line's end; {lines.LONGEST_LINE} are allowed"
                self.last = BotFailure(Fault.TOO_LONG, told, lines.shown(self._buffer.unfinished))
                said.append(self.last)
            return said
        whole = data[:bytes_left].split(b"\n", lines_left)[:lines_left]
        said = [*self._buffer.feed(b"\n".join(whole) + b"\n")] if whole else []
        told = f"more than {LINES_PER_TURN} lines or {BYTES_PER_TURN >> 10} KiB in one turn"
        self.last = BotFailure(Fault.TOO_LONG, told, lines.shown(data))
        return [*said, self.last]

    def read_stderr(self) -> bool:
        """Keep the end of the bot's log; False when no more is wanted for now."""
        try:
            data = os.read(self.sandbox.stderr, CHUNK)
        except BlockingIOError:
            return True
        self._stderr = (self._stderr + data)[-STDERR_KEPT:]
        self._stderr_budget -= len(data)
        return bool(data) and self._stderr_budget > 0

    def beyond_limits(self) -> BotFailure | None:
        """Its failure if it has used more than allowed; it is stopped at once and disturbs nobody."""
        if (word := self.sandbox.overstepped()) is None:
            return None
        self.sandbox.freeze()
        self.last = _beyond(word)
        return self.last

    def sample(self, now: float) -> None:
        """Look how much it ran and how long it had to wait for a CPU."""
        sandbox = self.sandbox
        self.starvation.add(
            Sample(
                now,
                sandbox.cpu_ns(),
                sandbox.schedule(),
                sandbox.stolen_ns(),
                complete=sandbox.counts_all_cpu,
            )
        )

    def kept_waiting(self) -> bool:
        """Whether a thread that was ready to run when first asked has not run since, nor the rest of the bot.

        Only when a wait is over does the kernel count it.
        """
        now, cpu_ns, ready = now_ms(), self.sandbox.cpu_ns(), self.sandbox.ready()
        if self._ready is None:
            self._ready = ready
        else:
            before_ms, before_ns = self._asked_ready
            ran = (cpu_ns - before_ns) / 1e6 >= RUNNING_SHARE * (now - before_ms)
            same = {thread: ns for thread, ns in self._ready.items() if ready.get(thread) == ns}
            self._ready = {} if ran else same
        self._asked_ready = now, cpu_ns
        return bool(self._ready)

    def ended(self) -> BotFailure:
        """Why the bot's output has ended. It may take a moment to say: no clock should run."""
        self.gone = True
        deadline = time.monotonic() + 1
        while (status := self.sandbox.exit_status()) is None and time.monotonic() < deadline:
            time.sleep(0.005)
        if overstepped := self.sandbox.overstepped():
            return _beyond(overstepped)
        if status is None:
            return BotFailure(Fault.CRASHED, "it closed its output and went on running")
        return BotFailure(Fault.CRASHED, _exit_words(status), self.unfinished)

    @property
    def unfinished(self) -> str:
        """Half a line that has come, if any."""
        return lines.shown(self._buffer.unfinished) if self._buffer.unfinished else ""

    def log_tail(self, most: int = 2000) -> str:
        """The end of what it wrote to standard error, everything up to now."""
        if not self.gone or self._stderr_budget > 0:
            while _readable(self.sandbox.stderr) and self.read_stderr():
                pass
        return self._stderr[-most:].decode("utf-8", "replace")

    def close(self) -> None:
        """Say bye, wait a moment for it to leave, then end it and everything it started."""
        if not self.gone and self.last is None and self.sandbox.exit_status() is None:
            self._say_bye()
        self.sandbox.close()

    def _say_bye(self) -> None:
        try:
            self.sandbox.thaw()
            os.write(self.sandbox.stdin, self._held + lines.write(Bye()))
        except OSError:
            return
        deadline = time.monotonic() + GOODBYE_S
        while self.sandbox.exit_status() is None and time.monotonic() < deadline:
            if _readable(self.sandbox.stdout):
                os.read(self.sandbox.stdout, CHUNK)
            else:
                time.sleep(0.002)


def _beyond(word: str) -> BotFailure:
    what = {"out_of_memory": "it used more memory than allowed"}
    return BotFailure(Fault(word), what.get(word, "it started more processes than allowed"))


def _exit_words(status: int) -> str:
    if status < 0:
        known = -status in {*signal.Signals}
        return f"it was ended by signal {signal.Signals(-status).name if known else -status}"
    return f"it left with exit code {status}"


def _readable(fd: int) -> bool:
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return any(event & select.POLLIN for _, event in poll.poll(0))
