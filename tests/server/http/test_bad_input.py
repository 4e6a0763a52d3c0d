"""Whatever somebody sends is refused with a reason, and nobody else notices."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy.exc import OperationalError
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from steelyard.server.http.error_codes import STATUS
from steelyard.server.settings import Limits
from tests.server.running_server import GREEDY, ME, OPEN, RANDOM, Guest, Page, RunningServer
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def game(ada: Guest, bob: Guest) -> Iterator[tuple[str, Page, Page]]:
    """A game of Ada's and Bob's that somebody might want to disturb."""
    table = ada.sets_up("tank_war", ME, OPEN)
    bob.joins(table)
    with ada.follows(table["id"]) as adas, bob.follows(table["id"]) as bobs:
        yield table["id"], adas, bobs
        adas.says("move", turn=1, move="LA")
        bobs.says("move", turn=1, move="RC")
        assert adas.until("turn")["moves"] == bobs.until("turn")["moves"] == ["LA", "RC"]


NONSENSE: list[tuple[str | bytes, str]] = [
    ("", "not understood"),
    ("{", "not understood"),
    ("[" * 3000, "not understood"),
    ("null", "not understood"),
    ('{"type":"move"}', "missing required field `turn`"),
    ('{"type":"hack"}', "Invalid value 'hack'"),
    ('{"type":"move","turn":1,"move":"LA","as":"admin"}', "unknown field `as`"),
    ('{"type":"move","turn":"1","move":"LA"}', "Expected `int`"),
    ('{"type":"move","turn":1e400,"move":"LA"}', "not understood"),
    ('{"type":"move","turn":-1,"move":"LA"}', ">= 0"),
    ('{"type":"move","turn":1,"move":"' + 50 * "L" + '"}', "length <= 40"),
    ('{"type":"move","turn":1,"move":"LA","seat":1}', "not yours"),
    ('{"type":"move","turn":1,"move":"LA","seat":2}', "Invalid enum value 2"),
    ('{"type":"move","turn":1,"move":"\\u0000"}', "is not a tank"),
    ('{"type":"move","turn":7,"move":"LA"}', "turn 7 has not come"),
    ('{"type":"move","turn":0,"move":"LA"}', "turn 0 is over"),
    ('{"type":"joystick","move":"LA"}', "send a move"),
    ('{"type":"accept","what":"points"}', "no such offer"),
    ('{"type":"decline","what":"rematch"}', "no such offer"),
    ('{"type":"offer","what":"points"}', "cannot be ended by agreement"),
    ('{"type":"offer","what":"rematch"}', "comes after the game"),
    ('{"type":"offer","what":"money"}', "Invalid enum value 'money'"),
    ('{"type":"vacation","days":3}', "days per move"),
    ('{"type":"vacation","days":0}', ">= 1"),
    (b"\xff\xfe\x00", "not understood"),
]


def test_a_message_that_makes_no_sense_is_refused_and_the_page_stays(game: tuple[str, Page, Page]) -> None:
    _, adas, _ = game
    for said, why in NONSENSE:
        adas.connection.send(said)
        refused = adas.until("refused")
        assert why in refused["error"], said
        assert refused["code"] in STATUS


def test_a_message_sent_twice_counts_once(ada: Guest) -> None:
    table = ada.sets_up("tank_war", ME, ME)["id"]
    with ada.follows(table) as page:
        for seat, move, other in ((0, "LB", "LA"), (1, "RB", "RA")):
            for said in (move, move, other):
                page.says("move", turn=1, move=said, seat=seat)
        assert "is sealed" in page.until("refused")["error"]
        assert "turn 1 is over" in page.until("refused")["error"]
    assert ada.shows(table)["moves"] == ["LB-RB"]


def test_who_watches_can_do_nothing_but_watch(game: tuple[str, Page, Page], server: RunningServer) -> None:
    table, _, _ = game
    with Guest(server.address) as mallory, mallory.follows(table) as page:
        assert page.until("snapshot")["you"] == []
        assert "only players" in page.refused("move", turn=1, move="LA", seat=0)
        assert "only players" in page.refused("resign", seat=0)
        assert "only players" in page.refused("offer", what="rematch")


def test_a_forged_secret_is_nobodys(game: tuple[str, Page, Page], server: RunningServer) -> None:
    table, _, _ = game
    for secret in ("", "x", "a" * 43, "a" * 10_000, '"', "a=b"):
        with Guest(server.address) as mallory:
            mallory.http.cookies.clear()
            mallory.http.cookies.set("steelyard_guest", secret)
            assert mallory.shows(table)["you"] == []


def test_a_message_that_is_too_long_closes_the_page_and_nothing_else(
    game: tuple[str, Page, Page], ada: Guest
) -> None:
    table, _, _ = game
    with ada.follows(table) as page:
        page.says("move", turn=1, move="L" * 10_000)
        with pytest.raises(ConnectionClosed) as closed:
            list(page.messages())
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


def test_a_flood_is_cut_off_after_a_warning(game: tuple[str, Page, Page], ada: Guest) -> None:
    table, _, _ = game
    with ada.follows(table) as page:
        with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012 - whichever of the two notices
            for _ in range(5000):
                page.says("ping")
            list(page.messages())
        list_of_warnings = [message for message in page.heard if message["type"] == "refused"]
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        assert not list_of_warnings or "too fast" in list_of_warnings[0]["error"]


def test_a_table_that_does_not_exist_is_not_found(ada: Guest) -> None:
    for name in ("nqsuchtab2", "0", "..%2f..%2fetc", "%00", "a" * 300, "%F0%9F%92%A9"):
        for path in ("", "/record", "/positions", "/picture.svg", "/gif"):
            assert ada.http.get(f"/api/tables/{name}{path}").status_code in {404, 422}
    for name in ("nqsuchtab2", "%00"):
        with ada.follows(name) as page:
            refused = page.until("refused")
            assert (refused["code"], "no such table" in refused["error"]) == ("table_not_found", True)
            with pytest.raises(ConnectionClosed) as closed:
                page.next()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4404


def test_only_who_was_invited_takes_the_open_seat(server: RunningServer, ada: Guest, bob: Guest) -> None:
    table = ada.sets_up("tank_war", ME, OPEN)
    join = f"/api/tables/{table['id']}/join"
    wrong = bob.http.post(join, json={"join": "guessed"})
    assert (wrong.status_code, "invitation" in wrong.json()["error"]) == (403, True)
    assert "invite" in ada.shows(table["id"])
    assert bob.shows(table["id"])["invite"] is None
    own = ada.http.post(join, json={"join": table["invite"].partition("join=")[2]})
    assert (own.status_code, "already sit" in own.json()["error"]) == (409, True)
    assert bob.joins(table) == 1
    with Guest(server.address) as late:
        taken = late.http.post(join, json={"join": table["invite"].partition("join=")[2]})
        assert (taken.status_code, "taken" in taken.json()["error"]) == (409, True)


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"game": "chess"}, "there is no game 'chess'"),
    ({"clock": "round:1h"}, "is not a clock"),
    ({"clock": "bank:0.1s"}, "half a second"),
    ({"clock": "days:0"}, "is not a clock"),
    ({"game": "tank_duel", "clock": "round:60s"}, "0.5 to 10 seconds"),
    ({"options": {"lanes": "XYZ"}}, "lanes"),
    ({"options": {"size": 9}}, "no option 'size'"),
    ({"setup": "x", "position": "y"}, "not both"),
    ({"position": "nonsense"}, "column"),
    ({"seats": [ME, {"kind": "bot", "bot": "deep thought"}]}, "no bot 'deep thought'"),
    ({"seats": [ME, {"kind": "bot", "bot": "mcts:1000000000"}]}, "no bot"),
    ({"seats": [ME, {"kind": "bot"}]}, "a bot has a name"),
    ({"seats": [ME]}, "at least 2"),
    ({"seats": [ME, {"kind": "owner"}]}, "'me', 'open' or 'bot'"),
    ({"seed": -1}, "greater than or equal to 0"),
    ({"admin": True}, "Extra inputs"),
    ({"options": {"lanes": "\u0000"}}, "lanes"),
    ({"setup": "\ud800"}, "setup"),
]


def test_a_table_that_cannot_be_is_refused_with_a_reason(quick_server: RunningServer) -> None:
    with Guest(quick_server.address) as ada:
        for asked, why in IMPOSSIBLE:
            answer = ada.http.post(
                "/api/tables",
                content=json.dumps({"game": "tank_war", "seats": [ME, RANDOM], **asked}),
                headers={"Content-Type": "application/json"},
            )
            assert (answer.status_code, why in answer.json()["error"]) == (422, True), answer.text


def test_a_request_must_be_json_of_a_sensible_size_from_our_own_pages(quick_server: RunningServer) -> None:
    with Guest(quick_server.address) as ada:
        post = ada.http.post
        body = {"game": "tank_war", "seats": [ME, RANDOM]}
        assert post("/api/tables", data={"game": "tank_war"}).status_code == 415
        assert post("/api/tables", content=b"{}").status_code == 415
        assert post("/api/tables", json={"game": "x" * 100_000}).status_code == 413
        many = (b" " * 1000 for _ in range(100))
        streamed = post("/api/tables", content=many, headers={"Content-Type": "application/json"})
        assert streamed.status_code == 413
        elsewhere = {"Origin": "https://elsewhere.example"}
        assert post("/api/tables", json=body, headers=elsewhere).status_code == 403
        ours = {"Origin": f"http://{quick_server.address}"}
        assert post("/api/tables", json=body, headers=ours).status_code == 201
        deep = b"[" * 30_000
        answer = post("/api/tables", content=deep, headers={"Content-Type": "application/json"})
        assert answer.status_code in {400, 422}
        for status, call in (
            (404, ada.http.get("/api/nothing")),
            (405, ada.http.delete("/api/games", headers=ours | {"Content-Type": "application/json"})),
        ):
            assert call.status_code == status


def test_when_the_database_fails_the_answer_says_so(
    quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise OperationalError("INSERT", {}, OSError("disk full"))

    monkeypatch.setattr(quick_server.registry.writer, "_transact", broken)
    with Guest(quick_server.address) as ada:
        answer = ada.http.post("/api/tables", json={"game": "tank_war", "seats": [ME, RANDOM]})
        assert (answer.status_code, answer.json()["error"][:12]) == (503, "the database")
        monkeypatch.setattr(quick_server.registry.store, "listed", lambda **_: 1 / 0)
        answer = ada.http.get("/api/tables")
        assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
        assert "content-security-policy" in answer.headers


def test_a_socket_from_another_sites_page_is_refused(quick_server: RunningServer) -> None:
    with Guest(quick_server.address) as ada:
        table = ada.sets_up("tank_war", ME, RANDOM)["id"]

        async def try_it() -> list[Any]:
            url = f"ws://{quick_server.address}/ws/tables/{table}"
            headers = {"Cookie": ada.cookie, "Origin": "https://elsewhere.example"}
            async with connect(url, additional_headers=headers, open_timeout=TIMEOUT_S) as socket:
                told = [json.loads(await socket.recv())]
                with pytest.raises(ConnectionClosed):
                    await socket.recv()
                return told

        told = asyncio.run(try_it())
    assert [message["type"] for message in told] == ["refused"]


def test_many_sockets_from_one_client_are_refused_beyond_the_limit(any_database: str) -> None:
    """Those within the limit go on, those beyond are told why, and when some go others may come."""
    limits = Limits(sockets=30, stranger_cost=100_000, total_cost=100_000)
    with RunningServer(any_database, limits) as server, Guest(server.address) as ada:
        table = ada.sets_up("tank_war", ME, OPEN)["id"]
        told = asyncio.run(_crowd(server.address, table, 300))
        assert told.count("snapshot") == 30
        assert told.count("refused") == 270
        wait_until(lambda: not server.registry.tables[table].followers.pages)
        with ada.follows(table) as page:
            page.until("snapshot")


async def _crowd(address: str, table: str, size: int) -> list[str]:
    """So many sockets at once, all kept open until each has heard something: the first word to each."""
    first: list[str] = []
    everyone = asyncio.Event()
    gate = asyncio.Semaphore(100)  # knocking, not being in

    async def one() -> None:
        async with gate:
            opening = await connect(
                f"ws://{address}/ws/tables/{table}", open_timeout=TIMEOUT_S, proxy=None
            ).__aenter__()
            first.append(json.loads(await opening.recv())["type"])
        if len(first) == size:
            everyone.set()
        await everyone.wait()
        await opening.close()

    await asyncio.gather(*(one() for _ in range(size)))
    return first


def test_one_guest_has_only_so_many_pages_and_games(any_database: str) -> None:
    limits = Limits(guest_sockets=2, tables=2, new_tables=3, total_cost=100_000)
    with RunningServer(any_database, limits) as server, Guest(server.address) as ada:
        table = ada.sets_up("tank_war", ME, GREEDY)["id"]
        with ada.follows(table) as one, ada.follows(table) as two, ada.follows(table) as three:
            one.until("snapshot")
            two.until("snapshot")
            assert "2 pages open" in three.until("refused")["error"]
            ada.sets_up("tank_war", ME, GREEDY)
            more = {"game": "tank_war", "seats": [ME, GREEDY]}
            answer = ada.http.post("/api/tables", json=more)
            assert (answer.status_code, "finish some" in answer.json()["error"]) == (429, True)
            one.says("resign")
            one.until("over")
            answer = ada.http.post("/api/tables", json=more)
            assert (answer.status_code, "a minute" in answer.json()["error"]) == (429, True)
