"""Queries of mail, and the statements by which it is written through the `Writer`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sql

from steelyard.server.accounts.schema import audit
from steelyard.server.database.writer import Change
from steelyard.server.mail import schema
from steelyard.server.tables.schema import results

if TYPE_CHECKING:
    from collections.abc import Collection

ASK = "mail.ask"  # in the audit log: a confirmation was sent
KEPT_MS = 60 * 24 * 3600 * 1000.0  # so long it is known what somebody was told of
_own = schema.addresses.c

ADD_ADDRESS = sql.insert(schema.addresses)
_FORGET = (
    sql.update(schema.addresses)
    .where(_own.account == sql.bindparam("whose"))
    .values(address="", confirmed_ms=None)
)
_FORGET_QUEUE = sql.delete(schema.queue).where(schema.queue.c.account == sql.bindparam("whose"))
CHANGE_WISHES = sql.update(schema.addresses).where(_own.account == sql.bindparam("whose"))
CONFIRM = (
    sql.update(schema.addresses)
    .where(_own.account == sql.bindparam("whose"), _own.address == sql.bindparam("at"))
    .values(confirmed_ms=sql.bindparam("now_ms"))
)
ADD_MAIL = sql.insert(schema.queue)
END_MAIL = sql.delete(schema.queue).where(schema.queue.c.id == sql.bindparam("mail"))
POSTPONE = (
    sql.update(schema.queue)
    .where(schema.queue.c.id == sql.bindparam("mail"))
    .values(due_ms=sql.bindparam("later_ms"), attempts=schema.queue.c.attempts + 1)
)
ADD_TOLD = sql.insert(schema.told)
FORGET_TOLD = sql.delete(schema.told).where(schema.told.c.at_ms < sql.bindparam("before_ms"))


class Address(NamedTuple):
    account: int
    address: str
    confirmed_ms: float | None
    turns: bool
    challenges: bool
    results: bool
    asked_ms: float
    turns_ms: float | None


class Mail(NamedTuple):
    id: int
    account: int
    address: str
    subject: str
    body: str
    created_ms: float
    due_ms: float
    attempts: int


class Ended(NamedTuple):
    """A game that is over, from one person's side."""

    table: str
    game: str
    result: str


def forgotten(account: int) -> list[Change]:
    """The address, and whatever was to be sent there; when it was last asked for one is kept."""
    return [Change(_FORGET_QUEUE, {"whose": account}), Change(_FORGET, {"whose": account})]


def added_mail(account: int, address: str, subject: str, body: str, now_ms: float) -> Change:
    row = {"account": account, "address": address, "subject": subject, "body": body}
    return Change(ADD_MAIL, row | {"created_ms": now_ms, "due_ms": now_ms, "attempts": 0})


def subject(mailbox: str) -> str:
    """What the audit log says of a mailbox, as `tokens.mailbox` has it."""
    return f"mail:{mailbox}"


class MailStore:
    def __init__(self, engine: sql.Engine) -> None:
        self.engine = engine

    def address(self, account: int) -> Address | None:
        with self.engine.connect() as connection:
            row = connection.execute(
                sql.select(schema.addresses).where(_own.account == account)
            ).one_or_none()
        return None if row is None else Address(*row)

    def asked_by(self, account: int, since_ms: float) -> int:
        """How many confirmations somebody has asked for since then."""
        return self._asked(audit.c.actor == account, since_ms)

    def asked_for(self, mailbox: str, since_ms: float) -> int:
        """How many confirmations all together have asked for since then that went to one mailbox."""
        return self._asked(audit.c.subject == subject(mailbox), since_ms)

    def _asked(self, which: sql.ColumnElement[bool], since_ms: float) -> int:
        query = sql.select(sql.func.count()).where(which, audit.c.action == ASK, audit.c.at_ms >= since_ms)
        with self.engine.connect() as connection:
            return connection.execute(query).scalar_one()

    def confirmed(self) -> list[Address]:
        with self.engine.connect() as connection:
            query = sql.select(schema.addresses).where(_own.confirmed_ms.is_not(None))
            return [Address(*row) for row in connection.execute(query)]

    def due(self, now_ms: float, limit: int) -> list[Mail]:
        own = schema.queue.c
        query = sql.select(schema.queue).where(own.due_ms <= now_ms).order_by(own.due_ms, own.id).limit(limit)
        with self.engine.connect() as connection:
            return [Mail(*row) for row in connection.execute(query)]

    def known(self, account: int, what: Collection[str]) -> set[str]:
        """Which of these somebody has been told of."""
        own = schema.told.c
        query = sql.select(own.what).where(own.account == account, own.what.in_(what))
        with self.engine.connect() as connection:
            return set(connection.execute(query).scalars())

    def told_ms(self, account: int, kind: str) -> float:
        """When somebody was last told of something of that kind, as `challenge`; 0: never."""
        own = schema.told.c
        query = sql.select(sql.func.max(own.at_ms)).where(
            own.account == account, own.what.startswith(f"{kind}:")
        )
        with self.engine.connect() as connection:
            return connection.execute(query).scalar() or 0.0

    def ended(self, guest: str, since_ms: float, limit: int) -> list[Ended]:
        """Somebody's games with days per move that are over since then, the latest first."""
        own = results.c
        query = (
            sql.select(own.table_id, own.game, own.result)
            .where(own.guest == guest, own.pace == "correspondence", own.ended_ms > since_ms)
            .order_by(own.ended_ms.desc())
            .limit(limit)
        )
        with self.engine.connect() as connection:
            return [Ended(*row) for row in connection.execute(query)]
