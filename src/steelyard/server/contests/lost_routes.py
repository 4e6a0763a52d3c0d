"""The games that a bot has lost, for its owner: on the ladder, in trials and in contests."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter
from starlette.responses import Response

from steelyard.server.bots import queries
from steelyard.server.bots.dependencies import BotId, BotStoreDep, Player, own_bot
from steelyard.server.contests import pages
from steelyard.server.contests import response_models as models
from steelyard.server.contests.dependencies import ContestsDep
from steelyard.server.http.rate_limits import costs
from steelyard.server.http.responses import REFUSALS, json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.server.bots.store import Bot
    from steelyard.server.contests.service import ContestService

router = APIRouter(prefix="/api/bots", responses=REFUSALS)
MOST = 50


@router.get("/{id}/lost", dependencies=[costs(10)], response_model=models.LostGames)
async def list_lost(contests: ContestsDep, bot_store: BotStoreDep, id: BotId, me: Player) -> Response:
    """The games that your bot has lost, the latest first."""
    bot = await own_bot(bot_store, id, me)
    return json({"games": await asyncio.to_thread(lost_by, contests.service, bot)})


def lost_by(service: ContestService, bot: Bot) -> list[dict[str, Any]]:
    rows = queries.lost_games(service.engine, bot.id, MOST)
    found = [_among_bots(queries.shown_game(row, {bot.id})) for row in rows]
    found += _in_contests(service, bot)
    return sorted(found, key=lambda game: -game["ended_ms"])[:MOST]


def _among_bots(game: dict[str, Any]) -> dict[str, Any]:
    return {
        "to": f"/g/{game['id']}",
        "kind": game["kind"],
        "title": "",
        "names": game["names"],
        "reason": game["reason"],
        "fault": game["verdict"]["fault"] if game["verdict"] else "",
        "ended_ms": game["ended_ms"],
    }


def _in_contests(service: ContestService, bot: Bot) -> Iterator[dict[str, Any]]:
    """Only games that were played: there is nothing to see of a forfeit."""
    for row in service.contest_store.all():
        entries = service.contest_store.entries(row.id).values()
        name = next((entry.name for entry in entries if entry.bot == bot.id and entry.name), "")
        follower = service.follower(row) if name else None
        if follower is None:
            continue
        for game in pages.mine(row, name, follower)["games"]:
            if game["to"] and game["points"][game["seats"].index(name)] == 0:
                yield {
                    "to": game["to"],
                    "kind": "contest",
                    "title": f"{row.name}, {game['title']}",
                    "names": game["seats"],
                    "reason": game["reason"],
                    "fault": game["failure"]["fault"] if game["failure"] else "",
                    "ended_ms": round(game["ended"] * 1000),
                }
