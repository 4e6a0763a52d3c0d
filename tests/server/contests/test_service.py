"""From draft to over: states, the deadline, what is refused, what is deleted, and lists."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from steelyard.arena.sandbox.folder_walk import RefusedFolder
from steelyard.contest.running import journal
from steelyard.contest.running.folder import Folder
from steelyard.server.contests import routes, snapshot
from steelyard.server.contests.schema import contests as rows
from steelyard.server.database.writer import Change
from steelyard.server.jobs.schema import jobs
from steelyard.server.time_source import now_ms
from tests.arena.conftest import needs_bubblewrap
from tests.server.contests.contest_server import SMALL, TWO_BOTS, ContestServer

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from steelyard.server.contests.store import Row
    from tests.server.contests.contest_server import Visitor


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


def test_a_contest_with_too_few_entrants_does_not_start(
    contest_server: ContestServer, teacher: Visitor
) -> None:
    contest = teacher.makes()
    teacher.moves(contest, "open")
    teacher.moves(contest, "frozen")
    told = teacher.moves(contest, "running", status=422)
    assert told["error"] == "a contest needs at least two entrants, not 0"
    assert contest_server.audit(contest)[-1][0] == "contest.frozen"


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


def test_a_contest_that_cannot_be_closed_or_looked_after_holds_up_no_other(
    contest_server: ContestServer, teacher: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    deadline = now_ms() + 3_600_000
    lost, broken, closed = (teacher.makes(TWO_BOTS, deadline_ms=deadline) for _ in range(3))
    for contest in (lost, broken, closed):
        teacher.moves(contest, "open")
    for to in ("frozen", "running"):
        teacher.moves(lost, to)
    wish = contest_server.data / "contests" / lost / "wish"
    wish.unlink()
    wish.mkdir()  # it cannot be read
    contest_server.keep(Change(sql.delete(jobs), {}))
    take = snapshot.take

    def refuse(data: Path, row: Row, *more: Any) -> list[Any]:
        if row.id == broken:
            raise RefusedFolder("something strange")
        return take(data, row, *more)

    monkeypatch.setattr(snapshot, "take", refuse)
    contest_server.tick(deadline)
    assert [teacher.sees(contest)["state"] for contest in (lost, broken, closed)] == [
        "running",
        "open",
        "frozen",
    ]
