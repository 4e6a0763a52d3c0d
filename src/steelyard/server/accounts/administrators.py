"""There is always an administrator: the last one can be neither deleted, disabled nor given a lower role."""

from __future__ import annotations

import sqlalchemy as sql

from steelyard.server.accounts import schema

LAST_ADMIN = "this is the last administrator; make somebody else one first"

_accounts = schema.accounts.c
_other = schema.accounts.alias("other").c
ONE_IS_LEFT = (_accounts.role != "admin") | sql.exists().where(
    _other.role == "admin", sql.not_(_other.disabled), _other.deleted_ms.is_(None), _other.id != _accounts.id
)
"""A condition on a change of an account: without that account there is an administrator too."""
