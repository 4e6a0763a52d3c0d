"""The HTTP interface: guests, games, tables."""

from __future__ import annotations

import asyncio
from secrets import compare_digest
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from fastapi import Query, Request
from starlette.responses import Response

from steelyard import games
from steelyard.arena.record import write_record
from steelyard.core.errors import InvalidOption
from steelyard.core.names import folded, prototypes
from steelyard.protocol.clock import Pace
from steelyard.server.accounts.dependencies import AccountStoreDep
from steelyard.server.accounts.guests import guest_name, kept_guest, usual_name
from steelyard.server.accounts.names import checked_name
from steelyard.server.bots.dependencies import BotStoreDep
from steelyard.server.bots.opponents import playable
from steelyard.server.http.access import needs, signed_in
from steelyard.server.http.clients import address, who
from steelyard.server.http.dependencies import ThreadsDep, WriterDep, asker, network
from steelyard.server.http.lazy_routes import LazyRouter
from steelyard.server.http.rate_limits import charge, costs
from steelyard.server.http.responses import REFUSALS, ApiError, json, packed
from steelyard.server.tables import hints, messages, record, running_positions, setup, summary, views
from steelyard.server.tables.dependencies import RegistryDep, TableId
from steelyard.server.tables.results import Score
from steelyard.server.tables.store import Wanted
from steelyard.server.tables.summary import Present
from steelyard.server.tables.table import Refused
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from steelyard.server.accounts.store import AccountStore
    from steelyard.server.http.access import Account
    from steelyard.server.tables.live_table import LiveTable
    from steelyard.server.tables.registry import TableRegistry
    from steelyard.server.tables.store import Row
    from steelyard.server.tables.summary import Summary

router = LazyRouter(prefix="/api", responses=REFUSALS)
ANYONE = [needs("anyone")]
PAGE = 24
MOST_PAGES = 8  # that are looked through for one list


async def found_table(request: Request, registry: TableRegistry, name: str) -> LiveTable:
    """The table, with nothing in it that is not kept."""
    known = name in registry.tables
    live = await registry.find_for(request.scope, name)
    if not known:
        charge(request, 1 + len(live.table.turns) // 50)  # it was read, and played again
    await live.settled()
    return live


@router.get("/me", dependencies=ANYONE, response_model=messages.MeShown)
async def me(request: Request, registry: RegistryDep) -> Response:
    """Who you are."""
    return json(await _shown_me(request, registry))


async def _shown_me(request: Request, registry: TableRegistry) -> dict[str, Any]:
    account = signed_in(request.scope)
    shown = None if account is None else account._asdict()
    return {"name": await own_name(request, registry), "account": shown}


async def own_name(request: Request, registry: TableRegistry) -> str:
    account, guest = signed_in(request.scope), who(request.scope)
    if account is not None:
        return account.name
    return await asyncio.to_thread(guest_name, registry.store.engine, guest) or usual_name(guest)


@router.post("/me", dependencies=ANYONE, response_model=messages.MeShown)
async def rename(
    request: Request, writer: WriterDep, people: AccountStoreDep, asked: messages.Me
) -> Response:
    """Take another name, for the games to come."""
    name = checked_name(asked.name)
    if signed_in(request.scope) is not None:
        raise ApiError(
            "name_is_the_accounts", "you are signed in; your account's name is the one you play under"
        )
    await asyncio.to_thread(prototypes)  # loaded once
    if (other := people.alike(name)) is not None:
        raise ApiError("name_taken", f"{other} has that name, or one that looks like it; choose another")
    await writer.kept([kept_guest(writer, who(request.scope), name, now_ms())])
    return json({"name": name, "account": None})


@router.get("/games", dependencies=ANYONE, response_model=list[messages.GameShown])
async def list_games(registry: RegistryDep, threads: ThreadsDep) -> Response:
    """Every game with its options, boards, clocks and bots."""
    readiness = registry.readiness

    def described() -> Response:
        return json([setup.described(name, readiness) for name in games.names()])

    return await threads.pages(described)


@router.post(
    "/tables",
    dependencies=[*ANYONE, costs(5, a_minute="new_tables")],
    status_code=201,
    response_model=messages.TableCreated,
)
async def create_table(
    request: Request,
    registry: RegistryDep,
    bot_store: BotStoreDep,
    people: AccountStoreDep,
    asked: messages.NewTable,
) -> Response:
    """Set up a game: against a bot, with a seat for somebody who gets the link, or bots alone."""
    await _check_names(people, signed_in(request.scope), [seat.name for seat in asked.seats if seat.name])
    uploaded = await asyncio.to_thread(
        playable, bot_store, asked.game, [seat.bot for seat in asked.seats], signed_in(request.scope)
    )
    live = await set_up(request, registry, asked, uploaded)
    invite = views.invitation(live.table) if live.table.terms.invite else None
    return json({"id": live.table.terms.id, "url": f"/g/{live.table.terms.id}", "invite": invite}, 201)


async def set_up(
    request: Request,
    registry: TableRegistry,
    asked: messages.NewTable,
    uploaded: Mapping[str, str],
    **more: Any,
) -> LiveTable:
    """A new table of whoever asks; `more` are terms that a feature above this one adds."""
    guest = who(request.scope)
    if await registry.is_full_for(guest):
        raise ApiError(
            "too_many_tables",
            f"{registry.settings.limits.tables} games of yours are not over; finish some first",
        )
    if (
        asked.origin is not None
        and (await found_table(request, registry, asked.origin.table)).table.terms.private
    ):
        asked.private = True  # else its page would show the link
    name = await own_name(request, registry)
    terms = await asyncio.to_thread(setup.agreed_terms, asked, guest, name, uploaded)
    if asked.position or asked.setup:  # which can be a position as well
        game = games.get(terms.game, **terms.options)
        await refuse_running(request, registry, [running_positions.key(game, game.read_state(terms.start))])
    await registry.writer.kept([kept_guest(registry.writer, guest, name, now_ms())])
    terms = msgspec.structs.replace(terms, **more)
    return await registry.create(terms, address(request.scope), network(request))


async def _check_names(people: AccountStore, me: Account | None, names: Collection[str]) -> None:
    """Refuse names for two people at one screen that are those of others."""
    if names:
        await asyncio.to_thread(prototypes)  # loaded once
    for name in names:
        own = me is not None and me.name == checked_name(name)
        if not own and (other := people.alike(checked_name(name))) is not None:
            raise ApiError("name_taken", f"{other} has that name, or one that looks like it; choose another")


async def refuse_running(request: Request, registry: TableRegistry, keys: Collection[str]) -> None:
    """Neither analyses nor bots tell somebody the best move in a game that they still play."""
    engine = registry.store.engine
    if await asyncio.to_thread(running_positions.are_closed, engine, keys, asker(request), now_ms()):
        raise ApiError("position_in_play", running_positions.CLOSED)


@router.get("/tables", dependencies=ANYONE, response_model=messages.TableList)
async def list_tables(
    request: Request,
    registry: RegistryDep,
    threads: ThreadsDep,
    people: AccountStoreDep,
    *,
    live: Annotated[bool | None, Query()] = None,
    mine: Annotated[bool, Query()] = False,
    game: Annotated[str | None, Query(max_length=40)] = None,
    player: Annotated[str, Query(max_length=60)] = "",
    pace: Annotated[Pace | None, Query()] = None,
    result: Annotated[Score | None, Query()] = None,
    rated: Annotated[bool | None, Query()] = None,
    find: Annotated[str, Query(max_length=60)] = "",
    after: Annotated[int | None, Query(ge=0, le=2**53)] = None,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    pictures: Annotated[bool, Query()] = True,
) -> Response:
    """Games that are played or were, newest first; yours (`mine`) or a `player`'s.

    Of one person's games that are over, those with a `pace`, a `result` for them, or against somebody whose
    name has `find` in it. Without `pictures`, `svg` is empty.
    """
    if game is not None:
        games.game_class(game)
    guest = who(request.scope) if mine else None
    if player:
        guest = _guest_of(people, player)
    private = guest is not None and guest == who(request.scope)
    wanted = Wanted(live, game, guest, private, pace, result, rated, folded(find))
    if guest is None and wanted.results():
        raise InvalidOption("pace, result, rated and find go with mine or player")
    if live and guest is None:
        wanted = wanted._replace(watched=registry.watched())
        rows, following = await _watched(registry, wanted, after, limit)
    else:
        rows = await asyncio.to_thread(registry.store.listed, wanted, after, limit)
        following = str(rows[-1].number) if len(rows) == limit else None
    kept = [(row.terms, await _summary(registry, row)) for row in rows]
    chairs = [chair for _, told in kept if told is not None for chair in told.chairs]
    closed = await registry.closed_bots(signed_in(request.scope), chairs)
    shown = [
        (terms, told, present(registry, terms.id))
        for terms, told in kept
        if terms.id not in registry.damaged
        and told is not None
        and (told.seats_of(who(request.scope)) or not told.bots & closed.keys())
    ]
    if pictures:
        charge(request, len(shown) // 6)

    def drawn() -> Response:
        tables = [summary.listed(*each, who(request.scope), pictures=pictures) for each in shown]
        return packed(msgspec.json.encode({"tables": tables, "next": following}), request)

    return await threads.drawing(drawn)


async def _watched(
    registry: TableRegistry, wanted: Wanted, after: int | None, limit: int
) -> tuple[list[Row], str | None]:
    """Games that go on, without those that everybody has left; and after which number there may be more."""
    found: list[Row] = []
    for _ in range(MOST_PAGES):
        rows = await asyncio.to_thread(registry.store.listed, wanted, after, limit)
        for row in rows:
            after = row.number
            if not _is_left(registry, row):
                found.append(row)
            if len(found) == limit:
                return found, str(after)
        if len(rows) < limit:
            return found, None
    return found, str(after)


def _is_left(registry: TableRegistry, row: Row) -> bool:
    if row.summary is None:
        return False
    here = present(registry, row.terms.id)
    empty = not here.connected and not here.spectators
    return empty and views.is_idle(row.terms, row.summary.running, row.summary.at_ms, here.now_ms)


def _guest_of(people: AccountStore, name: str) -> str:
    person = people.named(name)
    if person is None:
        raise ApiError("player_not_found", "nobody with an account has that name")
    return person.guest


async def _summary(registry: TableRegistry, row: Row) -> Summary | None:
    """From its row; a table that an older server has written is read once."""
    if row.summary is not None:
        return row.summary
    found = await registry.find(row.terms.id)
    if found is None:
        return None  # it was deleted meanwhile
    await found.settled()
    return summary.summarised(found.table)


def present(registry: TableRegistry, name: str) -> Present:
    live = registry.tables.get(name)
    connected, spectators = (
        ((), 0) if live is None else (live.followers.connected(), live.followers.spectators())
    )
    at_ms = now_ms() if live is None else live.now_ms()
    return Present(connected, spectators, registry.outages, at_ms)


@router.get("/tables/{id}", dependencies=ANYONE, response_model=messages.SnapshotShown)
async def show_table(request: Request, registry: RegistryDep, id: TableId) -> Response:
    """Where a game stands, and what is yours to do."""
    live = await found_table(request, registry, id)
    return packed(live.snapshot(who(request.scope)), request)


@router.post("/tables/{id}/join", dependencies=ANYONE, response_model=messages.Joined)
async def join_table(
    request: Request,
    registry: RegistryDep,
    id: TableId,
    asked: messages.Joining,
) -> Response:
    """Take the open seat, with what the link says after `join=`."""
    live = await found_table(request, registry, id)
    invite = live.table.terms.invite
    if not invite or not compare_digest(asked.join.encode(), invite.encode()):
        raise ApiError("wrong_invitation", "that is not this table's invitation; ask for the link again")
    return json({"seat": await take_seat(request, registry, live)})


async def take_seat(request: Request, registry: TableRegistry, live: LiveTable) -> int:
    """Give whoever asks the open seat, and everything anew; which one it is."""
    guest, table = who(request.scope), live.table
    if table.terms.rated and signed_in(request.scope) is None:
        raise ApiError("rated_needs_account", "this game is rated; sign in to play it")
    name = await own_name(request, registry)
    try:
        bodies = table.seat(guest, name)
    except Refused as error:
        raise ApiError("seat_not_available", str(error)) from None
    live.add(bodies)
    await live.settled()
    live.renew(guest)
    live.seen_at(guest, network(request))
    live.players_seen()
    return table.seats_of(guest)[0]


@router.post("/tables/{id}/hint", dependencies=[*ANYONE, costs(20)], response_model=messages.HintShown)
async def show_hint(request: Request, registry: RegistryDep, id: TableId) -> Response:
    """What the strongest bot at hand would play now; in games against bots only."""
    live = await found_table(request, registry, id)
    seats = live.table.seats_of(who(request.scope))
    if not seats:
        raise ApiError("hint_not_possible", "you are watching; only players get hints")
    return json({"seat": seats[0], "move": await hints.hint(live, seats[0], asker(request))})


@router.get(
    "/tables/{id}/record",
    dependencies=[*ANYONE, costs(10)],
    responses={200: {"content": {"application/json": {}}}},
)
async def show_record(request: Request, registry: RegistryDep, threads: ThreadsDep, id: TableId) -> Response:
    """The game so far as a record; `steelyard replay --verify` plays it anew."""
    table = (await found_table(request, registry, id)).table.still()
    data = await threads.reports(lambda: write_record(record.recorded(table)))
    name = f"attachment; filename={table.terms.game}-{table.terms.id}.jsonl"
    return Response(data, headers={"Content-Disposition": name}, media_type="application/json")
