"""When a bot last played, what a version takes on the disk, and indexes for clean-ups and lists."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0006"
down_revision = "0005"
INDEXES = (
    ("versions_fit", "versions", ["state", "bot", "number"]),
    ("bot_games_kind", "bot_games", ["kind", "ended_ms"]),
    ("jobs_kind", "jobs", ["kind", "state", "number"]),
)


def upgrade() -> None:
    op.add_column("bots", sql.Column("played_ms", sql.Double, nullable=False, server_default=sql.text("0")))
    op.add_column("versions", sql.Column("source_bytes", sql.BigInteger, nullable=True))
    op.add_column("versions", sql.Column("built_bytes", sql.BigInteger, nullable=True))
    for seat in ("first", "second"):
        latest = f"SELECT MAX(ended_ms) FROM bot_games WHERE kind = 'ladder' AND {seat} = bots.id"  # noqa: S608 - ours
        op.execute(f"UPDATE bots SET played_ms = ({latest}) WHERE ({latest}) > played_ms")  # noqa: S608
    op.drop_index("versions_state", "versions")
    for name, table, columns in INDEXES:
        op.create_index(name, table, columns)


def downgrade() -> None:
    for name, table, _ in INDEXES:
        op.drop_index(name, table)
    op.create_index("versions_state", "versions", ["state"])
    op.drop_column("versions", "built_bytes")
    op.drop_column("versions", "source_bytes")
    op.drop_column("bots", "played_ms")
