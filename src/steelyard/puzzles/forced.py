"""What a player can force within a few rounds, whatever the other one answers: an exhaustive search.

A round is one move of each player: both at once, or the player's own and then the answer.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.core.game import SEATS, Move

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steelyard.core.game import Game, Seat
    from steelyard.core.kernel import Position

MOST_MOVES = 1000
MOST_POSITIONS = 100_000  # what takes more to prove is no puzzle for people
DRAW, PLAYING = 2, 3


class TooLong(Exception):
    """More positions would have to be searched than a puzzle may take."""


class Answered(NamedTuple):
    """A position after a player's move and an answer to it; no answer: the move ended the game."""

    reply: Move | None
    position: Position
    result: int
    """0, 1: that seat has won; 2: a draw; 3: the game goes on."""


class Lookahead:
    """The game tree of one seat."""

    def __init__(self, game: Game[Any], seat: Seat) -> None:
        assert game.kernel is not None, "every shipped game has one"  # noqa: S101 - for the type checker
        self._game, self.kernel, self.seat, self.other = game, game.kernel, seat, SEATS[1 - seat]
        self._known: dict[tuple[str, int, int], bool] = {}
        self._searched = 0

    @cached_property
    def _legal(self) -> Callable[[Position, int, Any], int]:
        if self._game.id == "tank_duel":  # most joysticks have the same effect as another
            from steelyard.games.tank_duel.kernel import choices  # noqa: PLC0415 - Numba only when asked

            return choices
        return self.kernel.legal

    def moves(self, position: Position, seat: Seat) -> list[Move]:
        buffer = np.empty(MOST_MOVES, np.int64)
        return [Move(move) for move in buffer[: self._legal(position, seat, buffer)].tolist()]

    def answered(self, position: Position, move: Move) -> Iterator[Answered]:
        """Every answer to a move of the seat."""
        replies = self.moves(position, self.other)
        if replies:
            for reply in replies:
                yield self._played(position, {self.seat: move, self.other: reply}, reply)
            return
        moved = self._played(position, {self.seat: move}, None)
        if moved.result != PLAYING:
            yield moved
            return
        for reply in self.moves(moved.position, self.other):
            yield self._played(moved.position, {self.other: reply}, reply)

    def _played(self, position: Position, moves: dict[Seat, Move], reply: Move | None) -> Answered:
        self._searched += 1
        if self._searched > MOST_POSITIONS:
            raise TooLong
        after = position.copy()
        self.kernel.apply(after, moves.get(0, -1), moves.get(1, -1))
        return Answered(reply, after, int(self.kernel.result(after)))

    def wins(self, position: Position, rounds: int) -> bool:
        """Whether the seat can force a win within that many rounds."""
        return self._once(
            "wins",
            position,
            rounds,
            lambda: any(self.winning(position, move, rounds) for move in self.moves(position, self.seat)),
        )

    def winning(self, position: Position, move: Move, rounds: int) -> bool:
        """Whether a move forces a win within that many rounds."""
        return all(self.won(each, rounds - 1) for each in self.answered(position, move))

    def won(self, each: Answered, rounds: int) -> bool:
        """Whether the game is won there, or is so within that many rounds."""
        if each.result != PLAYING:
            return each.result == self.seat
        return rounds > 0 and self.wins(each.position, rounds)

    def survives(self, position: Position, rounds: int) -> bool:
        """Whether the seat can avoid losing (and drawing) for that many rounds."""
        return self._once(
            "survives",
            position,
            rounds,
            lambda: any(self.safe(position, move, rounds) for move in self.moves(position, self.seat)),
        )

    def safe(self, position: Position, move: Move, rounds: int) -> bool:
        """Whether a move avoids losing for that many rounds."""
        return all(
            each.result == self.seat
            or (each.result == PLAYING and (rounds <= 1 or self.survives(each.position, rounds - 1)))
            for each in self.answered(position, move)
        )

    def doomed(self, position: Position, rounds: int) -> bool:
        """Whether the other seat can destroy this one within that many rounds, whatever this one does.

        For games in which both move at once.
        """
        return self._once(
            "doomed",
            position,
            rounds,
            lambda: self.trap(position, self.moves(position, self.seat), rounds) is not None,
        )

    def trap(self, position: Position, moves: list[Move], rounds: int) -> Move | None:
        """The other seat's answer to all these moves that destroys this one within that many rounds."""
        for reply in self.moves(position, self.other) if rounds > 0 else ():
            played = (self._played(position, {self.seat: move, self.other: reply}, reply) for move in moves)
            if all(self.lost(each, rounds - 1) for each in played):
                return reply
        return None

    def lost(self, each: Answered, rounds: int) -> bool:
        """Whether the seat is destroyed there, or can be within that many rounds."""
        if each.result != PLAYING:
            return each.result != self.seat
        return rounds > 0 and self.doomed(each.position, rounds)

    def _once(self, what: str, position: Position, rounds: int, find: Callable[[], bool]) -> bool:
        key = (what, rounds, int(self.kernel.key(position)))
        if key not in self._known:
            self._known[key] = find()
        return self._known[key]
