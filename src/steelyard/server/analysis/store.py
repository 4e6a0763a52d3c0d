"""Reviews of games that are over: made once, shown at once from then on."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

import steelyard
from steelyard import games
from steelyard.server.analysis.schema import reviews
from steelyard.server.database.engine import plain
from steelyard.server.database.write_connection import DatabaseLost
from steelyard.server.database.writer import Change
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from steelyard.server.database.writer import Writer

logger = logging.getLogger(__name__)

REVISION = 1  # raised when reviews of the same release say something else
LONGEST = 4 * 2**20  # characters; what is longer is made anew whenever it is asked for

_DELETE = sql.delete(reviews).where(reviews.c.table_id == sql.bindparam("name"))
_INSERT = sql.insert(reviews)


def version(game: str) -> str:
    """What reviews of a game depend on: another release may search better, other rules value differently."""
    return f"{steelyard.__version__}.{games.game_class(game).rules_version}.{REVISION}"


class ReviewStore:
    def __init__(self, engine: sql.Engine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    def find(self, table: str, game: str) -> str | None:
        """The review of a game, as pages get it, if this version has made one."""
        query = sql.select(reviews.c.message).where(
            reviews.c.table_id == table, reviews.c.version == version(game)
        )
        with self._engine.connect() as connection:
            return connection.execute(query).scalar()

    async def keep(self, table: str, game: str, message: str) -> None:
        """In the place of an earlier one; whoever waits for it gets it even if it cannot be kept."""
        if len(message) > LONGEST:
            return
        row = {"table_id": table, "version": version(game), "message": message, "made_ms": now_ms()}
        try:
            await self._writer.kept([Change(_DELETE, {"name": table}), Change(_INSERT, row)])
        except (DatabaseLost, SQLAlchemyError) as error:
            logger.warning("the review of table %s could not be kept: %s", table, plain(error))
