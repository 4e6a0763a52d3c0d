"""The tables of tournaments, as migration 0020 leaves them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, ForeignKey, Index, Integer, String, Table

from steelyard.server.database.metadata import metadata

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("game", String(40), nullable=False),
    Column("clock", String(40), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("kind", String(12), nullable=False),  # swiss or round_robin
    Column("team_size", Integer, nullable=False),  # 1: everybody plays alone
    Column("rounds", Integer),  # of Swiss; none: as many as there should be
    Column("most", Integer, nullable=False),  # players or teams that can take part
    Column("round_ms", Double),  # how long a round lasts at most; none: until its games are over
    Column("owner", BigInteger, ForeignKey("accounts.id"), nullable=False),
    Column("state", String(10), nullable=False),  # open, running, over or cancelled
    Column("starts_ms", Double),  # when it starts by itself; none: when its owner says so
    Column("round", Integer, nullable=False),  # the one that is played; 0 before the first
    Column("round_started_ms", Double),
    Column("created_ms", Double, nullable=False),
    Column("ended_ms", Double),
    Index("tournaments_state", "state", "created_ms"),
    Index("tournaments_owner", "owner", "state"),
)

entrants = Table(  # a player, or a team of players
    "tournament_entrants",
    metadata,
    Column("tournament_id", String(16), ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("name", String(30), nullable=False),  # of a team; a player is called as their account
    Column("left_after", Integer),  # the last round for which they were paired; none: they are still there
)

players = Table(
    "tournament_players",
    metadata,
    Column("tournament_id", String(16), ForeignKey("tournaments.id"), primary_key=True),
    Column("account", BigInteger, ForeignKey("accounts.id"), primary_key=True),
    Column("entrant", Integer, nullable=False),
    Column("joined_ms", Double, nullable=False),  # boards are in this order
    Index("tournament_players_account", "account"),
)

removed = Table(  # whom a captain has removed from a team: they cannot join it again
    "tournament_removed",
    metadata,
    Column("tournament_id", String(16), ForeignKey("tournaments.id"), primary_key=True),
    Column("entrant", Integer, primary_key=True),
    Column("account", BigInteger, ForeignKey("accounts.id"), primary_key=True),
)

games = Table(
    "tournament_games",
    metadata,
    Column("tournament_id", String(16), ForeignKey("tournaments.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("match", Integer, primary_key=True),
    Column("board", Integer, primary_key=True),
    Column("first", Integer, nullable=False),  # an entrant
    Column("second", Integer),  # none: the first has a bye
    Column("swapped", Boolean, nullable=False),  # the first entrant has seat 1
    Column("table_id", String(16)),  # none: it is not played
    Column("result", String(6)),  # first, second, draw or none; null while it is played
)
