"""The HTTP interface for bots: upload them, look at them, delete versions."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from steelyard import kits
from steelyard.arena.check.checks import LAST_CHECK
from steelyard.arena.sandbox import process
from steelyard.core.errors import SteelyardError
from steelyard.server.accounts.dependencies import AccountStoreDep
from steelyard.server.bots import messages, queries
from steelyard.server.bots.dependencies import BotId, BotServiceDep, BotStoreDep, Player, found_bot, own_bot
from steelyard.server.bots.disk_usage import MB, used_by
from steelyard.server.bots.job_kinds import AWAITED
from steelyard.server.bots.store import ONLINE_MS
from steelyard.server.http.access import Account, needs, signed_in
from steelyard.server.http.clients import payer
from steelyard.server.http.dependencies import SettingsDep, ThreadsDep
from steelyard.server.http.rate_limits import costs
from steelyard.server.http.responses import REFUSALS, ApiError, json
from steelyard.server.jobs import queue
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from steelyard.server.accounts.store import AccountStore
    from steelyard.server.bots.service import BotService
    from steelyard.server.bots.store import Bot, BotStore, Version

router = APIRouter(prefix="/api", responses=REFUSALS)
ANYONE = [needs("anyone")]
ZIP = {"requestBody": {"required": True, "content": {"application/zip": {"schema": {"type": "string"}}}}}
ZIPPED: dict[int | str, dict[str, Any]] = {200: {"content": {"application/zip": {}}}}
PAGE = 30


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
    threads: ThreadsDep,
    game: Annotated[str, Path(max_length=40)],
    language: Annotated[str, Path(max_length=40)],
) -> Response:
    """A bot that plays already, as a zip: unpack it, change it, upload it."""
    try:
        kit = kits.kit(game, language)
    except SteelyardError as error:
        raise ApiError("kit_not_found", str(error)) from None
    data = await threads.reports(kits.packed, kit, "my bot")
    name = f"attachment; filename={kit.game}-{kit.language}.zip"
    return Response(data, headers={"Content-Disposition": name}, media_type="application/zip")


# Uploads.
@router.post(
    "/bots",
    dependencies=[costs(30)],
    status_code=201,
    response_model=messages.UploadShown,
    openapi_extra=ZIP,
)
async def upload_bot(
    request: Request,
    bot_service: BotServiceDep,
    me: Player,
    game: Annotated[str | None, Query(max_length=40)] = None,
    name: Annotated[str | None, Query(max_length=60)] = None,
) -> Response:
    """A bot as a zip; one of the same name and game of yours gets a new version."""
    asked = {key: value for key, value in (("game", game), ("name", name)) if value}
    return await _taken(request, bot_service, me, None, asked)


@router.post(
    "/bots/{id}/versions",
    dependencies=[costs(30)],
    status_code=201,
    response_model=messages.UploadShown,
    openapi_extra=ZIP,
)
async def upload_version(
    request: Request,
    bot_service: BotServiceDep,
    bot_store: BotStoreDep,
    id: BotId,
    me: Player,
) -> Response:
    """A new version of a bot of yours, as a zip."""
    bot = await own_bot(bot_store, id, me)
    if bot.remote:
        raise ApiError("bot_is_remote", f"{bot.name} runs at home; there is nothing to upload")
    return await _taken(request, bot_service, me, bot, {})


async def _taken(
    request: Request, bot_service: BotService, me: Account, bot: Bot | None, asked: dict[str, str]
) -> Response:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/zip":
        raise ApiError("wrong_content_type", "send a zip, with the header Content-Type: application/zip")
    found = await bot_service.take(me, payer(request.scope), request.stream(), bot, asked)
    return json(found._asdict() | {"url": f"/b/{found.bot}"}, 201)


# Looking.
@router.get("/bots", response_model=messages.MyBots)
async def my_bots(
    bot_store: BotStoreDep, people: AccountStoreDep, settings: SettingsDep, me: Player
) -> Response:
    """Your bots."""
    mine = await asyncio.to_thread(bot_store.bots_of, me.id)
    missing = await asyncio.to_thread(process.available)
    shown = await asyncio.to_thread(_listed, bot_store, people, mine)
    used = await asyncio.to_thread(used_by, bot_store.engine, me.id)
    space = {**used._asdict(), "most": settings.limits.account_mb * MB, "zip": settings.limits.upload_bytes}
    return json({"bots": shown, "isolated": missing is None, "why_not": missing or "", "space": space})


def _listed(bot_store: BotStore, people: AccountStore, found: list[Bot]) -> list[dict[str, Any]]:
    rated = queries.ratings_of(bot_store.engine, [bot.id for bot in found])
    names = people.names([bot.owner for bot in found])
    known = bot_store.versions_by_bot(bot.id for bot in found)
    return [_shown(bot, known.get(bot.id, []), rated.get(bot.id), names.get(bot.owner, "")) for bot in found]


def _shown(bot: Bot, known: list[Version], rated: Any, owner: str) -> dict[str, Any]:
    there = [version for version in known if version.state != "deleted"]
    return {
        "id": bot.id,
        "name": bot.name,
        "game": bot.game,
        "owner": owner,
        "remote": bot.remote,
        "online": bot.remote and bot.online_ms > now_ms() - ONLINE_MS,
        "rated": bot.rated,
        "state": there[0].state if there else "none",
        "version": there[0].number if there else 0,
        "standing": rated and {"elo": rated.elo, "doubt": rated.doubt, "games": rated.games},
    }


@router.get("/bots/{id}", dependencies=ANYONE, response_model=messages.BotShown)
async def show_bot(
    request: Request,
    bot_store: BotStoreDep,
    people: AccountStoreDep,
    id: BotId,
) -> Response:
    """A bot; its owner is also told of its versions. Of a closed one others are told whose it is."""
    bot = await found_bot(bot_store, id)
    me = signed_in(request.scope)
    if bot_store.is_closed_to(bot, me):
        owner = people.names([bot.owner]).get(bot.owner, "")
        facts = {"created_ms": 0, "closed": bot.why_closed, "mine": None}
        return json(_shown(bot, [], None, owner) | facts)
    shown = (await asyncio.to_thread(_listed, bot_store, people, [bot]))[0]
    mine = await asyncio.to_thread(_for_owner, bot_store, bot) if me and me.id == bot.owner else None
    return json(shown | {"created_ms": round(bot.created_ms), "closed": "", "mine": mine})


def _for_owner(bot_store: BotStore, bot: Bot) -> dict[str, Any]:
    waiting = queue.waiting(bot_store.engine, AWAITED)
    return {
        "off": bot.off,
        "closed_for": bot.closed_for,
        "open_in_contests": bot.open_in_contests,
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
    bot_store: BotStoreDep,
    id: BotId,
    number: Annotated[int, Path(ge=1, le=10**6)],
    me: Player,
) -> Response:
    """How a version of yours was built and checked."""
    bot = await found_bot(bot_store, id)
    found = await asyncio.to_thread(bot_store.numbered, bot.id, number)
    if found is None or bot.owner != me.id:
        raise ApiError("version_not_found", "you have no such version")
    log, checks = await asyncio.to_thread(bot_store.findings, found.id)
    shown = {"id": found.id, "number": found.number, "state": found.state, "reason": found.reason}
    shown |= {"created_ms": round(found.created_ms), "checks": checks, "last_check": LAST_CHECK, "log": log}
    return json(shown)


@router.post("/bots/{id}/versions/{number}/delete", response_model=messages.Done)
async def delete_version(
    bot_store: BotStoreDep,
    bot_service: BotServiceDep,
    id: BotId,
    number: Annotated[int, Path(ge=1, le=10**6)],
    me: Player,
) -> Response:
    """Delete what an old version of yours takes on the disk; its games stay."""
    bot = await own_bot(bot_store, id, me)
    found = await asyncio.to_thread(bot_store.numbered, bot.id, number)
    if found is None:
        raise ApiError("version_not_found", "you have no such version")
    await bot_service.delete(me, found)
    return json({"done": True})


@router.get("/bots/{id}/games", dependencies=ANYONE, response_model=messages.GameList)
async def bots_games(
    request: Request,
    bot_store: BotStoreDep,
    id: BotId,
    after: Annotated[int | None, Query(ge=0, le=2**53)] = None,
) -> Response:
    """Its games, the latest first; what went wrong in them is told to its owner alone."""
    bot = await found_bot(bot_store, id)
    if bot_store.is_closed_to(bot, signed_in(request.scope)):
        raise ApiError("bot_closed", bot.why_closed)
    return await games_page(request, bot_store, bot=bot.id, after=after)


async def games_page(request: Request, bot_store: BotStore, **which: Any) -> Response:
    """Some games of bots, as far as whoever asks may know of them."""
    me = signed_in(request.scope)
    mine = {bot.id for bot in await asyncio.to_thread(bot_store.bots_of, me.id)} if me else set()
    trials_too = which.get("bot") in mine
    closed = await asyncio.to_thread(bot_store.closed_to, me)
    rows = await asyncio.to_thread(
        lambda: queries.games(bot_store.engine, limit=PAGE, trials_too=trials_too, without=closed, **which)
    )
    shown = [queries.shown_game(row, mine) for row in rows]
    return json({"games": shown, "next": str(rows[-1].number) if len(rows) == PAGE else None})
