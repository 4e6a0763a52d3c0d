"""From which networks people challenge and play, as hashes of their addresses."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.add_column("tables", sql.Column("network", sql.String(32), nullable=True))
    op.create_table(
        "player_networks",
        sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("network", sql.String(32), primary_key=True),
    )
