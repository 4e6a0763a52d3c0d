"""The HTTP interface for remote bots, which run on their owners' machines, and their tokens."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from fastapi import APIRouter
from starlette.responses import Response

from steelyard import games
from steelyard.server.bots import messages, remote
from steelyard.server.bots.dependencies import BotId, BotServiceDep, BotStoreDep, Player, own_bot
from steelyard.server.bots.service import change_bot, checked_name
from steelyard.server.bots.socket import BotConnectionsDep
from steelyard.server.http.dependencies import WriterDep
from steelyard.server.http.responses import REFUSALS, ApiError, json

if TYPE_CHECKING:
    from steelyard.server.bots.store import Bot, BotStore
    from steelyard.server.http.access import Account

router = APIRouter(prefix="/api", responses=REFUSALS)


@router.post("/bots/remote", status_code=201, response_model=messages.TokenShown)
async def new_remote(bot_service: BotServiceDep, asked: messages.RemoteAsked, me: Player) -> Response:
    """A bot that runs at home; its token is told now and never again."""
    games.game_class(asked.game)
    name = await asyncio.to_thread(checked_name, asked.name)
    bot, token = await bot_service.take_remote(me, asked.game, name)
    return json({"bot": bot, "token": token}, 201)


@router.post("/bots/{id}/token", response_model=messages.TokenShown)
async def new_token(
    bot_store: BotStoreDep,
    writer: WriterDep,
    connections: BotConnectionsDep,
    id: BotId,
    me: Player,
) -> Response:
    """A new token for a bot that runs at home; the old one opens nothing from now on."""
    bot = await _remote(bot_store, id, me)
    token, kept = remote.new_token()
    await change_bot(writer, me, bot, "bot.token", {"token": kept})
    connections.change_token(bot.id)
    return json({"bot": bot.id, "token": token})


@router.post("/bots/{id}/token/revoke", response_model=messages.Done)
async def revoke_token(
    bot_store: BotStoreDep,
    writer: WriterDep,
    connections: BotConnectionsDep,
    id: BotId,
    me: Player,
) -> Response:
    """Nobody can connect as this bot until it gets a new token."""
    bot = await _remote(bot_store, id, me)
    await change_bot(writer, me, bot, "bot.revoke_token", {"token": ""})
    connections.change_token(bot.id)
    return json({"done": True})


async def _remote(bot_store: BotStore, name: str, me: Account) -> Bot:
    bot = await own_bot(bot_store, name, me)
    if not bot.remote:
        raise ApiError(
            "bot_is_not_remote", f"{bot.name} was uploaded; only bots that run at home have tokens"
        )
    return bot
