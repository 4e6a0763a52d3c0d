"""The table of reviews, as migration 0015 leaves it."""

from __future__ import annotations

from sqlalchemy import Column, Double, Index, String, Table, Text

from steelyard.server.database.metadata import metadata

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", String(40), primary_key=True),  # also of games that are kept elsewhere
    Column("version", String(40), nullable=False),  # of what reviewed it; another one's is not shown
    Column("message", Text, nullable=False),  # as pages get it
    Column("made_ms", Double, nullable=False),
    Index("reviews_made", "made_ms"),
)
