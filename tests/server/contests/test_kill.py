"""The plug pulled while a contest is played: it goes on, and nothing is lost or counted twice."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from steelyard.contest.running import journal
from steelyard.contest.running.journal_entries import Played
from steelyard.contest.running.verification import verify
from steelyard.server.job_handlers import of_lane
from steelyard.server.jobs.worker import Worker, open_context
from tests.arena.conftest import needs_bubblewrap
from tests.server.running_server import MARK
from tests.server.server_process import ServerProcess
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ENTRANTS = 9
FILE = 'name = "Long"\ngame = "tank_war"\nclock = "none"\nseed = 5\n' + "".join(
    f'[[entrants]]\nbot = "random"\nname = "bot {number}"\n' for number in range(ENTRANTS)
)
FILE += '[[stages]]\nkind = "groups"\nboards = ["", "", ""]\n'
GAMES = ENTRANTS * (ENTRANTS - 1) // 2 * 2 * 3


@contextmanager
def serving(data: Path, workers: int) -> Iterator[tuple[ServerProcess, httpx.Client]]:
    """A server, killed at the end whatever it is doing, and somebody who asks it."""
    with (
        ServerProcess(data, "--workers", str(workers)) as server,
        httpx.Client(base_url=f"http://{server.address}", headers=MARK, timeout=TIMEOUT_S) as http,
    ):
        http.get("/api/me")
        yield server, http


def told(http: httpx.Client, contest: str) -> dict[str, Any]:
    answer: dict[str, Any] = http.get(f"/api/contests/{contest}").json()
    return answer


@pytest.mark.long
@needs_bubblewrap
def test_a_server_that_is_killed_goes_on_with_its_contest(tmp_path: Path) -> None:
    head = {"name": "The head", "password": "a yard of steel"}
    with serving(tmp_path, workers=1) as (server, http):
        link = server.line().partition("admin=")[2].strip()
        assert http.post("/api/account/register", json=head).status_code == 201
        assert http.post("/api/account/admin", json={"link": link}).status_code == 200
        contest = http.post("/api/contests", json={"file": FILE}).json()["id"]
        for to in ("open", "frozen", "running"):
            assert http.post(f"/api/contests/{contest}/state", json={"to": to}).status_code == 200
        file = tmp_path / "contests" / contest / "journal.jsonl"
        # Asked so often, the server would refuse.
        wait_until(lambda: file.exists() and file.read_bytes().count(b'"entry":"played"') >= 5)
    before = len(journal.read(file)[1])
    with serving(tmp_path, workers=0) as (_, http):
        assert told(http, contest)["state"] == "running"
        assert 5 <= told(http, contest)["course"]["games"] < GAMES
        context = open_context(f"sqlite:///{tmp_path}/tables.db", tmp_path, 0, "", silent_ms=0)
        try:
            Worker(context, of_lane("long")).work(enough=lambda: True)
        finally:
            context.engine.dispose()
        wait_until(lambda: told(http, contest)["state"] == "over", every_s=0.5)
        http.post("/api/account/sign-in", json=head)
        audit = http.get("/api/audit").json()["entries"]
    steps = [entry["action"] for entry in reversed(audit) if entry["action"].startswith("contest.")]
    assert steps == [f"contest.{step}" for step in ("create", "open", "frozen", "start", "over")]
    _, entries, _ = journal.read(file)
    assert len(entries) > before
    played = Counter(entry.id for entry in entries if isinstance(entry, Played))
    assert len(played) == GAMES
    assert set(played.values()) == {1}
    assert list(verify(file)) == []
