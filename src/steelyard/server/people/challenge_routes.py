"""The HTTP interface to the lobby: challenges that stand, new ones, and what becomes of them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from fastapi import Request
from starlette.responses import Response

from steelyard import games
from steelyard.core.game import SEATS
from steelyard.protocol.clock import pace
from steelyard.server.http.access import needs, signed_in
from steelyard.server.http.clients import who
from steelyard.server.http.dependencies import rate_limits
from steelyard.server.http.lazy_routes import LazyRouter
from steelyard.server.http.rate_limits import costs
from steelyard.server.http.responses import REFUSALS, ApiError, json
from steelyard.server.people import messages
from steelyard.server.people.dependencies import PeopleServiceDep
from steelyard.server.people.service import NO_CHALLENGE
from steelyard.server.tables.dependencies import RegistryDep, TableId
from steelyard.server.tables.routes import found_table, set_up, take_seat
from steelyard.server.tables.table import Refused
from steelyard.server.tables.terms import ANYONE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steelyard.server.people.ratings import Rating
    from steelyard.server.people.service import PeopleService
    from steelyard.server.tables.live_table import LiveTable
    from steelyard.server.tables.registry import TableRegistry
    from steelyard.server.tables.store import Row

router = LazyRouter(prefix="/api/challenges", responses=REFUSALS)
EVERYBODY = [needs("anyone")]
MOST_LISTED = 100


@router.get("", dependencies=[*EVERYBODY, costs(2)], response_model=messages.ChallengesShown)
async def list_challenges(
    request: Request, registry: RegistryDep, people_service: PeopleServiceDep
) -> Response:
    """Challenges that you can accept, and your own, the newest first."""
    guest, me = who(request.scope), signed_in(request.scope)
    rows = await asyncio.to_thread(registry.store.challenges, guest, MOST_LISTED)
    owners = {row.terms.owner: people_service.people.of_guest(row.terms.owner) for row in rows}
    accounts = {each.account.id for each in owners.values() if each is not None}
    hidden: set[int] = set()
    if me is not None:
        hidden = set().union(*await asyncio.to_thread(people_service.store.blocks_of, me.id))
    ratings = await people_service.ratings(accounts)
    shown = [
        _shown(registry, people_service, row, guest, ratings)
        for row in rows
        if (owner := owners[row.terms.owner]) is None or owner.account.id not in hidden
    ]
    return json({"challenges": shown})


def _shown(
    registry: TableRegistry,
    people_service: PeopleService,
    row: Row,
    guest: str,
    ratings: Mapping[tuple[int, str, str], Rating],
) -> dict[str, Any]:
    terms = row.terms
    game = games.game_class(terms.game)
    taken = next(seat for seat in SEATS if terms.chairs[seat].kind == "guest")
    owner, to = people_service.people.of_guest(terms.owner), people_service.people.of_guest(terms.open_to)
    rating = None if owner is None else ratings.get((owner.account.id, terms.game, pace(terms.clock)))
    live = registry.tables.get(terms.id)
    return {
        "id": terms.id,
        "game": terms.game,
        "title": game.title,
        "clock": terms.clock,
        "pace": pace(terms.clock),
        "rated": terms.rated,
        "challenger": {
            "name": terms.chairs[taken].name,
            "account": owner is not None,
            "rating": None if rating is None else rating.shown(),
        },
        "to": None if to is None else to.account.name,
        "seat": 1 - taken,
        "seat_name": game.seat_names[1 - taken],
        "mine": terms.owner == guest,
        "for_you": terms.open_to == guest,
        "here": live is not None and terms.owner in live.followers.connected(),
        "created_ms": round(terms.created_ms),
    }


@router.post(
    "",
    dependencies=[*EVERYBODY, costs(10, a_minute="new_tables")],
    status_code=201,
    response_model=messages.ChallengeMade,
)
async def make_challenge(
    request: Request, registry: RegistryDep, people_service: PeopleServiceDep, asked: messages.NewChallenge
) -> Response:
    """Challenge anybody, somebody by name, or a built-in bot."""
    guest, me = who(request.scope), signed_in(request.scope)
    rate_limits(request).once_more("challenges", guest)
    async with people_service.making(guest):
        rows = await asyncio.to_thread(registry.store.challenges, guest, MOST_LISTED)
        standing = [row.terms for row in rows if row.terms.owner == guest]
        if asked.bot is None:
            await people_service.check_standing(len(standing))
        table, more = await people_service.terms(asked, me, guest)
        if any(terms.open_to == more.get("open_to") != ANYONE for terms in standing):
            raise ApiError("too_many_challenges", f"your challenge to {asked.to} stands already")
        live = await set_up(request, registry, table, {}, **more)
    return json({"id": live.table.terms.id, "url": f"/g/{live.table.terms.id}"}, 201)


@router.post("/{id}/accept", dependencies=EVERYBODY, response_model=messages.Accepted)
async def accept(
    request: Request, registry: RegistryDep, people_service: PeopleServiceDep, id: TableId
) -> Response:
    """Take the open seat; no clock runs before both have made their first move."""
    live, guest = await _found(request, registry, id), who(request.scope)
    await people_service.check_acceptance(live.table, guest)
    return json({"seat": await take_seat(request, registry, live)})


@router.post("/{id}/decline", dependencies=EVERYBODY, status_code=204)
async def decline(request: Request, registry: RegistryDep, id: TableId) -> Response:
    """Say no to a challenge that was made to you."""
    live = await _found(request, registry, id)
    if live.table.terms.open_to != who(request.scope):
        raise ApiError("challenge_not_found", NO_CHALLENGE)
    return await _ended(live, declined=True)


@router.post("/{id}/withdraw", dependencies=EVERYBODY, status_code=204)
async def withdraw(request: Request, registry: RegistryDep, id: TableId) -> Response:
    """Take back your own challenge, before anybody has accepted it."""
    live = await _found(request, registry, id)
    if live.table.terms.owner != who(request.scope):
        raise ApiError("challenge_not_found", NO_CHALLENGE)
    return await _ended(live, declined=False)


async def _found(request: Request, registry: TableRegistry, name: str) -> LiveTable:
    """A challenge, standing or not; another table is none."""
    live = await found_table(request, registry, name)
    if not live.table.terms.open_to:
        raise ApiError("challenge_not_found", NO_CHALLENGE)
    return live


async def _ended(live: LiveTable, *, declined: bool) -> Response:
    try:
        bodies = live.table.decline_challenge() if declined else live.table.cancel()
    except Refused as error:
        raise ApiError("seat_not_available", str(error)) from None
    live.add(bodies)
    await live.settled()
    return Response(status_code=204)
