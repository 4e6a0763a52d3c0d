"""The tables of contests, as migration 0012 leaves them. What is played is in a contest's folder."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    text,
)

from steelyard.server.database.metadata import metadata

contests = Table(
    "contests",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("owner", BigInteger, ForeignKey("accounts.id"), nullable=False),
    Column("name", String(60), nullable=False),
    Column("game", String(40), nullable=False),
    Column("state", String(8), nullable=False),  # draft, open, frozen, running, paused, over
    Column("file", Text, nullable=False),  # as TOML; the seed is in it
    Column("public", Boolean, nullable=False),
    Column("published", Boolean, nullable=False),  # grades and report are for everybody
    Column("code", String(20), nullable=False),  # what one must know to enter; empty: anybody may
    Column("secret", String(64), nullable=False),  # what the addresses of its games are made of
    Column("deadline_ms", Double, nullable=True),
    Column("started_ms", Double, nullable=True),
    Column("problem", Text, nullable=False),  # why it stands still, if it should not
    Column("created_ms", Double, nullable=False),
    # So many people at most; 1: single players.
    Column("team_size", Integer, nullable=False, server_default=text("1")),
    Index("contests_owner", "owner"),
)

entries = Table(
    "contest_entries",
    metadata,
    Column("contest", String(16), ForeignKey("contests.id"), primary_key=True),
    Column("account", BigInteger, ForeignKey("accounts.id"), primary_key=True),  # the team's captain
    Column("bot", String(16), nullable=False),  # which of its bots; empty: it has only come in
    Column("version", String(16), nullable=False),  # whose sources were taken at the deadline
    Column("name", String(60), nullable=False),  # the entrant's, from then on
    Column("late", Boolean, nullable=False),  # entered by the organiser after the deadline
    Column("entered_ms", Double, nullable=False),
    # The version its team wants; empty: the newest fit one.
    Column("chosen", String(16), nullable=False, server_default=text("''")),
    Column("team", String(30), nullable=False, server_default=text("''")),  # its name; empty: the captain's
    # What others join it with; empty: nobody can.
    Column("team_code", String(20), nullable=False, server_default=text("''")),
)

members = Table(
    "contest_members",
    metadata,
    Column("contest", String(16), ForeignKey("contests.id"), primary_key=True),
    Column("account", BigInteger, ForeignKey("accounts.id"), primary_key=True),
    Column(
        "captain", BigInteger, ForeignKey("accounts.id"), nullable=False
    ),  # whose team; one's own: a captain
    Column("student_number", String(40), nullable=False),
    Column("joined_ms", Double, nullable=False),
)
