"""The tables of bots and of the games they play among themselves, as migration 0011 leaves them."""

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
    UniqueConstraint,
    false,
    text,
)

from steelyard.server.database.metadata import metadata

NUMBER = BigInteger().with_variant(Integer, "sqlite")  # counts up by itself
SETTLED = ("fit", "unfit", "unchecked")
"""States of a version that is not going to be checked any more."""

bots = Table(
    "bots",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("owner", BigInteger, ForeignKey("accounts.id"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("name", String(60), nullable=False),
    Column("remote", Boolean, nullable=False),  # runs at its owner's, and plays while it is connected
    Column("rated", Boolean, nullable=False),  # whether its games count: always, unless it is remote
    Column("token", String(64), nullable=False),  # the hash of what a remote bot shows
    Column("online_ms", Double, nullable=False),  # when a remote bot was last known to be there
    Column("off", String(400), nullable=False),  # why it is not on the ladder; empty if it is
    Column("created_ms", Double, nullable=False),
    Column("played_ms", Double, nullable=False, server_default=text("0")),  # its last game on the ladder
    # The contest that its team is in, in words ("the contest NAME"): it is closed to others meanwhile.
    Column("closed_for", String(80), nullable=False, server_default=text("''")),
    Column("open_in_contests", Boolean, nullable=False, server_default=false()),  # its owner wants it open
    UniqueConstraint("owner", "game", "name"),
    Index("bots_game", "game"),
)

versions = Table(
    "versions",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("bot", String(16), ForeignKey("bots.id"), nullable=False),
    Column("number", Integer, nullable=False),  # 1, 2, 3 of its bot
    Column("state", String(12), nullable=False),  # waiting, building, checking, fit, unfit, unchecked
    Column("reason", Text, nullable=False),  # why it is unfit or unchecked, in a sentence
    Column("log", Text, nullable=False),  # what its build printed
    Column("report", Text, nullable=False),  # the checks, as JSON
    Column("created_ms", Double, nullable=False),
    Column("source_bytes", BigInteger, nullable=True),  # on the disk; nothing: not measured yet
    Column("built_bytes", BigInteger, nullable=True),
    UniqueConstraint("bot", "number"),
    Index("versions_fit", "state", "bot", "number"),  # logs make rows long: the newest are found without them
)

matches = Table(
    "bot_games",
    metadata,
    Column("number", NUMBER, primary_key=True, autoincrement=True),  # in the order in which they count
    Column("id", String(16), nullable=False, unique=True),  # follows from what was to be played
    Column("kind", String(8), nullable=False),  # ladder, trial
    Column("occasion", String(24), nullable=False),  # the trial it belongs to; the ladder's has none
    Column("place", Integer, nullable=False),  # which game of its occasion
    Column("game", String(40), nullable=False),
    Column("first", String(60), nullable=False),  # a bot's id, or the name of one of ours
    Column("second", String(60), nullable=False),
    Column("first_version", String(16), nullable=False),
    Column("second_version", String(16), nullable=False),
    Column("names", Text, nullable=False),  # as they were then, as JSON
    Column("winner", Integer, nullable=True),  # a seat
    Column("reason", String(40), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("verdict", Text, nullable=False),  # of a bot that failed, as JSON: for its owner alone
    Column("record", Text, nullable=False),  # for everybody
    Column("ended_ms", Double, nullable=False),
    Index("bot_games_first", "first", "number"),
    Index("bot_games_second", "second", "number"),
    Index("bot_games_game", "game", "number"),
    Index("bot_games_occasion", "occasion"),
    Index("bot_games_kind", "kind", "ended_ms"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("player", String(60), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("version", String(16), nullable=False),  # that played last
    Column("failed", Integer, nullable=False),  # games in a row that it lost by failing
)

trials = Table(
    "trials",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("bot", String(16), ForeignKey("bots.id"), nullable=False),
    Column("newer", String(16), ForeignKey("versions.id"), nullable=False),
    Column("older", String(16), ForeignKey("versions.id"), nullable=False),
    Column("state", String(12), nullable=False),  # running, better, not_better, undecided, failed
    Column("told", Text, nullable=False),  # how it stands, as JSON
    Column("created_ms", Double, nullable=False),
    Index("trials_bot", "bot", "created_ms"),
)
