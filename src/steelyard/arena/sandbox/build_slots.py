"""Bounds how many builds run at once on this machine, in whatever processes: each may use much memory."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from steelyard.arena.sandbox import cgroups
from steelyard.arena.sandbox.machine_locks import locked

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator

SHARE = 0.75  # of the memory, for all builds together
LOOKING_S = 0.1


@contextmanager
def slot(memory_mb: int) -> Iterator[None]:
    """Wait until there is room for another build that may use so much memory; one always has room."""
    slots = max(1, int(SHARE * cgroups.memory_bytes()) // (memory_mb << 20))
    while (held := _free_slot(slots)) is None:
        time.sleep(LOOKING_S)
    with held:
        yield


def _free_slot(slots: int) -> socket.socket | None:
    found = (locked(f"build/{number}") for number in range(slots))
    return next((held for held in found if held is not None), None)
