"""Tables that only people with the link find, and the positions of games that are still played."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("tables", sql.Column("private", sql.Boolean, nullable=False, server_default=sql.false()))
    op.create_table(
        "running_positions",
        sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("turn", sql.Integer, primary_key=True),
        sql.Column("key", sql.String(32), nullable=False),
        sql.Column("at_ms", sql.Double, nullable=False),
    )
    op.create_index("running_positions_key", "running_positions", ["key"])
