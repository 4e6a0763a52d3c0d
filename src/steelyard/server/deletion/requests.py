"""Deletions that are asked for beside the server, which carries them out."""

from __future__ import annotations

import sqlalchemy as sql

from steelyard.core.errors import SteelyardError
from steelyard.core.names import folded
from steelyard.server.accounts.administrators import LAST_ADMIN, ONE_IS_LEFT
from steelyard.server.accounts.schema import accounts, deletions
from steelyard.server.time_source import now_ms

_own = accounts.c


class CannotDelete(SteelyardError):
    """There is no such account, or it has to stay."""


def ask(engine: sql.Engine, name: str) -> str:
    """Have an account deleted; what it is called."""
    found = sql.select(_own.id, _own.name, ONE_IS_LEFT.label("can_go")).where(
        _own.folded == folded(name), _own.deleted_ms.is_(None)
    )
    with engine.begin() as connection:
        account = connection.execute(found).one_or_none()
        if account is None:
            raise CannotDelete(f"there is no account {name!r}; the page People lists them")
        if not account.can_go:
            raise CannotDelete(f"{account.name}: {LAST_ADMIN}")
        connection.execute(sql.delete(deletions).where(deletions.c.account == account.id))
        row = {"account": account.id, "state": "asked", "at_ms": now_ms()}
        connection.execute(sql.insert(deletions).values(**row))
    return str(account.name)
