"""Measures the referee's overhead: the same bots asked by the referee and by a bare loop over pipes."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import time
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.arena.match.plan import MatchRunner, Plan, cores
from steelyard.arena.match.pool import played
from steelyard.arena.program import Program
from steelyard.arena.referee.bot_session import BotSession
from steelyard.core.random_games import random_game
from steelyard.protocol import lines, messages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steelyard.arena.sandbox.process import Sandbox
    from steelyard.core.game import Game

FEWEST_PAIRS = 20
SOURCE = Path(__file__).parent / "toy_bot.cpp"


def toy_bot(folder: Path) -> Program | None:
    """Compile the toy bot into a folder; None without a C++ compiler."""
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    program = folder / "toy_bot"
    subprocess.run([compiler, "-O2", "-std=c++17", "-o", program, SOURCE], check=True)  # noqa: S603 - our own source
    return Program("toy", "toy", ("./toy_bot",), folder)


class Cost(NamedTuple):
    """Microseconds per round: as long as it took, and CPU time of this process alone."""

    wall_us: float
    cpu_us: float


class Overhead(NamedTuple):
    """What a round costs with a bare loop and with the referee."""

    bare: Cost
    refereed: Cost

    @property
    def ratio(self) -> float:
        """How much longer a round takes. On a busy machine this says little: see `cpu_us`."""
        return self.refereed.wall_us / self.bare.wall_us

    @property
    def cpu_us(self) -> float:
        """The CPU time that the referee adds to a round, which other work on the machine hardly changes."""
        return self.refereed.cpu_us - self.bare.cpu_us


def overhead(game: Game[Any], program: Program, seconds: float, *, isolated: bool) -> Overhead:
    """Play a game in a bare loop and one with the referee in turn; the lower quartile of each counts.

    A pair takes about a millisecond. Other work on the machine only ever makes a game take longer: the
    quicker games are those it left alone.
    """
    plan = Plan(game.id, {}, (program, program), 1 << 30, ("",), 1, "bank:3600s", isolated=isolated)
    with closing(MatchRunner(plan, game)) as runner:
        sessions = [BotSession(program, game.id, core=core, isolated=isolated) for core in (cores() * 2)[:2]]
        with closing(sessions[0]), closing(sessions[1]):
            sandboxes = [session.player().sandbox for session in sessions]
            turns = list(_turn_lines(game))
            runner.play(0)
            bare: list[Cost] = []
            refereed: list[Cost] = []
            ends = time.perf_counter() + seconds
            for number in count(1):
                bare.append(_measured(partial(_play_bare, sandboxes, turns)))
                refereed.append(_measured(partial(_play_refereed, runner, number)))
                if number >= FEWEST_PAIRS and time.perf_counter() > ends:
                    break
    return Overhead(_lower_quartile(bare), _lower_quartile(refereed))


def _measured(play: Callable[[], int]) -> Cost:
    """What a round costs in a game that `play` plays; it returns how many rounds there were."""
    begin, cpu = time.perf_counter(), time.process_time()
    rounds = play()
    return Cost((time.perf_counter() - begin) / rounds * 1e6, (time.process_time() - cpu) / rounds * 1e6)


def _lower_quartile(games: list[Cost]) -> Cost:
    return Cost(quantiles([each.wall_us for each in games])[0], quantiles([each.cpu_us for each in games])[0])


def _turn_lines(game: Game[Any]) -> Iterator[tuple[bytes, bytes]]:
    """The `turn` messages for both players in a random game."""
    for number, (state, moves) in enumerate(random_game(game, Random(1)), start=1):
        if moves:
            shown = game.to_json(state)
            first, second = (
                lines.write(
                    messages.Turn(
                        "1",
                        number,
                        shown,
                        [game.write_move(move) for move in game.legal_moves(state, seat)],
                        (1.0, 1.0),
                        0.0,
                    )
                )
                for seat in moves
            )
            yield first, second


def _play_bare(sandboxes: list[Sandbox], turns: list[tuple[bytes, bytes]]) -> int:
    poll = select.poll()
    for sandbox in sandboxes:
        poll.register(sandbox.stdout, select.POLLIN)
    for pair in turns:
        for sandbox, line in zip(sandboxes, pair, strict=True):
            os.write(sandbox.stdin, line)
        awaited = 2
        while awaited:
            for fd, _ in poll.poll(1000):
                os.read(fd, 1 << 16)
                awaited -= 1
    return len(turns)


def _play_refereed(runner: MatchRunner, number: int) -> int:
    return len(runner.play(number).turns)


def games_a_second(game: Game[Any], program: Program, games: int, jobs: int, *, isolated: bool) -> float:
    """Games per second between two bots that keep running, without their start."""
    plan = Plan(game.id, {}, (program, program), games, ("",), 1, "none", isolated=isolated)
    running = played(plan, range(games), jobs)
    for _ in range(jobs):
        next(running)
    begin = time.perf_counter()
    return sum(1 for _ in running) / (time.perf_counter() - begin)
