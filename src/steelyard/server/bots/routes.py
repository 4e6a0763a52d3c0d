"""The HTTP interface for bots: hand in, look, try out, ladder."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

import sqlalchemy as sql
from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from steelyard import games, kits
from steelyard.arena.sandbox import process
from steelyard.core.errors import SteelyardError
from steelyard.server.accounts.access import Account, needs, signed_in
from steelyard.server.accounts.audit import audited
from steelyard.server.accounts.guests import payer
from steelyard.server.bots import game_job, messages, queries, remote, trial_job, zip_upload
from steelyard.server.bots.disk_usage import MB, used_by
from steelyard.server.bots.schema import bots, trials
from steelyard.server.bots.service import checked_name
from steelyard.server.bots.store import ONLINE_MS
from steelyard.server.database.writer import Change
from steelyard.server.http.rate_limits import costs
from steelyard.server.http.responses import REFUSALS, ApiError, json
from steelyard.server.jobs import queue
from steelyard.server.tables.terms import is_id, new_id
from steelyard.server.thread_pools import pools
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from steelyard.server.bots.service import BotService
    from steelyard.server.bots.store import Bot, BotStore, Version
    from steelyard.server.tables.registry import TableRegistry

router = APIRouter(prefix="/api", responses=REFUSALS)
ANYONE = [needs("anyone")]
Player = Annotated[Account, needs("player")]
BotId = Annotated[str, Path(max_length=40)]
ZIP = {"requestBody": {"required": True, "content": {"application/zip": {"schema": {"type": "string"}}}}}
ZIPPED: dict[int | str, dict[str, Any]] = {200: {"content": {"application/zip": {}}}}
PAGE = 30
MOST_TRIALS = 3
ADD_TRIAL = sql.insert(trials)
SET_BOT = sql.update(bots).where(bots.c.id == sql.bindparam("bot"))


def _hall(request: Request) -> TableRegistry:
    registry: TableRegistry = request.app.state.registry
    return registry


def _shelf(request: Request) -> BotStore:
    bot_store: BotStore = request.app.state.bot_store
    return bot_store


def _counter(request: Request) -> BotService:
    bot_service: BotService = request.app.state.bot_service
    return bot_service


async def _found(request: Request, name: str) -> Bot:
    bot = await asyncio.to_thread(_shelf(request).bot, name) if is_id(name) else None
    if bot is None:
        raise ApiError(404, "there is no such bot")
    return bot


async def _own(request: Request, name: str, me: Account) -> Bot:
    """A bot of his; that there are others of that id is no secret, what is theirs is."""
    bot = await _found(request, name)
    if bot.owner != me.id:
        raise ApiError(403, "that is somebody else's bot")
    return bot


# Where a bot comes from.
@router.get("/kits", dependencies=ANYONE, response_model=list[messages.KitListed])
async def list_kits() -> Response:
    """The starter kits there are."""
    found = await asyncio.to_thread(kits.all_kits)
    return json([{"game": kit.game, "language": kit.language, "title": kit.title} for kit in found])


@router.get(
    "/kits/{game}/{language}",
    dependencies=[*ANYONE, costs(20)],
    response_class=Response,
    responses=ZIPPED,
)
async def show_kit(
    request: Request,
    game: Annotated[str, Path(max_length=40)],
    language: Annotated[str, Path(max_length=40)],
) -> Response:
    """A bot that plays already, as a zip: unpack it, change it, hand it in."""
    try:
        kit = kits.kit(game, language)
    except SteelyardError as error:
        raise ApiError(404, str(error)) from None
    data = await pools(request).reports.run(payer(request.scope), kits.packed, kit, "my bot")
    name = f"attachment; filename={kit.game}-{kit.language}.zip"
    return Response(data, headers={"Content-Disposition": name}, media_type="application/zip")


# Handing in.
@router.post(
    "/bots",
    dependencies=[costs(30)],
    status_code=201,
    response_model=messages.HandedInShown,
    openapi_extra=ZIP,
)
async def hand_in(
    request: Request,
    me: Player,
    game: Annotated[str | None, Query(max_length=40)] = None,
    name: Annotated[str | None, Query(max_length=60)] = None,
) -> Response:
    """A bot as a zip; one of the same name and game of yours gets a new version."""
    asked = {key: value for key, value in (("game", game), ("name", name)) if value}
    return await _taken(request, me, None, asked)


@router.post(
    "/bots/{id}/versions",
    dependencies=[costs(30)],
    status_code=201,
    response_model=messages.HandedInShown,
    openapi_extra=ZIP,
)
async def hand_in_again(request: Request, id: BotId, me: Player) -> Response:  # noqa: A002 - its name in the address
    """A new version of a bot of yours, as a zip."""
    bot = await _own(request, id, me)
    if bot.remote:
        raise ApiError(409, f"{bot.name} runs at home; there is nothing to hand in")
    return await _taken(request, me, bot, {})


async def _taken(request: Request, me: Account, bot: Bot | None, asked: dict[str, str]) -> Response:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/zip":
        raise ApiError(415, "send a zip, with the header Content-Type: application/zip")
    length = request.headers.get("content-length", "0")
    zip_upload.check_size(int(length) if length.isdecimal() else 0)
    found = await _counter(request).take(me, payer(request.scope), request.stream(), bot, asked)
    return json(found._asdict() | {"url": f"/b/{found.bot}"}, 201)


# Looking.
@router.get("/bots", response_model=messages.MyBots)
async def my_bots(request: Request, me: Player) -> Response:
    """Your bots."""
    bot_store = _shelf(request)
    mine = await asyncio.to_thread(bot_store.bots_of, me.id)
    missing = await asyncio.to_thread(process.available)
    shown = await asyncio.to_thread(_listed, request, mine)
    used = await asyncio.to_thread(used_by, bot_store.engine, me.id)
    space = {**used._asdict(), "most": _hall(request).settings.limits.account_mb * MB}
    return json({"bots": shown, "isolated": missing is None, "why_not": missing or "", "space": space})


def _listed(request: Request, found: list[Bot]) -> list[dict[str, Any]]:
    bot_store = _shelf(request)
    rated = queries.ratings_of(bot_store.engine, [bot.id for bot in found])
    names = request.app.state.people.names([bot.owner for bot in found])
    known = bot_store.versions_by_bot(bot.id for bot in found)
    return [_shown(bot, known.get(bot.id, []), rated.get(bot.id), names.get(bot.owner, "")) for bot in found]


def _shown(bot: Bot, known: list[Version], rated: Any, owner: str) -> dict[str, Any]:
    return {
        "id": bot.id,
        "name": bot.name,
        "game": bot.game,
        "owner": owner,
        "remote": bot.remote,
        "online": bot.remote and bot.online_ms > now_ms() - ONLINE_MS,
        "rated": bot.rated,
        "state": known[0].state if known else "none",
        "version": known[0].number if known else 0,
        "standing": rated and {"elo": rated.elo, "doubt": rated.doubt, "games": rated.games},
    }


@router.get("/bots/{id}", dependencies=ANYONE, response_model=messages.BotShown)
async def show_bot(request: Request, id: BotId) -> Response:  # noqa: A002
    """A bot; its owner is also told of its versions."""
    bot = await _found(request, id)
    me = signed_in(request.scope)
    shown = (await asyncio.to_thread(_listed, request, [bot]))[0] | {"created_ms": round(bot.created_ms)}
    mine = await asyncio.to_thread(_for_owner, request, bot) if me and me.id == bot.owner else None
    return json(shown | {"mine": mine})


def _for_owner(request: Request, bot: Bot) -> dict[str, Any]:
    bot_store = _shelf(request)
    waiting = queue.awaited(bot_store.engine)
    return {
        "off": bot.off,
        "versions": [
            {
                "id": each.id,
                "number": each.number,
                "state": each.state,
                "reason": each.reason,
                "created_ms": round(each.created_ms),
                "before_it": waiting if each.state == "waiting" else 0,
            }
            for each in bot_store.versions(bot.id)
        ],
        "trials": queries.trials_of(bot_store.engine, bot.id),
    }


@router.get("/bots/{id}/versions/{number}", response_model=messages.VersionShown)
async def show_version(
    request: Request,
    id: BotId,  # noqa: A002
    number: Annotated[int, Path(ge=1, le=10**6)],
    me: Player,
) -> Response:
    """How a version of yours was built and checked."""
    bot = await _found(request, id)
    found = await asyncio.to_thread(_shelf(request).numbered, bot.id, number)
    if found is None or bot.owner != me.id:
        raise ApiError(404, "you have no such version")
    log, checks = await asyncio.to_thread(_shelf(request).findings, found.id)
    shown = {"id": found.id, "number": found.number, "state": found.state, "reason": found.reason}
    return json(shown | {"created_ms": round(found.created_ms), "checks": checks, "log": log})


@router.post("/bots/{id}/versions/{number}/delete", response_model=messages.Done)
async def delete_version(
    request: Request,
    id: BotId,  # noqa: A002
    number: Annotated[int, Path(ge=1, le=10**6)],
    me: Player,
) -> Response:
    """Delete what an old version of yours takes on the disk; its games stay."""
    bot = await _own(request, id, me)
    found = await asyncio.to_thread(_shelf(request).numbered, bot.id, number)
    if found is None:
        raise ApiError(404, "you have no such version")
    await _counter(request).delete(me, found)
    return json({"done": True})


@router.get("/bots/{id}/games", dependencies=ANYONE, response_model=messages.GameList)
async def bots_games(
    request: Request,
    id: BotId,  # noqa: A002
    after: Annotated[int | None, Query(ge=0, le=2**53)] = None,
) -> Response:
    """Its games, the latest first; what went wrong in them is told to its owner alone."""
    bot = await _found(request, id)
    return await _games(request, bot=bot.id, after=after)


@router.get("/ladder/{game}/games", dependencies=ANYONE, response_model=messages.GameList)
async def ladder_games(
    request: Request,
    game: Annotated[str, Path(max_length=40)],
    after: Annotated[int | None, Query(ge=0, le=2**53)] = None,
) -> Response:
    """The ladder's games, the latest first."""
    games.game_class(game)
    return await _games(request, game=game, after=after)


async def _games(request: Request, **which: Any) -> Response:
    me, bot_store = signed_in(request.scope), _shelf(request)
    mine = {bot.id for bot in await asyncio.to_thread(bot_store.bots_of, me.id)} if me else set()
    trials_too = which.get("bot") in mine
    rows = await asyncio.to_thread(
        lambda: queries.games(bot_store.engine, limit=PAGE, trials_too=trials_too, **which)
    )
    shown = [queries.shown_game(row, mine) for row in rows]
    return json({"games": shown, "next": str(rows[-1].number) if len(rows) == PAGE else None})


@router.get("/ladder/{game}", dependencies=[*ANYONE, costs(5)], response_model=messages.LadderShown)
async def show_ladder(request: Request, game: Annotated[str, Path(max_length=40)]) -> Response:
    """Everybody's bots in order, with ours among them."""
    games.game_class(game)
    people, bot_store = request.app.state.people, _shelf(request)
    owners = {each.account.id: each.account.name for each in people.all()}
    found = await asyncio.to_thread(queries.lines, bot_store, game, owners)
    waiting = (await asyncio.to_thread(queue.length, bot_store.engine))["waiting"]
    clock = await asyncio.to_thread(game_job.short_clock, game)
    return json({"game": game, "clock": clock, "lines": found, "waiting": waiting})


@router.get("/opponents", dependencies=ANYONE, response_model=list[messages.Opponent])
async def opponents(request: Request, game: Annotated[str, Query(max_length=40)]) -> Response:
    """Bots that were handed in and can be played against."""
    games.game_class(game)
    bot_store = _shelf(request)
    fit = await asyncio.to_thread(bot_store.newest_fit, game)
    rated = await asyncio.to_thread(queries.ratings_in, bot_store.engine, game)
    names = request.app.state.people.names([each.owner for each in fit])
    shown = [
        {
            "id": each.bot,
            "bot": f"@{each.id}",
            "name": each.name,
            "owner": names.get(each.owner, ""),
            "game": each.game,
            "elo": rated[each.bot].elo if each.bot in rated else None,
        }
        for each in fit
    ]
    return json(sorted(shown, key=lambda each: -(each["elo"] or 0.0)))


# Trying out.
@router.post("/bots/{id}/trials", status_code=201, response_model=messages.Done)
async def try_out(request: Request, id: BotId, asked: messages.TrialAsked, me: Player) -> Response:  # noqa: A002
    """Is the new version better? Games against the one before, until one can tell."""
    bot, bot_store = await _own(request, id, me), _shelf(request)
    known = await asyncio.to_thread(bot_store.versions, bot.id)
    newer = next((each for each in known if each.number == asked.newer), None)
    older = next((each for each in known if each.number == asked.older), None)
    if newer is not None and asked.older is None:
        older = trial_job.version_before(known, newer)
    if newer is None or older is None or newer is older or {newer.state, older.state} != {"fit"}:
        raise ApiError(409, "a trial needs two versions that have passed their checks")
    running = await asyncio.to_thread(queries.trials_of, bot_store.engine, bot.id)
    if sum(each["state"] == "running" for each in running) >= MOST_TRIALS:
        raise ApiError(409, f"{MOST_TRIALS} trials of this bot are running; wait for one to end")
    await asyncio.to_thread(_counter(request).check_space, me)
    name = new_id()
    await _hall(request).writer.kept(
        [
            Change(ADD_TRIAL, trial_job.started(name, newer, older, now_ms())),
            queue.added("sprt", {"trial": name}, me.id),
            audited(me, "bot.trial", f"bot:{bot.id}", {"newer": newer.number, "older": older.number}),
        ]
    )
    return json({"done": True}, 201)


@router.post("/bots/{id}/ladder", response_model=messages.Done)
async def on_ladder(request: Request, id: BotId, asked: messages.OnLadder, me: Player) -> Response:  # noqa: A002
    """Take a bot of yours off the ladder, or put it on again."""
    bot = await _own(request, id, me)
    off = "" if asked.on else "its owner has taken it off"
    action = "bot.on_ladder" if asked.on else "bot.off_ladder"
    await _change(request, me, bot, action, {"off": off})
    return json({"done": True})


@router.post("/bots/{id}/rated", response_model=messages.Done)
async def set_rated(
    request: Request,
    id: BotId,  # noqa: A002
    asked: messages.RatedAsked,
    me: Annotated[Account, needs("organiser")],
) -> Response:
    """Whether the games of a bot that runs at home count."""
    bot = await _found(request, id)
    if not bot.remote:
        raise ApiError(409, "games of bots that were handed in always count")
    await _change(request, me, bot, "bot.rated" if asked.rated else "bot.unrated", {"rated": asked.rated})
    return json({"done": True})


async def _change(request: Request, me: Account, bot: Bot, action: str, values: dict[str, Any]) -> None:
    change = Change(SET_BOT.values(**values), {"bot": bot.id}, exactly=1)
    await _hall(request).writer.kept([change, audited(me, action, f"bot:{bot.id}", {"name": bot.name})])


# Bots at home.
@router.post("/bots/remote", status_code=201, response_model=messages.TokenShown)
async def new_remote(request: Request, asked: messages.RemoteAsked, me: Player) -> Response:
    """A bot that runs at home; its token is told now and never again."""
    games.game_class(asked.game)
    name = checked_name(asked.name)
    bot, token = await _counter(request).take_remote(me, asked.game, name)
    return json({"bot": bot, "token": token}, 201)


@router.post("/bots/{id}/token", response_model=messages.TokenShown)
async def new_token(request: Request, id: BotId, me: Player) -> Response:  # noqa: A002
    """A new token for a bot that runs at home; the old one opens nothing from now on."""
    bot = await _remote(request, id, me)
    token, kept = remote.new_token()
    await _change(request, me, bot, "bot.token", {"token": kept})
    request.app.state.bot_connections.change_token(bot.id)
    return json({"bot": bot.id, "token": token})


@router.post("/bots/{id}/token/revoke", response_model=messages.Done)
async def revoke_token(request: Request, id: BotId, me: Player) -> Response:  # noqa: A002
    """Nobody can connect as this bot until it gets a new token."""
    bot = await _remote(request, id, me)
    await _change(request, me, bot, "bot.revoke_token", {"token": ""})
    request.app.state.bot_connections.change_token(bot.id)
    return json({"done": True})


async def _remote(request: Request, name: str, me: Account) -> Bot:
    bot = await _own(request, name, me)
    if not bot.remote:
        raise ApiError(409, f"{bot.name} was handed in; only bots that run at home have tokens")
    return bot
