"""How all processes of a bot are stopped and measured where no control group does it."""

from __future__ import annotations

import itertools
import os
import signal
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from steelyard.arena.sandbox import cgroups, process, process_tree, procfs
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.arena.sandbox.process import Limits, Sandbox
from tests.arena.conftest import needs_bubblewrap
from tests.timeouts import wait_until

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterable, Iterator
    from pathlib import Path

pytestmark = [needs_bubblewrap, pytest.mark.usefixtures("_nothing_is_left")]


@pytest.fixture
def sandbox(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sandbox]:
    monkeypatch.setattr(cgroups, "bases", list)
    with Sandbox(["sleep", "60"], folder=None) as sandbox:
        yield sandbox


def test_a_chain_that_is_always_one_ahead_is_too_many_processes(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each look finds only processes that have ended, as the next one is listed nowhere yet."""
    monkeypatch.setattr(process_tree, "STOPPING_S", 0.0)
    monkeypatch.setattr(process_tree, "STOPPING_LOOKS", 20)
    with monkeypatch.context() as patch:
        links = itertools.count(1 << 30)
        patch.setattr(procfs, "descendants", lambda _: [next(links)])
        sandbox.freeze()
    assert sandbox.exceeded_limit() == "too_many_processes"


def test_a_machine_on_which_others_start_processes_all_the_time_stops_a_bot(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_tree, "STOPPING_S", 0.0)
    monkeypatch.setattr(process_tree, "STOPPING_LOOKS", 20)
    with monkeypatch.context() as patch:
        numbers = itertools.count()
        patch.setattr(procfs, "newest", lambda: str(next(numbers)))
        sandbox.freeze()
    assert sandbox.exceeded_limit() is None


@pytest.mark.parametrize("runs_now_and_then", [True, False])
def test_a_thread_that_waits_in_the_kernel_has_stopped_once_it_has_not_run_for_many_looks(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, *, runs_now_and_then: bool
) -> None:
    looks = itertools.count(1)
    every = process_tree.WAITING_LOOKS if runs_now_and_then else 1000
    monkeypatch.setattr(process_tree, "STOPPING_S", 0.0)
    monkeypatch.setattr(procfs, "newest", lambda: "")
    monkeypatch.setattr(procfs, "stopped", lambda pid: pid != sandbox.pid)
    monkeypatch.setattr(procfs, "waiting", lambda _: (f"{next(looks) // every}",))
    sandbox.freeze()
    most = process_tree.STOPPING_LOOKS
    assert next(looks) - 1 == (most if runs_now_and_then else process_tree.WAITING_LOOKS + 1)


def test_measuring_memory_exactly_takes_a_twentieth_of_the_time_at_most(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it takes: all processes of the bot are stopped for it, and its opponent waits."""
    clock, measured_s = [1000.0], [0.0]

    def measure_slowly(_pid: int) -> int:
        clock[0] += 0.5
        measured_s[0] += 0.5
        return 0

    monkeypatch.setattr(procfs, "usage", lambda _: procfs.Usage(1, 1 << 30))
    monkeypatch.setattr(procfs, "proportional_memory_kb", measure_slowly)
    monkeypatch.setattr(
        process_tree, "time", SimpleNamespace(monotonic=lambda: clock[0], sleep=lambda _: time.sleep(0.001))
    )
    while clock[0] < 1100.0:
        clock[0] += 0.05
        assert sandbox.exceeded_limit() is None
    assert 3.0 < measured_s[0] <= 6.0


@pytest.mark.parametrize(
    ("isolated", "hidden", "word"),
    [
        (True, "process 1", None),
        (True, "bot", "out_of_memory"),
        (False, "bot", "out_of_memory"),
        (False, "nothing", None),
    ],
)
def test_a_process_that_hides_its_files_may_have_as_many_sockets_as_it_may_open_but_not_process_1(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, isolated: bool, hidden: str, word: str | None
) -> None:
    """Process 1 hides its files from a user other than root: nobody may read its program."""
    monkeypatch.setattr(cgroups, "bases", list)
    (tmp_path / "buffer").write_text("212992\n")
    monkeypatch.setattr(process_tree, "SOCKET_BUFFER", tmp_path / "buffer")
    with Sandbox(["sleep", "60"], folder=None, isolated=isolated, limits=Limits(memory_mb=40)) as sandbox:
        hiding = {"process 1": _parent(sandbox.pid), "bot": sandbox.pid, "nothing": 0}[hidden]
        monkeypatch.setattr(procfs, "open_files", lambda pid: None if pid == hiding else [])
        assert sandbox.exceeded_limit() == word


def _parent(pid: int) -> int:
    with open(f"/proc/{pid}/stat") as file:  # noqa: PTH123 - short
        return int(file.read().rpartition(")")[2].split()[1])


def _kill(bot: subprocess.Popen[bytes]) -> None:
    bot.kill()
    bot.wait()


@pytest.mark.parametrize("starved", [True, False])
def test_an_unsandboxed_bot_that_does_not_end_is_waited_for_while_it_lacks_a_cpu(
    monkeypatch: pytest.MonkeyPatch, *, starved: bool
) -> None:
    monkeypatch.setattr(cgroups, "bases", list)
    monkeypatch.setattr(process_tree, "ENDING_S", 0.0)
    if not starved:
        monkeypatch.setattr(process, "wait_for_end", _kill)  # which would complain too
    sandbox = Sandbox(["sleep", "600"], folder=None, isolated=False)
    rounds = itertools.count()

    def kill(pids: Iterable[int], which: signal.Signals) -> None:
        assert which == signal.SIGKILL
        for pid in pids if starved and next(rounds) == 2 else ():
            os.kill(pid, which)

    with monkeypatch.context() as patch:
        patch.setattr(process_tree, "_signal", kill)
        patch.setattr(procfs, "want_cpu", lambda _pids: starved)
        if starved:
            sandbox.close()
        else:
            with pytest.raises(PlatformFault, match=f"processes .{sandbox.pid}. of a bot cannot be killed"):
                sandbox.close()
    assert not procfs.alive(sandbox.pid)


@pytest.mark.parametrize("isolated", [True, False])
def test_process_1_does_not_count_as_one_of_the_bots(
    monkeypatch: pytest.MonkeyPatch, *, isolated: bool
) -> None:
    monkeypatch.setattr(cgroups, "bases", list)
    command = ["sh", "-c", "sleep 60 & sleep 60 & sleep 60 & wait"]
    for processes, word in ((3, "too_many_processes"), (4, None)):
        limits = Limits(processes=processes)
        with Sandbox(command, folder=None, isolated=isolated, limits=limits) as sandbox:
            wait_until(lambda: len(procfs.descendants(sandbox.pid)) == 3)
            assert sandbox.exceeded_limit() == word
