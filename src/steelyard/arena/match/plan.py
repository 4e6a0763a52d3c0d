"""The plan of a match: games between two bots, in pairs with the seats exchanged, and their CPU cores."""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Self

import msgspec

from steelyard import games
from steelyard.arena.record import GameTerms, PlayerFacts, Players, game_seed
from steelyard.arena.referee.bot_session import BotSession
from steelyard.arena.referee.game_runner import GameRunner
from steelyard.arena.referee.player import STARTUP_MS
from steelyard.arena.sandbox.limits import Limits
from steelyard.protocol.clock import read_clock

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from steelyard.arena.program import Program
    from steelyard.arena.record import GameOrder, Record
    from steelyard.core.game import OptionValue, Seat

FORMAT = 2


class MatchHeading(GameTerms, frozen=True, kw_only=True):
    """Everything that defines a match; the first line of its file. Two equal headings are the same match."""

    steelyard_match: int = FORMAT
    players: Players
    """As named on the command line; whichever seat they have."""
    starts: Annotated[list[str], msgspec.Meta(min_length=1)]
    """The start positions, in notation; one after the other is used."""
    seed: str
    isolated: bool
    limits: Limits
    startup_ms: int
    fingerprints: tuple[str, str] = ("", "")
    """Hashes of the bots' files."""
    not_enforced: tuple[str, ...] = ()
    """The limits that the kernel of the machine did not enforce by itself, in words."""

    def seats(self, number: int) -> tuple[Seat, Seat]:
        """The players at seat 0 and seat 1: exchanged within a pair."""
        return (0, 1) if number % 2 == 0 else (1, 0)

    def game_order(self, number: int) -> GameOrder:
        """The game of that number; both games of a pair have the same start."""
        first, second = self.seats(number)
        start = self.starts[number // 2 % len(self.starts)]
        seed = game_seed(self.seed, "game", number)
        return self.order(start, number, seed, (self.players[first], self.players[second]))


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """A match, and the programs that play it."""

    heading: MatchHeading
    programs: tuple[Program, Program]
    games: int

    @classmethod
    def of(  # noqa: PLR0913, PLR0917 - everything that defines a match
        cls,
        game: str,
        options: Mapping[str, OptionValue],
        programs: tuple[Program, Program],
        count: int,
        setups: Sequence[str],
        seed: str,
        clock: str,
        *,
        realtime: bool = False,
        strikes: int = 0,
        isolated: bool = True,
        limits: Limits | None = None,
        startup_ms: int = STARTUP_MS,
    ) -> Self:
        """A match whose games begin with those setups."""
        rules = games.get(game, **options)
        terms = GameTerms.of(rules, clock, realtime=realtime, strikes=strikes)
        first, second = (PlayerFacts(program.name, program.bot) for program in programs)
        heading = MatchHeading(
            **msgspec.structs.asdict(terms),
            players=(first, second),
            starts=[rules.write_state(rules.start(setup)) for setup in setups],
            seed=seed,
            isolated=isolated,
            limits=limits or Limits(),
            startup_ms=startup_ms,
        )
        return cls(heading, programs, count)


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

    def __init__(self, plan: MatchPlan, worker: int = 0) -> None:
        self.heading = heading = plan.heading
        self._own_cores = os.sched_getaffinity(0)
        together = not read_clock(heading.clock).timed
        pinned = bot_cores(worker, together=together)
        self._sessions = [
            BotSession(
                program,
                heading.game,
                core=pinned[side],
                isolated=heading.isolated,
                limits=heading.limits,
                startup_ms=heading.startup_ms,
            )
            for side, program in enumerate(plan.programs)
        ]
        self.game_runner = GameRunner(games.get(heading.game, **heading.options))
        if together:  # on the same core as its bots; the heartbeat is not
            os.sched_setaffinity(0, pinned)

    def close(self) -> None:
        with ExitStack() as steps:  # all of them are done, even if a bot cannot be ended
            steps.callback(os.sched_setaffinity, 0, self._own_cores)
            steps.callback(self.game_runner.close)
            for session in self._sessions:
                steps.callback(session.close)

    def play(self, number: int) -> Record:
        """Play game `number`; replay it if the machine failed."""
        first, second = (self._sessions[side] for side in self.heading.seats(number))
        return self.game_runner.play(self.heading.game_order(number), (first, second))

    def last_logs(self) -> tuple[str, str]:
        """What each seat's bot wrote to its log in the last game."""
        first, second = self.game_runner.last_logs
        return first.text(), second.text()
