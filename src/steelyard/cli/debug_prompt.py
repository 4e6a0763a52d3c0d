"""The prompt of `steelyard debug`: one line in, one answer out, until the end of input."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from steelyard.arena.verdicts import BotFailure
from steelyard.cli.debug_text import facts_text, heading, rerun_text, turn_text
from steelyard.cli.terminal import clear_status, show, show_json, show_status
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steelyard.arena.check.recorded_game import RecordedGame
    from steelyard.arena.check.rerun import RerunBot

HELP = """\
next, back (or n, b; Enter is next)   the turn after, the turn before
goto N, first, last                   another turn
board, facts                          the position; what the bot answered, needed and wrote
state, legal                          what the bot was sent, as JSON; the moves it could make
ask                                   ask the bot again, after all turns before this one
alone                                 ask it again in a new game that begins with this position
run                                   ask it again in this and all later turns, and compare
pid                                   start the bot, with no clock, and show its process id
quit                                  leave (or q, Ctrl-D)"""
SHORT = {"": "next", "n": "next", "b": "back", "g": "goto", "a": "ask", "r": "run", "q": "quit", "?": "help"}


@contextmanager
def waiting() -> Iterator[None]:
    """Tells whoever sits at a terminal why nothing happens while a bot thinks."""
    show_status("waiting for the bot; no clock runs, Ctrl-C ends this")
    try:
        yield
    finally:
        clear_status()


class Prompt:
    """Where the person is in the game, and the bot if it was started."""

    def __init__(self, recorded: RecordedGame, name: str, start: Callable[[], RerunBot]) -> None:
        """`name` is what `--number` calls the game."""
        self._recorded = recorded
        self._name = name
        self._start = start
        self._bot: RerunBot | None = None
        self._pid = 0  # the last one that was shown
        self._at = max(1, recorded.last)

    def close(self) -> None:
        if self._bot is not None:
            self._bot.close()
            self._bot = None

    def serve(self) -> None:
        """Begins at the last turn, where the game was lost."""
        show(heading(self._recorded, self._name))
        if self._recorded.last == 0:
            show("It has no turn.")
            return
        show("`help` lists what can be typed.\n")
        self._show()
        while (line := self._line()) is not None:
            word, _, rest = line.strip().partition(" ")
            word = SHORT.get(word, word)
            if word == "quit":
                return
            try:
                self._obey(word, rest.strip())
            except SteelyardError as error:
                show(f"{error}")

    def _line(self) -> str | None:
        if not sys.stdin.isatty():
            return sys.stdin.readline() or None
        sys.stdout.write(f"turn {self._at}> ")
        sys.stdout.flush()
        line = ""
        try:
            line = sys.stdin.readline()
        finally:
            if not line:
                show()  # Ctrl-C or Ctrl-D: what the shell writes next is on a line of its own
        return line or None

    def _obey(self, word: str, rest: str) -> None:
        moves = {
            "next": self._at + 1,
            "back": self._at - 1,
            "first": 1,
            "last": self._recorded.last,
            "goto": int(rest) if rest.isdecimal() else 0,
        }
        turn = self._recorded.turn(self._at)
        if word in moves:
            self._recorded.turn(moves[word])  # refuses a turn that there is not
            self._at = moves[word]
            self._show()
        elif word == "board":
            show(self._recorded.game.to_text(turn.state))
        elif word == "facts":
            show(facts_text(self._recorded, turn))
        elif word == "state":
            show_json(self._recorded.game.to_json(turn.state), indent=1)
        elif word == "legal":
            show(json.dumps(turn.legal))
        elif word in {"ask", "alone"}:
            self._ask(alone=word == "alone")
        elif word == "run":
            self._run()
        elif word == "pid":
            self._pid = 0
            self._running()
        else:
            show(HELP if word == "help" else f"{word!r} is none of these:\n{HELP}")

    def _show(self) -> None:
        show(turn_text(self._recorded, self._recorded.turn(self._at)))

    def _running(self) -> RerunBot:
        """The bot, whose process id is shown each time it was started."""
        if self._bot is None:
            self._bot = self._start()
        try:
            with waiting():
                pid = self._bot.pid()
        except BotFailure:
            self.close()  # so that the next try builds it again
            raise
        if pid != self._pid:
            show(f"the bot is process {pid}; no clock runs")
            self._pid = pid
        return self._bot

    def _ask(self, *, alone: bool) -> None:
        turn = self._recorded.turn(self._at)
        if not turn.legal:
            show("the bot was not to move in this turn")
            return
        bot = self._running()
        with waiting():
            again = bot.ask_alone(self._at) if alone else bot.ask(self._at)
        show(rerun_text(turn, again))

    def _run(self) -> None:
        """Asks in this and all later turns of the record."""
        bot = self._running()
        different = 0
        numbers = [
            each for each in range(self._at, self._recorded.last + 1) if self._recorded.turn(each).legal
        ]
        for number in numbers:
            turn = self._recorded.turn(number)
            with waiting():
                again = bot.ask(number)
            different += again.answer != turn.answer
            show(f"turn {number}: {turn.answer or 'nothing'} then, {again.answer or again.failure} now")
            if again.failure is not None:
                break
        show(f"{different} of {len(numbers)} answers differ")
