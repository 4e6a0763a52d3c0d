"""One table in use: what players say goes in, the log grows, and once it is kept everybody is told."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Protocol

import msgspec

from steelyard.core.errors import SteelyardError
from steelyard.server.http.sockets import Frame, message
from steelyard.server.tables import bot_moves, changes, log, plans, results, running_positions, views
from steelyard.server.tables.announcements import announced
from steelyard.server.thread_pools import Payer
from steelyard.server.time_source import now_ms, steady_ms

if TYPE_CHECKING:
    from steelyard.core.game import Seat
    from steelyard.server.database.writer import Change
    from steelyard.server.tables.announcements import Announcement
    from steelyard.server.tables.log import AnyBody
    from steelyard.server.tables.plans import Plan
    from steelyard.server.tables.registry import TableRegistry
    from steelyard.server.tables.table import Table

CATCH_UP = 6  # so many messages are kept for pages that were away for a moment
IDLE_S = 20.0  # a table nobody has asked for so long is put away
AHEAD_MS = 60_000.0  # what is due later than that can be read again in time
SPECTATORS_S = 0.5  # how often it is told how many watch
LONGEST_S = 24 * 3600.0  # of a timer; then it is asked again
BROKEN = "something went wrong at this table; it is read anew"
SOON_S = 0.05  # when time should have brought something about, and has not


class TableReloading(SteelyardError):
    """The table is no longer in use: it was put away, or has to be read anew."""


class Page(Protocol):
    """One socket that follows a table."""

    guest: str
    changes: bool
    """Whether it follows changes, or gets every position whole."""

    def send(self, text: str | Frame) -> None: ...
    def leave(self, code: int, why: str) -> None: ...


class LiveTable:
    """One table in use, and the pages that follow it."""

    def __init__(self, table: Table, registry: TableRegistry, ahead_ms: float) -> None:
        self.table = table
        self.pages: set[Page] = set()
        self.used_s = time.monotonic()
        """When somebody last asked for it."""
        self.address = ""
        """Where the owner came from last; empty after a restart, until they are back."""
        self._ahead_ms = ahead_ms
        """Of the steady clock: what the date was when this server began with the table."""
        self.registry = registry
        self._recent: deque[Announcement] = deque(maxlen=CATCH_UP)
        self._unkept = 0
        self._settling: list[asyncio.Future[None]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: set[tuple[Seat, int, int]] = set()
        """Who, about which turn, and how often something had been taken back before."""
        self._spectators_due = False
        self.rematching = False
        """Whether the table of a rematch is being set up."""
        self._closed = False
        self.plans: dict[Seat, Plan] = {}
        """Conditional moves of each seat."""

    @property
    def payer(self) -> Payer:
        """Whose turn its bots take."""
        return Payer(self.address, self.table.terms.owner)

    def now_ms(self) -> float:
        """What time it is at this table, never before the last entry of its log.

        Days pass by the date. Shorter clocks run by a steady one: nobody loses an hour, or gains one, because
        the machine's clock was set, or because it slept.
        """
        last_ms = self.table.last_ms
        if self.table.clocks.kind == "days":
            return max(now_ms(), last_ms)
        self._ahead_ms = max(self._ahead_ms, last_ms - steady_ms())
        return steady_ms() + self._ahead_ms

    # The log grows.
    def add(self, bodies: list[AnyBody], at_ms: float | None = None) -> None:
        """Take what is allowed into the log; it is announced when it is kept, not before."""
        if self._closed:
            return  # what is told to a table that was put away is lost, as it should be
        if not bodies:
            self._go_on()
            return
        try:
            self._append(bodies, self.now_ms() if at_ms is None else at_ms)
        except Exception:
            self.registry.forget(self, BROKEN)
            raise

    def _append(self, bodies: list[AnyBody], now: float) -> None:
        messages: list[Announcement] = []
        written: list[Change] = []
        for number, body in enumerate(bodies, start=1):
            entry = self.table.append(body, now)
            written += changes.added_entry(self.table.terms.id, entry)
            written += running_positions.changed(self.table, entry)
            written += results.added(self.table, entry)
            if number == len(bodies):  # the disk works while the last message is made
                written.append(changes.updated_table(self.table))
                self._unkept += 1
                self.registry.writer.write(written, partial(self._kept, messages), self)
            messages.append(announced(self.table, entry, self.connected(), now))
        for told in messages:  # written now, while the disk works
            for form in {page.changes for page in self.pages}:
                told.common(changes=form)

    def _kept(self, messages: list[Announcement], error: BaseException | None) -> None:
        if self._closed:
            return
        self._unkept -= 1
        if error is not None:
            self.registry.forget(self, "the database could not keep the last move; the table is read anew")
            return
        try:
            for told in messages:
                self._recent.append(told)
                self._announce(told)
            if not self._unkept:
                self._settle()
            self._go_on()
        except Exception:
            self.registry.forget(self, BROKEN)
            raise

    def _announce(self, told: Announcement) -> None:
        """Each form of the message is made once, however many get it."""
        frames: dict[tuple[str, bool], Frame] = {}
        players = {self.table.chairs[seat].guest for seat in self.table.people()}
        for page in self.pages:
            form = (page.guest if page.guest in players else "", page.changes)
            if form not in frames:
                seats = self.table.seats_of(page.guest) if form[0] else ()
                frames[form] = Frame(told.to(seats, changes=page.changes))
            page.send(frames[form])

    def tell(self, text: str) -> None:
        """Something that passes, to everybody."""
        frame = Frame(text.encode())
        for page in self.pages:
            page.send(frame)

    async def settled(self) -> None:
        """Return once all that the table knows is kept, so that it may be shown."""
        while self._unkept:
            future = asyncio.get_running_loop().create_future()
            self._settling.append(future)
            await future
        if self._closed:
            raise TableReloading("the table is being read anew; try again in a moment")

    def _settle(self) -> None:
        for future in self._settling:
            if not future.done():
                future.set_result(None)
        self._settling.clear()

    # What goes on by itself.
    def _go_on(self) -> None:
        if self._unkept:
            return  # the last change has yet to be kept; then we are called again
        self._set_timer()
        for seat, plan in self.plans.items():
            if (word := plans.reply(self.table, seat, plan)) is not None:
                number = len(self.table.turns) + 1
                self.add(self.table.move(seat, number, word, self.now_ms()))
                return
        for seat in self.table.bots_waited_for():
            if (seat, 0, 0) not in self._thinking:
                self._thinking.add((seat, 0, 0))
                self.registry.start(self._get_ready(seat))
        for seat in self.table.bots_to_ask():
            turn = (seat, len(self.table.turns) + 1, self.table.undone)
            if turn not in self._thinking:
                self._thinking.add(turn)
                self.registry.start(self._think(*turn))

    def _set_timer(self, at_least_s: float = 0.0) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.table.due_ms()
        if due is not None:
            wait_s = max(at_least_s, (due - self.now_ms()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(min(wait_s, LONGEST_S), self._tick)

    def clock_was_set(self) -> None:
        """The date has leapt: what is due by it is due sooner or later than the timer thinks."""
        if self._timer is not None:
            self._set_timer()

    def _tick(self) -> None:
        self._timer = None
        if self._unkept:
            return  # the timer is set again when the log is kept
        bodies = self.table.tick(self.now_ms())
        if bodies:
            self.add(bodies)
        else:
            self._set_timer(SOON_S)

    async def catch_up(self) -> None:
        """Return once everything that time has brought about is kept."""
        await self.settled()
        while bodies := self.table.tick(self.now_ms()):
            self.add(bodies)
            await self.settled()

    @property
    def unused(self) -> bool:
        """Nobody looks, and nothing goes on here that the database could not bring back in time."""
        return not (self.pages or self._unkept or self._thinking or self._due_soon())

    @property
    def idle(self) -> bool:
        return self.unused and time.monotonic() - self.used_s > IDLE_S

    def _due_soon(self) -> bool:
        if self._timer is None:
            return False
        wanted = self.table.wanted_ms()
        return wanted is not None and wanted < self.now_ms() + AHEAD_MS

    def close(self) -> None:
        self._closed = True
        self._unkept = 0
        self._settle()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # Bots.
    async def _get_ready(self, seat: Seat) -> None:
        """Before a bot's clock may run."""
        try:
            await self.registry.prepare(self, seat)
        finally:
            self._thinking.discard((seat, 0, 0))
        self.add(self.table.seen([seat]))

    async def _think(self, seat: Seat, number: int, undone: int) -> None:
        """Have a bot choose; whatever happens to its process, the game goes on."""
        table = self.table
        try:
            if not table.people() and not table.clocks.realtime:
                await asyncio.sleep(self.registry.settings.watch_pace_ms / 1000)
            await self.registry.prepare(self, seat)
            if number == len(table.turns) + 1 and table.outcome is None:  # else it was resigned meanwhile
                await self._choose(seat, number, undone)
        finally:
            self._thinking.discard((seat, number, undone))

    async def _choose(self, seat: Seat, number: int, undone: int) -> None:
        table = self.table
        answer = await bot_moves.choice(table, seat, self.registry, self.now_ms(), self.payer)
        if table.undone != undone:
            return  # it has thought about a position that was taken back; it is asked again
        if answer.failed:
            self.add([log.Note(f"{table.chairs[seat].name} could not be asked; chance chose for it", seat)])
        self.add(table.bot_move(seat, number, answer.move, answer.thought_ms, self.now_ms()))

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
            page.send(Frame(self.snapshot(page.guest, changes=page.changes)))
        else:
            for told in known:
                page.send(Frame(told.to(seats, changes=page.changes)))
        if seats and new:
            self.tell(message("players", players=views.players(self.table, self.connected())))
        self._tell_spectators()
        self.add(self.table.seen(seats))

    def _missing(self, after: int | None) -> list[Announcement] | None:
        """What came after that message, if all of it is at hand."""
        if after is None or after > self.table.seq:
            return None
        missing = [told for told in self._recent if told.seq > after]
        return missing if len(missing) == self.table.seq - after else None

    def snapshot(self, guest: str, *, changes: bool = False) -> bytes:
        everything = views.snapshot(
            self.table, self.connected(), self.spectators(), self.now_ms(), changes=changes
        )
        return msgspec.json.encode(everything | views.own_snapshot(self.table, guest) | self._own_plan(guest))

    async def plan(self, seat: Seat, turn: int, lines: list[list[str]]) -> None:
        """Keep a seat's conditional moves in place of the ones before; only its owner is told."""
        plan = plans.checked(self.table, seat, turn, lines)
        await self.registry.writer.kept(plans.kept(self.table.terms.id, seat, plan))
        self.plans[seat] = plan
        guest = self.table.chairs[seat].guest
        for page in self.pages:
            if page.guest == guest:
                page.send(message("plan", lines=plans.lines_left(self.table, plan)))
        self.add([])  # the other may have moved meanwhile

    def _own_plan(self, guest: str) -> dict[str, list[list[str]]]:
        seats = self.table.seats_of(guest)
        left = [plans.lines_left(self.table, plan) for seat, plan in self.plans.items() if seats == [seat]]
        return {"plan": left[0]} if left and left[0] else {}

    def part(self, page: Page) -> None:
        self.pages.discard(page)
        self.used_s = time.monotonic()
        if self.table.seats_of(page.guest) and page.guest not in self.connected():
            self.tell(message("players", players=views.players(self.table, self.connected())))
        self._tell_spectators()

    def _tell_spectators(self) -> None:
        """Soon, and once for all who come or go together."""
        if not self._spectators_due:
            self._spectators_due = True
            asyncio.get_running_loop().call_later(SPECTATORS_S, self._spectators_told)

    def _spectators_told(self) -> None:
        self._spectators_due = False
        self.tell(message("spectators", spectators=self.spectators()))

    def renew(self, guest: str) -> None:
        """Send a guest, who has just taken a seat, everything anew."""
        for page in self.pages:
            if page.guest == guest:
                page.send(Frame(self.snapshot(guest, changes=page.changes)))
        self._tell_spectators()  # they are none any more
