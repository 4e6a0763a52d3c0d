"""By its name others see where a worker is, and whether it has died."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from steelyard.server.jobs.worker_names import is_dead, is_on_cluster, own_name
from tests.timeouts import TIMEOUT_S, wait_until

PLACE = own_name().rsplit("/", 2)[0]


def _fields(pid: int) -> list[str]:
    """Of a process, from its state on: the second is the parent's number."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _name(pid: int, began: str) -> str:
    return f"{PLACE}/{pid}/{began}"


def test_a_name_says_whether_the_worker_has_its_jobs_done_on_a_cluster() -> None:
    here, there = own_name(), own_name(on_cluster=True)
    assert (is_on_cluster(here), is_on_cluster(there)) == (False, True)
    assert there.endswith(here)


def test_two_machines_and_two_containers_of_one_machine_have_different_places() -> None:
    _machine, boot, seen = PLACE.rsplit("-", 2)
    assert boot == Path("/proc/sys/kernel/random/boot_id").read_text()[:8]
    assert int(seen) == Path("/proc/self/ns/pid").stat().st_ino


@pytest.mark.parametrize("on_cluster", [False, True])
def test_a_worker_of_this_machine_is_dead_when_its_process_is_gone_or_only_its_remains_are_left(
    *, on_cluster: bool
) -> None:
    prefix = "ray:" if on_cluster else ""
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    began = _fields(process.pid)[19]
    name = prefix + _name(process.pid, began)
    assert not is_dead(name)
    assert is_dead(prefix + _name(process.pid, f"{began}0")), "another process has its number by now"
    assert process.stdin is not None
    process.stdin.close()
    wait_until(lambda: _fields(process.pid)[0] == "Z")
    assert is_dead(name), "nobody has asked for its exit status yet"
    process.wait(TIMEOUT_S)
    assert is_dead(name)


def test_of_a_worker_elsewhere_nothing_is_known() -> None:
    assert is_dead(_name(os.getpid(), "1"))
    for name in (f"elsewhere{_name(os.getpid(), '1')}", f"{PLACE}/pid/1", "worker"):
        assert not is_dead(name), name
