"""Uploaded bots as opponents at tables: which can be asked, and how a compute process is told to."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from steelyard.server.bots.job_kinds import BUILD
from steelyard.server.bots.programs import MARK
from steelyard.server.http.responses import ApiError
from steelyard.server.jobs.queue import added

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from steelyard.server.bots.store import Bot, BotStore
    from steelyard.server.database.writer import Writer
    from steelyard.server.http.access import Account

LOOKS, LOOK_S = 1500, 0.2  # five minutes: others may be built first
TOO_OLD = "this version is too old to play; choose its bot's newest in a new game"


def playable(
    bot_store: BotStore, game: str, bots: Iterable[str | None], me: Account | None
) -> dict[str, str]:
    """The uploaded bots among those that a new table asks for, with their names; refuses others."""
    found = {}
    wanted = {bot for bot in bots if bot and bot.startswith(MARK)}
    if closed := list(closed_bots(bot_store, wanted, me).values()):
        raise ApiError("bot_closed", closed[0].why_closed)
    for name in wanted:
        version = bot_store.version(name.removeprefix(MARK))
        if version is None or version.state != "fit" or version.game != game:
            raise ApiError("bot_not_found", f"no such bot plays {game}")
        if not is_built(name, bot_store.place.parent):
            raise ApiError("bot_too_old", TOO_OLD)
        from steelyard.arena.sandbox import process  # noqa: PLC0415 - only for such bots

        if (missing := process.available()) is not None:
            raise ApiError("bots_cannot_run", missing)
        found[name] = version.name
    return found


def closed_bots(bot_store: BotStore, names: Iterable[str], me: Account | None) -> dict[str, Bot]:
    """The bots among those that are closed to somebody, by what they are called at tables."""
    found = bot_store.closed_versions((name.removeprefix(MARK) for name in names), me)
    return {MARK + version: bot for version, bot in found.items()}


def is_built(bot: str, data: Path) -> bool:
    """Whether it can be asked: what was built of old versions is not kept for ever. Ours always can."""
    return not bot.startswith(MARK) or (data / "bots" / bot.removeprefix(MARK) / "built").is_dir()


def task(bot: str, data: Path) -> dict[str, Any]:
    """What is different in asking such a bot: the process needs to know where it lies."""
    if not bot.startswith(MARK):
        return {}
    return {"task": "consult", "folder": str(data / "bots" / bot.removeprefix(MARK))}


async def until_built(bot: str, data: Path, writer: Writer, looks: int = LOOKS) -> bool:
    """Wait for a bot's program, which is gone after a restore: a worker builds it again. False: in vain."""
    built = data / "bots" / bot.removeprefix(MARK) / "built"
    if not bot.startswith(MARK) or built.is_dir():
        return True
    await writer.kept([added(BUILD, {"version": bot.removeprefix(MARK)}, 0)])
    for _ in range(looks):
        if built.is_dir():
            return True
        await asyncio.sleep(LOOK_S)
    return False
