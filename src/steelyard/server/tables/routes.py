"""The HTTP interface: games, tables, positions."""

from __future__ import annotations

import asyncio
from itertools import islice
from secrets import compare_digest
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from steelyard import games
from steelyard.arena.record import write_record
from steelyard.core.errors import InvalidState
from steelyard.core.game import SEATS
from steelyard.core.names import prototypes
from steelyard.server.accounts.dependencies import AccountStoreDep
from steelyard.server.accounts.guests import guest_name, kept_guest, usual_name
from steelyard.server.accounts.names import checked_name
from steelyard.server.bots.dependencies import BotStoreDep
from steelyard.server.bots.opponents import playable
from steelyard.server.http.access import needs, signed_in
from steelyard.server.http.clients import address, who
from steelyard.server.http.dependencies import ThreadsDep, WriterDep
from steelyard.server.http.rate_limits import charge, costs
from steelyard.server.http.responses import REFUSALS, ApiError, json, packed
from steelyard.server.tables import hints, messages, record, running_positions, setup, summary, views
from steelyard.server.tables.dependencies import RegistryDep, TableId
from steelyard.server.tables.summary import Present
from steelyard.server.tables.table import Refused
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from steelyard.core.game import Game, Seat
    from steelyard.server.accounts.store import AccountStore
    from steelyard.server.http.access import Account
    from steelyard.server.tables.live_table import LiveTable
    from steelyard.server.tables.registry import TableRegistry
    from steelyard.server.tables.store import Row
    from steelyard.server.tables.summary import Summary
    from steelyard.server.tables.table import Table

router = APIRouter(prefix="/api", responses=REFUSALS)
ANYONE = [needs("anyone")]
PAGE, MOST_POSITIONS = 24, 1000
MOST_DRAWN = 50  # positions of a line, and of a replay before somebody else gets a turn
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


async def found_table(request: Request, registry: TableRegistry, name: str) -> LiveTable:
    """The table, with nothing in it that is not kept."""
    live = await registry.find_for(request.scope, name)
    await live.settled()
    return live


@router.get("/me", dependencies=ANYONE, response_model=messages.MeShown)
async def me(request: Request, registry: RegistryDep) -> Response:
    """Who you are."""
    return json(await _shown_me(request, registry))


async def _shown_me(request: Request, registry: TableRegistry) -> dict[str, Any]:
    account = signed_in(request.scope)
    shown = None if account is None else account._asdict()
    return {"name": await _name(request, registry), "account": shown}


async def _name(request: Request, registry: TableRegistry) -> str:
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
    dependencies=[*ANYONE, costs(10, a_minute="new_tables")],
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
    await _check_names(people, signed_in(request.scope), [seat.name for seat in asked.seats if seat.name])
    name = await _name(request, registry)
    handed_in = await asyncio.to_thread(
        playable, bot_store, asked.game, [seat.bot for seat in asked.seats], signed_in(request.scope)
    )
    terms = await asyncio.to_thread(setup.agreed_terms, asked, guest, name, handed_in)
    if asked.position:
        game = games.get(terms.game, **terms.options)
        await refuse_running(registry, [running_positions.key(game, game.read_state(terms.start))])
    await registry.writer.kept([kept_guest(registry.writer, guest, name, now_ms())])
    live = await registry.create(terms, address(request.scope))
    invite = views.invitation(live.table) if terms.invite else None
    return json({"id": terms.id, "url": f"/g/{terms.id}", "invite": invite}, 201)


async def _check_names(people: AccountStore, me: Account | None, names: Collection[str]) -> None:
    """Refuse names for two people at one screen that are those of others."""
    if names:
        await asyncio.to_thread(prototypes)  # loaded once
    for name in names:
        own = me is not None and me.name == checked_name(name)
        if not own and (other := people.alike(checked_name(name))) is not None:
            raise ApiError("name_taken", f"{other} has that name, or one that looks like it; choose another")


async def refuse_running(registry: TableRegistry, keys: Collection[str]) -> None:
    """Neither analyses nor bots tell the best move in a game that people still play."""
    if await asyncio.to_thread(running_positions.are_running, registry.store.engine, keys, now_ms()):
        raise ApiError("position_in_play", running_positions.CLOSED)


@router.get("/tables", dependencies=[*ANYONE, costs(10)], response_model=messages.TableList)
async def list_tables(
    request: Request,
    registry: RegistryDep,
    threads: ThreadsDep,
    *,
    live: Annotated[bool | None, Query()] = None,
    mine: Annotated[bool, Query()] = False,
    game: Annotated[str | None, Query(max_length=40)] = None,
    after: Annotated[int | None, Query(ge=0, le=2**53)] = None,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
) -> Response:
    """Games that are played or were, newest first."""
    if game is not None:
        games.game_class(game)
    guest = who(request.scope) if mine else None
    rows = await asyncio.to_thread(
        lambda: registry.store.listed(live=live, guest=guest, game=game, after=after, limit=limit)
    )
    kept = [(row.terms, await _summary(registry, row)) for row in rows]
    chairs = [chair for _, told in kept if told is not None for chair in told.chairs]
    closed = await registry.closed_bots(signed_in(request.scope), chairs)
    shown = [
        (terms, told, _present(registry, terms.id))
        for terms, told in kept
        if told is not None and (told.seats_of(who(request.scope)) or not told.bots & closed.keys())
    ]
    following = str(rows[-1].number) if len(rows) == limit else None

    def drawn() -> Response:
        tables = [summary.listed(*each, who(request.scope)) for each in shown]
        return packed(msgspec.json.encode({"tables": tables, "next": following}), request)

    return await threads.drawing(drawn)


async def _summary(registry: TableRegistry, row: Row) -> Summary | None:
    """From its row; a table that an older server has written is read once."""
    if row.summary is not None:
        return row.summary
    found = await registry.find(row.terms.id)
    if found is None:
        return None  # it was deleted meanwhile
    await found.settled()
    return summary.summarised(found.table)


def _present(registry: TableRegistry, name: str) -> Present:
    live = registry.tables.get(name)
    connected, spectators = ((), 0) if live is None else (live.connected(), live.spectators())
    at_ms = now_ms() if live is None else live.now_ms()
    return Present(connected, spectators, registry.outages, at_ms)


@router.get("/tables/{id}", dependencies=[*ANYONE, costs(3)], response_model=messages.SnapshotShown)
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
    guest, table = who(request.scope), live.table
    if not table.terms.invite or not compare_digest(asked.join.encode(), table.terms.invite.encode()):
        raise ApiError("wrong_invitation", "that is not this table's invitation; ask for the link again")
    name = await _name(request, registry)
    try:
        bodies = table.seat(guest, name)
    except Refused as error:
        raise ApiError("seat_not_available", str(error)) from None
    live.add(bodies)
    await live.settled()
    live.renew(guest)
    live.add(table.seen([seat for seat in table.seats_of(guest) if guest in live.connected()]))
    return json({"seat": table.seats_of(guest)[0]})


@router.post("/tables/{id}/hint", dependencies=[*ANYONE, costs(20)], response_model=messages.HintShown)
async def show_hint(request: Request, registry: RegistryDep, id: TableId) -> Response:
    """What the strongest bot at hand would play now; in games against bots only."""
    live = await found_table(request, registry, id)
    seats = live.table.seats_of(who(request.scope))
    if not seats:
        raise ApiError("hint_not_possible", "you are watching; only players get hints")
    return json({"seat": seats[0], "move": await hints.hint(live, seats[0])})


@router.get("/tables/{id}/record", dependencies=[*ANYONE, costs(10)])
async def show_record(request: Request, registry: RegistryDep, threads: ThreadsDep, id: TableId) -> Response:
    """The game so far as a record; `steelyard replay --verify` plays it anew."""
    live = await found_table(request, registry, id)
    data = await threads.reports(lambda: write_record(record.recorded(live.table)))
    name = f"attachment; filename={live.table.terms.game}-{live.table.terms.id}.jsonl"
    return Response(data, headers={"Content-Disposition": name}, media_type="application/json")


@router.get("/tables/{id}/positions", dependencies=ANYONE, response_model=messages.PositionsShown)
async def show_positions(
    request: Request,
    registry: RegistryDep,
    threads: ThreadsDep,
    id: TableId,
    first: Annotated[int, Query(ge=0, le=10**6)] = 0,
    last: Annotated[int, Query(ge=0, le=10**6)] = 10**6,
) -> Response:
    """Every position so far, for replays; at most a thousand at a time: `next` is the first of the rest."""
    table = (await found_table(request, registry, id)).table
    wanted = min(last, len(table.turns))
    last = min(wanted, first + MOST_POSITIONS - 1)
    charge(request, max(0, last - first) + min(first, last) // 10)  # the latter are played, not drawn
    drawing, shown = views.positions(table, first, last), []
    while some := await threads.drawing(lambda: list(islice(drawing, MOST_DRAWN))):
        shown += some
    answer = {
        "game": table.terms.game,
        "options": table.game.chosen,
        "positions": shown,
        "next": last + 1 if last < wanted else None,
    }
    return await threads.drawing(lambda: packed(msgspec.json.encode(answer), request))


@router.get(
    "/tables/{id}/picture.svg",
    dependencies=[*ANYONE, costs(3)],
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def show_picture(
    request: Request,
    registry: RegistryDep,
    threads: ThreadsDep,
    id: TableId,
    turn: Annotated[int | None, Query(ge=0, le=10**6)] = None,
) -> Response:
    """A position as a picture on its own."""
    table = (await found_table(request, registry, id)).table
    if turn is not None and turn > len(table.turns):
        raise ApiError("turn_not_found", f"the game has {len(table.turns)} turns")
    turn = len(table.turns) if turn is None else turn
    charge(request, turn // 10)
    drawn = await threads.drawing(_drawn, table, turn)
    return Response(drawn, headers={"Content-Security-Policy": PICTURE_POLICY}, media_type="image/svg+xml")


def _drawn(table: Table, turn: int) -> str:
    return table.game.to_svg(next(islice(table.positions(), turn, None)))


@router.post("/view", dependencies=[*ANYONE, costs(2)], response_model=messages.PositionShown)
async def view(threads: ThreadsDep, asked: messages.Viewing) -> Response:
    """Any position, drawn, with what can be done there."""
    return await threads.drawing(_viewed, asked)


def _viewed(asked: messages.Viewing) -> Response:
    game = games.get(asked.game, **asked.options)
    state = game.read_state(asked.state) if asked.state is not None else game.start(asked.setup or "")
    return json(views.view(game, state, SEATS if asked.seat is None else (asked.seat,)))


@router.post("/play", dependencies=[*ANYONE, costs(3)], response_model=messages.PlayedShown)
async def play(request: Request, threads: ThreadsDep, asked: messages.Playing) -> Response:
    """The position after a turn, or after a line of turns; with `all`, every position on the way."""
    turns = len(asked.turns or ())
    if asked.all and turns > MOST_DRAWN:
        raise ApiError(
            "too_many_positions",
            f"at most {MOST_DRAWN} positions are drawn at a time, not {turns}; ask in parts",
        )
    charge(request, turns if asked.all else turns // 10)
    return await threads.drawing(_played, asked)


def _played(asked: messages.Playing) -> Response:
    game = games.get(asked.game, **asked.options)
    line = _line(game, asked)
    last = line[-1]
    answer = views.view(game, last.after) | {"phases": last.phases(game), "written": last.written}
    if asked.all:
        first = {"turn": 0, "written": None, "phases": [], **views.view(game, line[0].before, ())}
        answer["positions"] = [first, *(_on_line(game, number, step) for number, step in enumerate(line, 1))]
    return json(answer)


class _Step(NamedTuple):
    before: Any
    after: Any
    written: str
    moves: Mapping[Seat, Any]

    def phases(self, game: Game[Any]) -> list[Any]:
        return game.phases(self.before, self.moves, self.after)


def _on_line(game: Game[Any], number: int, step: _Step) -> dict[str, Any]:
    turn = {"turn": number, "written": step.written, "phases": step.phases(game)}
    return turn | views.view(game, step.after, ())


def _line(game: Game[Any], asked: messages.Playing) -> list[_Step]:
    """Each turn that was asked for, played."""
    if (asked.moves is None) == (asked.turns is None):
        raise InvalidState('give "moves" of one turn, or "turns" in a row as they are written')
    state, steps = game.read_state(asked.state), []
    for turn in asked.turns or [""]:
        if game.outcome(state) is not None:
            raise InvalidState("the game is over in that position; nothing can follow")
        if asked.moves is None:
            moves = game.read_moves(state, turn)
        else:
            moves = {SEATS[int(seat)]: game.read_move(word) for seat, word in asked.moves.items()}
        after = game.play(state, moves)
        steps.append(_Step(state, after, game.write_moves(state, moves), moves))
        state = after
    return steps
