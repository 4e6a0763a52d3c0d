"""How well a player has moved, as a share of 1, from what each of their moves gave away."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SCALE, DECAY, SHIFT = 1.031668, 4.354, 0.031668  # as on lichess.org: fitted to how people judge moves


def accuracy(lost: Sequence[float]) -> float:
    """The mean over moves of what each kept; `lost` is in values, from 0 to 2.

    A move that gives nothing away counts 1, one that turns a win into a loss 0, and one that gives away a
    tenth of the chance to win about two thirds.
    """
    kept = [SCALE * exp(-DECAY * each / 2) - SHIFT for each in lost]
    return sum(min(1.0, max(0.0, share)) for share in kept) / len(kept) if kept else 1.0
