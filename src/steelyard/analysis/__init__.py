"""Analysis of games: matrix games, the solved Tank War, game reviews, best responses to a policy.

NumPy and Numba are imported only when a function is first called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.analysis.best_responses import (
    BestResponse,
    Exploitability,
    SampledResponse,
    best_response,
    exploitability,
    sampled_response,
)
from steelyard.analysis.position import Analysis, analyse
from steelyard.analysis.review import Review, analyse_game
from steelyard.analysis.solved import build_table, open_table, table_file

if TYPE_CHECKING:
    from steelyard.analysis.tank_war.positions import BatchedPolicy
    from steelyard.core.game import Game

__all__ = [
    "Analysis",
    "BestResponse",
    "Exploitability",
    "Review",
    "SampledResponse",
    "analyse",
    "analyse_game",
    "best_response",
    "build_table",
    "exploitability",
    "open_table",
    "perfect_policy",
    "sampled_response",
    "table_file",
]


def perfect_policy(game: Game[Any]) -> BatchedPolicy:
    """The perfect player of Tank War as a function of many positions at once: probabilities as arrays."""
    from steelyard.analysis.tank_war import response  # noqa: PLC0415 - Numba only when asked

    return response.perfect_policy(game)
