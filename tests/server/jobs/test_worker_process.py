"""A worker as a process of its own: when it can begin, how it is stopped, with whom it ends."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from steelyard.server.database import identity
from steelyard.server.jobs import supervisor, worker
from steelyard.server.jobs.worker import open_context
from steelyard.server.jobs.worker_names import own_name
from tests.environment import untraced
from tests.server.running_server import opened
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NICEST = 19  # of any process
SCRIPT = """
import logging, os, signal, sys, time
from steelyard.arena.sandbox import process
from steelyard.server.jobs import worker

logging.basicConfig(format="%(message)s", stream=sys.stdout)
missing, weaker, parent, number = (word or None for word in sys.argv[1:])
process.available = lambda: missing
process.not_guaranteed = lambda: weaker

class Worker:
    def work(self):
        try:
            print("works", os.nice(0), flush=True)
            while True:
                time.sleep(0.01)
        except worker.Stopped:
            ignored = signal.getsignal(int(number)) is signal.SIG_IGN
            print("stops", worker._stopping.is_set(), ignored, flush=True)
            raise

sys.exit(worker.work(Worker(), int(parent) if parent else None))
"""
CLUSTER = """
import os, signal, sys
from steelyard.arena.execution.connection import ClusterUnavailable
from steelyard.server.jobs import cluster_worker, worker

attempts = iter(["nobody there"] * 3 + [""])
slept = []

def connect(address):
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # as Ray does
    if why := next(attempts):
        raise ClusterUnavailable(f"{why} at {address}")
    return f"the cluster at {address}"

class Worker:
    def work(self, cluster):
        print(cluster, os.getpriority(os.PRIO_PROCESS, 0), slept, flush=True)
        if sys.argv[1] == "lost":
            raise ClusterUnavailable("gone")
        if sys.argv[1] == "stop":
            os.kill(os.getpid(), signal.SIGTERM)

cluster_worker.connect = connect
cluster_worker.check_installed = lambda: print("installed")
cluster_worker.time.sleep = slept.append
os.execv = lambda *words: print(*words, slept)
os.nice(int(sys.argv[2]))
sys.exit(cluster_worker.work_on_cluster(Worker(), "yard:6379", *map(int, sys.argv[3:])))
"""


@contextlib.contextmanager
def begun(
    missing: str = "", weaker: str = "", parent: str = "", stopped_by: int = signal.SIGTERM
) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", SCRIPT, missing, weaker, parent, str(int(stopped_by))]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=untraced())
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=TIMEOUT_S)


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_worker_is_nice_and_stops_once_when_it_is_asked_to(number: signal.Signals) -> None:
    with begun(stopped_by=number) as process:
        assert line(process) == f"works {min(NICEST, os.nice(0) + worker.NICENESS)}", "pages come first"
        process.send_signal(number)
        assert line(process) == "stops True True"
        assert process.wait(TIMEOUT_S) == 0


def test_where_bots_cannot_be_isolated_no_worker_begins_and_its_exit_status_says_so() -> None:
    with begun(missing="no bubblewrap", weaker="no cgroups") as process:
        assert line(process) == "this worker cannot begin: no bubblewrap"
        assert process.wait(TIMEOUT_S) == supervisor.CANNOT


def test_a_worker_says_what_is_not_guaranteed_unless_its_server_has_said_it() -> None:
    with begun(weaker="no cgroups") as process:
        assert line(process) == "rated games: no cgroups"
    with begun(weaker="no cgroups", parent=str(os.getpid())) as process:
        assert line(process).startswith("works")


def test_a_worker_whose_server_is_gone_ends_at_once() -> None:
    with begun(parent="1") as process:
        assert process.wait(TIMEOUT_S) == -signal.SIGKILL


def on_cluster(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", CLUSTER, *words]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env=untraced(), timeout=TIMEOUT_S
    )


@pytest.mark.parametrize("nice", [0, 15])
def test_a_worker_on_a_cluster_waits_for_it_and_is_as_nice_as_others_however_often_it_begins_anew(
    nice: int,
) -> None:
    done = on_cluster("ends", str(nice))
    own = max(worker.NICENESS, min(NICEST, os.nice(0) + nice))
    assert done.stdout.splitlines() == ["installed", f"the cluster at yard:6379 {own} [5.0, 5.0, 5.0]"]
    assert done.stderr == "nobody there at yard:6379; jobs wait until there is one\n", "it says so once"
    assert done.returncode == 0


def test_a_worker_on_a_cluster_is_stopped_by_a_signal_although_ray_takes_them() -> None:
    assert on_cluster("stop", "0").returncode == 0


def test_a_worker_whose_cluster_is_lost_begins_anew_with_the_same_words() -> None:
    done = on_cluster("lost", "0")
    assert done.stderr.splitlines()[1:] == ["gone; jobs wait until it is back"]
    words = ["-m", "steelyard", "lost", "0"]
    assert done.stdout.splitlines()[2:] == [
        f"{sys.executable} {[sys.executable, *words]} [5.0, 5.0, 5.0, 5.0]",
    ]


def test_a_worker_on_a_cluster_ends_with_its_server() -> None:
    assert on_cluster("ends", "0", "1").returncode == -signal.SIGKILL


def test_a_worker_opens_the_database_and_the_data_of_one_server(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    opened(url).close()
    context = open_context(url, tmp_path, 3, "ws://127.0.0.1:8000", silent_ms=5.0)
    try:
        assert (context.data, context.server) == (tmp_path, "ws://127.0.0.1:8000")
        assert (context.queue.engine, context.queue.worker) == (context.engine, own_name())
        assert context.queue._silent_ms == 5.0
        assert context.executor._worker == 3  # type: ignore[attr-defined]
    finally:
        context.engine.dispose()


def test_a_worker_refuses_a_folder_that_belongs_to_another_database(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    opened(url).close()
    (tmp_path / identity.FILE).write_text("another")
    with pytest.raises(identity.WrongPair):
        open_context(url, tmp_path, 0, "")
