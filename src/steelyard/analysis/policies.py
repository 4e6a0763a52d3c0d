"""Ways of playing, written out as the chance of each move: what a best response is computed against."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.analysis import perfect
from steelyard.core.errors import NotSolved
from steelyard.core.game import SEATS

if TYPE_CHECKING:
    from steelyard.core.game import Game, Move, Seat

Policy = Callable[[Any, "Seat"], "Move | Mapping[Move, float]"]
"""For a position and a seat to move: the move it plays, or the chance of each move."""


@dataclass(frozen=True)
class Uniform:
    """Every legal move alike."""

    game: Game[Any]

    def __call__(self, state: Any, seat: Seat) -> dict[Move, float]:
        legal = self.game.legal_moves(state, seat)
        return dict.fromkeys(legal, 1 / len(legal))


@dataclass(frozen=True)
class Perfect:
    """The perfect player's mix."""

    game: Game[Any]

    def __call__(self, state: Any, seat: Seat) -> dict[Move, float]:
        return perfect.mix(self.game, state, seat)


@dataclass(frozen=True)
class Greedy:
    """Tank War: the move after which it is furthest ahead, on average over the enemy's answers.

    A game won counts more than any tank, and a tank more than all boxes; of equal moves it takes the first.
    """

    game: Game[Any]

    def __post_init__(self) -> None:
        if self.game.id != "tank_war":
            raise NotSolved(f"the greedy policy knows tank_war, not {self.game.id}")

    def __call__(self, state: Any, seat: Seat) -> Move:
        from steelyard.games.tank_war.kernel import KERNEL as kernel  # noqa: N811, PLC0415 - Numba only when asked

        position = kernel.encode(state)
        mine, theirs = self.game.legal_moves(state, seat), self.game.legal_moves(state, SEATS[1 - seat])

        def ahead(move: Move) -> int:
            total = 0
            for answer in theirs:
                after = position.copy()
                kernel.play(after, *((move, answer) if seat == 0 else (answer, move)))
                total += _lead(after, kernel.result(after))
            return total if seat == 0 else -total

        return max(mine, key=ahead)


WIN, TANK = 10_000, 100
LEAD_AT_END = (WIN, -WIN, 0)


def _lead(position: Any, result: int) -> int:
    """How far U is ahead in a position of Tank War's kernel."""
    if result < len(LEAD_AT_END):
        return LEAD_AT_END[result]
    u, d, territory = (int(word).bit_count() for word in position[:3])
    return TANK * (u - d) + 2 * territory - 36
