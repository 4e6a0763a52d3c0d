"""The tables of people, as migration 0022 leaves them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Index, Integer, String, Table

from steelyard.server.database.metadata import metadata

ratings = Table(
    "people_ratings",
    metadata,
    Column("account", BigInteger, ForeignKey("accounts.id"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("pace", String(16), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    # What the games against built-in bots say alone, and how many they are.
    Column("bot_mu", Double, nullable=False, server_default="25.0"),
    Column("bot_sigma", Double, nullable=False, server_default="8.333333333333334"),
    Column("bot_games", Integer, nullable=False, server_default="0"),
    Index("people_ratings_game", "game", "pace"),
)

blocks = Table(
    "blocks",
    metadata,
    Column("account", BigInteger, ForeignKey("accounts.id"), primary_key=True),
    Column("blocked", BigInteger, ForeignKey("accounts.id"), primary_key=True),  # by that account
    Column("at_ms", Double, nullable=False),
)

reports = Table(
    "reports",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("account", BigInteger, ForeignKey("accounts.id"), nullable=False),  # of whoever reports
    Column("reported", BigInteger, ForeignKey("accounts.id"), nullable=False),
    Column("table_id", String(16), nullable=False),  # where; empty: nowhere in particular
    Column("reason", String(20), nullable=False),
    Column("at_ms", Double, nullable=False),
    Column("settled_by", BigInteger, ForeignKey("accounts.id")),  # an organiser who has looked at it
    Index("reports_open", "settled_by", "id"),
)
