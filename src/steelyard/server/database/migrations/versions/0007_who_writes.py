"""Which server writes, and the number of what it has written last."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "writer",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("server", sql.String(16), nullable=False),
        sql.Column("number", sql.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("writer")
