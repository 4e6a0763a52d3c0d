"""What /proc says of processes, whatever they are called."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from steelyard.arena.sandbox import procfs
from tests.timeouts import wait_until


def test_no_name_makes_a_process_look_as_if_it_could_run(tmp_path: Path) -> None:
    sleep = shutil.copy(str(shutil.which("sleep")), tmp_path / "x) R 1")
    with subprocess.Popen([sleep, "60"]) as process:
        try:
            wait_until(lambda: f"({Path(sleep).name})" in procfs._read(f"/proc/{process.pid}/stat"))
            wait_until(lambda: not procfs.runnable(process.pid))
        finally:
            process.kill()


def test_shared_memory_is_counted_in_shares() -> None:
    whole = procfs.usage(os.getpid()).memory_kb
    assert 0 < procfs.proportional_memory_kb(os.getpid()) <= whole + 1024
    assert procfs.proportional_memory_kb(2**22 + 1) == 0, "there is no such process"


def test_a_process_that_hides_its_files_is_told_from_one_that_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    listdir = os.listdir

    def refused(path: str) -> list[str]:
        if path.endswith("/fd"):
            raise PermissionError(path)
        return listdir(path)

    monkeypatch.setattr(os, "listdir", refused)
    with subprocess.Popen(["/bin/sleep", "60"]) as process:
        hidden = procfs.open_files(process.pid)
        process.kill()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        ended = procfs.open_files(process.pid)
    assert (hidden, ended) == (None, [])


def test_a_process_that_is_gone_has_nothing() -> None:
    gone = 1 << 23  # above the largest number of a process
    assert not procfs.alive(gone)
    assert procfs.stopped(gone)
    assert (procfs.children(gone), procfs.threads(gone), procfs.open_files(gone)) == ([], [], [])
    assert procfs.usage(gone) == (0, 0)
    assert (procfs.proportional_memory_kb(gone), procfs.cpu_ns(gone)) == (0, 0)
    assert procfs.schedule(gone) is None
    assert not procfs.want_cpu([gone])


STOP_PENDING = f"{1 << signal.SIGSTOP - 1:x}"


@pytest.mark.parametrize(
    ("state", "pending", "waiting"),
    [
        ("D (disk sleep)", STOP_PENDING, ("/proc/17 5 2",)),
        ("D (disk sleep)", "0", None),
        ("R (running)", STOP_PENDING, None),
        ("S (sleeping)", STOP_PENDING, None),
    ],
)
def test_a_thread_that_waits_in_the_kernel_stops_later_and_says_how_often_it_has_run(
    monkeypatch: pytest.MonkeyPatch, state: str, pending: str, waiting: tuple[str, ...] | None
) -> None:
    """It may wait for its turn to start another process, whatever signals are pending."""
    status = {
        "State": f"\t{state}",
        "SigPnd": f"\t{pending}",
        "voluntary_ctxt_switches": " 5",
        "nonvoluntary_ctxt_switches": " 2",
    }
    monkeypatch.setattr(procfs, "_living_threads", lambda _: [("/proc/16", "T"), ("/proc/17", state[0])])
    monkeypatch.setattr(procfs, "_status", lambda _: status)
    assert not procfs.stopped(17)
    assert procfs.waiting(17) == waiting
