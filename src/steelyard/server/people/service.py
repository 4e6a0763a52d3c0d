"""What people can do with one another: challenge, accept, block, report; each checked."""

from __future__ import annotations

import asyncio
from secrets import randbelow
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import sqlalchemy as sql

from steelyard import games
from steelyard.core.errors import InvalidOption
from steelyard.protocol.clock import pace
from steelyard.server.accounts.audit import audited
from steelyard.server.database.writer import Change
from steelyard.server.http.responses import ApiError
from steelyard.server.people import schema
from steelyard.server.people.ratings import GAMES_A_DAY
from steelyard.server.rating_model import measured
from steelyard.server.tables.messages import NewTable, SeatAsked
from steelyard.server.tables.terms import ANYONE
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from steelyard.server.accounts.store import AccountStore, Person
    from steelyard.server.database.writer import Writer
    from steelyard.server.http.access import Account
    from steelyard.server.people.messages import NewChallenge, Reason
    from steelyard.server.people.ratings import Rating
    from steelyard.server.people.store import PeopleStore
    from steelyard.server.tables.store import Row
    from steelyard.server.tables.table import Table

MOST_STANDING = 5  # challenges of one person
MOST_FROM_ADDRESS = 500  # challenges of all people at one address
MOST_REPORTED = 10  # reports of one person that no organiser has looked at
NO_CHALLENGE = "there is no such challenge for you; it may have been withdrawn"
NO_PLAYER = "nobody with an account has that name"

ADD_BLOCK = sql.insert(schema.blocks)
END_BLOCK = sql.delete(schema.blocks).where(
    schema.blocks.c.account == sql.bindparam("by"), schema.blocks.c.blocked == sql.bindparam("whom")
)
ADD_REPORT = sql.insert(schema.reports)
SETTLE_REPORT = sql.update(schema.reports).where(
    schema.reports.c.id == sql.bindparam("report"), schema.reports.c.settled_by.is_(None)
)


class PeopleService:
    def __init__(self, store: PeopleStore, people: AccountStore, writer: Writer) -> None:
        self.store = store
        self.people = people
        self._writer = writer
        self._making: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def player(self, name: str) -> Person:
        """Somebody with an account, by their name."""
        person = self.people.named(name)
        if person is None:
            raise ApiError("player_not_found", NO_PLAYER)
        return person

    async def ratings(self, accounts: Iterable[int]) -> dict[tuple[int, str, str], Rating]:
        return await asyncio.to_thread(self.store.ratings, list(accounts))

    async def table_ratings(self, rows: Sequence[Row]) -> dict[str, list[dict[str, Any] | None]]:
        """Of the players of each table, in its game and at its pace."""
        seated = {
            row.terms.id: [
                person.account.id if (person := self.people.of_guest(chair.guest)) is not None else None
                for chair in (row.terms.chairs if row.summary is None else row.summary.chairs)
            ]
            for row in rows
        }
        known = await self.ratings({account for both in seated.values() for account in both if account})
        return {
            row.terms.id: [
                None
                if account is None
                or (rating := known.get((account, row.terms.game, pace(row.terms.clock)))) is None
                else rating.shown()
                for account in seated[row.terms.id]
            ]
            for row in rows
        }

    # Challenges.
    async def terms(
        self, asked: NewChallenge, me: Account | None, guest: str
    ) -> tuple[NewTable, dict[str, Any]]:
        """The table that a challenge is, and the terms that make it one."""
        if asked.to is not None and asked.bot is not None:
            raise InvalidOption("challenge a player or a bot, not both")
        if asked.rated:
            self._check_rated(asked, me)
        seat = randbelow(2) if asked.seat is None else asked.seat
        if asked.bot is not None:
            if asked.rated:
                await self._check_bot(asked.game, asked.bot, guest)
            other = SeatAsked(kind="bot", bot=asked.bot)
            seats = [SeatAsked(kind="me") if each == seat else other for each in (0, 1)]
            table = NewTable(game=asked.game, clock=asked.clock, seats=seats)
            return table, {"rated": asked.rated}
        person = None if asked.to is None else await self._challenged(asked.to, me)
        open_to = ANYONE if person is None else person.guest
        if asked.rated and person is not None:
            await self._check_pair(guest, open_to)
        seats = [SeatAsked(kind="me" if each == seat else "open") for each in (0, 1)]
        table = NewTable(game=asked.game, clock=asked.clock, seats=seats)
        by_name = {} if person is None else {"invite": "", "challenged": person.account.name}
        return table, {"open_to": open_to, "rated": asked.rated, **by_name}

    async def _challenged(self, name: str, me: Account | None) -> Person:
        if me is None:
            raise ApiError("not_signed_in", "sign in to challenge somebody by name; or send them a link")
        person = self.player(name)
        blocked, blocked_by = await asyncio.to_thread(self.store.blocks_of, me.id)
        if person.account.id == me.id:
            raise ApiError("own_challenge", "that is you; challenge somebody else")
        if person.disabled or person.account.id in blocked | blocked_by:
            raise ApiError("player_not_found", f"{person.account.name} cannot be challenged by you")
        return person

    def _check_rated(self, asked: NewChallenge, me: Account | None) -> None:
        if me is None:
            raise ApiError("rated_needs_account", "rated games are for people with an account; sign in first")
        games.game_class(asked.game)
        if pace(asked.clock) == "untimed":
            raise ApiError("rated_not_possible", "a rated game has a clock; choose one")

    async def _check_bot(self, game: str, bot: str, guest: str) -> None:
        """One at a time: nobody finishes the won ones and leaves the lost ones."""
        if measured(game, bot) is None:
            raise ApiError(
                "rated_not_possible", "a rated game is played against a bot with a measured rating"
            )
        if await asyncio.to_thread(self.store.has_rated_with_bot, guest):
            raise ApiError(
                "rated_bot_running", "a rated game of yours against a bot goes on; finish it first, or resign"
            )

    async def _check_pair(self, one: str, two: str) -> None:
        if await asyncio.to_thread(self.store.rated_between, (one, two), now_ms()) >= GAMES_A_DAY:
            raise ApiError(
                "rated_enough",
                f"{GAMES_A_DAY} rated games of you two have begun within a day, and no more count; "
                "play one that is not rated",
            )

    def making(self, what: str) -> asyncio.Lock:
        """Held while somebody makes a challenge, say: how many of theirs stand does not change meanwhile."""
        return self._making.setdefault(what, asyncio.Lock())

    async def check_standing(self, standing: int, from_address: int) -> None:
        if from_address >= MOST_FROM_ADDRESS:
            raise ApiError(
                "too_many_from_address",
                f"{MOST_FROM_ADDRESS} challenges from your address stand already; accept one of those",
            )
        if standing >= MOST_STANDING:
            raise ApiError(
                "too_many_challenges",
                f"{MOST_STANDING} challenges of yours stand already; withdraw one first",
            )

    async def check_acceptance(self, table: Table, guest: str) -> None:
        """Whether somebody may take the open seat of a challenge."""
        terms = table.terms
        if terms.owner == guest:
            raise ApiError("own_challenge", "this is your own challenge; somebody else has to accept it")
        if terms.open_to not in {ANYONE, guest} or await self.are_apart(guest, terms.owner):
            raise ApiError("challenge_not_found", NO_CHALLENGE)
        if terms.rated:
            await self._check_pair(terms.owner, guest)

    async def are_apart(self, one: str, two: str) -> bool:
        """Whether one of two has blocked the other."""
        first, second = self.people.of_guest(one), self.people.of_guest(two)
        if first is None or second is None:
            return False
        return await self.is_blocked(first.account.id, second.account.id)

    async def is_blocked(self, account: int, other: int) -> bool:
        """The same, of two accounts."""
        blocked, blocked_by = await asyncio.to_thread(self.store.blocks_of, account)
        return other in blocked | blocked_by

    # Those one wants nothing to do with.
    async def block(self, me: Account, name: str, *, blocked: bool) -> None:
        person = self.player(name)
        if person.account.id == me.id:
            raise ApiError("own_account", "one cannot block oneself")
        values = {"by": me.id, "whom": person.account.id}
        changes = [Change(END_BLOCK, values)]
        if blocked:
            row = {"account": me.id, "blocked": person.account.id, "at_ms": now_ms()}
            changes.append(Change(ADD_BLOCK, row))
        await self._writer.kept(changes)

    async def report(self, me: Account, name: str, reason: Reason, table: str) -> None:
        person = self.player(name)
        if person.account.id == me.id:
            raise ApiError("own_account", "one cannot report oneself")
        async with self.making(f"report of {me.id}"):
            await self._report(me, person, reason, table)

    async def _report(self, me: Account, person: Person, reason: Reason, table: str) -> None:
        """The same again is told once; and nobody's report is hidden behind many of somebody else."""
        standing = await asyncio.to_thread(self.store.open_reports_of, me.id)
        if (person.account.id, table, reason) in standing:
            return
        if len(standing) >= MOST_REPORTED:
            raise ApiError(
                "too_many_reports",
                f"{MOST_REPORTED} reports of yours wait for an organiser; let them look at those first",
            )
        row = {
            "account": me.id,
            "reported": person.account.id,
            "table_id": table,
            "reason": reason,
            "at_ms": now_ms(),
        }
        await self._writer.kept([Change(ADD_REPORT, row)])

    async def settle(self, me: Account, report: int) -> None:
        """An organiser has looked at a report."""
        told = audited(me, "report.settle", f"report:{report}", {})
        await self._writer.kept([Change(SETTLE_REPORT, {"report": report, "settled_by": me.id}), told])
