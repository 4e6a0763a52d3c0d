"""What is written when an account is deleted: in one transaction, all that is known of a person goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from steelyard.server.accounts import schema
from steelyard.server.accounts.administrators import ONE_IS_LEFT
from steelyard.server.accounts.names import DELETED
from steelyard.server.bots.schema import bots, ratings, trials, versions
from steelyard.server.database.writer import Change
from steelyard.server.mail import schema as mail
from steelyard.server.people import schema as people
from steelyard.server.puzzles.schema import puzzle_solutions

if TYPE_CHECKING:
    from steelyard.server.accounts.store import Person

_accounts, _deletions = schema.accounts.c, schema.deletions.c
_MARK = (
    sql.update(schema.accounts)
    .where(
        _accounts.id == sql.bindparam("whose"),
        _accounts.deleted_ms.is_(None),
        ONE_IS_LEFT,
    )
    .values(
        name=DELETED,
        folded=sql.bindparam("unlike_any"),
        role="player",
        password="",
        disabled=True,
        deleted_ms=sql.bindparam("now_ms"),
    )
)
_RENAME_GUEST = (
    sql.update(schema.guests).where(schema.guests.c.id == sql.bindparam("guest_")).values(name=DELETED)
)
DELETE = "account.delete"
"""What an entry of the audit log says that tells of a deletion, and of nobody's name."""
_EMPTY_AUDIT = (
    sql.update(schema.audit)
    .where(schema.audit.c.subject == sql.bindparam("subject_"), schema.audit.c.action != DELETE)
    .values(detail="{}")
)
_ROWS: tuple[sql.Column[Any], ...] = (
    schema.sessions.c.account,
    schema.links.c.account,
    schema.invites.c.maker,
    mail.addresses.c.account,
    mail.queue.c.account,
    mail.told.c.account,
    people.blocks.c.account,
    people.blocks.c.blocked,
    people.reports.c.reported,
    puzzle_solutions.c.account,
)
"""Rows that go with the account they name. Ratings go when the last games have been counted."""
_DELETE_ROWS = [sql.delete(column.table).where(column == sql.bindparam("whose")) for column in _ROWS]
_DELETE_RATINGS = sql.delete(people.ratings).where(people.ratings.c.account == sql.bindparam("whose"))
_END = sql.delete(schema.deletions).where(_deletions.account == sql.bindparam("whose"))
_BEGIN = sql.insert(schema.deletions)

_own_bots = sql.select(bots.c.id).where(bots.c.owner == sql.bindparam("whose"))
_entering_with_bots = (schema.audit.c.actor == sql.bindparam("whose")) & (
    schema.audit.c.action == "contest.enter"
)
_about_bots = sql.select("bot:" + bots.c.id).where(bots.c.owner == sql.bindparam("whose"))
_BOTS = (
    sql.update(versions)
    .where(versions.c.bot.in_(_own_bots), versions.c.state != "deleted")
    .values(state="deleted", reason="", log="", report=""),
    sql.update(trials).where(trials.c.bot.in_(_own_bots), trials.c.state == "running").values(state="failed"),
    sql.delete(ratings).where(ratings.c.player.in_(_own_bots)),
    sql.update(bots)
    .where(bots.c.owner == sql.bindparam("whose"))
    .values(name="deleted bot " + bots.c.id, token="", off="its owner's account was deleted"),
    sql.update(schema.audit)
    .where(schema.audit.c.subject.in_(_about_bots) | _entering_with_bots)
    .values(detail="{}"),
)


def deleted(person: Person, now_ms: float) -> list[Change]:
    """The account is deleted, unless it is the last administrator's (or was deleted before): then Unmet."""
    number = person.account.id
    marked = {"whose": number, "unlike_any": f"#{number}", "now_ms": now_ms}
    return [
        Change(_MARK, marked, exactly=1),
        *rows_removed(number, person.guest),
        Change(_END, {"whose": number}),  # what the command line has asked for
        Change(_BEGIN, {"account": number, "state": "deleted", "at_ms": now_ms}),
    ]


def rows_removed(account: int, guest: str) -> list[Change]:
    """Nothing is left that only they had, and no name."""
    return [
        Change(_RENAME_GUEST, {"guest_": guest}),
        Change(_EMPTY_AUDIT, {"subject_": f"account:{account}"}),
        *(Change(statement, {"whose": account}) for statement in _DELETE_ROWS),
    ]


def bots_removed(account: int) -> list[Change]:
    """Every version is deleted, which frees its files; the bots' rows stay for games that name them."""
    return [Change(statement, {"whose": account}) for statement in _BOTS]


def finished(account: int) -> list[Change]:
    """Nothing is left to be removed."""
    return [Change(_DELETE_RATINGS, {"whose": account}), Change(_END, {"whose": account})]


def refused(account: int) -> list[Change]:
    """What was asked for cannot be done."""
    return [Change(_END, {"whose": account})]
