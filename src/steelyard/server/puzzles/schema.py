"""The table of solved puzzles, as migration 0017 leaves it."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, ForeignKey, String, Table

from steelyard.server.database.metadata import metadata

puzzle_solutions = Table(
    "puzzle_solutions",
    metadata,
    Column("account", BigInteger, ForeignKey("accounts.id"), primary_key=True),
    Column("puzzle", String(20), primary_key=True),
    Column("day", String(10), primary_key=True),  # whose puzzle it was, 2026-11-16; empty: of no day
    Column("solved_ms", Double, nullable=False),
)
