"""Workers as processes, on each database; and what is left when one is stopped in the middle."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sql

from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.server.bots import build_job, ladder_job
from steelyard.server.bots.job_kinds import BUILD, TRIAL
from steelyard.server.bots.schema import matches, ratings, versions
from steelyard.server.bots.store import bot_store
from steelyard.server.database.database import Database
from steelyard.server.job_handlers import HANDLERS
from steelyard.server.jobs import supervisor, worker
from steelyard.server.jobs.queue import MOST_ATTEMPTS, Job
from steelyard.server.jobs.schema import jobs
from steelyard.server.jobs.worker import Worker
from tests.environment import untraced
from tests.server.bots.archives import BOT_TOML, GOOD, POLITE, zipped
from tests.server.bots.bot_owners import BotOwner, fit, job_context, works_off
from tests.server.server_process import ServerProcess
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.server.bots.store import Version
    from steelyard.server.jobs.context import JobContext
    from tests.server.running_server import RunningServer

SLOW = POLITE.replace(
    'answer = {"type": "ready"', 'import time; time.sleep(5)\n        answer = {"type": "ready"'
)


def workers_of(server: ServerProcess) -> list[int]:
    pid = server.process.pid
    with suppress(OSError):
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [int(child) for child in children if b"work" in _command(child)]
    return []


def _command(pid: str) -> list[bytes]:
    return Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")


def test_bots_are_built_and_rated_on_either_database(server: RunningServer) -> None:
    with BotOwner(server, "Ada") as ada, job_context(server) as context:
        bot = ada.uploads(zipped(GOOD))["bot"]
        works_off(context, "build")
        assert ladder_job.add_next(context)
        works_off(context, "ladder")
        with context.engine.connect() as connection:
            anew = ladder_job.recount(connection, "tank_war")
            kept = connection.execute(sql.select(ratings.c.mu).where(ratings.c.player == bot)).scalar_one()
            assert connection.execute(sql.select(sql.func.count()).select_from(matches)).scalar_one() == 4
        assert anew[bot].mu == kept
        assert ada.sees(f"/api/bots/{bot}")["standing"]["games"] == 4
        assert len(ada.sees("/api/ladder/tank_war/games")["games"]) == 4
        fit(context, ada)
        ada.asks(f"/api/bots/{bot}/trials", 201, newer=2)
        job = context.queue.claim([TRIAL])
        assert job is not None
        Worker(context, HANDLERS).do(job)
        assert ada.sees(f"/api/bots/{bot}")["mine"]["trials"][0]["told"]["games"] == 8


def test_a_worker_that_is_told_to_stop_puts_its_job_back_and_leaves(
    quick_server: RunningServer, ada: BotOwner, context: JobContext
) -> None:
    upload = ada.uploads(zipped({**GOOD, "bot.py": SLOW}))
    settings = quick_server.registry.settings
    where = ["--data", str(settings.data), "--database", settings.database]
    process = subprocess.Popen([sys.executable, "-m", "steelyard", "work", *where], env=untraced())
    try:
        wait_until(lambda: bot_store(context).version(upload["version"]).state == "checking")  # type: ignore[union-attr]
        process.send_signal(signal.SIGTERM)
        assert process.wait(TIMEOUT_S) == 0
    finally:
        process.kill()
        process.wait()
    with context.engine.connect() as connection:
        row = connection.execute(sql.select(jobs)).one()
    assert (row.state, row.attempts, row.claimed_by) == ("waiting", 0, "")


DYING = """
import os, sys
from types import SimpleNamespace
from steelyard import cli
from steelyard.server.jobs import cluster_worker

machine = {"Alive": True, "Resources": {"CPU": 2.0}}
ray = SimpleNamespace(nodes=lambda: [machine], put=lambda _part: os._exit(1), remote=lambda **_: str)
cluster_worker.connect = lambda _address: SimpleNamespace(ray=ray, answers=lambda: True)
cluster_worker.check_installed = lambda: None
sys.exit(cli.main(sys.argv[1:]))
"""


def test_a_job_whose_worker_is_ended_by_ray_waits_and_no_attempt_is_counted(
    quick_server: RunningServer, ada: BotOwner, context: JobContext
) -> None:
    """Ray ends a process at once that calls it when the machine is dead through which it is connected."""
    ada.uploads(zipped({**GOOD, "bot.toml": BOT_TOML + 'build = "true"\n'}))
    settings = quick_server.registry.settings
    command = [sys.executable, "-c", DYING, "work", "--ray", "yard:6379", "--data", str(settings.data)]
    died = subprocess.run(
        [*command, "--database", settings.database], env=untraced(), check=False, timeout=TIMEOUT_S
    )
    assert died.returncode == 1
    context.queue.take_up()
    with context.engine.connect() as connection:
        row = connection.execute(sql.select(jobs)).one()
    assert (row.state, row.attempts, row.claimed_by) == ("waiting", 0, "")


def test_a_request_to_stop_that_a_library_turns_into_another_error_is_not_lost(
    ada: BotOwner, context: JobContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "_stopping", threading.Event())

    def interrupted(*_: object) -> None:
        """As SQLAlchemy does when a signal comes while it ends a transaction."""
        with suppress(worker.Stopped), preserved_signals():
            worker._stop(signal.SIGTERM, None)
        raise AssertionError

    ada.uploads(zipped(GOOD))
    monkeypatch.setattr(build_job, "_built", interrupted)
    job = context.queue.claim([BUILD])
    assert job is not None
    with pytest.raises(worker.Stopped):
        Worker(context, HANDLERS).do(job)
    with pytest.raises(worker.Stopped):
        Worker(context, HANDLERS).work()
    with context.engine.connect() as connection:
        row = connection.execute(sql.select(jobs.c.state, jobs.c.attempts)).one()
    assert tuple(row) == ("waiting", 0)


@contextmanager
def preserved_signals() -> Iterator[None]:
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_bot_that_kills_its_workers_is_unfit_with_a_reason(ada: BotOwner, context: JobContext) -> None:
    upload = ada.uploads(zipped(GOOD))
    hopeless = Job(1, "build", {"version": upload["version"]}, ada.id, 4)
    with context.engine.begin() as connection:
        connection.execute(
            sql.update(jobs).values(
                state="claimed", attempts=4, claimed_by=context.queue.worker, beat_ms=1e15
            )
        )
    Worker(context, HANDLERS).do(hopeless)
    version = ada.sees(f"/api/bots/{upload['bot']}/versions/1")
    assert version["state"] == "unfit"
    assert "each time its worker died" in version["reason"]


@pytest.mark.parametrize(
    "fault", [ZeroDivisionError("ours"), PlatformFault("this machine has no descriptors")]
)
def test_a_mistake_of_ours_is_tried_again_and_not_the_bots(
    ada: BotOwner, context: JobContext, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def fail(*_: object) -> None:
        raise fault

    ada.uploads(zipped(GOOD))
    with monkeypatch.context() as patch:
        patch.setattr(build_job, "_built", fail)
        job = context.queue.claim([BUILD])
        assert job is not None
        Worker(context, HANDLERS).do(job)
    works_off(context, "build")
    with context.engine.connect() as connection:
        assert connection.execute(sql.select(versions.c.state)).scalar_one() == "fit"


def test_a_version_that_could_not_be_checked_is_told_whose_fault_that_is(
    ada: BotOwner, context: JobContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: set[Path] = set()

    def fail(_context: JobContext, version: Version) -> None:
        begun.add(build_job.unfinished(version))
        build_job.unfinished(version).mkdir(exist_ok=True)
        raise PlatformFault("the work could not be set up on the cluster: its disk is gone")

    upload = ada.uploads(zipped(GOOD))
    monkeypatch.setattr(build_job, "_built", fail)
    for _ in range(MOST_ATTEMPTS + 1):
        job = context.queue.claim([BUILD])
        assert job is not None
        Worker(context, HANDLERS).do(job)
    assert context.queue.claim([BUILD]) is None
    version = ada.sees(f"/api/bots/{upload['bot']}/versions/1")
    assert version["state"] == "unchecked"
    assert "failed at it 3 times, which is not the bot's fault" in version["reason"]
    assert version["reason"].endswith("its disk is gone")
    assert [each.exists() for each in begun] == [False], "nobody will go on with it"
    ada.uploads(zipped(GOOD))
    ada.asks(f"/api/bots/{upload['bot']}/versions/1/delete")


def test_a_job_that_the_database_interrupts_is_done_again_and_no_attempt_is_counted(
    ada: BotOwner,
    context: JobContext,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    gone = sql.exc.OperationalError("", {}, OSError("the database is restarting"))
    put_back, answers = context.queue.put_back, iter([gone, gone])

    def fail(*_: object) -> None:
        raise gone

    def putting_back(job: Job, *, counted: bool) -> None:
        for error in answers:
            raise error
        put_back(job, counted=counted)

    ada.uploads(zipped(GOOD))
    monkeypatch.setattr(build_job, "_built", fail)
    monkeypatch.setattr(context.queue, "put_back", putting_back)
    monkeypatch.setattr(worker, "AGAIN_S", 0.01)
    job = context.queue.claim([BUILD])
    assert job is not None
    Worker(context, HANDLERS).do(job)
    with context.engine.connect() as connection:
        row = connection.execute(sql.select(jobs.c.state, jobs.c.attempts)).one()
    assert tuple(row) == ("waiting", 0)
    (told,) = [each for each in caplog.records if each.name == worker.__name__]
    assert told.getMessage().endswith("waits: the database is restarting")
    assert told.exc_info is None, "a restart of the database is one line, without a trace"


def test_workers_need_a_database_that_a_server_has_set_up(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "steelyard", "work", "--data", str(tmp_path)]
    refused = subprocess.run(command, capture_output=True, text=True, check=False, timeout=TIMEOUT_S)
    assert refused.returncode == 2 != supervisor.CANNOT, "a database may be back in a moment"
    assert "tables.db; give the server's data folder with --data" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["http://x", "--token", "t", "--", "x"], "is not an address"),
        (["ws://x", "--token", "t"], "the bot's command is missing"),
        (["ws://x", "--", "x"], "token is missing"),
    ],
)
def test_connecting_says_what_is_missing(words: list[str], why: str) -> None:
    command = [sys.executable, "-m", "steelyard", "connect", *words]
    bare = {name: value for name, value in os.environ.items() if name != "STEELYARD_TOKEN"}
    refused = subprocess.run(
        command, capture_output=True, text=True, check=False, env=bare, timeout=TIMEOUT_S
    )
    assert (refused.returncode, why in refused.stderr) == (2, True)


def test_the_servers_own_worker_is_replaced_when_it_dies(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, STEELYARD_DATA=str(tmp_path)) as server:
        wait_until(lambda: len(workers_of(server)) == 2)
        first = workers_of(server)
        os.kill(first[0], signal.SIGKILL)
        wait_until(lambda: len(workers_of(server)) == 2 and first[0] not in workers_of(server))
        workers = workers_of(server)
        assert server.stop() == 0
        wait_until(lambda: not any(os.path.exists(f"/proc/{each}") for each in workers))  # noqa: PTH110
    Database(f"sqlite:///{tmp_path}/tables.db").close()
