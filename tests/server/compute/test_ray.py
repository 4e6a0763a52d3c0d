"""A server whose jobs and analyses are done on a real Ray cluster on this machine; nodes are killed."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sql
from websockets.sync.client import connect

from steelyard import games
from steelyard.arena.execution import connection, ray_tasks
from steelyard.arena.execution.build_work import CheckWork, StartWork, read_name
from steelyard.arena.execution.connection import ClusterUnavailable
from steelyard.arena.execution.executors import RayExecutor
from steelyard.arena.program import find
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.arena.sandbox.process import Limits
from steelyard.contest.running.folder import Folder, progress_of
from steelyard.contest.running.verification import verify
from steelyard.core.directories import DATABASE_VARIABLE
from steelyard.server.bots import ladder_job, ratings
from steelyard.server.bots.schema import matches
from steelyard.server.bots.store import bot_store
from steelyard.server.compute.pool import CannotBeDone, ComputePool
from steelyard.server.jobs import supervisor
from steelyard.server.jobs.schema import jobs
from tests.arena.conftest import needs_bubblewrap
from tests.contest.bots import write_bot
from tests.environment import untraced
from tests.ray_cluster import RayCluster, free_port
from tests.server.bots.archives import BOT_TOML, GOOD, zipped
from tests.server.bots.bot_owners import BotOwner, job_context
from tests.server.contests.contest_server import ContestServer
from tests.server.running_server import Guest, RunningServer
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.long, needs_bubblewrap, pytest.mark.timeout(900)]

LONG_S = 300.0  # on a machine that is busy
LOOK_S = 0.5
SECRET = "not for everybody"  # noqa: S105 - of nobody
BUILT = {**GOOD, "bot.toml": BOT_TOML.replace("bot.py", "made.py") + 'build = "cp bot.py made.py"\n'}
BOARDS = 8
CONTEST = 'name = "Long"\ngame = "tank_war"\nclock = "none"\nseed = 5\n' + "".join(
    f'[[entrants]]\nbot = "random"\nname = "bot {number}"\n' for number in range(4)
)
CONTEST += f'[[stages]]\nkind = "groups"\nboards = {[""] * BOARDS}\n'.replace("'", '"')
GAMES = 6 * 2 * BOARDS


@pytest.fixture(scope="module")
def cluster() -> Iterator[RayCluster]:
    with RayCluster(2, 2) as running:
        yield running


@contextmanager
def worker(data: Path, database: str, address: str, lane: str = "short") -> Iterator[subprocess.Popen[bytes]]:
    """`steelyard work --ray`, with the database in its environment, as a server starts it."""
    command = [sys.executable, "-m", "steelyard", "work", "--parent", str(os.getpid())]
    command += ["--lane", lane, "--ray", address]
    environment = untraced(**{DATABASE_VARIABLE: database, "STEELYARD_TEST_SECRET": SECRET})
    process = subprocess.Popen([*command, "--data", str(data)], env=environment)
    try:
        yield process
        process.terminate()
        assert process.wait(TIMEOUT_S) == 0, "a worker that is told to stop ends"
    finally:
        process.kill()
        process.wait()


@contextmanager
def kept_worker(server: RunningServer, address: str) -> Iterator[None]:
    """As a server keeps one: when Ray ends it, another one is started."""
    settings = replace(server.registry.settings, ray=address)
    ended = threading.Event()

    async def keep() -> None:
        try:
            await supervisor.keep(settings, "short", 0)
        finally:
            ended.set()

    keeping = asyncio.run_coroutine_threadsafe(keep(), server._loop)
    try:
        yield
    finally:
        keeping.cancel()
        assert ended.wait(TIMEOUT_S)


def environments_of_ray() -> Iterator[bytes]:
    """Of every process on a machine of a cluster that does our work."""
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdigit() and b"ray::" in (process / "cmdline").read_bytes():
                yield (process / "environ").read_bytes()
        except OSError:
            continue


def test_bots_are_built_checked_and_rated_on_a_cluster_and_secrets_stay(
    cluster: RayCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings, "OURS", ("random",))
    with (
        RunningServer(f"sqlite:///{tmp_path}/tables.db") as server,
        BotOwner(server, "Ada") as ada,
        job_context(server) as context,
    ):
        settings = server.registry.settings
        upload = ada.uploads(zipped(BUILT))
        seen: set[bytes] = set()

        def is_fit() -> bool:
            seen.update(environments_of_ray())
            version = bot_store(context).version(upload["version"])
            assert version is not None
            assert version.state != "unfit", version.reason
            return version.state == "fit"

        with worker(settings.data, settings.database, cluster.address):
            wait_until(is_fit, LONG_S, LOOK_S)
            version = bot_store(context).version(upload["version"])
            assert version is not None
            assert (version.built / "made.py").read_text() == GOOD["bot.py"]

            def games_kept() -> int:
                seen.update(environments_of_ray())
                with context.engine.connect() as connection:
                    return int(
                        connection.execute(sql.select(sql.func.count()).select_from(matches)).scalar_one()
                    )

            wait_until(lambda: games_kept() >= 4, LONG_S, LOOK_S)
        with context.engine.connect() as connection:
            anew = ladder_job.recount(connection, "tank_war")
        assert anew[upload["bot"]].games >= 4
    assert seen, "something ran on the cluster"
    assert not any(SECRET.encode() in each or DATABASE_VARIABLE.encode() in each for each in seen)


def test_a_hosted_contest_goes_on_when_a_node_is_killed_and_no_result_is_lost(tmp_path: Path) -> None:
    with RayCluster(1, 1, 1) as cluster, ContestServer(f"sqlite:///{tmp_path}/tables.db") as server:
        teacher = server.person("Ms Gray", "organiser")
        contest = teacher.makes(CONTEST)
        for to in ("open", "frozen", "running"):
            teacher.moves(contest, to)

        def played() -> int:
            number: int = teacher.sees(contest)["course"]["games"]
            return number

        with worker(server.data, server.database, cluster.address, "long"):
            wait_until(lambda: played() >= GAMES // 4, LONG_S, LOOK_S)
            cluster.kill_node()
            wait_until(lambda: teacher.sees(contest)["state"] == "over", LONG_S, LOOK_S)
        progress = progress_of(Folder(server.data / "contests" / contest).journal)
        assert progress.done
        assert len(progress.journal_state.records) == GAMES
        assert not list(verify(Folder(server.data / "contests" / contest).journal))


def test_jobs_wait_for_a_cluster_that_is_not_there_or_is_lost(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    from ray.util import get_node_ip_address

    port = free_port()
    said: list[str] = []

    def waits() -> int:
        """How often a worker has said that its cluster is not there."""
        said.append(capfd.readouterr().err)
        return "".join(said).count("; jobs wait until ")

    with (
        RunningServer(f"sqlite:///{tmp_path}/tables.db") as server,
        BotOwner(server, "Ada") as ada,
        job_context(server) as context,
    ):
        upload = ada.uploads(zipped(BUILT))

        def row() -> tuple[str, int]:
            with context.engine.connect() as connection:
                found = connection.execute(
                    sql.select(jobs.c.state, jobs.c.attempts).where(jobs.c.kind == "build")
                )
                state, attempts = found.one()
                return state, attempts

        address = f"{get_node_ip_address()}:{port}"
        with kept_worker(server, address):
            wait_until(lambda: waits() == 1, LONG_S, LOOK_S)
            assert row() == ("waiting", 0)
            with RayCluster(1, port=port):
                wait_until(lambda: row()[0] != "waiting", LONG_S, LOOK_S)
            wait_until(lambda: waits() > 1, LONG_S, LOOK_S)
            assert row()[0] != "done", "it was lost in the middle of the job"
            with RayCluster(1, port=port):
                wait_until(lambda: row()[0] == "done", LONG_S, LOOK_S)
        version = bot_store(context).version(upload["version"])
        assert version is not None
        assert version.state == "fit"
        assert row()[1] == 1, "no attempt is counted that the cluster has interrupted"


def test_an_analysis_begins_anew_on_another_node_when_its_own_is_killed(tmp_path: Path) -> None:
    state = games.get("tank_battle").write_state(games.get("tank_battle").start())
    with (
        RayCluster(0, 1) as cluster,
        RunningServer(f"sqlite:///{tmp_path}/tables.db", ray=cluster.address) as server,
        Guest(server.address) as ada,
    ):
        answer = ada.http.post("/api/analysis", json={"game": "tank_battle", "state": state})
        url = f"ws://{server.address}/ws/analysis/{answer.json()['id']}"
        cookie = {"Cookie": ada.cookie}
        with connect(url, additional_headers=cookie, max_size=None, open_timeout=TIMEOUT_S) as socket:

            def effort() -> int:
                """Of the next result: it grows while one machine is at it."""
                while (told := json.loads(socket.recv(timeout=LONG_S)))["type"] != "result":
                    assert told["type"] == "progress", told
                return int(told["effort"])

            first = effort()
            while (second := effort()) <= first:
                pass
            cluster.kill_node()
            cluster.add_node()
            last = second
            while (now := effort()) >= last:
                last = now


def test_a_cluster_that_is_lost_and_comes_back_is_used_again_by_the_same_relay() -> None:
    from ray.util import get_node_ip_address

    port = free_port()
    state = games.get("tank_war").write_state(games.get("tank_war").start())
    asked: dict[str, Any] = {"task": "choose", "bot": "random", "seat": 0, "seed": 1, "seconds": 1.0}
    asked |= {"game": "tank_war", "options": {}, "state": state}

    async def ask() -> None:
        pool = ComputePool(1, cluster=f"{get_node_ip_address()}:{port}")
        try:
            with RayCluster(1, port=port):
                first = (await pool.ask(asked, LONG_S))["move"]
            (relay,) = pool._all
            with pytest.raises(CannotBeDone, match="cannot be reached"):
                await pool.ask(asked, LONG_S)
            with RayCluster(1, port=port):
                assert (await pool.ask(asked, LONG_S))["move"] == first
            assert pool._all == {relay}
            assert not relay.ended
        finally:
            await pool.close()

    asyncio.run(ask())


def test_a_job_that_cannot_be_set_up_fails_alone_and_an_unfit_node_is_left_out(
    cluster: RayCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bot(tmp_path / "ada", build="cp bot.py made.py")
    program = find(str(tmp_path / "ada"), "tank_war", [])
    connected = connection.connect(cluster.address)
    try:
        where = RayExecutor(connected)
        with monkeypatch.context() as patch:
            patch.setattr(ray_tasks, "own_version", lambda: "0.0.0")
            with pytest.raises(ClusterUnavailable, match=r"not 0\.0\.0; install the same"):
                where.build(program, tmp_path / "built", isolated=True)
        assert len(connected.unfit.known()) == len(connected.ray.nodes()), "each of them was asked"
        connected.unfit = connection.UnfitNodes()
        connected.unfit.add(connected.ray.nodes()[0]["NodeID"], "its disk is full")
        assert where.build(program, tmp_path / "built", isolated=True) == ""
        assert (tmp_path / "built" / "made.py").read_bytes() == (tmp_path / "ada" / "bot.py").read_bytes()
        nowhere = replace(program, folder=tmp_path / "built")
        work = CheckWork(nowhere, True, "no such game", "none")  # noqa: FBT003 - isolated
        with pytest.raises(PlatformFault, match=r"could not be set up on the cluster: .*no such game"):
            where.open(work).play(2)
        started = StartWork(program, True, "tank_war", Limits(), 10_000)  # noqa: FBT003
        assert read_name(where.run(started, None)) == ""
    finally:
        connected.shutdown()


def test_a_contest_on_a_cluster_that_loses_a_node_has_the_same_result_bytes() -> None:
    script = Path(__file__).parents[3] / "benchmarks" / "ray_contest.py"
    command = [sys.executable, str(script), "--entrants", "8", "--minutes", "14"]
    shown = subprocess.run(command, capture_output=True, text=True, check=False)
    assert shown.returncode == 0, shown.stdout + shown.stderr
    assert "a node is killed" in shown.stdout
    assert "the same bytes" in shown.stdout
    assert "DIFFERENT" not in shown.stdout
