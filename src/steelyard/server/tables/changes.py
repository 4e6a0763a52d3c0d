"""What tables write to the database: the statements, their order, and the rows of each change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sql

from steelyard.server.database.schema import heartbeat
from steelyard.server.database.writer import Change
from steelyard.server.tables import log, schema
from steelyard.server.tables.outages import REMEMBERED_MS
from steelyard.server.tables.summary import summarised, write_summary

if TYPE_CHECKING:
    from steelyard.server.database.writer import Writer
    from steelyard.server.tables.log import Entry
    from steelyard.server.tables.outages import Alive, Outage
    from steelyard.server.tables.table import Table

ADD_TABLE = sql.insert(schema.tables)
ADD_SEAT = sql.insert(schema.seats)
ADD_ENTRY = sql.insert(schema.entries)
UPDATE_TABLE = sql.update(schema.tables).where(schema.tables.c.id == sql.bindparam("table"))
ADD_RESULT = sql.insert(schema.results)
ADD_POSITION = sql.insert(schema.running_positions)
END_POSITIONS = sql.delete(schema.running_positions).where(
    schema.running_positions.c.table_id == sql.bindparam("table")
)
CUT_POSITIONS = END_POSITIONS.where(schema.running_positions.c.turn > sql.bindparam("after"))
_own = schema.player_networks.c
ADD_NETWORK = sql.insert(schema.player_networks).from_select(
    ["table_id", "network"],
    sql.select(schema.tables.c.id, sql.bindparam("network", type_=sql.String)).where(
        schema.tables.c.id == sql.bindparam("table"),
        schema.tables.c.live,
        ~sql.exists().where(_own.table_id == schema.tables.c.id, _own.network == sql.bindparam("network")),
    ),
)
END_NETWORKS = sql.delete(schema.player_networks).where(_own.table_id == sql.bindparam("table"))
FORGET_NETWORK = (
    sql.update(schema.tables).where(schema.tables.c.id == sql.bindparam("table")).values(network=None)
)
END_PLANS = sql.delete(schema.plans).where(schema.plans.c.table_id == sql.bindparam("table"))
ORDER = (  # a table before what refers to it
    ADD_TABLE,
    ADD_SEAT,
    ADD_NETWORK,
    ADD_ENTRY,
    ADD_RESULT,
    ADD_POSITION,
    CUT_POSITIONS,  # of turns that may be kept with them; one played again is refused, and each kept alone
    END_POSITIONS,
    END_NETWORKS,
    FORGET_NETWORK,
    END_PLANS,
    UPDATE_TABLE,
)
ADD_OUTAGE = sql.insert(schema.outages)
FORGET_OUTAGES = sql.delete(schema.outages).where(schema.outages.c.started_ms < sql.bindparam("before_ms"))


def added_entry(table: str, entry: Entry) -> list[Change]:
    """What an entry changes in the database: the log, and who sits where."""
    row = {"table_id": table, "seq": entry.seq, "at_ms": entry.at_ms, "body": log.write_body(entry.body)}
    changes = [Change(ADD_ENTRY, row)]
    if isinstance(entry.body, log.Seated):
        seated = {"table_id": table, "seat": entry.body.seat, "guest": entry.body.guest}
        changes.append(Change(ADD_SEAT, seated))
    if isinstance(entry.body, log.Over | log.Cancelled):
        changes += [Change(end, {"table": table}) for end in (END_NETWORKS, FORGET_NETWORK, END_PLANS)]
    return changes


def updated_table(table: Table) -> Change:
    """What lists go by, after the table has changed."""
    return Change(UPDATE_TABLE, {"table": table.terms.id, **_standing(table)})


def _standing(table: Table) -> dict[str, Any]:
    return {
        "live": table.outcome is None,
        "summary": write_summary(summarised(table)),
        "due_ms": table.wanted_ms(),
        "cancelled": table.cancelled,
        "rated_from_ms": table.begun_ms if table.terms.rated and not table.cancelled else None,
        "open_to": None if table.started or table.outcome is not None else table.terms.open_to or None,
    }


def added_table(table: Table, network: str | None = None) -> list[Change]:
    """A new table; `network` is a hash of the address that it was set up from."""
    terms = table.terms
    row = {
        "id": terms.id,
        "game": terms.game,
        "terms": msgspec.json.encode(terms).decode(),
        "owner": terms.owner,
        "created_ms": terms.created_ms,
        "private": terms.private,
        "network": network,
        **_standing(table),
    }
    taken = [
        Change(ADD_SEAT, {"table_id": terms.id, "seat": seat, "guest": chair.guest})
        for seat, chair in enumerate(terms.chairs)
        if chair.kind == "guest"
    ]
    return [Change(ADD_TABLE, row), *taken]


def seen_at(table: str, network: str) -> Change:
    """A player of a running game has opened its page there."""
    return Change(ADD_NETWORK, {"table": table, "network": network})


def alive(writer: Writer, now: Alive) -> list[Change]:
    """The server runs at this moment, by each of its clocks."""
    return [
        writer.upsert(heartbeat, "id", "alive_ms", {"id": number, "alive_ms": at_ms})
        for number, at_ms in enumerate(now, start=1)
    ]


def back(writer: Writer, outage: Outage, now: Alive) -> list[Change]:
    """A server runs again. Outages that are too old to matter to any clock are deleted."""
    return [
        Change(ADD_OUTAGE, outage._asdict()),
        Change(FORGET_OUTAGES, {"before_ms": outage.stopped_ms - REMEMBERED_MS}),
        *alive(writer, now),
    ]
