"""Locks that one process of the machine holds at a time, whoever runs it."""

from __future__ import annotations

import socket


def locked(name: str) -> socket.socket | None:
    """A lock that is held until the socket is closed, or its process killed; None if another holds it."""
    # An abstract socket name: bound atomically, released with the process, and no file is left behind.
    lock = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        lock.bind(f"\0steelyard/{name}")
    except OSError:
        lock.close()
        return None
    return lock
