"""The clocks that a server in this process reads, as a test sets them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from steelyard.server import time_source

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest


def set_clocks(
    monkeypatch: pytest.MonkeyPatch,
    wall_s: Callable[[], float],
    monotonic_s: Callable[[], float] | None = None,
) -> None:
    """Have the server read the date there; with a second clock, as a process that begins now."""
    monkeypatch.setattr(time_source, "_wall_s", wall_s)
    if monotonic_s is not None:
        monkeypatch.setattr(time_source, "_monotonic_s", monotonic_s)
        monkeypatch.setattr(time_source, "_BEGAN_MS", (wall_s() - monotonic_s()) * 1000)


class Calendar:
    """The date, which a test sets forward."""

    def __init__(self) -> None:
        self._ahead_ms = 0.0

    def wall_s(self) -> float:
        return time.time() + self._ahead_ms / 1000  # noqa: TID251 - what is set forward is the machine's own

    def forward(self, ms: float) -> None:
        self._ahead_ms += ms
