"""Runs a built-in bot as a process: `python -m steelyard.bots GAME NAME`.

With `--compile` alone, what the bots of all games need is compiled, so that none has to wait for it later.
"""

from __future__ import annotations

import sys
from typing import Any

from steelyard import bots, games
from steelyard.bots import time_budget
from steelyard.bots.player import Learner
from steelyard.core.errors import SteelyardError
from steelyard.protocol import lines
from steelyard.protocol.messages import Bye, Hello, Move, Over, Ready, Start, Turn


class Process:
    """Answers the referee's messages with a bot."""

    def __init__(self, game: str, name: str) -> None:
        self._name = name
        self._game = games.get(game)
        self._bot = bots.get(self._game, name)
        self._seat: Any = 0
        self._clock = "none"
        self._opponent: str | None = None

    def answer(self, message: Any) -> Ready | Move | None:
        match message:
            case Hello():
                self._warm_up()
                return Ready(self._name)
            case Start():
                self._begin(message)
            case Turn():
                state = self._game.read_state(message.state["state"])
                left_ms = message.clocks_ms[self._seat]
                seconds = time_budget.seconds(self._clock, left_ms, message.latency_ms)
                move = self._bot.choose(state, self._seat, seconds)
                return Move(self._game.write_move(move), message.turn, message.game)
            case Over():
                if isinstance(self._bot.policy, Learner):
                    self._bot.policy.watch(self._game.read_state(message.state["state"]))
        return None

    def _begin(self, start: Start) -> None:
        """A new game; what was learnt about the opponent is kept, unless the seed has to decide all."""
        opponent, earlier = start.players[1 - start.seat], self._bot.policy
        self._game = games.get(start.name, **start.options)
        self._bot = bots.get(self._game, self._name, start.seed)
        self._seat, self._clock = start.seat, start.clock
        depends_on_time = start.clock != "none" and ":" not in self._name
        if depends_on_time and opponent == self._opponent and isinstance(self._bot.policy, Learner):
            self._bot.policy.learn_from(earlier)
        self._opponent = opponent

    def _warm_up(self) -> None:
        """Load and compile everything before a clock runs."""
        state = self._game.start()
        for seat in self._game.to_move(state):
            self._bot.choose(state, seat, bots.WARM_UP_S)


def main(game: str, name: str) -> int:
    """Read messages until `bye` or the end of input; an invalid position ends the process with an error."""
    try:
        process = Process(game, name)
        for line in sys.stdin.buffer:
            message = lines.read_to_bot(line)
            if isinstance(message, Bye):
                break
            if (answer := process.answer(message)) is not None:
                sys.stdout.buffer.write(lines.write(answer))
                sys.stdout.buffer.flush()
    except SteelyardError as error:
        print(error, file=sys.stderr)  # noqa: T201 - the log
        return 1
    return 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--compile"]:
        bots.compile_games(games.names(), lambda _game: None)
        sys.exit(0)
    if len(sys.argv) != 3:
        sys.exit("usage: python -m steelyard.bots GAME NAME, or --compile")
    sys.exit(main(sys.argv[1], sys.argv[2]))
