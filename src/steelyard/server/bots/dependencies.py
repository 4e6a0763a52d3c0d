"""Bots, for routes: `bot_store: BotStoreDep`, and the bot that an address names."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Path
from starlette.requests import HTTPConnection

from steelyard.server.bots.service import BotService
from steelyard.server.bots.store import BotStore
from steelyard.server.http.access import Account, needs
from steelyard.server.http.responses import ApiError
from steelyard.server.ids import is_id

if TYPE_CHECKING:
    from steelyard.server.bots.store import Bot


async def _bot_store(connection: HTTPConnection) -> BotStore:
    found: BotStore = connection.app.state.bot_store
    return found


async def _bot_service(connection: HTTPConnection) -> BotService:
    found: BotService = connection.app.state.bot_service
    return found


BotStoreDep = Annotated[BotStore, Depends(_bot_store)]
BotServiceDep = Annotated[BotService, Depends(_bot_service)]
BotId = Annotated[str, Path(max_length=40)]
Player = Annotated[Account, needs("player")]


async def found_bot(bot_store: BotStore, name: str) -> Bot:
    bot = await asyncio.to_thread(bot_store.bot, name) if is_id(name) else None
    if bot is None:
        raise ApiError("bot_not_found", "there is no such bot")
    return bot


async def own_bot(bot_store: BotStore, name: str, me: Account) -> Bot:
    """A bot of theirs; that another's bot has that id is no secret, what belongs to it is."""
    bot = await found_bot(bot_store, name)
    if bot.owner != me.id:
        raise ApiError("bot_not_yours", "that is somebody else's bot")
    return bot
