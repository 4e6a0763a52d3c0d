"""The tree search with the network as its judge."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from steelyard.bots.tank_duel.mcts import Judge, Mcts
from steelyard.bots.tank_duel.network import weights
from steelyard.bots.tank_duel.network.weights import MissingWeights

if TYPE_CHECKING:
    from steelyard.core.game import Game

TRUST = 1.0  # chosen by matches against the search without a network


def make(game: Game[Any], seed: int | None = None, count: int | None = None) -> Mcts:
    """Without the file of weights it searches without a network, and says so in one line."""
    try:
        judge = Judge(weights.read(), TRUST)
    except MissingWeights as missing:
        sys.stderr.write(f"{missing}; it searches without the network\n")
        return Mcts(game, seed, count)
    return Mcts(game, seed, count, judge=judge)
