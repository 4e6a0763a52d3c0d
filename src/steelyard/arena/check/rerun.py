"""Runs a bot again in the turns of a recorded game, with no clock, so that a debugger can stop it."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from steelyard.arena.bot_log import read_log
from steelyard.arena.build import build_in_place, built
from steelyard.arena.record import derived_seed
from steelyard.arena.referee.bot_session import BotSession
from steelyard.arena.referee.examiner import Examiner
from steelyard.arena.referee.stalls import now_ms
from steelyard.arena.sandbox.limits import Limits
from steelyard.arena.verdicts import BotFailure
from steelyard.core import files
from steelyard.protocol.clock import read_clock

if TYPE_CHECKING:
    from steelyard.arena.check.recorded_game import RecordedGame
    from steelyard.arena.program import Program

WEEK_MS = 7 * 24 * 3600 * 1000  # how long a bot may take for anything: its author looks at it in a debugger
# Debuggers need room.
WIDE = Limits(memory_mb=16_384, processes=4096, tmp_mb=4096, files=4096, file_mb=16_384)


@dataclass(frozen=True, slots=True)
class RerunAnswer:
    """What the bot did when it was asked again."""

    number: int
    answer: str | None
    wall_ms: float
    log: str
    failure: str | None = None


class RerunBot:
    """One bot that is asked again; its process starts when it is first needed."""

    def __init__(self, program: Program, recorded: RecordedGame, *, isolated: bool, building: bool) -> None:
        """Without a sandbox it is built and runs in its own folder, where a debugger finds its sources."""
        self._recorded = recorded
        self._games = 0
        self._told = 0  # the last turn that the bot was told of in its present game
        self._examiner: Examiner | None = None
        with ExitStack() as stack:
            if building and isolated:
                folder = stack.enter_context(files.scratch_folder())
                program = built(program, folder, isolated=True)
            elif building:
                build_in_place(program)
            self._session = BotSession(
                program,
                recorded.game.id,
                core=None,
                isolated=isolated,
                limits=None if isolated else WIDE,
                startup_ms=WEEK_MS,
            )
            stack.callback(self._session.close)
            self._undo = stack.pop_all()

    def close(self) -> None:
        self._undo.close()

    def pid(self) -> int:
        """The id of the bot's process, which is started if it is not running."""
        return self._session.player().sandbox.pid

    def ask(self, number: int) -> RerunAnswer:
        """Its answer in a turn after all turns before it, as in the game: the recorded moves are played."""
        if self._examiner is None or number <= self._told:
            self._begin()
        return self._asked([turn for turn in range(self._told + 1, number + 1) if self._was_asked(turn)])

    def ask_alone(self, number: int) -> RerunAnswer:
        """Its answer in a new game that begins with that position."""
        self._begin()
        answer = self._asked([number])
        self._examiner = None  # it has not seen the turns between
        return answer

    def _was_asked(self, number: int) -> bool:
        return bool(self._recorded.turn(number).legal)

    def _begin(self) -> None:
        recorded = self._recorded
        player = self._session.player()
        clock = read_clock("none")
        self._examiner = Examiner(player, recorded.game, clock, patience_ms=WEEK_MS)
        self._games += 1
        self._told = 0
        seed = derived_seed(recorded.record.seed, "seat", recorded.seat)
        self._examiner.start(str(self._games), recorded.seat, seed)

    def _asked(self, numbers: list[int]) -> RerunAnswer:
        """Ask in these turns; the answer to the last counts."""
        assert self._examiner is not None  # noqa: S101 - begun by the callers
        answer = None
        spent = 0.0
        number = numbers[-1]
        failure = None
        try:
            for number in numbers:
                self._examiner.player.begin_turn(number)
                began = now_ms()
                answer = self._examiner.ask(self._recorded.turn(number).state, number)
                spent = now_ms() - began
                self._told = number
        except BotFailure as failed:
            answer = None
            failure = f"{failed.fault}: {failed.detail}" + (f": {failed.line}" if failed.line else "")
        log = read_log(self._examiner.player.take_log().text()).get(number, "")
        if failure is not None:
            self._session.close()
            self._examiner = None
        word = None if answer is None else self._recorded.game.write_move(answer)
        return RerunAnswer(number, word, round(spent, 3), log, failure)
