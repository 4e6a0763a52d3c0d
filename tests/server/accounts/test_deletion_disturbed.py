"""Deleting an account while something else goes on, or where something of it cannot be read."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import sqlalchemy as sql

from steelyard.server.accounts.audit import audited
from steelyard.server.accounts.guests import kept_guest
from steelyard.server.accounts.names import DELETED
from steelyard.server.bots import build_job, game_job
from steelyard.server.bots.schema import bots
from steelyard.server.database.writer import Change
from steelyard.server.deletion import service
from steelyard.server.deletion.service import AccountDeletion
from steelyard.server.http import connections
from steelyard.server.http.access import Account
from steelyard.server.tables.schema import entries, tables
from tests.server.accounts.test_deletion import NAME, deletes, names, removed, told
from tests.server.contests.contest_server import ContestServer
from tests.server.running_server import ME, OPEN, Guest, RunningServer

if TYPE_CHECKING:
    import pytest

    from tests.server.contests.contest_server import Visitor


def delete(here: ContestServer, person: Visitor) -> None:
    found = here.server.app.state.people.find(person.account.id)
    here.server.do(here.server.app.state.deletion._delete(found, None))
    removed(here.server, person.account.id)


async def _nothing(_self: AccountDeletion) -> None:
    return


def test_names_that_a_request_wrote_that_was_under_way_go_too(
    quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody sets up a table, an administrator makes a link: both write a name that they read before."""
    monkeypatch.setattr(AccountDeletion, "step", _nothing)
    writer = quick_server.registry.writer
    with Guest(quick_server.address) as ada:
        number = ada.registers(NAME)["id"]
        guest = quick_server.app.state.people.find(number).guest
        assert deletes(ada).status_code == 204
        link = audited(None, "account.reset_link", f"account:{number}", {"name": NAME})
        quick_server.do(writer.kept([kept_guest(writer, guest, NAME, 1.0), link]))
        quick_server.do(quick_server.app.state.deletion._remove(number, guest))
        assert "lovelace" not in told(quick_server)
        (entry,) = (row for row in quick_server.everything()["audit"] if row.action == "account.delete")
        assert entry.detail == '{"by":"self"}', "what tells of the deletion stays"


def test_one_deletes_an_account_that_two_want_to_delete_at_once(quick_server: RunningServer) -> None:
    with Guest(quick_server.address) as ada, Guest(quick_server.address) as again:
        number = ada.registers(NAME)["id"]
        again.signs_in(NAME)
        with ThreadPoolExecutor(2) as threads:
            answers = sorted(each.status_code for each in threads.map(deletes, (ada, again)))
        assert answers[0] == 204
        assert answers[1] in {401, 403, 404}
        removed(quick_server, number)


def test_what_cannot_be_read_holds_up_nothing_else(quick_server: RunningServer) -> None:
    """A game that is not installed any more, say."""
    registry = quick_server.registry
    with Guest(quick_server.address) as ada, Guest(quick_server.address, "Bob") as bob:
        number = ada.registers(NAME)["id"]
        made = [bob.sets_up("tank_war", ME, OPEN) for _ in range(4)]
        for table in made:
            ada.joins(table)
        running, lost, over, broken = (table["id"] for table in made)
        for table in (over, broken):
            with bob.follows(table) as page:
                page.says("resign")
                page.until("over")
        spoilt = [
            Change(
                sql.update(entries).where(entries.c.table_id == lost).values(body='{"kind":"strange"}'), {}
            ),
            Change(sql.update(tables).where(tables.c.id == broken).values(summary="{}"), {}),
        ]
        quick_server.do(registry.writer.kept(spoilt))

        async def put_away() -> None:
            registry._put_away(list(registry.tables.values()))

        quick_server.do(put_away())
        assert deletes(ada).status_code == 204
        removed(quick_server, number)
        assert bob.shows(running)["outcome"]["reason"] == "cancelled"
        assert names(bob, over) == ["Bob", DELETED]


def test_a_bot_that_is_built_meanwhile_is_not_on_the_ladder_afterwards_and_its_logs_are_gone(
    any_database: str,
) -> None:
    with ContestServer(any_database) as here:
        ada = here.person(NAME)
        bot = ada.uploads(name="Lovelace")
        version = here.contest_service.bot_store.versions(bot)[0]
        game_job.logs_of(here.data, bot).keep("game.0", "of a game", "Ada was here")
        assert (here.data / "bot-logs" / bot).is_dir()
        delete(here, ada)
        assert not (here.data / "bot-logs" / bot).exists()
        engine = here.contest_service.engine
        with engine.begin() as connection:
            build_job._settle(connection, version, state="fit", reason="", report="")
            off = connection.execute(sql.select(bots.c.off).where(bots.c.id == bot)).scalar_one()
            assert off, "it is not on the ladder"
        assert "lovelace" not in told(here.server)


def test_a_team_of_which_nobody_is_left_is_paired_no_more(any_database: str) -> None:
    asked = {"name": "Spring cup", "game": "tank_war", "clock": "days:3", "team_size": 2, "rounds": 3}
    with ContestServer(any_database) as here:
        ada, bob, cleo, dan = (here.person(name) for name in (NAME, "Bob", "Cleo", "Dan"))
        name = cleo.http.post("/api/tournaments", json=asked).json()["id"]
        for player, team in ((ada, "Red"), (bob, "Red"), (cleo, "Blue"), (dan, "Green")):
            joined = player.http.post(f"/api/tournaments/{name}/join", json={"team": team})
            assert joined.status_code == 204
        assert cleo.http.post(f"/api/tournaments/{name}/start", json={}).status_code == 204

        def left() -> list[bool]:
            return [each["left"] for each in cleo.http.get(f"/api/tournaments/{name}").json()["entrants"]]

        delete(here, ada)
        assert left() == [False, False, False], "Bob plays on"
        delete(here, bob)
        assert left() == [True, False, False]


def test_requests_that_are_under_way_end_before_everything_is_looked_through_again() -> None:
    assert service.GRACE_MS > 1000 * connections.BODY_S


def test_whoever_is_left_of_a_team_is_shown_the_game_they_play(any_database: str) -> None:
    asked = {"name": "Spring cup", "game": "tank_war", "clock": "days:3", "team_size": 2, "rounds": 2}
    with ContestServer(any_database) as here:
        ada, bob, cleo, dan = (here.person(name) for name in (NAME, "Bob", "Cleo", "Dan"))
        name = cleo.http.post("/api/tournaments", json=asked).json()["id"]
        for player, team in ((ada, "Red"), (bob, "Red"), (cleo, "Blue"), (dan, "Blue")):
            player.http.post(f"/api/tournaments/{name}/join", json={"team": team})
        accounts = here.server.app.state.account_service
        here.server.do(accounts.disable(Account(0, "the test", "admin"), ada.account.id, disabled=True))
        assert cleo.http.post(f"/api/tournaments/{name}/start", json={}).status_code == 204

        def own(player: Visitor) -> list[str]:
            (played,) = player.http.get(f"/api/tournaments/{name}").json()["rounds_played"]
            return [game["table"] for game in played["games"] if game["you"]]

        (table,) = own(bob)
        assert bob.shows(table)["you"] != []
        assert sorted((own(cleo), own(dan))) == [[], [table]]
