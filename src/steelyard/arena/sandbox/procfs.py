"""What the kernel tells about processes under /proc."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from steelyard.arena.sandbox.cpu_starvation import Schedule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


TICK_NS = 10**9 // os.sysconf("SC_CLK_TCK")


class Usage(NamedTuple):
    threads: int
    memory_kb: int  # its own and shared memory; files it maps are not its fault


def children(pid: int) -> list[int]:
    """The processes that `pid` started, or that were left to it, and that are still there."""
    found = []
    for thread in threads(pid):
        found += [int(child) for child in _read(f"/proc/{pid}/task/{thread}/children").split()]
    return found


def descendants(pid: int) -> list[int]:
    """Everything below `pid`, nearest first."""
    found = children(pid)
    for child in found:  # grows while we walk it
        found += children(child)
    return found


def threads(pid: int) -> list[int]:
    try:
        return [int(name) for name in os.listdir(f"/proc/{pid}/task")]  # noqa: PTH208 - called all the time
    except OSError:
        return []


def alive(pid: int) -> bool:
    """Whether it can still do anything: neither gone nor a zombie."""
    state = _read(f"/proc/{pid}/stat").rpartition(")")[2].split()
    return bool(state) and state[0] not in "ZX"


def stopped(pid: int) -> bool:
    """Whether it can do nothing more until SIGCONT: stopped, about to stop before its next step, or gone."""
    said = _status(pid)
    pending = int(said.get("ShdPnd", "0"), 16)
    return said.get("State", "X").strip()[0] in "TtZX" or bool(pending >> (signal.SIGSTOP - 1) & 1)


def open_files(pid: int) -> list[str] | None:
    """What each of its open files is, `socket:[123]` say; None where it may not be known."""
    folder = f"/proc/{pid}/fd"
    try:
        names = os.listdir(folder)  # noqa: PTH208 - called all the time
    except PermissionError:
        return None
    except OSError:
        return []
    found = []
    for name in names:
        with suppress(OSError):
            found.append(os.readlink(f"{folder}/{name}"))  # noqa: PTH115 - the same
    return found


def usage(pid: int) -> Usage:
    """What a process holds now; nothing once it is gone."""
    said = _status(pid)
    held = sum(_number(said.get(kind, "")) for kind in ("RssAnon", "RssShmem", "VmSwap"))
    return Usage(_number(said.get("Threads", "")), held)


def shared_fairly_kb(pid: int) -> int:
    """Its memory with pages it shares counted by its part in them: exact, and slow."""
    lines = _read(f"/proc/{pid}/smaps_rollup").splitlines()
    parts = [line.partition(":")[2] for line in lines if line.startswith(("Pss_Anon", "Pss_Shmem"))]
    return sum(map(_number, parts)) if parts else usage(pid).memory_kb


def cpu_ns(pid: int) -> int:
    """CPU time of all threads of a process, living and gone, to the nanosecond; 0 once it is gone itself."""
    try:
        return time.clock_gettime_ns((~pid << 3) | 2)  # the kernel's name for that process's CPU clock
    except OSError:
        return 0


def schedule(thread: int) -> Schedule | None:
    """How long a thread has run, and stood ready to run while no CPU was free for it."""
    fields = _read(f"/proc/{thread}/schedstat").split()
    return Schedule(int(fields[0]), int(fields[1])) if fields else None


def runnable(thread: int) -> bool:
    """Whether it runs or would if it were let."""
    return _read(f"/proc/{thread}/stat").rpartition(")")[2].split()[:1] == ["R"]


def stolen_ns(core: int) -> int:
    """What the host of this virtual machine has kept of a core's time, as far as it tells."""
    for line in _read("/proc/stat").splitlines():
        if line.startswith(f"cpu{core} "):
            return int(line.split()[8]) * TICK_NS
    return 0


def with_environment(entry: str) -> Iterator[int]:
    """The processes whose environment had `entry` in it when they were started."""
    for name in os.listdir("/proc"):  # noqa: PTH208 - names are all we want
        if name.isdigit() and entry in _read(f"/proc/{name}/environ").split("\0"):
            yield int(name)


def tasks_of(uid: int) -> int:
    """How many processes and threads a user has."""
    count = 0
    for name in os.listdir("/proc"):  # noqa: PTH208 - names are all we want
        try:
            if name.isdigit() and os.stat(f"/proc/{name}").st_uid == uid:  # noqa: PTH116 - the same
                count += len(threads(int(name)))
        except OSError:
            continue  # ended meanwhile
    return count


@dataclass(slots=True)
class Tally:
    """A sum over processes that come and go: what those that went had is kept."""

    _gone: int = 0
    _there: dict[int, int] = field(default_factory=dict)

    def update(self, counts: Iterable[tuple[int, int]]) -> int:
        now = dict(counts)
        for owner, count in self._there.items():
            if now.get(owner, -1) < count:  # gone, or its number has a new owner
                self._gone += count
        self._there = now
        return self._gone + sum(now.values())


def _read(path: str) -> str:
    """A file's text; nothing when its process is gone or none of our business."""
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - called all the time
            return file.read().decode(errors="replace")
    except OSError:
        return ""


def _status(pid: int) -> dict[str, str]:
    return dict(line.partition(":")[::2] for line in _read(f"/proc/{pid}/status").splitlines())


def _number(text: str) -> int:
    words = text.split()
    return int(words[0]) if words else 0
