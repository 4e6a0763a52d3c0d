"""The limits on what a bot may use of the machine."""

from __future__ import annotations

import resource
from dataclasses import dataclass

PROCESS_1 = 1  # the sandbox's own first process: it counts against the limit, so every limit allows one more


@dataclass(frozen=True, slots=True)
class Limits:
    memory_mb: int = 512  # all processes of the bot together, including files in /tmp
    processes: int = 64  # threads count as processes, as they do for the kernel
    tmp_mb: int = 64  # size of /tmp; /dev/shm has the same size
    files: int = 256  # open files in each process
    file_mb: int = 64  # size of the largest file the bot may write
    folder_mb: int = 512  # total size of the bot's folder, also after a build
    folder_entries: int = 20_000  # files and folders in it, including empty ones
    folder_depth: int = 64  # levels of nested folders


def prefix(limits: Limits, *, tasks_before: int) -> list[str]:
    """The start of a command line that sets resource limits for the command after it and all its children.

    `tasks_before` is how many other processes and threads the user has: they count against the same limit.
    The address space stays unlimited: Java, Mono and Numba reserve far more than they use. The limit on data
    memory is well above `memory_mb`, which is enforced for the whole process tree elsewhere.
    """
    wanted = {
        # Of one byte: at 0, the kernel would still start a program that collects core dumps.
        "core": (resource.RLIMIT_CORE, 1),
        "nice": (resource.RLIMIT_NICE, 0),
        "rtprio": (resource.RLIMIT_RTPRIO, 0),
        "msgqueue": (resource.RLIMIT_MSGQUEUE, 0),  # memory that is counted for no process
        "nofile": (resource.RLIMIT_NOFILE, limits.files),
        "fsize": (resource.RLIMIT_FSIZE, limits.file_mb << 20),
        "data": (resource.RLIMIT_DATA, (2 * limits.memory_mb + 512) << 20),
        # Above the real limit: a control group refuses earlier, and without one we need to see the excess.
        "nproc": (resource.RLIMIT_NPROC, tasks_before + limits.processes + 8),
    }
    return ["/usr/bin/prlimit", *(f"--{name}={_allowed(*limit)}" for name, limit in wanted.items()), "--"]


def _allowed(which: int, wanted: int) -> int:
    most = resource.getrlimit(which)[1]
    return wanted if most == resource.RLIM_INFINITY else min(wanted, most)
