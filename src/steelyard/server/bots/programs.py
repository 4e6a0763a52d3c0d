"""Bots as programs that the arena starts: uploaded versions, and the built-in ones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from steelyard import bots
from steelyard.arena.program import Program, find

if TYPE_CHECKING:
    from steelyard.server.bots.store import Version

MARK = "@"
"""Before the id of a version, where it stands among the names of built-in bots."""


def program(version: Version) -> Program:
    """A version that was built, as the arena starts it; nothing in it tells where it lies.

    Its bot.toml is read as it was uploaded: what a build has put in its place may be a link to anywhere.
    """
    found = find(str(version.folder), version.game, [])
    return replace(found, name=version.name, bot=MARK + version.id, folder=version.built, build=())


def built_in(game: str, name: str) -> Program:
    return find(name, game, bots.names(game))
