"""Nobody is called like whoever runs the server, however it is spelled, and wherever names are chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steelyard.server.accounts.names import ReservedName, check_reserved
from steelyard.server.bots.service import checked_name as checked_bot_name
from tests.server.running_server import ME, PASSWORD, Guest, RunningServer

if TYPE_CHECKING:
    import httpx

RESERVED = (
    *("admin", "Administrator", "Steelyard", "root", "system", "moderator", "official", "referee", "server"),
    *("ADMIN", "adm1n", "ADM1N", "4dmin", "Adm\u00edn", "a.d.m.i.n", "\uff41dmin", "\u0430\u0501min"),
    *(
        "Admin 2",
        "admin007",
        "007 admin",
        "The Admin",
        "admin-bob",
        "Steelyard Team",
        "5teelyard",
        "M0derators",
    ),
    *("R00t", "5erver", "Of\ufb01cial", "Rozhod\u010d\u00ed", "Arrang\u00f6r"),
)


@pytest.mark.parametrize("name", RESERVED)
def test_a_name_of_whoever_runs_the_server_is_reserved(name: str) -> None:
    with pytest.raises(ReservedName):
        check_reserved(name)
    with pytest.raises(ReservedName):
        checked_bot_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *("Ada", "Badminton", "Radmila", "Admiral", "Robert", "Root Beer", "Rooty", "Serverin", "Modesty"),
        *("Team 2", "Player 1", "Hostile", "\u5f20\u4f1f", "Sarah Support-Smith", "007"),
    ],
)
def test_names_that_only_contain_such_a_word_are_not(name: str) -> None:
    check_reserved(name)


def test_such_a_name_is_refused_wherever_names_are_chosen(server: RunningServer) -> None:
    with Guest(server.address) as somebody, Guest(server.address) as player:
        player.registers("Eve")
        seats = [{**ME, "name": "Adm1n"}, {**ME, "name": "Bob"}]
        tournament = {"name": "Cup", "game": "tank_war", "clock": "bank:120s", "team_size": 2}
        made = player.http.post("/api/tournaments", json=tournament)
        for answer in (
            somebody.http.post("/api/account/register", json={"name": "adm1n", "password": PASSWORD}),
            somebody.http.post("/api/me", json={"name": "Administrator"}),
            somebody.http.post("/api/tables", json={"game": "tank_war", "seats": seats}),
            player.http.post(f"/api/tournaments/{made.json()['id']}/join", json={"team": "Steelyard"}),
            player.http.post("/api/bots/remote", json={"name": "Referee", "game": "tank_war"}),
        ):
            assert refused(answer) == (422, "reserved_name")


def refused(answer: httpx.Response) -> tuple[int, str]:
    assert "reserved for those who run this server" in answer.json()["error"], answer.text
    return answer.status_code, answer.json()["code"]
