"""A server as a process of its own, on a free port, and what it uses."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def started(data: str, words: Iterable[str] = ()) -> tuple[subprocess.Popen[str], str]:
    """A server on a data folder, and its address."""
    process = subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, "-m", "steelyard", "serve", "--cold", "--port", "0", "--data", data, *words],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None  # noqa: S101 - as it was started
    return process, process.stdout.readline().split()[3].removeprefix("http://")


def memory_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
