"""Which version of a team's bot plays: the newest that is fit, or one that was chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sql

from steelyard.contest.running.folder import progress_of
from steelyard.server.bots import schema as bots
from steelyard.server.contests import snapshot
from steelyard.server.database.writer import Change

if TYPE_CHECKING:
    from tests.server.contests.contest_server import ContestServer, Visitor


def found(contest_server: ContestServer, bot: str, number: int, state: str) -> None:
    """The checks of a version have come to that."""
    same = (bots.versions.c.bot == sql.bindparam("of"), bots.versions.c.number == sql.bindparam("which"))
    statement = sql.update(bots.versions).where(*same).values(state=sql.bindparam("new_state"))
    contest_server.keep(Change(statement, {"of": bot, "which": number, "new_state": state}))


def plays(contest_server: ContestServer, contest: str, team: Visitor) -> tuple[int, str]:
    """The number of the version that is to play, and the sources that lie there."""
    entry = contest_server.contest_service.contest_store.entries(contest)[team.account.id]
    version = contest_server.contest_service.bot_store.version(entry.version)
    assert version is not None
    kept = contest_server.data / "contests" / contest / "entries" / str(team.account.id)
    sources = {file.name: file.read_text() for file in kept.iterdir() if file.suffix == ".py"}
    assert sources == {file.name: file.read_text() for file in version.folder.glob("*.py")}
    return version.number, version.state


@pytest.fixture
def contest(teacher: Visitor) -> str:
    name = teacher.makes()
    teacher.moves(name, "open")
    return name


def bot_of(team: Visitor, contest: str) -> dict[str, Any]:
    shown: dict[str, Any] = team.sees(contest)["you"]["bot"]
    return shown


def test_a_broken_last_upload_does_not_discard_a_working_version(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    ada = teams[0]
    ada.enters(contest)
    ada.uploads("# broken", state="unfit", reason="it does not build")
    assert [bot_of(ada, contest)[key] for key in ("version", "state")] == [1, "fit"]
    teacher.moves(contest, "frozen")
    assert plays(contest_server, contest, ada) == (1, "fit")


def test_a_version_that_fails_its_checks_after_the_deadline_does_not_either(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    ada, bob = teams[:2]
    bob.enters(contest)
    bot = ada.enters(contest)
    ada.uploads("# not checked yet", state="waiting")
    teacher.moves(contest, "frozen")
    assert plays(contest_server, contest, ada) == (2, "waiting")
    found(contest_server, bot, 2, "unfit")
    teacher.moves(contest, "running")
    assert plays(contest_server, contest, ada) == (1, "fit")


def test_a_version_that_the_server_failed_to_check_is_not_passed_over(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    ada, bob = teams[:2]
    bob.enters(contest)
    ada.enters(contest)
    ada.uploads("# newer", state="unchecked", reason="it could not be checked: the disk is full")
    shown = bot_of(ada, contest)
    assert [shown[key] for key in ("version", "state", "fit")] == [2, "unchecked", None]
    for to in ("frozen", "running"):
        teacher.moves(contest, to)
    assert plays(contest_server, contest, ada) == (2, "unchecked")


def test_a_team_may_choose_and_takes_the_newest_again(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    ada = teams[0]
    bot = ada.enters(contest)
    ada.uploads("# second")
    entry = f"/api/contests/{contest}/entry"
    assert ada.http.post(entry, json={"bot": bot, "version": 1}).status_code == 200
    assert [bot_of(ada, contest)[key] for key in ("version", "chosen")] == [1, True]
    assert ada.http.post(entry, json={"bot": bot, "version": 7}).status_code == 404
    assert ada.http.post(entry, json={"bot": bot}).status_code == 200
    assert [bot_of(ada, contest)[key] for key in ("version", "chosen")] == [2, False]
    ada.http.post(entry, json={"bot": bot, "version": 1})
    teacher.moves(contest, "frozen")
    assert plays(contest_server, contest, ada) == (1, "fit")


def test_the_organiser_may_choose_before_the_start_and_nobody_else(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    ada, bob = teams[:2]
    bob.enters(contest)
    ada.enters(contest)
    ada.uploads("# second")
    teacher.moves(contest, "frozen")
    told = teacher.decides(contest, "version", name="Ada", version=1)["told"]
    assert told == "Ada plays with version 1"
    assert plays(contest_server, contest, ada) == (1, "fit")
    shown = next(each for each in teacher.sees(contest, "/desk")["entries"] if each["account"] == "Ada")
    assert shown["bot"]["version"] == 1
    assert [version["number"] for version in shown["bot"]["versions"]] == [2, 1]
    teacher.decides(contest, "version", name="Ada", version=9, status=422)
    teacher.decides(contest, "version", name="Nobody", version=1, status=422)
    bob.decides(contest, "version", name="Ada", version=2, status=403)
    teacher.moves(contest, "running")
    teacher.decides(contest, "version", name="Ada", version=2, status=409)


def test_who_has_only_unfit_versions_is_listed_with_the_reason(
    teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    ada = teams[0]
    ada.enters(contest, ada.uploads("# broken", state="unfit", reason="it does not build"))
    teacher.moves(contest, "frozen")
    shown = teacher.sees(contest, "/desk")["entries"][0]["bot"]
    assert (shown["state"], shown["reason"]) == ("unfit", "it does not build")


def test_a_version_that_was_deleted_is_neither_chosen_nor_put_in(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    ada, bob = teams[:2]
    bob.enters(contest)
    bot = ada.enters(contest)
    ada.uploads("# second")
    ada.http.post(f"/api/contests/{contest}/entry", json={"bot": bot, "version": 1})
    found(contest_server, bot, 1, "deleted")
    assert [bot_of(ada, contest)[key] for key in ("version", "chosen")] == [2, False]
    for to in ("frozen", "running"):
        teacher.moves(contest, to)
    teacher.decides(contest, "replace", name="Ada", version=1, status=422)


def test_a_start_that_a_crash_interrupted_is_made_anew(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    """The journal was begun, then the server died: what has changed since is in the contest."""
    ada, bob = teams[:2]
    bob.enters(contest)
    bot = ada.enters(contest)
    ada.uploads("# second")
    teacher.moves(contest, "frozen")
    service = contest_server.contest_service
    row = service.contest_store.find(contest)
    assert row is not None
    interrupted = snapshot.begin(contest_server.data, row, [(ada.account.id, "Eve"), (bob.account.id, "Bob")])
    assert [*interrupted.values()] == ["Eve", "Bob"]
    found(contest_server, bot, 2, "unfit")
    teacher.moves(contest, "running")
    names = [entrant.name for entrant in progress_of(service.folder(row).journal).contest.entrants]
    assert sorted(names) == sorted(entry.name for entry in service.contest_store.entries(contest).values())
    assert "Eve" not in names


def test_a_version_that_was_chosen_is_not_deleted_before_the_deadline(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    """Its owner need not be the captain who chose it."""
    ada = teams[0]
    bot = ada.enters(contest)
    ada.uploads("# newer")
    path = f"/api/bots/{bot}/versions/1/delete"
    entry = {"bot": bot, "version": 1}
    assert ada.http.post(f"/api/contests/{contest}/entry", json=entry).status_code == 200
    refused = ada.http.post(path, json={})
    assert (refused.status_code, refused.json()["code"]) == (409, "version_in_use")
    assert "Small contest" in refused.json()["error"]
    teacher.moves(contest, "frozen")
    assert ada.http.post(path, json={}).status_code == 200
    kept = contest_server.data / "contests" / contest / "entries" / str(ada.account.id)
    assert (kept / "bot.toml").is_file()
