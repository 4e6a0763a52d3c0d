"""Conditional moves in games with days per move: private, and checked when they are used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steelyard.server.tables import agreements, plans
from steelyard.server.tables.plans import Plan
from steelyard.server.tables.table import Refused
from tests.server.running_server import ME, OPEN, Guest, RunningServer
from tests.server.tables.timed import ADA, BOT, Timed

if TYPE_CHECKING:
    from pathlib import Path


def battle(*moves: str, **more: str) -> Timed:
    timed = Timed("tank_battle", more.get("clock", "days:3"))
    for number, word in enumerate(moves):
        timed.move(number % 2, word)
    return timed


OWN = "g1-e3"
THEIRS, OTHER = battle(OWN).table.words(1)[:2]
REPLY = battle(OWN, THEIRS).table.words(0)[0]


def test_the_reply_is_played_when_the_other_moves_as_foreseen() -> None:
    timed = battle(OWN)
    plan = plans.checked(timed.table, 0, 1, [[THEIRS, REPLY]])
    assert plans.reply(timed.table, 0, plan) is None
    timed.move(1, THEIRS)
    assert plans.reply(timed.table, 0, plan) == REPLY
    timed.move(0, REPLY)
    assert plans.reply(timed.table, 0, plan) is None


def test_a_plan_that_does_not_match_is_dropped_for_good() -> None:
    timed = battle(OWN)
    plan = plans.checked(timed.table, 0, 1, [[THEIRS, REPLY]])
    timed.move(1, OTHER)
    assert plans.reply(timed.table, 0, plan) is None
    assert not plans.lines_left(timed.table, plan)


def test_a_takeback_drops_it() -> None:
    timed = battle(OWN)
    plan = plans.checked(timed.table, 0, 1, [[THEIRS, REPLY]])
    timed.add(agreements.offer(timed.table, 0, "takeback"))
    timed.add(agreements.accept(timed.table, 1, "takeback"))
    timed.move(0, OWN)
    timed.move(1, THEIRS)
    assert plans.reply(timed.table, 0, plan) is None


def test_it_is_checked_again_at_the_moment_of_use() -> None:
    timed = battle(OWN)
    timed.move(1, THEIRS)
    assert plans.reply(timed.table, 0, Plan(1, 0, ((THEIRS, "a1-a2"),))) is None


def test_two_lines_share_their_beginning_and_one_reply() -> None:
    table = battle(OWN).table
    second = battle(OWN, OTHER).table.words(0)[0]
    plan = plans.checked(table, 0, 1, [[THEIRS, REPLY], [OTHER, second]])
    assert plan.lines == ((THEIRS, REPLY), (OTHER, second))
    with pytest.raises(Refused, match="two replies"):
        plans.checked(table, 0, 1, [[THEIRS, REPLY], [THEIRS, battle(OWN, THEIRS).table.words(0)[1]]])


@pytest.mark.parametrize(
    ("timed", "lines", "why"),
    [
        (Timed("tank_war", "days:3").both("LA", "RC"), [["LA", "RC"]], "both choose at once"),
        (battle(OWN, clock="bank:120s"), [[THEIRS, REPLY]], "days per move"),
        (Timed("tank_battle", "days:3", (ADA, BOT)), [[THEIRS, REPLY]], "a person"),
        (battle(OWN, THEIRS), [[THEIRS, REPLY]], "your own move"),
        (battle(OWN), [["h9-h8", REPLY]], "^h9-h8 cannot be played there$"),
        (battle(OWN), [[THEIRS]], "ends with a move of yours"),
        (battle(OWN), [[THEIRS, REPLY]] * 6, "5 lines"),
        (battle(OWN), [[THEIRS, "nonsense"]], "^nonsense is not a move"),
    ],
)
def test_what_cannot_be_planned_is_refused(timed: Timed, lines: list[list[str]], why: str) -> None:
    with pytest.raises(Refused, match=why):
        plans.checked(timed.table, 0, len(timed.table.turns), lines)


def test_a_plan_for_an_earlier_turn_comes_too_late() -> None:
    with pytest.raises(Refused, match="has moved"):
        plans.checked(battle(OWN).table, 0, 0, [[THEIRS, REPLY]])


def test_it_is_private_kept_and_played_after_a_restart(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.db"
    with RunningServer(database) as server:
        ada, bob = Guest(server.address, "Ada"), Guest(server.address, "Bob")
        table = ada.sets_up("tank_battle", ME, OPEN, clock="days:3")
        bob.joins(table)
        with ada.follows(table["id"]) as page, bob.follows(table["id"]) as other:
            page.says("move", turn=1, move=OWN)
            page.until("turn", turn=1)
            other.until("turn", turn=1)
            page.says("plan", turn=1, lines=[[THEIRS, REPLY]])
            assert page.until("plan")["lines"] == [[THEIRS, REPLY]]
            other.says("ping")
            assert other.next()["type"] == "pong", "the other hears nothing of it"
        assert "plan" not in bob.shows(table["id"])
        assert ada.shows(table["id"])["plan"] == [[THEIRS, REPLY]]
        cookies = [(dict(guest.http.cookies)) for guest in (ada, bob)]
        for guest in (ada, bob):
            guest.http.close()
    with RunningServer(database) as server:
        bob = Guest(server.address)
        bob.http.cookies.clear()
        bob.http.cookies.update(cookies[1])
        with bob, bob.follows(table["id"]) as page:
            page.says("move", turn=2, move=THEIRS)
            assert page.until("turn", turn=3)["moves"] == [REPLY, None]
