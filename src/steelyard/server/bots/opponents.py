"""Uploaded bots as opponents at tables: asked one position at a time in a sandbox, frozen between moves."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard.arena.program import find
from steelyard.arena.referee.bot_session import BotSession
from steelyard.arena.referee.examiner import Examiner
from steelyard.arena.sandbox import process
from steelyard.arena.verdicts import BotFailure
from steelyard.core.game import SEATS
from steelyard.protocol.clock import read_clock
from steelyard.server.bots.job_kinds import BUILD
from steelyard.server.bots.programs import MARK
from steelyard.server.http.responses import ApiError
from steelyard.server.jobs.queue import added

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steelyard.core.game import Game
    from steelyard.server.bots.store import Bot, BotStore
    from steelyard.server.database.writer import Writer
    from steelyard.server.http.access import Account

USUAL_S = 5.0
"""To think about a move where no clock says how long: a person waits."""
LOOKS, LOOK_S = 1500, 0.2  # five minutes: others may be built first
MOST_SESSIONS = 3
TOO_OLD = "this version is too old to play; choose its bot's newest in a new game"
_sessions: dict[str, BotSession] = {}
"""In a compute process: the bots it has asked last, frozen."""


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


async def until_built(bot: str, data: Path, writer: Writer) -> bool:
    """Wait for a bot's program, which is gone after a restore: a worker builds it again. False: in vain."""
    built = data / "bots" / bot.removeprefix(MARK) / "built"
    if not bot.startswith(MARK) or built.is_dir():
        return True
    await writer.kept([added(BUILD, {"version": bot.removeprefix(MARK)}, 0)])
    for _ in range(LOOKS):
        if built.is_dir():
            return True
        await asyncio.sleep(LOOK_S)
    return False


def answer(game: Game[Any], asked: dict[str, Any]) -> dict[str, Any]:
    """Its move; raises the BotFailure, after which it starts anew when it is asked again."""
    session = _session(asked["folder"], game.id)
    seat = SEATS[asked["seat"]]
    clock = read_clock(f"bank:{asked['seconds'] or USUAL_S:.3f}s")
    began = time.perf_counter()
    try:
        examiner = Examiner(session.player(), game, clock)
        examiner.start(asked["folder"][-16:], seat, asked["seed"])
        move = examiner.ask(game.read_state(asked["state"]), asked["turn"])
    except BotFailure:
        session.close()
        _sessions.pop(asked["folder"], None)
        raise
    session.freeze()
    return {"move": game.write_move(move), "thought_ms": 1000 * (time.perf_counter() - began)}


def _session(folder: str, game: str) -> BotSession:
    """The bot's process, if it still runs; those that were not asked for longest make room."""
    session = _sessions.pop(folder, None)
    if session is None:
        found = find(f"{folder}/source", game, [])
        program = replace(found, folder=Path(folder, "built"), build=())
        session = BotSession(program, game, core=None, isolated=True)
    _sessions[folder] = session
    while len(_sessions) > MOST_SESSIONS:
        _sessions.pop(next(iter(_sessions))).close()
    return session
