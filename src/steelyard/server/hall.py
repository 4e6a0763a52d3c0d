"""The tables in use: what players say goes in, the log grows, and once it is kept everybody is told."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from steelyard.bots import pacing
from steelyard.core.game import SEATS, Seat
from steelyard.server import ledger as writing
from steelyard.server import log, views
from steelyard.server.crew import CannotBeDone, WorkerLost
from steelyard.server.table import Table, replayed

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from steelyard.server.crew import Crew
    from steelyard.server.ledger import Ledger
    from steelyard.server.log import AnyBody
    from steelyard.server.settings import Settings
    from steelyard.server.store import Store
    from steelyard.server.terms import Terms

logger = logging.getLogger(__name__)

CATCH_UP = 8  # so many messages are kept for pages that were away for a moment
IDLE_S = 60.0  # a table nobody has asked for so long is put away
HEARTBEAT_S = 5.0
SPECTATORS_S = 0.5  # how often it is told how many watch
MOST_THINKING_S = 3.0
PATIENCE_S = 60.0  # for a bot, beyond its time to think: it may have to load its kernels
PREPARING_S = 900.0  # without a word of progress
ATTEMPTS = 3
ID_LETTERS = "23456789abcdefghijkmnpqrstuvwxyz"
ID = re.compile(f"[{ID_LETTERS}]{{10}}")

_EPOCH_MS = time.time() * 1000 - time.monotonic() * 1000


def now_ms() -> float:
    """Milliseconds since 1970 by a clock that is never set back."""
    return _EPOCH_MS + time.monotonic() * 1000


def new_id() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(10))


class Page(Protocol):
    """One socket that follows a table."""

    guest: str

    def send(self, text: str) -> None: ...
    def leave(self, code: int, why: str) -> None: ...


class LiveTable:
    """One table in use, and the pages that follow it."""

    def __init__(self, table: Table, hall: Hall) -> None:
        self.table = table
        self.pages: set[Page] = set()
        self.used_s = time.monotonic()
        self._hall = hall
        self._recent: deque[views.Told] = deque(maxlen=CATCH_UP)
        self._unkept = 0
        self._settling: list[asyncio.Future[None]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: set[tuple[Seat, int]] = set()
        self._spectators_due = False

    # The log grows.
    def add(self, bodies: list[AnyBody], at_ms: float | None = None) -> None:
        """Take what is allowed into the log; it is announced when it is kept, not before."""
        if not bodies:
            self._go_on()
            return
        messages, changes = [], []
        now = now_ms() if at_ms is None else at_ms
        for body in bodies:
            entry = self.table.append(body, now)
            messages.append(views.told(self.table, entry, self.connected(), now))
            changes += writing.added_entry(self.table.terms.id, entry)
        self._unkept += 1
        self._hall.ledger.write(changes, partial(self._kept, messages))

    def _kept(self, messages: list[views.Told], error: BaseException | None) -> None:
        self._unkept -= 1
        if error is not None:
            self._hall.forget(self, "the database could not keep the last move; the table is read anew")
            return
        for message in messages:
            self._recent.append(message)
            self._announce(message)
        if not self._unkept:
            for future in self._settling:
                if not future.done():
                    future.set_result(None)
            self._settling.clear()
        self._go_on()

    def _announce(self, message: views.Told) -> None:
        """Each variant of the message is made once, whoever many get it."""
        texts: dict[tuple[Seat, ...], str] = {}
        for page in self.pages:
            seats = tuple(self.table.seats_of(page.guest)) if page.guest else ()
            if seats not in texts:
                texts[seats] = message.to(seats).decode()
            page.send(texts[seats])

    def tell(self, text: str) -> None:
        """Something that passes, to everybody."""
        for page in self.pages:
            page.send(text)

    async def settled(self) -> None:
        """Return once all that the table knows is kept, so that it may be shown."""
        while self._unkept:
            future = asyncio.get_running_loop().create_future()
            self._settling.append(future)
            await future

    # What goes on by itself.
    def _go_on(self) -> None:
        if self._unkept:
            return  # the last change has yet to be kept; then we are called again
        self._set_timer()
        for seat in self.table.bots_waited_for():
            if (seat, 0) not in self._thinking:
                self._thinking.add((seat, 0))
                self._hall.start(self._get_ready(seat))
        for seat in self.table.bots_to_ask():
            turn = (seat, len(self.table.turns) + 1)
            if turn not in self._thinking:
                self._thinking.add(turn)
                self._hall.start(self._think(*turn))

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.table.due_ms()
        if due is not None:
            wait_s = max(0.0, due - now_ms()) / 1000
            self._timer = asyncio.get_running_loop().call_later(min(wait_s, 86_400.0), self._tick)

    def _tick(self) -> None:
        self._timer = None
        bodies = [] if self._unkept else self.table.tick(now_ms())
        self.add(bodies)

    @property
    def idle(self) -> bool:
        """Nothing is awaited and nobody looks."""
        busy = self.pages or self._unkept or self._timer or self._thinking
        return not busy and time.monotonic() - self.used_s > IDLE_S

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # Bots.
    async def _get_ready(self, seat: Seat) -> None:
        """Before a bot's clock may run."""
        try:
            await self._hall.prepare(self, seat)
        finally:
            self._thinking.discard((seat, 0))
        self.add(self.table.seen([seat]))

    async def _think(self, seat: Seat, number: int) -> None:
        """Have a bot choose; whatever happens to its process, the game goes on."""
        table = self.table
        try:
            if not table.people() and not table.clocks.realtime:
                await asyncio.sleep(self._hall.settings.watch_pace_ms / 1000)
            await self._hall.prepare(self, seat)
            if number == len(table.turns) + 1 and table.outcome is None:  # else it was resigned meanwhile
                await self._choose(seat, number)
        finally:
            self._thinking.discard((seat, number))

    async def _choose(self, seat: Seat, number: int) -> None:
        table = self.table
        by_chance = _by_chance(table, seat)
        word, thought_ms = await self._choice(seat) or (by_chance, 0.0)
        if self._hall.tables.get(table.terms.id) is self:
            self.add(table.bot_move(seat, number, word, thought_ms, now_ms()))

    async def _choice(self, seat: Seat) -> tuple[str, float] | None:
        """What a bot answers; None if its processes fail again and again."""
        table, hall, seconds = self.table, self._hall, self._seconds(seat)
        task = {
            "task": "choose",
            "game": table.terms.game,
            "options": table.terms.options,
            "bot": table.chairs[seat].bot,
            "seed": table.bot_seed(seat),
            "state": table.game.write_state(table.state),
            "seat": seat,
            "seconds": seconds,
        }
        for _ in range(ATTEMPTS):
            try:
                answer = await hall.crew.ask(task, (seconds or 0.0) + PATIENCE_S)
                return answer["move"], answer["thought_ms"]
            except (WorkerLost, CannotBeDone) as error:
                logger.warning("table %s: %s: %s", table.terms.id, table.chairs[seat].bot, error)
        self.add([log.Note(f"{table.chairs[seat].bot} could not be asked; chance chose for it", seat)])
        return None

    def _seconds(self, seat: Seat) -> float | None:
        """A time to think that suits the clock and those who wait; None: as much as the bot usually does."""
        clocks = self.table.clocks
        left_ms = clocks.left_ms(seat, now_ms())
        if left_ms is None or clocks.kind == "days":
            return None
        seconds = pacing.seconds(self.table.terms.clock, left_ms) or 0.0
        most = left_ms / 2000 if clocks.realtime else MOST_THINKING_S
        crowd = 1 + self._hall.crew.waiting / self._hall.crew.size
        return min(seconds, most) / crowd

    # Pages.
    def connected(self) -> set[str]:
        return {page.guest for page in self.pages}

    def spectators(self) -> int:
        return sum(1 for page in self.pages if not self.table.seats_of(page.guest))

    async def join(self, page: Page, after: int | None) -> None:
        """Send a page what it does not know, and from now on everything."""
        await self.settled()
        known = self._missing(after)
        seats = self.table.seats_of(page.guest)
        new = page.guest not in self.connected()
        self.pages.add(page)
        self.used_s = time.monotonic()
        if known is None:
            page.send(self.snapshot(page.guest).decode())
        else:
            for message in known:
                page.send(message.to(seats).decode())
        if seats and new:
            self.tell(views.passing("players", players=views.players(self.table, self.connected())).decode())
        self._tell_spectators()
        self.add(self.table.seen(seats))

    def _missing(self, after: int | None) -> list[views.Told] | None:
        """What came after that message, if all of it is at hand."""
        if after is None or after > self.table.seq:
            return None
        missing = [message for message in self._recent if message.seq > after]
        return missing if len(missing) == self.table.seq - after else None

    def snapshot(self, guest: str) -> bytes:
        now = now_ms()
        everything = views.snapshot(self.table, self.connected(), self.spectators(), now)
        return msgspec.json.encode(everything | views.own_snapshot(self.table, guest))

    def part(self, page: Page) -> None:
        self.pages.discard(page)
        self.used_s = time.monotonic()
        if self.table.seats_of(page.guest) and page.guest not in self.connected():
            self.tell(views.passing("players", players=views.players(self.table, self.connected())).decode())
        self._tell_spectators()

    def _tell_spectators(self) -> None:
        """Soon, and once for all who come or go together."""
        if not self._spectators_due:
            self._spectators_due = True
            asyncio.get_running_loop().call_later(SPECTATORS_S, self._spectators_told)

    def _spectators_told(self) -> None:
        self._spectators_due = False
        self.tell(views.passing("spectators", spectators=self.spectators()).decode())

    def renew(self, guest: str) -> None:
        """Send a guest, who has just taken a seat, everything anew."""
        text = self.snapshot(guest).decode()
        for page in self.pages:
            if page.guest == guest:
                page.send(text)

    # Offers that need more than this table.
    async def offer(self, seat: Seat, what: log.Chance) -> None:
        agreed = self.table.offer(seat, what)
        other = SEATS[1 - seat]
        if self.table.chairs[other].kind == "bot":
            if what == "rematch":
                await self._rematch()
            elif self.table.bot_answers(other, what):
                self.add([*agreed, *self.table.agreed(what)])
            else:
                self.add([*agreed, log.Declined(other, what)])
        elif what == "rematch" and not agreed:
            await self._rematch()
        else:
            self.add(agreed)

    async def accept(self, seat: Seat, what: log.Chance) -> None:
        bodies = self.table.accept(seat, what)
        if what == "rematch":
            await self._rematch()
        else:
            self.add(bodies)

    async def _rematch(self) -> None:
        """A new table with the seats exchanged."""
        terms = self.table.terms
        if self.table.rematch is not None:
            return
        self.table.rematch = new_id()  # at once, so that two who accept together get one game
        again = msgspec.structs.replace(
            terms,
            id=self.table.rematch,
            chairs=self.table.turned(),
            seed=secrets.randbits(31),
            invite="",
            created_ms=now_ms(),
            origin=None,
            rematch_of=terms.id,
        )
        await self._hall.create(again)
        self.add([log.Rematch(again.id)])


def _by_chance(table: Table, seat: Seat) -> str:
    legal = table.game.legal_moves(table.state, seat)
    return table.game.write_move(legal[table.bot_seed(seat) % len(legal)])


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
        self._prepared: dict[str, asyncio.Lock | None] = {}
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

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for live in self.tables.values():
            live.close()
            for page in list(live.pages):
                page.leave(1012, "the server is stopping")
        await self.ledger.kept([self.ledger.alive(now_ms())])

    async def _take_up(self) -> None:
        for table in await asyncio.to_thread(self.store.minded):
            await self.find(table)

    async def _beat(self) -> None:
        while True:
            await self.ledger.kept([self.ledger.alive(now_ms())])
            await asyncio.sleep(HEARTBEAT_S)

    async def _put_away(self) -> None:
        while True:
            await asyncio.sleep(IDLE_S / 4)
            for name, live in list(self.tables.items()):
                if live.idle:
                    del self.tables[name]

    async def find(self, name: str) -> LiveTable | None:
        """The table of that id, from the database if nobody uses it yet."""
        live = self.tables.get(name)
        if live is not None:
            live.used_s = time.monotonic()
            return live
        if not ID.fullmatch(name):
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
        terms = self.store.terms(name)
        return None if terms is None else replayed(terms, self.store.entries(name))

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
        """Let a bot get ready, once for each way it can be asked; who waits is told how far it is."""
        table = live.table
        bot = table.chairs[seat].bot
        key = f"{bot} {table.game!r}"
        lock = self._prepared.setdefault(key, asyncio.Lock())
        if lock is None:
            return
        async with lock:
            if self._prepared[key] is None:
                return
            task = {"task": "prepare", "game": table.terms.game, "options": table.terms.options, "bot": bot}
            try:
                async for answer in self.crew.stream(task, PREPARING_S):
                    if "progress" in answer:
                        live.tell(views.passing("thinking", seat=seat, **answer["progress"]).decode())
            except (WorkerLost, CannotBeDone) as error:
                logger.warning("%s is not ready: %s", key, error)
            self._prepared[key] = None
