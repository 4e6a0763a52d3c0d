"""Contests, and who has entered them."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "contests",
        sql.Column("id", sql.String(16), primary_key=True),
        sql.Column("owner", sql.BigInteger, sql.ForeignKey("accounts.id"), nullable=False),
        sql.Column("name", sql.String(60), nullable=False),
        sql.Column("game", sql.String(40), nullable=False),
        sql.Column("state", sql.String(8), nullable=False),
        sql.Column("file", sql.Text, nullable=False),
        sql.Column("public", sql.Boolean, nullable=False),
        sql.Column("published", sql.Boolean, nullable=False),
        sql.Column("code", sql.String(20), nullable=False),
        sql.Column("secret", sql.String(64), nullable=False),
        sql.Column("deadline_ms", sql.Double, nullable=True),
        sql.Column("started_ms", sql.Double, nullable=True),
        sql.Column("problem", sql.Text, nullable=False),
        sql.Column("created_ms", sql.Double, nullable=False),
    )
    op.create_index("contests_owner", "contests", ["owner"])
    op.create_table(
        "contest_entries",
        sql.Column("contest", sql.String(16), sql.ForeignKey("contests.id"), primary_key=True),
        sql.Column("account", sql.BigInteger, sql.ForeignKey("accounts.id"), primary_key=True),
        sql.Column("bot", sql.String(16), nullable=False),
        sql.Column("version", sql.String(16), nullable=False),
        sql.Column("name", sql.String(60), nullable=False),
        sql.Column("late", sql.Boolean, nullable=False),
        sql.Column("entered_ms", sql.Double, nullable=False),
    )


def downgrade() -> None:
    for table in ("contest_entries", "contests"):
        op.drop_table(table)
