"""The tables of the job queue."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, Index, Integer, String, Table, Text, text

from steelyard.server.database.metadata import metadata

NUMBER = BigInteger().with_variant(Integer, "sqlite")

jobs = Table(
    "jobs",
    metadata,
    Column("number", NUMBER, primary_key=True, autoincrement=True),
    Column("kind", String(12), nullable=False),
    Column("rank", Integer, nullable=False),  # the lower, the sooner
    Column("payload", Text, nullable=False),  # JSON
    Column("owner", BigInteger, nullable=False),  # an account; 0 is the server itself
    Column("state", String(8), nullable=False),  # waiting, claimed, done, failed
    Column("attempts", Integer, nullable=False),
    # So many workers died that had it done on a cluster; such a claim is no attempt.
    Column("losses", Integer, nullable=False, server_default=text("0")),
    Column("due_ms", Double, nullable=False, server_default=text("0")),  # nobody claims it before
    Column("claimed_by", String(80), nullable=False),
    Column("beat_ms", Double, nullable=False),  # when its worker last said that it lives
    Column("created_ms", Double, nullable=False),
    Column("result", Text, nullable=False),  # JSON; of one that failed, {"error": ...}
    Index("jobs_state", "state", "rank", "number"),
    Index("jobs_kind", "kind", "state", "number"),
)

shares = Table(
    "shares",
    metadata,
    Column("owner", BigInteger, primary_key=True, autoincrement=False),
    Column("served_ms", Double, nullable=False),  # when a worker last took a job of theirs
)
