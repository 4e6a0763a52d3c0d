"""One table in use: its log grows by what players and bots do and by what time brings about."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import msgspec

from steelyard.core.errors import SteelyardError
from steelyard.server.http.sockets import Frame, message
from steelyard.server.tables import bot_moves, changes, log, plans, results, running_positions, views
from steelyard.server.tables.announcements import announced
from steelyard.server.tables.delivery import Delivery
from steelyard.server.tables.followers import Followers
from steelyard.server.thread_pools import Payer
from steelyard.server.time_source import now_ms, steady_ms

if TYPE_CHECKING:
    from steelyard.core.game import Seat
    from steelyard.server.database.writer import Change
    from steelyard.server.tables.announcements import Announcement
    from steelyard.server.tables.followers import Page
    from steelyard.server.tables.log import AnyBody
    from steelyard.server.tables.plans import Plan
    from steelyard.server.tables.registry import TableRegistry
    from steelyard.server.tables.table import Table

IDLE_S = 20.0  # a table nobody has asked for so long is put away
AHEAD_MS = 60_000.0  # what is due later than that can be read again in time
LONGEST_S = 24 * 3600.0  # of a timer; then it is asked again
BROKEN = "something went wrong at this table; it is read anew"
SOON_S = 0.05  # when time should have brought something about, and has not


class TableReloading(SteelyardError):
    """The table is no longer in use: it was put away, or has to be read anew."""


class LiveTable:
    """One table in use."""

    def __init__(self, table: Table, registry: TableRegistry, ahead_ms: float) -> None:
        self.table = table
        self.followers = Followers(table)
        self.delivery = Delivery(self.followers, self._go_on, self._lost, self._broken)
        self.used_s = time.monotonic()
        """When somebody last asked for it."""
        self.address = ""
        """Where the owner came from last; empty after a restart, until they are back."""
        self._ahead_ms = ahead_ms
        """Of the steady clock: what the date was when this server began with the table."""
        self.registry = registry
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: set[tuple[Seat, int, int]] = set()
        """Who, about which turn, and how often something had been taken back before."""
        self.rematching = False
        """Whether the table of a rematch is being set up."""
        self._networks: set[str] = set()
        """Of its players, as far as this server has registered them."""
        self.plans: dict[Seat, Plan] = {}
        """Conditional moves of each seat."""

    @property
    def payer(self) -> Payer:
        """Whose turn its bots take: after those of games in which somebody waits for the answer."""
        table = self.table
        nobody_waits = table.is_between_bots or (table.clocks.realtime and not self._here())
        return Payer(self.address, table.terms.owner, nobody_waits)

    @property
    def waits_for_spectators(self) -> bool:
        return self.table.is_between_bots and not self.followers.pages

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
        if self.delivery.closed:
            return  # what is told to a table that was put away is lost, as it should be
        if not bodies:
            self._go_on()
            return
        try:
            if self.table.beginning:
                bodies = [*bodies, *self.table.missing(bodies, self._here())]
            self._append(bodies, self.now_ms() if at_ms is None else at_ms)
        except Exception:
            self._broken()
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
                self.registry.writer.write(written, self.delivery.when_kept(messages), self)
            messages.append(announced(self.table, entry, self.followers.connected(), now))
        for told in messages:  # written now, while the disk works
            for form in {page.changes for page in self.followers.pages}:
                told.common(changes=form)

    def _lost(self) -> None:
        self.registry.forget(self, "the database could not keep the last move; the table is read anew")

    def _broken(self) -> None:
        self.registry.forget(self, BROKEN)

    async def settled(self) -> None:
        """Return once all that the table knows is kept, so that it may be shown."""
        await self.delivery.settled()
        if self.delivery.closed:
            raise TableReloading("the table is being read anew; try again in a moment")

    # What goes on by itself.
    def _go_on(self) -> None:
        if self.delivery.unkept:
            return  # the last change has yet to be kept; then we are called again
        self._set_timer()
        if self.waits_for_spectators:
            return
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
        if due is not None and not self.waits_for_spectators:
            wait_s = max(at_least_s, (due - self.now_ms()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(min(wait_s, LONGEST_S), self._tick)

    def clock_was_set(self) -> None:
        """The date has leapt: what is due by it is due sooner or later than the timer thinks."""
        if self._timer is not None:
            self._set_timer()

    def _tick(self) -> None:
        self._timer = None
        if self.delivery.unkept:
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
        return not (self.followers.pages or self.delivery.unkept or self._thinking or self._due_soon())

    @property
    def idle(self) -> bool:
        return self.unused and time.monotonic() - self.used_s > IDLE_S

    def _due_soon(self) -> bool:
        if self._timer is None:
            return False
        wanted = self.table.wanted_ms()
        return wanted is not None and wanted < self.now_ms() + AHEAD_MS

    def close(self) -> None:
        self.delivery.close()
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
            if table.is_between_bots and not table.clocks.realtime:
                await asyncio.sleep(self.registry.watch_pace_s(self.address))
            await self.registry.prepare(self, seat)
            if self.waits_for_spectators:
                return  # asked again when somebody looks
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
    async def join(self, page: Page, after: int | None) -> None:
        """Send a page what it does not know, and from now on everything."""
        await self.settled()
        missed = None if after is None else self.followers.missed(after, changes=page.changes)
        seats = self.table.seats_of(page.guest)
        first = self.followers.add(page)
        self.used_s = time.monotonic()
        if missed is None:
            page.send(Frame(self.snapshot(page.guest, changes=page.changes)))
        else:
            for told in missed:
                page.send(Frame(told.to(seats, changes=page.changes)))
        self.followers.tell_presence(page.guest, changed=first)
        self.players_seen()

    def _here(self) -> list[Seat]:
        """The seats of people who have a page open."""
        connected = self.followers.connected()
        return [seat for seat in self.table.people() if self.table.chairs[seat].guest in connected]

    def players_seen(self) -> None:
        """The clocks of players who are there need wait no longer."""
        self.add(self.table.seen(self._here()))

    def snapshot(self, guest: str, *, changes: bool = False) -> bytes:
        everything = views.snapshot(
            self.table,
            self.followers.connected(),
            self.followers.spectators(),
            self.now_ms(),
            changes=changes,
        )
        return msgspec.json.encode(everything | views.own_snapshot(self.table, guest) | self._own_plan(guest))

    async def plan(self, seat: Seat, turn: int, lines: list[list[str]]) -> None:
        """Keep a seat's conditional moves in place of the ones before; only its owner is told."""
        plan = plans.checked(self.table, seat, turn, lines)
        await self.registry.writer.kept(plans.kept(self.table.terms.id, seat, plan))
        self.plans[seat] = plan
        for page in self.followers.of(self.table.chairs[seat].guest):
            page.send(message("plan", lines=plans.lines_left(self.table, plan)))
        self.add([])  # the other may have moved meanwhile

    def _own_plan(self, guest: str) -> dict[str, list[list[str]]]:
        seats = self.table.seats_of(guest)
        left = [plans.lines_left(self.table, plan) for seat, plan in self.plans.items() if seats == [seat]]
        return {"plan": left[0]} if left and left[0] else {}

    def seen_at(self, guest: str, network: str | None) -> None:
        """A player has opened the page there: help with this game's positions is refused to that address."""
        if network is None or network in self._networks or not self.table.seats_of(guest):
            return
        self._networks.add(network)
        self.registry.writer.write([changes.seen_at(self.table.terms.id, network)], lambda _: None)

    def part(self, page: Page) -> None:
        self.used_s = time.monotonic()
        self.followers.remove(page)
        if self.waits_for_spectators and any(self.table.clocks.running):
            self.add([log.Paused(unwatched=True)])

    def renew(self, guest: str) -> None:
        """Send a guest, who has just taken a seat, everything anew."""
        for page in self.followers.of(guest):
            page.send(Frame(self.snapshot(guest, changes=page.changes)))
        self.followers.tell_spectators()  # there is one fewer
