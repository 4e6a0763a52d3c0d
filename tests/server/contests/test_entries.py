"""Who may enter a contest, with which bot and code, and who learns why a bot failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sql

from steelyard.server.bots.schema import versions
from steelyard.server.database.writer import Change
from tests.arena.conftest import needs_bubblewrap
from tests.server.contests.contest_server import TWO_BOTS, ContestServer
from tests.server.running_server import PASSWORD

if TYPE_CHECKING:
    from tests.server.contests.contest_server import Visitor

CRASHING = """
def move(message):
    print("my secret plan failed", file=sys.stderr, flush=True)
    sys.exit(3)
"""


def test_entering_needs_a_bot_of_ones_own_for_that_game_and_the_code(
    teacher: Visitor, teams: list[Visitor]
) -> None:
    contest = teacher.makes(code="rose-garden", public=False)
    ada, bob, _ = teams
    ada.sees(contest, status=404)
    assert ada.http.post("/api/contests/join", json={"code": "rose-garden"}).status_code == 404, "a draft"
    teacher.moves(contest, "open")
    ada.sees(contest, status=404)
    ada.enters(contest, status=404)
    assert ada.http.post("/api/contests/join", json={"code": "wrong"}).status_code == 404
    assert ada.http.post("/api/contests/join", json={"code": "Rose-Garden"}).json()["id"] == contest
    assert not ada.sees(contest)["entered"]
    ada.enters(contest)
    assert ada.sees(contest)["you"]["bot"]["name"] == "bot"
    theirs = bob.uploads()
    ada.enters(contest, theirs, status=404)
    ada.enters(contest, ada.uploads(name="duellist", game="tank_duel"), status=422)
    assert ada.http.post(f"/api/contests/{contest}/entry", json={"bot": None}).status_code == 200
    assert ada.sees(contest)["entrants"] == []


def test_a_public_contest_with_a_code_is_seen_by_all_and_entered_by_some(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor]
) -> None:
    contest = teacher.makes(code="rose-garden")
    teacher.moves(contest, "open")
    assert contest_server.stranger().sees(contest)["with_code"]
    teams[0].enters(contest, status=403)
    teams[0].http.post("/api/contests/join", json={"code": "rose-garden"})
    teams[0].enters(contest)


def test_an_organiser_needs_no_code_for_their_own_contest(teacher: Visitor) -> None:
    contest = teacher.makes(code="rose-garden", public=False)
    teacher.moves(contest, "open")
    assert not teacher.sees(contest)["you"]["needs_code"]
    teacher.enters(contest)


def test_a_version_that_is_unfit_or_unchecked_takes_part(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor]
) -> None:
    """The contest builds and starts it itself, and it is quarantined if that fails."""
    contest = teacher.makes()
    teacher.moves(contest, "open")
    teams[0].enters(contest, teams[0].uploads(state="unfit"))
    teams[1].enters(contest, teams[1].uploads(state="waiting"))
    assert teams[0].sees(contest)["you"]["bot"]["state"] == "unfit", "so that it is warned in time"
    teacher.moves(contest, "frozen")
    assert all(
        entry.version for entry in contest_server.contest_service.contest_store.entries(contest).values()
    )


@needs_bubblewrap
def test_a_team_sees_why_it_failed_and_nobody_else_does(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor]
) -> None:
    contest = teacher.makes()
    teacher.moves(contest, "open")
    ada, bob, cleo = teams
    ada.enters(contest, ada.uploads(CRASHING))
    bob.enters(contest)
    cleo.enters(contest, cleo.uploads(build="false"))
    teacher.moves(contest, "frozen")
    teacher.moves(contest, "running")
    contest_server.work()
    mine = ada.sees(contest, "/mine")
    failures = [game["failure"] for game in mine["games"] if game["failure"]]
    assert {failure["fault"] for failure in failures} == {"crashed"}
    assert all("my secret plan failed" in failure["stderr"] for failure in failures)
    assert not any(game["failure"] for game in bob.sees(contest, "/mine")["games"])
    assert cleo.sees(contest, "/mine")["quarantined"]["fault"] == "failed_to_build"
    assert teacher.sees(contest, "/desk")["behind"][0]["about"] == "Cleo"
    assert teacher.sees(contest, "/desk")["behind"][0]["why"].startswith("it could not be built: ")
    assert "Bob won: Ada's bot crashed in turn 1" in {game["result"] for game in mine["games"]}
    shown = contest_server.stranger()
    every = shown.sees(contest, "/games")["games"]
    texts = [shown.http.get(f"/api/contests/{contest}{part}").text for part in ("", "/games", "/cross")]
    texts += [
        shown.http.get(f"/api/tables/{game['to'].removeprefix('/g/')}{what}").text
        for game in every
        if game["to"]
        for what in ("", "/record", "/positions")
    ]
    assert not any("secret plan" in text for text in texts)
    check_logs(
        contest, next(game for game in every if set(game["seats"]) == {"Ada", "Bob"}), ada, bob, teacher
    )
    assert cleo.http.get(log_address(contest, every[0])).json() == {"logs": []}
    assert shown.http.get(log_address(contest, every[0])).status_code == 401
    report = contest_server.data / "contests" / contest / "report"
    teacher.http.get(f"/c/{contest}/report/index.html")
    assert not [file for file in report.rglob("*.log") if file.is_file()]
    grades = teacher.http.get(f"/api/contests/{contest}/grades.csv").text.removeprefix("\ufeff")
    assert [line.split(",")[0] for line in grades.splitlines()] == ["name", "Bob", "Ada", "Cleo"]
    assert "quarantined: it could not be built" in grades
    assert mine["grade"]["final"]


def log_address(contest: str, game: dict[str, str]) -> str:
    return f"/api/contests/{contest}/games/{game['to'].partition('.')[2]}/log"


def check_logs(contest: str, game: dict[str, str], ada: Visitor, bob: Visitor, teacher: Visitor) -> None:
    """Ada's bot wrote something: she and the organiser may read it, her opponent may not."""
    address = log_address(contest, game)
    (log,) = ada.http.get(address).json()["logs"]
    assert (log["name"], log["own"]) == ("Ada", True)
    assert log["turns"] == [{"turn": 1, "text": "my secret plan failed\n"}]
    assert bob.http.get(address).json() == {"logs": []}
    assert [(each["name"], each["own"]) for each in teacher.http.get(address).json()["logs"]] == [
        ("Ada", False)
    ]
    assert ada.http.get(f"/api/contests/{contest}/games/0123456789abcdef/log").status_code == 404
    shown = bob.shows(game["to"].removeprefix("/g/"))
    assert shown["outcome"]["stopped"] == "Ada's bot crashed in turn 1"


def test_the_games_of_a_private_contest_are_closed_to_strangers_even_with_a_link(
    contest_server: ContestServer, teacher: Visitor
) -> None:
    contest = teacher.makes(TWO_BOTS, public=False, code="rose-garden")
    for to in ("open", "frozen", "running"):
        teacher.moves(contest, to)
    contest_server.work()
    table = teacher.sees(contest)["course"]["recent"][0]["to"].removeprefix("/g/")
    teacher.shows(table)
    stranger = contest_server.stranger()
    for what in ("", "/positions", "/record", "/picture.svg", "/gif"):
        assert stranger.http.get(f"/api/tables/{table}{what}").status_code == 404, what
    assert stranger.http.post("/api/analysis", json={"table": table}).status_code == 404
    with stranger.follows(table) as page:
        assert "no such table" in page.until("refused")["error"]
    teacher.http.post(f"/api/contests/{contest}/change", json={"public": True})
    stranger.shows(table)


def test_after_the_deadline_a_team_is_told_whom_to_ask_and_that_its_bot_fails(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor]
) -> None:
    ada, bob, _ = teams
    contest = teacher.makes()
    teacher.moves(contest, "open")
    assert ada.sees(contest)["you"]["closed"] == ""
    bot = ada.enters(contest, ada.uploads(state="fit"))
    ada.uploads(state="checking", created_ms=2.0)
    bob.enters(contest, bob.uploads(state="unfit", reason="check 1, it builds: main.cpp:7:12: error: ';'"))
    teacher.moves(contest, "frozen")
    refused = ada.http.post(f"/api/contests/{contest}/entry", json={"bot": None})
    assert refused.status_code == 409
    assert refused.json()["error"] == (
        "entries are closed: the deadline has passed; ask its organiser, Ms Gray, to withdraw your team"
    )
    you = ada.sees(contest)["you"]
    assert you["closed"] == (
        "entries are closed: the deadline has passed; "
        "ask its organiser, Ms Gray, if something has to be changed"
    )
    assert (you["bot"]["version"], you["bot"]["fit"]) == (2, None), "it is being checked"
    newest = contest_server.contest_service.bot_store.versions(bot)[0]
    failed = sql.update(versions).where(versions.c.id == newest.id).values(state="unfit")
    contest_server.keep(Change(failed, {}))
    plays = ada.sees(contest)["you"]["bot"]
    assert (plays["version"], plays["fit"]) == (1, True), "that one plays when the contest starts"
    fails = bob.sees(contest)["you"]["bot"]
    assert (fails["fit"], fails["reason"]) == (False, "check 1, it builds: main.cpp:7:12: error: ';'")


def test_grades_by_team_and_by_person_are_files_of_their_own_names(teacher: Visitor) -> None:
    contest = teacher.makes(TWO_BOTS)
    for to in ("open", "frozen", "running"):
        teacher.moves(contest, to)
    names = [
        teacher.http.get(f"/api/contests/{contest}/grades.csv{by}").headers["content-disposition"]
        for by in ("", "?by=entrant", "?by=person")
    ]
    team, person = (f'attachment; filename="{contest}-grades-by-{by}.csv"' for by in ("team", "person"))
    assert names == [team, team, person]


def test_a_code_is_suggested_that_no_contest_has(teacher: Visitor) -> None:
    codes = {teacher.http.get("/api/contests/code").json()["code"] for _ in range(3)}
    assert len(codes) == 3
    for code in codes:
        teacher.makes(code=code)


def test_other_organisers_do_not_read_of_a_private_contest_by_which_somebody_registered(
    contest_server: ContestServer, teacher: Visitor
) -> None:
    contest = teacher.makes(code="rose-garden", public=False)
    teacher.moves(contest, "open")
    asked = {"code": "rose-garden", "name": "Dora", "password": PASSWORD}
    answer = contest_server.stranger().http.post("/api/contests/register", json=asked)
    assert answer.status_code == 201, answer.text
    log = contest_server.person("Mr Black", "organiser").http.get("/api/audit").text
    assert "account.register" in log
    assert "Small contest" not in log
