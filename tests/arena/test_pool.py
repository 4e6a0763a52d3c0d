"""Worker processes: each plays what its place is given; one that ends by itself is replaced."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from steelyard.arena.match.pool import WorkerProcesses
from steelyard.arena.program import Program
from steelyard.arena.referee.bot_session import BotSession
from steelyard.arena.sandbox.faults import PlatformFault
from tests.arena.sandbox_runner import still
from tests.timeouts import wait_until

RESTLESS = """print('{"type": "ready"}', flush=True)
while True: pass"""


class TaskRunner:
    """Says where it is and what it was given; `end` ends its process."""

    def __init__(self, place: int) -> None:
        self._place = place

    def play(self, task: str, /) -> bytes:
        if task == "end":
            os._exit(3)
        if task == "fail":
            raise PlatformFault("this machine could not run a bot")
        return f"{self._place}: {task}".encode()

    def close(self) -> None:
        pass


@pytest.fixture(autouse=True)
def _workers_can_import_this_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parent.parent.parent)


def test_a_task_goes_to_the_place_it_is_given_to() -> None:
    with closing(WorkerProcesses(TaskRunner)) as workers:
        workers.give(1, "one")
        workers.give(4, "four")
        told = []
        while workers.busy:
            told += workers.finished()
        assert sorted(told) == [(1, b"1: one"), (4, b"4: four")]


def test_a_place_that_is_given_several_tasks_does_one_after_the_other() -> None:
    with closing(WorkerProcesses(TaskRunner)) as workers:
        for task in ("one", "two", "three"):
            workers.give(0, task)
        told = []
        while workers.busy:
            told += workers.finished()
        assert told == [(0, b"0: one"), (0, b"0: two"), (0, b"0: three")]


def test_a_worker_that_ends_takes_all_its_tasks_with_it() -> None:
    with closing(WorkerProcesses(TaskRunner)) as workers:
        for task in ("one", "end", "never done"):
            workers.give(0, task)
        assert workers.finished() == [(0, b"0: one")]
        assert workers.finished() == [(0, None)]
        assert not workers.busy


def test_a_worker_that_ends_by_itself_is_noticed_and_its_place_goes_on() -> None:
    with closing(WorkerProcesses(TaskRunner)) as workers:
        workers.give(0, "end")
        assert workers.finished() == [(0, None)]
        workers.give(0, "again")
        assert workers.finished() == [(0, b"0: again")]


def test_a_worker_whose_owner_has_gone_ends_without_a_word(capfd: pytest.CaptureFixture[str]) -> None:
    with closing(WorkerProcesses(TaskRunner)) as workers:
        workers.give(0, "one")
        assert workers.finished() == [(0, b"0: one")]
        connection, process = workers._processes[0]
        connection.close()  # as when its process ends
        process.join()
        assert process.exitcode == 0
    assert capfd.readouterr().err == ""


def test_a_fault_of_the_machine_is_one_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    with closing(WorkerProcesses(TaskRunner)) as workers:
        workers.give(0, "fail")
        assert workers.finished() == [(0, None)]
    assert capfd.readouterr().err == "steelyard: this machine could not run a bot\n"


def test_a_team_at_rest_gets_no_cpu_and_can_change_its_core() -> None:
    restless = Program("restless", "restless", (sys.executable, "-c", RESTLESS))
    cores = sorted(os.sched_getaffinity(0))
    with closing(BotSession(restless, "tank_war", core=cores[0], isolated=False)) as team:
        sandbox = team.player().sandbox
        wait_until(lambda: sandbox.cpu_ns() > 50_000_000)
        team.freeze()
        wait_until(lambda: still(sandbox))
        team.pin(cores[-1])
        assert os.sched_getaffinity(sandbox.pid) == {cores[-1]}
        stood = sandbox.cpu_ns()
        assert team.player().sandbox is sandbox
        wait_until(lambda: sandbox.cpu_ns() > stood + 50_000_000)
    assert not team.running


class InterruptedWhileItStarts:
    """Ctrl-C reaches the process while it reads what it is to do."""

    def __setstate__(self, _state: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    def __reduce__(self) -> Any:
        return InterruptedWhileItStarts, (), {"state": 1}

    def __call__(self, place: int) -> Masked:
        return Masked(place)


class Masked(TaskRunner):
    def play(self, task: str, /) -> bytes:
        assert task
        return b" ".join(str(int(each)).encode() for each in signal.pthread_sigmask(signal.SIG_BLOCK, []))


def test_ctrl_c_ends_no_worker_that_starts_and_is_blocked_for_nobody_afterwards() -> None:
    with closing(WorkerProcesses(InterruptedWhileItStarts())) as workers:
        workers.give(0, "one")
        assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
        ((_, line),) = workers.finished()
    assert line is not None
    assert str(int(signal.SIGINT)).encode() not in line.split()
