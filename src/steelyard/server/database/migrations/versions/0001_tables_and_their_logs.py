"""Guests, tables, who sits there, the log, and when a server was last alive."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "guests",
        sql.Column("id", sql.String(64), primary_key=True),
        sql.Column("name", sql.String(40), nullable=False),
        sql.Column("created_ms", sql.Double, nullable=False),
    )
    op.create_table(
        "tables",
        sql.Column(
            "number",
            sql.BigInteger().with_variant(sql.Integer, "sqlite"),
            primary_key=True,
            autoincrement=True,
        ),
        sql.Column("id", sql.String(16), nullable=False, unique=True),
        sql.Column("game", sql.String(40), nullable=False),
        sql.Column("terms", sql.Text, nullable=False),
        sql.Column("owner", sql.String(64), nullable=False),
        sql.Column("live", sql.Boolean, nullable=False),
        sql.Column("minded", sql.Boolean, nullable=False),
        sql.Column("created_ms", sql.Double, nullable=False),
    )
    op.create_index("tables_live", "tables", ["live", "number"])
    op.create_table(
        "seats",
        sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True),
        sql.Column("guest", sql.String(64), nullable=False),
    )
    op.create_index("seats_guest", "seats", ["guest"])
    op.create_table(
        "entries",
        sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("seq", sql.Integer, primary_key=True),
        sql.Column("at_ms", sql.Double, nullable=False),
        sql.Column("body", sql.Text, nullable=False),
    )
    op.create_table(
        "heartbeat",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("alive_ms", sql.Double, nullable=False),
    )


def downgrade() -> None:
    for table in ("heartbeat", "entries", "seats", "tables", "guests"):
        op.drop_table(table)
