"""The turns of one game, packed: a server holds hundreds of games of hundreds of turns each."""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from steelyard.core.game import Move

if TYPE_CHECKING:
    from steelyard.core.game import Game

NOBODY = -1
TIMES = 5


class Played(NamedTuple):
    """One turn that is over."""

    moves: tuple[str | None, str | None]
    written: str
    spent_ms: tuple[float | None, float | None]
    left_ms: tuple[float | None, float | None]
    """On the clocks, after it."""
    at_ms: float


class Turns(Sequence[Played]):
    """A list of turns, some sixty bytes for each."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._moves = array("i")
        self._times = array("d")
        self._written: list[str] = []

    def __len__(self) -> int:
        return len(self._written)

    def append(self, played: Played) -> None:
        self._moves.extend(NOBODY if word is None else self._game.read_move(word) for word in played.moves)
        times = (*played.spent_ms, *played.left_ms, played.at_ms)
        self._times.extend(math.nan if time is None else time for time in times)
        self._written.append(sys.intern(played.written))  # the same few come again and again

    @overload
    def __getitem__(self, index: int) -> Played: ...
    @overload
    def __getitem__(self, index: slice) -> list[Played]: ...
    def __getitem__(self, index: int | slice) -> Played | list[Played]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        number = range(len(self))[index]
        first, second = self._moves[2 * number : 2 * number + 2]
        times = self._times[TIMES * number : TIMES * (number + 1)]
        spent, other_spent, left, other_left = (None if math.isnan(time) else time for time in times[:4])
        return Played(
            (self._word(first), self._word(second)),
            self._written[number],
            (spent, other_spent),
            (left, other_left),
            times[4],
        )

    def copy(self) -> Turns:
        """The same turns, whatever becomes of these."""
        same = Turns(self._game)
        same._moves, same._times, same._written = self._moves[:], self._times[:], self._written[:]
        return same

    def cut(self, length: int) -> None:
        """Forget the turns after the first `length`."""
        del self._moves[2 * length :], self._times[TIMES * length :], self._written[length:]

    def written(self) -> list[str]:
        """Every turn as it stands in a written game."""
        return self._written.copy()

    def _word(self, move: int) -> str | None:
        return None if move == NOBODY else self._game.write_move(Move(move))
