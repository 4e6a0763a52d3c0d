"""Bots are closed to others while their team takes part in a contest, unless the team wants it otherwise."""

from __future__ import annotations

import itertools
import shutil
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sql

from steelyard.arena.sandbox.untrusted_folders import open_to_all
from steelyard.server.bots import ladder_job
from steelyard.server.bots import schema as bots
from steelyard.server.contests import store
from steelyard.server.database.writer import Change
from steelyard.server.jobs.queue import Job
from steelyard.server.jobs.worker import open_context
from tests.server.contests.contest_server import TWO_BOTS, ContestServer, ladder_game
from tests.server.running_server import ME, OPEN, RANDOM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from steelyard.server.jobs.context import JobContext
    from tests.server.contests.contest_server import Visitor

NUMBERS = itertools.count(1)
WHY = "bot is in the contest Small contest and closed until it is over"


@pytest.fixture(scope="module")
def contest_server(
    tmp_path_factory: pytest.TempPathFactory, kind_of_database: str, new_database: Callable[[str, Path], str]
) -> Iterator[ContestServer]:
    """One server for all tests here: each has people, bots and a contest of its own."""
    with ContestServer(new_database(kind_of_database, tmp_path_factory.mktemp("closed"))) as running:
        yield running


@pytest.fixture
def teacher(contest_server: ContestServer) -> Visitor:
    return contest_server.person(f"Teacher {next(NUMBERS)}", "organiser")


@pytest.fixture
def teams(contest_server: ContestServer) -> list[Visitor]:
    return [contest_server.person(f"Team {next(NUMBERS)}") for _ in range(3)]


@pytest.fixture
def contest(teacher: Visitor) -> str:
    name = teacher.makes()
    teacher.moves(name, "open")
    return name


@pytest.fixture
def worker(contest_server: ContestServer) -> Iterator[JobContext]:
    context = open_context(contest_server.database, contest_server.data, 0, "")
    yield context
    context.engine.dispose()


def seat(visitor: Visitor, bot: str) -> dict[str, str]:
    """A seat for the newest version of a bot, whose program lies there as if it had been built."""
    version = visitor.contest_server.contest_service.bot_store.versions(bot)[0]
    if not version.built.is_dir():
        shutil.copytree(version.folder, version.built)
        open_to_all(version.built)
    return {"kind": "bot", "bot": f"@{version.id}"}


def offered(visitor: Visitor) -> set[str]:
    return {each["id"] for each in visitor.http.get("/api/opponents?game=tank_war").json()}


def is_closed(contest_server: ContestServer, bot: str) -> bool:
    return bot not in offered(contest_server.stranger())


def asked_to_play(visitor: Visitor, *seats: dict[str, str]) -> tuple[int, str]:
    answer = visitor.http.post("/api/tables", json={"game": "tank_war", "seats": seats})
    return answer.status_code, answer.json().get("error", "")


def listed(visitor: Visitor, where: str) -> set[str]:
    told = visitor.http.get(where).json()
    return {each["id"] for each in told.get("games", told.get("tables"))}


def entrants(worker: JobContext) -> set[str]:
    return {each.player for each in ladder_job._standing(worker, "tank_war").entrants}


def test_others_neither_play_against_an_entered_bot_nor_find_its_games(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    ada, bob, _ = teams
    admin, stranger = contest_server.person("Ann", "admin"), contest_server.stranger()
    bot, other = ada.uploads(), bob.uploads(name="other")
    against = seat(ada, bot)
    game = ladder_game(contest_server, bot, other)
    lists = ("/api/ladder/tank_war/games", f"/api/bots/{other}/games", "/api/tables")
    table = bob.sets_up("tank_war", ME, against)["id"]
    everybody = (ada, bob, teacher, admin, stranger)
    for each in everybody:
        assert bot in offered(each)
        assert [game in listed(each, where) for where in lists[:2]] == [True, True]
        assert table in listed(each, lists[2])
    ada.enters(contest, bot)
    for each in (bob, teacher, stranger):
        assert offered(each) & {bot, other} == {other}
        assert asked_to_play(each, ME, against) == (403, WHY)
        assert asked_to_play(each, against, RANDOM) == (403, WHY)
        assert [game in listed(each, where) for where in lists[:2]] == [False, False]
    for each in (ada, admin):
        assert offered(each) >= {bot, other}
        assert asked_to_play(each, OPEN, against) == (201, "")
        assert [game in listed(each, where) for where in lists[:2]] == [True, True]
    seen = {each: table in listed(each, lists[2]) for each in everybody}
    assert seen == {ada: True, bob: True, admin: True, teacher: False, stranger: False}, "bob plays there"
    own = ada.sets_up("tank_war", OPEN, against)["id"]
    assert [own in listed(each, lists[2]) for each in (ada, bob, stranger)] == [True, False, False]


def test_its_page_says_only_whose_it_is_and_why_it_is_closed(teams: list[Visitor], contest: str) -> None:
    ada, bob, _ = teams
    bot = ada.enters(contest)
    shown = bob.http.get(f"/api/bots/{bot}").json()
    assert (shown["name"], shown["owner"], shown["closed"], shown["mine"]) == (
        "bot",
        ada.account.name,
        WHY,
        None,
    )
    assert (shown["version"], shown["state"], shown["standing"], shown["created_ms"]) == (0, "none", None, 0)
    told = bob.http.get(f"/api/bots/{bot}/games")
    assert (told.status_code, told.json()) == (403, {"code": "bot_closed", "error": WHY})
    shown = ada.http.get(f"/api/bots/{bot}").json()
    assert (shown["version"], shown["closed"]) == (1, "")
    assert shown["mine"]["closed_for"] == "the contest Small contest"


def test_a_game_that_goes_on_is_played_to_the_end_and_has_no_rematch(
    teams: list[Visitor], contest: str
) -> None:
    ada, bob, cleo = teams
    bot = ada.uploads(name="\N{SNOWMAN}" * 60)  # a reason that is too long to close a socket with
    why = WHY.replace("bot", "\N{SNOWMAN}" * 60)
    tables = {each: each.sets_up("tank_war", ME, seat(ada, bot))["id"] for each in (ada, bob)}
    ada.enters(contest, bot)
    with cleo.follows(tables[bob]) as page:
        assert page.until("refused")["error"] == why
        page.drain()
        assert page.connection.close_code == 4403
    with bob.follows(tables[bob]) as page:
        page.says("resign")
        page.until("over")
        assert page.refused("offer", what="rematch") == why
    with ada.follows(tables[ada]) as page:
        page.says("resign")
        page.until("over")
        page.says("offer", what="rematch")
        page.until("rematch")


def test_the_team_can_open_it(contest_server: ContestServer, teams: list[Visitor], contest: str) -> None:
    ada, bob, _ = teams
    bot = ada.enters(contest)
    assert is_closed(contest_server, bot)
    setting = f"/api/bots/{bot}/open_in_contests"
    assert bob.http.post(setting, json={"open": True}).status_code == 403
    for wanted in (True, False):
        assert ada.http.post(setting, json={"open": wanted}).status_code == 200
        assert ada.http.get(f"/api/bots/{bot}").json()["mine"]["open_in_contests"] is wanted
        assert is_closed(contest_server, bot) is not wanted


def test_it_is_closed_as_long_as_some_contest_has_it(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor], contest: str
) -> None:
    ada = teams[0]
    first, second = ada.enters(contest), ada.uploads(name="another")
    ada.enters(contest, second)
    assert [is_closed(contest_server, each) for each in (first, second)] == [False, True], (
        "another one was entered"
    )
    more = teacher.makes(TWO_BOTS.replace("Small contest", "Second contest"))
    teacher.moves(more, "open")
    ada.enters(more, second)
    ada.http.post(f"/api/contests/{contest}/entry", json={"bot": None})
    assert is_closed(contest_server, second), "withdrawn from one of two"
    teacher.http.post(f"/api/contests/{more}/delete", json={"reason": ""})
    assert not is_closed(contest_server, second)


def test_it_is_closed_until_the_contest_is_over(
    contest_server: ContestServer, teacher: Visitor, teams: list[Visitor]
) -> None:
    contest = teacher.makes(TWO_BOTS)
    bot, late = teams[0].uploads(), teams[1].uploads(name="late")
    teacher.moves(contest, "open")
    teams[0].enters(contest, bot)
    teacher.moves(contest, "frozen")
    teams[1].http.post(f"/api/contests/{contest}/join", json={})
    teacher.decides(contest, "late", name=teams[1].account.name, bot=late)
    for state in ("running", "paused", "over", "paused"):
        row = contest_server.contest_service.contest_store.find(contest)
        assert row is not None
        after, change = store.change(row, state=state)
        contest_server.server.do(contest_server.contest_service.keep(after, None, state, {}, change))
        assert [is_closed(contest_server, each) for each in (bot, late)] == [state != "over"] * 2, state


def test_a_contest_that_only_some_may_know_of_is_not_named(teacher: Visitor, teams: list[Visitor]) -> None:
    ada, bob, _ = teams
    contest = teacher.makes(public=False, code="rose-bush")
    teacher.moves(contest, "open")
    ada.http.post("/api/contests/join", json={"code": "rose-bush"})
    bot = ada.enters(contest)
    told = bob.http.get(f"/api/bots/{bot}").json()["closed"]
    assert told == "bot is in a private contest and closed until it is over"


def test_the_ladder_plays_no_games_with_it(teams: list[Visitor], contest: str, worker: JobContext) -> None:
    ada, bob, _ = teams
    bot, other = ada.uploads(), bob.uploads(name="other")
    assert entrants(worker) >= {bot, other}
    assert not ladder_job._plays_no_more(worker, bot)
    ada.enters(contest, bot)
    assert entrants(worker) & {bot, other} == {other}
    assert ladder_job._plays_no_more(worker, bot), "the rest of a job that has begun is not played"
    with pytest.raises(ladder_job.BotUnavailable, match="closed"):
        ladder_job.side(worker, Job(1, "ladder", {"game": "tank_war"}, 0, 1), bot)
    ada.http.post(f"/api/bots/{bot}/open_in_contests", json={"open": True})
    assert bot in entrants(worker)


def test_what_is_closed_is_put_right_when_the_server_starts(
    contest_server: ContestServer, teams: list[Visitor], contest: str
) -> None:
    ada, bob, _ = teams
    entered, free = ada.enters(contest), bob.uploads(name="free")
    wrong: dict[str, Any] = {entered: "", free: "the contest of last year"}
    for bot, closed_for in wrong.items():
        statement = sql.update(bots.bots).where(bots.bots.c.id == bot).values(closed_for=closed_for)
        contest_server.keep(Change(statement, {}))
    contest_server.server.do(contest_server.contest_service.open())
    assert [is_closed(contest_server, bot) for bot in (entered, free)] == [True, False]
