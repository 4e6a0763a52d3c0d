"""The plan of a match: games between two bots, in pairs with the seats exchanged, and their CPU cores."""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.arena.record import derived_seed, game_seed
from steelyard.arena.referee.bot_session import BotSession
from steelyard.arena.referee.game_runner import GameRunner, ScheduledGame
from steelyard.arena.referee.player import STARTUP_MS
from steelyard.arena.referee.referee import Terms
from steelyard.protocol.clock import read_clock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steelyard.arena.program import Program
    from steelyard.arena.record import Record
    from steelyard.arena.referee.game_runner import Observer
    from steelyard.arena.sandbox.process import Limits
    from steelyard.core.game import Game, OptionValue, Seat


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """Everything that defines a match; two equal plans are the same match."""

    game: str
    options: Mapping[str, OptionValue]
    programs: tuple[Program, Program]
    games: int
    setups: tuple[str, ...]
    seed: int | str
    clock: str
    realtime: bool = False
    strikes: int = 0
    isolated: bool = True
    limits: Limits | None = None
    startup_ms: int = STARTUP_MS

    def setup(self, number: int) -> str:
        """The setup of a game; both games of a pair have the same."""
        return self.setups[number // 2 % len(self.setups)]

    def seats(self, number: int) -> tuple[Seat, Seat]:
        """The programs at seat 0 and seat 1: exchanged within a pair."""
        return (0, 1) if number % 2 == 0 else (1, 0)

    def game_seed(self, number: int) -> int | str:
        """The seed of one game. A match whose seed is a number was begun by an earlier version."""
        if isinstance(self.seed, int):
            return derived_seed(self.seed, "pair", number // 2)
        return game_seed(self.seed, "game", number)


def cores() -> list[int]:
    return sorted(os.sched_getaffinity(0))


def most_jobs(clock: str) -> int:
    """How many games may run at once: under a clock every bot has its own core."""
    return max(1, len(cores()) // 2 if read_clock(clock).timed else len(cores()))


def bot_cores(worker: int, *, together: bool) -> tuple[int, int]:
    """The cores of the two bots of one worker, of several games that run at once.

    Under a clock each bot has its own core. Without one, waiting does no harm, and two bots and their referee
    communicate fastest `together` on one core.
    """
    available = cores()
    if together:
        return (available[worker % len(available)],) * 2
    return available[2 * worker % len(available)], available[(2 * worker + 1) % len(available)]


class MatchRunner:
    """Plays games of one plan, one at a time, with bots that keep running between games."""

    def __init__(self, plan: MatchPlan, game: Game[Any], worker: int = 0, *, together: bool = False) -> None:
        self.plan = plan
        pinned = bot_cores(worker, together=together)
        self._sessions = [
            BotSession(
                program,
                plan.game,
                core=pinned[side],
                isolated=plan.isolated,
                limits=plan.limits,
                startup_ms=plan.startup_ms,
            )
            for side, program in enumerate(plan.programs)
        ]
        self._game_runner = GameRunner(game, Terms(read_clock(plan.clock), plan.realtime, plan.strikes))

    @property
    def observer(self) -> Observer | None:
        """Follows the games while they are played."""
        return self._game_runner.observer

    @observer.setter
    def observer(self, observer: Observer) -> None:
        self._game_runner.observer = observer

    def close(self) -> None:
        with ExitStack() as steps:  # all of them are done, even if a bot cannot be ended
            steps.callback(self._game_runner.close)
            for session in self._sessions:
                steps.callback(session.close)

    def play(self, number: int) -> Record:
        """Play game `number`; replay it if the machine failed."""
        first, second = (self._sessions[side] for side in self.plan.seats(number))
        scheduled = ScheduledGame(self.plan.setup(number), number, self.plan.game_seed(number))
        return self._game_runner.play(scheduled, (first, second))

    def last_logs(self) -> tuple[str, str]:
        """What each seat's bot wrote to its log in the last game."""
        first, second = self._game_runner.last_logs
        return first.text(), second.text()
