"""Plays a contest's games in one worker. The bots used last stay suspended in memory for their next game."""

from __future__ import annotations

import os
import time
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from steelyard import bots, games
from steelyard.arena.match.plan import bot_cores
from steelyard.arena.record import write_record
from steelyard.arena.referee.bot_session import BotSession
from steelyard.arena.referee.game_runner import GameRunner, ScheduledGame
from steelyard.arena.referee.referee import Terms
from steelyard.contest.running.game_logs import with_logs
from steelyard.contest.running.journal import encode
from steelyard.contest.running.journal_entries import Played
from steelyard.contest.running.live_games import Broadcast
from steelyard.protocol.clock import read_clock

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Self

    from steelyard.arena.program import Program
    from steelyard.arena.sandbox.process import Limits
    from steelyard.core.game import OptionValue

MOST_RESIDENTS = 16
RESIDENT_MB = 200  # memory that a suspended bot is expected to hold
Key = tuple[str, int]
"""An entrant's name and the version of its program."""


class Task(NamedTuple):
    """One game to be played."""

    id: str
    seats: tuple[Key, Key]
    setup: str
    number: int
    seed: int | str


@dataclass(frozen=True)
class Conditions:
    """Everything a worker must know before its first game."""

    game: str
    options: Mapping[str, OptionValue]
    clock: str
    realtime: bool
    strikes: int
    startup_ms: int
    limits: Limits
    isolated: bool
    programs: Mapping[Key, Program]
    residents: int = MOST_RESIDENTS
    """Bots that a worker keeps running."""
    live: Path | None = None
    """The folder in which games can be followed while they are played."""

    @property
    def cores(self) -> int:
        """For one game: under a clock, one for each bot."""
        return 2 if read_clock(self.clock).timed else 1

    @property
    def pinned(self) -> bool:
        return True

    def with_programs(self, programs: Mapping[Key, Program]) -> Self:
        """For another machine, where nobody follows the games."""
        return replace(self, programs=programs, live=None)

    def prepare(self) -> None:
        """Compute what the built-in bots among them need before they can play."""
        game = games.get(self.game, **self.options)
        for bot in sorted({program.bot for program in self.programs.values() if program.trusted}):
            bots.prepare(game, bot, lambda _doing, _share: None)

    def task_runner(self, worker: int) -> GamePlayer:
        return GamePlayer(self, worker)


class GamePlayer:
    """Plays games between any two of the contest's bots, one after the other."""

    def __init__(self, conditions: Conditions, worker: int) -> None:
        clock = read_clock(conditions.clock)
        self._conditions = conditions
        self._own_cores = os.sched_getaffinity(0)
        self._cores = bot_cores(worker, together=not clock.timed)
        if not clock.timed:
            os.sched_setaffinity(0, self._cores)  # on the cores of its bots
        self._runner = GameRunner(
            games.get(conditions.game, **conditions.options),
            Terms(clock, conditions.realtime, conditions.strikes),
        )
        self._sessions: dict[Key, BotSession] = {}  # the one used last comes last
        self._worker = worker

    def close(self) -> None:
        with ExitStack() as steps:  # all of them are done, even if a bot cannot be ended
            steps.callback(os.sched_setaffinity, 0, self._own_cores)
            steps.callback(self._runner.close)
            for session in self._sessions.values():
                steps.callback(session.close)

    def play(self, task: Task, /) -> bytes:
        """The game as a line of the journal, and what its bots wrote to their logs."""
        first, second = (self._session(key, core) for key, core in zip(task.seats, self._cores, strict=True))
        self._freeze_others(task.seats)
        broadcast = self._runner.observer = self._broadcast(task)
        record = self._runner.play(ScheduledGame(task.setup, task.number, task.seed), (first, second))
        if broadcast is not None:
            broadcast.end(record.outcome)
        played = Played(
            id=task.id,
            versions=(task.seats[0][1], task.seats[1][1]),
            figures=self._runner.game.figures(self._runner.last_state),
            ended=round(time.time(), 3),
            record=msgspec.Raw(write_record(record).rstrip()),
        )
        return with_logs(encode(played), self._runner.last_logs)

    def _broadcast(self, task: Task) -> Broadcast | None:
        if self._conditions.live is None:
            return None
        game = self._runner.game
        start = game.write_state(game.start(task.setup))
        return Broadcast(
            self._conditions.live, self._worker, task.id, (task.seats[0][0], task.seats[1][0]), start
        )

    def _session(self, key: Key, core: int) -> BotSession:
        conditions = self._conditions
        session = self._sessions.pop(key, None) or BotSession(
            conditions.programs[key],
            conditions.game,
            core=core,
            isolated=conditions.isolated,
            limits=conditions.limits,
            startup_ms=conditions.startup_ms,
        )
        session.pin(core)
        self._sessions[key] = session
        return session

    def _freeze_others(self, playing: tuple[Key, Key]) -> None:
        """Suspend all bots but the two that play, and end those not used for the longest time."""
        waiting = [
            session for key, session in self._sessions.items() if key not in playing and session.running
        ]
        for session in waiting[: max(0, len(waiting) + 2 - self._conditions.residents)]:
            session.close()
        for session in waiting:
            session.freeze()


def residents(jobs: int) -> int:
    """How many bots each of so many workers can keep, using at most half of the free memory."""
    free_mb = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
    return max(2, min(MOST_RESIDENTS, free_mb // 2 // RESIDENT_MB // jobs))
