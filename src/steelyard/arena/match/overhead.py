"""Measures the referee's overhead: the same bots asked by the referee and by a bare loop over pipes."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import time
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

from steelyard.arena.match.plan import MatchRunner, Plan, cores
from steelyard.arena.match.pool import played
from steelyard.arena.program import Program
from steelyard.arena.referee.bot_session import BotSession
from steelyard.core.random_games import random_game
from steelyard.protocol import lines, messages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.arena.sandbox.process import Sandbox
    from steelyard.core.game import Game

SLICES = 24
SOURCE = Path(__file__).parent / "toy_bot.cpp"


def toy_bot(folder: Path) -> Program | None:
    """Compile the toy bot into a folder; None without a C++ compiler."""
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    program = folder / "toy_bot"
    subprocess.run([compiler, "-O2", "-std=c++17", "-o", program, SOURCE], check=True)  # noqa: S603 - our own source
    return Program("toy", "toy", ("./toy_bot",), folder)


def round_us(game: Game[Any], program: Program, seconds: float, *, isolated: bool) -> tuple[float, float]:
    """Median microseconds per round, with a bare loop and with the referee, measured in alternation."""
    plan = Plan(game.id, {}, (program, program), 1 << 30, ("",), 1, "bank:3600s", isolated=isolated)
    with closing(MatchRunner(plan, game)) as runner:
        numbers = iter(range(1 << 30))
        sessions = [BotSession(program, game.id, core=core, isolated=isolated) for core in (cores() * 2)[:2]]
        with closing(sessions[0]), closing(sessions[1]):
            sandboxes = [session.player().sandbox for session in sessions]
            turns = list(_turn_lines(game))
            runner.play(next(numbers))
            bare, refereed = [], []
            for _ in range(SLICES):
                bare.append(_bare_us(sandboxes, turns, seconds / SLICES))
                refereed.append(_refereed_us(runner, numbers, seconds / SLICES))
    return median(bare), median(refereed)


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


def _bare_us(sandboxes: list[Sandbox], turns: list[tuple[bytes, bytes]], seconds: float) -> float:
    poll = select.poll()
    for sandbox in sandboxes:
        poll.register(sandbox.stdout, select.POLLIN)
    rounds, begin = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - begin) < seconds:
        for pair in turns:
            for sandbox, line in zip(sandboxes, pair, strict=True):
                os.write(sandbox.stdin, line)
            awaited = 2
            while awaited:
                for fd, _ in poll.poll(1000):
                    os.read(fd, 1 << 16)
                    awaited -= 1
        rounds += len(turns)
    return elapsed / rounds * 1e6


def _refereed_us(runner: MatchRunner, numbers: Iterator[int], seconds: float) -> float:
    rounds, begin = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - begin) < seconds:
        rounds += len(runner.play(next(numbers)).turns)
    return elapsed / rounds * 1e6


def games_a_second(game: Game[Any], program: Program, games: int, jobs: int, *, isolated: bool) -> float:
    """Games per second between two bots that keep running, without their start."""
    plan = Plan(game.id, {}, (program, program), games, ("",), 1, "none", isolated=isolated)
    running = played(plan, range(games), jobs)
    for _ in range(jobs):
        next(running)
    begin = time.perf_counter()
    return sum(1 for _ in running) / (time.perf_counter() - begin)
