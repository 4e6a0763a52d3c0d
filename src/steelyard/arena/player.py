"""One bot process: greeted, asked, told, ended. And an ear for several of them at once."""

from __future__ import annotations

import os
import select
import signal
import time
from collections import deque
from typing import TYPE_CHECKING, NamedTuple, Self

from steelyard.arena.heartbeat import now_ms
from steelyard.arena.verdict import BotFailure, Fault
from steelyard.protocol import lines
from steelyard.protocol.messages import Bye, Hello, Ready

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import TracebackType

    from steelyard.arena.jail import Jail

STARTUP_MS = 10_000
GOODBYE_S = 1.0
SAMPLE_MS = 50.0  # how often limits are looked at while waiting
STDERR_KEPT = 1 << 16
STDERR_PER_TURN = (
    1 << 18
)  # more than this waits in the bot's own pipe: a flood slows the bot, not the referee
CHUNK = 1 << 16


class _Sample(NamedTuple):
    at_ms: float
    cpu_ns: int
    waited_ns: int


class Player:
    """A bot program that is running."""

    def __init__(self, name: str, bot: str, start: Callable[[], Jail]) -> None:
        self.name = name
        self.bot = bot
        """How it was named: a built-in, a folder, a command."""
        self.version = ""
        """Its own, as it said when it was ready."""
        try:
            self.jail = start()
        except OSError as error:
            raise BotFailure(Fault.FAILED_TO_START, f"it could not be started: {error.strerror}") from None
        self._buffer = lines.LineBuffer()
        self._held = b""
        self._stderr = b""
        self._stderr_budget = STDERR_PER_TURN
        self._samples: deque[_Sample] = deque(maxlen=1 << 12)
        self.gone = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def greet(self, game: str, startup_ms: int = STARTUP_MS) -> None:
        """Say hello and wait for ready. No clock runs here."""
        self.tell(lines.write(Hello(game, startup_ms)))
        ear = Ear([self])
        deadline = now_ms() + startup_ms
        while (left := deadline - now_ms()) > 0:
            for _, line in ear.hear(left):
                self.version = self._read_ready(line).version
                return
        raise BotFailure(Fault.SLOW_START, f"no `ready` within {startup_ms / 1000:g} s", self.unfinished)

    def _read_ready(self, line: bytes) -> Ready:
        try:
            message = lines.read_from_bot(line)
        except lines.Unreadable as error:
            raise BotFailure(Fault.UNREADABLE, f"before `ready`: {error}", lines.shown(line)) from None
        if not isinstance(message, Ready):
            raise BotFailure(Fault.UNREADABLE, "a `ready` was expected first", lines.shown(line))
        return message

    def tell_later(self, data: bytes) -> None:
        """What needs no answer goes along with what does: waking a bot costs more than all it is told."""
        self._held += data

    def tell(self, data: bytes) -> None:
        """Write all of it; a bot that does not read its input has failed."""
        data, self._held = self._held + data, b""
        self._stderr_budget = STDERR_PER_TURN
        try:
            try:
                written = os.write(self.jail.stdin, data)
            except BlockingIOError:
                written = 0
            if written < len(data):
                self._tell_slowly(data[written:])
        except OSError:
            raise self.ended() from None

    def _tell_slowly(self, data: bytes) -> None:
        writable = select.poll()
        writable.register(self.jail.stdin, select.POLLOUT)
        deadline = now_ms() + 1000
        while data:
            if now_ms() > deadline:
                raise BotFailure(Fault.TIME_OUT, "it does not read its input: the pipe has been full for 1 s")
            if writable.poll(SAMPLE_MS):
                data = data[os.write(self.jail.stdin, data) :]

    def read_stdout(self) -> list[bytes]:
        """The lines that have come; raises BotFailure when there will be no more, or when one is too long."""
        try:
            data = os.read(self.jail.stdout, CHUNK)
        except BlockingIOError:
            return []
        if not data:
            raise self.ended()
        try:
            return self._buffer.feed(data)
        except lines.TooLong as error:
            raise BotFailure(Fault.TOO_LONG, str(error), lines.shown(self._buffer.unfinished)) from None

    def read_rest(self) -> list[bytes]:
        """What it said before it ended; raises the BotFailure once there is nothing more."""
        if lines_left := self.read_stdout():
            return lines_left
        raise self.ended()

    def read_stderr(self) -> bool:
        """Keep the end of the bot's log; False when no more is wanted for now."""
        try:
            data = os.read(self.jail.stderr, CHUNK)
        except BlockingIOError:
            return True
        self._stderr = (self._stderr + data)[-STDERR_KEPT:]
        self._stderr_budget -= len(data)
        return bool(data) and self._stderr_budget > 0

    def sample(self, now: float) -> None:
        """Look, every so often while it thinks, whether it is within its limits and gets its core."""
        if overstepped := self.jail.overstepped():
            raise self.beyond_limits(overstepped)
        self._samples.append(_Sample(now, self.jail.cpu_ns(), self.jail.waited_ns()))

    def starved_ms(self, since_ms: float) -> float:
        """How long since then it wanted to run and was not let, going by the samples.

        A bot that crowds its own core with threads is not starved: what it used itself does not count.
        """
        taken = [sample for sample in self._samples if sample.at_ms >= since_ms]
        if len(taken) < 2:
            return 0.0
        first, last = taken[0], taken[-1]
        idle_ms = last.at_ms - first.at_ms - (last.cpu_ns - first.cpu_ns) / 1e6
        return max(0.0, min((last.waited_ns - first.waited_ns) / 1e6, idle_ms))

    def ended(self) -> BotFailure:
        """Why the bot's output has ended."""
        self.gone = True
        deadline = time.monotonic() + 1
        while (status := self.jail.exit_status()) is None and time.monotonic() < deadline:
            time.sleep(0.005)
        if overstepped := self.jail.overstepped():
            return self.beyond_limits(overstepped)
        if status is None:
            return BotFailure(Fault.CRASHED, "it closed its output and went on running")
        return BotFailure(Fault.CRASHED, _exit_words(status), self.unfinished)

    def beyond_limits(self, word: str) -> BotFailure:
        what = {"out_of_memory": "it used more memory than allowed"}
        return BotFailure(Fault(word), what.get(word, "it started more processes than allowed"))

    @property
    def unfinished(self) -> str:
        """Half a line that has come, if any."""
        return lines.shown(self._buffer.unfinished) if self._buffer.unfinished else ""

    def log_tail(self, most: int = 2000) -> str:
        """The end of what it wrote to standard error, everything up to now."""
        if not self.gone or self._stderr_budget > 0:
            while _readable(self.jail.stderr) and self.read_stderr():
                pass
        return self._stderr[-most:].decode("utf-8", "replace")

    def close(self) -> None:
        """Say bye, wait a moment for it to leave, then end it and everything it started."""
        if not self.gone and self.jail.exit_status() is None:
            self._say_bye()
        self.jail.close()

    def _say_bye(self) -> None:
        try:
            self.jail.thaw()
            os.write(self.jail.stdin, self._held + lines.write(Bye()))
        except OSError:
            return
        deadline = time.monotonic() + GOODBYE_S
        while self.jail.exit_status() is None and time.monotonic() < deadline:
            if _readable(self.jail.stdout):
                os.read(self.jail.stdout, CHUNK)
            else:
                time.sleep(0.002)


def _exit_words(status: int) -> str:
    if status < 0:
        known = -status in {*signal.Signals}
        return f"it was ended by signal {signal.Signals(-status).name if known else -status}"
    return f"it left with exit code {status}"


def _readable(fd: int) -> bool:
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return any(event & select.POLLIN for _, event in poll.poll(0))


class Ear:
    """Listens to several players at once."""

    def __init__(self, players: Iterable[Player]) -> None:
        self._poll = select.poll()
        self._out: dict[int, Player] = {}
        self._log: dict[int, Player] = {}
        self._ended: dict[int, Player] = {}
        self.heard_ms = self._sampled = now_ms()
        """When the last lines had come."""
        self._flooding: list[int] = []
        for player in players:
            self._out[player.jail.stdout] = player
            self._log[player.jail.stderr] = player
            self._ended[player.jail.ended] = player
        for fd in (*self._out, *self._log, *self._ended):
            self._poll.register(fd, select.POLLIN)

    def listen_again(self) -> None:
        """Before each turn: logs that were flooding get another chance."""
        while self._flooding:
            self._poll.register(self._flooding.pop(), select.POLLIN)

    def hear(self, most_ms: float) -> list[tuple[Player, bytes]]:
        """Lines that have come, waiting no longer than that; a BotFailure carries its player."""
        heard: list[tuple[Player, bytes]] = []
        player: Player | None = None
        try:
            for fd, _ in self._poll.poll(max(0.0, min(most_ms, SAMPLE_MS))):
                if (player := self._out.get(fd)) is not None:
                    for line in player.read_stdout():
                        heard.append((player, line))  # noqa: PERF401 - a call less on the way to every answer
                elif (
                    player := self._ended.get(fd)
                ) is not None:  # a child of its may still hold the pipes open
                    heard += [(player, line) for line in player.read_rest()]
                elif not self._log[fd].read_stderr():
                    self._poll.unregister(fd)
                    self._flooding.append(fd)
        except BotFailure as failure:
            failure.player = player
            raise
        self.heard_ms = now_ms()
        if self.heard_ms - self._sampled >= SAMPLE_MS / 2:
            self._sample()
        return heard

    def _sample(self) -> None:
        self._sampled = self.heard_ms
        for player in self._out.values():
            with failing(player):
                player.sample(self._sampled)


class failing:  # noqa: N801 - reads as a word: with failing(player)
    """Puts the player's name on a BotFailure that passes."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, BotFailure):
            error.player = self._player
