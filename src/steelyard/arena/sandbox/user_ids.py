"""User ids that belong to nobody, lent to one jail at a time across all processes of the machine."""

from __future__ import annotations

import socket
from dataclasses import dataclass

from steelyard.arena.sandbox.faults import PlatformFault

FIRST, COUNT = 60_000, 1_000  # above what Debian gives to people and services, below what it keeps for itself


@dataclass(frozen=True, slots=True)
class Lease:
    uid: int
    _name: socket.socket

    def end(self) -> None:
        self._name.close()


def lease() -> Lease:
    """A user id nobody else has until the lease ends, which it also does when this process is killed."""
    for uid in range(FIRST, FIRST + COUNT):
        # A name in the abstract socket space: taken at once or not at all, gone with its owner, no file.
        name = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            name.bind(f"\0steelyard/uid/{uid}")
        except OSError:
            name.close()
        else:
            return Lease(uid, name)
    raise PlatformFault(f"all {COUNT} user ids for bots are in use: run fewer games at once")
