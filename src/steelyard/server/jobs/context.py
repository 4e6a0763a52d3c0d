"""What a job has at hand while a worker does it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import sqlalchemy as sql

    from steelyard.server.jobs.queue import Queue


@dataclass(frozen=True, slots=True)
class JobContext:
    engine: sql.Engine
    data: Path
    queue: Queue
    slot: int = 0
    """Which of several workers on this machine: each has cores of its own."""
    server: str = ""
    """The server's address for remote bots, as ws://HOST:PORT; empty where there is none."""
