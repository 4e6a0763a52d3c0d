"""The search with little time and a shaky hand: what the levels are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.bots.tank_duel.mcts import Mcts

if TYPE_CHECKING:
    from steelyard.core.game import Game, Move, Seat
    from steelyard.games.tank_duel.rules import State


class Slipping:
    """Simulates so many games a round, whatever the clock says, and slips in that share of the rounds."""

    def __init__(self, game: Game[Any], simulations: int, slips: float, seed: int | None) -> None:
        self._game, self._slips = game, slips
        self._search = Mcts(game, seed, simulations)

    def __call__(self, state: State, seat: Seat) -> dict[Move, float]:
        """A slip holds any of the joysticks that differ in what they do."""
        choices = self._game.choices(state, seat)
        mix = dict.fromkeys(choices, self._slips / len(choices))
        best = self._search(state, seat)
        return mix | {best: mix.get(best, 0.0) + 1 - self._slips}
