"""Who may do what with a contest, beyond what tests/server/http/test_rights.py asks of every route."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.server.contests.contest_server import TWO_BOTS, ContestServer, Visitor

if TYPE_CHECKING:
    from pathlib import Path


def test_published_grades_and_results_are_for_everybody_who_sees_the_contest(tmp_path: Path) -> None:
    with ContestServer(f"sqlite:///{tmp_path}/tables.db") as contest_server:
        owner = contest_server.person("Ms Gray", "organiser")
        contest = owner.makes(TWO_BOTS)
        for to in ("open", "frozen", "running"):
            owner.moves(contest, to)
        check_publishing(contest, owner, contest_server.stranger())


def check_publishing(contest: str, owner: Visitor, stranger: Visitor) -> None:
    grades, report = f"/api/contests/{contest}/grades.csv", f"/c/{contest}/report/index.html"
    for published, status in ((True, 200), (False, 401)):
        owner.http.post(f"/api/contests/{contest}/change", json={"published": published})
        assert stranger.http.get(grades).status_code == status
        assert stranger.http.get(report).status_code == status
    owner.http.post(f"/api/contests/{contest}/change", json={"published": True})
    assert "times.csv" in owner.http.get(report).text
    assert "times.csv" not in stranger.http.get(report).text, "what was measured stays with the organiser"
    for path in (
        "../journal.jsonl",
        "..%2fjournal.jsonl",
        "%2e%2e/contest.toml",
        "x" * 300,
        "%00",
        "a/" * 2500,
    ):
        assert owner.http.get(f"/c/{contest}/report/{path}").status_code == 404


def test_an_owner_who_is_no_organiser_any_more_manages_nothing(any_database: str) -> None:
    with ContestServer(any_database) as contest_server:
        gray = contest_server.person("Ms Gray", "organiser")
        contest = gray.makes(TWO_BOTS)
        gray.moves(contest, "open")
        people = contest_server.server.app.state.people
        person = people.find(gray.account.id)
        people.put(person._replace(account=person.account._replace(role="player")))
        assert not gray.sees(contest)["manages"]
        gray.moves(contest, "frozen", status=403)


def test_the_log_of_a_contest_is_for_those_who_manage_it(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor]
) -> None:
    """It has reasons, grades and which version each team has chosen: others wait until that is published."""
    contest, rival = teacher.makes(), contest_server.person("Mr Black", "organiser")
    teacher.moves(contest, "open")
    for each in (*teams, rival):
        each.enters(contest)
    for to in ("frozen", "running", "paused"):
        teacher.moves(contest, to)
    teacher.decides(contest, "disqualify", name="Ada", grade="4.5", reason="copied from a book")
    admin = contest_server.person("Ann", "admin")
    told = {
        each: each.http.get("/api/audit", params={"action": "contest"}).json() for each in (teacher, admin)
    }
    for each in (teacher, admin):
        assert "copied from a book" in str(told[each])
    own = rival.http.get("/api/audit").json()["entries"]
    assert [(each["action"], each["actor"]) for each in own if each["subject"] == f"contest:{contest}"] == [
        ("contest.enter", "Mr Black")
    ]
