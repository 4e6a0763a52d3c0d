"""Tables that nobody looks at: they cost no memory, and what time brings about happens all the same."""

from __future__ import annotations

import asyncio
import gc
import weakref
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import sqlalchemy as sql

from steelyard.protocol.clock import DAY_MS
from steelyard.server.bots.store import BotStore
from steelyard.server.compute.pool import ComputePool
from steelyard.server.database.database import Database
from steelyard.server.database.writer import Writer
from steelyard.server.ids import new_id
from steelyard.server.settings import Limits, Settings
from steelyard.server.tables import agreements, bot_moves, log, offers, schema
from steelyard.server.tables import registry as registries
from steelyard.server.tables.bot_moves import Answer
from steelyard.server.tables.changes import ORDER, added_entry, added_table, updated_table
from steelyard.server.tables.clocks import LAG_MS, LONGEST_PAUSE_MS
from steelyard.server.tables.registry import TableRegistry
from steelyard.server.tables.store import TableStore
from steelyard.server.tables.summary import Present
from steelyard.server.tables.summary import listed as shown
from steelyard.server.tables.table import Refused, Table, replayed
from tests.server.clocks import set_clocks
from tests.server.tables.timed import ADA, BOT, START_MS, Timed
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from steelyard.server.tables.summary import Summary

HOUR_MS = 3_600_000.0
MANY = 300


class Clock:
    """The time, as a test sets it."""

    def __init__(self) -> None:
        self.ms = START_MS


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    set_clocks(monkeypatch, lambda: made.ms / 1000, lambda: made.ms / 1000)
    return made


@pytest.fixture
def store(database: str) -> Iterator[Database]:
    with closing(Database(database)) as opened:
        yield opened


@pytest.fixture(autouse=True)
def _only_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests say themselves when it is time to look what is due."""
    monkeypatch.setattr(TableRegistry, "_mind", _nothing)


async def _nothing(*_: Any) -> None:
    return None


@asynccontextmanager
async def opened(store: Database) -> AsyncIterator[TableRegistry]:
    """A server's tables, without the server."""
    writer, compute_pool = Writer(store, asyncio.get_running_loop(), ORDER), ComputePool(1)
    registry = TableRegistry(
        Settings("", Path()), TableStore(store.engine), BotStore(store.engine, Path()), writer, compute_pool
    )
    await registry.open()
    try:
        yield registry
    finally:
        await registry.close()
        await compute_pool.close()
        writer.close()


def keep(store: Database, *games: Timed) -> list[str]:
    """Put games into the database as a server would have, each under an id of its own."""
    rows: dict[Any, list[dict[str, Any]]] = {statement: [] for statement in ORDER}
    names = []
    for timed in games:
        terms = msgspec.structs.replace(timed.terms, id=new_id())
        table = replayed(terms, timed.log)
        changes = [*added_table(Table(terms)), updated_table(table)]
        changes += [change for entry in timed.log for change in added_entry(terms.id, entry)]
        for change in changes:
            rows[change.statement].append(change.values)
        names.append(terms.id)
    with store.engine.begin() as connection:
        for statement in ORDER:
            if rows[statement]:
                connection.execute(statement, rows[statement])
    return names


def summary_of(store: Database, name: str) -> Summary:
    row = TableStore(store.engine).table(name)
    assert row is not None
    assert row.summary is not None
    return row.summary


def due_ms(store: Database, name: str) -> float | None:
    with store.engine.connect() as connection:
        due: float | None = connection.execute(
            sql.select(schema.tables.c.due_ms).where(schema.tables.c.id == name)
        ).scalar()
    return due


def last(store: Database, name: str) -> tuple[float, log.AnyBody]:
    entry = TableStore(store.engine).entries(name)[-1]
    return entry.at_ms, entry.body


def alone(work: Any) -> None:
    """Run a test's coroutine, in a loop of its own."""
    asyncio.run(asyncio.wait_for(work, TIMEOUT_S))


def test_unfinished_games_of_days_cost_no_memory_and_end_when_their_time_is_up(
    store: Database, clock: Clock
) -> None:
    keep(store, *[Timed("tank_battle", "days:7")] * MANY)
    (quick,) = keep(store, Timed("tank_battle", "days:1"))

    async def run() -> None:
        async with opened(store) as registry:
            assert await registry.sweep() == 0
            clock.ms = START_MS + DAY_MS  # a move that is on its way still counts
            assert await registry.sweep() == 0
            assert not registry.tables
            clock.ms += LAG_MS
            assert await registry.sweep() == 1
            assert last(store, quick) == (clock.ms, log.Over(1, "time_out", (0, 1), 0))
            assert set(registry.tables) == {quick}

    alone(run())
    assert due_ms(store, quick) is None
    outcome = summary_of(store, quick).outcome
    assert outcome is not None
    assert outcome["winner"] == 1


def test_time_without_a_server_is_nobodys_even_at_tables_that_no_server_has_read_since(
    store: Database, clock: Clock
) -> None:
    """Two servers come and go; the third reads the table, when its time would be up but for the outages."""
    (name,) = keep(store, Timed("tank_battle", "days:7"))

    async def runs_for(ms: float) -> None:
        async with opened(store) as registry:
            assert await registry.sweep() == 0
            clock.ms += ms
            assert await registry.sweep() == 0

    async def goes_on() -> None:
        async with opened(store) as registry:
            present = Present((), 0, registry.outages, clock.ms)
            listed = shown(Timed("tank_battle", "days:7").terms, summary_of(store, name), present, "")
            clock.ms = START_MS + 7 * DAY_MS + LAG_MS
            assert await registry.sweep() == 1  # it was due, but for the outages
            table = registry.tables[name].table
            assert [type(entry.body) for entry in TableStore(store.engine).entries(name)] == [
                log.Paused,
                log.Resumed,
                log.Resumed,
            ]
            assert listed["clocks_ms"][0] == 5 * DAY_MS
            assert table.clocks.left_ms(0, clock.ms) == 2 * DAY_MS - LAG_MS
            assert due_ms(store, name) == START_MS + 9 * DAY_MS + LAG_MS
            assert registry.tables[name].unused  # so it can be put away until then

    async def ends() -> None:
        async with opened(store) as registry:
            clock.ms = START_MS + 9 * DAY_MS
            assert await registry.sweep() == 0
            clock.ms += LAG_MS
            assert await registry.sweep() == 1
            assert last(store, name)[1] == log.Over(1, "time_out", (0, 1), 0)

    alone(runs_for(DAY_MS))
    clock.ms += DAY_MS
    alone(runs_for(DAY_MS))
    clock.ms += DAY_MS
    alone(goes_on())
    alone(ends())


def test_after_a_long_outage_players_of_a_live_game_are_waited_for_from_its_end(
    store: Database, clock: Clock
) -> None:
    (name,) = keep(store, Timed("tank_war", "bank:120s").here())

    async def runs() -> None:
        async with opened(store) as registry:
            assert await registry.sweep() == 1  # what is played live is taken up at once
            live = registry.tables[name]
            live.add(live.table.seen([0, 1]))
            await live.settled()
            clock.ms += 10_000

    async def goes_on() -> None:
        async with opened(store) as registry:
            await registry.sweep()
            clocks = registry.tables[name].table.clocks
            assert clocks.paused == (True, True)
            assert clocks.left_ms(0, clock.ms) == 110_000
            assert clocks.wake_ms(0) == clock.ms + LONGEST_PAUSE_MS
            assert not registry.tables[name].unused

    alone(runs())
    clock.ms += DAY_MS
    alone(goes_on())


def test_a_vacation_ends_without_anybody_looking(store: Database, clock: Clock) -> None:
    timed = Timed("tank_battle", "days:1")
    timed.add(timed.table.vacation(0, 2, timed.now_ms))
    (name,) = keep(store, timed)

    async def run() -> None:
        async with opened(store) as registry:
            clock.ms = START_MS + 2 * DAY_MS - 1
            assert await registry.sweep() == 0
            clock.ms += 1
            assert await registry.sweep() == 1
            assert last(store, name) == (clock.ms, log.Resumed(0, "the vacation is over"))
            assert due_ms(store, name) == clock.ms + DAY_MS + LAG_MS

    alone(run())


def test_a_bot_that_is_to_move_is_asked_by_the_next_server(
    store: Database, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def choice(table: Table, seat: Any, *_: Any) -> Answer:
        return Answer(table.words(seat)[0], 1.0)

    monkeypatch.setattr(TableRegistry, "prepare", _nothing)
    monkeypatch.setattr(bot_moves, "choice", choice)
    by_days, without = keep(store, *(Timed("tank_battle", each, (BOT, ADA)) for each in ("days:1", "none")))
    (over_to_ada,) = keep(store, Timed("tank_battle", "days:1", (ADA, BOT)))

    async def run() -> None:
        async with opened(store) as registry:
            clock.ms += HOUR_MS
            assert await registry.sweep() == 2
            for _ in range(100):  # the bots' tasks, one after the other
                await asyncio.sleep(0)
            for name in (by_days, without):
                await registry.tables[name].settled()
                assert registry.tables[name].unused
        assert over_to_ada not in registry.tables

    alone(run())
    assert due_ms(store, by_days) == clock.ms + DAY_MS + LAG_MS
    assert due_ms(store, without) is None


@pytest.mark.parametrize("first", ["read", "begun"])
def test_a_new_table_that_is_looked_for_as_it_is_set_up_is_one_table(store: Database, first: str) -> None:
    """The sweep finds it in the database before whoever has set it up goes on; a bot would move twice."""
    terms = msgspec.structs.replace(Timed("tank_battle", "none").terms, id=new_id())

    async def run() -> None:
        async with opened(store) as registry:
            await registry.writer.kept(added_table(Table(terms)))
            found = asyncio.create_task(registry.find(terms.id))
            await (found if first == "read" else asyncio.sleep(0))
            live = registry.begin(Table(terms))
            assert await found is live
            assert registry.tables[terms.id] is live

    alone(run())


def test_a_table_that_cannot_be_read_does_not_keep_others_from_their_turn(
    store: Database, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    broken, good = keep(store, *[Timed("tank_battle", "days:1")] * 2)
    with store.engine.begin() as connection:
        entry = {"table_id": broken, "seq": 1, "at_ms": 0.0, "body": "no JSON"}
        connection.execute(sql.insert(schema.entries), entry)

    async def run() -> None:
        async with opened(store) as registry:
            clock.ms += 2 * DAY_MS
            assert await registry.sweep() == 2
            assert await registry.sweep() == 0

    alone(run())
    assert isinstance(last(store, good)[1], log.Over)
    assert f"table {broken} is damaged" in caplog.records[-1].getMessage()


@pytest.mark.usefixtures("clock")
def test_beyond_a_number_of_tables_those_are_put_away_that_nobody_has_asked_for_the_longest(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registries, "MOST_TABLES", 3)
    live_game, *others = keep(store, Timed("tank_war", "bank:120s"), *[Timed("tank_battle", "days:1")] * 5)

    async def run() -> None:
        async with opened(store) as registry:
            for name in (live_game, *others[:2]):
                await registry.find(name)
            await registry.find(others[0])  # asked for again
            await registry.find(others[2])
            assert set(registry.tables) == {live_game, others[0], others[2]}
            for name in others[3:]:
                await registry.find(name)
            assert set(registry.tables) == {live_game, *others[3:]}  # a live game stays

    alone(run())


def test_a_table_that_is_put_away_is_freed_at_once(store: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the collector, which seldom looks at what was there for a while."""
    monkeypatch.setattr(registries, "collect_garbage", lambda **_: None)

    async def come_and_go() -> None:
        async with opened(store) as registry:
            (name,) = keep(store, Timed("tank_war", "none"))
            live = await registry.find(name)
            assert live is not None
            live.add(live.table.move(0, 1, "LA", live.now_ms()))
            await live.settled()
            loop, gone = asyncio.get_running_loop(), asyncio.Event()
            weakref.finalize(live, loop.call_soon_threadsafe, gone.set)
            registry._put_away([live])
            del live
            await gone.wait()  # the writer's thread lets go of it a moment later

    gc.disable()
    try:
        alone(come_and_go())
    finally:
        gc.enable()


@pytest.mark.usefixtures("clock")
def test_tables_of_an_older_database_are_looked_at_once_and_listed_from_then_on(store: Database) -> None:
    names = keep(store, Timed("tank_war"), Timed("tank_battle", "days:1"))
    with store.engine.begin() as connection:  # as the migration leaves them
        connection.execute(sql.update(schema.tables).values(summary=None))
        connection.execute(sql.update(schema.tables).where(schema.tables.c.id == names[1]).values(due_ms=0.0))

    async def run() -> None:
        async with opened(store) as registry:
            assert await registry.sweep() == 1
            await registry.find(names[0])

    alone(run())
    assert [summary_of(store, name).turn for name in names] == [0, 0]
    assert [due_ms(store, name) for name in names] == [None, START_MS + DAY_MS + LAG_MS]


def test_a_game_from_an_archive_stays_as_it_is(
    store: Database, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that was voided has no outcome, and nobody is asked to go on with it."""
    monkeypatch.setattr(TableRegistry, "prepare", _nothing)
    alone(_comes_and_goes(store))
    clock.ms += DAY_MS

    async def run() -> None:
        async with opened(store) as registry:
            table = Timed("tank_war", "bank:120s", (BOT, BOT)).table
            registry.archives.append(lambda _: table)
            live = await registry.find("a" * 10)
            for _ in range(100):
                await asyncio.sleep(0)
            assert live is not None
            assert (live.table.seq, live.unused) == (0, True)

    alone(run())


async def _comes_and_goes(store: Database) -> None:
    async with opened(store):
        pass


def test_a_rematch_counts_among_the_games_of_one_guest(store: Database) -> None:
    over, going = Timed(), Timed()
    over.add(over.table.resign(0))
    over.add(agreements.offer(over.table, 0, "rematch"))
    first, _ = keep(store, over, going)

    async def checked() -> None:
        async with opened(store) as registry:
            live = await registry.find(first)
            assert live is not None
            usual = registry.settings
            registry.settings = replace(usual, limits=Limits(tables=1))
            with pytest.raises(Refused, match="1 games"):
                await offers.accept(live, 1, "rematch")
            assert TableStore(store.engine).live_of(ADA.guest) == 1
            registry.settings = replace(usual, limits=Limits(tables=2))
            await offers.accept(live, 1, "rematch")
            assert TableStore(store.engine).live_of(ADA.guest) == 2

    alone(checked())
