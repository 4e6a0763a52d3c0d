"""Bounds how many builds run at once on this machine, in whatever processes: each may use much memory."""

from __future__ import annotations

import logging
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from steelyard.arena.sandbox import cgroups
from steelyard.arena.sandbox.machine_locks import locked

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator

logger = logging.getLogger(__name__)

SHARE = 0.75  # of the memory, for all builds together
LOOKING_S = 0.1


@contextmanager
def slot(memory_mb: int) -> Iterator[None]:
    """Wait until there is room for another build that may use so much memory; one always has room.

    The log says once that it waits; on a terminal that is standard error.
    """
    slots = max(1, int(SHARE * cgroups.memory_bytes()) // (memory_mb << 20))
    held = _free_slot(slots)
    if held is None:
        logger.warning("a build waits: as many as this machine has memory for are running (%d)", slots)
    while held is None:
        time.sleep(LOOKING_S)
        held = _free_slot(slots)
    with held:
        yield


def _free_slot(slots: int) -> socket.socket | None:
    found = (locked(f"build/{number}") for number in range(slots))
    return next((held for held in found if held is not None), None)
