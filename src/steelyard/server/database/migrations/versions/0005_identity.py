"""The id that a database has in common with its data folder."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table("identity", sql.Column("id", sql.String(32), primary_key=True))


def downgrade() -> None:
    op.drop_table("identity")
