"""The version of its bot that a team has chosen for a contest."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column(
        "contest_entries", sql.Column("chosen", sql.String(16), nullable=False, server_default=sql.text("''"))
    )
