"""Rated games against built-in bots, and what they say alone: the limit of a person's rating."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.add_column("results", sql.Column("bot", sql.String(40), nullable=True))
    for name, kind, at_first in (
        ("bot_mu", sql.Double, "25.0"),
        ("bot_sigma", sql.Double, "8.333333333333334"),
        ("bot_games", sql.Integer, "0"),
    ):
        op.add_column("people_ratings", sql.Column(name, kind, nullable=False, server_default=at_first))
