"""Sends what is in the queue, one mail after the other, in a thread; what fails is tried again.

A mail leaves the queue once the mail server has taken it. Should this server stop in the moment between, it
is sent again with the same Message-ID, by which mail programs know that it is the same.
"""

from __future__ import annotations

import asyncio
import logging
import smtplib
import ssl
from datetime import UTC, datetime
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sqlalchemy.exc import SQLAlchemyError

from steelyard.server.database.engine import plain
from steelyard.server.database.write_connection import DatabaseLost
from steelyard.server.database.writer import Change
from steelyard.server.mail import store, tokens
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from steelyard.server.database.writer import Writer
    from steelyard.server.mail.store import Mail, MailStore
    from steelyard.server.settings import MailSettings

logger = logging.getLogger(__name__)

AT_ONCE = 20
TIMEOUT_S = 10.0  # a server that is to stop waits for it
WAITS_S = (60, 300, 1800, 7200, 21600, 43200, 86400)
"""After each failure; a mail that fails once more is given up."""
PERMANENT = 500
UNWRITABLE = (ValueError, MessageError)  # no mail can be made of it


class MailSender:
    def __init__(self, settings: MailSettings, store: MailStore, writer: Writer, key: bytes) -> None:
        self._settings = settings
        self._store = store
        self._writer = writer
        self._key = key

    async def run(self, every_s: float) -> None:
        while True:
            try:
                await self.send_due()
            except (SQLAlchemyError, DatabaseLost) as error:
                logger.warning("mail could not be sent: %s", plain(error))
            await asyncio.sleep(every_s)

    async def send_due(self) -> int:
        """Send what is due; how many were taken by the mail server."""
        sent = 0
        for mail in await asyncio.to_thread(self._store.due, now_ms(), AT_ONCE):
            try:
                await asyncio.to_thread(self._send, mail)
            except (smtplib.SMTPException, OSError, *UNWRITABLE) as error:
                await self._writer.kept([_after_failure(mail, error)])
                continue
            sent += 1
            await self._writer.kept([Change(store.END_MAIL, {"mail": mail.id})])
        return sent

    def _send(self, mail: Mail) -> None:
        settings = self._settings
        unsubscribe = tokens.unsubscription(self._key, mail.account, mail.address)
        written = message(mail, settings.sender, settings.url, unsubscribe)
        secure = ssl.create_default_context()
        line = (
            smtplib.SMTP_SSL(settings.host, settings.port, timeout=TIMEOUT_S, context=secure)
            if settings.security == "tls"
            else smtplib.SMTP(settings.host, settings.port, timeout=TIMEOUT_S)
        )
        with line:
            if settings.security == "starttls":
                line.starttls(context=secure)
            if settings.user:
                line.login(settings.user, settings.password)
            line.send_message(written)


def _after_failure(mail: Mail, error: Exception) -> Change:
    """Try again later, unless that is of no use."""
    hopeless = isinstance(error, UNWRITABLE) or _is_permanent(error) or mail.attempts >= len(WAITS_S)
    logger.warning("a mail was not taken (attempt %d): %s", mail.attempts + 1, error)
    if hopeless:
        return Change(store.END_MAIL, {"mail": mail.id})
    later = now_ms() + WAITS_S[mail.attempts] * 1000
    return Change(store.POSTPONE, {"mail": mail.id, "later_ms": later})


def _is_permanent(error: Exception) -> bool:
    """Whether the mail server does not want this mail to this address, now or later."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= PERMANENT for code, _ in error.recipients.values())
    return isinstance(error, smtplib.SMTPDataError) and error.smtp_code >= PERMANENT


def message(mail: Mail, sender: str, url: str, unsubscribe: str) -> EmailMessage:
    """The mail; the library refuses a header with a line break in it."""
    host = urlsplit(url).hostname or "localhost"
    sent = EmailMessage(policy=SMTP)
    sent["From"] = Address("Steelyard", addr_spec=sender)
    sent["To"] = Address(addr_spec=mail.address)
    sent["Subject"] = mail.subject
    sent["Date"] = format_datetime(datetime.fromtimestamp(mail.created_ms / 1000, UTC))
    sent["Message-ID"] = f"<{mail.id}.{round(mail.created_ms)}@{host}>"  # the same if it is sent again
    sent["Auto-Submitted"] = "auto-generated"
    sent["List-Unsubscribe"] = f"<{url}/api/mail/unsubscribe/{unsubscribe}>"
    sent["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    footer = f"\n-- \nNo more mail: {url}/account#unsubscribe={unsubscribe}\n"
    sent.set_content(mail.body + footer)
    return sent
