"""Nobody can ask for so much that others feel it; whoever asks too much is told when to come back."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from steelyard import games
from steelyard.server.http import rate_limits
from steelyard.server.http.clients import CLIENT, address
from steelyard.server.http.rate_limits import Client, RateLimits, Refused
from steelyard.server.settings import Limits
from tests.server.http.test_answers import EXPECTED, told
from tests.server.running_server import MARK, ME, OPEN, Guest, RunningServer
from tests.server.tables.test_lists import plays

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TURNS = 12


@pytest.fixture
def small_server(tmp_path: Path) -> Iterator[RunningServer]:
    """A server at which little is too much."""
    limits = Limits(person_cost=100, address_cost=1000, stranger_cost=30, total_cost=100_000)
    with RunningServer(f"sqlite:///{tmp_path}/tables.db", limits) as running:
        yield running


def long_line(turns: int) -> dict[str, Any]:
    """A game of so many turns in which nobody gets anywhere, asked for with every position."""
    game = games.get("tank_battle")
    state = game.start()
    written = []
    for _ in range(turns):
        moves = {seat: game.legal_moves(state, seat)[0] for seat in game.to_move(state)}
        written.append(game.write_moves(state, moves))
        state = game.play(state, moves)
    return {"game": game.id, "state": game.write_state(game.start()), "turns": written, "all": True}


def refusals(answers: list[httpx.Response]) -> list[httpx.Response]:
    assert {answer.status_code for answer in answers} <= {200, 201, 429}
    return [answer for answer in answers if answer.status_code == 429]


def test_a_flood_of_drawing_is_refused_and_others_at_the_same_address_go_on(
    small_server: RunningServer,
) -> None:
    with Guest(small_server.address) as mallory, Guest(small_server.address) as ada:
        line = long_line(TURNS)
        refused = refusals([mallory.http.post("/api/play", json=line) for _ in range(20)])
        assert len(refused) >= 10
        for answer in refused:
            assert 1 <= int(answer.headers["retry-after"]) <= 10
            assert answer.json()["code"] == "rate_limited"
        assert "wait" in refused[0].json()["error"]
        assert ada.http.post("/api/play", json=line).status_code == 200
        assert ada.http.get("/health").status_code == 200


def test_each_position_of_a_replay_is_paid_for(small_server: RunningServer) -> None:
    with Guest(small_server.address) as mallory:
        table = mallory.sets_up("tank_battle", ME, ME)["id"]
        plays(mallory, table, 7)
        answers = [mallory.http.get(f"/api/tables/{table}/positions") for _ in range(20)]
    assert answers[0].status_code == 200
    assert len(refusals(answers)) >= 8


def test_a_request_that_costs_more_than_there_is_passes_once_while_half_is_left() -> None:
    counted = RateLimits(Limits(person_cost=100, address_cost=1000, total_cost=10**6), lambda: 0.0)
    scope: dict[str, Any] = {CLIENT: Client("guest", "ada", "here")}
    counted.admit(scope, 1)
    counted.admit(scope, 1000)
    with pytest.raises(Refused, match="more than one person may"):
        counted.admit(scope, 1)


def test_a_flood_of_made_up_cookies_makes_nobody_a_stranger() -> None:
    now = [1.0]
    guests = rate_limits.KnownGuests(lambda: now[0], most=100)
    guests.add("player")
    assert "player" in guests
    now[0] += rate_limits.WINDOW_S
    guests.add("player")
    for number in range(1000):
        now[0] += 0.01
        guests.add(f"made up {number}")
    assert "player" in guests
    assert "made up 999" in guests
    assert "made up 0" not in guests


def test_those_who_have_asked_for_much_are_answered_one_after_another_and_others_at_once() -> None:
    now = [0.0]
    counted = RateLimits(Limits(modest_cost=20), lambda: now[0])

    def waits_ms(who: str, requests: int) -> list[int]:
        scope = {CLIENT: Client("guest" if who else "stranger", who, "10.0.0.1"), "headers": []}
        waits = []
        for _ in range(requests):
            counted.admit(scope)
            waits.append(round(1000 * counted.wait_s(scope)))
        return waits

    assert waits_ms("greedy", 23) == [0] * 21 + [5, 10]
    assert waits_ms("greedier", 22) == [0] * 20 + [15, 20], "one row for all of them"
    assert waits_ms("modest", 20) == [0] * 20
    assert waits_ms("", 42) == [0] * 40 + [25, 30], "those without a cookie count together"
    now[0] += 1.0
    assert waits_ms("greedy", 1) == [0], "the row is empty"


def test_when_all_ask_for_too_much_those_wait_who_have_asked_for_much() -> None:
    now = [0.0]
    counted = RateLimits(Limits(total_cost=100, modest_cost=20), lambda: now[0])
    admitted: Counter[str] = Counter()

    def ask(who: str, cost: int) -> None:
        with suppress(Refused):
            counted.admit({CLIENT: Client("guest", who, "10.0.0.1")}, cost)
            admitted[who] += cost

    ask("greedy", 20)
    ask("greedy", 270)
    assert admitted["greedy"] == 290, "nobody else is there"
    admitted.clear()
    for hundredth in range(100):
        now[0] += 0.01
        ask("greedy", 5)
        if hundredth % 10 == 0:
            ask("modest", 1)
    assert admitted["modest"] == 10, "however busy the server is"
    assert 80 <= admitted["greedy"] <= 130, "what is left of a second, and a little at once"
    now[0] += 10
    ask("greedy", 50)
    assert admitted["greedy"] >= 130, "what was spent has come back"


PAGE, UPLOAD = 30, 30  # requests of a page with its modules; what an upload costs


def test_a_class_behind_one_address_uploads_at_once_and_a_flood_does_not() -> None:
    now = [0.0]
    counted = RateLimits(Limits(), lambda: now[0])
    everybody = [{CLIENT: Client("account", f"account {number}", "10.0.0.1")} for number in range(40)]
    for _ in range(PAGE):
        for scope in everybody:
            now[0] += 0.0005
            counted.admit(scope)
    for scope in everybody:
        now[0] += 0.01
        counted.admit(scope)
        counted.admit(scope, UPLOAD - 1)
    counted.admit(everybody[0], UPLOAD)
    with pytest.raises(Refused, match="busy"):  # one of them who goes on and on
        counted.admit(everybody[0], UPLOAD)
    flood = [{CLIENT: Client("account", f"account {number}", "10.0.0.2")} for number in range(200)]
    taken = 0
    for scope in flood:
        for _ in range(3):
            now[0] += 0.001
            with suppress(Refused):
                counted.admit(scope, UPLOAD)
                taken += UPLOAD
    assert taken <= Limits().address_cost, "however many accounts somebody has made at one address"
    counted.admit({CLIENT: Client("account", "somebody else", "10.0.0.3")})


def test_one_who_asks_for_very_much_does_not_take_what_their_neighbours_have() -> None:
    counted = RateLimits(Limits(total_cost=300, modest_cost=20), lambda: 0.0)

    def ask(who: str, *costs: int) -> None:
        for cost in costs:
            counted.admit({CLIENT: Client("guest", who, "10.0.0.1")}, cost)

    with pytest.raises(Refused, match="busy"):
        ask("greedy", *[10] * 1000)
    ask("neighbour", 10, 10)
    for number in range(20):
        ask(f"guest {number}", 20)
    with pytest.raises(Refused, match="busy"):  # so many are no class
        ask("one more", 10, 10)


def test_whoever_opens_the_first_page_and_looks_at_games_is_answered_however_busy_the_server_is(
    tmp_path: Path,
) -> None:
    busy = Limits(total_cost=1)
    with RunningServer(f"sqlite:///{tmp_path}/tables.db", busy) as server:
        with Guest(server.address) as bob:
            tables = [bob.sets_up("tank_battle", ME, ME)["id"] for _ in range(4)]
        with Guest(server.address) as ada:
            page = ada.http.get("/")
            asked = EXPECTED.findall(page.text)[0].replace("&amp;", "&").split()
            assert list(told(page.text)) == asked
            assert list(told(ada.http.get("/").text)) == asked  # they come back from another page
            looks = [ada.http.get(f"/api/tables/{name}") for name in 2 * tables]
            assert refusals(looks) == []
            more = refusals([ada.http.get("/api/tables?live=1") for _ in range(60)])
            assert "the server is busy" in more[0].json()["error"]


def test_whoever_plays_short_games_is_answered_however_busy_the_server_is(tmp_path: Path) -> None:
    busy = Limits(total_cost=1)
    with RunningServer(f"sqlite:///{tmp_path}/tables.db", busy) as server, Guest(server.address) as ada:
        for _ in range(3):
            with ada.follows(ada.sets_up("tank_war", ME, OPEN)["id"]) as page:
                page.until("snapshot")


def test_pictures_in_a_list_and_tables_that_have_to_be_read_are_paid_for(tmp_path: Path) -> None:
    limits = Limits(person_cost=30, total_cost=100_000)
    with RunningServer(f"sqlite:///{tmp_path}/tables.db", limits) as server:
        for _ in range(3):
            with Guest(server.address) as bob:
                tables = [bob.sets_up("tank_battle", ME, ME)["id"] for _ in range(4)]

        async def put_away() -> None:
            server.registry._put_away(list(server.registry.tables.values()))

        def refused(path: str, *, from_disk: bool = False) -> int:
            answers = []
            with Guest(server.address) as mallory:
                for _ in range(20):
                    if from_disk:
                        server.do(put_away())
                    answers.append(mallory.http.get(path))
            return len(refusals(answers))

        assert refused("/api/tables?live=1&pictures=0") == 0
        assert refused("/api/tables?live=1") > 0
        assert refused(f"/api/tables/{tables[0]}") == 0
        assert refused(f"/api/tables/{tables[0]}", from_disk=True) > 0


def test_clients_without_a_cookie_count_together(small_server: RunningServer) -> None:
    made_up = [MARK | {"Cookie": f"steelyard_guest={number:043d}"} for number in range(20)]
    answers = []
    with httpx.Client(base_url=f"http://{small_server.address}") as client:
        for headers in [MARK, *made_up, *[MARK] * 19]:
            client.cookies.clear()
            answers.append(client.get("/api/me", headers=headers))
    assert len(refusals(answers)) == 10
    with Guest(small_server.address) as late:
        assert late.http.get("/api/me").status_code == 429


def test_a_flood_without_cookies_does_not_shut_out_those_who_are_in(small_server: RunningServer) -> None:
    with Guest(small_server.address) as ada:
        with httpx.Client(base_url=f"http://{small_server.address}") as flood:
            for _ in range(40):
                flood.get("/style/nowhere", headers=MARK)
        assert ada.http.get("/api/me").status_code == 200
        with ada.follows(ada.sets_up("tank_war", ME, OPEN)["id"]) as page:
            page.until("snapshot")


def test_sockets_that_are_opened_in_a_flood_are_refused_too(small_server: RunningServer) -> None:
    knock = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "c3RlZWx5YXJkIHN0ZWVsIQ==",
    }
    with Guest(small_server.address) as mallory:
        told = []
        for _ in range(40):
            with mallory.http.stream("GET", "/ws/tables/nowhere", headers=knock) as answer:
                told.append((answer.status_code, answer.headers.get("retry-after")))
    assert (101, None) in told
    status, wait = told[-1]
    assert status == 429
    assert wait is not None


def test_at_most_fifty_positions_of_a_line_are_drawn_at_a_time(quick_server: RunningServer) -> None:
    """Two kilobytes in, four megabytes out: a line that long is given without its positions."""
    with Guest(quick_server.address) as ada:
        line = long_line(51)
        answer = ada.http.post("/api/play", json=line)
        assert answer.status_code == 422
        assert "at most 50" in answer.json()["error"]
        answer = ada.http.post("/api/play", json=line | {"all": False})
        assert (answer.status_code, "positions" in answer.json()) == (200, False)


@pytest.mark.parametrize(
    ("client", "expected"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("a pipe", "a pipe"),
    ],
)
def test_a_household_has_one_address(client: str, expected: str) -> None:
    """Of IPv6 everybody has a whole /64 to choose from."""
    assert address({"type": "http", "client": (client, 1)}) == expected


def test_what_is_spent_comes_back_and_counters_are_never_more_than_so_many() -> None:
    now_s = 0.0
    counts = rate_limits.Counts(lambda: now_s, most=100)
    limit = rate_limits.Limit("visits", 2, 10)
    assert [counts.spend(limit, "ada") for _ in range(3)] == [True, True, False]
    now_s = 4.0
    assert (counts.spent(limit, "ada"), counts.wait_s(limit, "ada")) == (3, 6)
    now_s = 10.0
    assert counts.spend(limit, "ada")
    for number in range(1000):
        counts.spend(limit, f"name {number}")
    assert len(counts) <= 100
