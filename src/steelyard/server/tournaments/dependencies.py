"""Tournaments, for routes: `tournaments: TournamentsDep`."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path
from starlette.requests import HTTPConnection

from steelyard.server.ids import ID_PATTERN
from steelyard.server.tournaments.service import TournamentService


async def _tournaments(connection: HTTPConnection) -> TournamentService:
    found: TournamentService = connection.app.state.tournaments
    return found


TournamentsDep = Annotated[TournamentService, Depends(_tournaments)]
TournamentId = Annotated[str, Path(pattern=f"^{ID_PATTERN}$")]
