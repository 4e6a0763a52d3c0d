"""Decides how long to think about one move, so that the time is used but never runs out."""

from __future__ import annotations

import re

MARGIN_MS = 15.0  # reserve for communication, scheduling and garbage collection
MOVES_LEFT = 25  # a bank is spent as if this many moves were still to come
_ADDED = re.compile(r"fischer:.*\+([\d.]+)(ms|s|m)")
_UNIT_MS = {"ms": 1.0, "s": 1000.0, "m": 60_000.0}


def seconds(clock: str, left_ms: float | None, latency_ms: float = 0.0) -> float | None:
    """The time for one move, from the clock in `start` and the time left in `turn`; None: no limit."""
    if left_ms is None or clock == "none":
        return None
    usable_ms = 0.9 * left_ms - MARGIN_MS - latency_ms
    if not clock.startswith("round:"):
        usable_ms = min(usable_ms, left_ms / MOVES_LEFT + 0.8 * _added_ms(clock))
    return max(usable_ms, 1.0) / 1000.0


def _added_ms(clock: str) -> float:
    match = _ADDED.fullmatch(clock)
    return float(match[1]) * _UNIT_MS[match[2]] if match else 0.0
