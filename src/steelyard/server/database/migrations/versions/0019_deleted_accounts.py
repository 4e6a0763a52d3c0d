"""Accounts that were deleted, what is yet to be removed of them, and names that nobody can take meanwhile."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.add_column("accounts", sql.Column("deleted_ms", sql.Double, nullable=True))
    op.create_table(
        "account_deletions",
        sql.Column("account", sql.BigInteger, sql.ForeignKey("accounts.id"), primary_key=True),
        sql.Column("state", sql.String(8), nullable=False),
        sql.Column("at_ms", sql.Double, nullable=False),
    )
    op.create_table(
        "retired_names",
        sql.Column("look", sql.String(64), primary_key=True),
        sql.Column("until_ms", sql.Double, nullable=False),
    )
