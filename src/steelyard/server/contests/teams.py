"""Teams: who is in which one, until the deadline. The captain's account has the entry and its bot."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from steelyard.core.names import looks, prototypes
from steelyard.server.accounts.invites import new_code, written
from steelyard.server.accounts.login_delay import LoginDelay
from steelyard.server.accounts.names import checked_name
from steelyard.server.contests import store as contests_store
from steelyard.server.contests.folders import FILE
from steelyard.server.contests.store import BEGUN, Entry, entries_closed
from steelyard.server.http.responses import ApiError
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from steelyard.server.contests.service import ContestService
    from steelyard.server.contests.store import Member, Row
    from steelyard.server.http.access import Account
    from steelyard.server.http.rate_limits import Client

NO_CODE = "no contest and no team has that code; ask the organiser or the team's captain for a new link"


class Destination(NamedTuple):
    """Where a code leads: to contests, all with the same one, or to a team of one of them."""

    rows: list[Row]
    team: Entry | None


class Teams:
    """Of all contests of a server."""

    def __init__(self, service: ContestService, codes: int) -> None:
        """`codes` is how many wrong ones may be tried at one address before it has to wait."""
        self._service = service
        self._by_person = LoginDelay(free=10, longest_s=300.0)
        self._by_address = LoginDelay(free=codes, longest_s=30.0)

    # Coming in.
    def find_for(self, client: Client, code: str) -> Destination:
        """Whoever tries wrong codes waits; a class with its link does not, also beside one who tries.

        Without an account one can be somebody else each time, so an address waits too, but never long.
        """
        keys = [(self._by_person, client.person)] if client.person else []
        if client.kind != "account":
            keys.append((self._by_address, client.address))
        for slowing, key in keys:
            slowing.attempt(key)
        found = self.find(code)
        for slowing, key in keys:
            slowing.succeeded(key)
        return found

    def find(self, code: str) -> Destination:
        store = self._service.contest_store
        team = store.by_team_code(written(code))
        row = None if team is None else store.find(team.contest)
        rows = [row] if row is not None else list(store.by_code(code.strip()))
        rows = sorted((row for row in rows if row.state != "draft"), key=lambda row: row.state == "over")[:1]
        if not rows:
            raise ApiError("contest_code_not_found", NO_CODE)
        return Destination(rows, team)

    def check(self, to: Destination) -> None:
        """Whether a code still lets people in who have not been there."""
        row = to.rows[0]
        if to.team is not None:
            self._check_places(row, to.team)
        elif all(row.state == "over" for row in to.rows):
            raise ApiError("wrong_contest_state", f"{row.name} is over; nobody can join it any more")

    def closed(self, to: Destination) -> tuple[str, bool]:
        """Why nobody can take part by a code any more, and whether they can join all the same, to follow it.

        Somebody who has joined by the contest's own code can be accepted late.
        """
        try:
            self.check(to)
        except ApiError as error:
            return error.error, False
        why = entries_closed(to.rows[0])
        if not why:
            return "", True
        follow = "join to follow the contest"
        if to.rows[0].state in BEGUN:
            return f"{why}; {follow}", True
        return f"{why}; {follow}, and ask its organiser for a late entry", True

    def allows_registration(self, to: Destination) -> bool:
        """Whether a code lets people register where that needs an invitation: its organiser gives those.

        A team's code does so where the contest has a code that the team could pass on just as well.
        """
        owners = [self._service.people.find(row.owner) for row in to.rows if row.code]
        return any(
            owner is not None and not owner.disabled and owner.account.may("organiser") for owner in owners
        )

    async def join(self, to: Destination, me: Account, student_number: str) -> None:
        for row in to.rows:
            if to.team is None:
                await self._service.come_in(row, me)
            else:
                await self._join_team(row, to.team.account, me)
            if student_number and row.state != "over":
                await self.set_student_number(row, me, student_number)

    async def _join_team(self, row: Row, captain: int, me: Account) -> None:
        """Into a team; an entry of one's own goes, if there is nothing in it."""
        service, store = self._service, self._service.contest_store
        async with service.locks[row.id]:
            row, team = service.current(row), store.entries(row.id).get(captain)
            member = store.members(row.id).get(me.id)
            if member is not None and member.captain == captain:
                return
            if team is None:
                raise ApiError("contest_code_not_found", NO_CODE)
            self._check_places(row, team)
            own = None if member is None else self._entry_to_leave(member)
            changes = [] if own is None else [contests_store.left(own)]
            if member is None:
                member = contests_store.Member(row.id, me.id, captain, joined_ms=now_ms())
                changes.append(contests_store.joined(member))
            else:
                member, change = contests_store.rejoined(member, captain=captain, joined_ms=now_ms())
                changes.append(change)
            which = {"team": team.team, "account": team.account}  # no account's name, which may have to go
            await service.keep(row, me, "join_team", which, *changes)
            store.put_member(member)
            if own is not None:
                store.drop_entry(own)

    def _check_places(self, row: Row, team: Entry) -> None:
        service = self._service
        service.check_open(row)
        captain = service.people.find(team.account)
        if captain is None or captain.disabled:
            raise ApiError(
                "contest_code_not_found", "the account of that team's captain is disabled; ask the organiser"
            )
        if len(service.contest_store.team(team)) >= row.team_size:
            raise ApiError(
                "team_full", f"{service.name_of(team)} is full: a team has {row.team_size} at most"
            )

    def _entry_to_leave(self, member: Member) -> Entry:
        """Somebody's own entry, if they are alone in it and without a bot."""
        store = self._service.contest_store
        team = store.entry_of(member.contest, member.account)
        if team is None or team.account != member.account:
            raise ApiError("already_in_team", "you are in another team of this contest; leave that first")
        if len(store.team(team)) > 1:
            raise ApiError("already_in_team", "you are the captain of a team with others; remove them first")
        if team.bot:
            raise ApiError("already_in_team", "you take part with a bot of your own; withdraw it first")
        return team

    # What captains do.
    async def rename(self, row: Row, me: Account, written_name: str) -> None:
        """Another name; an empty one: the captain's."""
        service = self._service
        await asyncio.to_thread(prototypes)  # loaded once
        async with service.locks[row.id]:
            row = self._check_captain(row, me)
            name = self._checked_name(row, me, written_name) if written_name.strip() else ""
            entry, changes = service.entry(row, me.id, team=name)
            await service.keep(row, me, "team_name", {"team": name}, *changes)
            service.contest_store.put_entry(entry)

    async def renew_code(self, row: Row, me: Account) -> None:
        """A code for others to join with; the one before is no longer valid."""
        service = self._service
        async with service.locks[row.id]:
            row = self._check_captain(row, me)
            entry, changes = service.entry(row, me.id, team_code=new_code())
            await service.keep(row, me, "team_code", {}, *changes)
            service.contest_store.put_entry(entry)

    async def pass_captaincy(self, row: Row, me: Account, account: int) -> None:
        """To another of the team, with the entry and its bot."""
        service, store = self._service, self._service.contest_store
        async with service.locks[row.id]:
            row = self._check_captain(row, me)
            entry, member = store.entries(row.id).get(me.id), store.members(row.id).get(account)
            if entry is None or member is None or member.captain != me.id:
                raise ApiError("not_captain", "that account is not in your team; choose somebody who is")
            passed = entry._replace(account=account)
            moved = [contests_store.rejoined(each, captain=account) for each in store.team(entry)]
            changes = [contests_store.left(entry), contests_store.entered(passed), *(c for _, c in moved)]
            await service.keep(row, me, "captain", {"account": account}, *changes)
            store.drop_entry(entry)
            store.put_entry(passed)
            for each, _ in moved:
                store.put_member(each)

    async def leave(self, row: Row, me: Account, account: int) -> None:
        """Out of a team, oneself or sent by its captain; whoever leaves stays in the contest, alone."""
        service, store = self._service, self._service.contest_store
        async with service.locks[row.id]:
            row = service.current(row)
            service.check_open(row)
            member = store.members(row.id).get(account)
            if member is None or me.id not in {account, member.captain}:
                raise ApiError("not_captain", "only its captain removes somebody from a team")
            if member.captain == account:
                raise ApiError(
                    "already_in_team", "you are its captain; make somebody else the captain, then leave"
                )
            team = store.entries(row.id)[member.captain]
            entry = Entry(row.id, account, entered_ms=now_ms())
            member, change = contests_store.rejoined(member, captain=account)
            changes = [contests_store.entered(entry), change]
            if any(bot.id == team.bot for bot in await asyncio.to_thread(service.bot_store.bots_of, account)):
                team, withdrawn = contests_store.reentered(team, bot="", chosen="")
                changes.append(withdrawn)  # whoever leaves takes their bot along
            await service.keep(row, me, "leave_team", {"account": account}, *changes)
            for each in (team, entry):
                store.put_entry(each)
            store.put_member(member)

    def _check_captain(self, row: Row, me: Account) -> Row:
        row = self._service.current(row)
        self._service.check_captain(row, me)
        if row.team_size < 2:
            raise ApiError("team_full", "this contest is for single players")
        return row

    def _checked_name(self, row: Row, me: Account, written_name: str) -> str:
        """As the names of accounts are checked; a team may be called as one of its own people."""
        from steelyard.contest.file.parser import read_file  # noqa: PLC0415 - see ContestService.open

        service, store = self._service, self._service.contest_store
        name = checked_name(written_name)
        entry = store.entry_of(row.id, me.id)
        people = [me.id] if entry is None else [member.account for member in store.team(entry)]
        own = {look for each in service.people.names(people).values() for look in looks(each)}
        others = (each.team for each in store.entries(row.id).values() if each.team and each.account != me.id)
        told = read_file(row.file, FILE)
        house = [line.name or line.bot or "" for line in told.entrants]
        house += [told.teacher.name] if told.teacher is not None else []
        taken = "another team" if any(looks(each) & looks(name) for each in others) else None
        if any(looks(each) & looks(name) for each in house):
            taken = "a bot of this contest"
        if taken is None and not own & looks(name):
            taken = service.people.alike(name)
        if taken is not None:
            raise ApiError("name_taken", f"{taken} has that name, or one that looks like it; choose another")
        return name

    def check_size(self, row: Row, size: int) -> None:
        """Whether a contest's teams may have so many people from now on."""
        store = self._service.contest_store
        if row.state not in {"draft", "open"}:
            raise ApiError(
                "wrong_contest_state", "the size of teams can be changed until the deadline has passed"
            )
        for entry in store.entries(row.id).values():
            if (number := len(store.team(entry))) > size:
                name = self._service.name_of(entry)
                raise ApiError("team_full", f"{name} has {number} members; teams cannot be smaller than that")

    # What everybody does.
    async def set_student_number(self, row: Row, me: Account, number: str) -> None:
        """One's own, until the contest is over; it is told to the organiser and to oneself."""
        service, store = self._service, self._service.contest_store
        async with service.locks[row.id]:
            row = service.current(row)
            member = store.members(row.id).get(me.id)
            if member is None:
                raise ApiError("contest_code_needed", "join the contest first")
            if row.state == "over":
                raise ApiError("wrong_contest_state", "the contest is over; ask its organiser to change it")
            member, change = contests_store.rejoined(member, student_number=number)
            await service.keep(row, me, "student_number", {}, change)
            store.put_member(member)
