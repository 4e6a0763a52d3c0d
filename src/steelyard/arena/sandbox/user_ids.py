"""Leases unused user ids, each to one sandbox at a time across all processes of the machine."""

from __future__ import annotations

import socket
from dataclasses import dataclass

from steelyard.arena.sandbox.faults import PlatformFault

FIRST, COUNT = 60_000, 1_000  # between the ids Debian assigns to users and those it reserves


@dataclass(frozen=True, slots=True)
class Lease:
    uid: int
    _name: socket.socket

    def end(self) -> None:
        self._name.close()


def lease() -> Lease:
    """Lease a user id exclusively; the lease also ends when this process is killed."""
    for uid in range(FIRST, FIRST + COUNT):
        # An abstract socket name: bound atomically, released with the process, and no file is left behind.
        name = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            name.bind(f"\0steelyard/uid/{uid}")
        except OSError:
            name.close()
        else:
            return Lease(uid, name)
    raise PlatformFault(f"all {COUNT} user ids for bots are in use: run fewer games at once")
