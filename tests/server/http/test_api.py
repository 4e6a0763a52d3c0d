"""The HTTP interface: what it says of itself is true, and nothing that is sent to it breaks it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.core.result import Ok

from steelyard import bots, games
from tests.server.contract import api_routes
from tests.server.running_server import GREEDY, MARK, ME, OPEN, RANDOM, Guest, RunningServer
from tests.timeouts import TIMEOUT_S

EXAMPLES, MORE = 3, 30  # of each operation, right ones and wrong ones
PARTS = 4  # of all operations, a test each: they are many
CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
]


@schemathesis.serializer("application/zip")
def as_file(_context: object, value: Any) -> bytes:
    """What is to be sent as a file, right or wrong."""
    return value if isinstance(value, bytes) else str(value).encode(errors="replace")


@pytest.mark.parametrize("examples", [EXAMPLES, pytest.param(MORE, marks=pytest.mark.long)])
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("mode", GenerationMode)
def test_whatever_is_sent_the_answer_is_as_documented_and_no_failure_of_ours(
    server: RunningServer, mode: GenerationMode, part: int, examples: int
) -> None:
    with Guest(server.address) as ada:
        tables = [ada.sets_up("tank_war", ME, OPEN)["id"], ada.sets_up("tank_battle", ME, GREEDY)["id"]]
        schema = schemathesis.openapi.from_url(f"http://{server.address}/api/openapi.json", timeout=TIMEOUT_S)
        operations: list[Any] = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
        assert len(operations) >= 14
        for operation in operations[part::PARTS]:
            _try(operation, mode, examples, tables, ada.cookie)


def _try(operation: Any, mode: GenerationMode, examples: int, tables: list[str], cookie: str) -> None:
    @settings(
        max_examples=examples,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def one(case: Case[Any]) -> None:
        parameters = case.path_parameters or {}
        if len(str(parameters.get("id", ""))) % 2:  # now and then a table that there is
            parameters["id"] = tables[len(str(parameters["id"])) // 2 % 2]
        case.call_and_validate(checks=CHECKS, timeout=TIMEOUT_S, headers=MARK | {"Cookie": cookie})

    with suppress(Unsatisfiable):  # some take nothing that could be wrong
        one()


def test_the_lobby_is_told_everything_about_every_game(quick_server: RunningServer) -> None:
    with Guest(quick_server.address) as ada:
        listed = {game["id"]: game for game in ada.http.get("/api/games").json()}
    assert list(listed) == games.names()
    for name, told in listed.items():
        game = games.game_class(name)
        assert (told["title"], told["summary"]) == (game.title, game.summary)
        assert [option["name"] for option in told["options"]] == [option.name for option in game.options]
        assert [bot["name"] for bot in told["bots"]] == bots.names(name)
    assert [listed[name]["simultaneous"] for name in ("tank_battle", "tank_duel", "tank_war")] == [
        False,
        True,
        True,
    ]
    assert [name for name in listed if listed[name]["joystick"]] == ["tank_duel"]
    assert [name for name in listed if listed[name]["agreement"]] == ["tank_battle"]


def test_any_position_is_drawn_with_what_can_be_done_there(quick_server: RunningServer) -> None:
    with Guest(quick_server.address) as ada:
        start = ada.http.post("/api/view", json={"game": "tank_war"}).json()
        assert start["state"] == "053/053/053/053/053/053"
        assert "<style" not in start["svg"]
        for seat in ("0", "1"):
            moves = [pick["move"] for picks in start["picks"][seat].values() for pick in picks]
            assert sorted(moves) == sorted(start["legal"][seat])
            assert all(f'id="{element}"' in start["svg"] for element in start["picks"][seat])
        one = ada.http.post("/api/view", json={"game": "tank_war", "state": start["state"], "seat": 1}).json()
        assert (set(one["legal"]), one["legal"]["1"]) == ({"1"}, start["legal"]["1"])
        wrong = ada.http.post("/api/view", json={"game": "tank_war", "state": "nonsense"})
        assert (wrong.status_code, "column" in wrong.json()["error"]) == (422, True)


def test_a_line_of_play_is_played_from_its_root(quick_server: RunningServer) -> None:
    state = "053/053/053/053/053/053"
    with Guest(quick_server.address) as ada:

        def play(**asked: Any) -> Any:
            return ada.http.post("/api/play", json={"game": "tank_war", "state": state, **asked})

        one = play(moves={"0": "LA", "1": "RC"}).json()
        assert (one["written"], one["phases"][0][0]["id"]) == ("LA-RC", "tank-0-LA")
        line = play(turns=["LA-RC", "LC-RB"], all=True).json()
        assert [each["written"] for each in line["positions"]] == [None, "LA-RC", "LC-RB"]
        assert line["positions"][1]["state"] == one["state"]
        assert line["positions"][2]["state"] == line["state"]
        wrong: Any
        for wrong in ({}, {"turns": []}, {"moves": {"0": "LA"}}, {"turns": ["LA"]}, {"moves": {"2": "LA"}}):
            assert play(**wrong).status_code == 422


def test_tables_are_listed_newest_first_page_by_page(ada: Guest, bob: Guest) -> None:
    made = [ada.sets_up(game, ME, ME)["id"] for game in ("tank_war", "tank_duel", "tank_war")]
    bobs = bob.sets_up("tank_war", OPEN, ME)
    first = ada.http.get("/api/tables?limit=2").json()
    assert [table["id"] for table in first["tables"]] == [bobs["id"], made[2]]
    second = ada.http.get(f"/api/tables?limit=2&after={first['next']}").json()
    assert [table["id"] for table in second["tables"]] == [made[1], made[0]]

    def listed(guest: Guest, query: str) -> list[str]:
        return [table["id"] for table in guest.http.get(f"/api/tables?{query}").json()["tables"]]

    assert listed(ada, "game=tank_duel") == [made[1]]
    assert listed(ada, "mine=1") == made[::-1]
    assert listed(ada, "live=0") == []
    ada.joins(bobs)
    assert listed(ada, "mine=1") == [bobs["id"], *made[::-1]]
    with ada.follows(made[0]) as page:
        page.says("resign")
        page.until("over")
    assert listed(bob, "live=0") == [made[0]]
    assert made[0] not in listed(bob, "live=1")
    assert ada.http.get("/api/tables?game=chess").status_code == 422


def test_every_position_of_a_game_can_be_had(ada: Guest) -> None:
    table = ada.sets_up("tank_war", RANDOM, RANDOM, seed=2)["id"]
    with ada.follows(table) as page:
        if page.until("snapshot")["live"]:
            page.until("over")
    shown, positions = ada.shows(table), ada.shows(table, "/positions")["positions"]
    assert [position["turn"] for position in positions] == list(range(shown["turn"] + 1))
    assert [position["written"] for position in positions[1:]] == shown["moves"]
    assert positions[-1]["state"] == shown["state"]
    assert [p["turn"] for p in ada.shows(table, "/positions?first=2&last=4")["positions"]] == [2, 3, 4]
    picture = ada.http.get(f"/api/tables/{table}/picture.svg?turn=0")
    assert (picture.headers["content-type"], picture.text.startswith("<svg")) == ("image/svg+xml", True)
    assert ada.http.get(f"/api/tables/{table}/picture.svg?turn=999").status_code == 404


def test_a_game_goes_on_from_any_position_against_any_bot(ada: Guest) -> None:
    first = ada.sets_up("tank_war", RANDOM, RANDOM, seed=2)["id"]
    position = "053/053/053/043/053/153"
    table = ada.sets_up("tank_war", ME, GREEDY, position=position, **{"from": {"table": first, "turn": 1}})
    shown = ada.shows(table["id"])
    assert (shown["start"], shown["from"]) == (position, {"table": first, "turn": 1})
    over = ada.http.post(
        "/api/tables", json={"game": "tank_war", "seats": [ME, GREEDY], "position": "x53/x53/x53/x53/x53/x53"}
    )
    assert (over.status_code, "over" in over.json()["error"]) == (422, True)


def test_a_name_is_kept_and_shown_to_others(ada: Guest, server: RunningServer) -> None:
    assert ada.http.get("/api/me").json() == {"name": "Ada", "account": None}
    with Guest(server.address) as nobody:
        assert nobody.http.get("/api/me").json()["name"].startswith("Guest ")
        for wrong in (
            "",
            " ",
            "x" * 31,
            "a\nb",
            "<b>",
            "Ad\u202ea",
            "Ad\u034fa",
            "\u115f\u3164",
            "Ad\ufe0fa",
        ):
            assert nobody.http.post("/api/me", json={"name": wrong}).status_code == 422


def test_every_route_declares_what_it_returns() -> None:
    silent = [
        each.path
        for each in api_routes()
        if each.response_model is None and each.status_code != 204 and 200 not in each.responses
    ]
    assert not silent
