"""Counts rated games that are over, one after the other: each once, whatever happens in between."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

from steelyard.server.database.engine import plain
from steelyard.server.database.write_connection import DatabaseLost
from steelyard.server.database.writer import Change, Unmet
from steelyard.server.people import schema
from steelyard.server.people.ratings import GAMES_A_DAY, Rating, after, after_bot
from steelyard.server.rating_model import measured
from steelyard.server.tables.schema import results

if TYPE_CHECKING:
    from steelyard.server.accounts.store import AccountStore
    from steelyard.server.database.writer import Writer
    from steelyard.server.people.store import Finished, PeopleStore

logger = logging.getLogger(__name__)

LOOK_S = 2.0
AT_ONCE = 50

ADD_RATING = sql.insert(schema.ratings)
_own = schema.ratings.c
SET_RATING = sql.update(schema.ratings).where(
    _own.account == sql.bindparam("whose"),
    _own.game == sql.bindparam("in_game"),
    _own.pace == sql.bindparam("at_pace"),
)
COUNT = sql.update(results).where(
    results.c.table_id == sql.bindparam("table"),
    results.c.seat == sql.bindparam("at"),
    results.c.mu.is_(None),
)


class RatingCounter:
    def __init__(self, store: PeopleStore, people: AccountStore, writer: Writer) -> None:
        self._store = store
        self._people = people
        self._writer = writer
        self._counting = asyncio.Lock()

    async def run(self) -> None:
        while True:
            try:
                await self.count()
            except (SQLAlchemyError, DatabaseLost) as error:
                logger.warning("rated games could not be counted: %s", plain(error))
            await asyncio.sleep(LOOK_S)

    async def count(self) -> int:
        """Count what there is; how many games."""
        async with self._counting:
            found = await asyncio.to_thread(self._store.uncounted, AT_ONCE)
            for number, game in enumerate(found):
                try:
                    await self._count(game)
                except Unmet:  # a rating has just gone with its account: the next time it is seen so
                    return number
            return len(found)

    async def _count(self, game: Finished) -> None:
        accounts = [self._people.number_of(guest) for guest in game.guests]  # also of a deleted account
        keys = [(account, game.game, game.pace) for account in accounts if account is not None]
        if len(keys) < len(accounts):
            await self._keep(game, [Rating()] * len(accounts), [])  # cannot be: such a game needs accounts
            return
        known = await asyncio.to_thread(self._store.ratings, [account for account, _, _ in keys])
        before = [known.get(key, Rating()) for key in keys]
        now = await self._after(game, before)
        if now is None:
            await self._keep(game, before, [])
            return
        changes = [
            Change(
                SET_RATING,
                {"whose": key[0], "in_game": key[1], "at_pace": key[2], **new._asdict()},
                exactly=1,
            )
            if key in known
            else Change(ADD_RATING, {"account": key[0], "game": key[1], "pace": key[2], **new._asdict()})
            for key, new in zip(keys, now, strict=True)
        ]
        await self._keep(game, now, changes)

    async def _after(self, game: Finished, before: list[Rating]) -> list[Rating] | None:
        """The ratings of the people in a game after it; None if it does not count."""
        if game.bot is not None:
            bot = measured(game.game, game.bot)
            return None if bot is None else [after_bot(before[0], bot, game.winner)]
        already = await asyncio.to_thread(self._store.rated_between, game.guests, game.began_ms)
        first, second = before
        return None if already >= GAMES_A_DAY else list(after((first, second), game.winner))

    async def _keep(self, game: Finished, now: list[Rating], changes: list[Change]) -> None:
        """Together: the ratings, and that this game has been counted."""
        counted = [
            Change(
                COUNT,
                {"table": game.table, "at": seat, "mu": new.counted.mu, "sigma": new.sigma},
                exactly=1,
            )
            for seat, new in zip(game.seats, now, strict=True)
        ]
        await self._writer.kept([*counted, *changes])
