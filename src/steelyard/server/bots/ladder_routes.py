"""The HTTP interface for games between bots: the ladder, opponents, trials of new versions."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import sqlalchemy as sql
from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from steelyard import games
from steelyard.server.accounts.audit import audited
from steelyard.server.accounts.dependencies import AccountStoreDep
from steelyard.server.bots import game_job, messages, queries, trial_job
from steelyard.server.bots.dependencies import BotId, BotServiceDep, BotStoreDep, Player, found_bot, own_bot
from steelyard.server.bots.job_kinds import TRIAL
from steelyard.server.bots.routes import games_page
from steelyard.server.bots.schema import trials
from steelyard.server.bots.service import change_bot
from steelyard.server.database.writer import Change
from steelyard.server.http.access import Account, needs, signed_in
from steelyard.server.http.dependencies import WriterDep
from steelyard.server.http.rate_limits import costs
from steelyard.server.http.responses import REFUSALS, ApiError, json
from steelyard.server.ids import new_id
from steelyard.server.jobs import queue
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from steelyard.server.bots.store import BotStore

router = APIRouter(prefix="/api", responses=REFUSALS)
ANYONE = [needs("anyone")]
MOST_TRIALS = 3
ADD_TRIAL = sql.insert(trials)


@router.get("/ladder/{game}/games", dependencies=ANYONE, response_model=messages.GameList)
async def ladder_games(
    request: Request,
    bot_store: BotStoreDep,
    game: Annotated[str, Path(max_length=40)],
    after: Annotated[int | None, Query(ge=0, le=2**53)] = None,
) -> Response:
    """The ladder's games, the latest first."""
    games.game_class(game)
    return await games_page(request, bot_store, game=game, after=after)


@router.get("/ladder/{game}", dependencies=[*ANYONE, costs(5)], response_model=messages.LadderShown)
async def show_ladder(
    bot_store: BotStoreDep, people: AccountStoreDep, game: Annotated[str, Path(max_length=40)]
) -> Response:
    """Everybody's bots in order, with ours among them."""
    games.game_class(game)
    owners = {each.account.id: each.account.name for each in people.all()}
    found = await asyncio.to_thread(queries.lines, bot_store, game, owners)
    waiting = (await asyncio.to_thread(queue.length, bot_store.engine))["waiting"]
    clock = await asyncio.to_thread(game_job.short_clock, game)
    return json({"game": game, "clock": clock, "lines": found, "waiting": waiting})


@router.get("/bots/games/{game}/log", dependencies=[costs(3)], response_model=messages.GameLogs)
async def show_log(bot_store: BotStoreDep, game: Annotated[str, Path(max_length=16)], me: Player) -> Response:
    """What your bots wrote in a game of the ladder or of a trial, turn by turn; the latest logs are kept."""
    row = await asyncio.to_thread(queries.record, bot_store.engine, game)
    if row is None:
        raise ApiError("table_not_found", "there is no such game of the ladder or of a trial")
    mine = {bot.id for bot in await asyncio.to_thread(bot_store.bots_of, me.id)}
    return json({"logs": await asyncio.to_thread(_logs, bot_store, row, mine)})


def _logs(bot_store: BotStore, row: queries.Row, mine: set[str]) -> list[dict[str, Any]]:
    names = msgspec.json.decode(row.names)
    return [
        {
            "seat": seat,
            "name": names[seat],
            "own": True,
            "turns": [{"turn": turn, "text": text} for turn, text in log.items()],
        }
        for seat, player in enumerate((row.first, row.second))
        if player in mine
        and (log := game_job.logs_of(bot_store.place.parent, player).log(f"{row.id}.{seat}")) is not None
    ]


@router.get("/opponents", dependencies=ANYONE, response_model=list[messages.Opponent])
async def opponents(
    request: Request,
    bot_store: BotStoreDep,
    people: AccountStoreDep,
    game: Annotated[str, Query(max_length=40)],
) -> Response:
    """Bots that were uploaded and that you can play against."""
    games.game_class(game)
    closed = await asyncio.to_thread(bot_store.closed_to, signed_in(request.scope))
    fit = [each for each in await asyncio.to_thread(bot_store.newest_fit, game) if each.bot not in closed]
    rated = await asyncio.to_thread(queries.ratings_in, bot_store.engine, game)
    names = people.names([each.owner for each in fit])
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
async def try_out(
    bot_store: BotStoreDep,
    bot_service: BotServiceDep,
    writer: WriterDep,
    id: BotId,
    asked: messages.TrialAsked,
    me: Player,
) -> Response:
    """Is the new version better? Games against the one before, until one can tell."""
    bot = await own_bot(bot_store, id, me)
    known = await asyncio.to_thread(bot_store.versions, bot.id)
    newer = next((each for each in known if each.number == asked.newer), None)
    older = next((each for each in known if each.number == asked.older), None)
    if newer is not None and asked.older is None:
        older = trial_job.version_before(known, newer)
    if newer is None or older is None or newer is older or {newer.state, older.state} != {"fit"}:
        raise ApiError("trial_not_possible", "a trial needs two versions that have passed their checks")
    running = await asyncio.to_thread(queries.trials_of, bot_store.engine, bot.id)
    if sum(each["state"] == "running" for each in running) >= MOST_TRIALS:
        raise ApiError(
            "too_many_trials", f"{MOST_TRIALS} trials of this bot are running; wait for one to end"
        )
    await asyncio.to_thread(bot_service.check_space, me)
    name = new_id()
    await writer.kept(
        [
            Change(ADD_TRIAL, trial_job.started(name, newer, older, now_ms())),
            queue.added(TRIAL, {"trial": name}, me.id),
            audited(me, "bot.trial", f"bot:{bot.id}", {"newer": newer.number, "older": older.number}),
        ]
    )
    return json({"done": True}, 201)


@router.post("/bots/{id}/ladder", response_model=messages.Done)
async def on_ladder(
    bot_store: BotStoreDep,
    writer: WriterDep,
    id: BotId,
    asked: messages.OnLadder,
    me: Player,
) -> Response:
    """Take a bot of yours off the ladder, or put it on again."""
    bot = await own_bot(bot_store, id, me)
    off = "" if asked.on else "its owner has taken it off"
    action = "bot.on_ladder" if asked.on else "bot.off_ladder"
    await change_bot(writer, me, bot, action, {"off": off})
    return json({"done": True})


@router.post("/bots/{id}/open_in_contests", response_model=messages.Done)
async def set_open_in_contests(
    bot_store: BotStoreDep,
    writer: WriterDep,
    id: BotId,
    asked: messages.OpenAsked,
    me: Player,
) -> Response:
    """Whether others may play against a bot of yours and see its games while it is in a contest."""
    bot = await own_bot(bot_store, id, me)
    action = "bot.open_in_contests" if asked.open else "bot.closed_in_contests"
    await change_bot(writer, me, bot, action, {"open_in_contests": asked.open})
    return json({"done": True})


@router.post("/bots/{id}/rated", response_model=messages.Done)
async def set_rated(
    bot_store: BotStoreDep,
    writer: WriterDep,
    id: BotId,
    asked: messages.RatedAsked,
    me: Annotated[Account, needs("organiser")],
) -> Response:
    """Whether the games of a bot that runs at home count."""
    bot = await found_bot(bot_store, id)
    if not bot.remote:
        raise ApiError("bot_is_not_remote", "games of uploaded bots always count")
    await change_bot(writer, me, bot, "bot.rated" if asked.rated else "bot.unrated", {"rated": asked.rated})
    return json({"done": True})
