"""Reviews of games that are over."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sql.Column("table_id", sql.String(40), primary_key=True),
        sql.Column("version", sql.String(40), nullable=False),
        sql.Column("message", sql.Text, nullable=False),
        sql.Column("made_ms", sql.Double, nullable=False),
    )
    op.create_index("reviews_made", "reviews", ["made_ms"])
