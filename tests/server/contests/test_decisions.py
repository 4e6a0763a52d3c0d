"""What an organiser decides: in the journal, in the audit log, and on every page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from steelyard.contest.running import decisions, journal
from steelyard.contest.running.folder import Folder
from steelyard.contest.running.game_words import game_words
from steelyard.server.contests import schema
from steelyard.server.contests import store as contests_store
from steelyard.server.contests.pause_requests import requested
from tests.arena.conftest import needs_bubblewrap
from tests.contest.simulation import Ending, admitted, played
from tests.server.contests.contest_server import TWO_BOTS, ContestServer

if TYPE_CHECKING:
    import pytest

    from tests.server.contests.contest_server import Visitor


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


def test_a_suspension_is_an_incident_until_the_entrant_is_reinstated(
    contest_server: ContestServer, teacher: Visitor
) -> None:
    contest = teacher.makes(TWO_BOTS)
    for to in ("open", "frozen", "running", "paused"):
        teacher.moves(contest, to)
    folder = Folder(contest_server.data / "contests" / contest)
    made = folder.progress().contest
    with journal.ContestJournal(folder.journal) as book:
        for entry in admitted(made):
            book.add(entry)
        slots = [slot for slot in folder.progress().missing if "other" in slot.seats]
        for slot in slots[: made.file.policy.suspend_after]:
            seat = slot.seats.index("other")
            book.add(played(slot, Ending(1 - seat, {}, failed=seat)))
    last = folder.progress().suspended["other"]
    (told,) = teacher.sees(contest, "/desk")["behind"]
    assert (told["what"], told["about"]) == ("suspended", "other")
    assert told["why"] == f"too many failures, the last one in {game_words(made, last)}"
    teacher.decides(contest, "reinstate", name="other")
    assert [entry["what"] for entry in teacher.sees(contest, "/desk")["behind"]] == ["reinstated"]


def test_what_a_decision_changes_is_seen_before_it_is_made(
    contest_server: ContestServer, teacher: Visitor
) -> None:
    contest = teacher.makes(TWO_BOTS)
    for to in ("open", "frozen", "running"):
        teacher.moves(contest, to)
    folder = Folder(contest_server.data / "contests" / contest)
    with journal.ContestJournal(folder.journal) as book:
        for entry in admitted(folder.progress().contest):
            book.add(entry)
        slots = folder.progress().missing
        for slot in slots:
            book.add(played(slot, Ending(slot.seats.index("other") if "other" in slot.seats else 0, {})))
    games = [slot.id for slot in slots if "other" in slot.seats]
    length = folder.length

    def asks(what: str, status: int = 200, **more: str) -> dict[str, Any]:
        answer = teacher.http.post(f"/api/contests/{contest}/preview", json={"what": what, **more})
        assert answer.status_code == status, answer.text
        told: dict[str, Any] = answer.json()
        return told

    harsh = asks("disqualify", name="other")
    made = folder.progress().contest
    against_teacher = [game_words(made, game) for game in games if game.startswith("teacher/")]
    assert " against " in against_teacher[0]
    assert (harsh["loses_games"], harsh["forfeited"]) == (True, against_teacher), "the qualification is over"
    gentle = asks("withdraw", name="other")
    assert (gentle["loses_games"], gentle["forfeited"], gentle["discarded"]) == (False, [], [])
    again = asks("rerun", game=games[0])
    assert game_words(made, games[0]) in {*again["discarded"]} & {*again["due"]}
    assert asks("replace", name="other")["loses_games"] is False
    assert asks("withdraw", status=422, name="nobody")["error"].startswith("there is no entrant 'nobody'")
    asks("reinstate", status=422, name="other")
    assert folder.length == length, "nothing was decided"
    assert teacher.decides(contest, "disqualify", name="other")["told"].endswith(harsh["told"])
    back = asks("reinstate", name="other")
    assert (back["restored"], back["loses_games"]) == (against_teacher, False)
    assert {each["name"]: each["before"] for each in back["places"]} == {
        each["name"]: each["after"] for each in harsh["places"]
    }
    assert teacher.decides(contest, "reinstate", name="other")["told"].startswith("other is no longer disq")
    assert [entry["what"] for entry in teacher.sees(contest, "/desk")["behind"]] == [
        "disqualified",
        "reinstated",
    ]
    assert [action for action, _, _ in contest_server.audit(contest)][-1] == "contest.reinstate"


def test_a_contest_that_nobody_plays_lets_decisions_pass_and_is_requested_as_before(
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
    decision = {"what": "disqualify", "name": "Ada", "reason": " \n"}
    refused = teacher.http.post(f"/api/contests/{contest}/decide", json=decision)
    assert (refused.status_code, refused.json()["error"].partition(":")[0]) == (422, "reason")


def test_a_server_that_dies_while_something_is_decided_does_not_call_the_contest_over(
    contest_server: ContestServer, teacher: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal is written before the answer: until then the contest is paused, and over again if it is."""
    contest = teacher.makes(TWO_BOTS)
    for to in ("open", "frozen", "running"):
        teacher.moves(contest, to)
    folder = Folder(contest_server.data / "contests" / contest)
    with journal.ContestJournal(folder.journal) as book:
        for entry in admitted(folder.progress().contest):
            book.add(entry)
        while missing := folder.progress().missing:
            for slot in missing:
                book.add(played(slot, Ending(0, {})))
    service = contest_server.contest_service
    row = service.contest_store.find(contest)
    assert row is not None
    row, change = contests_store.change(row, state="over")
    contest_server.keep(change)
    service.contest_store.put(row)
    in_database = sql.select(schema.contests.c.state).where(schema.contests.c.id == contest)
    seen = []
    rerun = decisions.rerun

    def looked(folder: Folder, game: str, reason: str) -> str:
        with service.engine.connect() as connection:
            seen.append(connection.execute(in_database).scalar_one())
        return rerun(folder, game, reason)

    monkeypatch.setattr(decisions, "rerun", looked)
    teacher.decides(contest, "rerun", game="none", status=422)
    assert (seen, teacher.sees(contest)["state"]) == (["paused"], "over"), "nothing was decided"
    teacher.decides(contest, "rerun", game=slot.id)
    assert teacher.sees(contest)["state"] == "paused"
