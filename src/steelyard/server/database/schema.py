"""The tables in which the database itself is looked after, as the latest migration leaves them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, Integer, String, Table

from steelyard.server.database.metadata import metadata

identity = Table(
    "identity",
    metadata,
    Column("id", String(32), primary_key=True),  # the data folder has the same; one row
)

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True),  # 1: by the date, 2: by its steady clock
    Column("alive_ms", Double, nullable=False),  # when this server was last known to run
)

writer = Table(
    "writer",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("server", String(16), nullable=False),  # whose database it is: a name made at each start
    Column("number", BigInteger, nullable=False),  # of the transaction that the server has written last
)
