"""What an organiser decides: whoever plays the contest stops for it, and goes on."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

from steelyard.server.contests import snapshot
from steelyard.server.contests import store as contests_store
from steelyard.server.contests.closed_bots import CLOSE_BOTS
from steelyard.server.contests.pause_requests import being_played, request
from steelyard.server.contests.service import CannotDo
from steelyard.server.contests.store import Entry
from steelyard.server.http.responses import ApiError

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.contest.running.folder import Folder
    from steelyard.server.bots.store import Bot, Version
    from steelyard.server.contests.follower import Follower
    from steelyard.server.contests.service import ContestService
    from steelyard.server.contests.store import Row, State
    from steelyard.server.http.access import Account

HALT_S = 30.0  # so long is waited for a worker to let go of a contest


class Decisions:
    """On all contests of a server."""

    def __init__(self, service: ContestService) -> None:
        self._service = service

    async def record(
        self,
        row: Row,
        me: Account,
        action: str,
        detail: dict[str, Any],
        act: Callable[[Folder], str],
    ) -> str:
        """Something that goes into the contest's journal: whoever plays it stops for that, and goes on."""
        async with self._service.locks[row.id]:
            row = self._service.current(row)
            follower = self._service.follower(row)
            if follower is None:
                raise ApiError(
                    "contest_not_begun", f"the contest is {row.state}: there is nothing to decide yet"
                )
            folder, was_over = self._service.folder(row), row.state == "over"
            if was_over:  # before the journal grows: should the server die then, it is not called over
                row = await self._set_state(row, "paused")
            request(folder.path, "halt")
            try:
                await _until_free(folder)
                told = await asyncio.to_thread(act, folder)
                await self._service.keep(row, me, action, {**detail, "told": told})
            finally:
                request(folder.path, "play" if row.state == "running" else "pause")
                if was_over and await asyncio.to_thread(_is_done, follower):
                    await self._set_state(row, "over")
            return told

    async def _set_state(self, row: Row, state: State) -> Row:
        row, change = contests_store.change(row, state=state)
        await self._service.writer.kept([change, CLOSE_BOTS])
        self._service.contest_store.put(row)
        return row

    async def let_in_late(self, row: Row, me: Account, account: int, bot: Bot, reason: str) -> None:
        """Let somebody in after the deadline, or with a newer version, before the first game."""
        async with self._service.locks[row.id]:
            row = self._service.current(row)
            if row.state != "frozen":
                raise ApiError(
                    "wrong_contest_state",
                    f"the contest is {row.state}; late entries are taken between deadline and start",
                )
            team = self._service.contest_store.entry_of(row.id, account)
            if team is not None and team.account != account:
                captain = self._service.people.names([team.account])[team.account]
                name = self._service.name_of(team)
                raise CannotDo(f"that account is in the team {name!r}; name its captain, {captain}")
            version = snapshot.version_to_play(self._service.bot_store, Entry(row.id, account, bot.id), None)
            if version is None:
                raise CannotDo(f"no version of {bot.name} has been uploaded")
            await asyncio.to_thread(snapshot.copy_in, self._service.data, row, account, version)
            entry, changes = self._service.entry(row, account, bot=bot.id, version=version.id, late=True)
            detail = {"account": account, "bot": bot.name, "version": version.number, "reason": reason}
            await self._service.keep(row, me, "late_entry", detail, *changes)
            self._service.contest_store.put_entry(entry)

    async def choose_version(self, row: Row, me: Account, account: int, number: int, reason: str) -> Version:
        """Have another version of an entrant's bot play, before the first game."""
        async with self._service.locks[row.id]:
            row = self._service.current(row)
            if row.state not in {"open", "frozen"}:
                raise ApiError(
                    "wrong_contest_state",
                    f"the contest is {row.state}; a version is chosen before it starts, and replaced later",
                )
            entry = self._service.contest_store.entries(row.id)[account]
            found = await asyncio.to_thread(snapshot.eligible, self._service.bot_store, entry.bot, None)
            version = next((each for each in found if each.number == number), None)
            if version is None:
                raise CannotDo(f"there is no version {number} of that bot")
            if row.state == "frozen":
                await asyncio.to_thread(snapshot.copy_in, self._service.data, row, account, version)
            taken = version.id if row.state == "frozen" else entry.version
            entry, change = contests_store.reentered(entry, chosen=version.id, version=taken)
            detail = {"account": account, "version": number, "reason": reason}
            await self._service.keep(row, me, "version", detail, change)
            self._service.contest_store.put_entry(entry)
            return version


async def _until_free(folder: Folder) -> None:
    ends = time.monotonic() + HALT_S
    while await asyncio.to_thread(being_played, folder):
        if time.monotonic() > ends:
            raise CannotDo("whoever plays this contest does not let go of it; try again in a moment")
        await asyncio.sleep(0.05)


def _is_done(follower: Follower) -> bool:
    return follower.view("done", lambda progress, _: progress.done)
