"""What players settle between them, over real sockets."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from steelyard.server.http.clients import Asker
from steelyard.server.tables import offers
from tests.server.running_server import GREEDY, ME, OPEN, RANDOM

if TYPE_CHECKING:
    import pytest

    from tests.server.running_server import Guest, RunningServer


def test_a_rematch_exchanges_the_seats_and_both_are_told_where(ada: Guest, bob: Guest) -> None:
    table = ada.sets_up("tank_war", ME, OPEN)
    bob.joins(table)
    with ada.follows(table["id"]) as adas, bob.follows(table["id"]) as bobs:
        bobs.says("resign")
        assert adas.until("over")["outcome"]["detail"] == "D resigned"
        adas.says("offer", what="rematch")
        assert bobs.until("offer")["seat"] == 0
        bobs.says("decline", what="rematch")
        adas.until("declined")
        bobs.says("offer", what="rematch")
        adas.until("offer")
        adas.says("accept", what="rematch")
        again = adas.until("rematch")["id"]
        assert bobs.until("rematch")["id"] == again
        assert "begun already" in bobs.refused("offer", what="rematch")
    assert (ada.shows(again)["you"], bob.shows(again)["you"]) == ([1], [0])
    assert ada.shows(again)["rematch_of"] == table["id"]
    assert ada.shows(table["id"])["rematch"] == again


def test_a_bot_is_always_ready_for_a_rematch(ada: Guest) -> None:
    table = ada.sets_up("tank_war", ME, RANDOM)["id"]
    with ada.follows(table) as page:
        page.says("resign")
        page.until("over")
        page.says("offer", what="rematch")
        again = ada.shows(page.until("rematch")["id"])
    assert (again["you"], again["players"][0]["bot"]) == ([1], "random")


def test_a_bot_declines_points_by_which_it_would_lose_and_takes_others(ada: Guest) -> None:
    ahead = "B10/11/11/11/11/11/11/11/11/9ww/10W w 0"
    for seat, answer in ((0, "declined"), (1, "over")):
        seats = (ME, GREEDY) if seat == 0 else (GREEDY, ME)
        table = ada.sets_up("tank_battle", *seats, position=ahead)["id"]
        with ada.follows(table) as page:
            page.until("snapshot")
            page.says("offer", what="points")
            assert page.until(answer)["type"] == answer


def test_who_plays_with_days_per_move_may_go_on_vacation(ada: Guest, bob: Guest) -> None:
    table = ada.sets_up("tank_battle", ME, OPEN, clock="days:3")
    bob.joins(table)
    with ada.follows(table["id"]) as page, bob.follows(table["id"]) as bobs:
        snapshot = page.until("snapshot")
        assert (snapshot["running"], snapshot["beginning"]) == ([False, False], True)
        page.says("move", turn=1, move=snapshot["legal"]["0"][0])
        bobs.says("move", turn=2, move=bobs.until("turn")["legal"]["1"][0])
        assert page.until("turn", turn=2)["running"] == [True, False]
        page.says("vacation", days=2)
        clock = page.until("clock")
        assert (clock["running"], clock["vacation_until_ms"][1]) == ([False, False], None)
        assert clock["vacation_until_ms"][0] > clock["now_ms"]
        assert "12 days" in page.refused("vacation", days=13)


def test_of_two_pages_that_ask_a_bot_for_a_rematch_one_gets_it(
    server: RunningServer, ada: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the second one takes to look whether the bot can be played."""
    table = ada.sets_up("tank_war", ME, RANDOM)["id"]
    with ada.follows(table) as page:
        page.says("resign")
        page.until("over")
    registry = server.registry

    async def asked_twice() -> None:
        live = registry.tables[table]
        looked, first_is_done = asyncio.Event(), asyncio.Event()

        async def why_closed(*_: object) -> str:
            if not looked.is_set():
                looked.set()
                await first_is_done.wait()
            return ""

        monkeypatch.setattr(registry, "why_closed", why_closed)
        late = asyncio.ensure_future(offers.offer(live, 0, "rematch", None, Asker("", None)))
        await looked.wait()
        await offers.offer(live, 0, "rematch", None, Asker("", None))
        first_is_done.set()
        await late

    server.do(asked_twice())
    assert len(server.everything()["tables"]) == 2
