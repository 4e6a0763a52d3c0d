"""A page that is sent what changes shows what a page shows that is opened now."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.server.running_server import ME, Guest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.people import Person

TURNS = 4
DRAWN = "() => document.querySelector('.board-place .board:not([data-moving]) .position')?.outerHTML"


@pytest.mark.parametrize("game", ["tank_war", "tank_battle", "tank_duel"])
def test_a_watcher_sees_after_some_turns_what_a_late_one_sees(
    person: Callable[..., Person], address: str, game: str
) -> None:
    early, late = person(width=390), person()
    turn = 0
    with Guest(address.removeprefix("http://"), checked=False) as ada:
        table = ada.sets_up(game, ME, ME)["id"]
        early.goes_to(f"/g/{table}")
        early.sees_board()
        with ada.follows(table) as playing:
            told = playing.until("snapshot")
            while turn < TURNS and told["live" if turn == 0 else "legal"]:
                turn += 1
                for seat, legal in told["legal"].items():
                    playing.says("move", turn=turn, move=Random(turn).choice(legal), seat=int(seat))
                told = {"legal": {}} | playing.until("turn", turn=turn)
                early.sees_turn(turn)
    late.goes_to(f"/g/{table}")
    late.sees_board()
    for one in (early, late):
        one.sees_turn(turn)
        one.page.wait_for_function(DRAWN)
    assert turn > 1
    assert early.page.evaluate(DRAWN) == late.page.evaluate(DRAWN)
