"""Takes contests from draft to over. Every step is kept with an audit entry: who took it, and why."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import defaultdict
from importlib import import_module
from typing import TYPE_CHECKING, Any

from steelyard.arena.sandbox import untrusted_folders
from steelyard.core.errors import SteelyardError
from steelyard.server.accounts.audit import audited
from steelyard.server.accounts.invites import new_code
from steelyard.server.contests import store as contests_store
from steelyard.server.contests.closed_bots import CLOSE_BOTS
from steelyard.server.contests.folders import FILE, contest_folder
from steelyard.server.contests.job_kinds import CONTEST
from steelyard.server.contests.pause_requests import being_played, request
from steelyard.server.contests.store import BEGUN, ContestStore, Entry, Row
from steelyard.server.contests.teams import Teams
from steelyard.server.http.responses import ApiError
from steelyard.server.ids import new_id
from steelyard.server.jobs.queue import added as added_job
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from steelyard.contest.file.definition import ContestFile
    from steelyard.contest.running.folder import Folder
    from steelyard.server.accounts.store import AccountStore
    from steelyard.server.bots.store import Bot, BotStore, Version
    from steelyard.server.contests.follower import Follower
    from steelyard.server.contests.snapshot import Taken
    from steelyard.server.contests.store import State, Terms
    from steelyard.server.database.writer import Change, Writer
    from steelyard.server.http.access import Account
    from steelyard.server.settings import Settings

MOVES: dict[State, tuple[State, ...]] = {
    "open": ("draft",),
    "frozen": ("open",),
    "running": ("frozen", "paused"),
    "paused": ("running",),
}
"""To each state, from which."""
ANY_CHANGE = "if something has to be changed"


class CannotDo(SteelyardError):
    """A step that this contest cannot take now."""


class ContestService:
    """All contests of a server."""

    def __init__(self, writer: Writer, bot_store: BotStore, people: AccountStore, settings: Settings) -> None:
        engine = bot_store.engine
        self.contest_store = ContestStore(engine)
        self.bot_store = bot_store
        bot_store.shared_with = self.contest_store.bots_for
        self.people = people
        self.data = settings.data.absolute()
        self.engine = engine
        self.writer = writer
        self.teams = Teams(self, settings.limits.contest_codes)
        self.locks: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._followers: dict[str, tuple[Follower, float]] = {}

    # What there is.
    async def open(self) -> None:
        """Take up every contest that is going on: what was last wished for may be out of date.

        What plays contests takes long to import. Where there is one it is imported here, otherwise by the
        first method or route that needs it.
        """
        await asyncio.to_thread(self.contest_store.load)
        if self.contest_store.all():
            await asyncio.to_thread(import_module, "steelyard.server.contests.snapshot")
        await self.writer.kept([CLOSE_BOTS])
        for row in self.contest_store.those("running", "paused"):
            if self.folder(row).begun:
                request(self.folder(row).path, "play" if row.state == "running" else "pause")

    def folder(self, row: Row) -> Folder:
        from steelyard.contest.running.folder import Folder  # noqa: PLC0415 - see open

        return Folder(contest_folder(self.data, row.id))

    def waits_for_another(self, row: Row) -> bool:
        """Whether another contest is being played and this one comes later: there is one worker for them."""
        if row.state != "running" or being_played(self.folder(row)):
            return False
        others = self.contest_store.those("running", "paused")
        return any(being_played(self.folder(other)) for other in others if other.id != row.id)

    def follower(self, row: Row) -> Follower | None:
        """Of a contest that has begun; none if its folder is lost."""
        if row.state not in BEGUN or not self.folder(row).begun:
            return None
        from steelyard.server.contests.follower import Follower  # noqa: PLC0415 - see open

        found, _ = self._followers.get(row.id, (None, 0.0))
        found = found or Follower(self.folder(row))
        self._followers[row.id] = found, time.monotonic()
        return found

    def managed_by(self, me: Account) -> list[str]:
        """The ids of the contests that somebody manages."""
        return [row.id for row in self.contest_store.all() if contests_store.may_manage(me, row)]

    def name_of(self, entry: Entry) -> str:
        """What a team is called: by its name, else as its captain."""
        return entry.team or self.people.names([entry.account]).get(entry.account, "")

    async def keep(
        self, row: Row, me: Account | None, action: str, detail: dict[str, Any], *changes: Change
    ) -> None:
        told = audited(me, f"contest.{action}", f"contest:{row.id}", detail)
        await self.writer.kept([*changes, CLOSE_BOTS, told])
        self.contest_store.put(row)

    # Made and changed.
    async def create(self, me: Account, text: str, terms: Terms) -> Row:
        told = await asyncio.to_thread(_read_file, text)
        self._check_code(terms.code, "")
        row = Row(
            id=new_id(),
            owner=me.id,
            name=told.name,
            game=told.game,
            state="draft",
            file=text,
            published=False,
            secret=secrets.token_urlsafe(32),
            started_ms=None,
            problem="",
            created_ms=now_ms(),
            **terms._asdict(),
        )
        await self.keep(row, me, "create", {"name": row.name}, contests_store.added(row))
        return row

    async def amend(self, row: Row, me: Account, changes: dict[str, Any], reason: str) -> Row:
        """Other values for what may still be changed."""
        async with self.locks[row.id]:
            row = self.current(row)
            if not changes:
                return row
            if "file" in changes:
                if row.state not in {"draft", "open"}:
                    raise CannotDo("the file of a contest can be changed until its deadline has passed")
                told = await asyncio.to_thread(_read_file, changes["file"])
                if told.game != row.game and self.contest_store.entries(row.id):
                    raise CannotDo(f"teams have entered with bots for {row.game}; the game stays as it is")
                changes |= {"name": told.name, "game": told.game}
            if "deadline_ms" in changes and row.state not in {"draft", "open"}:
                raise CannotDo("the deadline has passed; late entries are yours to decide")
            if "code" in changes:
                self._check_code(changes["code"], row.id)
            if "team_size" in changes:
                self.teams.check_size(row, changes["team_size"])
            after, change = contests_store.change(row, **changes)
            detail = {name: value for name, value in changes.items() if name not in {"file", "code"}}
            await self.keep(
                after, me, "change", {**detail, "what": sorted(changes), "reason": reason}, change
            )
            return after

    def free_code(self) -> str:
        """One that no contest has."""
        while any(self.contest_store.by_code(code := new_code())):
            pass
        return code

    def _check_code(self, code: str, own: str) -> None:
        """A code leads to one contest; that of a contest that is over is free again."""
        known = self.contest_store.by_code(code) if code else ()
        if any(row.id != own and row.state != "over" for row in known):
            raise CannotDo(f"the code {code} is in use by another contest; choose another")

    async def delete(self, row: Row, me: Account, reason: str) -> None:
        """Gone for good, with its entries; what has been played stays."""
        async with self.locks[row.id]:
            row = self.current(row)
            if row.state in BEGUN:
                raise ApiError(
                    "contest_begun",
                    "the contest has started; what was played is kept, make it private instead",
                )
            done = audited(me, "contest.delete", f"contest:{row.id}", {"name": row.name, "reason": reason})
            await self.writer.kept([*contests_store.removed(row), CLOSE_BOTS, done])
            self.contest_store.drop(row)
            await asyncio.to_thread(untrusted_folders.remove, self.folder(row).path)

    def why_needed(self, version: str) -> str:
        """Why a version of a bot has to stay; at the deadline it is copied."""
        row = self.contest_store.chosen_for(version)
        return "" if row is None else f"it was chosen for {row.name}; choose another one there first"

    def own_bots(self, owner: int, game: str) -> list[str]:
        """The names of the bots that an organiser can make the teacher's."""
        own = self.bot_store.bots_of(owner)
        return sorted(bot.name for bot in own if bot.game == game and not bot.remote)

    def current(self, row: Row) -> Row:
        """As it is by now."""
        found = self.contest_store.find(row.id)
        if found is None:
            raise ApiError("contest_not_found", "there is no such contest any more")
        return found

    # Entries.
    async def come_in(self, row: Row, me: Account) -> None:
        """Somebody who knows the code may see the contest and enter it."""
        async with self.locks[row.id]:
            row = self.current(row)
            if me.id not in self.contest_store.members(row.id):
                entry, changes = self.entry(row, me.id)
                await self.keep(row, me, "come_in", {}, *changes)
                self.contest_store.put_entry(entry)

    async def enter(self, row: Row, me: Account, bot: Bot | None, chosen: Version | None = None) -> None:
        """Enter with a bot, another one, or none; with the newest fit version, or one that was chosen."""
        async with self.locks[row.id]:
            row = self.current(row)
            self.check_captain(row, me, "" if bot else "to withdraw your team")
            values = {"bot": bot.id if bot else "", "chosen": chosen.id if chosen else ""}
            entry, changes = self.entry(row, me.id, **values)
            detail: dict[str, Any] = {"bot": bot.name} if bot else {}
            detail |= {"version": chosen.number} if chosen else {}
            await self.keep(row, me, "enter" if bot else "withdraw", detail, *changes)
            self.contest_store.put_entry(entry)

    def closed(self, row: Row, to_do: str = "") -> str:
        """Why teams cannot change any more, and whom to ask for what; empty while they can."""
        why = contests_store.entries_closed(row)
        owner = self.people.names([row.owner]).get(row.owner, "")
        return f"{why}; ask its organiser, {owner}, {to_do or ANY_CHANGE}" if why else ""

    def check_open(self, row: Row, to_do: str = "") -> None:
        """Whether teams may still change; `to_do` is what the organiser can do for them then."""
        if why := self.closed(row, to_do):
            raise ApiError("wrong_contest_state", why)

    def check_captain(self, row: Row, me: Account, to_do: str = "") -> None:
        """Whether somebody may enter, or change their entry: those in a team leave that to its captain."""
        self.check_open(row, to_do)
        team = self.contest_store.entry_of(row.id, me.id)
        if row.code and team is None and not contests_store.may_manage(me, row):
            raise ApiError(
                "contest_code_needed", "this contest is for those who have its code; enter that first"
            )
        if team is not None and team.account != me.id:
            raise ApiError(
                "not_captain",
                f"you are in the team {self.name_of(team)!r}; its captain does that for all of it",
            )

    def entry(self, row: Row, account: int, **values: Any) -> tuple[Entry, list[Change]]:
        """An account's entry with those values, new or not."""
        known = self.contest_store.entries(row.id).get(account)
        if known is not None:
            entry, change = contests_store.reentered(known, **values)
            return entry, [change]
        entry = Entry(row.id, account, entered_ms=now_ms())._replace(**values)
        return entry, [contests_store.entered(entry), contests_store.joined(contests_store.captain_of(entry))]

    # From state to state.
    async def move(self, row: Row, me: Account | None, to: State, reason: str) -> Row:
        async with self.locks[row.id]:
            row = self.current(row)
            if row.state not in MOVES.get(to, ()):
                raise ApiError("wrong_contest_state", f"the contest is {row.state}; that cannot be done now")
            if to == "frozen":
                return await self.freeze(row, me, reason, now_ms())
            if to == "running":
                return await self._start(row, me, reason)
            if to == "open" and row.deadline_ms is not None and row.deadline_ms <= now_ms():
                raise CannotDo("its deadline has passed already; set a later one first")
            after, change = contests_store.change(row, state=to)
            await self.keep(after, me, to, {"reason": reason}, change)
            if to == "paused":
                request(self.folder(row).path, "pause")
            return after

    async def freeze(self, row: Row, me: Account | None, reason: str, before_ms: float) -> Row:
        """Close the entries: later versions do not play. The lock is held."""
        from steelyard.server.contests import snapshot  # noqa: PLC0415 - see open

        entries = self.contest_store.entries(row.id)
        taken = await asyncio.to_thread(
            snapshot.take, self.data, row, self.bot_store, list(entries.values()), before_ms
        )
        await asyncio.to_thread(snapshot.take_teacher, self.data, row, self.bot_store, before_ms)
        after, change = contests_store.change(
            row, state="frozen", deadline_ms=min(before_ms, row.deadline_ms or before_ms)
        )
        kept = [contests_store.reentered(entries[each.account], version=each.version) for each in taken]
        await self.keep(
            after, me, "frozen", {"entries": len(taken), "reason": reason}, change, *(c for _, c in kept)
        )
        for entry, _ in kept:
            self.contest_store.put_entry(entry)
        return after

    async def _start(self, row: Row, me: Account | None, reason: str) -> Row:
        """Begin, or go on after a pause."""
        from steelyard.server.contests import snapshot  # noqa: PLC0415 - see open

        changes: list[Change] = []
        names: dict[int, str] = {}
        entries = self.contest_store.entries(row.id)
        if row.state == "frozen":
            again = await asyncio.to_thread(
                snapshot.take_again, self.data, row, self.bot_store, list(entries.values())
            )
            entries = await self.taken(row, again)
            playing = [entry for entry in entries.values() if entry.version]
            teams = [(entry.account, self.name_of(entry)) for entry in playing]
            await asyncio.to_thread(snapshot.take_teacher, self.data, row, self.bot_store, None)
            names = await asyncio.to_thread(snapshot.begin, self.data, row, teams)
        kept = [contests_store.reentered(entries[account], name=name) for account, name in names.items()]
        started = row.started_ms or now_ms()
        after, change = contests_store.change(row, state="running", started_ms=started, problem="")
        changes = [change, *(each for _, each in kept), self.next_job(row)]
        action = "start" if row.state == "frozen" else "resume"
        await self.keep(after, me, action, {"reason": reason}, *changes)
        for entry, _ in kept:
            self.contest_store.put_entry(entry)
        request(self.folder(row).path, "play")
        return after

    async def taken(self, row: Row, taken: list[Taken]) -> dict[int, Entry]:
        """Keep which versions play; all entries as they are then."""
        for each in taken:
            known = self.contest_store.entries(row.id)[each.account]
            entry, change = contests_store.reentered(known, version=each.version)
            await self.keep(row, None, "version", {"account": each.account, "version": each.version}, change)
            self.contest_store.put_entry(entry)
        return self.contest_store.entries(row.id)

    def next_job(self, row: Row) -> Change:
        return added_job(CONTEST, {"contest": row.id, "length": self.folder(row).length}, row.owner)

    def forget_followers(self, before_s: float) -> None:
        """Of contests that nobody has asked for since then."""
        for name in [name for name, (_, used_s) in self._followers.items() if used_s < before_s]:
            del self._followers[name]


def _read_file(text: str) -> ContestFile:
    from steelyard.contest.file.parser import read_file  # noqa: PLC0415 - see ContestService.open

    return read_file(text, FILE)
