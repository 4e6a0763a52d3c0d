"""Tournaments: whom a captain has removed from a team."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.create_table(
        "tournament_removed",
        sql.Column("tournament_id", sql.String(16), sql.ForeignKey("tournaments.id"), primary_key=True),
        sql.Column("entrant", sql.Integer, primary_key=True),
        sql.Column("account", sql.BigInteger, sql.ForeignKey("accounts.id"), primary_key=True),
    )
