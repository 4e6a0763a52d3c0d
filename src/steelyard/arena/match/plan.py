"""Many games between two bots, in pairs with the seats exchanged, on several cores, into one file."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.arena.record import derived_seed, game_seed
from steelyard.arena.referee.bot_session import BotSession
from steelyard.arena.referee.game_runner import Fixture, GameRunner
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
class Plan:
    """Everything that decides what a match is; two equal plans are the same match."""

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
        """Both games of a pair have the same start."""
        return self.setups[number // 2 % len(self.setups)]

    def seats(self, number: int) -> tuple[Seat, Seat]:
        """Which program sits at seat 0 and which at seat 1: exchanged within a pair."""
        return (0, 1) if number % 2 == 0 else (1, 0)

    def game_seed(self, number: int) -> int | str:
        """Each game's own; a number is the seed of a match that an earlier version began."""
        if isinstance(self.seed, int):
            return derived_seed(self.seed, "pair", number // 2)
        return game_seed(self.seed, "game", number)


def cores() -> list[int]:
    return sorted(os.sched_getaffinity(0))


def most_jobs(clock: str) -> int:
    """How many games may run at once: under a clock every bot has a core to itself."""
    return max(1, len(cores()) // 2 if read_clock(clock).timed else len(cores()))


def places(place: int, *, together: bool) -> tuple[int, int]:
    """The cores of the two bots in one of several games that run at once.

    Under a clock each has one to itself. Without, nobody minds waiting, and where there are several games two
    bots and their referee talk fastest on one core.
    """
    available = cores()
    if together:
        return (available[place % len(available)],) * 2
    return available[2 * place % len(available)], available[(2 * place + 1) % len(available)]


class Arbiter:
    """Plays games of one plan, one at a time, with bots that stay."""

    def __init__(self, plan: Plan, game: Game[Any], place: int = 0, *, together: bool = False) -> None:
        self.plan = plan
        pinned = places(place, together=together)
        self._teams = [
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
        self._court = GameRunner(game, Terms(read_clock(plan.clock), plan.realtime, plan.strikes))

    @property
    def observer(self) -> Observer | None:
        """Follows the games while they are played."""
        return self._court.observer

    @observer.setter
    def observer(self, observer: Observer) -> None:
        self._court.observer = observer

    def close(self) -> None:
        for team in self._teams:
            team.dismiss()
        self._court.close()

    def play(self, number: int) -> Record:
        """Game `number`, played again if the platform spoiled it."""
        first, second = (self._teams[side] for side in self.plan.seats(number))
        fixture = Fixture(self.plan.setup(number), number, self.plan.game_seed(number))
        return self._court.play(fixture, (first, second))
