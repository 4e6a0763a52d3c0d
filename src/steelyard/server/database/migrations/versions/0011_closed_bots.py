"""Bots that others neither play against nor see the games of, because their team is in a contest."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column(
        "bots", sql.Column("closed_for", sql.String(80), nullable=False, server_default=sql.text("''"))
    )
    op.add_column(
        "bots", sql.Column("open_in_contests", sql.Boolean, nullable=False, server_default=sql.false())
    )
