"""Finds what people are to be told of, and puts it into the queue: each once, whatever happens in between."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from steelyard import games
from steelyard.server.database.engine import plain
from steelyard.server.database.write_connection import DatabaseLost
from steelyard.server.database.writer import Change
from steelyard.server.mail import letters, store
from steelyard.server.mail.letters import News
from steelyard.server.tables.store import Wanted
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from steelyard.server.accounts.store import AccountStore
    from steelyard.server.database.writer import Writer
    from steelyard.server.mail.letters import Letter
    from steelyard.server.mail.store import Address, MailStore
    from steelyard.server.tables.store import TableStore
    from steelyard.server.tables.terms import Chair

    Writing = Callable[[Sequence[News], str], Letter]

logger = logging.getLogger(__name__)

HOUR_MS = 3_600_000.0
AT_THE_BOARD_MS = 300_000.0  # whoever answers within five minutes need not be told
MOST = 100


class MailNews:
    def __init__(
        self, mail_store: MailStore, tables: TableStore, people: AccountStore, writer: Writer, url: str
    ) -> None:
        self._store = mail_store
        self._tables = tables
        self._people = people
        self._writer = writer
        self._url = url
        self._broken: set[int] = set()
        """Accounts whose news could not be written; that was told once."""

    async def run(self, every_s: float) -> None:
        while True:
            try:
                await self.collect()
            except (SQLAlchemyError, DatabaseLost) as error:
                logger.warning("what is to be mailed could not be found: %s", plain(error))
            await asyncio.sleep(every_s)

    async def collect(self) -> None:
        for address in await asyncio.to_thread(self._store.confirmed):
            person = self._people.find(address.account)
            if person is None or person.disabled:
                continue
            try:
                for news, write in await asyncio.to_thread(self._news, address, person.guest):
                    await self._queue(address, news, write)
            except (SQLAlchemyError, DatabaseLost):
                raise  # which concerns everybody
            except Exception:  # of a game that is not installed, say
                if address.account not in self._broken:
                    logger.exception("what account %d is to be told could not be written", address.account)
                self._broken.add(address.account)
        before_ms = now_ms() - store.KEPT_MS
        await self._writer.kept([Change(store.FORGET_TOLD, {"before_ms": before_ms})])

    def _news(self, address: Address, guest: str) -> list[tuple[list[News], Writing]]:
        """What there is to tell somebody, by kind."""
        found: list[tuple[list[News], Writing]] = []
        mailed_ms = address.turns_ms or 0.0
        if address.turns and now_ms() >= mailed_ms + HOUR_MS:
            found.append((self._turns(guest), letters.your_move))
        challenged_ms = self._store.told_ms(address.account, "challenge")
        if address.challenges and now_ms() >= challenged_ms + HOUR_MS:
            found.append((self._challenges(guest), letters.challenges))
        if address.results:
            known_since_ms = now_ms() - store.KEPT_MS  # what is older may have been told and forgotten
            since_ms = max(address.confirmed_ms or 0.0, known_since_ms)
            found.append((self._ended(guest, since_ms), letters.games_over))
        return found

    def _turns(self, guest: str) -> list[News]:
        rows = self._tables.listed(Wanted(live=True, guest=guest, private=True), None, MOST)
        found = []
        for row in rows:
            summary = row.summary
            if summary is None or not row.terms.clock.startswith("days"):
                continue
            own = [seat for seat in summary.seats_of(guest) if seat in summary.owing]
            if len(own) != 1 or now_ms() < summary.at_ms + AT_THE_BOARD_MS:
                continue
            line = f"{_title(row.terms.game)} against {summary.chairs[1 - own[0]].name}"
            found.append(News(f"turn:{row.terms.id}:{summary.turn}", line, f"/g/{row.terms.id}"))
        return found

    def _challenges(self, guest: str) -> list[News]:
        rows = self._tables.challenges_to(guest, MOST)
        return [
            News(
                f"challenge:{row.terms.id}",
                f"{_challenger(row.terms.chairs)} challenges you to {_title(row.terms.game)}",
                f"/g/{row.terms.id}",
            )
            for row in rows
        ]

    def _ended(self, guest: str, since_ms: float) -> list[News]:
        return [
            News(
                f"over:{each.table}",
                f"{letters.RESULTS[each.result]}: {_title(each.game)}",
                f"/g/{each.table}",
            )
            for each in self._store.ended(guest, since_ms, MOST)
        ]

    async def _queue(self, address: Address, news: list[News], write: Writing) -> None:
        known = await asyncio.to_thread(self._store.known, address.account, [each.what for each in news])
        fresh = [each for each in news if each.what not in known]
        if not fresh:
            return
        now = now_ms()
        letter = write(fresh, self._url)
        written = [
            store.added_mail(address.account, address.address, letter.subject, letter.body, now),
            *(
                Change(store.ADD_TOLD, {"account": address.account, "what": each.what, "at_ms": now})
                for each in fresh
            ),
        ]
        if write is letters.your_move:
            written.append(Change(store.CHANGE_WISHES, {"whose": address.account, "turns_ms": now}))
        try:
            await self._writer.kept(written)
        except IntegrityError:
            logger.info("somebody was told in the same moment")


def _title(game: str) -> str:
    return games.game_class(game).title


def _challenger(chairs: Iterable[Chair]) -> str:
    return next(chair.name for chair in chairs if chair.kind == "guest")
