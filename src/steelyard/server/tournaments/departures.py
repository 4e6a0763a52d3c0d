"""Somebody's account was deleted: what becomes of their tournaments."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from steelyard.server.database.writer import Unmet
from steelyard.server.time_source import now_ms
from steelyard.server.tournaments import changes

if TYPE_CHECKING:
    from steelyard.server.database.writer import Change
    from steelyard.server.tournaments.service import TournamentService
    from steelyard.server.tournaments.store import Tournament


async def leave_all(service: TournamentService, account: int) -> None:
    """They leave what has not begun and withdraw from the rest.

    Their own tournaments that nobody but them can start are cancelled; the others go on by themselves.
    """
    async with service.runner.entering:
        for tournament in await asyncio.to_thread(service.store.unfinished_with, account):
            written = await _left(service, tournament, account)
            if tournament.owner == account and tournament.state == "open" and tournament.starts_ms is None:
                written.append(changes.ended(tournament.id, "cancelled", now_ms()))
            if written:
                still = changes.still(tournament.id, tournament.state)
                try:
                    await service.writer.kept([still, *written])
                except Unmet:
                    continue  # it has begun or ended meanwhile: the next time it is seen as it is then


async def _left(service: TournamentService, tournament: Tournament, account: int) -> list[Change]:
    entrants = await asyncio.to_thread(service.store.entrants, tournament.id)
    entrant = next((each for each in entrants if account in each.accounts), None)
    if entrant is None:
        return []
    if tournament.state == "open":
        gone = [changes.left(tournament.id, account)]
        return gone if len(entrant.accounts) > 1 else [*gone, *changes.dropped(tournament.id, entrant.number)]
    empty = all(service.people.find(each) is None for each in entrant.accounts)
    if not empty or entrant.left_after is not None:
        return []
    return [changes.withdrawn(tournament.id, entrant.number, tournament.round)]
