"""Tournaments of people: who takes part, and the games of their rounds."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sql.Column("id", sql.String(16), primary_key=True),
        sql.Column("name", sql.String(60), nullable=False),
        sql.Column("game", sql.String(40), nullable=False),
        sql.Column("clock", sql.String(40), nullable=False),
        sql.Column("rated", sql.Boolean, nullable=False),
        sql.Column("kind", sql.String(12), nullable=False),
        sql.Column("team_size", sql.Integer, nullable=False),
        sql.Column("rounds", sql.Integer, nullable=True),
        sql.Column("most", sql.Integer, nullable=False),
        sql.Column("round_ms", sql.Double, nullable=True),
        sql.Column("owner", sql.BigInteger, sql.ForeignKey("accounts.id"), nullable=False),
        sql.Column("state", sql.String(10), nullable=False),
        sql.Column("starts_ms", sql.Double, nullable=True),
        sql.Column("round", sql.Integer, nullable=False),
        sql.Column("round_started_ms", sql.Double, nullable=True),
        sql.Column("created_ms", sql.Double, nullable=False),
        sql.Column("ended_ms", sql.Double, nullable=True),
    )
    op.create_index("tournaments_state", "tournaments", ["state", "created_ms"])
    op.create_index("tournaments_owner", "tournaments", ["owner", "state"])
    op.create_table(
        "tournament_entrants",
        _tournament(),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("name", sql.String(30), nullable=False),
        sql.Column("left_after", sql.Integer, nullable=True),
    )
    op.create_table(
        "tournament_players",
        _tournament(),
        sql.Column("account", sql.BigInteger, sql.ForeignKey("accounts.id"), primary_key=True),
        sql.Column("entrant", sql.Integer, nullable=False),
        sql.Column("joined_ms", sql.Double, nullable=False),
    )
    op.create_index("tournament_players_account", "tournament_players", ["account"])
    op.create_table(
        "tournament_games",
        _tournament(),
        sql.Column("round", sql.Integer, primary_key=True),
        sql.Column("match", sql.Integer, primary_key=True),
        sql.Column("board", sql.Integer, primary_key=True),
        sql.Column("first", sql.Integer, nullable=False),
        sql.Column("second", sql.Integer, nullable=True),
        sql.Column("swapped", sql.Boolean, nullable=False),
        sql.Column("table_id", sql.String(16), nullable=True),
        sql.Column("result", sql.String(6), nullable=True),
    )


def _tournament() -> sql.Column[str]:
    return sql.Column("tournament_id", sql.String(16), sql.ForeignKey("tournaments.id"), primary_key=True)
