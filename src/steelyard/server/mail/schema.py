"""The tables of mail, as migration 0018 leaves them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, ForeignKey, Index, Integer, String, Table, Text

from steelyard.server.database.metadata import metadata

addresses = Table(
    "mail_addresses",
    metadata,
    Column("account", BigInteger, ForeignKey("accounts.id"), primary_key=True),
    Column("address", String(254), nullable=False),  # empty: they want no mail any more
    Column("confirmed_ms", Double),  # none: nothing is sent but the confirmation
    Column("turns", Boolean, nullable=False),  # what they want to hear of
    Column("challenges", Boolean, nullable=False),
    Column("results", Boolean, nullable=False),
    Column("asked_ms", Double, nullable=False),  # when the last confirmation was sent
    Column("turns_ms", Double),  # when they were last told that it is their move
)

queue = Table(
    "mail_queue",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("account", BigInteger, ForeignKey("accounts.id"), nullable=False),
    Column("address", String(254), nullable=False),
    Column("subject", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("created_ms", Double, nullable=False),
    Column("due_ms", Double, nullable=False),  # later than created after a failure
    Column("attempts", Integer, nullable=False),
    Index("mail_queue_due", "due_ms"),
)

told = Table(  # what somebody has been told of
    "mail_told",
    metadata,
    Column("account", BigInteger, ForeignKey("accounts.id"), primary_key=True),
    Column("what", String(60), primary_key=True),  # as turn:TABLE:7, challenge:TABLE, over:TABLE
    Column("at_ms", Double, nullable=False),
    Index("mail_told_at", "at_ms"),
)
