"""Names of workers, by which others see where they work, and on the same machine that they have died."""

from __future__ import annotations

import os
import socket
from pathlib import Path

PROC = Path("/proc")
CLUSTER = "ray:"


def own_name(*, on_cluster: bool = False) -> str:
    """Of this process: its machine, among which processes it lives there, its number and when it began."""
    return f"{CLUSTER if on_cluster else ''}{_place()}/{os.getpid()}/{_started(os.getpid())}"


def is_on_cluster(name: str) -> bool:
    """Whether that worker has its jobs done on a cluster: no bot runs beside it."""
    return name.startswith(CLUSTER)


def is_dead(name: str) -> bool:
    """Whether that worker was here and is no more; of one elsewhere nothing is known."""
    place, _, process = name.removeprefix(CLUSTER).partition("/")
    number, _, started = process.partition("/")
    return place == _place() and number.isdigit() and _started(int(number)) != started


def _place() -> str:
    try:
        boot = (PROC / "sys/kernel/random/boot_id").read_text().strip()[:8]
        seen = (PROC / "self/ns/pid").stat().st_ino
    except OSError:
        return f"{socket.gethostname()[:30]}-?"
    return f"{socket.gethostname()[:30].replace('/', '-')}-{boot}-{seen}"


def _started(number: int) -> str:
    """When a process was started, as the kernel counts; nothing if there is none, or only its remains."""
    try:
        told = (PROC / str(number) / "stat").read_text()
    except OSError:
        return ""
    fields = told.rpartition(")")[2].split()
    return "" if fields[0] in {"Z", "X"} else fields[19]
