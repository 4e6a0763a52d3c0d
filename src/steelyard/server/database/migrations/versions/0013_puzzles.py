"""Which puzzles an account has solved, and those of which day."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "puzzle_solutions",
        sql.Column("account", sql.BigInteger, sql.ForeignKey("accounts.id"), primary_key=True),
        sql.Column("puzzle", sql.String(20), primary_key=True),
        sql.Column("day", sql.String(10), primary_key=True),
        sql.Column("solved_ms", sql.Double, nullable=False),
    )
