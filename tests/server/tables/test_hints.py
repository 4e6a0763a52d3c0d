"""A hint is a legal move, for those who play against a bot, and the record says that it was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steelyard.server.tables.table import Refused
from tests.server.running_server import ME, OPEN, RANDOM
from tests.server.tables.timed import ADA, BOB, BOT, Timed

if TYPE_CHECKING:
    from tests.server.running_server import Guest


def test_a_hint_can_be_played_and_is_noted(ada: Guest, bob: Guest) -> None:
    table = ada.sets_up("tank_battle", ME, RANDOM)["id"]
    with ada.follows(table) as page:
        legal = page.until("snapshot")["legal"]["0"]
        page.says("move", turn=1, move=legal[0])
        page.until("turn", turn=2)
        legal = ada.shows(table)["legal"]["0"]
        hint = ada.http.post(f"/api/tables/{table}/hint", json={}).json()
        assert hint["seat"] == 0
        assert hint["move"] in legal
        assert page.until("note")["what"] == "asked for a hint"
    answer = bob.http.post(f"/api/tables/{table}/hint", json={})
    assert (answer.status_code, answer.json()["code"]) == (409, "hint_not_possible")


def test_people_who_play_each_other_get_none(ada: Guest, bob: Guest) -> None:
    table = ada.sets_up("tank_war", ME, OPEN)
    bob.joins(table)
    answer = ada.http.post(f"/api/tables/{table['id']}/hint", json={})
    assert answer.json()["error"] == "hints are for games against a bot"


@pytest.mark.parametrize(
    ("timed", "why"),
    [
        (Timed(chairs=(ADA, BOB)), "against a bot"),
        (Timed("tank_duel", "round:1s", (ADA, BOT)), "in real time"),
        (Timed("tank_battle", chairs=(BOT, ADA)), "not your move"),
    ],
)
def test_a_hint_is_refused_with_the_reason(timed: Timed, why: str) -> None:
    with pytest.raises(Refused, match=why):
        timed.table.check_hint(0 if timed.table.chairs[0] == ADA else 1)
