"""Control groups: limits and accounting by the kernel for a whole process tree, where we may create them.

Version 1 has one hierarchy of folders per controller, version 2 one for all; a machine may have both.
"""

from __future__ import annotations

import os
import time
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from steelyard.arena.sandbox import procfs
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.arena.sandbox.limits import PROCESS_1

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from steelyard.arena.sandbox.limits import Limits

NEAR = 4 << 20  # memory is charged in lots: whoever was refused some may have been so far below the limit
REMOVAL_S = 5.0  # the kernel may need a moment to notice that a group's last process has ended
# The files of a group that are used while a bot runs: their names in version 2, then in version 1.
MEMORY, MEMORY_PEAK, PROCESSES, PROCESSES_PEAK = "memory", "memory peak", "processes", "processes peak"
CPU, THREADS, FREEZER = "cpu", "threads", "freezer"
FILES = {
    MEMORY: ("memory.events", "memory.oom_control"),
    MEMORY_PEAK: ("memory.max_usage_in_bytes",),
    PROCESSES: ("pids.events",),
    PROCESSES_PEAK: ("pids.peak",),
    CPU: ("cpu.stat", "cpuacct.usage"),
    THREADS: ("cgroup.threads", "tasks"),
    # Not version 1's freezer: frozen processes cannot be killed there and would outlive a killed referee.
    FREEZER: ("cgroup.freeze",),
}
TASKS = {
    FREEZER: "stop all processes of a bot at once",
    MEMORY: "limit their memory",
    PROCESSES: "limit their number",
    CPU: "count their CPU time",
}
SELF = Path("/proc/self")
_serials = count()


class Cgroup:
    """The groups of one process tree: a folder in each writable hierarchy. Methods give None without one."""

    def __init__(self, limits: Limits) -> None:
        """Create the groups and set their limits; `remove` must be called in any case."""
        self._files: dict[str, int] = {}
        self._most_processes = limits.processes + PROCESS_1
        name = f"steelyard-{os.getpid()}-{next(_serials)}"
        self._folders = [base / name for base in bases()]
        for folder in self._folders:
            with suppress(OSError):  # `_write` leaves it out then
                folder.mkdir()
        self._most_memory = memory = limits.memory_mb << 20
        for file, value in {
            "memory.limit_in_bytes": memory,
            "memory.memsw.limit_in_bytes": memory,  # with swap; refused unless written after the line above
            "memory.max": memory,
            "memory.swap.max": 0,
            "pids.max": self._most_processes,
        }.items():
            for folder in list(self._holding(file)):
                self._write(folder, file, value)

    def add_processes(self, pids: Iterable[int]) -> None:
        """Move these processes, and all they will start, into the groups."""
        for pid in pids:
            for folder in list(self._folders):
                self._write(folder, "cgroup.procs", pid)
        for use, names in FILES.items():
            for file in [folder / name for name in names for folder in self._holding(name)][:1]:
                mode = os.O_WRONLY if use == FREEZER else os.O_RDONLY
                self._files[use] = os.open(file, mode | os.O_CLOEXEC)

    @property
    def limits_memory(self) -> bool:
        return MEMORY in self._files

    @property
    def limits_processes(self) -> bool:
        return PROCESSES in self._files

    @property
    def counts_cpu(self) -> bool:
        return CPU in self._files

    @property
    def missing(self) -> list[str]:
        """What the kernel does not do for the tree, in words."""
        return [what for use, what in TASKS.items() if use not in self._files]

    def exceeded_limit(self) -> str | None:
        """The limit because of which the kernel has killed or refused something here.

        PlatformFault if it did so within the limits: the machine, or a group above this one, had no more.
        """
        exceeded = None
        if self._count(PROCESSES, b"max"):
            if not self._reached_process_limit():
                raise _lacking("processes")
            exceeded = "too_many_processes"
        if self._count(MEMORY, b"oom_kill"):
            if not self._reached_memory_limit():
                raise _lacking("memory")
            exceeded = "out_of_memory"
        return exceeded

    def cpu_ns(self) -> int | None:
        if not (words := self._read(CPU).split(maxsplit=2)):
            return None
        return int(words[0]) if len(words) == 1 else int(words[1]) * 1000  # b"usage_usec 1234 ..."

    def threads(self) -> list[int] | None:
        if THREADS not in self._files:
            return None
        return [int(thread) for thread in self._read(THREADS, 1 << 16).split()]

    def freeze(self, *, frozen: bool) -> bool:
        """Stop or resume the whole tree at once; False if there is no freezer."""
        if FREEZER not in self._files:
            return False
        os.pwrite(self._files[FREEZER], b"1" if frozen else b"0", 0)
        return True

    def remove(self) -> None:
        """Remove the groups, whose processes must have ended, and groups left by killed referees."""
        with ExitStack() as stack:  # runs every step even if one fails
            while self._folders:
                stack.callback(_remove, self._folders.pop())
            while self._files:
                stack.callback(os.close, self._files.popitem()[1])
        sweep()

    def _reached_memory_limit(self) -> bool:
        if MEMORY_PEAK in self._files:
            return int(self._read(MEMORY_PEAK)) >= self._most_memory - NEAR
        return self._count(MEMORY, b"oom") > 0

    def _reached_process_limit(self) -> bool:
        if PROCESSES_PEAK not in self._files:
            return True  # kernels before 6.6 do not tell
        return int(self._read(PROCESSES_PEAK)) >= self._most_processes

    def _count(self, use: str, event: bytes) -> int:
        lines = (line.split() for line in self._read(use).splitlines())
        return next((int(number) for name, number in lines if name == event), 0)

    def _read(self, use: str, most: int = 4096) -> bytes:
        """What the file says; nothing without one."""
        return os.pread(self._files[use], most, 0) if use in self._files else b""

    def _write(self, folder: Path, file: str, value: int) -> None:
        try:
            (folder / file).write_text(str(value))
        except ProcessLookupError:
            pass  # the process has ended already
        except OSError:  # we may create the group but not use it
            self._folders.remove(folder)
            _remove(folder)

    def _holding(self, file: str) -> Iterator[Path]:
        return (folder for folder in self._folders if (folder / file).exists())


def bases() -> list[Path]:
    """The folders to create groups in: as close to our own group as possible, so its limits apply too."""
    own = dict(line.split(":", 2)[1:] for line in (SELF / "cgroup").read_text().splitlines())
    lines = (SELF / "mountinfo").read_text().splitlines()
    mounts = [_Mount.read(line) for line in lines if " - cgroup" in line]
    version_2 = [mount.nearest_with_limits(own[""]) for mount in mounts if mount.kind == "cgroup2"]
    wanted = {"memory", "pids"} if version_2 else {"memory", "pids", "cpuacct"}
    return version_2 + [
        mount.folder(path)
        for mount in mounts
        if mount.kind == "cgroup"
        for controllers, path in own.items()
        if wanted & mount.controllers & set(controllers.split(","))
    ]


def memory_bytes() -> int:
    """The memory of this machine, or what the groups above ours let us have of it."""
    found = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    for base in bases():
        for folder in (base, *base.parents):
            for name in ("memory.max", "memory.limit_in_bytes"):
                with suppress(OSError, ValueError):  # "max" is no number
                    found.append(int((folder / name).read_text()))
    return min(found)


def sweep(patience_s: float = 0.0) -> None:
    """Remove the groups that killed referees left.

    The kernel keeps a group while it has processes; those of a referee that was just killed end soon.
    """
    deadline = time.monotonic() + patience_s
    for base in bases():
        for folder in base.glob("steelyard-*-*"):
            if not procfs.alive(int(folder.name.split("-")[1])):  # a zombie counts as dead
                with suppress(OSError):
                    _remove(folder, deadline)


class _Mount(NamedTuple):
    kind: str
    root: Path  # the mounted part of the hierarchy: in a container, not all of it
    point: Path
    controllers: frozenset[str]

    @classmethod
    def read(cls, line: str) -> _Mount:
        place, _, what = line.partition(" - ")
        root, point = place.split()[3:5]
        kind, _, options = what.split()
        return cls(kind, Path(root), Path(point), frozenset(options.split(",")))

    def folder(self, group: str) -> Path:
        path = Path(group)
        return self.point / path.relative_to(self.root) if path.is_relative_to(self.root) else self.point

    def nearest_with_limits(self, group: str) -> Path:
        """The nearest group, from our own upwards, that lets its children set limits; ours has processes."""
        own = self.folder(group)
        for folder in (own, *own.parents):
            if not folder.is_relative_to(self.point):
                break
            handed_down = (folder / "cgroup.subtree_control").read_text().split()
            if {"memory", "pids"} <= set(handed_down) and os.access(folder, os.W_OK):
                return folder
        return own  # no limits, but the group can still be frozen and its CPU time counted


def _remove(folder: Path, deadline: float | None = None) -> None:
    deadline = time.monotonic() + REMOVAL_S if deadline is None else deadline
    while True:
        try:
            folder.rmdir()
        except FileNotFoundError:
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.001)
        else:
            return


def _lacking(what: str) -> PlatformFault:
    return PlatformFault(f"this machine has no {what} left for a bot that is within its limits")
