"""Offers that need more than the table itself: a bot answers at once, and a rematch is a table of its own."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from steelyard.arena.record import new_seed
from steelyard.core.game import SEATS, Seat
from steelyard.server.bots.opponents import TOO_OLD, is_built
from steelyard.server.ids import new_id
from steelyard.server.tables import agreements, log, running_positions
from steelyard.server.tables.table import Refused
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from steelyard.server.http.access import Account
    from steelyard.server.http.clients import Asker
    from steelyard.server.tables.live_table import LiveTable


async def offer(live: LiveTable, seat: Seat, what: log.Chance, me: Account | None, asker: Asker) -> None:
    if what != "points":
        await check_company(live, seat)
    agreed = agreements.offer(live.table, seat, what)
    other = SEATS[1 - seat]
    if live.table.chairs[other].kind == "bot":
        if what == "rematch":
            if why := await live.registry.why_closed(me, live.table.chairs):
                raise Refused(why)
            await _check_start(live, asker)
            await _rematch(live)
        elif agreements.bot_accepts(live.table, other, what):
            live.add([*agreed, *agreements.agreed(live.table, seat, what)])
        else:
            live.add([*agreed, log.Declined(other, what)])
    elif what == "rematch" and not agreed:
        await _rematch(live)
    else:
        live.add(agreed)


async def check_company(live: LiveTable, seat: Seat) -> None:
    """Somebody who has blocked the other, or was blocked, plays the game to its end and asks for nothing."""
    own, other = live.table.chairs[seat], live.table.chairs[1 - seat]
    if other.kind == "guest" and own.guest != other.guest:
        for is_gone in live.registry.gone:
            if is_gone(other.guest):
                raise Refused(f"{other.name} has left; there is nobody who could answer")
        for are_apart in live.registry.kept_apart:
            if await are_apart(own.guest, other.guest):
                raise Refused(f"one of you has blocked the other, so nothing reaches {other.name} but moves")


async def accept(live: LiveTable, seat: Seat, what: log.Chance) -> None:
    if what != "points":
        await check_company(live, seat)
    bodies = agreements.accept(live.table, seat, what)
    if what == "rematch":
        await _rematch(live)
    else:
        live.add(bodies)


async def _rematch(live: LiveTable) -> None:
    """A new table with the seats exchanged."""
    terms = live.table.terms
    if live.rematching or live.table.rematch is not None:
        return  # two have asked for it at once; they get one game
    if not all(is_built(chair.bot, live.registry.settings.data) for chair in terms.chairs if chair.bot):
        raise Refused(TOO_OLD)
    live.rematching = True
    again = msgspec.structs.replace(
        terms,
        id=new_id(private=terms.private),
        chairs=live.table.turned(),
        seed=new_seed(),
        invite="",
        open_to="",
        challenged="",
        created_ms=now_ms(),
        origin=None,
        rematch_of=terms.id,
        tournament="",
        rated=terms.rated and not live.table.bots,  # of those, one at a time: `people` sets them up
        free_start=len({chair.guest for chair in live.table.chairs} - {""}) == len(SEATS),
    )
    try:
        if await live.registry.is_full_for(again.owner):
            most = live.registry.settings.limits.tables
            raise Refused(f"{most} games of whoever set this one up are not over; finish some first")
        await live.registry.create(again, live.address)
        live.add([log.Rematch(again.id)])
    finally:
        live.rematching = False


async def _check_start(live: LiveTable, asker: Asker) -> None:
    """Refuse a first position that is one of a game that they play now; the bot would show them the move."""
    keys, engine = [running_positions.start_key(live.table)], live.registry.store.engine
    if await asyncio.to_thread(running_positions.are_closed, engine, keys, asker, now_ms()):
        raise Refused(running_positions.CLOSED)
