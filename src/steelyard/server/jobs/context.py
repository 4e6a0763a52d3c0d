"""What a worker has at hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from steelyard import bots
from steelyard.arena.program import Program, find

if TYPE_CHECKING:
    from pathlib import Path

    import sqlalchemy as sql

    from steelyard.server.bots.store import BotStore, Version
    from steelyard.server.jobs.queue import Queue

MARK = "@"
"""Before the id of a version, where it stands among the names of our own bots."""


@dataclass(frozen=True, slots=True)
class JobContext:
    engine: sql.Engine
    data: Path
    bot_store: BotStore
    queue: Queue
    place: int = 0
    """Which of several workers on this machine: each has cores of its own."""
    server: str = ""
    """Where remote bots are to be met, as ws://HOST:PORT; nowhere if empty."""


def program(version: Version) -> Program:
    """A version that was built, as the arena starts it; nothing in it tells where it lies.

    Its bot.toml is read as it was handed in: what a build has put in its place may be a link to anywhere.
    """
    found = find(str(version.folder), version.game, [])
    return replace(found, name=version.name, bot=MARK + version.id, folder=version.built, build=())


def ours(game: str, name: str) -> Program:
    return find(name, game, bots.names(game))
