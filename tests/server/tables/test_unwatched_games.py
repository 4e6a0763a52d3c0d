"""A game between bots goes on only while somebody watches, and after the games of people."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.server.compute.pool import ComputePool
from steelyard.server.settings import Settings
from steelyard.server.tables import log, registry
from steelyard.server.thread_pools import Payer, Slots
from tests.server.running_server import ME, RANDOM, Guest, RunningServer
from tests.server.tables.timed import BOT, Timed
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

CLOCKED = (("tank_war", "none"), ("tank_war", "bank:120s"), ("tank_duel", "round:0.5s"))


def play_some_turns(guest: Guest) -> None:
    """Long enough for bots that nobody watches to have moved, if they did: all have one process."""
    table = guest.sets_up("tank_war", ME, RANDOM)["id"]
    with guest.follows(table) as page:
        message = page.until("snapshot")
        for number in range(1, 6):
            page.says("move", turn=number, move=message["legal"]["0"][0])
            message = page.until("turn", turn=number)
            if message["outcome"]:
                return


def is_left(server: RunningServer, table: str) -> bool:
    """Whether the server has noticed that nobody watches any more, and nothing is under way."""
    live = server.registry.tables[table]
    return not (live.followers.pages or live._thinking or live.delivery.unkept)


@pytest.mark.parametrize(("game", "clock"), CLOCKED)
def test_bots_play_only_while_somebody_watches(
    ada: Guest, bob: Guest, quick_server: RunningServer, game: str, clock: str
) -> None:
    table = ada.sets_up(game, RANDOM, RANDOM, clock=clock)["id"]
    play_some_turns(bob)
    assert bob.shows(table)["turn"] == 0
    with bob.follows(table) as page:
        page.until("turn", turn=1)
    wait_until(lambda: is_left(quick_server, table))
    paused = bob.shows(table)
    assert paused["turn"] >= 1
    assert not any(paused["running"])
    play_some_turns(bob)
    if paused["live"]:  # else chance has ended it already
        assert bob.shows(table)["turn"] == paused["turn"]
        with bob.follows(table) as page:
            page.until("turn", turn=paused["turn"] + 1)


def test_no_server_looks_after_such_a_game_before_somebody_does(
    ada: Guest, quick_server: RunningServer
) -> None:
    table = ada.sets_up("tank_duel", RANDOM, RANDOM, clock="round:0.5s")["id"]
    (row,) = [each for each in quick_server.everything()["tables"] if each.id == table]
    assert row.due_ms is None
    assert quick_server.registry.tables[table].unused


def test_the_record_says_nothing_of_spectators_who_left() -> None:
    timed = Timed("tank_war", "bank:60s", (BOT, BOT)).here()
    timed.add([log.Paused(unwatched=True)])
    assert not timed.table.notes
    assert timed.after(30_000).left_ms() == [60_000, 60_000]


def test_the_public_list_has_games_between_bots_that_somebody_watches(ada: Guest, bob: Guest) -> None:
    people, bots = (ada.sets_up("tank_war", first, RANDOM)["id"] for first in (ME, RANDOM))

    def listed(guest: Guest, asked: str) -> set[str]:
        return {each["id"] for each in guest.http.get(f"/api/tables?{asked}").json()["tables"]}

    assert listed(bob, "live=1") == {people}
    assert listed(ada, "mine=1") == {people, bots}
    with ada.follows(bots) as page:
        page.until("snapshot")
        assert listed(bob, "live=1") == {people, bots}


def test_what_somebody_waits_for_comes_first() -> None:
    order: list[str] = []

    async def work(slots: Slots, name: str, payer: Payer) -> None:
        async with slots.held(payer):
            order.append(name)
            await asyncio.sleep(0)

    async def everybody() -> None:
        slots = Slots(1, most=20, most_each=5)
        bots = [work(slots, "bots", Payer("here", str(number), later=True)) for number in range(3)]
        await asyncio.gather(
            *bots, work(slots, "Ada", Payer("here", "Ada")), work(slots, "Bob", Payer("there"))
        )

    asyncio.run(everybody())
    assert order == ["bots", "Ada", "Bob", "bots", "bots"]


def test_games_between_bots_have_half_of_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a person's bot need not wait for one that thinks long about a game between bots."""
    begun: list[str] = []
    both_began, done = asyncio.Event(), asyncio.Event()

    async def work(_: ComputePool, task: dict[str, Any], __: float) -> AsyncGenerator[dict[str, Any]]:
        begun.append(task["name"])
        if len(begun) == 2:
            both_began.set()
        await done.wait()
        yield {}

    monkeypatch.setattr(ComputePool, "_work", work)

    async def everybody() -> None:
        pool = ComputePool(2)
        asked = [
            asyncio.ensure_future(pool.ask({"name": "bots"}, TIMEOUT_S, Payer("here", "", later=True)))
            for _ in range(5)
        ]
        asked.append(asyncio.ensure_future(pool.ask({"name": "Ada"}, TIMEOUT_S, Payer("there", "Ada"))))
        await asyncio.wait_for(both_began.wait(), TIMEOUT_S)
        assert begun == ["bots", "Ada"]
        assert pool.waiting == 0, "the others do not shorten anybody's time to think"
        done.set()
        await asyncio.gather(*asked)

    asyncio.run(everybody())
    assert len(begun) == 6


def test_games_between_bots_of_one_address_share_so_many_turns(
    ada: Guest, quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "AT_FULL_PACE", 1)
    tables = quick_server.registry
    monkeypatch.setattr(tables, "settings", Settings("", tables.settings.data, watch_pace_ms=1000.0))
    with ada.follows(ada.sets_up("tank_war", RANDOM, RANDOM)["id"]) as one:
        one.until("snapshot")
        with ada.follows(ada.sets_up("tank_war", RANDOM, RANDOM)["id"]) as other:
            other.until("snapshot")
            assert (tables.watch_pace_s("127.0.0.1"), tables.watch_pace_s("192.0.2.1")) == (2.0, 1.0)
