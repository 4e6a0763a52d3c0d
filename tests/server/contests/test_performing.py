"""A worker of its own at play: it stops when that is wished for, at once or after a game, and goes on."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from steelyard.contest.folder import Folder, course_of
from steelyard.contest.verifying import problems
from steelyard.server.contests.wishes import being_played
from tests.arena.conftest import needs_bubblewrap
from tests.server.contests.test_kill import FILE, GAMES
from tests.server.house import PATIENCE_S, wait_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.server.contests.fair import Fair, Visitor


@contextmanager
def worker(fair: Fair) -> Iterator[None]:
    command = [sys.executable, "-m", "steelyard", "work", "--lane", "long"]
    process = subprocess.Popen([*command, "--data", str(fair.data), "--database", fair.database])
    try:
        yield
    finally:
        process.terminate()
        assert process.wait(PATIENCE_S) == 0, "a worker that is told to stop ends"


@needs_bubblewrap
def test_decisions_while_games_are_played(fair: Fair, teacher: Visitor) -> None:
    contest = teacher.makes(FILE)
    for to in ("open", "frozen", "running"):
        teacher.moves(contest, to)
    folder = Folder(fair.data / "contests" / contest)

    def games() -> int:
        number: int = teacher.sees(contest)["course"]["games"]
        return number

    with worker(fair):
        wait_for(lambda: games() >= 3)
        assert being_played(folder)
        assert "is disqualified" in teacher.decides(contest, "disqualify", name="bot 8")["told"]
        some = teacher.sees(contest, "/games")["games"]
        played = next(game["id"] for game in some if game["to"] and "bot-8" not in game["id"])
        assert "will be played again" in teacher.decides(contest, "rerun", game=played)["told"]
        before = games()
        wait_for(lambda: games() > before)
        teacher.moves(contest, "paused")
        wait_for(lambda: not being_played(folder))
        still = games()
        assert still < GAMES
        teacher.moves(contest, "running")
        wait_for(lambda: teacher.sees(contest)["state"] == "over")
    course = course_of(folder.journal)
    assert course.done
    assert [type(entry).__name__ for entry in course.annals.audit] == ["Disqualified", "Rerun"]
    assert list(problems(course)) == []
    assert not list((folder.path / "live").glob("*")), "nothing is on any more"
