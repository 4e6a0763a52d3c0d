"""Bots and their versions, the games they play, ratings, trials, and the workshop's queue."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"
NUMBER = sql.BigInteger().with_variant(sql.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "bots",
        sql.Column("id", sql.String(16), primary_key=True),
        sql.Column("owner", sql.BigInteger, sql.ForeignKey("accounts.id"), nullable=False),
        sql.Column("game", sql.String(40), nullable=False),
        sql.Column("name", sql.String(60), nullable=False),
        sql.Column("remote", sql.Boolean, nullable=False),
        sql.Column("rated", sql.Boolean, nullable=False),
        sql.Column("token", sql.String(64), nullable=False),
        sql.Column("online_ms", sql.Double, nullable=False),
        sql.Column("off", sql.String(400), nullable=False),
        sql.Column("created_ms", sql.Double, nullable=False),
        sql.UniqueConstraint("owner", "game", "name"),
    )
    op.create_index("bots_game", "bots", ["game"])
    op.create_table(
        "versions",
        sql.Column("id", sql.String(16), primary_key=True),
        sql.Column("bot", sql.String(16), sql.ForeignKey("bots.id"), nullable=False),
        sql.Column("number", sql.Integer, nullable=False),
        sql.Column("state", sql.String(12), nullable=False),
        sql.Column("reason", sql.Text, nullable=False),
        sql.Column("log", sql.Text, nullable=False),
        sql.Column("report", sql.Text, nullable=False),
        sql.Column("created_ms", sql.Double, nullable=False),
        sql.UniqueConstraint("bot", "number"),
    )
    op.create_index("versions_state", "versions", ["state"])
    op.create_table(
        "bot_games",
        sql.Column("number", NUMBER, primary_key=True, autoincrement=True),
        sql.Column("id", sql.String(16), nullable=False, unique=True),
        sql.Column("kind", sql.String(8), nullable=False),
        sql.Column("occasion", sql.String(24), nullable=False),
        sql.Column("place", sql.Integer, nullable=False),
        sql.Column("game", sql.String(40), nullable=False),
        sql.Column("first", sql.String(60), nullable=False),
        sql.Column("second", sql.String(60), nullable=False),
        sql.Column("first_version", sql.String(16), nullable=False),
        sql.Column("second_version", sql.String(16), nullable=False),
        sql.Column("names", sql.Text, nullable=False),
        sql.Column("winner", sql.Integer, nullable=True),
        sql.Column("reason", sql.String(40), nullable=False),
        sql.Column("rated", sql.Boolean, nullable=False),
        sql.Column("verdict", sql.Text, nullable=False),
        sql.Column("record", sql.Text, nullable=False),
        sql.Column("ended_ms", sql.Double, nullable=False),
    )
    op.create_index("bot_games_first", "bot_games", ["first", "number"])
    op.create_index("bot_games_second", "bot_games", ["second", "number"])
    op.create_index("bot_games_game", "bot_games", ["game", "number"])
    op.create_index("bot_games_occasion", "bot_games", ["occasion"])
    op.create_table(
        "ratings",
        sql.Column("game", sql.String(40), primary_key=True),
        sql.Column("player", sql.String(60), primary_key=True),
        sql.Column("mu", sql.Double, nullable=False),
        sql.Column("sigma", sql.Double, nullable=False),
        sql.Column("games", sql.Integer, nullable=False),
        sql.Column("version", sql.String(16), nullable=False),
        sql.Column("failed", sql.Integer, nullable=False),
    )
    op.create_table(
        "trials",
        sql.Column("id", sql.String(16), primary_key=True),
        sql.Column("bot", sql.String(16), sql.ForeignKey("bots.id"), nullable=False),
        sql.Column("newer", sql.String(16), sql.ForeignKey("versions.id"), nullable=False),
        sql.Column("older", sql.String(16), sql.ForeignKey("versions.id"), nullable=False),
        sql.Column("state", sql.String(12), nullable=False),
        sql.Column("told", sql.Text, nullable=False),
        sql.Column("created_ms", sql.Double, nullable=False),
    )
    op.create_index("trials_bot", "trials", ["bot", "created_ms"])
    op.create_table(
        "jobs",
        sql.Column("number", NUMBER, primary_key=True, autoincrement=True),
        sql.Column("kind", sql.String(12), nullable=False),
        sql.Column("rank", sql.Integer, nullable=False),
        sql.Column("payload", sql.Text, nullable=False),
        sql.Column("owner", sql.BigInteger, nullable=False),
        sql.Column("state", sql.String(8), nullable=False),
        sql.Column("attempts", sql.Integer, nullable=False),
        sql.Column("claimed_by", sql.String(80), nullable=False),
        sql.Column("beat_ms", sql.Double, nullable=False),
        sql.Column("created_ms", sql.Double, nullable=False),
        sql.Column("result", sql.Text, nullable=False),
    )
    op.create_index("jobs_state", "jobs", ["state", "rank", "number"])
    op.create_table(
        "shares",
        sql.Column("owner", sql.BigInteger, primary_key=True, autoincrement=False),
        sql.Column("served_ms", sql.Double, nullable=False),
    )


def downgrade() -> None:
    for table in ("shares", "jobs", "trials", "ratings", "bot_games", "versions", "bots"):
        op.drop_table(table)
