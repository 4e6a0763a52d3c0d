"""The database's tables, as the latest migration leaves them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of a secret that only the guest's browser has
    Column("name", String(40), nullable=False),
    Column("created_ms", Double, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("id", String(16), nullable=False, unique=True),
    Column("game", String(40), nullable=False),
    Column("terms", Text, nullable=False),  # everything it was set up with, as JSON
    Column("owner", String(64), nullable=False),
    Column("live", Boolean, nullable=False),
    Column("minded", Boolean, nullable=False),  # goes on by itself: it has a clock, or bots alone
    Column("created_ms", Double, nullable=False),
    Index("tables_live", "live", "number"),
    Index("tables_owner", "owner"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", String(64), nullable=False),
    Index("seats_guest", "guest"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at_ms", Double, nullable=False),
    Column("body", Text, nullable=False),
)

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("alive_ms", Double, nullable=False),  # when this server was last known to run
)
