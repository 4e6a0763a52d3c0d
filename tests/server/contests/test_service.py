"""From draft to over: states, entries, the deadline, decisions, and who hears of what."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import sqlalchemy as sql

from steelyard.contest.running import journal, live_games
from steelyard.contest.running.folder import Folder, progress_of
from steelyard.server.contests import routes
from steelyard.server.contests.pause_requests import request, requested
from steelyard.server.contests.schema import contests as rows
from steelyard.server.jobs.queue import MOST_ATTEMPTS
from steelyard.server.jobs.schema import jobs
from steelyard.server.time_source import now_ms
from tests.arena.conftest import needs_bubblewrap
from tests.contest.simulation import Ending, admitted, played
from tests.server.contests.contest_server import SMALL, TWO_BOTS, ContestServer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import pytest

    from steelyard.contest.model import Slot
    from tests.server.contests.contest_server import Visitor

CRASHING = """
def move(message):
    print("my secret plan failed", file=sys.stderr, flush=True)
    sys.exit(3)
"""


@needs_bubblewrap
def test_a_contest_goes_from_draft_to_over(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor]
) -> None:
    contest = teacher.makes()
    assert teacher.sees(contest)["state"] == "draft"
    teams[0].sees(contest, status=404)
    teacher.moves(contest, "open")
    for team in teams:
        team.enters(contest)
    assert teams[0].sees(contest)["entrants"] == ["Ada", "Bob", "Cleo"]
    teacher.moves(contest, "frozen")
    teams[0].enters(contest, status=409)
    teacher.moves(contest, "running")
    contest_server.work()
    told = contest_server.stranger().sees(contest)
    assert told["state"] == "over"
    progress = told["course"]
    assert progress["done"]
    assert {entrant["name"] for entrant in progress["field"]} == {"Ada", "Bob", "Cleo"}
    assert progress["podium"][0]["place"] == 1
    assert progress["games"] == 2 * 3 + 2 * 3 + 2, "against the teacher's bot, among themselves, the final"
    assert len(progress["stages"]) == 2
    assert progress["stages"][1]["bracket"]["rounds"][0]["title"] == "Final"
    actions = [action for action, _, _ in contest_server.audit(contest)]
    assert actions == [
        "contest.create",
        "contest.open",
        *["contest.enter"] * 3,
        "contest.frozen",
        "contest.start",
        "contest.over",
    ]
    # Every game opens in the page of any game, with its record.
    game = progress["recent"][0]
    table = contest_server.stranger().shows(game["to"].removeprefix("/g/"))
    assert [player["name"] for player in table["players"]] == game["seats"]
    assert (table["live"], table["turn"]) == (False, game["turns"])
    contest_server.stranger().shows(game["to"].removeprefix("/g/"), "/positions")
    assert (
        contest_server.stranger().shows(game["to"].removeprefix("/g/"), "/record")["outcome"]["reason"]
        == game["reason"]
    )


def test_the_deadline_passes_by_itself_and_later_versions_do_not_count(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor]
) -> None:
    deadline = now_ms() + 3_600_000
    contest = teacher.makes(deadline_ms=deadline)
    teacher.moves(contest, "open")
    bot = teams[0].enters(contest)
    teams[0].uploads(number=2, created_ms=deadline - 5)
    teams[0].uploads(number=3, created_ms=deadline + 5)
    contest_server.tick(deadline - 1)
    assert teacher.sees(contest)["state"] == "open"
    contest_server.tick(deadline)
    assert teacher.sees(contest)["state"] == "frozen"
    entry = contest_server.contest_service.contest_store.entries(contest)[teams[0].account.id]
    version = contest_server.contest_service.bot_store.version(entry.version)
    assert version is not None
    assert (version.bot, version.number) == (bot, 2)
    kept = contest_server.data / "contests" / contest / "entries" / str(teams[0].account.id)
    assert (kept / "bot.toml").is_file()
    action, actor, detail = contest_server.audit(contest)[-1]
    assert (action, actor) == ("contest.frozen", None)
    assert json.loads(detail) == {"entries": 1, "reason": "the deadline has passed"}


def test_a_deadline_that_passed_while_the_server_was_down_is_noticed(any_database: str) -> None:
    with ContestServer(any_database) as contest_server:
        teacher = contest_server.person("Ms Gray", "organiser")
        contest = teacher.makes(deadline_ms=now_ms() + 3_600_000)
        teacher.moves(contest, "open")
    with ContestServer(any_database) as contest_server:
        contest_server.tick(now_ms() + 3_600_001)
        row = contest_server.contest_service.contest_store.find(contest)
        assert row is not None
        assert row.state == "frozen"


def test_a_version_that_is_unfit_or_unchecked_takes_part(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor]
) -> None:
    """The contest builds and starts it itself, and puts it in quarantine if that fails."""
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


@needs_bubblewrap
def test_pause_and_resume_lose_nothing(contest_server: ContestServer, teacher: Visitor) -> None:
    contest = teacher.makes(TWO_BOTS)
    teacher.moves(contest, "open")
    teacher.moves(contest, "frozen")
    teacher.moves(contest, "running")
    teacher.moves(contest, "paused")
    contest_server.work()
    assert teacher.sees(contest)["course"]["games"] == 0, "it is paused: nobody plays"
    assert teacher.sees(contest)["state"] == "paused"
    teacher.moves(contest, "running")
    contest_server.work()
    assert teacher.sees(contest)["state"] == "over"
    actions = [action for action, _, _ in contest_server.audit(contest)]
    assert actions[3:] == ["contest.start", "contest.paused", "contest.resume", "contest.over"]


@needs_bubblewrap
def test_a_contest_that_is_paused_in_its_last_game_is_over_after_it(
    contest_server: ContestServer, teacher: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = teacher.makes(TWO_BOTS)
    for to in ("open", "frozen", "running"):
        teacher.moves(contest, to)
    announce = live_games.announce

    def pausing(folder: Path, slots: Sequence[Slot]) -> None:
        announce(folder, slots)
        if progress_of(Folder(folder.parent).journal).done:
            teacher.moves(contest, "paused")

    monkeypatch.setattr(live_games, "announce", pausing)
    contest_server.work()
    assert [action for action, _, _ in contest_server.audit(contest)][-2:] == [
        "contest.paused",
        "contest.over",
    ]
    assert teacher.sees(contest)["state"] == "over"


@needs_bubblewrap
def test_decisions_go_into_the_journal_and_the_audit_log(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor]
) -> None:
    contest = teacher.makes()
    teacher.moves(contest, "open")
    for team in teams[:2]:
        team.enters(contest)
    teacher.moves(contest, "frozen")
    teams[2].http.post(f"/api/contests/{contest}/join", json={})
    teacher.decides(contest, "late", name="cleo", status=422)  # she has no bot
    teams[2].uploads()
    assert "Cleo takes part" in teacher.decides(contest, "late", name="cleo")["told"]
    teacher.moves(contest, "running")
    contest_server.work()
    game = teacher.sees(contest, "/games")["games"][-1]
    told = teacher.decides(contest, "rerun", game=game["id"])["told"]
    assert "will be played again" in told
    assert teacher.sees(contest)["state"] == "paused", "something is to be played again"
    assert (
        contest_server.stranger().http.get(f"/api/tables/{game['to'].removeprefix('/g/')}").status_code == 404
    )
    teacher.decides(contest, "disqualify", name="Bob")
    teams[0].uploads("", created_ms=2.0)
    assert "plays with version 2 of bot" in teacher.decides(contest, "replace", name="Ada")["told"]
    assert teacher.decides(contest, "disqualify", name="Nobody", status=422)["error"].startswith(
        "there is no"
    )
    teacher.moves(contest, "running")
    contest_server.work()
    assert teacher.sees(contest)["state"] == "over"
    behind = [(entry["what"], entry["why"]) for entry in teacher.sees(contest, "/desk")["behind"]]
    assert behind == [(what, "a good reason") for what in ("rerun", "disqualified", "replaced")]
    decided = [
        entry for entry in contest_server.audit(contest) if "reason" in entry[2] and entry[1] is not None
    ]
    assert [action.partition(".")[2] for action, _, _ in decided] == [
        "open",
        "frozen",
        "late_entry",
        "start",
        "rerun",
        "disqualify",
        "replace",
        "resume",
    ]
    assert all(
        "a good reason" in detail for action, _, detail in decided if action[8:] in {"rerun", "replace"}
    )
    assert {actor for _, actor, _ in decided} == {teacher.account.id}


def test_a_game_that_waits_for_a_decision_is_ruled_at_the_desk(
    contest_server: ContestServer, teacher: Visitor
) -> None:
    contest = teacher.makes(TWO_BOTS)
    teacher.moves(contest, "open")
    teacher.moves(contest, "frozen")
    teacher.moves(contest, "running")
    folder = Folder(contest_server.data / "contests" / contest)
    with journal.ContestJournal(folder.journal) as book:
        for entry in admitted(folder.progress().contest):
            book.add(entry)
        slot = folder.progress().missing[0]
        book.add(played(slot, Ending(None, {}, spoiled=True, voids=(0, 0, 0))))
    teacher.moves(contest, "paused")
    desk = teacher.sees(contest, "/desk")
    assert desk["undecided"] == [{"id": slot.id, "seats": list(slot.seats)}]
    (void,) = desk["behind"]
    assert (void["what"], void["about"]) == ("voids", slot.seats[0])
    assert f"{slot.id}, turn 1: 1501 ms lost" in void["log"]
    teacher.decides(contest, "rule", game="final", name="other", status=422)
    assert "is drawn" in teacher.decides(contest, "rule", game=slot.id, name="")["told"]
    desk = teacher.sees(contest, "/desk")
    assert (desk["undecided"], desk["behind"][0]["what"]) == ([], "ruled")
    assert [action for action, _, _ in contest_server.audit(contest)][-1] == "contest.rule"


def test_a_contest_that_nobody_plays_lets_decisions_pass_and_is_wished_for_as_before(
    contest_server: ContestServer, teacher: Visitor
) -> None:
    contest = teacher.makes(TWO_BOTS)
    teacher.moves(contest, "open")
    teacher.decides(contest, "disqualify", name="other", status=409)
    teacher.moves(contest, "frozen")
    teacher.moves(contest, "running")
    teacher.decides(contest, "disqualify", name="other")
    assert requested(contest_server.data / "contests" / contest) == "play"
    teacher.decides(contest, "disqualify", name="other", status=422)
    assert requested(contest_server.data / "contests" / contest) == "play"


def test_a_contest_with_too_few_entrants_does_not_start(
    contest_server: ContestServer, teacher: Visitor
) -> None:
    contest = teacher.makes()
    teacher.moves(contest, "open")
    teacher.moves(contest, "frozen")
    told = teacher.moves(contest, "running", status=422)
    assert told["error"] == "a contest needs at least two entrants, not 0"
    assert contest_server.audit(contest)[-1][0] == "contest.frozen"


@needs_bubblewrap
def test_a_contest_that_cannot_be_played_says_why(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor]
) -> None:
    contest = teacher.makes()
    teacher.moves(contest, "open")
    for team in teams[:2]:
        team.enters(contest, team.uploads(build="false"))
    teacher.moves(contest, "frozen")
    teacher.moves(contest, "running")
    contest_server.work()
    assert teacher.sees(contest)["state"] == "paused"
    assert "0 of 2 bots can play" in teacher.sees(contest, "/desk")["problem"]


def test_steps_that_do_not_follow_are_refused(contest_server: ContestServer, teacher: Visitor) -> None:
    contest = teacher.makes(deadline_ms=now_ms() - 1)
    assert "deadline has passed" in teacher.moves(contest, "open", status=422)["error"]
    for to in ("running", "paused", "frozen"):
        assert teacher.moves(contest, to, status=409)["error"].startswith("the contest is draft")
    assert contest_server.audit(contest)[1:] == []


def test_a_contest_that_has_not_started_is_deleted_with_its_entries(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor]
) -> None:
    for steps in ((), ("open",), ("open", "frozen")):
        contest = teacher.makes()
        for to in steps:
            teacher.moves(contest, to)
            if to == "open":
                teams[0].enters(contest)
        folder = contest_server.data / "contests" / contest
        assert folder.exists() == ("frozen" in steps), "from the deadline on the sources are there"
        asked = {"reason": "made by mistake"}
        answer = teacher.http.post(f"/api/contests/{contest}/delete", json=asked)
        assert answer.json() == {"told": "Small contest is deleted"}
        teacher.sees(contest, status=404)
        teams[0].sees(contest, status=404)
        teacher.moves(contest, "open", status=404)
        assert not folder.exists()
        action, actor, detail = contest_server.audit(contest)[-1]
        assert (action, actor) == ("contest.delete", teacher.account.id)
        assert "Small contest" in detail
        assert "made by mistake" in detail
    contest_server.contest_service.contest_store.load()
    assert contest_server.contest_service.contest_store.all() == [], "they are gone from the database too"
    assert teams[0].http.get("/api/bots").json(), "a team keeps its bot"


def test_a_contest_that_has_started_is_not_deleted(contest_server: ContestServer, teacher: Visitor) -> None:
    contest = teacher.makes(TWO_BOTS)
    for to in ("open", "frozen", "running"):
        teacher.moves(contest, to)
    answer = teacher.http.post(f"/api/contests/{contest}/delete", json={})
    assert answer.status_code == 409
    assert "has started" in answer.json()["error"]
    assert teacher.sees(contest)["state"] == "running"
    assert [action for action, _, _ in contest_server.audit(contest)][-1] == "contest.start"


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


def test_a_team_that_withdraws_is_nowhere_called_disqualified(teacher: Visitor, teams: list[Visitor]) -> None:
    contest = teacher.makes()
    teacher.moves(contest, "open")
    for team in teams:
        team.enters(contest)
    for to in ("frozen", "running"):
        teacher.moves(contest, to)
    assert teacher.decides(contest, "withdraw", name="Bob")["told"].startswith("Bob is withdrawn; ")
    mine = teams[1].sees(contest, "/mine")
    assert (mine["withdrawn"], mine["disqualified"]) == ("a good reason", None)
    assert [entry["what"] for entry in teacher.sees(contest, "/desk")["behind"]] == ["withdrawn"]
    states = {each["name"]: each["state"] for each in teacher.sees(contest)["course"]["field"]}
    assert states == {"Ada": "in", "Bob": "withdrawn", "Cleo": "in"}


def test_a_contest_that_waits_for_another_says_so(contest_server: ContestServer, teacher: Visitor) -> None:
    first, second = (teacher.makes(TWO_BOTS) for _ in range(2))
    for contest in (first, second):
        for to in ("open", "frozen", "running"):
            teacher.moves(contest, to)
    with journal.ContestJournal(
        Folder(contest_server.data / "contests" / first).journal
    ):  # as its worker does
        assert [teacher.sees(contest)["waits"] for contest in (first, second)] == [False, True]
    assert [teacher.sees(contest)["waits"] for contest in (first, second)] == [False, False]


def test_an_organiser_needs_no_code_for_their_own_contest(teacher: Visitor) -> None:
    contest = teacher.makes(code="rose-garden", public=False)
    teacher.moves(contest, "open")
    assert not teacher.sees(contest)["you"]["needs_code"]
    teacher.enters(contest)


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


def test_what_the_file_says_can_be_changed_until_the_deadline(teacher: Visitor, teams: list[Visitor]) -> None:
    contest = teacher.makes()
    change = f"/api/contests/{contest}/change"
    other = SMALL.replace("Small contest", "Other")
    assert teacher.http.post(change, json={"file": other}).json()["name"] == "Other"
    teacher.moves(contest, "open")
    teams[0].enters(contest)
    duel = SMALL.replace("tank_war", "tank_duel").replace('"tanks", "boxes"', '"seeding"')
    refused = teacher.http.post(change, json={"file": duel.replace("max_boxes / 3 + ", "")})
    assert (refused.status_code, "the game stays" in refused.text) == (422, True)
    teacher.moves(contest, "frozen")
    for body in ({"file": other}, {"deadline_ms": now_ms() + 1e6}):
        assert teacher.http.post(change, json=body).status_code == 422
    assert teacher.http.post(change, json={"public": False}).json()["public"] is False


def test_contests_are_kept_in_either_database(database: str) -> None:
    with ContestServer(database) as contest_server:
        gray, ada = contest_server.person("Ms Gray", "organiser"), contest_server.person("Ada")
        contest = gray.makes(code="rose-garden", public=False, deadline_ms=now_ms() + 3_600_000)
        gray.moves(contest, "open")
        ada.http.post("/api/contests/join", json={"code": "rose-garden"})
        ada.enters(contest)
        rows, entries = (
            contest_server.contest_service.contest_store.all(),
            contest_server.contest_service.contest_store.entries(contest),
        )
    with ContestServer(database) as contest_server:
        assert contest_server.contest_service.contest_store.all() == rows
        assert contest_server.contest_service.contest_store.entries(contest) == entries
        row = contest_server.contest_service.contest_store.find(contest)
        assert row is not None
        assert (row.state, entries[ada.account.id].bot) == (
            "open",
            contest_server.contest_service.bot_store.bots_of(ada.account.id)[0].id,
        )


@needs_bubblewrap
def test_what_was_wished_for_when_the_server_died_does_not_stop_a_contest(
    contest_server: ContestServer, teacher: Visitor
) -> None:
    """A server that dies while it halts a contest for a decision leaves a wish behind."""
    contest = teacher.makes(TWO_BOTS)
    for to in ("open", "frozen", "running"):
        teacher.moves(contest, to)
    request(contest_server.data / "contests" / contest, "halt")
    contest_server.server.do(contest_server.contest_service.open())
    assert requested(contest_server.data / "contests" / contest) == "play"
    contest_server.work()
    assert teacher.sees(contest)["state"] == "over"


def _tried_too_often(contest_server: ContestServer, length: int) -> None:
    """As if workers had died over the contest's job, which began when the journal had that length."""
    with contest_server.contest_service.engine.begin() as connection:
        payload = json.loads(connection.execute(sql.select(jobs.c.payload)).scalars().all()[-1])
        told = json.dumps({**payload, "length": length})
        connection.execute(sql.update(jobs).values(attempts=MOST_ATTEMPTS, payload=told))


@needs_bubblewrap
def test_a_contest_whose_workers_die_goes_on_as_long_as_games_get_finished(
    contest_server: ContestServer, teacher: Visitor
) -> None:
    contest = teacher.makes(TWO_BOTS)
    for to in ("open", "frozen", "running"):
        teacher.moves(contest, to)
    _tried_too_often(contest_server, length=0)
    contest_server.work()
    assert teacher.sees(contest)["state"] == "over"


def test_a_contest_whose_workers_die_over_the_same_game_is_paused_and_says_so(
    contest_server: ContestServer, teacher: Visitor
) -> None:
    contest = teacher.makes(TWO_BOTS)
    for to in ("open", "frozen", "running"):
        teacher.moves(contest, to)
    journal = contest_server.data / "contests" / contest / "journal.jsonl"
    _tried_too_often(contest_server, length=journal.stat().st_size)
    contest_server.work()
    assert teacher.sees(contest)["state"] == "paused"
    assert "its worker died" in teacher.sees(contest, "/desk")["problem"]
    assert contest_server.audit(contest)[-1][:2] == ("contest.paused", None)


def test_contests_are_listed_a_page_at_a_time(
    contest_server: ContestServer, teacher: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "CONTESTS_SHOWN", 2)
    made = [teacher.makes() for _ in range(5)]
    seen, after = [], ""
    while after is not None:
        page = teacher.http.get(f"/api/contests{after and f'?after={after}'}").json()
        assert len(page["contests"]) <= 2
        seen += [contest["id"] for contest in page["contests"]]
        after = page["next"]
    assert seen == made[::-1]
    assert contest_server.stranger().http.get("/api/contests").json()["contests"] == []
    assert teacher.http.get("/api/contests?after=nothing").status_code == 404


def test_contests_that_are_over_cost_nothing_when_the_server_starts(
    contest_server: ContestServer, teacher: Visitor
) -> None:
    """There may be thousands; each would be written to the disk."""
    contests = {state: teacher.makes() for state in ("over", "paused")}
    for state, contest in contests.items():
        with contest_server.contest_service.engine.begin() as connection:
            changed = sql.update(rows).where(rows.c.id == contest)
            connection.execute(changed.values(state=state))
        folder = contest_server.data / "contests" / contest
        folder.mkdir(parents=True)
        (folder / "journal.jsonl").write_text("")
    contest_server.server.do(contest_server.contest_service.open())
    there = {
        state: (contest_server.data / "contests" / contest / "wish").exists()
        for state, contest in contests.items()
    }
    assert there == {"over": False, "paused": True}


def test_a_reason_can_be_written_in_lines_and_says_what_is_wrong_with_it(
    contest_server: ContestServer, teacher: Visitor
) -> None:
    contest = teacher.makes()
    said = {"to": "open", "reason": "one\u202eeno"}
    refused = teacher.http.post(f"/api/contests/{contest}/state", json=said)
    assert (refused.status_code, refused.json()["error"]) == (
        422,
        "reason: there are characters that it cannot have",
    )
    said["reason"] = "one line\nand another"
    assert teacher.http.post(f"/api/contests/{contest}/state", json=said).status_code == 200
    assert "one line and another" in contest_server.audit(contest)[-1][2]
