"""Plays tournaments: collects results, ends rounds whose time is up, pairs the next one.

Each step is one transaction that follows from what the database says, so that a server that stops at any
moment goes on where it was, and no round begins twice.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from steelyard import games
from steelyard.arena.record import new_seed
from steelyard.server.database.engine import plain
from steelyard.server.database.write_connection import DatabaseLost
from steelyard.server.database.writer import Change, Unmet
from steelyard.server.ids import new_id
from steelyard.server.tables.changes import added_table
from steelyard.server.tables.live_table import TableReloading
from steelyard.server.tables.table import Table
from steelyard.server.tables.terms import Chair, Terms
from steelyard.server.time_source import now_ms
from steelyard.server.tournaments import changes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steelyard.server.accounts.store import AccountStore
    from steelyard.server.people.store import PeopleStore
    from steelyard.server.tables.registry import TableRegistry
    from steelyard.server.tournaments.model import Entrant, Game, Score
    from steelyard.server.tournaments.store import Tournament, TournamentStore

logger = logging.getLogger(__name__)

LOOK_S = 2.0
LEAST = 2  # players or teams
TURNED: dict[Score, Score] = {"first": "second", "second": "first"}


class TournamentRunner:
    def __init__(
        self,
        store: TournamentStore,
        people: AccountStore,
        people_store: PeopleStore,
        registry: TableRegistry,
    ) -> None:
        self._store = store
        self._people = people
        self._people_store = people_store
        self._registry = registry
        self.entering = asyncio.Lock()
        """Who takes part does not change while a round is paired."""
        self._broken: set[str] = set()
        """Tournaments that cannot go on; that was told once."""

    async def run(self) -> None:
        while True:
            try:
                await self.step()
            except (SQLAlchemyError, DatabaseLost) as error:
                logger.warning("tournaments could not go on: %s", plain(error))
            await asyncio.sleep(LOOK_S)

    async def step(self) -> None:
        """Whatever is due now, in every tournament."""
        for each in await asyncio.to_thread(self._store.due, now_ms()):
            if each.id in self._broken:
                continue
            try:
                await self._go_on(each)
            except (Unmet, TableReloading):
                continue  # somebody was quicker, or a table is read anew: what is so is seen the next time
            except (SQLAlchemyError, DatabaseLost):
                raise  # which is not the tournament's fault
            except Exception:
                logger.exception("tournament %s cannot go on", each.id)
                self._broken.add(each.id)

    async def _go_on(self, tournament: Tournament) -> None:
        if tournament.state == "open":
            await self._start_or_cancel(tournament)
            return
        entrants = await asyncio.to_thread(self._store.entrants, tournament.id)
        played = await self._collected(tournament)
        if any(game.result is None for game in played):
            return
        last = tournament.round >= tournament.format.round_count(len(entrants))
        if last or len(_there(entrants)) < LEAST:
            await self._registry.writer.kept([changes.ended(tournament.id, "over", now_ms())])
        else:
            await self.begin_round(tournament, played)

    async def _start_or_cancel(self, tournament: Tournament) -> None:
        """At the moment in which it should start; whoever joins now is paired, or told that it is over."""
        async with self.entering:
            entrants = await asyncio.to_thread(self._store.entrants, tournament.id)
            if len(entrants) >= LEAST:
                await self._begin_round(tournament, entrants, [])
            else:
                still = changes.still(tournament.id, "open")
                await self._registry.writer.kept([still, changes.ended(tournament.id, "cancelled", now_ms())])

    async def _collected(self, tournament: Tournament) -> list[Game]:
        """All games, with the results that there are by now."""
        played = await asyncio.to_thread(self._store.games, tournament.id)
        waiting = {game.table_id: game for game in played if game.result is None and game.table_id}
        if not waiting:
            return played
        if _is_late(tournament):
            await self._call_time(list(waiting))
        ended = await asyncio.to_thread(self._store.ended, list(waiting))
        found = {
            name: TURNED.get(score, score) if waiting[name].swapped else score
            for name, score in ended.items()
        }
        if found:
            await self._registry.writer.kept(
                [changes.scored(tournament.id, name, score) for name, score in found.items()]
            )
        return [
            game._replace(result=found[game.table_id])
            if game.result is None and game.table_id in found
            else game
            for game in played
        ]

    async def _call_time(self, tables: Sequence[str]) -> None:
        """The time of the round is up: games that are not over end now."""
        for name in tables:
            live = await self._registry.find(name)
            if live is not None:
                live.add(live.table.call_time(live.now_ms()))
                await live.settled()

    async def begin_round(self, tournament: Tournament, played: Sequence[Game]) -> None:
        """Pair the next round of those who are there; Unmet: too few are, or it has begun."""
        async with self.entering:
            entrants = await asyncio.to_thread(self._store.entrants, tournament.id)
            if len(_there(entrants)) < LEAST:
                raise Unmet
            await self._begin_round(tournament, entrants, played)

    async def _begin_round(
        self, tournament: Tournament, entrants: Sequence[Entrant], played: Sequence[Game]
    ) -> None:
        """Its games and their tables are written together, or nothing is."""
        from steelyard.server.tournaments.rounds import next_round  # noqa: PLC0415 - as it says

        known = [self._with_open_accounts(entrant) for entrant in entrants]
        apart = await asyncio.to_thread(self._apart, known, tournament.created_ms)
        paired = next_round(tournament.format, known, played, apart)
        number = tournament.round + 1
        written = [changes.round_begun(tournament.id, number, now_ms())]
        by_number = {entrant.number: entrant for entrant in known}
        tables = []
        for game in paired:
            table = None
            if game.result is None and game.second is not None:
                table = await asyncio.to_thread(
                    self._table, tournament, game, by_number[game.first], by_number[game.second]
                )
                written += added_table(table)
                tables.append(table)
            row = game._replace(table_id=None if table is None else table.terms.id)._asdict()
            written.append(Change(changes.ADD_GAME, {"tournament_id": tournament.id, **row}))
        await self._registry.writer.kept(written)
        for table in tables:
            self._registry.begin(table)

    def _with_open_accounts(self, entrant: Entrant) -> Entrant:
        """Accounts that were shut do not play; a player whose account is shut has left."""
        there = [
            account
            for account in entrant.accounts
            if (person := self._people.find(account)) is not None and not person.disabled
        ]
        return entrant if len(there) == len(entrant.accounts) else entrant._replace(accounts=tuple(there))

    def _apart(self, entrants: Sequence[Entrant], made_ms: float) -> list[tuple[int, int]]:
        """Pairs of entrants of whom one has blocked the other before the tournament was made.

        Later blocks do not count: whoever sees who takes part could block the strongest.
        """
        of = {account: entrant.number for entrant in entrants for account in entrant.accounts}
        blocks = self._people_store.blocks_among(of, made_ms)
        return [(of[one], of[two]) for one, two in blocks if of[one] != of[two]]

    def _table(self, tournament: Tournament, game: Game, first: Entrant, second: Entrant) -> Table:
        sides = (second, first) if game.swapped else (first, second)
        one, two = (self._chair(side.accounts[game.board - 1]) for side in sides)
        rules = games.get(tournament.game)
        return Table(
            Terms(
                id=new_id(),
                game=tournament.game,
                options={},
                start=rules.write_state(rules.start()),
                clock=tournament.clock,
                chairs=(one, two),
                seed=new_seed(),
                owner=one.guest,
                invite="",
                created_ms=now_ms(),
                rated=tournament.rated,
                tournament=tournament.id,
            )
        )

    def _chair(self, account: int) -> Chair:
        person = self._people.find(account)
        assert person is not None, "nobody leaves while a round is paired"  # noqa: S101
        return Chair("guest", person.account.name, person.guest)


def _there(entrants: Sequence[Entrant]) -> list[Entrant]:
    return [entrant for entrant in entrants if entrant.left_after is None]


def _is_late(tournament: Tournament) -> bool:
    started, lasts = tournament.round_started_ms, tournament.round_ms
    return started is not None and lasts is not None and now_ms() >= started + lasts
