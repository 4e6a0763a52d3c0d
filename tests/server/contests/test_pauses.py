"""Contests that are paused, by their organiser or because they cannot go on, and what resumes them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import sqlalchemy as sql

from steelyard.contest.running import live_games
from steelyard.contest.running.folder import Folder, progress_of
from steelyard.server.contests.pause_requests import request, requested
from steelyard.server.jobs.queue import MOST_ATTEMPTS
from steelyard.server.jobs.schema import jobs
from tests.arena.conftest import needs_bubblewrap
from tests.server.contests.contest_server import TWO_BOTS, ContestServer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import pytest

    from steelyard.contest.model import Slot
    from tests.server.contests.contest_server import Visitor


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
def test_what_was_requested_when_the_server_died_does_not_stop_a_contest(
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
