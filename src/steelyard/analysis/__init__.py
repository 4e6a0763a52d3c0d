"""Analysis of games: matrix games, the solved Tank War, game reviews, best responses to a policy.

NumPy and Numba are imported only when a function is first called.
"""

from __future__ import annotations

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
    "sampled_response",
    "table_file",
]
