"""Jobs: how many workers were lost that had them done on a cluster, and how long they wait after that."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("jobs", sql.Column("losses", sql.Integer, nullable=False, server_default=sql.text("0")))
    op.add_column("jobs", sql.Column("due_ms", sql.Double, nullable=False, server_default=sql.text("0")))
