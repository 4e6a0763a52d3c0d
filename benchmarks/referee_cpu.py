"""CPU time of a round of Tank War in the referee's process alone, for machines that are busy.

The bots answer in the same process, whenever a loop begins to wait for them; their time does not count. It is
compared with a loop that only writes, waits and reads, and with one that plays the game without judging.
`python benchmarks/referee_cpu.py --before SRC` compares two versions: SRC is the other one's `src`.
"""

from __future__ import annotations

import argparse
import os
import select
import socket
import subprocess
import sys
import time
from contextlib import suppress
from inspect import signature
from itertools import count
from statistics import median
from types import SimpleNamespace
from typing import IO, TYPE_CHECKING, Any, NoReturn, cast

from checkouts import source_folder

from steelyard import games
from steelyard.arena.record import GameTerms, PlayerFacts, game_seed
from steelyard.arena.referee import listener
from steelyard.arena.referee.game_runner import GameRunner
from steelyard.arena.referee.player import Player

try:
    from steelyard.cli import bench_arena
except ImportError:  # in earlier versions
    from steelyard.arena.match import overhead as bench_arena

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.arena.referee.bot_session import BotSession

GAMES = 4  # in one slice: a few milliseconds
SLICES = 100
RUNS = 7


class Bot:
    """Stands in for a sandbox: a random player in this process, at the other end of three sockets."""

    every: list[Bot]
    spent_s = 0.0

    def __init__(self) -> None:
        self.stdin, self.told = (end.detach() for end in socket.socketpair())
        self.stdout, self._said = (end.detach() for end in socket.socketpair())
        self.stderr, self._log = (end.detach() for end in socket.socketpair())
        for file in (self.stdin, self.told, self.stdout, self.stderr):
            os.set_blocking(file, False)
        self.ended = os.pidfd_open(os.getpid())
        self._cpu = os.open("/proc/self/schedstat", os.O_RDONLY)  # as long to read as that of a control group
        self._chance = 1

    @classmethod
    def answer_all(cls) -> None:
        begin = time.thread_time()
        for bot in cls.every:
            with suppress(BlockingIOError):
                bot.answer(os.read(bot.told, 1 << 16))
        cls.spent_s += time.thread_time() - begin

    def answer(self, line: bytes) -> None:
        begin = line.rindex(b'"legal":[') + len(b'"legal":[')
        legal = line[begin : line.index(b"]", begin)].split(b",")
        self._chance = (self._chance * 1664525 + 1013904223) % 2**32
        os.write(self._said, b'{"type":"move","move":%b}\n' % legal[(self._chance >> 16) % len(legal)])

    def cpu_ns(self) -> int:
        return int(os.pread(self._cpu, 64, 0).split(maxsplit=1)[0])

    def schedule(self) -> dict[int, Any]:
        return {}

    def stolen_ns(self) -> int:
        return 0

    def note_memory_kills(self) -> None: ...

    def thaw(self) -> None: ...

    def exit_status(self) -> None: ...

    def exceeded_limit(self) -> None: ...


class Poll:
    """A poll that lets the bots answer before it waits."""

    def __init__(self) -> None:
        self._poll = select.poll()
        self.register, self.unregister = self._poll.register, self._poll.unregister

    def poll(self, most_ms: float) -> list[tuple[int, int]]:
        Bot.answer_all()
        return self._poll.poll(most_ms)


def loops() -> dict[str, Callable[[], int]]:
    """By its name, what plays a game and returns how many rounds it had."""
    answering = SimpleNamespace(poll=Poll, POLLIN=select.POLLIN)
    for module in (listener, bench_arena):
        vars(module)["select"] = answering
    game = games.get("tank_war")
    named = ["toy"] * (len(signature(Player).parameters) - 1)  # earlier versions had two names
    players = [Player(*named, cast("Any", Bot)) for _ in range(2)]
    Bot.every = [cast("Any", player.sandbox) for player in players]
    sessions = [
        cast("BotSession", SimpleNamespace(player=lambda p=player: p, drop_ended=player.has_ended))
        for player in players
    ]
    runner = GameRunner(game)
    terms = GameTerms.of(game, "bank:3600s")
    start = game.write_state(game.start())
    one, two = PlayerFacts("toy", "toy"), PlayerFacts("toy", "toy")
    numbers = count()

    def refereed() -> int:
        number = next(numbers)
        order = terms.order(start, number, game_seed("cpu", "game", number), (one, two))
        return len(runner.play(order, (sessions[number % 2], sessions[1 - number % 2])).turns)

    found: dict[str, Callable[[], int]] = {"refereed": refereed}
    if hasattr(bench_arena, "play_plain"):  # not in earlier versions
        sandboxes = cast("Any", Bot.every)
        turns = list(bench_arena.turn_lines(game))
        found["plain"] = lambda: bench_arena.play_plain(game, sandboxes)
        found["bare"] = lambda: bench_arena.play_bare(sandboxes, turns)
    return found


def serve() -> NoReturn:
    """Measure a slice of the loop that each line names."""
    found = loops()
    for play in found.values():
        play()
    for line in sys.stdin:
        Bot.spent_s, begin = 0.0, time.thread_time()
        rounds = sum(found[line.strip()]() for _ in range(GAMES))
        print((time.thread_time() - begin - Bot.spent_s) / rounds * 1e6, flush=True)
    os._exit(0)  # the heartbeat ends with its owner


class Version:
    """A process with the modules of one version."""

    def __init__(self, src: str | None) -> None:
        env = {**os.environ, **({"PYTHONPATH": src} if src else {})}
        command = [sys.executable, __file__, "--serve"]
        self._process = subprocess.Popen(  # noqa: S603 - ourselves
            command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def slice_us(self, loop: str) -> float:
        print(loop, file=self._process.stdin, flush=True)
        return float(cast("IO[str]", self._process.stdout).readline())

    def end(self) -> None:
        self._process.kill()
        self._process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=source_folder, metavar="SRC", help="the `src` of another version")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # one after the other, on the same core
    now = Version(None)
    versions = [(now, "refereed")]
    if arguments.before:
        versions.append((Version(str(arguments.before)), "refereed"))
    else:
        versions += [(now, "plain"), (now, "bare")]
    names = ["this version", "the other"] if arguments.before else ["refereed", "plain", "bare"]
    ratios: list[list[float]] = [[] for _ in versions]
    for run in range(1, arguments.runs + 1):
        taken = [[version.slice_us(loop) for version, loop in versions] for _ in range(SLICES)]
        columns = list(zip(*taken, strict=True))
        for known, each in zip(ratios, columns, strict=True):
            known.append(median(us / first for us, first in zip(each, columns[0], strict=True)))
        shown = [f"{name} {median(each):.1f} us" for name, each in zip(names, columns, strict=True)]
        print(f"run {run}: {', '.join(shown)}", flush=True)
    for name, known in zip(names[1:], ratios[1:], strict=True):
        print(f"{name} / {names[0]}: {median(known):.3f} ({min(known):.3f} to {max(known):.3f})")
    for version in {id(version): version for version, _ in versions}.values():
        version.end()


if __name__ == "__main__":
    main()
