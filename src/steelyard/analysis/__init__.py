"""What best play is: matrix games, Tank War solved, games looked through, best answers to a way of playing.

Nothing here needs NumPy or Numba before the first question is asked.
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
