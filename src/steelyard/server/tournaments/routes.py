"""The HTTP interface to tournaments of people."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Request
from starlette.responses import Response

from steelyard.server.http.access import Account, needs, signed_in
from steelyard.server.http.clients import who
from steelyard.server.http.lazy_routes import LazyRouter
from steelyard.server.http.rate_limits import costs
from steelyard.server.http.responses import REFUSALS, json
from steelyard.server.tournaments import messages, views
from steelyard.server.tournaments.dependencies import TournamentId, TournamentsDep

router = LazyRouter(prefix="/api/tournaments", responses=REFUSALS)
EVERYBODY = [needs("anyone")]
Player = Annotated[Account, needs("player")]
STATES = ("running", "open", "over")
MOST_OVER = 20


@router.get("", dependencies=[*EVERYBODY, costs(2)], response_model=messages.TournamentsShown)
async def list_tournaments(tournaments: TournamentsDep) -> Response:
    """Those that are played, that can be joined, and the latest that are over."""
    store = tournaments.store
    found = [
        each
        for state in STATES
        for each in await asyncio.to_thread(store.listed, state, *([MOST_OVER] if state == "over" else []))
    ]
    counts = await asyncio.to_thread(store.player_counts, [each.id for each in found])
    return json({"tournaments": [views.in_list(each, counts.get(each.id, 0)) for each in found]})


@router.post(
    "",
    dependencies=[costs(10, a_minute="new_tables")],
    status_code=201,
    response_model=messages.TournamentCreated,
)
async def create_tournament(
    tournaments: TournamentsDep, me: Player, asked: messages.NewTournament
) -> Response:
    """A tournament that others can join until it starts."""
    name = await tournaments.create(me, asked)
    return json({"id": name, "url": f"/tournaments/{name}"}, 201)


@router.get("/{id}", dependencies=[*EVERYBODY, costs(5)], response_model=messages.TournamentShown)
async def show_tournament(request: Request, tournaments: TournamentsDep, id: TournamentId) -> Response:
    """Who takes part, the standings, and the games of every round."""
    tournament = await tournaments.found(id)
    entrants = await asyncio.to_thread(tournaments.store.entrants, id)
    played = await asyncio.to_thread(tournaments.store.games, id)
    own = await asyncio.to_thread(tournaments.store.tables_of, id, who(request.scope))
    me = signed_in(request.scope)
    return json(views.whole(tournament, entrants, played, tournaments.people, me, own_tables=own))


@router.post("/{id}/join", dependencies=[costs(5)], status_code=204)
async def join_tournament(
    tournaments: TournamentsDep, id: TournamentId, me: Player, asked: messages.JoiningTournament
) -> Response:
    """Take part; in a tournament of teams, in the team of that name, which may be a new one."""
    await tournaments.join(me, id, asked.team)
    return Response(status_code=204)


@router.post("/{id}/leave", dependencies=[costs(5)], status_code=204)
async def leave_tournament(tournaments: TournamentsDep, id: TournamentId, me: Player) -> Response:
    """Give your place back; once it is played, withdraw: you are not paired any more."""
    await tournaments.leave(me, id)
    return Response(status_code=204)


@router.post("/{id}/remove", dependencies=[costs(5)], status_code=204)
async def remove_player(
    tournaments: TournamentsDep, id: TournamentId, me: Player, asked: messages.RemovingPlayer
) -> Response:
    """Remove somebody from your team before it starts; for its captain, the first of its players."""
    await tournaments.remove(me, id, asked.player)
    return Response(status_code=204)


@router.post("/{id}/start", dependencies=[costs(20)], status_code=204)
async def start_tournament(tournaments: TournamentsDep, id: TournamentId, me: Player) -> Response:
    """Pair the first round; for whoever made it, and organisers."""
    await tournaments.start(me, id)
    return Response(status_code=204)


@router.post("/{id}/cancel", dependencies=[costs(5)], status_code=204)
async def cancel_tournament(tournaments: TournamentsDep, id: TournamentId, me: Player) -> Response:
    """End it without a winner; for whoever made it, and organisers."""
    await tournaments.cancel(me, id)
    return Response(status_code=204)
