"""What a job has at hand while a worker does it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from steelyard.arena.execution.executors import LocalExecutor

if TYPE_CHECKING:
    from pathlib import Path

    import sqlalchemy as sql

    from steelyard.arena.execution.work import Executor
    from steelyard.server.jobs.queue import Queue


@dataclass(frozen=True, slots=True)
class JobContext:
    engine: sql.Engine
    data: Path
    queue: Queue
    server: str = ""
    """The server's address for remote bots, as ws://HOST:PORT; empty where there is none."""
    executor: Executor = field(default_factory=LocalExecutor)
    """Where bots are built and games are played."""
