"""Mail: addresses, what is to be sent, and what was told; conditional moves."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "mail_addresses",
        sql.Column("account", sql.BigInteger, sql.ForeignKey("accounts.id"), primary_key=True),
        sql.Column("address", sql.String(254), nullable=False),
        sql.Column("confirmed_ms", sql.Double, nullable=True),
        sql.Column("turns", sql.Boolean, nullable=False),
        sql.Column("challenges", sql.Boolean, nullable=False),
        sql.Column("results", sql.Boolean, nullable=False),
        sql.Column("asked_ms", sql.Double, nullable=False),
        sql.Column("turns_ms", sql.Double, nullable=True),
    )
    op.create_table(
        "mail_queue",
        sql.Column(
            "id",
            sql.BigInteger().with_variant(sql.Integer, "sqlite"),
            primary_key=True,
            autoincrement=True,
        ),
        sql.Column("account", sql.BigInteger, sql.ForeignKey("accounts.id"), nullable=False),
        sql.Column("address", sql.String(254), nullable=False),
        sql.Column("subject", sql.Text, nullable=False),
        sql.Column("body", sql.Text, nullable=False),
        sql.Column("created_ms", sql.Double, nullable=False),
        sql.Column("due_ms", sql.Double, nullable=False),
        sql.Column("attempts", sql.Integer, nullable=False),
    )
    op.create_index("mail_queue_due", "mail_queue", ["due_ms"])
    op.create_table(
        "mail_told",
        sql.Column("account", sql.BigInteger, sql.ForeignKey("accounts.id"), primary_key=True),
        sql.Column("what", sql.String(60), primary_key=True),
        sql.Column("at_ms", sql.Double, nullable=False),
    )
    op.create_index("mail_told_at", "mail_told", ["at_ms"])
    op.create_table(
        "conditional_moves",
        sql.Column("table_id", sql.String(16), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True),
        sql.Column("plan", sql.Text, nullable=False),
    )
