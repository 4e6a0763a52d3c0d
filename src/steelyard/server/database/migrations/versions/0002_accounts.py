"""Accounts, their sessions, invite codes, one-time links, and the audit log."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "accounts",
        sql.Column("id", sql.BigInteger, primary_key=True, autoincrement=False),
        sql.Column("name", sql.String(30), nullable=False),
        sql.Column("folded", sql.String(120), nullable=False, unique=True),
        sql.Column("role", sql.String(12), nullable=False),
        sql.Column("password", sql.Text, nullable=False),
        sql.Column("guest", sql.String(64), nullable=False, unique=True),
        sql.Column("disabled", sql.Boolean, nullable=False),
        sql.Column("created_ms", sql.Double, nullable=False),
    )
    op.create_table(
        "sessions",
        sql.Column("id", sql.String(64), primary_key=True),
        sql.Column("account", sql.BigInteger, sql.ForeignKey("accounts.id"), nullable=False),
        sql.Column("created_ms", sql.Double, nullable=False),
        sql.Column("used_ms", sql.Double, nullable=False),
    )
    op.create_index("sessions_account", "sessions", ["account"])
    op.create_table(
        "invites",
        sql.Column("code", sql.String(20), primary_key=True),
        sql.Column("label", sql.String(60), nullable=False),
        sql.Column("role", sql.String(12), nullable=False),
        sql.Column("uses_left", sql.Integer, nullable=False),
        sql.Column("expires_ms", sql.Double, nullable=False),
        sql.Column("maker", sql.BigInteger, sql.ForeignKey("accounts.id"), nullable=False),
        sql.Column("created_ms", sql.Double, nullable=False),
    )
    op.create_table(
        "links",
        sql.Column("id", sql.String(64), primary_key=True),
        sql.Column("kind", sql.String(12), nullable=False),
        sql.Column("account", sql.BigInteger, sql.ForeignKey("accounts.id"), nullable=True),
        sql.Column("expires_ms", sql.Double, nullable=False),
    )
    op.create_table(
        "audit",
        sql.Column(
            "id", sql.BigInteger().with_variant(sql.Integer, "sqlite"), primary_key=True, autoincrement=True
        ),
        sql.Column("at_ms", sql.Double, nullable=False),
        sql.Column("actor", sql.BigInteger, nullable=True),
        sql.Column("action", sql.String(40), nullable=False),
        sql.Column("subject", sql.String(80), nullable=False),
        sql.Column("detail", sql.Text, nullable=False),
    )
    op.create_index("audit_actor", "audit", ["actor", "id"])
    op.create_index("audit_action", "audit", ["action", "id"])


def downgrade() -> None:
    for table in ("audit", "links", "invites", "sessions", "accounts"):
        op.drop_table(table)
