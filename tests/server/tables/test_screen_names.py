"""Two people at one screen: each has a name, and nobody else's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.server.running_server import ME, RANDOM

if TYPE_CHECKING:
    from tests.server.running_server import Guest


def named(*names: str) -> list[dict[str, str]]:
    return [{**ME, "name": name} for name in names]


def asked(guest: Guest, *seats: dict[str, str]) -> Any:
    answer = guest.http.post("/api/tables", json={"game": "tank_war", "seats": list(seats)})
    return answer.status_code, answer.json()


def test_two_people_at_one_screen_have_two_names(ada: Guest) -> None:
    table = ada.sets_up("tank_war", *named("Ada", "Bob"))["id"]
    shown = ada.shows(table)
    assert [player["name"] for player in shown["players"]] == ["Ada", "Bob"]
    assert shown["you"] == [0, 1]


def test_the_name_of_somebody_with_an_account_is_theirs(ada: Guest, bob: Guest) -> None:
    bob.registers("Grace")
    status, refusal = asked(ada, *named("Ada", "Grace"))
    assert (status, refusal["code"]) == (409, "name_taken")
    status, _ = asked(bob, *named("Grace", "Heidi"))
    assert status == 201, "they may use it themselves"


@pytest.mark.parametrize("seats", [[{**ME, "name": "Ada"}, RANDOM], [ME, {**RANDOM, "name": "Ada"}]])
def test_nobody_else_is_called_something_here(ada: Guest, seats: list[dict[str, str]]) -> None:
    status, refusal = asked(ada, *seats)
    assert (status, refusal["code"]) == (422, "invalid_option")
