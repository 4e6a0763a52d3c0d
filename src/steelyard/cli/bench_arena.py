"""`steelyard bench`: what the referee adds to two bots in a bare loop over pipes, and in one that plays."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import time
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from steelyard import games
from steelyard.arena.match.plan import MatchPlan, MatchRunner, cores
from steelyard.arena.match.pool import played
from steelyard.arena.program import Program
from steelyard.arena.referee.bot_session import BotSession
from steelyard.arena.sandbox import process
from steelyard.core import files
from steelyard.core.game import SEATS
from steelyard.core.random_games import random_game
from steelyard.protocol import lines, messages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steelyard.arena.sandbox.process import Sandbox
    from steelyard.core.game import Game, Move, Seat

SLICE_S = 0.02  # each kind of loop in turn; of equal length, or the shorter would more often be left alone
FEWEST_SLICES = 5
GAMES_A_SECOND = 3000  # estimate, for how many games to measure
SOURCE = Path(__file__).parent / "toy_bot.cpp"


def figures(seconds: float) -> Iterator[tuple[str, float, str]]:
    """The overhead of the referee, with bots that answer at once; needs a C++ compiler."""
    game, isolated = games.get("tank_war"), process.available() is None
    with files.scratch_folder() as folder:
        folder.chmod(0o755)  # the isolated bot runs as another user
        toy = toy_bot(folder)
        if toy is None:
            return
        measured = overhead(game, toy, seconds, isolated=isolated)
        yield "arena: a round in a bare ping-pong of two C++ bots", measured.bare.wall_us, "us"
        yield "arena: a round that Python plays without judging", measured.plain.wall_us, "us"
        yield "arena: a round with the referee", measured.refereed.wall_us, "us"
        yield "arena: the referee over the bare ping-pong", measured.ratio, "x"
        yield "arena: the referee over playing without judging", measured.plain_ratio, "x"
        yield "arena: CPU time that the referee adds to a round", measured.cpu_us, "us"
        games_played = max(20, round(GAMES_A_SECOND * seconds))
        rate = games_a_second(game, toy, games_played, 2, isolated=isolated)
        yield "arena: Tank War games, two C++ bots, two at a time", rate, "games/s"


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
    """What a round costs in each of three loops."""

    bare: Cost
    """Writes lines that were made before to both bots and waits for both; it reads nothing in the answers."""
    plain: Cost
    """Plays the game: shows the position, reads the answers, applies the rules; judges and times nothing."""
    refereed: Cost

    @property
    def ratio(self) -> float:
        """How much longer a round takes than a bare one. On a busy machine this says little: see `cpu_us`."""
        return self.refereed.wall_us / self.bare.wall_us

    @property
    def plain_ratio(self) -> float:
        """How much longer a round takes than one that is played without a referee."""
        return self.refereed.wall_us / self.plain.wall_us

    @property
    def cpu_us(self) -> float:
        """The CPU time that the referee adds to a round, which other work on the machine hardly changes."""
        return self.refereed.cpu_us - self.bare.cpu_us


def overhead(game: Game[Any], program: Program, seconds: float, *, isolated: bool) -> Overhead:
    """Run the three loops in turn; the lower quartile of each counts.

    Other work on the machine only ever makes a slice take longer: the quicker ones are those it left alone.
    """
    plan = MatchPlan.of(game.id, {}, (program, program), 1 << 30, ("",), "1", "bank:3600s", isolated=isolated)
    with closing(MatchRunner(plan)) as runner:
        sessions = [BotSession(program, game.id, core=core, isolated=isolated) for core in (cores() * 2)[:2]]
        with closing(sessions[0]), closing(sessions[1]):
            sandboxes = [session.player().sandbox for session in sessions]
            turns = list(turn_lines(game))
            numbers = count(1)
            loops: list[Callable[[], int]] = [
                lambda: play_bare(sandboxes, turns),
                lambda: play_plain(game, sandboxes),
                lambda: len(runner.play(next(numbers)).turns),
            ]
            slices: list[list[Cost]] = [[], [], []]
            ends = time.perf_counter() + seconds
            while len(slices[0]) < FEWEST_SLICES or time.perf_counter() < ends:
                for costs, play in zip(slices, loops, strict=True):
                    costs.append(_slice(play))
    return Overhead(*map(_lower_quartile, slices))


def _slice(play: Callable[[], int]) -> Cost:
    """What a round costs in games that `play` plays for a while; it returns how many rounds one had."""
    play()  # bots that have slept since their last game, and whatever the loop before left in the caches
    rounds, begin, cpu = 0, time.perf_counter(), time.process_time()
    while (wall := time.perf_counter() - begin) < SLICE_S or not rounds:
        rounds += play()
    return Cost(wall / rounds * 1e6, (time.process_time() - cpu) / rounds * 1e6)


def _lower_quartile(slices: list[Cost]) -> Cost:
    return Cost(
        quantiles([each.wall_us for each in slices])[0], quantiles([each.cpu_us for each in slices])[0]
    )


def turn_lines(game: Game[Any]) -> Iterator[tuple[bytes, bytes]]:
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


def play_bare(sandboxes: list[Sandbox], turns: list[tuple[bytes, bytes]]) -> int:
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


def play_plain(game: Game[Any], sandboxes: list[Sandbox]) -> int:
    """The least that a program in Python does to play the game with our rules and messages."""
    poll = select.poll()
    for sandbox in sandboxes:
        poll.register(sandbox.stdout, select.POLLIN)
    seats = {sandbox.stdout: seat for seat, sandbox in zip(SEATS, sandboxes, strict=True)}
    state, number = game.start(), 0
    while game.to_move(state):
        number += 1
        shown = lines.raw(game.to_wire(state))
        for seat, sandbox in zip(SEATS, sandboxes, strict=True):
            legal = [game.write_move(move) for move in game.legal_moves(state, seat)]
            os.write(sandbox.stdin, lines.write(messages.Turn("1", number, shown, legal, (1.0, 1.0), 0.0)))
        moves: dict[Seat, Move] = {}
        while len(moves) < len(SEATS):
            for fd, _ in poll.poll(1000):
                answer = lines.read_from_bot(os.read(fd, 1 << 16))
                moves[seats[fd]] = game.read_move(cast("messages.Move", answer).move)
        state = game.apply(state, moves)
    return number


def games_a_second(game: Game[Any], program: Program, games: int, jobs: int, *, isolated: bool) -> float:
    """Games per second between two bots that keep running, without their start."""
    plan = MatchPlan.of(game.id, {}, (program, program), games, ("",), "1", "none", isolated=isolated)
    running = played(plan, range(games), jobs)
    for _ in range(jobs):
        next(running)
    begin = time.perf_counter()
    return sum(1 for _ in running) / (time.perf_counter() - begin)
