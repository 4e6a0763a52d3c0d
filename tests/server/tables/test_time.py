"""The date is set forward and back, and the machine sleeps: what is due by the date, and what is not."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sql

from steelyard.server.bots.job_kinds import BUILD
from steelyard.server.database import migration
from steelyard.server.database.database import Database
from steelyard.server.database.writer import Writer
from steelyard.server.jobs.queue import SILENT_MS, Queue
from steelyard.server.jobs.schema import jobs
from steelyard.server.tables.changes import ADD_ENTRY, alive
from steelyard.server.tables.log import Entry, Note, Over, read_body
from steelyard.server.tables.outages import Alive
from steelyard.server.tables.registry import TableRegistry
from steelyard.server.tables.store import Row, TableStore
from steelyard.server.time_source import now_ms, steady_ms
from tests.server.clocks import set_clocks
from tests.server.tables.timed import Timed

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from steelyard.server.tables.live_table import LiveTable
    from steelyard.server.tables.terms import Terms

HOUR, DAY = 3600.0, 86_400.0
LEAPS = pytest.mark.parametrize("leap_s", [8 * HOUR, DAY, -HOUR])


class Machine:
    """Its two clocks, as a test sets them."""

    def __init__(self) -> None:
        self.wall_s, self.monotonic_s = 1_800_000_000.0, 50.0

    def wait(self, seconds: float) -> None:
        self.wall_s += seconds
        self.monotonic_s += seconds

    def leap(self, seconds: float) -> None:
        """It sleeps so long, or its clock is set."""
        self.wall_s += seconds


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine()
    set_clocks(monkeypatch, lambda: made.wall_s, lambda: made.monotonic_s)
    return made


class Memory:
    """A database that is none, and the ledger that writes to it."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self.log: list[Entry] = []
        self.alive: Alive | None = None

    def table(self, _: str) -> Row:
        return Row(1, self._terms, None)

    def entries(self, _: str) -> list[Entry]:
        return self.log

    def plans(self, _: str) -> dict[Any, Any]:
        return {}

    def write(self, changes: Any, done: Callable[[None], None], _: object = None) -> None:
        for change in changes:
            if change.statement is ADD_ENTRY:
                row = change.values
                self.log.append(Entry(row["seq"], row["at_ms"], read_body(row["body"])))
        asyncio.get_running_loop().call_soon(done, None)

    async def kept(self, _: object) -> None:
        return

    def beat(self) -> None:
        self.alive = Alive(now_ms(), steady_ms())


async def opened(memory: Memory) -> tuple[TableRegistry, LiveTable]:
    """A server, and the table in it."""
    registry = TableRegistry(None, memory, None, memory, None)  # type: ignore[arg-type]
    registry._alive = memory.alive or registry._alive
    live = await registry.find("2222222222")
    assert live is not None
    await live.settled()
    return registry, live


def table(clock: str) -> Memory:
    made = Timed("tank_war", clock).terms
    return Memory(type(made)(**{**_fields(made), "id": "2222222222", "created_ms": now_ms()}))


def _fields(terms: Terms) -> dict[str, Any]:
    return {name: getattr(terms, name) for name in terms.__struct_fields__}


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


async def begun(memory: Memory) -> tuple[TableRegistry, LiveTable]:
    registry, live = await opened(memory)
    live.add(live.table.seen([0, 1]))
    await live.settled()
    return registry, live


def left_s(live: LiveTable) -> float:
    left_ms = live.table.clocks.left_ms(1, live.now_ms())
    assert left_ms is not None
    return left_ms / 1000


@LEAPS
def test_a_live_clock_neither_loses_nor_gains_when_the_date_leaps(machine: Machine, leap_s: float) -> None:
    async def test() -> None:
        memory = table("bank:120s")
        registry, live = await begun(memory)
        machine.wait(10)
        machine.leap(leap_s)
        registry.check_date()
        machine.wait(20)
        live._tick()
        assert live.table.outcome is None
        live.add(live.table.move(0, 1, "LA", live.now_ms()))
        await live.settled()
        assert left_s(live) == pytest.approx(90)
        stamps = [entry.at_ms for entry in memory.log]
        assert stamps == sorted(stamps)
        machine.wait(91)
        live._tick()
        assert isinstance(memory.log[-1].body, Over)

    run(test())


@LEAPS
@pytest.mark.parametrize("between", [True, False])
def test_a_server_started_anew_charges_nobody_for_a_leap(
    machine: Machine,
    monkeypatch: pytest.MonkeyPatch,
    leap_s: float,
    between: bool,  # noqa: FBT001
) -> None:
    """The date leaps while the first server runs, or between the two."""

    async def test() -> None:
        memory = table("bank:120s")
        await begun(memory)
        machine.wait(30)
        if not between:
            machine.leap(leap_s)
        memory.beat()
        if between:
            machine.leap(leap_s)
        set_clocks(monkeypatch, lambda: machine.wall_s, lambda: machine.monotonic_s)
        registry, live = await opened(memory)
        assert live.table.clocks.paused == (True, True)
        assert left_s(live) >= 90
        due = live.table.due_ms()
        assert due is not None
        assert (due - live.now_ms()) / 1000 == pytest.approx(300), "so long both are waited for"
        del registry.tables[live.table.terms.id]
        machine.wait(1)
        again = await registry.find("2222222222")
        assert again is not None
        assert len(memory.log) == again.table.seq, "the same server stops its clocks once"

    run(test())


def test_a_table_set_up_after_a_leap_waits_for_its_players_as_any(machine: Machine) -> None:
    async def test() -> None:
        machine.leap(-HOUR)
        _, live = await opened(table("bank:120s"))
        live._tick()
        assert live.table.clocks.paused == (True, True)

    run(test())


def test_days_pass_by_the_date_and_a_machine_that_wakes_up_notices(machine: Machine) -> None:
    async def test() -> None:
        memory = table("days:3")
        registry, live = await begun(memory)
        loop = asyncio.get_running_loop()

        def timer_s() -> float:
            assert live._timer is not None
            return live._timer.when() - loop.time()

        assert timer_s() == pytest.approx(DAY, abs=5), "a long one is looked at again"
        machine.leap(2.5 * DAY)
        registry.check_date()
        assert timer_s() == pytest.approx(DAY / 2, abs=5)
        machine.leap(-HOUR)
        registry.check_date()
        assert timer_s() == pytest.approx(DAY / 2 + HOUR, abs=5)
        live.add(live.table.move(0, 1, "LA", live.now_ms()))
        await live.settled()
        machine.leap(-10 * DAY)
        live.add([Note("later")])
        await live.settled()
        stamps = [entry.at_ms for entry in memory.log]
        assert stamps == sorted(stamps)
        machine.leap(11 * DAY)
        registry.check_date()
        assert timer_s() <= 0.1
        live._tick()
        assert isinstance(memory.log[-1].body, Over)

    run(test())


def test_dates_follow_the_wall_and_durations_do_not(machine: Machine) -> None:
    date, steady = now_ms(), steady_ms()
    machine.leap(8 * HOUR)
    assert now_ms() - date == 8 * HOUR * 1000
    assert steady_ms() == steady


@pytest.mark.parametrize("leap_s", [DAY, -HOUR])
def test_the_jobs_of_living_workers_are_theirs_when_the_date_leaps_and_of_silent_ones_not(
    machine: Machine, tmp_path: Path, leap_s: float
) -> None:
    server = Database(f"sqlite:///{tmp_path}/tables.db")
    engine = migration.opened(f"sqlite:///{tmp_path}/tables.db")
    try:
        one, two = Queue(engine, "one"), Queue(engine, "two")
        one.add(BUILD, {}, 1)
        job = one.claim([BUILD])
        assert job is not None
        assert two.claim([BUILD]) is None
        machine.leap(leap_s)
        assert two.claim([BUILD]) is None
        machine.wait(SILENT_MS / 2000)
        assert one.beat(job)
        for _ in range(2):
            assert two.claim([BUILD]) is None
            machine.wait(SILENT_MS / 1000 - 1)
        machine.wait(2)
        taken = two.claim([BUILD])
        assert taken is not None
        assert taken.number == job.number
        with engine.connect() as connection:
            assert connection.execute(sql.select(jobs.c.claimed_by)).scalar_one() == "two"
    finally:
        engine.dispose()
        server.close()


def test_when_a_server_was_last_alive_is_known_by_both_clocks(tmp_path: Path) -> None:
    server = Database(f"sqlite:///{tmp_path}/tables.db")

    async def beat() -> None:
        writer, store = Writer(server, asyncio.get_running_loop()), TableStore(server.engine)
        assert store.last_alive() is None
        await writer.kept(alive(writer, Alive(5.0, 7.0))[:1])
        assert store.last_alive() == Alive(5.0, 5.0), "as an older server leaves it"
        await writer.kept(alive(writer, Alive(6.0, 8.0)))
        assert store.last_alive() == Alive(6.0, 8.0)
        await asyncio.to_thread(writer.close)

    asyncio.run(beat())
    server.close()
