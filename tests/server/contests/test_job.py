"""A worker of its own at play: it stops when that is wished for, at once or after a game, and goes on."""

from __future__ import annotations

import subprocess
import sys
import threading
from contextlib import contextmanager, nullcontext
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from steelyard.contest.running.folder import Folder, progress_of
from steelyard.contest.running.verification import verify
from steelyard.server.contests import job
from steelyard.server.contests.pause_requests import being_played, request, requested
from tests.arena.conftest import needs_bubblewrap
from tests.environment import untraced
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from steelyard.server.jobs.context import JobContext
    from steelyard.server.jobs.queue import Job
    from tests.server.contests.contest_server import ContestServer, Visitor

BOARDS = 40  # so many that it is not over before the test has looked
FILE = 'name = "Long"\ngame = "tank_war"\nclock = "none"\nseed = 5\n' + "".join(
    f'[[entrants]]\nbot = "random"\nname = "bot {number}"\n' for number in range(4)
)
FILE += f'[[stages]]\nkind = "groups"\nboards = {[""] * BOARDS}\n'.replace("'", '"')
GAMES = 6 * 2 * BOARDS
LONG_S = 200.0  # for a whole contest, on a machine that is busy with other things


def eventually(condition: Callable[[], bool]) -> None:
    wait_until(condition, LONG_S)


@contextmanager
def worker(contest_server: ContestServer) -> Iterator[None]:
    command = [sys.executable, "-m", "steelyard", "work", "--lane", "long"]
    process = subprocess.Popen(
        [*command, "--data", str(contest_server.data), "--database", contest_server.database], env=untraced()
    )
    try:
        yield
    finally:
        process.terminate()
        assert process.wait(TIMEOUT_S) == 0, "a worker that is told to stop ends"


@pytest.mark.long
@needs_bubblewrap
def test_decisions_while_games_are_played(contest_server: ContestServer, teacher: Visitor) -> None:
    contest = teacher.makes(FILE)
    for to in ("open", "frozen", "running"):
        teacher.moves(contest, to)
    folder = Folder(contest_server.data / "contests" / contest)

    def games() -> int:
        number: int = teacher.sees(contest)["course"]["games"]
        return number

    with worker(contest_server):
        eventually(lambda: games() >= 3)
        assert being_played(folder)
        first = next(game for game in teacher.sees(contest, "/games")["games"] if game["to"])
        out = next(name for name in ("bot 0", "bot 1", "bot 2", "bot 3") if name not in first["seats"])
        assert "is disqualified" in teacher.decides(contest, "disqualify", name=out)["told"]
        assert "will be played again" in teacher.decides(contest, "rerun", game=first["id"])["told"]
        before = games()
        eventually(lambda: games() > before)
        teacher.moves(contest, "paused")
        eventually(lambda: not being_played(folder))
        still = games()
        assert still < GAMES
        teacher.moves(contest, "running")
        eventually(lambda: teacher.sees(contest)["state"] == "over")
    progress = progress_of(folder.journal)
    assert progress.done
    assert [type(entry).__name__ for entry in progress.journal_state.audit] == ["Disqualified", "Rerun"]
    assert list(verify(folder.journal)) == []
    assert not list((folder.path / "live").glob("*")), "nothing is on any more"


def test_a_contest_that_is_halted_for_a_decision_keeps_its_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "contests" / "abc"
    folder.mkdir(parents=True)
    played, finished = [], []

    def perform(path: Path, _executor: None) -> int | None:
        played.append(requested(path))
        if len(played) > 1:
            return 7
        request(path, "halt")
        threading.Timer(0.2, request, (path, "play")).start()
        return None

    context = SimpleNamespace(
        data=tmp_path,
        executor=None,
        engine=SimpleNamespace(begin=nullcontext),
        queue=SimpleNamespace(finish=lambda _connection, _job, told: finished.append(told)),
    )
    monkeypatch.setattr(job, "perform", perform)
    job.run(cast("JobContext", context), cast("Job", SimpleNamespace(payload={"contest": "abc"})))
    assert played == ["play", "play"]
    assert finished == [{"ended": "over", "length": 7}]
