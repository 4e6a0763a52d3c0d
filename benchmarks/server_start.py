"""How long `steelyard serve` takes until it says where it is, on a new data folder and on an existing one.

`python benchmarks/server_start.py` starts it several times each and prints the medians: wall time, and the
CPU time of the process by then, which other work on the machine hardly changes.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import IO, cast

STARTS = 7
TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=STARTS)
    starts = parser.parse_args().starts
    with tempfile.TemporaryDirectory(prefix="steelyard-start-") as temporary:
        started(Path(temporary, "warm up"))
        new = [started(Path(temporary, f"new {number}")) for number in range(starts)]
        existing = [started(Path(temporary, "new 0")) for _ in range(starts)]
    for name, found in (("new data folder", new), ("existing data folder", existing)):
        wall_s, cpu_s = zip(*found, strict=True)
        print(f"{name:22} ready in {median(wall_s):.2f} s ({min(wall_s):.2f} to {max(wall_s):.2f}),", end=" ")
        print(f"{median(cpu_s):.2f} s of CPU; median of {starts} starts")


def started(data: Path) -> tuple[float, float]:
    """Seconds until the server says where it is, and its CPU time by then; it is stopped again."""
    begin = time.perf_counter()
    command = [sys.executable, "-m", "steelyard", "serve", "--port", "0", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - ourselves
        told = cast("IO[str]", server.stdout)
        said = told.readline()
        ready_s = time.perf_counter() - begin
        fields = Path(f"/proc/{server.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        server.send_signal(signal.SIGTERM)
        told.read()
    if "http" not in said:
        sys.exit("the server did not start")
    return ready_s, (int(fields[11]) + int(fields[12])) * TICK_S


if __name__ == "__main__":
    main()
