"""A page that is sent what changes shows what a page shows that is opened now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.test_playing import ME, PLAYS

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.people import Person

TURNS = 4
DRAWN = "document.querySelector('.board-place .board:not([data-moving]) .position')?.outerHTML"


@pytest.mark.parametrize("game", ["tank_war", "tank_battle", "tank_duel"])
def test_a_watcher_sees_after_every_turn_what_a_late_one_sees(
    person: Callable[..., Person], game: str
) -> None:
    ada, bob, carol = person(), person(width=390), person()
    table = ada.opens_table(game=game, clock="none", seats=[ME | {"name": "Ada"}, ME | {"name": "Bea"}])
    ada.sees_board()
    bob.goes_to(f"/g/{table['id']}")
    bob.sees_board()
    for number in range(TURNS):
        turn = ada.snapshot()["turn"]
        while ada.snapshot()["turn"] == turn:
            PLAYS[game](ada, number)
            if game == "tank_battle":
                ada.sees_turn_after(turn)
                break
            ada.page.wait_for_function("() => !document.querySelector('.board[data-moving]')")
        bob.sees_turn_after(turn)
        if not ada.snapshot()["live"]:
            break
    carol.goes_to(f"/g/{table['id']}")
    carol.sees_board()
    for one in (bob, carol):
        one.sees_turn(ada.snapshot()["turn"])
        one.page.wait_for_function(DRAWN)
    assert bob.page.evaluate(DRAWN) == carol.page.evaluate(DRAWN)
