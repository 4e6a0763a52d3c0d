"""The games of a deleted account: running ones are resigned, finished ones lose the name."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

from steelyard.core.game import SEATS
from steelyard.core.names import folded
from steelyard.server.accounts.names import DELETED
from steelyard.server.bots.programs import MARK
from steelyard.server.bots.schema import bots, versions
from steelyard.server.database.write_connection import DatabaseLost
from steelyard.server.database.writer import Change
from steelyard.server.tables import log
from steelyard.server.tables.live_table import TableReloading
from steelyard.server.tables.schema import entries, results, seats, tables
from steelyard.server.tables.store import read_terms
from steelyard.server.tables.summary import read_summary, write_summary

if TYPE_CHECKING:
    from steelyard.server.tables.live_table import LiveTable
    from steelyard.server.tables.registry import TableRegistry
    from steelyard.server.tables.terms import Chair

BATCH = 50  # tables in one transaction: games go on meanwhile
READ_ANEW = "a player's account was deleted; the table is read anew"
_SET_TABLE = (
    sql.update(tables)
    .where(tables.c.id == sql.bindparam("table"))
    .values(terms=sql.bindparam("new_terms"), summary=sql.bindparam("new_summary"))
)
_SET_ENTRY = (
    sql.update(entries)
    .where(entries.c.table_id == sql.bindparam("table"), entries.c.seq == sql.bindparam("number"))
    .values(body=sql.bindparam("new_body"))
)
_SET_OPPONENT = (
    sql.update(results)
    .where(results.c.table_id == sql.bindparam("table"), results.c.guest != sql.bindparam("of"))
    .values(opponent=folded(DELETED))
)


async def end_games(registry: TableRegistry, guest: str, account: int) -> None:
    """Resign what a person or their bots play, cancel what has not begun, decline challenges to them."""
    programs = await asyncio.to_thread(_programs, registry.store.engine, account)
    failed: list[Exception] = []
    for name in await asyncio.to_thread(_running, registry.store.engine, guest, programs):
        try:
            await _end(registry, name, guest, programs)
        except (SQLAlchemyError, DatabaseLost):
            raise  # which is not the table's fault
        except Exception as error:  # noqa: BLE001 - of a game that is not installed, say: others end without it
            failed.append(error)
    if failed:
        raise ExceptionGroup("games that could not be ended", failed)


async def _end(registry: TableRegistry, name: str, guest: str, programs: set[str]) -> None:
    live = await registry.find(name)
    if live is not None:
        try:
            await live.settled()
        except TableReloading:  # something has gone wrong at it just now
            live = await registry.find(name)
    if live is not None:
        live.add(_ending(live, guest, programs))
        await live.settled()


def _ending(live: LiveTable, guest: str, programs: set[str]) -> list[log.AnyBody]:
    table = live.table
    if table.outcome is not None:
        return []
    if not table.started and table.terms.open_to == guest:
        return table.decline_challenge()
    lost = [*table.seats_of(guest), *(seat for seat in SEATS if table.chairs[seat].bot in programs)]
    if not lost:
        return []
    return table.cancel() if not table.started or table.beginning else table.resign(lost[0])


def _programs(engine: sql.Engine, account: int) -> set[str]:
    """What the versions of somebody's bots are called at tables."""
    query = sql.select(versions.c.id).select_from(versions.join(bots)).where(bots.c.owner == account)
    with engine.connect() as connection:
        return {f"{MARK}{version}" for version in connection.execute(query).scalars()}


def _running(engine: sql.Engine, guest: str, programs: set[str]) -> list[str]:
    sat = tables.c.id.in_(sql.select(seats.c.table_id).where(seats.c.guest == guest))
    own = sat | (tables.c.owner == guest) | (tables.c.open_to == guest)
    with_bot = sql.select(tables.c.id, tables.c.terms).where(
        tables.c.live, tables.c.terms.contains(f'"{MARK}')
    )
    with engine.connect() as connection:
        found = list(connection.execute(sql.select(tables.c.id).where(tables.c.live, own)).scalars())
        rows = connection.execute(with_bot).all() if programs else []
    against = [row.id for row in rows if any(f'"{program}"' in row.terms for program in programs)]
    return list(dict.fromkeys([*found, *against]))


async def forget_name(registry: TableRegistry, guest: str) -> None:
    """In the games that are over: terms, log and what lists show of them."""
    numbers = await asyncio.to_thread(_finished, registry.store.engine, guest)
    failed: list[Exception] = []
    for start in range(0, len(numbers), BATCH):
        page = numbers[start : start + BATCH]
        changes, unreadable = await asyncio.to_thread(_renamed, registry.store.engine, page, guest)
        failed += unreadable
        if changes:
            await registry.writer.kept([change for written in changes.values() for change in written])
        for name in changes:
            if (live := registry.tables.get(name)) is not None:
                registry.forget(live, READ_ANEW)
    if failed:
        raise ExceptionGroup("games that could not be read", failed)


def _finished(engine: sql.Engine, guest: str) -> list[int]:
    """Also challenges to them that came to nothing: whoever made one sees whom it was for."""
    own = tables.c
    sat = own.id.in_(sql.select(seats.c.table_id).where(seats.c.guest == guest))
    declined = own.cancelled & own.terms.contains(f'"open_to":"{guest}"')
    query = sql.select(own.number).where(sql.not_(own.live), sat | (own.owner == guest) | declined)
    with engine.connect() as connection:
        return list(connection.execute(query.order_by(own.number)).scalars())


def _renamed(
    engine: sql.Engine, numbers: list[int], guest: str
) -> tuple[dict[str, list[Change]], list[Exception]]:
    """What is to be written, by table, nothing of those that have lost the name already; and what fails."""
    seated: dict[str, list[Any]] = {}
    sat = entries.c.body.contains('"kind":"seated"') & entries.c.body.contains(guest)
    query = sql.select(entries.c.table_id, entries.c.seq, entries.c.body)
    own = tables.c
    rows = sql.select(own.id, own.terms, own.summary).where(own.number.in_(numbers))
    with engine.connect() as connection:
        page = connection.execute(rows).all()
        for row in connection.execute(query.where(entries.c.table_id.in_([each.id for each in page]), sat)):
            seated.setdefault(row.table_id, []).append(row)
    changes: dict[str, list[Change]] = {}
    failed: list[Exception] = []
    for row in page:
        try:
            written = _changes(row, seated.get(row.id, []), guest)
        except Exception as error:  # noqa: BLE001 - of a game that is not installed, say
            failed.append(error)
            continue
        if written:
            changes[row.id] = written
    return changes, failed


def _changes(row: Any, seated: list[Any], guest: str) -> list[Change]:
    """Of one table."""
    entered = [change for each in seated if (change := _entry_without_name(each, guest)) is not None]
    terms, summary = _without_name(row, guest)
    if (terms, summary) == (row.terms, row.summary) and not entered:
        return []
    new_row = {"table": row.id, "new_terms": terms, "new_summary": summary}
    opponent = Change(_SET_OPPONENT, {"table": row.id, "of": guest})
    return [Change(_SET_TABLE, new_row), opponent, *entered]


def _entry_without_name(row: Any, guest: str) -> Change | None:
    body = log.read_body(row.body)
    if not isinstance(body, log.Seated) or body.guest != guest or body.name == DELETED:
        return None
    new = log.write_body(msgspec.structs.replace(body, name=DELETED))
    return Change(_SET_ENTRY, {"table": row.table_id, "number": row.seq, "new_body": new})


def _without_name(row: Any, guest: str) -> tuple[str, str | None]:
    terms = read_terms(row.terms)
    one, two = terms.chairs
    challenged = DELETED if terms.open_to == guest else terms.challenged
    new = msgspec.structs.replace(
        terms, chairs=(_chair(one, guest), _chair(two, guest)), challenged=challenged
    )
    written = row.terms if new == terms else msgspec.json.encode(new).decode()
    if row.summary is None:
        return written, None
    summary = read_summary(row.summary)
    one, two = summary.chairs
    shown = msgspec.structs.replace(summary, chairs=(_chair(one, guest), _chair(two, guest)))
    return written, row.summary if shown == summary else write_summary(shown)


def _chair(chair: Chair, guest: str) -> Chair:
    return msgspec.structs.replace(chair, name=DELETED) if chair.guest == guest else chair
