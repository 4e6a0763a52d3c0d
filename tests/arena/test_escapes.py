"""A sandboxed program tries every way out we can think of, under a privileged and an unprivileged referee."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steelyard.arena.sandbox import cgroups, procfs
from tests.arena.conftest import needs_bubblewrap
from tests.arena.escapes import ATTEMPTS
from tests.arena.sandbox_runner import Job, Traces
from tests.timeouts import wait_until

if TYPE_CHECKING:
    from tests.arena.conftest import Referee

pytestmark = needs_bubblewrap

LIMITS = {"memory_mb": 96, "processes": 16, "tmp_mb": 8, "files": 64, "file_mb": 4}
ONE_TURN = '{"type": "hello"}\n{"type": "turn", "game": 1, "turn": 1, "legal": ["LA"]}\n'
# Nothing but the sandbox is in the way of these; the others do harm, or fail for strangers anyway.
EASY = [
    "network_on_this_machine",
    "sockets_of_every_family",
    "the_referees_own_socket",
    "another_bots_files",
    "the_referees_environment",
    "foreign_processes",
    "processes_without_a_filter",
    "programs_that_make_us_root",
    "memory_that_nobody_holds",
]


def test_the_sandbox_holds_against_every_attempt(referee: Referee) -> None:
    core = min(os.sched_getaffinity(0))
    reports = referee.run(*(_attempt(name, core=core) for name in ATTEMPTS))
    got_out = {
        name: report
        for name, report in zip(ATTEMPTS, reports, strict=True)
        if not report.out.startswith("held") or "ESCAPED" in report.out or report.left
    }
    assert got_out == {}


def test_without_a_sandbox_it_is_easy(referee: Referee) -> None:
    reports = referee.run(*(_attempt(name, isolated=False) for name in EASY))
    held = {
        name: report
        for name, report in zip(EASY, reports, strict=True)
        if not report.out.startswith("ESCAPED") or report.left
    }
    assert held == {}


@pytest.mark.parametrize(
    ("program", "verdict"),
    [
        (["fork_bomb.py"], "too_many_processes"),
        (["memory_hog.py"], "out_of_memory"),
        (["resource_exhaustion.py", "threads"], "too_many_processes"),
        (["resource_exhaustion.py", "memory of many"], "out_of_memory"),
        (["resource_exhaustion.py", "empty files"], "out_of_memory"),
        (["resource_exhaustion.py", "socket buffers"], "out_of_memory"),
    ],
)
def test_a_limit_overstepped_is_noticed(referee: Referee, program: list[str], verdict: str) -> None:
    limits = {**LIMITS, "memory_mb": 32}  # soon reached, a file of nothing at a time
    [report] = referee.run(Job(["python", *program], limits=limits, say=ONE_TURN))
    assert report.exceeded_limit == verdict, report
    assert report.left == []


def test_a_socket_holds_no_more_than_usual(referee: Referee) -> None:
    [report] = referee.run(
        Job(["python", "resource_exhaustion.py", "sockets of a bigger size"], limits=LIMITS)
    )
    assert report.out == Path("/proc/sys/net/core/wmem_default").read_text().strip(), report


def test_memory_shared_by_forked_processes_counts_once(referee: Referee) -> None:
    [report] = referee.run(Job(["python", "resource_exhaustion.py", "shared memory"], limits=LIMITS))
    assert (report.out, report.status, report.exceeded_limit) == ("done\n", 0, None), report


@pytest.mark.parametrize("isolated", [True, False], ids=["sandboxed", "unsandboxed"])
def test_children_that_hear_no_signal_end_with_the_sandbox(referee: Referee, *, isolated: bool) -> None:
    job = Job(["python", "orphan_child.py"], limits=LIMITS, say=ONE_TURN, isolated=isolated)
    [report] = referee.run(job)
    assert report.status == 0, report
    assert report.left == []


@pytest.mark.parametrize("frozen", [True, False], ids=["frozen", "running"])
def test_the_tree_dies_with_a_killed_referee(referee: Referee, *, frozen: bool) -> None:
    job = Job(
        ["python", "resource_exhaustion.py", "stubborn children"], limits=LIMITS, frozen=frozen, hold=True
    )
    with referee.start(job) as sandbox_runner:
        assert sandbox_runner.stdout is not None
        pids = json.loads(sandbox_runner.stdout.readline())
        traces = Traces.of(pids["sandbox"])
        wait_until(
            lambda: len(traces.processes()) == (2 if frozen else 5)
        )  # process 1, the bot, its children
        os.kill(pids["referee"], signal.SIGKILL)
    wait_until(lambda: not traces.processes())
    cgroups.sweep()
    left = f"steelyard-{pids['referee']}-*"
    assert [path for base in cgroups.bases() for path in base.glob(left)] == []
    assert not procfs.alive(pids["sandbox"])


def _attempt(name: str, *, core: int | None = None, isolated: bool = True) -> Job:
    return Job(["python", "escapes.py", name], limits=LIMITS, core=core, isolated=isolated)
