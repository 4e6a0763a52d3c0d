"""Teams in contests: how many people one may have, its name and code, and who is in it."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Everybody who has come in becomes the captain of a team of one: so they entered then."""
    op.add_column(
        "contests", sql.Column("team_size", sql.Integer, nullable=False, server_default=sql.text("1"))
    )
    empty = sql.text("''")
    op.add_column("contest_entries", sql.Column("team", sql.String(30), nullable=False, server_default=empty))
    op.add_column(
        "contest_entries", sql.Column("team_code", sql.String(20), nullable=False, server_default=empty)
    )
    op.create_table(
        "contest_members",
        sql.Column("contest", sql.String(16), sql.ForeignKey("contests.id"), primary_key=True),
        sql.Column("account", sql.BigInteger, sql.ForeignKey("accounts.id"), primary_key=True),
        sql.Column("captain", sql.BigInteger, sql.ForeignKey("accounts.id"), nullable=False),
        sql.Column("student_number", sql.String(40), nullable=False),
        sql.Column("joined_ms", sql.Double, nullable=False),
    )
    op.execute(
        "INSERT INTO contest_members (contest, account, captain, student_number, joined_ms) "
        "SELECT contest, account, account, '', entered_ms FROM contest_entries"
    )
