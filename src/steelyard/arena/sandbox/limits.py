"""How much of the machine a bot may use."""

from __future__ import annotations

import resource
from dataclasses import dataclass

PROCESS_1 = 1  # of a cage: it counts, and is not the bot's fault


@dataclass(frozen=True, slots=True)
class Limits:
    memory_mb: int = 512  # of all its processes together, files in /tmp included
    processes: int = 64  # threads count as processes, as they do for the kernel
    tmp_mb: int = 64  # /tmp; as much again in /dev/shm
    files: int = 256  # open at once, in each process
    file_mb: int = 64  # the longest file it may write
    folder_mb: int = 512  # all that may be in its folder, also after a build
    folder_entries: int = 20_000  # files and folders there, empty ones too
    folder_depth: int = 64  # folders in one another


def prefix(limits: Limits, *, tasks_before: int) -> list[str]:
    """The words that put the kernel's limits on the command behind them and on all it will start.

    `tasks_before` is how many processes and threads its user has besides: they count against the same limit.
    The address space stays unlimited: Java, Mono and Numba reserve far more than they use. What a process
    may write to in memory gets a limit well above the real one, which is kept elsewhere for the whole tree.
    """
    wanted = {
        "core": (resource.RLIMIT_CORE, 1),  # byte: at 0, a program that collects dumps would still be called
        "nice": (resource.RLIMIT_NICE, 0),
        "rtprio": (resource.RLIMIT_RTPRIO, 0),
        "msgqueue": (resource.RLIMIT_MSGQUEUE, 0),  # memory that no process is seen to hold
        "nofile": (resource.RLIMIT_NOFILE, limits.files),
        "fsize": (resource.RLIMIT_FSIZE, limits.file_mb << 20),
        "data": (resource.RLIMIT_DATA, (2 * limits.memory_mb + 512) << 20),
        # Never reached where a control group refuses first; elsewhere, room to see that it was too many.
        "nproc": (resource.RLIMIT_NPROC, tasks_before + limits.processes + 8),
    }
    return ["/usr/bin/prlimit", *(f"--{name}={_allowed(*limit)}" for name, limit in wanted.items()), "--"]


def _allowed(which: int, wanted: int) -> int:
    most = resource.getrlimit(which)[1]
    return wanted if most == resource.RLIM_INFINITY else min(wanted, most)
