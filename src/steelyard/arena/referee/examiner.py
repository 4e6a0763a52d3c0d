"""Asks a bot for its move in single positions: for checks and for comparison with a record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.arena.referee.listener import leaves, timed_answer
from steelyard.arena.referee.messages import read_answer
from steelyard.arena.verdicts import BotFailure, Fault
from steelyard.protocol import lines, messages

if TYPE_CHECKING:
    from steelyard.arena.referee.messages import Answer
    from steelyard.arena.referee.player import Player
    from steelyard.core.game import Game, Move, Seat
    from steelyard.protocol.clock import Clock


class Examiner:
    """Asks a running bot for moves in given positions of a game."""

    def __init__(
        self, player: Player, game: Game[Any], clock: Clock, *, patience_ms: float | None = None
    ) -> None:
        """`patience_ms` is how long to wait for an answer; by default the clock says it."""
        self._patience_ms = patience_ms
        self.player = player
        self.game = game
        self._full, self.clock = clock, clock
        self.sent = b""
        """The last line that was sent."""
        self.slowest_ms = 0.0
        self._seat: Seat = 0
        self._name = ""
        self._held: Move | None = None
        self.legal: list[str] = []
        """The legal moves of the last position that was sent."""

    def start(self, name: str, seat: Seat, seed: int) -> None:
        self._seat, self._name, self._held, self.clock = seat, name, None, self._full
        message = messages.Start(
            name,
            self.game.id,
            self.game.rules_version,
            self.game.changed_options(),
            seat,
            ("examined", "examiner") if seat == 0 else ("examiner", "examined"),
            self.clock.text,
            seed,
        )
        self._tell(message)

    def ask(self, state: Any, turn: int) -> Move:
        """The bot's move in that position; BotFailure if it is missing, late or illegal."""
        legal = list(self.game.legal_moves(state, self._seat))
        words = self.legal = [self.game.write_move(move) for move in legal]
        allowed = self.clock.allowed_ms
        self._tell(messages.Turn(self._name, turn, self.game.to_json(state), words, (allowed, allowed), 0.0))
        (move, line), took_ms = self._answer()
        self.slowest_ms = max(self.slowest_ms, took_ms)
        self.clock = self.clock.spend(took_ms)
        if move not in legal:
            raise BotFailure(
                Fault.ILLEGAL_MOVE, self.game.why_not_legal(move, self._seat, legal), lines.shown(line)
            )
        return move

    def over(self, state: Any) -> None:
        outcome = self.game.outcome(state)
        if outcome is not None:
            result = messages.Result(outcome.winner, outcome.reason, outcome.score)
            self._tell(messages.Over(self._name, result, self.game.to_json(state), None, None))

    def leaves(self, allowed_ms: float) -> bool:
        """Whether the bot's process ends in time after `bye`."""
        self._tell(messages.Bye())
        return leaves(self.player, allowed_ms)

    def _tell(self, message: messages.ToBot) -> None:
        self.sent = lines.write(message)
        self.player.tell(self.sent)

    def _answer(self) -> tuple[tuple[Move, bytes], float]:
        def read(line: bytes) -> tuple[Move, bytes] | None:
            move = self._move_of(*read_answer(self.game, line))
            return None if move is None else (move, line)

        patience_ms = self.clock.patience_ms if self._patience_ms is None else self._patience_ms
        late = BotFailure(Fault.TIME_OUT, f"no answer within {patience_ms / 1000:g} s")
        return timed_answer(self.player, patience_ms, read, late)

    def _move_of(self, message: Answer, move: Move | None) -> Move | None:
        """The move a message settles on; None while more is to come."""
        if isinstance(message, messages.Joystick):
            self._held = move
            return None
        if move is None and self.game.joystick is not None:
            return self.game.joystick.held(self._held)
        return move
