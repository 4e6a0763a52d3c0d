"""All tables in use; the others are in the database until somebody asks for them."""

from __future__ import annotations

import asyncio
import gc
import itertools
import logging
import time
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from steelyard.server import ledger as writing
from steelyard.server import log, views
from steelyard.server.asking import Readiness
from steelyard.server.bots import consulting
from steelyard.server.database import plain
from steelyard.server.ledger import Alive
from steelyard.server.live import IDLE_S, LiveTable
from steelyard.server.table import Table, replayed
from steelyard.server.terms import is_id, is_name
from steelyard.server.time_source import now_ms, steady_ms
from steelyard.server.writer import DatabaseLost

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from steelyard.core.game import Seat
    from steelyard.server.crew import Crew
    from steelyard.server.ledger import Ledger
    from steelyard.server.settings import Settings
    from steelyard.server.store import Store
    from steelyard.server.terms import Terms

logger = logging.getLogger(__name__)

HEARTBEAT_S = 5.0
LEAP_MS = 1000.0
AGAIN_S = 1.0  # after the database did not answer
TIDY_S = 0.25
THOROUGHLY = 14_400  # every so often: once an hour


def tidy(*, thoroughly: bool) -> None:
    """Look for garbage, then set aside what is left; to look at that again stops all games for a moment."""
    if thoroughly:
        gc.unfreeze()
    gc.collect(2 if thoroughly else 0)
    gc.freeze()


class Hall:
    """All tables in use; others are read from the database when somebody asks for them."""

    def __init__(self, settings: Settings, store: Store, ledger: Ledger, crew: Crew) -> None:
        self.settings = settings
        self.store = store
        self.ledger = ledger
        self.crew = crew
        self.tables: dict[str, LiveTable] = {}
        self._opening: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.readiness = Readiness(crew)
        self.archives: list[Callable[[str], Table | None]] = []
        """Where else games are kept that can be watched, by their ids."""
        self._alive = Alive(now_ms(), steady_ms())
        """When the last server was still known to run."""
        self._ahead_ms: dict[str, float] = {}
        """Of games that this server has begun to run: how far the date was ahead of the steady clock then."""
        self._unbuilt: set[str] = set()
        """Bots whose programs were waited for in vain."""
        self._date_ahead_ms = now_ms() - steady_ms()

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """A task that ends with the hall at the latest."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("a task failed", exc_info=error)

    async def open(self) -> None:
        """Take up the games that go on by themselves, and whatever else there is to do all the time."""
        alive = await asyncio.to_thread(self.store.last_alive)
        self._alive = alive or self._alive
        self.start(self._take_up())
        self.start(self._beat())
        self.start(self._put_away())
        if not gc.isenabled():  # a process that is all ours
            self.start(self._tidy())

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for live in self.tables.values():
            live.close()
            for page in list(live.pages):
                page.leave(1012, "the server is stopping")
        await self._note_alive()

    async def _take_up(self) -> None:
        """A database that does not answer for a moment holds no game up for longer."""
        while True:
            try:
                for table in await asyncio.to_thread(self.store.minded):
                    await self.find(table)
            except SQLAlchemyError as error:
                logger.warning("not all games could be taken up: %s", plain(error))
                await asyncio.sleep(AGAIN_S)
            else:
                return

    async def _beat(self) -> None:
        while True:
            self.look_at_the_date()
            await self._note_alive()
            await asyncio.sleep(HEARTBEAT_S)

    async def _note_alive(self) -> None:
        """What cannot be kept now is kept the next time. Each time it is seen whose the database is, too."""
        try:
            await self.ledger.kept(self.ledger.alive(Alive(now_ms(), steady_ms())))
        except (DatabaseLost, SQLAlchemyError) as error:
            logger.warning("the time could not be kept: %s", plain(error))

    def look_at_the_date(self) -> None:
        """Has it leapt, because the machine slept or its clock was set? Timers would not notice."""
        ahead_ms = now_ms() - steady_ms()
        if abs(ahead_ms - self._date_ahead_ms) > LEAP_MS:
            self._date_ahead_ms = ahead_ms
            for live in list(self.tables.values()):
                live.clock_was_set()

    async def _tidy(self) -> None:
        for number in itertools.count(1):
            await asyncio.sleep(TIDY_S)
            tidy(thoroughly=number % THOROUGHLY == 0)

    async def _put_away(self) -> None:
        while True:
            await asyncio.sleep(IDLE_S / 4)
            for name, live in list(self.tables.items()):
                if live.idle:
                    live.close()
                    del self.tables[name]
                    if live.table.outcome is not None:
                        self._ahead_ms.pop(name, None)

    async def find(self, name: str) -> LiveTable | None:
        """The table of that id, from the database if nobody uses it yet."""
        live = self.tables.get(name)
        if live is not None:
            live.used_s = time.monotonic()
            return live
        if not is_name(name):
            return None
        if name not in self._opening:
            self._opening[name] = self.start(self._read(name))
        return await asyncio.shield(self._opening[name])

    async def _read(self, name: str) -> LiveTable | None:
        try:
            table = await asyncio.to_thread(self._replayed, name)
            if table is None:
                return None
            live = self._in_use(table)
            self._wake(live)
            return live
        finally:
            del self._opening[name]

    def _in_use(self, table: Table) -> LiveTable:
        name = table.terms.id
        ahead_ms = self._ahead_ms.get(name, now_ms() - steady_ms())
        live = self.tables[name] = LiveTable(table, self, ahead_ms)
        return live

    def _replayed(self, name: str) -> Table | None:
        terms = self.store.terms(name) if is_id(name) else None
        if terms is not None:
            return replayed(terms, self.store.entries(name))
        return next((table for archive in self.archives if (table := archive(name)) is not None), None)

    def _wake(self, live: LiveTable) -> None:
        """A game that this server has not run yet: its clocks have stood still since the last one stopped."""
        table = live.table
        if any(table.clocks.running) and table.terms.id not in self._ahead_ms:
            days = table.clocks.kind == "days"
            # Where the last server's clocks differ, the table may have gone by either: charge the less.
            alive_ms = self._alive.wall_ms if days else min(self._alive)
            live.add([log.Paused()], max(alive_ms, table.last_ms))
            if days:  # nobody sits and waits in such a game
                live.add([log.Resumed(seat, "the server is back") for seat in table.people()])
            else:
                live.add([log.Paused()])  # players are waited for from now on
        self._begin(live)

    def _begin(self, live: LiveTable) -> None:
        if live.table.outcome is None and live.table.clocks.timed:
            self._ahead_ms.setdefault(live.table.terms.id, now_ms() - steady_ms())
        live.add([])

    async def create(self, terms: Terms) -> LiveTable:
        encoded = msgspec.json.encode(terms).decode()
        table = await asyncio.to_thread(Table, terms)
        await self.ledger.kept(writing.added_table(terms, encoded))
        live = self._in_use(table)
        self._begin(live)
        return live

    def forget(self, live: LiveTable, why: str) -> None:
        """Something went wrong with a table: what the database knows is true, and pages come back for it."""
        live.close()
        if self.tables.get(live.table.terms.id) is live:
            del self.tables[live.table.terms.id]
        for page in list(live.pages):
            page.send(views.passing("refused", error=why, about=None).decode())
            page.leave(1012, why)

    async def prepare(self, live: LiveTable, seat: Seat) -> None:
        """Let a bot get ready; who waits is told how far it is."""

        def tell(progress: dict[str, Any]) -> None:
            live.tell(views.passing("thinking", seat=seat, **progress).decode())

        bot = live.table.chairs[seat].bot
        if bot not in self._unbuilt and not await consulting.until_built(
            bot, self.settings.data, self.ledger
        ):
            self._unbuilt.add(bot)
        await self.readiness.wait(live.table, seat, tell)
