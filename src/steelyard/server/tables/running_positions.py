"""The positions of games that people still play: their players are told no best move there until it is over.

A player is recognised by the account or guest, and by the addresses from which they have opened the game.

They are in the database, so that a table that was put away, or one from before a restart, counts as well. The
first turn of a game stays open: else no opening could be analysed, and no class could play from one position.
"""

from __future__ import annotations

import hashlib
from itertools import islice
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from steelyard.server.database.writer import Change
from steelyard.server.tables import log, schema
from steelyard.server.tables.changes import ADD_POSITION, CUT_POSITIONS, END_POSITIONS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steelyard.core.game import Game
    from steelyard.server.http.clients import Asker
    from steelyard.server.tables.log import Entry
    from steelyard.server.tables.table import Table

OPENING = 1  # turn
ABANDONED_MS = 7 * 24 * 3600 * 1000.0
"""After so long without a move, a game without a clock counts as over: nobody may ever end it."""
CLOSED = (
    "this position occurs in a game of yours, or of somebody at your address, that is still played; "
    "it can be analysed when that game is over"
)


def key(game: Game[Any], state: Any) -> str:
    """What equal positions share: neither options nor counters, such as moves without a capture, matter."""
    return _key(game.id, game.write_state(state))


def start_key(table: Table) -> str:
    return _key(table.game.id, table.terms.start)


def _key(game: str, written: str) -> str:
    words = [word for word in written.split() if not word.isdecimal()]
    return hashlib.blake2b(" ".join([game, *words]).encode(), digest_size=16).hexdigest()


def is_of_people(table: Table) -> bool:
    """Whether a person plays, or may still sit down; somebody who has both seats plays against nobody."""
    people = [chair.guest for chair in table.chairs if chair.kind != "bot"]
    return len(set(people)) == len(people) > 0


def changed(table: Table, entry: Entry) -> list[Change]:
    """What an entry, which has been applied, brings or ends."""
    if isinstance(entry.body, log.Over | log.Cancelled):
        return [Change(END_POSITIONS, {"table": table.terms.id})]
    if isinstance(entry.body, log.Undone):
        return [Change(CUT_POSITIONS, {"table": table.terms.id, "after": len(table.turns)})]
    later = isinstance(entry.body, log.Turn) and len(table.turns) > OPENING
    return _added(table) if later and is_of_people(table) else []


def _added(table: Table) -> list[Change]:
    """The start stays open, also when the game comes back to it."""
    row = {"table_id": table.terms.id, "turn": len(table.turns), "at_ms": table.last_ms}
    found = key(table.game, table.state)
    return [] if found == start_key(table) else [Change(ADD_POSITION, row | {"key": found})]


def are_closed(engine: sql.Engine, keys: Iterable[str], asker: Asker, now_ms: float, but: str = "") -> bool:
    """Whether one of these positions has occurred in a running game of whoever asks, other than `but`."""
    own, tables = schema.running_positions.c, schema.tables.c
    seats, networks = schema.seats.c, schema.player_networks.c
    plays = sql.exists().where(seats.table_id == tables.id, seats.guest == asker.guest)
    is_near = sql.exists().where(networks.table_id == tables.id, networks.network == asker.network)
    query = (
        sql.select(own.key)
        .join(schema.tables, tables.id == own.table_id)
        .where(own.key.in_(set(keys)), tables.live, own.table_id != but)
        .where(tables.due_ms.is_not(None) | (own.at_ms > now_ms - ABANDONED_MS))
        .where(plays | is_near)
        .limit(1)
    )
    with engine.connect() as connection:
        return connection.execute(query).first() is not None


def of_game(table: Table) -> set[str]:
    """Those of a whole game that can be closed."""
    return {key(table.game, state) for state in islice(table.positions(), OPENING + 1, None)}
