"""What people can do about mail: give an address, confirm it, choose, and end it."""

from __future__ import annotations

import asyncio
import re
from hmac import compare_digest
from typing import TYPE_CHECKING

from steelyard.core.errors import InvalidOption
from steelyard.server.accounts.audit import audited
from steelyard.server.database.writer import Change
from steelyard.server.http.responses import ApiError
from steelyard.server.mail import letters, store, tokens
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from steelyard.server.database.writer import Writer
    from steelyard.server.http.access import Account
    from steelyard.server.mail.messages import MailWishes
    from steelyard.server.mail.store import Address, MailStore
    from steelyard.server.settings import MailSettings

ATOM = r"[A-Za-z0-9!#$%&'*+/=^_`{|}~-]+"  # without the question mark: `=?` begins words in another encoding
PLAUSIBLE = re.compile(rf"(?=.{{1,64}}@){ATOM}(?:\.{ATOM})*@(?:[A-Za-z0-9-]{{1,63}}\.)+[A-Za-z]{{2,63}}")
LONGEST = 254
# Nobody floods somebody else's mailbox with confirmations.
AGAIN_MS = 600_000.0  # before another one is sent
DAY_MS = 24 * 3600 * 1000.0
MOST_A_DAY = 5  # of one account, and to one mailbox
CONFIRMED_WITHIN_MS = 7 * DAY_MS  # a mail may have to wait for days
NOT_VALID = "this link is not valid any more"


class MailService:
    def __init__(
        self, settings: MailSettings | None, mail_store: MailStore, writer: Writer, key: bytes
    ) -> None:
        self.settings = settings
        self._store = mail_store
        self._writer = writer
        self._key = key
        self._changing = asyncio.Lock()
        """What was found out about earlier mails is so until the next one is written."""

    async def address(self, me: Account) -> Address | None:
        return await asyncio.to_thread(self._store.address, me.id)

    async def change(self, me: Account, asked: MailWishes) -> None:
        """Another address has to be confirmed; without one there is no more mail."""
        if self.settings is None:
            raise ApiError("mail_not_possible", "this server sends no mail")
        wishes = {"turns": asked.turns, "challenges": asked.challenges, "results": asked.results}
        async with self._changing:
            before = await self.address(me)
            if not asked.address:
                await self._writer.kept(store.forgotten(me.id))
            elif before is not None and before.address == asked.address and before.confirmed_ms is not None:
                await self._writer.kept([Change(store.CHANGE_WISHES, {"whose": me.id, **wishes})])
            else:
                await self._ask(me, asked.address, wishes, before, self.settings.url)

    async def _ask(
        self, me: Account, address: str, wishes: dict[str, bool], before: Address | None, url: str
    ) -> None:
        """Keep an address that is yet to be confirmed, and send the link for that."""
        if len(address) > LONGEST or not PLAUSIBLE.fullmatch(address):
            raise InvalidOption(f"{address!r} is not a mail address; it should be like ada@example.org")
        now = now_ms()
        if before is not None and now < before.asked_ms + AGAIN_MS:
            raise ApiError("mail_too_soon", "a confirmation was sent a moment ago; wait ten minutes")
        mailbox = tokens.mailbox(self._key, address)
        by_me = await asyncio.to_thread(self._store.asked_by, me.id, now - DAY_MS)
        by_all = await asyncio.to_thread(self._store.asked_for, mailbox, now - DAY_MS)
        if max(by_me, by_all) >= MOST_A_DAY:
            raise ApiError("mail_too_often", f"{MOST_A_DAY} confirmations a day are sent; try again tomorrow")
        token = tokens.confirmation(self._key, me.id, address, now)
        letter = letters.confirmation(url, token)
        row = {"address": address, "asked_ms": now, **wishes}
        kept = (
            Change(store.ADD_ADDRESS, {"account": me.id, **row})
            if before is None
            else Change(store.CHANGE_WISHES, {"whose": me.id, **row})
        )
        await self._writer.kept(
            [
                *store.forgotten(me.id),
                kept,
                store.added_mail(me.id, address, letter.subject, letter.body, now),
                audited(me, store.ASK, store.subject(mailbox), {}),
            ]
        )

    async def confirm(self, token: str) -> None:
        found = await self._named(token)
        genuine = tokens.confirmation(self._key, found.account, found.address, found.asked_ms)
        _check(token, genuine)
        if now_ms() >= found.asked_ms + CONFIRMED_WITHIN_MS:
            raise ApiError(
                "link_not_valid", "this link is too old; ask for another one on your account's page"
            )
        values = {"whose": found.account, "at": found.address, "now_ms": now_ms()}
        await self._writer.kept([Change(store.CONFIRM, values)])

    async def unsubscribe(self, token: str) -> None:
        found = await self._named(token)
        _check(token, tokens.unsubscription(self._key, found.account, found.address))
        await self._writer.kept(store.forgotten(found.account))

    async def _named(self, token: str) -> Address:
        """The address of the account that a token names."""
        account = tokens.account_in(token)
        found = None if account is None else await asyncio.to_thread(self._store.address, account)
        if found is None:
            raise ApiError("link_not_valid", NOT_VALID)
        return found


def _check(token: str, genuine: str) -> None:
    if not compare_digest(token.encode(), genuine.encode()):
        raise ApiError("link_not_valid", NOT_VALID)
