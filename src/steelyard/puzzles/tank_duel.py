"""Puzzles of Tank Duel, by exhaustive search: escape, and trap the other tank."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.core.game import Move
from steelyard.games.tank_duel import rules
from steelyard.puzzles import Refutation, Step
from steelyard.puzzles.forced import PLAYING, Lookahead
from steelyard.puzzles.wins import winning_steps

if TYPE_CHECKING:
    from steelyard.core.game import Game, Seat
    from steelyard.core.kernel import Position

WAYS = [Move(rules.JOYSTICKS.index(rules.Joystick(way, None, fire=False))) for way in rules.DIRECTIONS]
"""To drive in each direction without a shot."""


def steps(game: Game[Any], state: Any, seat: Seat, kind: str, rounds: int) -> list[Step] | None:
    """The solution of a puzzle; None for a position that has not exactly one."""
    if kind == "trap":
        return winning_steps(game, state, seat, rounds)
    return _Escape(game, seat).steps(state, rounds)


class _Escape:
    """One direction is safe for some rounds; in every other the tank is destroyed for certain."""

    def __init__(self, game: Game[Any], seat: Seat) -> None:
        self._game, self._seat, self._ahead = game, seat, Lookahead(game, seat)

    def steps(self, state: Any, rounds: int) -> list[Step] | None:
        if game_is_over(self._game, state):
            return None
        ahead, position = self._ahead, self._ahead.kernel.encode(state)
        if sum(ahead.safe(position, way, 1) for way in WAYS) < 2:
            return None  # every other direction is a crash at once: that is no puzzle
        safe = [way for way in WAYS if ahead.safe(position, way, rounds)]
        if len(safe) != 1:
            return None
        wrong = {}
        for way in WAYS:
            if way != safe[0]:
                turns = self._doom(state, way, rounds)
                if turns is None:
                    return None
                wrong[self._game.write_move(way)] = Refutation(turns, "destroyed")
        turn = self._quiet_turn(state, position, safe[0], rounds)
        return [Step("way", self._game.write_move(safe[0]), [turn], wrong)]

    def _doom(self, state: Any, way: Move, rounds: int) -> list[str] | None:
        """How the tank is destroyed if it drives that way, played out; None if that is not certain."""
        ahead = self._ahead
        turns: list[str] = []
        moves = [move for move in self._game.choices(state, self._seat) if move // 10 == way // 10]
        while not game_is_over(self._game, state):
            position = ahead.kernel.encode(state)
            if turns:
                moves = ahead.moves(position, self._seat)
            reply = ahead.trap(position, moves, rounds - len(turns))
            if reply is None:
                return None
            move = way if not turns else self._longest(position, reply)
            played = {self._seat: move, ahead.other: reply}
            turns.append(self._game.write_moves(state, played))
            state = self._game.apply(state, played)
        return turns

    def _longest(self, position: Position, reply: Move) -> Move:
        """A direction in which the tank lives on for now, if there is one."""

        def lives(way: Move) -> bool:
            return any(
                each.reply == reply and each.result == PLAYING for each in self._ahead.answered(position, way)
            )

        return next(filter(lives, WAYS), WAYS[0])

    def _quiet_turn(self, state: Any, position: Position, way: Move, rounds: int) -> str:
        """The safe direction, with the answer that leaves the fewest ways out."""
        ahead = self._ahead
        going_on = [each for each in ahead.answered(position, way) if each.result == PLAYING]
        answers = going_on or list(ahead.answered(position, way))

        def ways_out(position: Position) -> int:
            return sum(ahead.safe(position, each, rounds - 1) for each in WAYS)

        worst = min(answers, key=lambda each: ways_out(each.position) if each.result == PLAYING else 9)
        assert worst.reply is not None, "both move at once"  # noqa: S101 - for the type checker
        return self._game.write_moves(state, {self._seat: way, ahead.other: worst.reply})


def game_is_over(game: Game[Any], state: Any) -> bool:
    return game.outcome(state) is not None
