"""Moves of bots at tables, from compute processes; whatever happens to a process, the game goes on."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import defaultdict
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard import bots, games
from steelyard.bots import time_budget
from steelyard.server.bots import opponents
from steelyard.server.compute.pool import CannotBeDone, ComputePool, ProcessLost
from steelyard.server.thread_pools import NOBODY, Slots

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.core.game import Game, Seat
    from steelyard.server.tables.registry import TableRegistry
    from steelyard.server.tables.table import Table
    from steelyard.server.thread_pools import Payer

logger = logging.getLogger(__name__)

MOST_THINKING_S = 3.0
LEAST_RATED_S = 0.5
"""In a rated game in turns, however many wait: else whoever sets up many games makes its bot weak."""
PATIENCE_S = 60.0  # beyond the time to think: a process may have to load its kernels
ATTEMPTS = 3
PREPARING_S = 900.0
LEAST = 19  # the priority of what is done in advance
MOST_READY = 1000  # boards of people's own are many


class Answer(NamedTuple):
    move: str
    thought_ms: float
    failed: bool = False
    """Its processes failed again and again, so chance has chosen."""


async def choice(table: Table, seat: Seat, registry: TableRegistry, now_ms: float, payer: Payer) -> Answer:
    """What a bot plays in the position as it is now."""
    compute_pool = registry.compute_pool
    seconds = _seconds(table, seat, compute_pool, now_ms)
    bot, legal, seed = table.chairs[seat].bot, table.words(seat), table.bot_seed(seat)
    task = {
        "task": "choose",
        "turn": len(table.turns) + 1,
        "game": table.terms.game,
        "options": table.terms.options,
        "bot": bot,
        "seed": seed,
        "state": table.game.write_state(table.state),
        "seat": seat,
        "seconds": seconds,
    } | opponents.task(bot, registry.settings.data)
    for _ in range(ATTEMPTS):
        try:
            answer = await compute_pool.ask(task, (seconds or 0.0) + PATIENCE_S, payer)
            if answer["move"] in legal:
                return Answer(answer["move"], answer["thought_ms"])
            logger.error("table %s: %s wants to play %r", table.terms.id, bot, answer["move"])
        except (ProcessLost, CannotBeDone) as error:
            logger.warning("table %s: %s: %s", table.terms.id, bot, error)
    return Answer(legal[seed % len(legal)], 0.0, failed=True)


class Need(NamedTuple):
    """What a compute process has to do before a bot can play."""

    game: Game[Any]
    bot: str
    task: str = "prepare"

    @property
    def key(self) -> str:
        return f"{self.task} {self.bot} {self.game!r}"


class Readiness:
    """Which bots have compiled and solved what they need; the first time on a machine that takes long."""

    def __init__(self, compute_pool: ComputePool) -> None:
        self._crew = compute_pool
        self._ready: dict[str, None] = {}
        """The one that nobody has asked for the longest comes first."""
        self._getting_ready: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._solving = Slots(1, sys.maxsize, sys.maxsize)
        """Solving takes memory: not for every board of somebody's own at once."""

    async def wait(
        self, table: Table, seat: Seat, tell: Callable[[dict[str, Any]], None], payer: Payer
    ) -> None:
        """Return when a bot is ready, or cannot be; meanwhile tell how far it is."""
        game, bot = table.game, table.chairs[seat].bot
        if bot in bots.EVERYWHERE:
            return
        if (key := Need(game, bot).key) in self._ready:
            self._note(key)
        elif bots.stand_in(game, bot):
            await self._get_ready(Need(game, bot, "prepare_stand_in"), self._crew, tell, payer)
        elif bot in bots.names(game.id) and bots.is_solved(game.id, bot):
            async with self._solving.held(payer):
                await self._get_ready(Need(game, bot), self._crew, tell, payer)
        else:
            await self._get_ready(Need(game, bot), self._crew, tell, payer)

    async def foresee(self) -> None:
        """Have every bot of every game ready before somebody asks, whenever a processor is free."""
        compute_pool = ComputePool(1, niceness=LEAST)
        try:
            for name in games.names():
                for bot in bots.names(name):
                    await self._get_ready(Need(games.get(name), bot), compute_pool, lambda _: None, NOBODY)
        finally:
            await compute_pool.close()

    def knows(self, game: Game[Any], bot: str) -> bool:
        """Whether the bot can play at once."""
        return bot in bots.EVERYWHERE or Need(game, bot).key in self._ready

    async def _get_ready(
        self, need: Need, compute_pool: ComputePool, tell: Callable[[dict[str, Any]], None], payer: Payer
    ) -> None:
        game, key = need.game, need.key
        async with self._getting_ready[key]:
            if key in self._ready:
                return
            task = {"task": need.task, "game": game.id, "options": game.changed_options(), "bot": need.bot}
            stream = compute_pool.stream(task, PREPARING_S, payer)
            try:
                async with asyncio.timeout(PREPARING_S), aclosing(stream) as told:
                    async for answer in told:
                        tell(answer["progress"])
            except (ProcessLost, CannotBeDone, TimeoutError) as error:
                logger.warning("%s is not ready: %s", key, str(error) or type(error).__name__)
            finally:
                self._getting_ready.pop(key, None)  # those who wait have it
            self._note(key)

    def _note(self, key: str) -> None:
        self._ready.pop(key, None)
        self._ready[key] = None
        if len(self._ready) > MOST_READY:
            del self._ready[next(iter(self._ready))]


def _seconds(table: Table, seat: Seat, compute_pool: ComputePool, now_ms: float) -> float | None:
    """A time to think that suits the clock and those who wait; None: as much as the bot usually does."""
    clocks = table.clocks
    left_ms = clocks.left_ms(seat, now_ms)
    if left_ms is None or clocks.kind == "days":
        return None
    seconds = time_budget.seconds(table.terms.clock, left_ms) or 0.0
    most = left_ms / 2000 if clocks.realtime else MOST_THINKING_S
    seconds = min(seconds, most)
    least = min(seconds, LEAST_RATED_S) if table.terms.rated and not clocks.realtime else 0.0
    return max(least, seconds / (1 + compute_pool.waiting / compute_pool.size))
