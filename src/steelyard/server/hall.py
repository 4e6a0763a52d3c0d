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
from steelyard.server.database import plain
from steelyard.server.live import IDLE_S, LiveTable, now_ms
from steelyard.server.table import Table, replayed
from steelyard.server.terms import is_id, is_name
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
        self._started_ms = now_ms()
        self._alive_ms = self._started_ms
        """When the last server was still known to run."""

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
        alive_ms = await asyncio.to_thread(self.store.last_alive_ms)
        self._alive_ms = alive_ms or self._started_ms
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
        await self._say_alive()

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
            await self._say_alive()
            await asyncio.sleep(HEARTBEAT_S)

    async def _say_alive(self) -> None:
        """What cannot be said now is said the next time. Each time it is seen whose the database is, too."""
        try:
            await self.ledger.kept([self.ledger.alive(now_ms())])
        except (DatabaseLost, SQLAlchemyError) as error:
            logger.warning("the time could not be kept: %s", plain(error))

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
            live = self.tables[name] = LiveTable(table, self)
            self._wake(live)
            return live
        finally:
            del self._opening[name]

    def _replayed(self, name: str) -> Table | None:
        terms = self.store.terms(name) if is_id(name) else None
        if terms is not None:
            return replayed(terms, self.store.entries(name))
        return next((table for archive in self.archives if (table := archive(name)) is not None), None)

    def _wake(self, live: LiveTable) -> None:
        """A game that this server has not run yet: its clocks have stood still since the last one stopped."""
        table = live.table
        if any(table.clocks.running) and table.last_ms < self._started_ms:
            live.add([log.Paused()], max(self._alive_ms, table.last_ms))
            if table.clocks.kind == "days":  # nobody sits and waits in such a game
                live.add([log.Resumed(seat, "the server is back") for seat in table.people()])
        live.add([])

    async def create(self, terms: Terms) -> LiveTable:
        encoded = msgspec.json.encode(terms).decode()
        table = await asyncio.to_thread(Table, terms)
        await self.ledger.kept(writing.added_table(terms, encoded))
        live = self.tables[terms.id] = LiveTable(table, self)
        live.add([])
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

        await self.readiness.wait(live.table, seat, tell)
