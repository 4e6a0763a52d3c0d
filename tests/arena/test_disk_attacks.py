"""Builds that fill the disk, or the memory that stands for it: however they do it, no other build notices."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steelyard.arena.sandbox import build_slots, cgroups
from steelyard.arena.sandbox.machine_locks import locked
from tests.arena.conftest import needs_bubblewrap
from tests.arena.disk_attacks import KINDS, MB

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.arena.conftest import Referee

pytestmark = needs_bubblewrap

SMALL = {"folder_mb": 32, "file_mb": 32, "folder_entries": 2000, "processes": 64}
TELLING = [
    "children_that_nobody_waits_for",
    "daemons",
    "files_under_way",
    "reserved_space",
    "empty_files",
    "an_error_that_is_ignored",
    "an_error_that_is_not",
]
HOLES = "files_with_holes"  # take no space: it is the copy that is refused
MEMORY = "all_the_memory"
DISK_MB, MOST_MB = 2700, 700
MANY = 30
as_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can make a small disk or machine")


def test_whoever_fills_the_disk_is_out_of_disk_and_the_next_is_built(referee: Referee) -> None:
    *reports, last = referee.call("disk_attacks.py", json.dumps(SMALL), "1", *TELLING, "nothing")
    assert [each["name"] for each in reports if "out_of_disk" not in each["said"]] == []
    assert last["said"] == "built"


@pytest.mark.long
@pytest.mark.timeout(600)
@as_root
def test_no_build_takes_more_than_a_part_of_a_small_disk(referee: Referee) -> None:
    kinds = [kind for kind in KINDS if kind not in {"nothing", MEMORY}]
    with _small_disk() as disk:
        referee.command.insert(2, f"TMPDIR={disk}")
        *reports, last = referee.call("disk_attacks.py", "{}", "1", *kinds, "nothing")
    assert len(reports) >= 20
    assert {each["name"]: each["taken_mb"] for each in reports if each["taken_mb"] > MOST_MB} == {}
    assert [each["name"] for each in reports if "out_of_disk" not in each["said"]] == [HOLES]
    assert last["said"] == "built"


@pytest.mark.long
@pytest.mark.timeout(600)
@as_root
def test_many_builds_at_once_stay_within_the_memory_of_a_small_machine(referee: Referee) -> None:
    with _little_memory(DISK_MB) as group:
        words = ["sh", "-c", 'echo $$ > "$0"/cgroup.procs && exec "$@"', str(group)]
        referee.command[:0] = words
        reports = referee.call("disk_attacks.py", "{}", str(MANY), *[MEMORY] * MANY)
        assert "oom_kill 0" in (group / "memory.oom_control").read_text()
        peak_mb = int((group / "memory.max_usage_in_bytes").read_text()) / MB
    assert {"(out_of_memory)" in each["said"] for each in reports} == {True}
    assert peak_mb < DISK_MB - 100


def test_as_many_builds_run_at_once_as_have_room_in_memory_and_the_next_says_that_it_waits(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(cgroups, "memory_bytes", lambda: 6 << 30)
    monkeypatch.setattr(build_slots, "locked", lambda name: locked(f"test-{os.getpid()}/{name}"))
    waiting = threading.Thread(target=_build_at_once)
    with build_slots.slot(2048), build_slots.slot(2048):
        assert caplog.messages == []
        waiting.start()
        waiting.join(0.2)
        assert waiting.is_alive()
    waiting.join()
    assert caplog.messages == ["a build waits: as many as this machine has memory for are running (2)"]
    with build_slots.slot(7 << 10):  # however little memory there is
        pass


def _build_at_once() -> None:
    with build_slots.slot(2048):
        pass


@contextmanager
def _small_disk() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        size = f"size={DISK_MB}m,mode=1777"
        subprocess.run(["mount", "-t", "tmpfs", "-o", size, "disk", folder], check=True)  # noqa: S607 - of the system
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)  # noqa: S607 - of the system


@contextmanager
def _little_memory(megabytes: int) -> Iterator[Path]:
    """A control group with a limit, in which others can be made: of version 1."""
    bases = [base for base in cgroups.bases() if (base / "memory.limit_in_bytes").exists()]
    if not bases:
        pytest.skip("there are no control groups of version 1 for memory here")
    group = bases[0] / f"little-memory-{os.getpid()}"
    group.mkdir()
    try:
        (group / "memory.limit_in_bytes").write_text(str(megabytes * MB))
        yield group
    finally:
        group.rmdir()
