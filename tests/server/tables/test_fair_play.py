"""The best move is not on offer in a game that people still play, nor is anything that leads to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sql

from steelyard import games
from steelyard.server.tables.running_positions import changed, key
from tests.server.running_server import GREEDY, ME, OPEN, Guest, RunningServer
from tests.server.tables.timed import ADA, BOB, BOT, Timed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steelyard.server.tables.terms import Chair

OPENING = 1
LEFT, RIGHT = ["LA", "LB", "LC", "LA", "LB"], ["RA", "RB", "RC", "RA", "RB"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder: Path = tmp_path_factory.mktemp("fair")
    with RunningServer(f"sqlite:///{folder}/tables.db") as one:
        yield one


@pytest.fixture
def eve(server: RunningServer) -> Iterator[Guest]:
    with Guest(server.address) as guest:
        yield guest


def meet(ada: Guest, bob: Guest) -> str:
    """A table with both."""
    table = ada.sets_up("tank_war", ME, OPEN)
    bob.joins(table)
    name: str = table["id"]
    return name


def play(table: str, left: Guest, right: Guest, first: list[str], second: list[str]) -> list[str]:
    """Play these turns; the positions."""
    with left.follows(table) as one, right.follows(table) as other:
        for page in (one, other):
            page.until("snapshot")
        for turn, moves in enumerate(zip(first, second, strict=True), start=1):
            for seat, (page, move) in enumerate(zip((one, other), moves, strict=True)):
                page.says("move", turn=turn, move=move, seat=seat)
            for page in (one, other):
                page.until("turn", turn=turn)
    return [each["state"] for each in left.shows(table, "/positions")["positions"]]


def resign(guest: Guest, table: str) -> None:
    with guest.follows(table) as page:
        page.says("resign", seat=0)
        page.until("over")


def analysing(guest: Guest, **asked: Any) -> int:
    return guest.http.post("/api/analysis", json=asked).status_code


def test_positions_of_a_game_that_is_played_are_analysed_when_it_is_over(
    ada: Guest, bob: Guest, eve: Guest
) -> None:
    table = meet(ada, bob)
    states = play(table, ada, bob, LEFT, RIGHT)
    for who in (ada, eve):
        told = [analysing(who, game="tank_war", state=state) for state in states]
        assert told == [201] * (OPENING + 1) + [409] * (len(states) - OPENING - 1), "the opening stays open"
        assert analysing(who, table=table) == 409
        other = {"c_reach": "up_to_two"}
        assert analysing(who, game="tank_war", options=other, state=states[-1]) == 409, (
            "the options are no way in"
        )
    forked = {"game": "tank_war", "seats": [ME, GREEDY], "position": states[-1]}
    assert eve.http.post("/api/tables", json=forked).status_code == 409, "a bot would show the move"
    resign(ada, table)
    assert [analysing(eve, game="tank_war", state=state) for state in states] == [201] * len(states)
    assert analysing(eve, table=table) == 201


def test_a_copy_of_the_game_that_was_given_up_tells_nothing(ada: Guest, bob: Guest, eve: Guest) -> None:
    """Else one plays the same moves with both seats, resigns, and has that game reviewed."""
    original = meet(ada, bob)
    play(original, ada, bob, RIGHT, LEFT)
    copy = eve.sets_up("tank_war", ME, ME)["id"]
    play(copy, eve, eve, RIGHT, LEFT)
    resign(eve, copy)
    assert analysing(eve, table=copy) == 409
    resign(ada, original)
    assert analysing(eve, table=copy) == 201


@pytest.mark.parametrize("named", ["position", "setup"])
def test_no_bot_plays_from_a_position_of_a_running_game(
    ada: Guest, bob: Guest, eve: Guest, named: str
) -> None:
    table = meet(ada, bob)
    state = play(table, ada, bob, LEFT, RIGHT)[-1]
    asked = {"game": "tank_war", "seats": [ME, GREEDY], named: state}
    answer = eve.http.post("/api/tables", json=asked)
    resign(ada, table)  # other tests play the same positions here
    assert (answer.status_code, answer.json()["code"]) == (409, "position_in_play")


def test_no_bot_plays_a_rematch_from_a_position_of_a_running_game(ada: Guest, bob: Guest, eve: Guest) -> None:
    """Else one keeps a finished game against a bot from every position that may be needed."""
    left, right = ["RA", "RA", "RB"], ["LB", "LB", "LA"]
    state = play(eve.sets_up("tank_war", ME, ME)["id"], eve, eve, left, right)[-1]
    kept = eve.sets_up("tank_war", ME, GREEDY, position=state)["id"]
    resign(eve, kept)
    table = meet(ada, bob)
    play(table, ada, bob, left, right)
    with eve.follows(kept) as page:
        page.until("snapshot")
        assert "still played" in page.refused("offer", what="rematch")
        resign(ada, table)
        page.says("offer", what="rematch")
        page.until("rematch")


def test_nobody_closes_the_start_by_coming_back_to_it() -> None:
    timed = Timed("tank_battle")
    for number, move in enumerate(("g1-g4", "e11-e8", "g4-g1", "e8-e11", "g1-g4")):
        timed.move(number % 2, move)
        closes = number >= OPENING and number != 3
        assert bool(changed(timed.table, timed.log[-1])) is closes, move


@pytest.mark.parametrize(
    ("chairs", "closes"), [((ADA, ADA), False), ((BOT, BOT), False), ((ADA, BOB), True), ((ADA, BOT), True)]
)
def test_who_plays_alone_at_both_seats_closes_nothing(chairs: tuple[Chair, Chair], closes: bool) -> None:  # noqa: FBT001
    """Else anybody could close the review of a finished game by playing its first turns again."""
    timed = Timed(chairs=chairs)
    for moves in zip(LEFT, RIGHT, strict=True):
        timed.both(*moves)
    assert bool(changed(timed.table, timed.log[-1])) is closes


def test_a_counter_in_a_position_is_no_way_in() -> None:
    game = games.get("tank_battle")
    board = "Bbbbb6/bbbb7/bbb8/1b9/11/11/11/9ww/8www/7wwww/w7wwW"
    keys = {
        turn: {key(game, game.read_state(f"{board} {turn} {quiet}")) for quiet in (0, 7)} for turn in "bw"
    }
    assert [len(each) for each in keys.values()] == [1, 1]
    assert keys["b"] != keys["w"]


def test_a_class_plays_from_one_position(ada: Guest, eve: Guest) -> None:
    for guest in (ada, eve):
        guest.sets_up("tank_war", ME, OPEN, position="043/053/053/053/053/153")


def test_a_game_of_bots_is_open_to_everybody(eve: Guest, server: RunningServer) -> None:
    table = eve.sets_up("tank_war", GREEDY, GREEDY)["id"]
    assert analysing(eve, table=table) == 201
    with server.registry.store.engine.connect() as connection:
        query = sql.text("SELECT count(*) FROM running_positions WHERE table_id = :id")
        assert connection.execute(query, {"id": table}).scalar() == 0


def test_it_holds_for_tables_that_are_in_no_memory(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.db"
    with RunningServer(database) as before, Guest(before.address) as ada, Guest(before.address) as bob:
        state = play(meet(ada, bob), ada, bob, LEFT, RIGHT)[-1]
    with RunningServer(database) as server, Guest(server.address) as eve:
        assert analysing(eve, game="tank_war", state=state) == 409
        assert server.registry.tables == {}
        with server.registry.store.engine.begin() as connection:
            connection.execute(sql.text("UPDATE running_positions SET at_ms = at_ms - 8 * 86400000"))
        assert analysing(eve, game="tank_war", state=state) == 201, (
            "a game nobody moves in counts as given up"
        )


def test_a_running_games_record_does_not_tell_its_seed(ada: Guest) -> None:
    table = ada.sets_up("tank_war", ME, GREEDY, seed=4711)["id"]
    for what in ("", "/record", "/positions"):
        assert "4711" not in ada.http.get(f"/api/tables/{table}{what}").text
    resign(ada, table)
    assert ada.http.get(f"/api/tables/{table}/record").json()["seed"] == f"{4711:032x}"
