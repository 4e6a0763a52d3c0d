"""Deletes accounts. One transaction decides; what is left to do then is done after it, again and again.

A server that is killed goes on at its next start. A request of the person that was under way at the moment
can still write something, so everything is looked through once more a while later.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

from steelyard.server.accounts import schema
from steelyard.server.accounts.audit import audited
from steelyard.server.bots import disk_usage
from steelyard.server.bots.schema import bots, versions
from steelyard.server.contests import departures as contest_departures
from steelyard.server.database.engine import plain
from steelyard.server.database.write_connection import DatabaseLost
from steelyard.server.database.writer import Unmet
from steelyard.server.deletion import changes, games
from steelyard.server.http.responses import ApiError
from steelyard.server.time_source import now_ms
from steelyard.server.tournaments import departures as tournament_departures

if TYPE_CHECKING:
    from steelyard.server.accounts.service import AccountService
    from steelyard.server.accounts.store import Person
    from steelyard.server.contests.service import ContestService
    from steelyard.server.http.access import Account
    from steelyard.server.tables.registry import TableRegistry
    from steelyard.server.tournaments.service import TournamentService

logger = logging.getLogger(__name__)

LOOK_S = 5.0  # how often it is looked whether `steelyard accounts delete` was called
GRACE_MS = 60_000.0  # until a request that was under way has surely ended
LAST_ADMIN = "this is the last administrator; make somebody else one first"
NOBODY = "there is no such account"


class AccountDeletion:
    def __init__(
        self,
        accounts: AccountService,
        registry: TableRegistry,
        contest_service: ContestService,
        tournaments: TournamentService,
    ) -> None:
        self._accounts = accounts
        self._people = accounts.people
        self._registry = registry
        self._contests = contest_service
        self._tournaments = tournaments
        self._engine = registry.store.engine
        self._wanted = asyncio.Event()
        self._begun: set[int] = set()
        """Accounts of which this server has removed everything once."""

    # Deciding.
    async def delete_own(self, me: Account, password: str) -> None:
        person = self._found(me.id)
        await self._accounts.check_password(me, password)
        await self._delete(person, me)

    async def delete_other(self, me: Account, whose: int, password: str) -> None:
        person = self._found(whose)
        if whose == me.id:
            raise ApiError("own_account", "delete your own account on your account page")
        await self._accounts.check_password(me, password)
        await self._delete(person, me)

    def _found(self, number: int) -> Person:
        person = self._people.find(number)
        if person is None:
            raise ApiError("account_not_found", NOBODY)
        return person

    async def _delete(self, person: Person, actor: Account | None) -> None:
        number, people = person.account.id, self._people
        by = "the command line" if actor is None else "self" if actor.id == number else "administrator"
        told = audited(actor, "account.delete", f"account:{number}", {"by": by})
        name = await asyncio.to_thread(
            people.retired_names.retiring, person.account.name, self._registry.writer
        )
        async with self._tournaments.runner.entering:  # nobody leaves while a round is paired
            try:
                await self._registry.writer.kept([*changes.deleted(person, now_ms()), *name, told])
            except Unmet:
                if people.find(number) is None:
                    raise ApiError("account_not_found", NOBODY) from None
                raise ApiError("last_administrator", LAST_ADMIN) from None
            people.retired_names.add(person.account.name)
            people.drop(person)
        people.end_all_sessions(number)
        people.on_shut(number)
        self._wanted.set()

    # Removing.
    async def run(self) -> None:
        while True:
            self._wanted.clear()
            try:
                await self.step()
            except (SQLAlchemyError, DatabaseLost) as error:
                logger.warning("a deleted account could not be removed yet: %s", plain(error))
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._wanted.wait()

    async def step(self) -> None:
        """Whatever is to be done now for every account that is deleted, or asked to be."""
        for row in await asyncio.to_thread(self._pending):
            try:
                await self._go_on(row)
            except (SQLAlchemyError, DatabaseLost):
                raise  # which is not the account's fault
            except Exception:  # a table that cannot be read, say: the next account need not wait for it
                logger.exception("account %d could not be removed; that is tried again", row.account)

    async def _go_on(self, row: Any) -> None:
        if row.state == "asked":
            await self._delete_asked(row.account)
            self._wanted.set()
        elif row.account not in self._begun:
            await self._remove(row.account, row.guest)
            self._begun.add(row.account)
        elif now_ms() > row.at_ms + GRACE_MS:
            await self._remove(row.account, row.guest)
            await self._registry.writer.kept(changes.finished(row.account))

    def _pending(self) -> list[Any]:
        query = sql.select(schema.deletions, schema.accounts.c.guest).join(schema.accounts)
        with self._engine.connect() as connection:
            return list(connection.execute(query))

    async def _delete_asked(self, number: int) -> None:
        try:
            await self._delete(self._found(number), None)
        except ApiError as error:
            logger.warning("account %d is not deleted: %s", number, error.error)
            await self._registry.writer.kept(changes.refused(number))

    async def _remove(self, account: int, guest: str) -> None:
        """Each step can be taken again."""
        heir = min((each.account.id for each in self._people.all() if _manages(each)), default=None)
        await contest_departures.leave_all(self._contests, account, heir)
        await tournament_departures.leave_all(self._tournaments, account)
        await games.end_games(self._registry, guest, account)
        await self._registry.writer.kept(changes.bots_removed(account))
        await self._remove_files(account)
        await games.forget_name(self._registry, guest)
        await self._registry.writer.kept(changes.rows_removed(account))

    async def _remove_files(self, account: int) -> None:
        for version in await asyncio.to_thread(self._versions, account):
            place = self._registry.bot_store.place
            await asyncio.to_thread(disk_usage.remove, self._engine, place, version)

    def _versions(self, account: int) -> list[str]:
        query = sql.select(versions.c.id).select_from(versions.join(bots)).where(bots.c.owner == account)
        with self._engine.connect() as connection:
            return list(connection.execute(query).scalars())


def _manages(person: Person) -> bool:
    return person.account.role == "admin" and not person.disabled
