"""Teams: who is in which one, what its people see and may do, and the grades of every person."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.contest.running import journal
from steelyard.contest.running.folder import Folder, key, progress_of
from steelyard.contest.running.journal_entries import Admitted
from steelyard.server.contests.pages import desk
from steelyard.server.time_source import now_ms
from tests.contest.simulation import by_chance, played
from tests.server.contests.contest_server import SMALL, TWO_BOTS, ContestServer, Visitor, ladder_game
from tests.server.running_server import PASSWORD, Guest

if TYPE_CHECKING:
    from pathlib import Path


def asks(visitor: Visitor, path: str, status: int = 200, **body: Any) -> Any:
    return visitor.asks(f"/api/contests/{path}", status, **body)


def code_of(captain: Visitor, contest: str) -> str:
    code: str = asks(captain, f"{contest}/team/code")["code"]
    return code


def joins(visitor: Visitor, code: str, status: int = 200, **more: Any) -> Any:
    return asks(visitor, "join", status, code=code, **more)


def members(visitor: Visitor, contest: str) -> list[str]:
    return [each["name"] for each in visitor.sees(contest)["you"]["team"]["members"]]


def plays_all(contest_server: ContestServer, teacher: Visitor, contest: str) -> None:
    """To the end, all its games played in the head."""
    for to in ("frozen", "running", "paused"):
        teacher.moves(contest, to)
    file = contest_server.data / "contests" / contest / "journal.jsonl"
    told = progress_of(file).contest
    entrant_bots = Folder(file.parent).entrant_bots(told, isolated=True)
    with journal.ContestJournal(file) as book:
        for each in told.entrants:
            kept = entrant_bots.fingerprint(each.bot, key(each.slug, 1))
            book.add(Admitted(name=each.name, bot=each.bot, fingerprint=kept))
        while missing := progress_of(file).missing:
            for slot in missing:
                book.add(played(slot, by_chance(2)(slot)))
    teacher.moves(contest, "running")
    contest_server.work()
    assert teacher.sees(contest)["state"] == "over"


@pytest.fixture
def contest(teacher: Visitor) -> str:
    name = teacher.makes(code="rose-garden", team_size=2, deadline_ms=now_ms() + 3_600_000)
    teacher.moves(name, "open")
    return name


def test_a_team_has_a_name_a_captain_and_members_until_the_deadline(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    ada, bob, cleo = teams
    asks(ada, f"{contest}/team", 403, name="Rockets")
    joins(ada, "Rose-Garden")
    assert asks(ada, f"{contest}/team", name="  Rockets ")["name"] == "Rockets"
    code = code_of(ada, contest)
    joins(bob, code.lower())
    joins(bob, code)
    assert members(bob, contest) == ["Ada", "Bob"]
    assert bob.sees(contest)["you"]["team"]["code"] == "", "the captain invites"
    assert "rocket" in joins(cleo, code, 409)["error"].lower(), "two people at most"
    cleo.sees(contest)
    assert cleo.sees(contest)["you"]["came_in"] is False
    ada.enters(contest)
    bob.enters(contest, status=403)
    shown = contest_server.stranger().sees(contest)
    assert (shown["entrants"], shown["members"]) == (["Rockets"], {"Rockets": ["Ada", "Bob"]})
    assert bob.sees(contest)["entered"]
    # The captain removes, a member leaves; both stay in the contest, with an entry of their own.
    asks(cleo, f"{contest}/team/leave", 403, account=bob.account.id)
    asks(bob, f"{contest}/team/leave", 403, account=ada.account.id)
    asks(ada, f"{contest}/team/leave", 409)
    asks(ada, f"{contest}/team/leave", account=bob.account.id)
    assert members(bob, contest) == ["Bob"]
    joins(bob, code)
    asks(bob, f"{contest}/team/leave")
    joins(cleo, "rose-garden")
    bob.enters(contest)
    assert "withdraw" in joins(bob, code, 409)["error"]
    old, code = code, code_of(ada, contest)
    joins(cleo, old, 404)
    joins(cleo, code)
    asks(teacher, f"{contest}/change", 409, team_size=1)
    asks(teacher, f"{contest}/change", team_size=10)
    asks(teacher, f"{contest}/change", 422, team_size=11)
    teacher.moves(contest, "frozen")
    for path, body in (("team", {"name": "Late"}), ("team/code", {}), ("team/leave", {})):
        asks(cleo, f"{contest}/{path}", 409, **body)
    joins(bob, code, 409)
    shown = {each["account"]: each for each in teacher.sees(contest, "/desk")["entries"]}
    assert [each["name"] for each in shown["Ada"]["members"]] == ["Ada", "Cleo"]
    assert shown.keys() == {"Ada", "Bob"}
    teacher.decides(contest, "late", name="Cleo", bot=cleo.uploads(), status=422)


def test_somebody_who_joins_while_the_organiser_looks_is_no_error(
    contest_server: ContestServer, teams: list[Visitor], contest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    joins(teams[0], "rose-garden")
    teams[0].enters(contest)
    service = contest_server.contest_service
    store, row = service.contest_store, service.contest_store.find(contest)
    assert row is not None
    after = store.members
    first = iter([True])
    monkeypatch.setattr(store, "members", lambda asked: {} if next(first, False) else after(asked))
    assert [each["account"] for each in desk(service, row)["entries"]] == ["Ada"]


def test_teams_are_called_as_nobody_else_is(teams: list[Visitor], contest: str) -> None:
    ada, bob, cleo = teams
    for each in teams:
        joins(each, "rose-garden")
    asks(ada, f"{contest}/team", name="Rockets")
    for name in ("rockets", "R0ckets", "Cleo", "greedy"):
        asks(bob, f"{contest}/team", 409, name=name)
    for name in ("a\u202eb", "\u0430da lovelace", "x", "1 2"):  # turned round, of two alphabets, no name
        asks(bob, f"{contest}/team", 422, name=name)
    assert asks(bob, f"{contest}/team", name="Bob")["name"] == "Bob"
    assert asks(ada, f"{contest}/team", name="Rockets 2")["name"] == "Rockets 2", "its own is free for it"
    asks(cleo, f"{contest}/team", name="Rockets")
    assert asks(cleo, f"{contest}/team", name="")["name"] == "Cleo"


def test_single_players_have_no_team(teacher: Visitor, teams: list[Visitor]) -> None:
    contest = teacher.makes(team_size=1)
    teacher.moves(contest, "open")
    asks(teams[0], f"{contest}/team", 409, name="Rockets")
    asks(teams[0], f"{contest}/team/code", 409)
    teams[0].enters(contest)


def test_everybody_has_a_grade_and_a_number_that_only_the_organiser_sees(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    """Members see their team's games; a spreadsheet reads accents, and no formula."""
    ada, bob, cleo = teams
    zoe, eve = contest_server.person("Zo\u00eb"), contest_server.person("Eve")
    joins(ada, "rose-garden", student_number=" =1+1 ")
    asks(ada, f"{contest}/team", name="Fus\u00e9es")
    joins(bob, code_of(ada, contest), student_number="B-7")
    joins(cleo, "rose-garden")
    joins(zoe, "rose-garden")
    joins(eve, "rose-garden", student_number="E-1")
    asks(cleo, f"{contest}/student-number", student_number="C-9")
    asks(cleo, f"{contest}/student-number", 422, student_number="9" * 41)
    for captain in (ada, cleo, zoe):
        captain.enters(contest)
    plays_all(contest_server, teacher, contest)
    assert [bob.sees(contest, "/mine")["entrant"], zoe.sees(contest, "/mine")["entrant"]] == [
        "Fus\u00e9es",
        "Zo\u00eb",
    ]
    assert bob.sees(contest, "/mine")["games"] == ada.sees(contest, "/mine")["games"] != []
    assert eve.sees(contest, "/mine")["entrant"] is None
    asks(cleo, f"{contest}/student-number", 409, student_number="C-10")
    answer = teacher.http.get(f"/api/contests/{contest}/grades.csv?by=person")
    assert answer.content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert list(rows[0]) == ["student number", "name", "team", "place", "grade", "note"]
    of = {row["name"]: row for row in rows}
    assert {name: of[name]["student number"] for name in of} == {
        "Ada": "'=1+1",
        "Bob": "B-7",
        "Cleo": "C-9",
        "Eve": "E-1",
        "Zo\u00eb": "",
    }
    assert {of[name]["team"] for name in ("Ada", "Bob")} == {"Fus\u00e9es"}
    assert of["Ada"]["place"] == of["Bob"]["place"]
    assert of["Ada"]["grade"] == of["Bob"]["grade"] != ""
    assert sorted(of[name]["place"] for name in ("Ada", "Cleo", "Zo\u00eb")) == ["1", "2", "3"]
    assert of["Eve"] == rows[-1]
    assert (of["Eve"]["place"], of["Eve"]["note"]) == ("", "did not take part")
    plain = teacher.http.get(f"/api/contests/{contest}/grades.csv").text
    assert plain.startswith("\ufeffname,")
    asks(teacher, f"{contest}/change", published=True)
    told = "".join(
        zoe.http.get(f"/api/contests/{contest}{part}").text
        for part in ("", "/mine", "/games", "/grades.csv", "/grades.csv?by=person", "/ranking.csv")
    )
    assert "Bob,Fus\u00e9es" in told
    assert not any(number in told for number in ("B-7", "C-9", "=1+1"))
    assert cleo.sees(contest)["you"]["student_number"] == "C-9"
    shown = teacher.sees(contest, "/desk")["entries"]
    assert {each["student_number"] for entry in shown for each in entry["members"]} >= {"B-7", "C-9", ""}
    assert not any("C-9" in detail for _, _, detail in contest_server.audit(contest))


def test_a_team_plays_on_when_its_captains_account_is_disabled(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    """Its bot plays and its members are graded; who wants to change something leaves."""
    ada, bob, cleo = teams
    joins(ada, "rose-garden")
    ada.enters(contest)
    asks(teacher, f"{contest}/change", team_size=3)
    code = code_of(ada, contest)
    joins(bob, code)
    joins(cleo, code)
    assert teacher.http.post(f"/api/people/{ada.account.id}/disabled", json={"disabled": True}).is_success
    asks(cleo, f"{contest}/team/leave")
    assert "disabled" in joins(cleo, code, 404)["error"]
    cleo.enters(contest)
    plays_all(contest_server, teacher, contest)
    assert bob.sees(contest, "/mine")["grade"]["final"]
    rows = teacher.http.get(f"/api/contests/{contest}/grades.csv?by=person").text.splitlines()
    assert {row.split(",")[1] for row in rows[1:]} == {"Ada", "Bob", "Cleo"}


def test_teams_survive_a_restart_and_go_with_their_contest(any_database: str) -> None:
    with ContestServer(any_database) as contest_server:
        teacher, ada, bob = (
            contest_server.person("Ms Gray", "organiser"),
            contest_server.person("Ada"),
            contest_server.person("Bob"),
        )
        contest = teacher.makes(code="rose-garden")
        teacher.moves(contest, "open")
        joins(bob, "rose-garden", student_number="B-7")
        joins(ada, "rose-garden")
        asks(ada, f"{contest}/team", name="Rockets")
        joins(bob, code_of(ada, contest))
        store = contest_server.contest_service.contest_store
        before = store.entries(contest), store.members(contest)
        assert [each.captain for each in before[1].values()] == [ada.account.id] * 2
        assert list(before[0]) == [ada.account.id]
    with ContestServer(any_database) as contest_server:
        store = contest_server.contest_service.contest_store
        assert (store.entries(contest), store.members(contest)) == before
        gray = Visitor(contest_server, teacher.account, "")
        row = store.find(contest)
        assert row is not None
        contest_server.server.do(contest_server.contest_service.delete(row, teacher.account, ""))
        assert not contest_server.server.everything()["contest_members"]
        gray.sees(contest, status=404)


# The link that registers and joins.
def looks_up(guest: Guest, code: str, status: int = 200) -> Any:
    answer = guest.http.get("/api/contests/join", params={"code": code})
    assert answer.status_code == status, answer.text
    return answer.json()


def registers(guest: Guest, code: str, name: str, status: int = 201, **more: str) -> Any:
    asked = {"code": code, "name": name, "password": PASSWORD, **more}
    answer = guest.http.post("/api/contests/register", json=asked)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_a_link_registers_and_joins_also_where_that_needs_an_invitation(tmp_path: Path) -> None:
    with ContestServer(f"sqlite:///{tmp_path}/tables.db", register="invited") as contest_server:
        teacher = contest_server.person("Ms Gray", "organiser")
        contest = teacher.makes(code="rose-garden", public=False, team_size=2)
        stranger, other, third = (contest_server.stranger() for _ in range(3))
        looks_up(stranger, "rose-garden", 404)
        teacher.moves(contest, "open")
        shown = looks_up(stranger, "Rose-garden")
        assert (shown["contest"]["name"], shown["registers"], shown["joined"]) == (
            "Small contest",
            True,
            False,
        )
        assert registers(stranger, "rose-garden", "Ada", student_number="7")["url"] == f"/c/{contest}"
        assert stranger.sees(contest)["you"]["student_number"] == "7"
        registers(stranger, "rose-garden", "Ada two", 409)
        assert looks_up(stranger, "rose-garden")["joined"]
        code = code_of(stranger, contest)
        assert looks_up(other, code)["team"]["name"] == "Ada"
        assert registers(other, code, "Bob") == {"id": contest, "url": f"/c/{contest}", "problem": ""}
        assert members(other, contest) == ["Ada", "Bob"]
        assert "full" in looks_up(third, code)["closed"]
        registers(third, code, "Cleo", 409)
        assert "ask" in registers(third, "wrong", "Cleo", 404)["error"]
        # Not when its organiser could not invite anybody, or when it is over.
        people = contest_server.server.app.state.people
        person = people.find(teacher.account.id)
        people.put(person._replace(disabled=True))
        assert not looks_up(third, "rose-garden")["registers"]
        registers(third, "rose-garden", "Cleo", 403)
        people.put(person)
        store = contest_server.contest_service.contest_store
        row = store.find(contest)
        assert row is not None
        store.put(row._replace(state="over"))
        assert "is over" in looks_up(third, "rose-garden")["closed"]
        registers(third, "rose-garden", "Cleo", 409)
        # Whoever guesses waits; a class that has the link does not.
        for _ in range(35):
            looks_up(third, "rose-garden")
        tried = [third.http.get("/api/contests/join?code=wrong").status_code for _ in range(35)]
        assert tried[0] == 404
        assert 429 in tried, "on a slow machine the last of them may come after the wait"


def test_a_link_says_that_entries_are_closed_and_still_lets_people_follow(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    ada, bob, cleo = teams
    joins(ada, "rose-garden")
    code = code_of(ada, contest)
    shown = looks_up(bob, "rose-garden")
    assert (shown["closed"], shown["can_join"]) == ("", True)
    store = contest_server.contest_service.contest_store
    row = store.find(contest)
    assert row is not None
    store.put(row._replace(deadline_ms=now_ms() - 1))  # and nobody has looked at the clock yet
    assert "the deadline has passed" in looks_up(bob, "rose-garden")["closed"]
    assert "the deadline has passed" in joins(bob, code, 409)["error"]
    store.put(row)
    teacher.moves(contest, "frozen")
    shown = looks_up(bob, "rose-garden")
    assert "entries are closed" in shown["closed"]
    assert "late entry" in shown["closed"]
    assert shown["can_join"]
    shown = looks_up(bob, code)
    assert "entries are closed" in shown["closed"]
    assert not shown["can_join"], "teams stay as they are"
    store.put(store.find(contest)._replace(state="running"))  # type: ignore[union-attr]
    shown = looks_up(bob, "rose-garden")
    assert ("has begun" in shown["closed"], shown["can_join"]) == (True, True)
    joins(bob, "rose-garden")
    store.put(store.find(contest)._replace(state="over"))  # type: ignore[union-attr]
    assert not looks_up(cleo, "rose-garden")["can_join"]


def test_the_organiser_has_the_link_and_its_qr_code(
    teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    assert teacher.sees(contest, "/desk")["join"] == f"http://{teacher.address}/join/rose-garden"
    picture = teacher.http.get(f"/api/contests/{contest}/qr.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert teams[0].http.get(f"/api/contests/{contest}/qr.svg").status_code == 403
    asks(teacher, f"{contest}/change", code="")
    assert teacher.sees(contest, "/desk")["join"] == ""
    assert teacher.http.get(f"/api/contests/{contest}/qr.svg").status_code == 403


def test_one_who_tries_codes_keeps_no_class_from_its_link(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor]
) -> None:
    contest = teacher.makes(code="ROSE-GARDEN", public=False)
    teacher.moves(contest, "open")
    tried = [contest_server.stranger() for _ in range(2)]
    answers = [tried[0].http.get(f"/api/contests/join?code=x{number}").status_code for number in range(20)]
    assert answers[:10] == [404] * 10
    assert 429 in answers
    for somebody in (tried[1], teams[0]):
        assert somebody.http.get("/api/contests/join?code=rose-garden").status_code == 200
    for _ in range(40):  # a class, whose codes are all right
        answer = teams[1].http.post("/api/contests/join", json={"code": "rose-garden"})
        assert answer.status_code == 200, answer.text


def test_a_code_leads_to_one_contest(contest_server: ContestServer, teacher: Visitor) -> None:
    first = teacher.makes(code="CLASS-4B", public=False)
    other = contest_server.person("Mr Black", "organiser")
    answer = other.http.post("/api/contests", json={"file": SMALL, "code": "class-4b"})
    assert (answer.status_code, "in use" in answer.text) == (422, True)
    second = other.makes(code="CLASS-4C")
    answer = other.http.post(f"/api/contests/{second}/change", json={"code": "class-4B"})
    assert (answer.status_code, "in use" in answer.text) == (422, True)
    assert teacher.http.post(f"/api/contests/{first}/change", json={"code": "class-4b"}).status_code == 200


def test_nobody_joins_a_contest_that_is_over_or_is_taken_into_one_with_a_code(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor]
) -> None:
    contest = teacher.makes(TWO_BOTS, code="ROSE-GARDEN", public=False)
    for to in ("open", "frozen"):
        teacher.moves(contest, to)
    teams[0].uploads()
    assert "has not joined" in teacher.decides(contest, "late", name="Ada", status=422)["error"]
    teacher.moves(contest, "running")
    contest_server.work()
    answer = teams[0].http.post("/api/contests/join", json={"code": "rose-garden"})
    assert (answer.status_code, "is over" in answer.text) == (409, True)


def test_a_team_is_not_called_as_a_bot_of_its_contest(teacher: Visitor, teams: list[Visitor]) -> None:
    text = SMALL.replace('bot = "random"\ngames', 'bot = "random"\nname = "Professor"\ngames')
    contest = teacher.makes(text, team_size=2)
    teacher.moves(contest, "open")
    teams[0].enters(contest)
    answer = teams[0].http.post(f"/api/contests/{contest}/team", json={"name": "PROFESSOR"})
    assert (answer.status_code, "a bot of this contest" in answer.text) == (409, True)


def test_nobody_registers_as_a_team(
    contest_server: ContestServer, teams: list[Visitor], contest: str
) -> None:
    """Whoever gives their team no name is called as their account: there would be two of that name."""
    joins(teams[0], "rose-garden")
    asks(teams[0], f"{contest}/team", name="Rockets")

    def registers(name: str) -> tuple[int, str]:
        asked = {"code": "rose-garden", "name": name, "password": PASSWORD}
        with Guest(contest_server.server.address) as guest:
            answer = guest.http.post("/api/contests/register", json=asked)
        return answer.status_code, answer.json().get("error", "")

    for name in ("Rockets", "r0ckets"):
        assert registers(name) == (409, "a team has that name, or one that looks like it; choose another")
    assert registers("Rackets") == (201, "")
    asks(teams[0], f"{contest}/team", name="Rockets.")


def test_nobody_is_entered_late_who_has_not_joined(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor]
) -> None:
    """Whoever sees a contest without a code joins it by themselves, also after the deadline."""
    ada, bob, _ = teams
    contest = teacher.makes()
    asks(ada, f"{contest}/join", 404)
    teacher.moves(contest, "open")
    teacher.moves(contest, "frozen")
    bot = ada.uploads()
    assert "has not joined" in teacher.decides(contest, "late", name="Ada", status=422)["error"]
    assert not contest_server.contest_service.contest_store.members(contest)
    assert asks(ada, f"{contest}/join") == {"id": contest, "url": f"/c/{contest}"}
    assert ada.sees(contest)["you"]["came_in"]
    teacher.decides(contest, "late", name="Ada", bot=bot)
    teacher.decides(contest, "late", name="Ms Gray", bot=teacher.uploads())  # with a bot of one's own
    with_code = teacher.makes(code="ROSE")
    teacher.moves(with_code, "open")
    asks(bob, f"{with_code}/join", 403)


def test_a_captain_passes_the_captaincy_on_and_whoever_leaves_takes_their_bot_along(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    ada, bob, cleo = teams
    asks(teacher, f"{contest}/change", team_size=3)
    joins(ada, "rose-garden", student_number="A-1")
    asks(ada, f"{contest}/team", name="Rockets")
    code = code_of(ada, contest)
    joins(bob, code, student_number="B-2")
    bot = ada.enters(contest)
    asks(bob, f"{contest}/team/captain", 403, account=bob.account.id)
    asks(ada, f"{contest}/team/captain", 403, account=cleo.account.id)
    asks(ada, f"{contest}/team/captain", account=bob.account.id)
    assert members(ada, contest) == ["Bob", "Ada"]
    assert [each.sees(contest)["you"]["captain"] for each in (ada, bob)] == [False, True]
    assert [each.sees(contest)["you"]["student_number"] for each in (ada, bob)] == ["A-1", "B-2"]
    ada.enters(contest, status=403)
    joins(cleo, code)
    shown = bob.sees(contest)["you"]
    assert (shown["team"]["name"], shown["bot"]["id"]) == ("Rockets", bot), "all stays as it was"
    answer = bob.http.post(f"/api/contests/{contest}/entry", json={"bot": bot, "version": 1})
    assert answer.status_code == 200, "its version is the captain's to choose"
    store = contest_server.contest_service.contest_store
    before = store.entries(contest), store.members(contest)
    store.load()
    assert (store.entries(contest), store.members(contest)) == before, "and is in the database"
    asks(bob, f"{contest}/team/leave", account=ada.account.id)
    assert bob.sees(contest)["you"]["bot"] is None
    bob.enters(contest)
    cleo.http.post(f"/api/contests/{contest}/team/leave", json={})
    assert bob.sees(contest)["you"]["bot"] is not None
    teacher.moves(contest, "frozen")
    asks(bob, f"{contest}/team/captain", 409, account=bob.account.id)


def test_a_team_sees_the_ladder_games_of_the_closed_bot_that_plays_for_it(
    contest_server: ContestServer, teams: list[Visitor], contest: str
) -> None:
    ada, bob, cleo = teams
    for each in (ada, cleo):
        joins(each, "rose-garden")
    bot, other = ada.enters(contest), cleo.uploads()
    game = ladder_game(contest_server, bot, other)
    joins(bob, code_of(ada, contest))
    for path in (f"/api/bots/{bot}/games", f"/api/tables/{game}"):
        assert [each.http.get(path).status_code for each in teams] == [200, 200, 403], path
    assert bob.http.get(f"/api/bots/{bot}/games").json()["games"][0]["id"] == game
    assert bob.http.get(f"/api/bots/{bot}").json()["closed"] == ""
    asks(bob, f"{contest}/team/leave")
    assert bob.http.get(f"/api/bots/{bot}/games").status_code == 403
