"""Policies: the probability of each move in a position. Best responses are computed against them."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from steelyard.analysis import perfect_player
from steelyard.core.errors import IllegalMove
from steelyard.core.game import SEATS, Move

if TYPE_CHECKING:
    from steelyard.analysis.solved import Way
    from steelyard.core.game import Game, Seat

Policy = Callable[[Any, "Seat"], Move | Mapping[Move, float]]
"""Maps a position and a seat to a move, or to the probability of each move."""

SAME = 1e-9  # leads this close count as equal


@dataclass(frozen=True)
class Uniform:
    """Plays every legal move with the same probability."""

    game: Game[Any]
    way: ClassVar[Way] = "uniform"

    def __call__(self, state: Any, seat: Seat) -> dict[Move, float]:
        legal = self.game.legal_moves(state, seat)
        return dict.fromkeys(legal, 1 / len(legal))


@dataclass(frozen=True)
class Perfect:
    """Plays the perfect player's mix."""

    game: Game[Any]
    way: ClassVar[Way] = "perfect"

    def __call__(self, state: Any, seat: Seat) -> dict[Move, float]:
        return perfect_player.mix(self.game, state, seat)


@dataclass(frozen=True)
class Greedy:
    """Plays the move with the best average lead over the other's answers; equal moves alike."""

    game: Game[Any]
    way: ClassVar[Way] = "greedy"

    def __call__(self, state: Any, seat: Seat) -> dict[Move, float]:
        leads = {move: self._lead(state, seat, move) for move in self.game.choices(state, seat)}
        best = [move for move, lead in leads.items() if lead >= max(leads.values()) - SAME]
        return dict.fromkeys(best, 1 / len(best))

    def _lead(self, state: Any, seat: Seat, move: Move) -> float:
        game, other = self.game, SEATS[1 - seat]
        answers = [{other: answer} for answer in game.choices(state, other)] or [{}]
        leads = [game.lead(game.apply(state, {seat: move, **answer})) for answer in answers]
        return (1 - 2 * seat) * sum(leads) / len(leads)


@dataclass(frozen=True)
class Checked:
    """A policy from elsewhere. What it returns is checked, and becomes the probability of each legal move."""

    game: Game[Any]
    policy: Policy

    def __call__(self, state: Any, seat: Seat) -> dict[Move, float]:
        chances = _chances(self.policy(state, seat))
        if not (min(chances.values()) >= 0 and math.isclose(sum(chances.values()), 1, abs_tol=1e-6)):
            raise IllegalMove(
                "the probabilities of a policy's moves must add up to 1, and none may be negative; "
                f"they are {chances}"
            )
        legal = self.game.legal_moves(state, seat)
        likely = {move: chance for move, chance in chances.items() if chance > 0}
        for move in likely:
            if move not in legal:
                raise IllegalMove(self.game.why_not_legal(move, seat, legal))
        return likely


def _chances(played: Any) -> dict[Move, float]:
    """As a mapping, whether a move or a mapping was played."""
    try:
        given = played if isinstance(played, Mapping) else {operator.index(played): 1.0}
        chances = {Move(operator.index(move)): float(chance) for move, chance in given.items()}
    except (TypeError, ValueError):
        chances = {}
    if not chances:
        raise IllegalMove(
            f"a policy returns the code of a move, or probabilities by the code of each move; not {played!r}"
        )
    return chances
