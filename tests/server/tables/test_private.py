"""Private games: in nobody's lists but their players', and found by their link alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest
import sqlalchemy as sql

from steelyard.arena.record import write_record
from steelyard.server.bots.schema import matches
from steelyard.server.ids import new_id
from steelyard.server.tables.record import recorded
from tests.server.running_server import GREEDY, ME, OPEN, Guest, RunningServer
from tests.server.tables.timed import Timed
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder: Path = tmp_path_factory.mktemp("private")
    with RunningServer(f"sqlite:///{folder}/tables.db") as one:
        yield one


def listed(guest: Guest, **query: str) -> set[str]:
    return {each["id"] for each in guest.http.get("/api/tables", params=query).json()["tables"]}


def test_a_private_game_is_in_the_lists_of_those_who_play_it(ada: Guest, bob: Guest) -> None:
    table = ada.sets_up("tank_war", ME, OPEN, private=True)
    public = ada.sets_up("tank_war", ME, OPEN)["id"]
    for query in ({}, {"live": "true"}, {"game": "tank_war"}):
        for who in (ada, bob):
            assert table["id"] not in listed(who, **query)
            assert public in listed(who, **query)
    assert {table["id"], public} <= listed(ada, mine="true")
    assert table["id"] not in listed(bob, mine="true")
    bob.joins(table)
    assert table["id"] in listed(bob, mine="true")


def test_its_link_shows_it_to_anybody_and_nobody_guesses_it(ada: Guest, bob: Guest) -> None:
    table = ada.sets_up("tank_war", ME, GREEDY, private=True)["id"]
    assert len(table) == 16
    assert bob.shows(table)["private"]
    for what in ("/record", "/positions", "/picture.svg"):
        assert bob.http.get(f"/api/tables/{table}{what}").status_code == 200
        assert bob.http.get(f"/api/tables/{table[:10]}{what}").status_code == 404
    with bob.follows(table) as page:
        page.until("snapshot")


def test_what_a_proxy_may_keep_has_no_game_and_no_cookie_in_it(server: RunningServer, ada: Guest) -> None:
    table = ada.sets_up("tank_war", ME, GREEDY, private=True)["id"]
    picture = httpx.get(f"http://{server.address}/api/tables/{table}/picture.png", timeout=TIMEOUT_S)
    assert picture.status_code == 200
    assert "set-cookie" in picture.headers, "the stranger is made known"
    assert picture.headers["cache-control"] == "private, max-age=60"


def test_what_comes_of_a_private_game_is_private(ada: Guest, bob: Guest) -> None:
    table = ada.sets_up("tank_war", ME, GREEDY, private=True)["id"]
    with ada.follows(table) as page:
        page.says("resign")
        page.until("over")
        page.says("offer", what="rematch")
        again = page.until("rematch")["id"]
    forked = bob.sets_up("tank_war", ME, OPEN, **{"from": {"table": table, "turn": 0}})["id"]
    for each in (again, forked):
        assert ada.shows(each)["private"]
        assert len(each) == 16
        assert each not in listed(bob)


def test_a_game_after_one_of_bots_is_private_unless_that_was_on_the_ladder(
    server: RunningServer, ada: Guest
) -> None:
    timed = Timed()
    timed.add(timed.table.resign(0))
    usual: dict[str, Any] = {
        column.name: "" for column in matches.c if column.name not in {"number", "winner"}
    }
    usual |= {"place": 0, "rated": False, "ended_ms": 0.0}
    usual |= {"record": write_record(recorded(timed.table)).decode()}
    for kind, private in (("ladder", False), ("trial", True)):
        played = new_id()
        with server.registry.store.engine.begin() as connection:
            connection.execute(sql.insert(matches).values(usual | {"id": played, "kind": kind}))
        forked = ada.sets_up("tank_war", ME, OPEN, **{"from": {"table": played, "turn": 0}})["id"]
        assert ada.shows(forked)["private"] is private


def test_no_game_comes_of_one_that_does_not_exist(ada: Guest) -> None:
    for name in (new_id(), f"{new_id()}.{'0' * 16}"):
        asked = {"game": "tank_war", "seats": [ME, OPEN], "from": {"table": name, "turn": 0}}
        assert ada.http.post("/api/tables", json=asked).status_code == 404
