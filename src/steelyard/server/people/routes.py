"""The HTTP interface to players: profiles, the best of each game, whose move it is, blocks and reports."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Path, Query, Request
from starlette.responses import Response

from steelyard import games
from steelyard.protocol.clock import Pace
from steelyard.server.http.access import Account, needs, signed_in
from steelyard.server.http.clients import who
from steelyard.server.http.dependencies import rate_limits
from steelyard.server.http.lazy_routes import LazyRouter
from steelyard.server.http.rate_limits import costs
from steelyard.server.http.responses import REFUSALS, json
from steelyard.server.ids import is_id
from steelyard.server.people import messages, views
from steelyard.server.people.dependencies import PeopleServiceDep, PlayerName
from steelyard.server.tables.dependencies import RegistryDep
from steelyard.server.tables.routes import present
from steelyard.server.tables.store import Wanted
from steelyard.server.tables.summary import left_ms

router = LazyRouter(prefix="/api", responses=REFUSALS)
EVERYBODY = [needs("anyone")]
Player = Annotated[Account, needs("player")]
Organiser = Annotated[Account, needs("organiser")]
MOST_REPORTS = 100
MOST_AWAITED = 100
MOST_TABLES = 50


@router.get("/players", dependencies=[*EVERYBODY, costs(3)], response_model=messages.PlayersShown)
async def list_players(
    people_service: PeopleServiceDep,
    game: Annotated[str, Query(max_length=40)],
    pace: Annotated[Pace, Query()] = "blitz",
) -> Response:
    """The best players of a game at one pace, of those whose rating rests on enough games."""
    games.game_class(game)
    ranked = await asyncio.to_thread(people_service.store.ranked, game, pace)
    found = [(people_service.people.find(account), rating) for account, rating in ranked]
    shown = [
        {"name": person.account.name, **rating.shown()}
        for person, rating in found
        if person is not None and not person.disabled
    ]
    return json({"players": shown})


@router.get("/players/{name}", dependencies=[*EVERYBODY, costs(10)], response_model=messages.PlayerProfile)
async def show_player(request: Request, people_service: PeopleServiceDep, name: PlayerName) -> Response:
    """Ratings with their curves, results and openings."""
    person, me, store = people_service.player(name), signed_in(request.scope), people_service.store
    you = me is not None and me.id == person.account.id
    ratings = await people_service.ratings([person.account.id])
    curves = await asyncio.to_thread(store.curves, person.guest)
    tallies = await asyncio.to_thread(lambda: store.tallies(person.guest, private=you))
    blocked = set() if me is None else (await asyncio.to_thread(store.blocks_of, me.id))[0]
    profile = {
        "name": person.account.name,
        "since_ms": round(person.created_ms),
        "you": you,
        "blocked": person.account.id in blocked,
        "ratings": views.shown_ratings(ratings, curves),
        "results": views.shown_results(tallies),
        "openings": views.shown_openings(tallies),
    }
    return json(profile)


@router.get("/ratings", dependencies=[*EVERYBODY, costs(3)], response_model=messages.TableRatings)
async def show_ratings(
    registry: RegistryDep,
    people_service: PeopleServiceDep,
    tables: Annotated[str, Query(max_length=17 * MOST_TABLES)],
) -> Response:
    """The ratings of those who play at these tables (`tables=ID,ID`), in their game and at their pace."""
    names = [name for name in tables.split(",") if is_id(name)][:MOST_TABLES]
    rows = await asyncio.to_thread(registry.store.tables, names)
    return json({"ratings": await people_service.table_ratings(rows)})


@router.get("/waiting", dependencies=EVERYBODY, response_model=messages.WaitingShown)
async def list_waiting(request: Request, registry: RegistryDep) -> Response:
    """What waits for you: games in which it is your move, and challenges."""
    guest = who(request.scope)
    wanted = Wanted(live=True, guest=guest, private=True)
    rows = await asyncio.to_thread(registry.store.listed, wanted, None, MOST_AWAITED)
    turns = []
    for row in rows:
        summary = row.summary
        own = [] if summary is None else [seat for seat in summary.seats_of(guest) if seat in summary.owing]
        if summary is None or not own or len(summary.seats_of(guest)) > 1:
            continue
        turns.append(
            {
                "id": row.terms.id,
                "game": row.terms.game,
                "title": games.game_class(row.terms.game).title,
                "opponent": summary.chairs[1 - own[0]].name,
                "clock": row.terms.clock,
                "left_ms": left_ms(summary, own[0], present(registry, row.terms.id)),
            }
        )
    turns.sort(key=lambda each: (each["left_ms"] is None, each["left_ms"] or 0))
    challenges = await asyncio.to_thread(registry.store.challenges_to, guest, MOST_AWAITED)
    return json({"turns": turns, "challenges": len(challenges)})


@router.post("/players/{name}/block", status_code=204)
async def block(
    people_service: PeopleServiceDep, name: PlayerName, me: Player, asked: messages.Blocking
) -> Response:
    """From now on neither of you can challenge the other, or let it be."""
    await people_service.block(me, name, blocked=asked.blocked)
    return Response(status_code=204)


@router.post("/players/{name}/report", status_code=204)
async def report(
    request: Request,
    people_service: PeopleServiceDep,
    name: PlayerName,
    me: Player,
    asked: messages.Reporting,
) -> Response:
    """Tell the organisers about somebody."""
    rate_limits(request).once_more("reports", str(me.id))
    await people_service.report(me, name, asked.reason, asked.table)
    return Response(status_code=204)


@router.get("/reports", dependencies=[needs("organiser")], response_model=messages.ReportsShown)
async def list_reports(people_service: PeopleServiceDep) -> Response:
    """What players have reported and no organiser has settled, the latest first."""
    rows = await asyncio.to_thread(people_service.store.open_reports, MOST_REPORTS)
    names = people_service.people.names({each for row in rows for each in (row.account, row.reported)})
    shown = [
        {
            "id": row.id,
            "reporter": names.get(row.account, ""),
            "reported": names.get(row.reported, ""),
            "table": row.table_id,
            "reason": row.reason,
            "at_ms": round(row.at_ms),
        }
        for row in rows
    ]
    return json({"reports": shown})


@router.post("/reports/{number}/settle", status_code=204)
async def settle(
    people_service: PeopleServiceDep, number: Annotated[int, Path(ge=1, le=2**53)], me: Organiser
) -> Response:
    """You have looked at it."""
    await people_service.settle(me, number)
    return Response(status_code=204)
