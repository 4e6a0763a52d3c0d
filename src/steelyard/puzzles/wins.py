"""The only way to win within a few rounds, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.puzzles import Refutation, Step
from steelyard.puzzles.forced import DRAW, PLAYING, Answered, Lookahead

if TYPE_CHECKING:
    from steelyard.core.game import Game, Move, Seat
    from steelyard.core.kernel import Position
    from steelyard.puzzles import Then


def winning_steps(game: Game[Any], state: Any, seat: Seat, rounds: int) -> list[Step] | None:
    """The moves that force a win in no fewer rounds; None if there is another way at any step."""
    return _Win(game, seat).steps(state, rounds)


class _Win:
    def __init__(self, game: Game[Any], seat: Seat) -> None:
        self._game, self._seat, self._ahead = game, seat, Lookahead(game, seat)

    def steps(self, state: Any, rounds: int) -> list[Step] | None:
        ahead, position = self._ahead, self._ahead.kernel.encode(state)
        if game_over(self._game, state) or (rounds > 1 and ahead.wins(position, rounds - 1)):
            return None
        moves = list(self._game.choices(state, self._seat))
        right = _one(move for move in moves if ahead.winning(position, move, rounds))
        if right is None or len(moves) < 2:
            return None
        wrong = {
            self._game.write_move(move): self._refuted(state, position, move, rounds)
            for move in moves
            if move != right
        }
        for each in self._longest(position, right, rounds):
            played = self._written(state, right, each.reply)
            step = Step("move", self._game.write_move(right), played, wrong)
            if rounds == 1:
                return [step]
            rest = self.steps(self._after(state, played), rounds - 1)
            if rest is not None:
                return [step, *rest]
        return None

    def _longest(self, position: Position, move: Move, rounds: int) -> list[Answered]:
        """The answers that put the end off as long as possible; the quickest ones last."""
        found = [
            each
            for each in self._ahead.answered(position, move)
            if rounds == 1 or (each.result == PLAYING and not self._ahead.won(each, rounds - 2))
        ]
        return found[:1] if rounds == 1 else found

    def _refuted(self, state: Any, position: Position, move: Move, rounds: int) -> Refutation:
        escapes = [
            each for each in self._ahead.answered(position, move) if not self._ahead.won(each, rounds - 1)
        ]
        best = min(escapes, key=self._outcome)
        return Refutation(self._written(state, move, best.reply), self._then(best))

    def _outcome(self, each: Answered) -> int:
        """What the other player likes best comes first."""
        return (self._ahead.other, DRAW, PLAYING).index(each.result)

    def _then(self, each: Answered) -> Then:
        if each.result == PLAYING:
            return "late"
        return "drawn" if each.result == DRAW else "lost"

    def _written(self, state: Any, move: Move, reply: Move | None) -> list[str]:
        """The turns as they are written, one if both move at once."""
        game, seats = self._game, self._game.to_move(state)
        if reply is None:
            return [game.write_moves(state, {self._seat: move})]
        if len(seats) == 2:
            return [game.write_moves(state, {self._seat: move, self._ahead.other: reply})]
        after = game.apply(state, {self._seat: move})
        return [
            game.write_moves(state, {self._seat: move}),
            game.write_moves(after, {self._ahead.other: reply}),
        ]

    def _after(self, state: Any, turns: list[str]) -> Any:
        for turn in turns:
            state = self._game.play(state, self._game.read_moves(state, turn))
        return state


def game_over(game: Game[Any], state: Any) -> bool:
    return game.outcome(state) is not None


def _one(moves: Any) -> Move | None:
    """The only one of them, if there is exactly one."""
    found = [move for _, move in zip(range(2), moves, strict=False)]
    return found[0] if len(found) == 1 else None
