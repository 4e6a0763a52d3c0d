"""The tables of accounts, as migration 0019 leaves them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, ForeignKey, Index, Integer, String, Table, Text

from steelyard.server.database.metadata import metadata

guests = Table(
    "guests",
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of a secret that only the guest's browser has
    Column("name", String(40), nullable=False),
    Column("created_ms", Double, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(30), nullable=False),
    Column(
        "folded", String(120), nullable=False, unique=True
    ),  # what it is found by: no two accounts share it
    Column("role", String(12), nullable=False),
    Column("password", Text, nullable=False),  # argon2id, with its salt and costs
    Column("guest", String(64), nullable=False, unique=True),  # whose games are theirs
    Column("disabled", Boolean, nullable=False),
    Column("created_ms", Double, nullable=False),
    # When it was deleted: the row stays for what refers to it, without name and password.
    Column("deleted_ms", Double),
)

deletions = Table(  # of accounts that are to be deleted, and those of which something is yet to be removed
    "account_deletions",
    metadata,
    Column("account", BigInteger, ForeignKey("accounts.id"), primary_key=True),
    Column("state", String(8), nullable=False),  # asked, or deleted
    Column("at_ms", Double, nullable=False),  # when that was
)

retired_names = Table(  # which nobody can take for a while, lest they be taken for somebody who has left
    "retired_names",
    metadata,
    Column("look", String(64), primary_key=True),  # a keyed hash of how the name can look
    Column("until_ms", Double, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of a secret that only one browser has
    Column("account", BigInteger, ForeignKey("accounts.id"), nullable=False),
    Column("created_ms", Double, nullable=False),
    Column("used_ms", Double, nullable=False),
    Index("sessions_account", "account"),
)

invites = Table(
    "invites",
    metadata,
    Column("code", String(20), primary_key=True),
    Column("label", String(60), nullable=False),
    Column("role", String(12), nullable=False),
    Column("uses_left", Integer, nullable=False),
    Column("expires_ms", Double, nullable=False),
    Column("maker", BigInteger, ForeignKey("accounts.id"), nullable=False),
    Column("created_ms", Double, nullable=False),
)

links = Table(
    "links",
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of what the link says
    Column("kind", String(12), nullable=False),  # "admin" makes one, "reset" lets one choose a new password
    Column("account", BigInteger, ForeignKey("accounts.id"), nullable=True),  # whose password
    Column("expires_ms", Double, nullable=False),
)

audit = Table(
    "audit",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("at_ms", Double, nullable=False),
    Column("actor", BigInteger, nullable=True),  # an account; nobody: the server itself
    Column("action", String(40), nullable=False),
    Column("subject", String(80), nullable=False),
    Column("detail", Text, nullable=False),  # JSON
    Index("audit_actor", "actor", "id"),
    Index("audit_action", "action", "id"),
)
