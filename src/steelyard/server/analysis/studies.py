"""Analyses that were asked for and not begun, and how many run for each person."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.server.http.concurrency import Count

if TYPE_CHECKING:
    from steelyard.server.compute.pool import ComputePool
    from steelyard.server.settings import Limits
    from steelyard.server.thread_pools import Payer

KEPT_S = 60.0  # an analysis that nobody listens to is forgotten
MOST_EACH, MOST_HERE, MOST_KEPT = 8, 128, 1000  # of one person, from one address, in all


class _Asked(NamedTuple):
    at_s: float
    payer: Payer
    task: dict[str, Any]


class Studies:
    """What was asked for and not begun, and how much goes on for whom."""

    def __init__(self, compute_pool: ComputePool, limits: Limits) -> None:
        self.compute_pool = compute_pool
        self.count = Count("analyses", limits.studies, limits.guest_studies)
        self.rate = limits.messages
        self._asked: dict[str, _Asked] = {}
        """By id, oldest first."""

    def ask(self, task: dict[str, Any], payer: Payer) -> str:
        """Keep a task for whoever comes with its id."""
        now = time.monotonic()
        self._asked = {key: kept for key, kept in self._asked.items() if now - kept.at_s < KEPT_S}
        self._make_room(payer)
        name = secrets.token_urlsafe(12)
        self._asked[name] = _Asked(now, payer, task)
        return name

    def _make_room(self, payer: Payer) -> None:
        """Forget the oldest of a person or an address that has enough; else of the address with most."""
        theirs = [name for name, kept in self._asked.items() if kept.payer == payer]
        here = [name for name, kept in self._asked.items() if kept.payer.address == payer.address]
        if len(theirs) >= MOST_EACH:
            del self._asked[theirs[0]]
        elif len(here) >= MOST_HERE:
            del self._asked[here[0]]
        elif len(self._asked) >= MOST_KEPT:
            addresses = Counter(kept.payer.address for kept in self._asked.values())
            ((most, _),) = addresses.most_common(1)
            del self._asked[next(name for name, kept in self._asked.items() if kept.payer.address == most)]

    def take(self, name: str) -> dict[str, Any] | None:
        """The task of that id, for one listener only."""
        kept = self._asked.pop(name, None)
        return None if kept is None else kept.task
