"""The HTTP interface to the lobby: challenges that stand, new ones, and what becomes of them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Query, Request
from starlette.responses import Response

from steelyard import games
from steelyard.core.game import SEATS
from steelyard.protocol.clock import pace
from steelyard.server.http.access import needs, signed_in
from steelyard.server.http.clients import who
from steelyard.server.http.dependencies import asker, network, rate_limits
from steelyard.server.http.lazy_routes import LazyRouter
from steelyard.server.http.rate_limits import costs
from steelyard.server.http.responses import REFUSALS, ApiError, json
from steelyard.server.ids import ID_PATTERN
from steelyard.server.people import messages
from steelyard.server.people.dependencies import PeopleServiceDep
from steelyard.server.people.service import NO_CHALLENGE
from steelyard.server.tables.dependencies import RegistryDep, TableId
from steelyard.server.tables.routes import found_table, set_up, take_seat
from steelyard.server.tables.store import LobbyPage
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
    request: Request,
    registry: RegistryDep,
    people_service: PeopleServiceDep,
    *,
    after: Annotated[int | None, Query(ge=0, le=2**53)] = None,
    same_as: Annotated[str | None, Query(pattern=f"^{ID_PATTERN}$")] = None,
) -> Response:
    """Challenges that you can accept, and your own, a page at a time, each page the newest first.

    What one person or one address offers is one line; `same_as` lists what is folded into that line.
    """
    me, whoever = signed_in(request.scope), asker(request)
    hidden: frozenset[int] = frozenset()
    if me is not None:
        hidden = frozenset().union(*await asyncio.to_thread(people_service.store.blocks_of, me.id))
    page = LobbyPage(MOST_LISTED, after, same_as, hidden)
    found = await asyncio.to_thread(registry.store.challenges, whoever, page)
    owners = (people_service.people.of_guest(each.row.terms.owner) for each in found)
    ratings = await people_service.ratings({owner.account.id for owner in owners if owner is not None})
    shown = [
        _shown(registry, people_service, each.row, whoever.guest, ratings)
        | {"more": each.more, "more_of": "person" if each.of_one_person else "place"}
        for each in sorted(found, key=lambda each: -each.row.number)
    ]
    following = str(found[-1].rank) if len(found) == MOST_LISTED else None
    return json({"challenges": shown, "next": following})


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
        rows = await asyncio.to_thread(registry.store.challenges_of, guest, MOST_LISTED)
        standing, here = [row.terms for row in rows], network(request)
        if asked.bot is None:
            from_here = 0 if here is None else await asyncio.to_thread(registry.store.challenges_from, here)
            await people_service.check_standing(len(standing), from_here)
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
