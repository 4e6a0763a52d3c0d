"""A hint for somebody who plays against a bot: what the strongest bot at hand would play."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from steelyard import bots
from steelyard.server.compute.pool import CannotBeDone, ProcessLost
from steelyard.server.http.responses import ApiError
from steelyard.server.tables import log, running_positions
from steelyard.server.tables.table import Refused
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from steelyard.core.game import Game, Seat
    from steelyard.server.http.clients import Asker
    from steelyard.server.tables.bot_moves import Readiness
    from steelyard.server.tables.live_table import LiveTable

THINKING_S = 1.0
PATIENCE_S = 60.0  # beyond that: a process may have to load its kernels
NOTE = "asked for a hint"


async def hint(live: LiveTable, seat: Seat, asker: Asker) -> str:
    """A good move, in notation. The log keeps that it was asked for."""
    table, registry = live.table, live.registry
    try:
        table.check_hint(seat)
    except Refused as error:
        raise ApiError("hint_not_possible", str(error)) from None
    key = running_positions.key(table.game, table.state)
    engine = registry.store.engine
    if await asyncio.to_thread(running_positions.are_closed, engine, [key], asker, now_ms(), table.terms.id):
        raise ApiError("position_in_play", running_positions.CLOSED)
    turn = (len(table.turns), table.undone)
    task = {
        "task": "choose",
        "game": table.terms.game,
        "options": table.terms.options,
        "bot": strongest(table.game, registry.readiness),
        "seed": table.bot_seed(seat),
        "state": table.game.write_state(table.state),
        "seat": seat,
        "seconds": THINKING_S,
    }
    try:
        answer = await registry.compute_pool.ask(task, THINKING_S + PATIENCE_S, live.payer)
    except (ProcessLost, CannotBeDone):
        raise ApiError("hint_not_possible", "no hint could be found just now; try again") from None
    if (len(table.turns), table.undone) != turn or table.outcome is not None:
        raise ApiError("hint_not_possible", "the game has gone on meanwhile; ask again")
    live.add([log.Note(NOTE, seat)])
    move: str = answer["move"]
    return move


def strongest(game: Game[object], readiness: Readiness) -> str:
    """The bot with the highest rating that can play at once."""
    ready = [bot for bot in bots.names(game.id) if readiness.knows(game, bot)]
    return max(ready, key=lambda bot: bots.rating(game.id, bot) or 0.0)
