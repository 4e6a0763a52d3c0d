"""When no server ran: such time is nobody's, so clocks stand still in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from steelyard.protocol.clock import DAY_MS

if TYPE_CHECKING:
    from collections.abc import Sequence

REMEMBERED_MS = 100 * DAY_MS
"""Longer than any clock runs (`days:99`): a table is looked at when its time is up, at the latest."""


class Alive(NamedTuple):
    """When a server was known to run, by each of its clocks."""

    wall_ms: float
    steady_ms: float


class Outage(NamedTuple):
    stopped_ms: float
    """When the server before was last known to run."""
    started_ms: float


def down_ms(outages: Sequence[Outage], since_ms: float) -> float:
    """For how long no server has run since then; the outages are in order."""
    total = 0.0
    for outage in reversed(outages):
        if outage.started_ms <= since_ms:
            break
        total += outage.started_ms - max(outage.stopped_ms, since_ms)
    return total
