"""Deleting an account: what goes with it, what stays, and that a kill changes nothing of that."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sql

from steelyard.core.names import folded
from steelyard.server.accounts.names import DELETED
from steelyard.server.accounts.schema import accounts
from steelyard.server.database.writer import Change
from steelyard.server.deletion import requests, service
from steelyard.server.deletion.service import AccountDeletion
from steelyard.server.http.access import Account
from steelyard.server.http.responses import ApiError
from steelyard.server.mail.schema import addresses
from steelyard.server.operations.backup import back_up
from steelyard.server.operations.restore import restore
from steelyard.server.settings import Intervals
from steelyard.server.time_source import now_ms
from steelyard.server.tournaments import schema as tournament_schema
from tests.server.contests.contest_server import ContestServer
from tests.server.running_server import ME, OPEN, PASSWORD, RANDOM, Guest, RunningServer
from tests.timeouts import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Command
    from tests.server.clocks import Calendar

NAME = "Ada Lovelace"
OFTEN = Intervals(deletions_s=0.01)


def deletes(guest: Guest, password: str = PASSWORD) -> Any:
    return guest.http.post("/api/account/delete", json={"password": password})


def removed(server: RunningServer, account: int) -> None:
    """Wait until everything of an account was looked through once."""
    wait_until(lambda: account in server.app.state.deletion._begun)


def told(server: RunningServer) -> str:
    return repr(server.everything()).casefold()


def names(guest: Guest, table: str) -> list[str]:
    return [player["name"] for player in guest.shows(table)["players"]]


def has_address(account: int) -> Change:
    row = {"account": account, "address": "ada.lovelace@example.org", "confirmed_ms": 1.0, "asked_ms": 1.0}
    return Change(sql.insert(addresses), row | {"turns": True, "challenges": True, "results": True})


def test_nothing_is_left_of_a_person_but_their_games(database: str) -> None:
    with (
        RunningServer(database) as server,
        Guest(server.address) as ada,
        Guest(server.address, "Bob") as bob,
    ):
        number = ada.registers(NAME)["id"]
        server.do(server.registry.writer.kept([has_address(number)]))
        won, running, joined = (bob.sets_up("tank_war", ME, OPEN) for _ in range(3))
        for table in (won, running, joined):
            ada.joins(table)
        with bob.follows(won["id"]) as page:
            page.says("resign")
            page.until("over")
        with bob.follows(running["id"]) as one, ada.follows(running["id"]) as two:
            one.says("move", turn=1, move="LA")
            two.says("move", turn=1, move="RC")
            one.until("turn")
        waiting = ada.sets_up("tank_war", ME, OPEN)["id"]
        alone = ada.sets_up("tank_war", {"kind": "me", "name": NAME}, {"kind": "me", "name": "Lovelace"})
        assert deletes(ada, "not that one").status_code == 403
        with bob.follows(running["id"]) as page:
            page.until("snapshot")
            answer = deletes(ada)
            assert (answer.status_code, "Max-Age=0" in answer.headers["set-cookie"]) == (204, True)
            page.until("over")
        removed(server, number)
        assert bob.shows(running["id"])["outcome"]["winner"] == 0, "running games are lost"
        assert bob.shows(joined["id"])["outcome"]["reason"] == "cancelled", "nobody had moved"
        assert ada.http.get("/api/account").json()["account"] is None
        assert names(bob, won["id"]) == names(bob, running["id"]) == ["Bob", DELETED]
        assert names(bob, alone["id"]) == [DELETED, DELETED]
        assert bob.shows(waiting)["outcome"]["reason"] == "withdrawn"
        listed = bob.http.get("/api/tables", params={"player": "Bob", "live": False})
        assert NAME not in listed.text
        kept = told(server)
        assert "lovelace" not in kept
        assert folded(NAME) not in kept
        assert bob.http.get(f"/api/players/{NAME}").status_code == 404
    with RunningServer(database) as server, Guest(server.address) as eve:
        wrong = eve.http.post("/api/account/sign-in", json={"name": NAME, "password": PASSWORD})
        assert wrong.status_code == 401
        for name in (NAME, "ADA L0VELACE", DELETED):
            asked = {"name": name, "password": PASSWORD}
            assert eve.http.post("/api/account/register", json=asked).json()["code"] == "name_taken"
        assert eve.registers("Eve")["id"] == number + 1, "a number is never given twice"


def test_a_name_is_free_again_after_a_year(any_database: str, calendar: Calendar) -> None:
    with RunningServer(any_database) as server, Guest(server.address) as ada, Guest(server.address) as eve:
        number = ada.registers(NAME)["id"]
        assert deletes(ada).status_code == 204
        removed(server, number)
        calendar.forward(366 * 24 * 3600 * 1000.0)
        eve.registers(NAME)


def test_the_secret_of_the_browser_from_before_opens_nothing_afterwards(quick_server: RunningServer) -> None:
    with Guest(quick_server.address) as ada, Guest(quick_server.address) as thief:
        table = ada.sets_up("tank_war", ME, RANDOM)["id"]
        before = ada.cookie
        number = ada.registers(NAME)["id"]
        assert deletes(ada).status_code == 204
        removed(quick_server, number)
        thief.http.cookies.clear()
        assert thief.http.get(f"/api/tables/{table}", headers={"Cookie": before}).json()["you"] == []


def test_the_last_administrator_stays(quick_server: RunningServer) -> None:
    with Guest(quick_server.address) as ada, Guest(quick_server.address) as bob:
        first, second = ada.registers("Ada")["id"], bob.registers("Bob")["id"]
        ada.becomes(quick_server, "admin")
        assert (deletes(ada).status_code, deletes(ada).json()["code"]) == (409, "last_administrator")
        bob.becomes(quick_server, "admin")
        deletion: AccountDeletion = quick_server.app.state.deletion
        people = [quick_server.app.state.people.find(each) for each in (first, second)]

        async def both() -> list[Any]:
            work = (deletion._delete(person, None) for person in people)
            return await asyncio.gather(*work, return_exceptions=True)

        found = quick_server.do(both())
        refused = [each for each in found if isinstance(each, ApiError)]
        assert [each.code for each in refused] == ["last_administrator"], "each would have deleted the other"


def test_an_administrator_deletes_somebody_with_their_own_password(quick_server: RunningServer) -> None:
    with Guest(quick_server.address) as ada, Guest(quick_server.address) as bob:
        me, number = ada.registers("Ada")["id"], bob.registers("Bob")["id"]
        ada.becomes(quick_server, "admin")

        def delete(whose: int, password: str) -> int:
            path = f"/api/people/{whose}/delete"
            return ada.http.post(path, json={"password": password}).status_code

        assert delete(number, "not that one") == 403
        assert delete(me, PASSWORD) == 409
        assert delete(number, PASSWORD) == 204
        assert delete(number, PASSWORD) == 404
        assert [each["name"] for each in ada.http.get("/api/people").json()["people"]] == ["Ada"]
        entry = ada.http.get("/api/audit", params={"action": "account.delete"}).json()["entries"][0]
        assert (entry["actor"], entry["subject"]) == ("Ada", f"account:{number}")


def test_a_deleted_account_is_not_given_rights_by_a_request_that_was_under_way(
    quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would count as another administrator, and the last one could go."""
    desk, people = quick_server.app.state.account_service, quick_server.app.state.people
    monkeypatch.setattr(AccountDeletion, "step", _nothing)
    with Guest(quick_server.address) as ada:
        number = ada.registers(NAME)["id"]
        person = people.find(number)
        quick_server.do(quick_server.app.state.deletion._delete(person, None))
        people.put(person)  # as the request has seen it
        actor = Account(0, "the test", "admin")
        for work in (
            desk.change_role(actor, number, "admin"),
            desk.disable(actor, number, disabled=False),
        ):
            with pytest.raises(ApiError):
                quick_server.do(work)
        (row,) = quick_server.everything()["accounts"]
        assert (row.role, row.disabled) == ("player", True)


async def _nothing(_self: AccountDeletion) -> None:
    return


def test_a_server_that_was_killed_goes_on_at_its_next_start(
    any_database: str, monkeypatch: pytest.MonkeyPatch, calendar: Calendar
) -> None:
    with monkeypatch.context() as patch, RunningServer(any_database) as server:
        patch.setattr(AccountDeletion, "step", _nothing)
        with Guest(server.address) as ada, Guest(server.address, "Bob") as bob:
            number = ada.registers(NAME)["id"]
            table = bob.sets_up("tank_war", ME, OPEN)
            ada.joins(table)
            assert deletes(ada).status_code == 204
            assert names(bob, table["id"]) == ["Bob", NAME]
    calendar.forward(service.GRACE_MS)
    with RunningServer(any_database, intervals=OFTEN) as server:
        wait_until(lambda: not server.everything()["account_deletions"])
        assert "lovelace" not in told(server)
        assert number not in server.app.state.people._people


def test_what_a_request_wrote_that_was_under_way_goes_too(any_database: str, calendar: Calendar) -> None:
    with RunningServer(any_database, intervals=OFTEN) as server, Guest(server.address) as ada:
        number = ada.registers(NAME)["id"]
        assert deletes(ada).status_code == 204
        removed(server, number)
        server.do(server.registry.writer.kept([has_address(number)]))
        calendar.forward(service.GRACE_MS)
        wait_until(lambda: not server.everything()["account_deletions"])
        assert not server.everything()["mail_addresses"]


def test_a_rated_game_that_is_lost_so_counts_for_the_other(quick_server: RunningServer) -> None:
    rated: dict[str, Any] = {"game": "tank_battle", "clock": "bank:120s", "rated": True, "seat": 0}
    with Guest(quick_server.address) as ada, Guest(quick_server.address) as bob:
        number = ada.registers(NAME)["id"]
        bob.registers("Bob")
        table = ada.begins(bob, **rated)
        with ada.follows(table) as one, bob.follows(table) as two:
            two.until("snapshot")  # else it may have the first turn in it
            one.says("move", turn=1, move="g1-g4")
            two.says("move", turn=2, move=two.until("turn", turn=1)["legal"]["1"][0])
            one.until("turn", turn=2)
        assert deletes(ada).status_code == 204
        removed(quick_server, number)
        quick_server.do(quick_server.app.state.rating_counter.count())
        shown = bob.http.get("/api/players/Bob").json()["ratings"]
        assert [(each["game"], each["games"]) for each in shown] == [("tank_battle", 1)]


def test_bots_leave_what_has_not_begun_and_play_on_where_entries_have_closed(any_database: str) -> None:
    with ContestServer(any_database) as here:
        teacher, admin = here.person("Teacher", "organiser"), here.person("Ann", "admin")
        ada, bob = here.person(NAME), here.person("Bob")
        begun, coming = teacher.makes(), teacher.makes(code="rose-garden", team_size=2)
        teacher.moves(begun, "open")
        teacher.moves(coming, "open")
        bob.enters(begun)
        bot = ada.enters(begun, ada.uploads(name="Lovelace"))
        teacher.moves(begun, "frozen")
        ada.http.post("/api/contests/join", json={"code": "rose-garden"})
        ada.enters(coming, bot)
        code = ada.http.post(f"/api/contests/{coming}/team/code", json={}).json()["code"]
        bob.http.post("/api/contests/join", json={"code": code})
        version = here.contest_service.bot_store.versions(bot)[0]
        assert version.folder.is_dir()
        for person in (ada, teacher):
            found = here.server.app.state.people.find(person.account.id)
            here.server.do(here.server.app.state.deletion._delete(found, None))
            removed(here.server, person.account.id)
        assert not version.folder.exists()
        assert (here.data / "contests" / begun / "entries" / str(ada.account.id)).is_dir(), "it plays on"
        store = here.contest_service.contest_store
        assert store.entries(begun)[ada.account.id].version == version.id
        (entry,) = store.entries(coming).values()
        assert (entry.account, entry.bot) == (bob.account.id, ""), "Bob is the captain now"
        assert set(store.members(coming)) == {bob.account.id}
        store.load()
        assert list(store.entries(coming)) == [bob.account.id], "the database says the same"
        assert admin.sees(begun)["owner"] == "Ann", "somebody has to run it"
        assert "lovelace" not in told(here.server), "whose team Bob joined, and with which bot"
        admin.moves(begun, "running")


def test_tournaments_go_on_without_whoever_has_left(any_database: str) -> None:
    asked = {"name": "Spring cup", "game": "tank_war", "clock": "days:3"}
    with ContestServer(any_database) as here:
        ada, bob, cleo = (here.person(name) for name in (NAME, "Bob", "Cleo"))

        def make(owner: Any, *players: Any, **more: Any) -> str:
            name = str(owner.http.post("/api/tournaments", json=asked | more).json()["id"])
            for player in players:
                assert player.http.post(f"/api/tournaments/{name}/join", json={}).status_code == 204
            return name

        running, coming = make(bob, ada, bob, cleo), make(bob, ada, bob)
        hers, timed = make(ada, bob), make(ada, bob, starts_ms=now_ms() + 3_600_000)
        assert bob.http.post(f"/api/tournaments/{running}/start", json={}).status_code == 204
        person = here.server.app.state.people.find(ada.account.id)
        here.server.do(here.server.app.state.deletion._delete(person, None))
        removed(here.server, ada.account.id)
        shown = {
            each: bob.http.get(f"/api/tournaments/{each}").json() for each in (running, coming, hers, timed)
        }
        assert [each["state"] for each in shown.values()] == ["running", "open", "cancelled", "open"]
        assert [(each["name"], each["left"]) for each in shown[running]["entrants"]] == [
            (DELETED, True),
            ("Bob", False),
            ("Cleo", False),
        ]
        assert [each["name"] for each in shown[coming]["entrants"]] == ["Bob"]
        columns = tournament_schema.players.c
        with here.contest_service.engine.connect() as connection:
            left = connection.execute(
                sql.select(columns.tournament_id).where(columns.account == person.account.id)
            )
            assert list(left.scalars()) == [running]


def test_a_command_deletes_an_account_of_a_running_server(tmp_path: Path, steelyard_here: Command) -> None:
    server = RunningServer(f"sqlite:///{tmp_path}/tables.db", intervals=OFTEN)
    with server, Guest(server.address) as ada:
        engine = server.registry.store.engine
        number = ada.registers(NAME)["id"]
        ada.becomes(server, "admin")
        for wrong, why in (("Nobody", "no account 'Nobody'"), (NAME, "last administrator")):
            with pytest.raises(requests.CannotDelete, match=why):
                requests.ask(engine, wrong)
        with Guest(server.address) as bob:
            bob.registers("Bob")
            bob.becomes(server, "admin")
        words = ("accounts", "delete", "ada lovelace", "--data", str(tmp_path))
        shown = steelyard_here(*words)
        assert shown.returncode == 0, shown.stderr
        assert NAME in shown.stdout
        removed(server, number)
        with engine.connect() as connection:
            name = connection.execute(sql.select(accounts.c.name).where(accounts.c.id == number)).scalar_one()
        assert name == DELETED


def test_nobody_gets_the_name_at_a_server_that_was_restored_either(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    with RunningServer(f"sqlite:///{first}/tables.db") as server, Guest(server.address) as ada:
        number = ada.registers(NAME)["id"]
        assert deletes(ada).status_code == 204
        removed(server, number)
        back_up(f"sqlite:///{first}/tables.db", first, tmp_path / "backup")
    restore(tmp_path / "backup", second, None)
    with RunningServer(f"sqlite:///{second}/tables.db") as server, Guest(server.address) as eve:
        asked = {"name": NAME, "password": PASSWORD}
        assert eve.http.post("/api/account/register", json=asked).json()["code"] == "name_taken"
