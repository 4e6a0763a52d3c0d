"""Work of one kind, or of one person, does not hold up that of others."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from steelyard.server.thread_pools import NOBODY, Payer, Pool, QueueFull, Slots, within
from tests.server.running_server import ME, PASSWORD, Guest, RunningServer
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from pathlib import Path


def test_people_take_turns_however_much_each_has_waiting() -> None:
    order: list[str] = []

    async def work(slots: Slots, person: str) -> None:
        async with slots.held(Payer("here", person)):
            order.append(person)
            await asyncio.sleep(0)

    async def everybody() -> None:
        slots = Slots(1, most=20, most_each=5)
        await asyncio.gather(*(work(slots, person) for person in "aaaaabbc"))
        assert slots.waiting == 0

    asyncio.run(everybody())
    assert "".join(order) == "aabcabaa"


def test_many_guests_of_one_address_have_one_turn_together() -> None:
    order: list[Payer] = []

    async def work(slots: Slots, payer: Payer) -> None:
        async with slots.held(payer):
            order.append(payer)
            await asyncio.sleep(0)

    async def everybody() -> None:
        slots = Slots(1, most=200, most_each=5)
        crowd = [Payer("flood", f"guest {number}") for number in range(60)]
        await asyncio.gather(*(work(slots, payer) for payer in [*crowd, ada, ada]))

    ada = Payer("elsewhere", "ada")
    asyncio.run(everybody())
    assert [place for place, payer in enumerate(order) if payer == ada] == [2, 4]


def test_one_person_and_all_together_have_only_so_many_waiting() -> None:
    async def crowd(people: str) -> list[BaseException | None]:
        slots = Slots(1, most=6, most_each=2)

        async def work(person: str) -> None:
            async with slots.held(Payer("here" if person.islower() else person, person)):
                await asyncio.sleep(0)

        found = await asyncio.gather(*map(work, people), return_exceptions=True)
        async with slots.held(Payer("there", "late")):  # everything was given back
            pass
        return found

    for people, whose in (("aaaa", "of yours "), ("abcde", "from your address "), ("ABCDEFGH", "")):
        *others, last = asyncio.run(crowd(people))
        assert others == [None] * len(others)
        assert isinstance(last, QueueFull)
        assert str(last) == f"too many requests {whose}are waiting; try again in a moment"


def test_somebody_who_gives_up_waiting_keeps_nothing() -> None:
    async def story() -> None:
        slots = Slots(1, most=9, most_each=9)

        async def work() -> None:
            async with slots.held(Payer("here", "ada")):
                pass

        async with slots.held(Payer("here", "bob")):
            first, second = asyncio.ensure_future(work()), asyncio.ensure_future(work())
            await asyncio.sleep(0)
            first.cancel()
        second.cancel()  # the slot has just been given to one of them
        await asyncio.gather(first, second, return_exceptions=True)
        await asyncio.wait_for(work(), TIMEOUT_S)

    asyncio.run(story())


def test_a_pool_that_is_closed_has_no_work_left() -> None:
    """What a thread still reads needs the database, which is closed next."""
    begun, ended = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        threading.Event().wait(0.2)
        ended.set()

    async def cut_off() -> None:
        pool = Pool("slow", threads=1, most=2, most_each=2)
        request = asyncio.create_task(pool.run(Payer("here", "ada"), work))
        await asyncio.to_thread(begun.wait, TIMEOUT_S)
        await asyncio.to_thread(pool.close)
        assert ended.is_set()
        await request

    asyncio.run(cut_off())


def test_a_server_that_has_stopped_reads_no_more(tmp_path: Path) -> None:
    """What a cancelled task has begun in a thread is waited for, too."""
    begun, closed, ended = threading.Event(), threading.Event(), threading.Event()

    def read() -> None:
        begun.set()
        closed.wait(TIMEOUT_S)
        threading.Event().wait(0.2)
        ended.set()

    async def start(server: RunningServer) -> None:
        server.registry.start(asyncio.to_thread(read))

    with RunningServer(f"sqlite:///{tmp_path}/tables.db") as server:
        pools = server.app.state.pools

        def close() -> None:
            pools.close()
            closed.set()

        server.app.state.pools = SimpleNamespace(close=close)
        server.do(start(server))
        assert begun.wait(TIMEOUT_S)
    assert ended.is_set()


def test_a_flood_of_drawing_holds_up_neither_health_nor_moves_nor_signing_in(
    quick_server: RunningServer,
) -> None:
    """However long pictures take: here, until the test has seen everything else done."""
    gate = threading.Event()
    pool: Pool = quick_server.app.state.pools.drawing

    async def flood() -> None:
        for person in range(60):
            quick_server.registry.start(pool.run(Payer("flood", f"person {person}"), gate.wait, TIMEOUT_S))

    try:
        with Guest(quick_server.address) as ada:
            quick_server.do(flood())
            table = ada.sets_up("tank_war", ME, ME)["id"]
            with ada.follows(table) as page:
                turn = page.until("snapshot")
                page.says("move", turn=1, move=turn["legal"]["0"][0], seat=0)
                page.until("sealed")
            assert ada.http.get("/health").json() == {"live": True, "ready": True}
            assert ada.http.get("/").status_code == 200
            ada.registers("Ada", PASSWORD)
            ada.signs_in("Ada")
    finally:
        gate.set()


def test_work_that_finds_nothing_more_fails_and_gives_its_thread_back() -> None:
    async def asked() -> str:
        pool = Pool("few", threads=1, most=5, most_each=5)
        nothing: list[str] = []
        with pytest.raises(RuntimeError, match="nothing more"):
            await asyncio.wait_for(pool.run(NOBODY, lambda: next(iter(nothing))), 5)
        return await asyncio.wait_for(pool.run(NOBODY, lambda: "next"), 5)

    assert asyncio.run(asked()) == "next"


def test_whoever_waits_no_longer_than_a_moment_is_not_held_up_by_a_thread() -> None:
    async def waited(pool: Pool, ends: threading.Event) -> bool:
        with pytest.raises(TimeoutError):
            await within(0.01, pool.run(NOBODY, ends.wait))
        ends.set()
        return await within(TIMEOUT_S, pool.run(NOBODY, ends.is_set))

    pool = Pool("test", threads=1, most=1, most_each=1)
    assert asyncio.run(waited(pool, threading.Event()))
    pool.close()
