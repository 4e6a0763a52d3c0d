"""Invite codes and one-time links: made, read, used up."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import sqlalchemy as sql

from steelyard.server.accounts import schema
from steelyard.server.accounts.audit import audited
from steelyard.server.database.writer import Change
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from steelyard.server.http.access import Account, Role

HOUR_MS = 3600 * 1000.0
LINK_MS = {"admin": 24 * HOUR_MS, "reset": 24 * HOUR_MS}
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that look alike, read aloud in a class
CODE_LETTERS = 10  # 50 bits, and guessing is slowed

Kind = Literal["admin", "reset"]

_invites, _links = schema.invites.c, schema.links.c
ADD_INVITE = sql.insert(schema.invites)
USE_INVITE = (
    sql.update(schema.invites)
    .where(
        _invites.code == sql.bindparam("of"),
        _invites.uses_left > 0,
        _invites.expires_ms > sql.bindparam("now_ms"),
    )
    .values(uses_left=_invites.uses_left - 1)
)
END_INVITE = sql.update(schema.invites).where(_invites.code == sql.bindparam("of")).values(uses_left=0)
ADD_LINK = sql.insert(schema.links)
USE_LINK = sql.delete(schema.links).where(
    _links.id == sql.bindparam("link"), _links.expires_ms > sql.bindparam("now_ms")
)
END_ADMIN_LINKS = sql.delete(schema.links).where(_links.kind == "admin")
END_LINKS_OF = sql.delete(schema.links).where(_links.account == sql.bindparam("whose"))


class Invite(NamedTuple):
    code: str
    label: str
    role: Role
    uses_left: int
    expires_ms: float
    maker: int
    created_ms: float


class Link(NamedTuple):
    kind: Kind
    account: int | None
    expires_ms: float


def written(code: str) -> str:
    """A code as it is kept, however somebody has typed it."""
    return "".join(each for each in code.upper() if each.isalnum())


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS))


def new_invite(maker: Account, label: str, role: Role, uses: int, days: int) -> tuple[Invite, Change]:
    now = now_ms()
    invite = Invite(new_code(), label, role, uses, now + days * 24 * HOUR_MS, maker.id, now)
    return invite, Change(ADD_INVITE, invite._asdict())


def used_invite(code: str) -> Change:
    """One use less; a code that is used up or too old by now keeps nothing."""
    return Change(USE_INVITE, {"of": code, "now_ms": now_ms()}, exactly=1)


def new_link(kind: Kind, account: int | None) -> tuple[str, float, list[Change]]:
    """What the link says, until when, and what is to be kept; older ones for the same are over."""
    secret, expires_ms = secrets.token_urlsafe(32), now_ms() + LINK_MS[kind]
    over = Change(END_ADMIN_LINKS, {}) if account is None else Change(END_LINKS_OF, {"whose": account})
    row = {"id": hashed(secret), "kind": kind, "account": account, "expires_ms": expires_ms}
    return secret, expires_ms, [over, Change(ADD_LINK, row)]


def admin_path(secret: str) -> str:
    """Where the link for an administrator leads; what follows # is never sent to a server or a log."""
    return f"/account#admin={secret}"


def replace_admin_link(engine: sql.Engine) -> str:
    """A new link for an administrator, also while a server is running; earlier ones no longer work."""
    secret, _, changes = new_link("admin", None)
    with engine.begin() as connection:
        for change in (*changes, audited(None, "admin.link", "server", {})):
            connection.execute(change.statement, change.values)
    return secret


def used_link(secret: str) -> Change:
    return Change(USE_LINK, {"link": hashed(secret), "now_ms": now_ms()}, exactly=1)


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


# Reading.
def find_invite(engine: sql.Engine, code: str) -> Invite | None:
    """A code that can still be used."""
    fresh = (_invites.code == written(code), _invites.uses_left > 0, _invites.expires_ms > now_ms())
    with engine.connect() as connection:
        row = connection.execute(sql.select(schema.invites).where(*fresh)).one_or_none()
    return None if row is None else Invite(*row)


def all_invites(engine: sql.Engine) -> list[Invite]:
    """Those that can still be used, newest first."""
    fresh = (_invites.uses_left > 0, _invites.expires_ms > now_ms())
    query = sql.select(schema.invites).where(*fresh).order_by(_invites.created_ms.desc()).limit(500)
    with engine.connect() as connection:
        return [Invite(*row) for row in connection.execute(query)]


def find_link(engine: sql.Engine, secret: str, kind: Kind) -> Link | None:
    query = sql.select(_links.kind, _links.account, _links.expires_ms).where(
        _links.id == hashed(secret), _links.kind == kind, _links.expires_ms > now_ms()
    )
    with engine.connect() as connection:
        row: Any = connection.execute(query).one_or_none()
    return None if row is None else Link(*row)


def has_admin_link(engine: sql.Engine) -> bool:
    """Whether one was made that can still be used."""
    query = sql.select(_links.id).where(_links.kind == "admin", _links.expires_ms > now_ms())
    with engine.connect() as connection:
        return connection.execute(query).first() is not None
