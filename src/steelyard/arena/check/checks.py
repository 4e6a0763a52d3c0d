"""Numbered checks of a bot; each reports what was sent, what came back and what would be right."""

from __future__ import annotations

from contextlib import ExitStack, closing
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from steelyard import games
from steelyard.arena.build import built
from steelyard.arena.record import derived_seed, replayed
from steelyard.arena.referee.bot_session import BotSession
from steelyard.arena.referee.examiner import Examiner
from steelyard.arena.referee.player import GOODBYE_S
from steelyard.arena.verdicts import BotFailure, Fault
from steelyard.core import files
from steelyard.core.game import SEATS, Seat
from steelyard.core.random_games import random_game
from steelyard.protocol import lines
from steelyard.protocol.clock import read_clock

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from steelyard.arena.program import Program
    from steelyard.arena.record import Record
    from steelyard.core.game import Game

LAST_CHECK = 10

HINTS = {
    Fault.TIME_OUT: " in time; if the bot answers, it must flush standard output after each line",
    Fault.UNREADABLE: "; whatever else a bot prints belongs on standard error, its log",
}
"""What is often the cause when a move was expected, after the move."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    number: int
    title: str
    passed: bool
    detail: str = ""
    sent: str = ""
    came_back: str = ""
    right: str = ""
    log: str = ""


class Fitness:
    """Runs the checks on one bot, in order; stops if it does not build, start or answer in time."""

    def __init__(self, program: Program, game: Game[Any], clock: str, *, isolated: bool) -> None:
        self._program = program
        self._game = game
        self._clock = read_clock(clock)
        self._isolated = isolated
        self._session = BotSession(program, game.id, core=None, isolated=isolated)
        self._examiner: Examiner | None = None
        self._played = 0  # whole games
        self._slowest_ms = 0.0
        self._failure: BotFailure | None = None  # the last one

    def findings(self) -> Generator[Finding]:
        with files.scratch_folder() as self._build_folder, closing(self._session):
            for number, (title, right, check) in enumerate(self._checks(), start=1):
                finding = self._run(number, title, right, check)
                yield finding
                if not finding.passed and (number <= 2 or self._ran_out_of_time(check)):
                    return

    def _ran_out_of_time(self, check: Callable[[], str]) -> bool:
        """Whether that check waited in vain for all the time of a game: the next would do so again."""
        return self._failure is not None and self._failure.fault is Fault.TIME_OUT and check != self._in_time

    def _checks(self) -> list[tuple[str, str, Callable[[], str]]]:
        move = ""  # a legal move of the position that was asked for last
        return [
            ("it builds", "the build command of bot.toml ends with exit code 0", self._builds),
            ("it starts and says it is ready", '{"type":"ready","name":"..."}', self._starts),
            ("it answers its first turn with a legal move", move, self._first_turn),
            ("it plays a whole game at seat 0", move, lambda: self._whole_game(self._game, 0, 1)),
            ("it plays a whole game at seat 1", move, lambda: self._whole_game(self._game, 1, 2)),
            ("it plays many games in one process", move, self._many_games),
            ("it answers positions it has not seen coming", move, self._sudden_positions),
            ("it plays every variant of the game", move, self._variants),
            ("it stays well within its time", f"an answer within half of {self._clock.text}", self._in_time),
            ("it leaves on `bye`", "the process ends within a second", self._leaves),
        ]

    def _right_answer(self) -> str:
        legal = self._examiner.legal if self._examiner is not None else []
        if not legal:
            start = self._game.start()
            seat = self._game.to_move(start)[0]
            legal = [self._game.write_move(self._game.legal_moves(start, seat)[0])]
        return f'{{"type":"move","move":"{legal[0]}"}}'

    def _run(self, number: int, title: str, right: str, check: Callable[[], str]) -> Finding:
        try:
            return Finding(number, title, passed=True, detail=check())
        except BotFailure as failure:
            self._failure = failure
            sent = lines.shown(self._examiner.sent.rstrip(), 2000) if self._examiner else ""
            right = right or self._right_answer() + HINTS.get(failure.fault, "")
            failure.log = failure.log or self._log()
            self._session.close()
            self._examiner = None
            detail = failure.in_words()
            return Finding(number, title, False, detail, sent, failure.line, right, failure.log)  # noqa: FBT003 - passed

    def _log(self) -> str:
        return self._examiner.player.log_tail() if self._examiner else ""

    def _examining(self, game: Game[Any]) -> Examiner:
        self._examiner = Examiner(self._session.player(), game, self._clock)
        return self._examiner

    def _builds(self) -> str:
        self._session.program = built(self._program, self._build_folder, isolated=self._isolated)
        return "" if self._program.build else "nothing to build"

    def _starts(self) -> str:
        self._session.player()
        return ""

    def _first_turn(self) -> str:
        state = self._game.start()
        examiner = self._examining(self._game)
        seat = self._game.to_move(state)[0]
        examiner.start("first", seat, 1)
        return f"it played {self._game.write_move(examiner.ask(state, 1))}"

    def _whole_game(self, game: Game[Any], seat: Seat, seed: int, setup: str = "") -> str:
        """Play a game in which the other seat moves at random."""
        chance, state, turn = Random(seed), game.start(setup), 0
        examiner = self._examining(game)
        examiner.start(f"game {seed}", seat, seed)
        while seats := game.to_move(state):
            turn += 1
            moves = {
                s: examiner.ask(state, turn) if s == seat else chance.choice(game.legal_moves(state, s))
                for s in seats
            }
            state = game.play(state, moves)
        examiner.over(state)
        self._slowest_ms = max(self._slowest_ms, examiner.slowest_ms)
        self._played += 1
        return f"{turn} turns"

    def _many_games(self) -> str:
        for seed in range(10, 16):
            self._whole_game(self._game, SEATS[seed % 2], seed)
        return "6 games"

    def _sudden_positions(self) -> str:
        examiner, asked = self._examining(self._game), 0
        for seed in range(5):
            for state, moves in list(random_game(self._game, Random(seed)))[::4]:
                for seat in moves:
                    examiner.start(f"sudden {asked}", seat, seed)
                    examiner.ask(state, 1)
                    asked += 1
        return f"{asked} positions"

    def _variants(self) -> str:
        played = 0
        for options in type(self._game).option_sets():
            game = games.get(self._game.id, **options)
            for setup in game.setups()[:: max(1, len(game.setups()) // 3)]:
                self._whole_game(game, SEATS[played % 2], played, setup)
                played += 1
        return f"{played} variants"

    def _in_time(self) -> str:
        if not self._played and self._failure is not None:
            raise self._failure  # what kept it from playing, and its time from being measured
        detail = f"its slowest answer took {self._slowest_ms:.1f} ms"
        if self._clock.timed and self._slowest_ms > self._clock.left_ms / 2:
            raise BotFailure(Fault.TIME_OUT, detail)
        return detail

    def _leaves(self) -> str:
        examiner = self._examining(self._game)
        if not examiner.leaves(1000 * GOODBYE_S):
            raise BotFailure(Fault.TIME_OUT, "it was still running a second after `bye`")
        examiner.player.gone = True
        return ""


@dataclass(frozen=True, slots=True)
class Difference:
    """A turn of a record at which the bot now answers differently."""

    turn: int
    recorded: str
    answered: str


class Comparison:
    """Builds a bot once and compares its answers with recorded games."""

    def __init__(self, program: Program, game: str, *, isolated: bool) -> None:
        with ExitStack() as stack:
            build_folder = stack.enter_context(files.scratch_folder())
            program = built(program, build_folder, isolated=isolated)
            self._session = BotSession(program, game, core=None, isolated=isolated)
            stack.callback(self._session.close)
            self._undo = stack.pop_all()

    def close(self) -> None:
        self._undo.close()

    def of(self, record: Record, seat: Seat) -> tuple[int, list[Difference]]:
        """The number of turns of a game the bot was asked for, and where it differs."""
        game, states = replayed(record, games.get)
        different, asked = [], 0
        examiner = Examiner(self._session.player(), game, read_clock(record.clock))
        examiner.start(str(record.number), seat, derived_seed(record.seed, "seat", seat))
        for number, (state, turn) in enumerate(zip(states, record.turns, strict=False), start=1):
            recorded = turn.moves[seat]
            if recorded is None:
                continue
            asked += 1
            answered = game.write_move(examiner.ask(state, number))
            if answered != recorded:
                different.append(Difference(number, recorded, answered))
        return asked, different
