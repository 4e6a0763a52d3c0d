"""Reads information about processes from /proc."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from steelyard.arena.sandbox.cpu_starvation import CpuSchedule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


libc = ctypes.CDLL(None)
ENDED, STOPPED = ("Z", "X"), ("T", "t")  # states
PENDING_STOP = 1 << signal.SIGSTOP - 1  # in a mask of signals
THREADS = 17  # field of `stat` after the name
TICK_NS = 10**9 // os.sysconf("SC_CLK_TCK")


class Usage(NamedTuple):
    threads: int
    memory_kb: int  # anonymous and shared memory; mapped files are not counted


def children(pid: int) -> list[int]:
    """The living child processes of `pid`, including orphans it adopted."""
    found = []
    for thread in threads(pid):
        found += [int(child) for child in _read(f"/proc/{pid}/task/{thread}/children").split()]
    return found


def descendants(pid: int) -> list[int]:
    """All processes below `pid`, nearest first."""
    found = children(pid)
    for child in found:  # the list grows during the loop
        found += children(child)
    return found


def threads(pid: int) -> list[int]:
    try:
        return [int(name) for name in os.listdir(f"/proc/{pid}/task")]  # noqa: PTH208 - called all the time
    except OSError:
        return []


def alive(pid: int) -> bool:
    """Whether a thread of the process has not ended; the first may end while others go on."""
    fields = _stat(f"/proc/{pid}")
    return bool(fields) and (fields[0] not in ENDED or int(fields[THREADS]) > 1)


def stopped(pid: int) -> bool:
    """Whether no thread of the process runs until SIGCONT, or it is gone.

    A pending SIGSTOP is not enough: the thread may be about to start a process, see `waiting`.
    """
    living = False
    for _, state in _living_threads(pid):
        living = True
        if state not in STOPPED:
            return False
    return living or not alive(pid)


def waiting(pid: int) -> tuple[str, ...] | None:
    """The threads that have not stopped, each with how often it has run; None if one of them could run.

    Each waits in the kernel with a SIGSTOP pending. While it waits, it starts nothing; when it is done, it
    stops, but may finish starting a process first.
    """
    found = []
    for folder, state in _living_threads(pid):
        if state in STOPPED:
            continue
        status = _status(folder)
        if "D" not in status.get("State", "") or not int(status.get("SigPnd", "0"), 16) & PENDING_STOP:
            return None
        ran = status.get("voluntary_ctxt_switches", ""), status.get("nonvoluntary_ctxt_switches", "")
        found.append(f"{folder}{''.join(ran)}")
    return tuple(found)


def stop_threads(pid: int) -> None:
    """Send SIGSTOP to each thread of a process that has not stopped by one of its own, see `stopped`."""
    for thread in threads(pid):
        libc.tgkill(pid, thread, signal.SIGSTOP)


def newest() -> str:
    """The number of the process or thread that was started last on this machine."""
    return _read("/proc/loadavg").rpartition(" ")[2]


def open_files(pid: int) -> list[str] | None:
    """The targets of a process's open files, e.g. `socket:[123]`; None if it hides them."""
    folder = f"{_living_thread(pid)}/fd"
    try:
        names = os.listdir(folder)  # noqa: PTH208 - called all the time
    except PermissionError:
        return None if usage(pid).memory_kb else []  # one that is ending has neither
    except OSError:
        return []
    found = []
    for name in names:
        with suppress(OSError):
            found.append(os.readlink(f"{folder}/{name}"))  # noqa: PTH115 - called all the time
    return found


def usage(pid: int) -> Usage:
    """Threads and memory of a process; zeros once it is gone."""
    status = _status(_living_thread(pid))
    held = sum(_number(status.get(kind, "")) for kind in ("RssAnon", "RssShmem", "VmSwap", "VmPTE"))
    return Usage(_number(status.get("Threads", "")), held)


def proportional_memory_kb(pid: int) -> int:
    """Memory of a process with its proportional share of shared pages (PSS): exact but slow."""
    lines = _read(f"{_living_thread(pid)}/smaps_rollup").splitlines()
    parts = [line.partition(":")[2] for line in lines if line.startswith(("Pss_Anon", "Pss_Shmem"))]
    return sum(map(_number, parts)) if parts else usage(pid).memory_kb


def cpu_ns(pid: int) -> int:
    """CPU time of all threads of a process, including ended ones; 0 once the process is gone."""
    try:
        return time.clock_gettime_ns((~pid << 3) | 2)  # clock id of that process's CPU clock
    except OSError:
        return 0


def schedule(thread: int) -> CpuSchedule | None:
    """How long a thread has run, and how long it waited for a CPU."""
    fields = _read(f"/proc/{thread}/schedstat").split()
    return CpuSchedule(int(fields[0]), int(fields[1])) if fields else None


def runnable(thread: int) -> bool:
    """Whether the thread runs or waits for a CPU."""
    return _stat(f"/proc/{thread}")[:1] == ["R"]


def want_cpu(pids: Iterable[int]) -> bool:
    """Whether some thread of these processes runs or waits for a CPU."""
    return any(runnable(thread) for pid in pids for thread in threads(pid))


def stolen_ns(core: int) -> int:
    """Steal time of a core: time the host of this virtual machine gave to others, as far as it reports it."""
    for line in _read("/proc/stat").splitlines():
        if line.startswith(f"cpu{core} "):
            return int(line.split()[8]) * TICK_NS
    return 0


def memory_kills() -> int:
    """How many processes the kernel has ended for lack of memory since this machine was started."""
    lines = _read("/proc/vmstat").splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith("oom_kill ")), 0)


def with_environment(entry: str) -> Iterator[int]:
    """The processes that were started with `entry` in their environment."""
    for name in os.listdir("/proc"):  # noqa: PTH208 - names are all we want
        if name.isdigit() and entry in _read(f"{_living_thread(int(name))}/environ").split("\0"):
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
    """A sum over processes that start and end; the counts of ended ones stay included."""

    _gone: int = 0
    _there: dict[int, int] = field(default_factory=dict)

    def update(self, counts: Iterable[tuple[int, int]]) -> int:
        now = dict(counts)
        for owner, count in self._there.items():
            if now.get(owner, -1) < count:  # the process ended, or its id was reused
                self._gone += count
        self._there = now
        return self._gone + sum(now.values())


def _read(path: str) -> str:
    """The text of a file; empty if the process is gone or the file may not be read."""
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - called all the time
            return file.read().decode(errors="replace")
    except OSError:
        return ""


def _living_threads(pid: int) -> Iterator[tuple[str, str]]:
    """The folder and the state of each thread that has not ended; the first is listed until all have."""
    for thread in threads(pid):
        folder = f"/proc/{pid}/task/{thread}"
        state = "".join(_stat(folder)[:1])
        if state and state not in ENDED:
            yield folder, state


def _living_thread(pid: int) -> str:
    """Where memory, files and environment of a process are read: a thread that has ended shows none."""
    return next((folder for folder, _ in _living_threads(pid)), f"/proc/{pid}")


def _stat(folder: str) -> list[str]:
    """The fields after the name: the state is the first."""
    return _read(f"{folder}/stat").rpartition(")")[2].split()


def _status(folder: str) -> dict[str, str]:
    return dict(line.partition(":")[::2] for line in _read(f"{folder}/status").splitlines())


def _number(text: str) -> int:
    words = text.split()
    return int(words[0]) if words else 0
