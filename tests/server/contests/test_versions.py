"""Which version of a team's bot plays: the newest that is fit, or one that was chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sql

from steelyard.server.bots import schema as bots
from steelyard.server.database.writer import Change

if TYPE_CHECKING:
    from tests.server.contests.fair import Fair, Visitor


def found(fair: Fair, bot: str, number: int, state: str) -> None:
    """The checks of a version have come to that."""
    same = (bots.versions.c.bot == sql.bindparam("of"), bots.versions.c.number == sql.bindparam("which"))
    statement = sql.update(bots.versions).where(*same).values(state=sql.bindparam("new_state"))
    fair.keep(Change(statement, {"of": bot, "which": number, "new_state": state}))


def plays(fair: Fair, contest: str, team: Visitor) -> tuple[int, str]:
    """The number of the version that is to play, and the sources that lie there."""
    entry = fair.contest_service.contest_store.entries(contest)[team.account.id]
    version = fair.contest_service.bot_store.version(entry.version)
    assert version is not None
    kept = fair.data / "contests" / contest / "entries" / str(team.account.id)
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
    fair: Fair, teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    ada = teams[0]
    ada.enters(contest)
    ada.hands_in("# broken", state="unfit", reason="it does not build")
    assert [bot_of(ada, contest)[key] for key in ("version", "state")] == [1, "fit"]
    teacher.moves(contest, "frozen")
    assert plays(fair, contest, ada) == (1, "fit")


def test_a_version_that_fails_its_checks_after_the_deadline_does_not_either(
    fair: Fair, teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    ada, bob = teams[:2]
    bob.enters(contest)
    bot = ada.enters(contest)
    ada.hands_in("# not checked yet", state="waiting")
    teacher.moves(contest, "frozen")
    assert plays(fair, contest, ada) == (2, "waiting")
    found(fair, bot, 2, "unfit")
    teacher.moves(contest, "running")
    assert plays(fair, contest, ada) == (1, "fit")


def test_a_team_may_choose_and_takes_the_newest_again(
    fair: Fair, teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    ada = teams[0]
    bot = ada.enters(contest)
    ada.hands_in("# second")
    entry = f"/api/contests/{contest}/entry"
    assert ada.http.post(entry, json={"bot": bot, "version": 1}).status_code == 200
    assert [bot_of(ada, contest)[key] for key in ("version", "chosen")] == [1, True]
    assert ada.http.post(entry, json={"bot": bot, "version": 7}).status_code == 404
    assert ada.http.post(entry, json={"bot": bot}).status_code == 200
    assert [bot_of(ada, contest)[key] for key in ("version", "chosen")] == [2, False]
    ada.http.post(entry, json={"bot": bot, "version": 1})
    teacher.moves(contest, "frozen")
    assert plays(fair, contest, ada) == (1, "fit")


def test_the_organiser_may_choose_before_the_start_and_nobody_else(
    fair: Fair, teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    ada, bob = teams[:2]
    bob.enters(contest)
    ada.enters(contest)
    ada.hands_in("# second")
    teacher.moves(contest, "frozen")
    told = teacher.decides(contest, "version", name="Ada", version=1)["told"]
    assert told == "Ada plays with version 1"
    assert plays(fair, contest, ada) == (1, "fit")
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
    ada.enters(contest, ada.hands_in("# broken", state="unfit", reason="it does not build"))
    teacher.moves(contest, "frozen")
    shown = teacher.sees(contest, "/desk")["entries"][0]["bot"]
    assert (shown["state"], shown["reason"]) == ("unfit", "it does not build")


def test_a_version_that_was_deleted_is_neither_chosen_nor_put_in(
    fair: Fair, teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    ada, bob = teams[:2]
    bob.enters(contest)
    bot = ada.enters(contest)
    ada.hands_in("# second")
    ada.http.post(f"/api/contests/{contest}/entry", json={"bot": bot, "version": 1})
    found(fair, bot, 1, "deleted")
    assert [bot_of(ada, contest)[key] for key in ("version", "chosen")] == [2, False]
    for to in ("frozen", "running"):
        teacher.moves(contest, to)
    teacher.decides(contest, "replace", name="Ada", version=1, status=422)
