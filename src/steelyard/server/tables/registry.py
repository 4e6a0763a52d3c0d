"""All tables in use; the others are in the database until somebody asks for them or they are due."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import logging
import time
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from steelyard.server.bots import opponents
from steelyard.server.bots.programs import MARK
from steelyard.server.database.engine import DatabaseUnusable, Failures
from steelyard.server.database.write_connection import DatabaseLost
from steelyard.server.http.access import signed_in
from steelyard.server.http.clients import who
from steelyard.server.http.responses import ApiError
from steelyard.server.http.sockets import message, refusal
from steelyard.server.ids import is_id
from steelyard.server.tables import changes, log, outages
from steelyard.server.tables import live_table as tables
from steelyard.server.tables.bot_moves import Readiness
from steelyard.server.tables.live_table import LiveTable
from steelyard.server.tables.log import TableDamaged
from steelyard.server.tables.outages import Alive, Outage
from steelyard.server.tables.table import Table, replayed
from steelyard.server.tables.terms import is_name
from steelyard.server.time_source import now_ms, steady_ms

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Iterable

    from starlette.types import Scope

    from steelyard.core.game import Seat
    from steelyard.server.bots.store import Bot, BotStore
    from steelyard.server.compute.pool import ComputePool
    from steelyard.server.database.writer import Writer
    from steelyard.server.http.access import Account
    from steelyard.server.settings import Settings
    from steelyard.server.tables.store import Row, TableStore
    from steelyard.server.tables.terms import Chair, Terms

logger = logging.getLogger(__name__)

LEAP_MS = 1000.0
MOST_WOKEN = 25  # at once: whoever looks at a page should not wait for them
MOST_TABLES = 1000  # in memory; beyond, those put away first that nobody has asked for the longest
AT_FULL_PACE = 20  # games between bots that people at one address watch; more of them go slower
TIDY_S = 0.25
THOROUGHLY = 14_400  # every so often: once an hour


def collect_garbage(*, thoroughly: bool) -> None:
    """Look for garbage, then set aside what is left; to look at that again stops all games for a moment."""
    if thoroughly:
        gc.unfreeze()
    gc.collect(2 if thoroughly else 0)
    gc.freeze()


class TableRegistry:
    """All tables in use; others are read from the database when somebody asks for them."""

    def __init__(
        self,
        settings: Settings,
        store: TableStore,
        bot_store: BotStore,
        writer: Writer,
        compute_pool: ComputePool,
    ) -> None:
        self.settings = settings
        self.store = store
        self.bot_store = bot_store
        self.writer = writer
        self.compute_pool = compute_pool
        self.tables: dict[str, LiveTable] = {}
        self._opening: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.readiness = Readiness(compute_pool)
        self.archives: list[Callable[[str], Table | None]] = []
        """Where else games are kept that can be watched, by their ids."""
        self.closed_to: list[Callable[[str, Account | None], bool]] = []
        """Whether a table is closed to somebody, even with its link; one function for each feature."""
        self.kept_apart: list[Callable[[str, str], Awaitable[bool]]] = []
        """Whether two guests want nothing to do with each other; one function for each feature."""
        self.gone: list[Callable[[str], bool]] = []
        """Whether a guest will never come back; one function for each feature."""
        self._alive = Alive(now_ms(), steady_ms())
        """When the last server was still known to run."""
        self._ahead_ms: dict[str, float] = {}
        """Of games that this server has begun to run: how far the date was ahead of the steady clock then."""
        self._unbuilt: set[str] = set()
        """Bots whose programs were waited for in vain."""
        self._date_ahead_ms = now_ms() - steady_ms()
        self.database_failures = Failures(logger, "the database failed")
        self.outages: list[Outage] = []
        self.damaged: dict[str, str] = {}
        """Tables that were found to be damaged, and why: they are neither played nor shown."""

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """A task that ends with the registry at the latest."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, DatabaseUnusable | SQLAlchemyError):
            self.database_failures.log(error)
        elif error is not None and not isinstance(error, TableDamaged):  # which was logged
            logger.error("a task failed", exc_info=error)

    async def open(self) -> None:
        """Write down since when no server ran, and begin with what there is to do all the time."""
        alive = await asyncio.to_thread(self.store.last_alive)
        now = Alive(now_ms(), steady_ms())
        self._alive = alive or now
        if self._alive.wall_ms < now.wall_ms:
            await self.writer.kept(changes.back(self.writer, Outage(self._alive.wall_ms, now.wall_ms), now))
        self.outages = await asyncio.to_thread(self.store.outages)
        self.start(self._mind())
        self.start(self._beat())
        if not gc.isenabled():  # a process that is all ours
            self.start(self._tidy())

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for live in self.tables.values():
            live.close()
            for page in list(live.followers.pages):
                page.leave(1012, "the server is stopping")
        await self._note_alive()

    async def _mind(self) -> None:
        """Wake the tables that are due, and put those away that nobody uses."""
        failures = Failures(logger, "the tables that are due could not be looked up")
        while True:
            try:
                woken = await self.sweep()
                failures.clear()
            except (DatabaseLost, SQLAlchemyError) as error:
                failures.log(error)
                woken = 0
            except Exception:
                logger.exception("the tables that are due could not be looked up")
                woken = 0
            self._put_away([live for live in self.tables.values() if live.idle])
            await asyncio.sleep(0.0 if woken == MOST_WOKEN else self.settings.intervals.tables_s)

    async def sweep(self) -> int:
        """Let happen what time brings about at tables that are not in memory; how many were woken."""
        enough = MOST_WOKEN + len(self.tables) + len(self.damaged)
        names = await asyncio.to_thread(self.store.due, now_ms(), enough)
        known = self.damaged.keys() | self.tables.keys()
        due = [name for name in names if name not in known][:MOST_WOKEN]
        await asyncio.gather(*map(self._look_after, due))
        return len(due)

    async def _look_after(self, name: str) -> None:
        try:
            live = await self.find(name)
            if live is not None:
                await live.catch_up()
        except tables.TableReloading:
            return  # the next sweep finds it again
        except TableDamaged:
            return  # which is in the log
        except SQLAlchemyError:
            raise  # which is not the table's fault
        except Exception as error:
            logger.exception("table %s is due and cannot be read", name)
            self.damaged[name] = str(error)

    async def _beat(self) -> None:
        while True:
            self.check_date()
            await self._note_alive()
            await asyncio.sleep(self.settings.intervals.heartbeat_s)

    async def _note_alive(self) -> None:
        """What cannot be kept now is kept the next time. Each time it is seen whose the database is, too."""
        with contextlib.suppress(DatabaseLost, SQLAlchemyError):  # which the writer has logged
            await self.writer.kept(changes.alive(self.writer, Alive(now_ms(), steady_ms())))

    def check_date(self) -> None:
        """Has it leapt, because the machine slept or its clock was set? Timers would not notice."""
        ahead_ms = now_ms() - steady_ms()
        if abs(ahead_ms - self._date_ahead_ms) > LEAP_MS:
            self._date_ahead_ms = ahead_ms
            for live in list(self.tables.values()):
                live.clock_was_set()

    async def _tidy(self) -> None:
        for number in itertools.count(1):
            await asyncio.sleep(TIDY_S)
            collect_garbage(thoroughly=number % THOROUGHLY == 0)

    def _put_away(self, unused: Iterable[LiveTable]) -> None:
        for live in unused:
            live.close()
            self.tables.pop(live.table.terms.id, None)
            if live.table.outcome is not None:
                self._ahead_ms.pop(live.table.terms.id, None)

    def _take(self, table: Table) -> LiveTable:
        """Have a table in memory; if there are too many, not those that nobody has asked for the longest."""
        name = table.terms.id
        live = LiveTable(table, self, self._ahead_ms.get(name, now_ms() - steady_ms()))
        if len(self.tables) >= MOST_TABLES:
            unused = sorted(
                (each for each in self.tables.values() if each.unused), key=lambda each: each.used_s
            )
            self._put_away(unused[: len(self.tables) - MOST_TABLES + 1])
        self.tables[name] = live
        return live

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

    async def find_for(self, scope: Scope, name: str) -> LiveTable:
        """The table of that id; refuses one that is closed to whoever asks."""
        me = signed_in(scope)
        live = None if any(closed(name, me) for closed in self.closed_to) else await self.find(name)
        if live is None:
            raise ApiError("table_not_found", "there is no such table")
        if not live.table.seats_of(who(scope)) and (why := await self.why_closed(me, live.table.chairs)):
            raise ApiError("bot_closed", why)
        return live

    async def why_closed(self, me: Account | None, chairs: Iterable[Chair]) -> str:
        """Why a bot on those chairs is closed to somebody; empty if none is."""
        closed = await self.closed_bots(me, chairs)
        return next((bot.why_closed for bot in closed.values()), "")

    async def closed_bots(self, me: Account | None, chairs: Iterable[Chair]) -> dict[str, Bot]:
        """The bots on those chairs that are closed to somebody, by what they are called there."""
        uploaded = {chair.bot for chair in chairs if chair.bot.startswith(MARK)}
        if not uploaded:
            return {}
        return await asyncio.to_thread(opponents.closed_bots, self.bot_store, uploaded, me)

    async def _read(self, name: str) -> LiveTable | None:
        try:
            row = await asyncio.to_thread(self.store.table, name) if is_id(name) else None
            table = await asyncio.to_thread(self._replayed, name, row)
            if table is None:
                return None
            if row is not None and row.summary is None:
                self.writer.write([changes.updated_table(table)], lambda _: None)
            planned = {}
            if row is not None and table.outcome is None and table.clocks.kind == "days":
                planned = await asyncio.to_thread(self.store.plans, name)
            if (begun := self.tables.get(name)) is not None:
                return begun  # it was new, and has been begun meanwhile
            live = self._take(table)
            live.plans |= planned
            if row is not None:  # what comes from an archive stays as it is
                self._wake(live)
            return live
        finally:
            del self._opening[name]

    def _replayed(self, name: str, row: Row | None) -> Table | None:
        if row is not None:
            try:
                return self._read_log(name, row)
            except TableDamaged as error:
                self._note_damage(name, error)
                raise TableDamaged(f"the log of this game is damaged: {error}") from None
        return next((table for archive in self.archives if (table := archive(name)) is not None), None)

    def _read_log(self, name: str, row: Row) -> Table:
        table = replayed(row.terms, self.store.entries(name))
        if row.summary is not None and row.summary.at_ms > table.last_ms:  # the row was read first
            raise TableDamaged("its last entries are missing")
        self.damaged.pop(name, None)
        return table

    def _note_damage(self, name: str, error: TableDamaged) -> None:
        if name not in self.damaged:
            logger.error("table %s is damaged, so it is neither played nor shown: %s", name, error)
        self.damaged[name] = str(error)

    def _wake(self, live: LiveTable) -> None:
        """Take the time without a server off the clocks: it is nobody's."""
        table, clocks = live.table, live.table.clocks
        if table.outcome is None and table.started and any((*clocks.running, *clocks.paused)):
            if clocks.kind == "days":
                self._take_off_outages(live)
            elif table.terms.id not in self._ahead_ms:  # this server has not run it yet
                # Where the last server's clocks differ, the table may have gone by either: charge the less.
                stopped_ms = max(min(self._alive), table.last_ms)
                live.add([log.Paused(max(live.now_ms(), stopped_ms))], stopped_ms)
        self._begin(live)

    def _take_off_outages(self, live: LiveTable) -> None:
        """In a game of days nobody sits and waits: it goes on when the last outage ended."""
        down_ms = outages.down_ms(self.outages, live.table.last_ms)
        if down_ms:
            back_ms = self.outages[-1].started_ms
            live.add([log.Paused(back_ms)], back_ms - down_ms)
            live.add([log.Resumed(seat, "the server is back") for seat in live.table.taken()], back_ms)

    def _begin(self, live: LiveTable) -> None:
        table = live.table
        if table.outcome is None and table.clocks.timed and table.clocks.kind != "days":
            self._ahead_ms.setdefault(table.terms.id, now_ms() - steady_ms())
        live.add([])

    def watched(self) -> frozenset[str]:
        """The games between bots that somebody watches."""
        return frozenset(
            name
            for name, live in self.tables.items()
            if live.table.is_between_bots and not live.waits_for_spectators
        )

    def watch_pace_s(self, address: str) -> float:
        """Between two turns of bots that play each other: the games of one address share so many turns."""
        going = sum(self.tables[name].address == address for name in self.watched())
        return self.settings.watch_pace_ms / 1000 * max(1.0, going / AT_FULL_PACE)

    async def is_full_for(self, guest: str) -> bool:
        """Whether a guest has set up as many games that are not over as one may."""
        return await asyncio.to_thread(self.store.live_of, guest) >= self.settings.limits.tables

    async def create(self, terms: Terms, address: str = "", network: str | None = None) -> LiveTable:
        """Set up a table; `network` is a hash of the owner's address."""
        table = await asyncio.to_thread(Table, terms)
        await self.writer.kept(changes.added_table(table, network))
        return self.begin(table, address)

    def begin(self, table: Table, address: str = "") -> LiveTable:
        """Run a new table, which has been kept."""
        live = self.tables.get(table.terms.id)
        if live is None:  # else it was read from the database as soon as it was there, and begun
            live = self._take(table)
            self._begin(live)
        live.address = address
        return live

    def forget(self, live: LiveTable, why: str) -> None:
        """Something went wrong with a table: what the database knows is true, and pages come back for it."""
        live.close()
        if self.tables.get(live.table.terms.id) is live:
            del self.tables[live.table.terms.id]
        for page in list(live.followers.pages):
            page.send(refusal("table_reloading", why))
            page.leave(1012, why)

    async def prepare(self, live: LiveTable, seat: Seat) -> None:
        """Let a bot get ready; everybody who waits is told how far it is."""

        def tell(progress: dict[str, Any]) -> None:
            live.followers.tell(message("thinking", seat=seat, **progress))

        bot = live.table.chairs[seat].bot
        if bot not in self._unbuilt and not await opponents.until_built(bot, self.settings.data, self.writer):
            self._unbuilt.add(bot)
        await self.readiness.wait(live.table, seat, tell, live.payer)
