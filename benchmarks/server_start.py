"""How long `steelyard serve` takes until its first page is answered, with a new data folder and an old one.

`python benchmarks/server_start.py` starts it several times each, asks for `/` once the server says where
it is, and prints medians: wall time until it says so and until the page has come, and the CPU time of the
process by then, which other work on the machine changes less.

Python compiles modules when they are first imported. That is done by a start before the others, into a folder
of this run's own, and is printed too.
"""

from __future__ import annotations

import argparse
import http.client
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import IO, NamedTuple, cast

STARTS = 7


class Start(NamedTuple):
    told_s: float
    page_s: float
    cpu_s: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=STARTS)
    starts = parser.parse_args().starts
    with tempfile.TemporaryDirectory(prefix="steelyard-start-") as temporary:
        folder = Path(temporary)
        _show("nothing compiled", [started(folder, "compiling")])
        new, existing = [], []
        for number in range(starts):
            new.append(started(folder, f"new {number}"))
            existing.append(started(folder, "new 0"))
    _show("new data folder", new)
    _show("existing data folder", existing)


def _show(name: str, starts: list[Start]) -> None:
    page_s = [start.page_s for start in starts]
    told = f"{name:21} page after {median(page_s):.2f} s ({min(page_s):.2f} to {max(page_s):.2f})"
    told += f", listening after {median(start.told_s for start in starts):.2f} s"
    told += f", {median(start.cpu_s for start in starts):.2f} s of CPU"
    print(f"{told}; median of {len(starts)}")


def started(folder: Path, data: str) -> Start:
    """One start, until the first page is there; the server is stopped again."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-m", "steelyard", "serve", "--port", "0", "--data", str(folder / data)]
    begin = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:  # noqa: S603 - ourselves
        try:
            told = cast("IO[str]", server.stdout).readline()
            told_s = time.perf_counter() - begin
            _ask_for_first_page(told)
            page_s = time.perf_counter() - begin
            return Start(told_s, page_s, _cpu_s(server.pid))
        finally:
            server.terminate()


def _ask_for_first_page(told: str) -> None:
    found = re.search(r"http://127\.0\.0\.1:(\d+)", told)
    if found is None:
        sys.exit("the server did not start")
    server = http.client.HTTPConnection("127.0.0.1", int(found[1]))
    server.request("GET", "/")
    answer = server.getresponse()
    if answer.status != http.client.OK or b'id="answers"' not in answer.read():
        sys.exit("the first page did not come")
    server.close()


def _cpu_s(pid: int) -> float:
    """Of all threads of a process, to the nanosecond."""
    return (
        sum(int(each.read_text().split()[0]) for each in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e9
    )


if __name__ == "__main__":
    main()
