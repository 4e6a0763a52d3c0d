"""The tables of games: who sits where, what was played, and when no server ran."""

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
    false,
    text,
)

from steelyard.server.database.metadata import metadata

tables = Table(
    "tables",
    metadata,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("id", String(16), nullable=False, unique=True),
    Column("game", String(40), nullable=False),
    Column("terms", Text, nullable=False),  # everything it was set up with, as JSON
    Column("owner", String(64), nullable=False),
    Column("live", Boolean, nullable=False),
    Column("created_ms", Double, nullable=False),
    # In no list but those of the people who play there.
    Column("private", Boolean, nullable=False, server_default=false()),
    Column("summary", Text),  # what lists show of it, as JSON; none: an older server wrote it last
    Column("due_ms", Double),  # when a server has to look after it, 0 for at once; none: when somebody asks
    # Over without a result, before it had really begun.
    Column("cancelled", Boolean, nullable=False, server_default=false()),
    Column("open_to", String(64)),  # a challenge, while it stands: `anyone`, or the guest it is for
    Column("rated_from_ms", Double),  # a rated game, when both had made their first move
    Column("network", String(32)),  # a keyed hash of the address it was set up from; none once it is over
    Index("tables_live", "live", "number"),
    Index("tables_owner", "owner", "live"),
)
Index(
    "tables_due",
    tables.c.due_ms,
    sqlite_where=tables.c.due_ms.is_not(None),
)
Index(
    "tables_open_to",
    tables.c.open_to,
    sqlite_where=tables.c.open_to.is_not(None),
)
Index(
    "tables_rated",
    tables.c.rated_from_ms,
    sqlite_where=tables.c.rated_from_ms.is_not(None),
)

running_positions = Table(
    "running_positions",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("turn", Integer, primary_key=True),
    Column("key", String(32), nullable=False),  # the same for equal positions
    Column("at_ms", Double, nullable=False),
    Index("running_positions_key", "key"),
)

player_networks = Table(  # from which the players of a game that goes on have opened its page
    "player_networks",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("network", String(32), primary_key=True),  # a keyed hash of the address
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", String(64), nullable=False),
    Index("seats_guest", "guest"),
)

results = Table(  # a finished game, from the side of one of its people
    "results",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", String(64), nullable=False),
    Column("game", String(40), nullable=False),
    Column("pace", String(16), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("result", String(5), nullable=False),  # won, lost or drawn
    Column("opponent", String(120), nullable=False),  # the other's name, folded: what a search looks in
    Column("opening", String(40)),  # the first move of this seat
    Column("ended_ms", Double, nullable=False),
    Column("mu", Double),  # the rating after it; none: not rated, or yet to be counted
    Column("sigma", Double),
    Column("bot", String(40)),  # the opponent in a rated game against a built-in bot
    Index("results_guest", "guest", "ended_ms"),
)
Index(
    "results_uncounted",
    results.c.ended_ms,
    sqlite_where=text("rated AND mu IS NULL"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at_ms", Double, nullable=False),
    Column("body", Text, nullable=False),
)

plans = Table(  # conditional moves, which nobody but the seat's owner may know of
    "conditional_moves",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("plan", Text, nullable=False),  # JSON
)

outages = Table(
    "outages",
    metadata,
    Column("started_ms", Double, primary_key=True),  # when a server was there again
    Column("stopped_ms", Double, nullable=False),
)
