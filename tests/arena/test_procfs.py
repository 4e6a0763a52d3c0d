"""What /proc says of processes, whatever they are called."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from steelyard.arena.sandbox import procfs
from tests.timeouts import wait_until

if TYPE_CHECKING:
    import pytest


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


def test_a_process_that_waits_in_the_kernel_has_not_stopped_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may wait for its turn to start another process, whatever signals are pending."""
    monkeypatch.setattr(procfs, "_living_threads", lambda pid: [(f"/proc/{pid}", "D")])
    monkeypatch.setattr(procfs, "_status", lambda _: {"SigPnd": f"{1 << signal.SIGSTOP - 1:x}"})
    assert not procfs.stopped(os.getpid())
