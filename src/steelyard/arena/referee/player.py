"""A running bot process: writes to it, reads from it, measures and ends it."""

from __future__ import annotations

import os
import select
import signal
import time
from collections import deque
from contextlib import suppress
from enum import Enum
from typing import TYPE_CHECKING, Final

from steelyard.arena.bot_log import BotLog
from steelyard.arena.referee.stalls import now_ms
from steelyard.arena.sandbox.cpu_starvation import Sample, Starvation
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.arena.verdicts import BotFailure, Fault
from steelyard.protocol import lines
from steelyard.protocol.messages import Bye

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.arena.sandbox.process import Sandbox
    from steelyard.core.game import Seat

STARTUP_MS = 10_000
GOODBYE_S = 1.0
FULL_PIPE_MS = 1000.0
STDERR_KEPT = 1 << 16
STDERR_PER_TURN = 1 << 18  # more stays in the bot's pipe: a flood slows the bot, not the referee
CHUNK = 1 << 16
LINES_PER_TURN = 1000
BYTES_PER_TURN = 1 << 18
RUNNING_SHARE = 0.5  # of the time since the last sample: a bot with this much CPU time does not wait for it


class End(Enum):
    """The end of a bot's output."""

    END = "end"


END: Final = End.END
Said = bytes | BotFailure | End
"""A line, a failure, or the end of the output."""


class Player:
    """A running bot program."""

    def __init__(self, name: str, start: Callable[[], Sandbox]) -> None:
        self.name = name
        self.version = ""
        """The version the bot reported in its `ready` message."""
        self.said_name = ""
        """How the bot called itself there."""
        self.sandbox = start()
        self._stderr_poll = select.poll()
        self._stderr_poll.register(self.sandbox.stderr, select.POLLIN)
        self._buffer = lines.LineBuffer()
        self._held = b""
        self._stderr = b""
        self._stderr_budget = STDERR_PER_TURN
        self._stderr_unread = False  # whether there may be more than was read
        self._log = BotLog()
        self._lines_left, self._bytes_left = LINES_PER_TURN, BYTES_PER_TURN
        self.starvation = Starvation()
        self._ready: dict[int, int] | None = None
        self._asked_ready = (0.0, 0)
        self.waiting: deque[Said] = deque()
        """Lines that came after its answer; they are read in its next turn."""
        self.last: BotFailure | End | None = None
        """Why nothing is read from it any more; None while it is read."""
        self.gone = False
        self.played = False
        """Whether it has finished a game before the one that it plays."""
        self.seat: Seat | None = None
        """In the game that it plays."""

    def tell_later(self, data: bytes) -> None:
        """Send data that needs no answer together with the next `tell`: waking a bot is what costs time."""
        self._held += data

    def tell(self, data: bytes) -> float:
        """Write all of `data`; BotFailure if the bot does not read its input.

        Returns for how many milliseconds the bot let us wait because its input was full.
        """
        if self._held:
            data, self._held = self._held + data, b""
        self._stderr_budget = STDERR_PER_TURN
        self._lines_left, self._bytes_left = LINES_PER_TURN, BYTES_PER_TURN
        if self.starvation.begun:
            self.starvation.restart()
        self._ready = None
        try:
            try:
                written = os.write(self.sandbox.stdin, data)
            except BlockingIOError:
                written = 0
            return self._tell_slowly(data[written:]) if written < len(data) else 0.0
        except (BrokenPipeError, ConnectionResetError):
            return (
                0.0  # it has ended, or closed its input and runs out of time; without a clock, see `Listener`
            )
        except OSError as error:
            raise PlatformFault(f"this machine could not write to a bot: {error}") from error

    def _tell_slowly(self, data: bytes) -> float:
        writable = select.poll()
        writable.register(self.sandbox.stdin, select.POLLOUT)
        began = now_ms()
        while data:
            if now_ms() > began + FULL_PIPE_MS:
                raise BotFailure(Fault.CRASHED, "it does not read its input: the pipe has been full for 1 s")
            if writable.poll(50):
                data = data[os.write(self.sandbox.stdin, data) :]
        return now_ms() - began

    def read_stdout(self) -> list[Said]:
        """The lines that have come, up to the limit of a turn; then a failure or the end, if any."""
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
        """The rest of the output of a process that has ended, and END."""
        said: list[Said] = []
        while more := self.read_stdout():
            said += more
        if self.last is None:
            self.last = END
            said.append(END)
        return said

    def keep(self, said: Said) -> None:
        """Keep a line for the bot's next turn."""
        self.waiting.append(said)
        if len(self.waiting) > LINES_PER_TURN and not isinstance(self.last, BotFailure):
            detail = f"more than {LINES_PER_TURN} lines without being asked"
            self.last = BotFailure(Fault.TOO_LONG, detail)

    def _lines_of(self, data: bytes) -> list[Said]:
        if not data:
            self.last = END
            return [END]
        lines_left, bytes_left = self._lines_left, self._bytes_left
        self._bytes_left -= len(data)
        self._lines_left -= data.count(b"\n")
        if self._lines_left >= 0 and self._bytes_left >= 0:
            said: list[Said] = list(self._buffer.feed(data))
            if self._buffer.too_long:
                detail = f"a line is too long; {lines.LONGEST_LINE} bytes are allowed"
                self.last = BotFailure(Fault.TOO_LONG, detail, lines.shown(self._buffer.unfinished))
                said.append(self.last)
            return said
        whole = data[:bytes_left].split(b"\n", lines_left)[:-1]  # what follows is cut off or too much
        said = [*self._buffer.feed(b"\n".join(whole) + b"\n")] if whole else []
        detail = f"more than {LINES_PER_TURN} lines or {BYTES_PER_TURN >> 10} KiB in one turn"
        self.last = BotFailure(Fault.TOO_LONG, detail, lines.shown(data))
        return [*said, self.last]

    def read_stderr(self) -> bool:
        """Keep the end of the bot's log; False if no more should be read in this turn."""
        try:
            data = os.read(self.sandbox.stderr, CHUNK)
        except BlockingIOError:
            return True
        self._stderr = (self._stderr + data)[-STDERR_KEPT:]
        self._log.add(data)
        self._stderr_budget -= len(data)
        self._stderr_unread = len(data) == CHUNK or self._stderr_budget <= 0
        return bool(data) and self._stderr_budget > 0

    def begin_game(self, seat: Seat) -> None:
        self.seat = seat
        self.sandbox.note_memory_kills()

    def begin_turn(self, number: int) -> None:
        """What the bot writes from now on belongs to that turn of its log. No clock should run.

        What it wrote before its last answer is read by now, unless it was too much to be read then.
        """
        if self._stderr_unread:
            self._read_stderr_rest()
        self._log.begin_turn(number)

    def take_log(self) -> BotLog:
        """What the bot has written since its start or the last call; for the end of a game."""
        self._read_stderr_rest()
        taken, self._log, self._stderr = self._log, BotLog(), b""
        return taken

    def _read_stderr_rest(self) -> None:
        """Read what has come, with a limit of its own: a bot may write as fast as it is read."""
        self._stderr_budget = STDERR_PER_TURN
        while any(event & select.POLLIN for _, event in self._stderr_poll.poll(0)) and self.read_stderr():
            pass

    def limit_failure(self) -> BotFailure | None:
        """The failure of a bot that exceeded a limit, which is stopped at once; None otherwise."""
        if (word := self._exceeded_limit()) is None:
            return None
        self.sandbox.freeze()
        self.last = self._beyond(word)
        return self.last

    def _beyond(self, word: str) -> BotFailure:
        limits = self.sandbox.limits
        memory = Fault(word) is Fault.OUT_OF_MEMORY
        most = f"{limits.memory_mb} MB" if memory else f"{limits.processes} processes"
        return BotFailure(Fault(word), f"{most} are allowed")

    def _exceeded_limit(self) -> str | None:
        try:
            return self.sandbox.exceeded_limit()
        except PlatformFault as fault:
            seats = () if self.seat is None else (self.seat,)
            raise PlatformFault(f"{self.name}: {fault}", seats) from fault

    def sample(self, now: float) -> None:
        """Sample how long the bot ran and how long it waited for a CPU."""
        sandbox = self.sandbox
        self.starvation.add(Sample(now, sandbox.cpu_ns(), sandbox.schedule(), sandbox.stolen_ns()))

    def waits_for_cpu(self) -> bool:
        """Whether a thread that was ready at the first call has not run since, and neither has the rest.

        The kernel counts a wait only when it is over.
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
        """Why the bot's output has ended. This may wait a moment: no clock should run."""
        self.gone = True
        deadline = time.monotonic() + 1
        while (status := self.sandbox.exit_status()) is None and time.monotonic() < deadline:
            time.sleep(0.005)
        if exceeded_limit := self._exceeded_limit():
            return self._beyond(exceeded_limit)
        if status is None:
            closed = "input" if _events(self.sandbox.stdin) else "output"
            return BotFailure(Fault.CRASHED, f"it closed its {closed} but kept running")
        return BotFailure(Fault.CRASHED, _exit_words(status), self.unfinished)

    def has_ended(self) -> bool:
        """Whether it has ended by itself, or was ended or stopped for a limit; for the time between games."""
        if self.gone or self.last is not None or self.sandbox.exit_status() is not None:
            return True
        try:
            return self.limit_failure() is not None
        except PlatformFault:
            return True

    @property
    def unfinished(self) -> str:
        """The beginning of an unfinished line, if any."""
        return lines.shown(self._buffer.unfinished) if self._buffer.unfinished else ""

    def log_tail(self, most: int = 2000) -> str:
        """The end of what the bot has written to standard error in this game."""
        self._read_stderr_rest()
        return self._stderr[-most:].decode("utf-8", "replace")

    def close(self) -> None:
        """Send `bye`, wait a moment for the bot to exit, then kill it and everything it started."""
        try:
            if not self.gone and self.last is None and self.sandbox.exit_status() is None:
                self._say_bye()
        finally:  # also if somebody presses Ctrl-C while we wait
            with suppress(KeyError):  # closed before
                self._stderr_poll.unregister(self.sandbox.stderr)  # its number may soon be another file's
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


def _exit_words(status: int) -> str:
    if status < 0:
        known = -status in {*signal.Signals}
        return f"it was killed by signal {signal.Signals(-status).name if known else -status}"
    return f"it ended with exit code {status}"


def _readable(fd: int) -> bool:
    return bool(_events(fd, select.POLLIN) & select.POLLIN)


def _events(fd: int, wanted: int = 0) -> int:
    """Those that are wanted and have happened; whether the other end was closed is among them in any case."""
    poll = select.poll()
    poll.register(fd, wanted)
    return next((event for _, event in poll.poll(0)), 0)
