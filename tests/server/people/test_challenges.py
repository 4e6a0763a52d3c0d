"""The lobby: challenges that anybody, or one person, can accept; and what becomes of them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.protocol.clock import DAY_MS, pace
from steelyard.server.people import challenge_routes
from steelyard.server.people import routes as people_routes
from steelyard.server.tables import log
from steelyard.server.tables.clocks import LONGEST_PAUSE_MS
from steelyard.server.tables.table import LIVE_CHALLENGE_MS, NOT_BEGUN_MS, Refused
from tests.server.running_server import ME, OPEN, Guest, RunningServer
from tests.server.tables.timed import ADA, Timed
from tests.server.tables.timed import OPEN as OPEN_CHAIR

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steelyard.server.tables.table import Table


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder: Path = tmp_path_factory.mktemp("challenges")
    with RunningServer(f"sqlite:///{folder}/tables.db") as one:
        yield one


@pytest.fixture(scope="module")
def eve(server: RunningServer) -> Iterator[Guest]:
    with Guest(server.address) as somebody:
        somebody.registers("Eve")
        yield somebody


@pytest.fixture(scope="module")
def dan(server: RunningServer) -> Iterator[Guest]:
    with Guest(server.address) as somebody:
        somebody.registers("Dan")
        yield somebody


def challenges(guest: Guest) -> dict[str, dict[str, Any]]:
    found = guest.http.get("/api/challenges").json()["challenges"]
    return {each["id"]: each for each in found}


def made(guest: Guest, status: int = 201, **asked: Any) -> Any:
    told = guest.asks("/api/challenges", status, **{"game": "tank_war", **asked})
    return told["id"] if status == 201 else told["code"]


def does(guest: Guest, challenge: str, what: str) -> int:
    return guest.http.post(f"/api/challenges/{challenge}/{what}", json={}).status_code


def test_an_open_challenge_is_accepted_with_one_request(ada: Guest, bob: Guest) -> None:
    name = made(ada, clock="fischer:300s+5s", seat=1)
    shown = challenges(bob)[name]
    assert (shown["clock"], shown["pace"], shown["rated"], shown["seat"]) == (
        "fischer:300s+5s",
        "blitz",
        False,
        0,
    )
    assert (shown["challenger"]["name"], shown["mine"], challenges(ada)[name]["mine"]) == ("Ada", False, True)
    assert name not in {each["id"] for each in bob.http.get("/api/tables").json()["tables"]}
    assert does(ada, name, "accept") == 409
    assert does(bob, name, "accept") == 200
    assert bob.shows(name)["you"] == [0]
    assert name not in challenges(bob)
    assert does(bob, name, "accept") == 409


def test_somebody_who_is_named_alone_sees_a_challenge_and_can_decline(
    eve: Guest, dan: Guest, ada: Guest
) -> None:
    assert made(ada, 401, to="Dan") == "not_signed_in"
    assert made(eve, 404, to="Nobody here") == "player_not_found"
    assert made(eve, 409, to="eve") == "own_challenge"
    name = made(eve, to="dan", clock="days:3")
    assert made(eve, 429, to="Dan") == "too_many_challenges"
    assert challenges(dan)[name]["for_you"]
    assert [guest.shows(name)["challenged"] for guest in (eve, dan, ada)] == ["Dan", None, None]
    assert dan.http.get("/api/waiting").json()["challenges"] == 1
    assert name not in challenges(ada)
    assert does(ada, name, "accept") == 404
    assert does(ada, name, "decline") == 404
    assert does(dan, name, "decline") == 204
    ended = eve.shows(name)
    assert (ended["live"], ended["outcome"]["reason"], ended["outcome"]["cancelled"]) == (
        False,
        "declined",
        True,
    )
    assert does(dan, name, "accept") == 409


def test_a_challenge_can_be_withdrawn_by_whoever_made_it(ada: Guest, bob: Guest) -> None:
    name = made(ada)
    assert does(bob, name, "withdraw") == 404
    assert does(ada, name, "withdraw") == 204
    assert name not in challenges(ada)
    assert name not in {each["id"] for each in ada.http.get("/api/tables?mine=1").json()["tables"]}
    assert ada.shows(name, "/record")["outcome"] is None
    assert does(ada, ada.sets_up("tank_war", ME, OPEN)["id"], "withdraw") == 404


def test_nobody_fills_the_lobby(ada: Guest) -> None:
    for _ in range(5):
        made(ada)
    assert made(ada, 429) == "too_many_challenges"


def test_a_rated_challenge_is_between_two_accounts_and_has_a_clock(
    eve: Guest, dan: Guest, bob: Guest
) -> None:
    assert made(bob, 403, rated=True, clock="bank:120s") == "rated_needs_account"
    assert made(eve, 409, rated=True) == "rated_not_possible"
    name = made(eve, rated=True, clock="bank:120s")
    assert does(bob, name, "accept") == 403
    secret = eve.shows(name)["invite"].partition("join=")[2]
    assert bob.http.post(f"/api/tables/{name}/join", json={"join": secret}).status_code == 403
    assert does(dan, name, "accept") == 200
    assert dan.shows(name)["rated"]


def test_a_blocked_person_neither_sees_nor_makes_challenges(eve: Guest, dan: Guest) -> None:
    name = made(eve)
    assert dan.http.post("/api/players/Eve/block", json={"blocked": True}).status_code == 204
    assert name not in challenges(dan)
    assert does(dan, name, "accept") == 404
    assert made(eve, 404, to="Dan") == "player_not_found"
    assert dan.http.get("/api/players/Eve").json()["blocked"]
    assert dan.http.post("/api/players/Eve/block", json={"blocked": False}).status_code == 204
    assert name in challenges(dan)


def test_no_clock_runs_before_both_have_moved_and_until_then_either_can_cancel() -> None:
    timed = Timed("tank_battle", "bank:60s", free_start=True).here()
    timed.after(30_000).move(0, "g1-d4")
    assert timed.after(30_000).left_ms() == [60_000, 60_000]
    assert timed.table.cancel()
    timed.move(1, timed.table.words(1)[0])
    assert timed.after(10_000).left_ms() == [50_000, 60_000]
    with pytest.raises(Refused, match="both have moved"):
        timed.table.cancel()


def test_a_challenge_or_a_game_that_is_not_begun_ends_by_itself() -> None:
    for clock, lasts_ms in (
        ("bank:60s", LIVE_CHALLENGE_MS),
        ("days:3", NOT_BEGUN_MS),
        ("none", NOT_BEGUN_MS),
    ):
        timed = Timed("tank_war", clock, (ADA, OPEN_CHAIR), open_to="anyone", free_start=True)
        assert timed.after(lasts_ms - 1).table.outcome is None
        assert timed.after(1).table.cancelled
    by_link = Timed("tank_war", "days:3", (ADA, OPEN_CHAIR), free_start=True)
    assert by_link.after(100 * DAY_MS).table.outcome is None
    for clock, lasts_ms in (("bank:60s", LIVE_CHALLENGE_MS), ("days:3", NOT_BEGUN_MS)):
        accepted = Timed("tank_war", clock, free_start=True).here()
        accepted.move(0, "LA")
        assert accepted.after(lasts_ms - 1).table.outcome is None
        assert accepted.after(1).table.cancelled


def test_a_game_in_real_time_begins_when_both_are_there_and_not_without_one() -> None:
    """Else somebody accepts a rated challenge of a person who has left, and wins within seconds."""
    timed = Timed("tank_duel", "round:1s", (ADA, OPEN_CHAIR), open_to="anyone", rated=True, free_start=True)
    timed.add(timed.table.seen([0]))
    timed.after(600_000).add(timed.table.seat("b" * 64, "Bob"))
    timed.add(timed.table.seen([1]))
    assert timed.after(LONGEST_PAUSE_MS - 1).table.clocks.running == (False, False)
    assert timed.after(1).table.cancelled
    together = Timed("tank_duel", "round:1s", free_start=True)
    together.after(LONGEST_PAUSE_MS - 1).add(together.table.seen([0, 1]))
    assert together.table.clocks.running == (True, True)
    assert together.after(10_000).table.turns


def live_table(server: RunningServer, name: str) -> Table:
    return server.registry.tables[name].table


def test_whoever_has_left_before_the_game_begins_is_waited_for_and_does_not_lose(
    server: RunningServer, ada: Guest, bob: Guest
) -> None:
    """Else somebody makes the first move once the other has given up waiting, and wins on time."""
    name = made(ada, game="tank_battle", clock="bank:120s", seat=0)
    assert does(bob, name, "accept") == 200
    with bob.follows(name) as page:
        with ada.follows(name) as adas:
            adas.until("snapshot")
            adas.says("move", turn=1, move="g1-g4")
            adas.until("turn")
        reply = page.until("turn")["legal"]["1"][0]
        page.until("players")  # the server knows that Ada has left
        page.says("move", turn=2, move=reply)
        told = page.until("clock", paused=[True, False])
        assert told["running"] == [False, False]
        table = live_table(server, name)
        assert [type(each) for each in table.tick(table.last_ms + LONGEST_PAUSE_MS)] == [log.Cancelled]
        with ada.follows(name):
            assert page.until("clock", paused=[False, False])["running"] == [True, False]


def test_whoever_is_there_when_the_game_begins_is_not_waited_for(ada: Guest, bob: Guest) -> None:
    name = made(ada, game="tank_battle", clock="bank:120s", seat=0)
    assert does(bob, name, "accept") == 200
    with ada.follows(name) as adas, bob.follows(name) as page:
        page.until("snapshot")
        adas.says("move", turn=1, move="g1-g4")
        page.says("move", turn=2, move=page.until("turn")["legal"]["1"][0])
        assert page.until("turn", turn=2)["running"] == [True, False]
        page.says("say", phrase="hello")
        assert page.until("said")["seq"] == adas.until("said")["seq"]
        assert not [each for each in page.heard if each["type"] == "clock" and any(each["paused"])]


def test_a_game_in_real_time_begins_with_the_page_that_was_open(ada: Guest, bob: Guest) -> None:
    name = made(ada, game="tank_duel", clock="round:0.5s", seat=0)
    with ada.follows(name) as adas:
        adas.until("snapshot")
        assert does(bob, name, "accept") == 200
        with bob.follows(name):
            adas.until("turn", turn=1)


def test_every_clock_has_a_pace() -> None:
    paces = {
        text: pace(text)
        for text in ("none", "bank:120s", "fischer:300s+5s", "fischer:900s+10s", "days:3", "round:1s")
    }
    assert list(paces.values()) == ["untimed", "blitz", "blitz", "rapid", "correspondence", "blitz"]


def test_a_link_has_a_preview_in_which_no_name_is_markup(server: RunningServer) -> None:
    with Guest(server.address, "Ada - R.D.") as ada:
        name = made(ada)
        page = ada.http.get(f"/g/{name}").text
        assert 'property="og:title" content="Ada - R.D. invites you to a game of Tank War"' in page
        picture = page.partition('og:image" content="')[2].partition('"')[0]
        shown = ada.http.get(picture)
        assert (shown.headers["content-type"], shown.content[:4]) == ("image/png", b"\x89PNG")
        assert b"<svg" in ada.http.get(f"/api/tables/{name}/qr.svg").content
        assert "og:title" not in ada.http.get("/g/nothing").text


def test_nobody_hides_the_challenges_of_others_by_making_many(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nobody has more of their own, because the earlier ones are too far down a list."""
    monkeypatch.setattr(challenge_routes, "MOST_LISTED", 3)
    monkeypatch.setattr(people_routes, "MOST_AWAITED", 3)
    with Guest(server.address) as una, Guest(server.address) as ian, Guest(server.address) as crowd:
        una.registers("Una")
        ian.registers("Ian")
        to_ian, own, to_anybody = made(una, to="Ian", clock="days:3"), made(ian), made(una)
        for _ in range(4):
            made(crowd)
        assert {to_ian, own, to_anybody} == challenges(ian).keys()
        assert ian.http.get("/api/waiting").json()["challenges"] == 1
        assert made(una, 429, to="Ian") == "too_many_challenges"


def test_challenges_that_one_person_makes_at_once_are_counted(bob: Guest) -> None:
    with ThreadPoolExecutor(8) as threads:
        asked = {"game": "tank_war"}
        found = list(threads.map(lambda _: bob.http.post("/api/challenges", json=asked), range(8)))
    assert sorted(each.status_code for each in found) == [201] * 5 + [429] * 3
