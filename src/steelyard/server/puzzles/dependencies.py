"""Puzzles, for routes: `puzzle_store: PuzzleStoreDep`."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from steelyard.server.puzzles.store import PuzzleStore


async def _puzzle_store(connection: HTTPConnection) -> PuzzleStore:
    found: PuzzleStore = connection.app.state.puzzle_store
    return found


PuzzleStoreDep = Annotated[PuzzleStore, Depends(_puzzle_store)]
