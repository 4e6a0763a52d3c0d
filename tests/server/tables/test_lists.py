"""Lists of tables: read from their rows, so that no game is replayed for them; long games come in pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard import games
from steelyard.server.tables import position_routes, views
from steelyard.server.tables.registry import TableRegistry
from tests.server.running_server import ME, OPEN, RANDOM, Guest, RunningServer

if TYPE_CHECKING:
    import pytest

    from tests.server.clocks import Calendar


def plays(guest: Guest, table: str, turns: int) -> None:
    """Some turns, at a table where the guest has both seats."""
    with guest.follows(table) as page:
        message = page.until("snapshot")
        for number in range(message["turn"] + 1, message["turn"] + turns + 1):
            for seat, legal in message["legal"].items():
                page.says("move", turn=number, move=legal[-1], seat=int(seat))
            message = page.until("turn")


def put_away(server: RunningServer) -> None:
    async def work() -> None:
        for live in list(server.registry.tables.values()):
            await live.settled()
            live.close()
        server.registry.tables.clear()

    server.do(work())


def listed(guest: Guest, query: str = "") -> list[dict[str, Any]]:
    answer = guest.http.get(f"/api/tables?{query}")
    assert answer.status_code == 200, answer.text
    tables: list[dict[str, Any]] = answer.json()["tables"]
    return tables


def test_a_list_shows_tables_as_they_are_and_reads_no_log(
    server: RunningServer, ada: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [ada.sets_up(name, ME, ME)["id"] for name in games.names()]
    for table in tables:
        plays(ada, table, 3)
    with ada.follows(tables[0]) as page:
        page.says("resign", seat=0)
        page.until("over")
    ada.sets_up("tank_war", OPEN, ME)
    by_days = ada.sets_up("tank_battle", ME, ME, clock="days:3")["id"]
    shown = {table: ada.shows(table) for table in tables}
    put_away(server)

    async def read(_: TableRegistry, name: str) -> None:
        raise AssertionError(f"{name} was read for a list")

    monkeypatch.setattr(TableRegistry, "_read", read)
    found = {each["id"]: each for each in listed(ada, "mine=1")}
    assert len(found) == len(tables) + 2
    for table in tables:
        page_shows = {name: shown[table][name] for name in found[table] if name in shown[table]}
        assert {name: found[table][name] for name in page_shows} == page_shows | {
            "players": [{**player, "connected": False} for player in page_shows["players"]],
            "spectators": 0,
        }
    assert [each["id"] for each in listed(ada, "live=0")] == [tables[0]]
    assert found[by_days]["running"] == [True, False]
    assert 0 <= 3 * 24 * 3_600_000 - found[by_days]["clocks_ms"][0] < 60_000


def test_a_list_is_never_older_than_what_was_announced(ada: Guest) -> None:
    table = ada.sets_up("tank_war", ME, ME)["id"]
    with ada.follows(table) as page:
        message = page.until("snapshot")
        for number in range(1, 6):
            for seat, legal in message["legal"].items():
                page.says("move", turn=number, move=legal[-1], seat=int(seat))
            message = page.until("turn")
            (shown,) = listed(ada)
            assert (shown["turn"], shown["svg"]) == (number, message["svg"])
            assert (shown["players"][0]["connected"], shown["spectators"]) == (True, 0)


def test_a_list_without_pictures_says_the_same(ada: Guest) -> None:
    ada.sets_up("tank_war", ME, ME)
    whole, brief = (ada.http.get(f"/api/tables?mine=1&limit=1{more}").json() for more in ("", "&pictures=0"))
    assert whole["tables"][0]["svg"].startswith("<svg")
    whole["tables"][0]["svg"] = ""
    assert brief == whole


def test_a_game_that_everybody_has_left_is_not_listed_as_live_and_its_page_says_so(
    ada: Guest, bob: Guest, server: RunningServer, calendar: Calendar
) -> None:
    left = ada.sets_up("tank_war", ME, RANDOM)["id"]
    by_days = ada.sets_up("tank_war", ME, ME, clock="days:3")["id"]
    assert [each["id"] for each in listed(bob, "live=1")] == [by_days, left]
    assert bob.shows(left)["idle_since_ms"] is None
    put_away(server)
    calendar.forward(views.IDLE_MS)
    assert [each["id"] for each in listed(bob, "live=1")] == [by_days]
    assert [each["id"] for each in listed(bob, "live=1&limit=1")] == [by_days]
    assert {each["id"] for each in listed(ada, "live=1&mine=1")} == {by_days, left}, "it is still hers"
    assert bob.shows(left)["idle_since_ms"] is not None
    with ada.follows(left) as page:
        page.until("snapshot")
        assert [each["id"] for each in listed(bob, "live=1")] == [by_days, left], "somebody is there"


def test_a_table_of_days_is_put_away_although_its_clock_runs(ada: Guest, server: RunningServer) -> None:
    by_days = ada.sets_up("tank_battle", ME, ME, clock="days:3")["id"]
    playing = ada.sets_up("tank_war", RANDOM, ME, clock="bank:120s")["id"]

    async def idle() -> dict[str, bool]:
        for live in list(server.registry.tables.values()):
            await live.settled()
        for live in server.registry.tables.values():  # at once: a table that is not used is soon put away
            live.used_s -= 3600.0
        return {name: live.idle for name, live in server.registry.tables.items()}

    assert server.do(idle()) == {by_days: True, playing: False}


def test_a_long_game_comes_in_pages(quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position_routes, "MOST_POSITIONS", 5)
    with Guest(quick_server.address) as ada:
        table = ada.sets_up("tank_battle", ME, ME)["id"]
        plays(ada, table, 7)
        pages, first = [], 0
        while first is not None:
            pages.append(ada.shows(table, f"/positions?first={first}"))
            first = pages[-1]["next"]
        assert [[each["turn"] for each in page["positions"]] for page in pages] == [
            [0, 1, 2, 3, 4],
            [5, 6, 7],
        ]
        assert (
            ada.shows(table, "/positions?first=1&last=3")["next"] is None
        )  # which is all that was asked for
        assert ada.shows(table, "/positions?first=1&last=6")["next"] == 6
        assert ada.shows(table, "/positions?first=100") | {"options": {}} == {
            "game": "tank_battle",
            "options": {},
            "positions": [],
            "next": None,
        }
