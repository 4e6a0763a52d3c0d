"""What lists show of a table and when it is due, in its row; when no server ran."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0009"
down_revision = "0008"

DUE = sql.text("due_ms IS NOT NULL")


def upgrade() -> None:
    op.add_column("tables", sql.Column("summary", sql.Text, nullable=True))
    op.add_column("tables", sql.Column("due_ms", sql.Double, nullable=True))
    op.execute("UPDATE tables SET due_ms = 0 WHERE live AND minded")  # looked at once, then as due
    op.drop_column("tables", "minded")
    op.create_index("tables_due", "tables", ["due_ms"], sqlite_where=DUE, postgresql_where=DUE)
    op.create_index("tables_owner", "tables", ["owner", "live"])
    op.create_table(
        "outages",
        sql.Column("started_ms", sql.Double, primary_key=True),
        sql.Column("stopped_ms", sql.Double, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("outages")
    op.drop_index("tables_owner", "tables")
    op.drop_index("tables_due", "tables")
    op.add_column("tables", sql.Column("minded", sql.Boolean, nullable=False, server_default=sql.true()))
    op.drop_column("tables", "due_ms")
    op.drop_column("tables", "summary")
