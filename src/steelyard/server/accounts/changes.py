"""Changes of accounts, as statements for the writer."""

from __future__ import annotations

import sqlalchemy as sql

from steelyard.server.accounts import schema
from steelyard.server.accounts.administrators import ONE_IS_LEFT

_accounts = schema.accounts.c
ADD_ACCOUNT = sql.insert(schema.accounts)
_ONE = sql.update(schema.accounts).where(
    _accounts.id == sql.bindparam("whose"), _accounts.deleted_ms.is_(None)
)
SET_PASSWORD = _ONE.values(password=sql.bindparam("to"))
STILL_HAS_PASSWORD = SET_PASSWORD.where(_accounts.password == sql.bindparam("to"))
SET_ROLE = _ONE.where(ONE_IS_LEFT).values(role=sql.bindparam("to"))
SET_DISABLED = _ONE.where(ONE_IS_LEFT).values(disabled=sql.bindparam("to"))
