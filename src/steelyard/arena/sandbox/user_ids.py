"""Leases unused user ids, each to one sandbox at a time across all processes of the machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.arena.sandbox.machine_locks import locked

if TYPE_CHECKING:
    import socket

FIRST, COUNT = 60_000, 1_000  # between the ids Debian assigns to users and those it reserves


@dataclass(frozen=True, slots=True)
class Lease:
    uid: int
    _lock: socket.socket

    def end(self) -> None:
        self._lock.close()


def lease() -> Lease:
    """Lease a user id exclusively; the lease also ends when this process is killed."""
    for uid in range(FIRST, FIRST + COUNT):
        if (lock := locked(f"uid/{uid}")) is not None:
            return Lease(uid, lock)
    raise PlatformFault(f"all {COUNT} user ids for bots are in use: run fewer games at once")
