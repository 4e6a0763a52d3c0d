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
from steelyard.server.accounts.administrators import LAST_ADMIN
from steelyard.server.accounts.audit import audited
from steelyard.server.bots import disk_usage
from steelyard.server.bots.schema import bots, versions
from steelyard.server.contests import departures as contest_departures
from steelyard.server.database.engine import plain
from steelyard.server.database.write_connection import DatabaseLost
from steelyard.server.database.writer import Unmet
from steelyard.server.deletion import changes, games
from steelyard.server.http.connections import BODY_S
from steelyard.server.http.responses import ApiError
from steelyard.server.time_source import now_ms
from steelyard.server.tournaments import departures as tournament_departures

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from steelyard.server.accounts.service import AccountService
    from steelyard.server.accounts.store import Person
    from steelyard.server.contests.service import ContestService
    from steelyard.server.http.access import Account
    from steelyard.server.tables.registry import TableRegistry
    from steelyard.server.tournaments.service import TournamentService

logger = logging.getLogger(__name__)

GRACE_MS = 5 * 1000 * BODY_S  # until a request, a build or a game that was under way has surely ended
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
        self._begun: dict[int, float] = {}
        """When this server has last looked through everything of an account."""

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
        told = audited(actor, changes.DELETE, f"account:{number}", {"by": by})
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
                async with asyncio.timeout(self._registry.settings.intervals.deletions_s):
                    await self._wanted.wait()

    async def step(self) -> None:
        """Whatever is to be done now for every account that is deleted, or asked to be."""
        for row in await asyncio.to_thread(self._pending):
            try:
                await self._go_on(row)
            except (SQLAlchemyError, DatabaseLost):
                raise  # which is not the account's fault
            except Exception:  # the next account need not wait for it
                logger.exception("account %d could not be removed; that is tried again", row.account)

    async def _go_on(self, row: Any) -> None:
        if row.state == "asked":
            await self._delete_asked(row.account)
            self._wanted.set()
            return
        now, last_ms = now_ms(), self._begun.get(row.account)
        if last_ms is not None and now <= max(last_ms, row.at_ms) + GRACE_MS:
            return
        complete = await self._remove(row.account, row.guest)
        self._begun[row.account] = now
        if complete and now > row.at_ms + GRACE_MS:
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

    async def _remove(self, account: int, guest: str) -> bool:
        """Whether every step was taken; each can be taken again, and none waits for another."""
        heir = min((each.account.id for each in self._people.all() if _manages(each)), default=None)
        writer = self._registry.writer
        steps: tuple[Callable[[], Awaitable[None]], ...] = (
            lambda: contest_departures.leave_all(self._contests, account, heir),
            lambda: tournament_departures.leave_all(self._tournaments, account),
            lambda: games.end_games(self._registry, guest, account),
            lambda: writer.kept(changes.bots_removed(account)),
            lambda: asyncio.to_thread(self._remove_files, account),
            lambda: games.forget_name(self._registry, guest),
            lambda: writer.kept(changes.rows_removed(account, guest)),
        )
        complete = True
        for step in steps:
            try:
                await step()
            except (SQLAlchemyError, DatabaseLost):
                raise  # which concerns every step
            except Exception:  # a table that cannot be read, say
                logger.exception("something of account %d could not be removed yet", account)
                complete = False
        return complete

    def _remove_files(self, account: int) -> None:
        own = bots.c.owner == account
        with self._engine.connect() as connection:
            named = list(connection.execute(sql.select(bots.c.id).where(own)).scalars())
            of = sql.select(versions.c.id).select_from(versions.join(bots)).where(own)
            uploaded = list(connection.execute(of).scalars())
        place = self._registry.bot_store.place
        for version in uploaded:
            disk_usage.remove(self._engine, place, version)
        for bot in named:
            disk_usage.remove_game_logs(place.parent, bot)


def _manages(person: Person) -> bool:
    return person.account.role == "admin" and not person.disabled
