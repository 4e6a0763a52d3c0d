"""Somebody's account was deleted: what becomes of their contests, entries and teams.

Until entries close they are out of every contest. What was taken at the deadline plays on, under the name it
has there: a contest goes on as it was drawn, and its results are its organiser's.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from steelyard.server.contests import store as contests_store

if TYPE_CHECKING:
    from steelyard.server.contests.service import ContestService
    from steelyard.server.contests.store import Entry, Member, Row
    from steelyard.server.database.writer import Change

BEFORE_DEADLINE = frozenset({"draft", "open"})


async def leave_all(service: ContestService, account: int, heir: int | None) -> None:
    """`heir` is the administrator who has their contests from now on."""
    own = {bot.id for bot in await asyncio.to_thread(service.bot_store.bots_of, account)}
    for row in service.contest_store.all():
        async with service.locks[row.id]:
            current = service.contest_store.find(row.id)
            if current is None:
                continue
            if current.owner == account and heir is not None:
                current, change = contests_store.change(current, owner=heir)
                await service.keep(current, None, "owner", {"account": heir}, change)
            member = service.contest_store.members(row.id).get(account)
            if member is not None and current.state in BEFORE_DEADLINE:
                await _leave(service, current, member, own)


async def _leave(service: ContestService, row: Row, member: Member, own_bots: set[str]) -> None:
    """The first of the others in a team is its captain then; a bot of the one who leaves goes with them."""
    store = service.contest_store
    team = store.entries(row.id)[member.captain]
    others = [each for each in store.team(team) if each.account != member.account]
    kept = team._replace(bot="", chosen="") if team.bot in own_bots else team
    changes: list[Change] = [contests_store.gone(member)]
    moved: list[Member] = []
    after: Entry | None = kept
    if team.account == member.account:
        changes.append(contests_store.left(team))
        after = kept._replace(account=others[0].account) if others else None
        if after is not None:
            changes.append(contests_store.entered(after))
        for each in others:
            joined, change = contests_store.rejoined(each, captain=others[0].account)
            moved.append(joined)
            changes.append(change)
    elif kept != team:
        changes.append(contests_store.reentered(team, bot="", chosen="")[1])
    await service.keep(row, None, "withdraw", {"account": member.account}, *changes)
    store.drop_member(member)
    if team.account == member.account:
        store.drop_entry(team)
    for each in moved:
        store.put_member(each)
    if after is not None:
        store.put_entry(after)
