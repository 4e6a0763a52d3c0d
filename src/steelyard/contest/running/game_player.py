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
from steelyard.arena.referee.game_runner import GameRunner
from steelyard.contest.running.game_logs import with_logs
from steelyard.contest.running.journal import encode
from steelyard.contest.running.journal_entries import Played
from steelyard.contest.running.live_games import Broadcast
from steelyard.protocol.clock import read_clock

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path
    from typing import Self

    from steelyard.arena.program import Program
    from steelyard.arena.record import GameOrder, GameTerms
    from steelyard.arena.sandbox.process import Limits
    from steelyard.contest.running.journal_state import Key

MOST_RESIDENTS = 16
RESIDENT_MB = 200  # memory that a suspended bot is expected to hold


class Task(NamedTuple):
    """One game to be played, and what the journal calls it."""

    id: str
    order: GameOrder


@dataclass(frozen=True)
class Conditions:
    """Everything a worker must know before its first game."""

    terms: GameTerms
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
        return 2 if read_clock(self.terms.clock).timed else 1

    @property
    def pinned(self) -> bool:
        return True

    def with_programs(self, programs: Mapping[Key, Program]) -> Self:
        """For another machine, where nobody follows the games."""
        return replace(self, programs=programs, live=None)

    def prepare(self) -> None:
        """Compute what the built-in bots among them need before they can play."""
        game = games.get(self.terms.game, **self.terms.options)
        for bot in sorted({program.bot for program in self.programs.values() if program.trusted}):
            bots.prepare(game, bot, lambda _doing, _share: None)

    def task_runner(self, worker: int) -> GamePlayer:
        return GamePlayer(self, worker)


class GamePlayer:
    """Plays games between any two of the contest's bots, one after the other."""

    def __init__(self, conditions: Conditions, worker: int) -> None:
        clock = read_clock(conditions.terms.clock)
        self._conditions = conditions
        self._own_cores = os.sched_getaffinity(0)
        self._cores = bot_cores(worker, together=not clock.timed)
        if not clock.timed:
            os.sched_setaffinity(0, self._cores)  # on the cores of its bots
        self._runner = GameRunner(games.get(conditions.terms.game, **conditions.terms.options))
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
        keys = [(player.name, player.version) for player in task.order.players]
        first, second = (self._session(key, core) for key, core in zip(keys, self._cores, strict=True))
        self._freeze_others(keys)
        broadcast = self._runner.observer = self._broadcast(task)
        record = self._runner.play(task.order, (first, second))
        if broadcast is not None:
            broadcast.end(record.outcome)
        played = Played(
            id=task.id,
            figures=self._runner.game.figures(self._runner.last_state),
            ended=round(time.time(), 3),
            record=msgspec.Raw(write_record(record).rstrip()),
        )
        return with_logs(encode(played), self._runner.last_logs)

    def _broadcast(self, task: Task) -> Broadcast | None:
        if self._conditions.live is None:
            return None
        first, second = (player.name for player in task.order.players)
        return Broadcast(self._conditions.live, self._worker, task.id, (first, second), task.order.start)

    def _session(self, key: Key, core: int) -> BotSession:
        conditions = self._conditions
        session = self._sessions.pop(key, None) or BotSession(
            conditions.programs[key],
            conditions.terms.game,
            core=core,
            isolated=conditions.isolated,
            limits=conditions.limits,
            startup_ms=conditions.startup_ms,
        )
        session.pin(core)
        self._sessions[key] = session
        return session

    def _freeze_others(self, playing: Collection[Key]) -> None:
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
