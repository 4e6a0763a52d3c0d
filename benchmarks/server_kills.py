"""Kills the server, its workers and PostgreSQL at random moments under load, and sees that nothing is lost.

    python benchmarks/server_kills.py [--kills 100] [--on sqlite postgresql] [--seed S] [--seconds 3600]

People play over web sockets, bots are uploaded, the ladder and contests are played; whatever anybody was
told is written down. Meanwhile the server, a worker, PostgreSQL's first process, or all of them, are killed
with SIGKILL and started again. In the end everything that was told must be there, nothing may be there
twice (entries of a log, versions, games, ratings, results, audit entries), and nothing may be left behind.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))  # the tests' clients and PostgreSQL

from kills import Failed, leases_of_nobody, processes_of
from server_consistency import compare
from server_load import Load
from tests.server.database.cluster import Cluster

LIMITS = (
    *("tables", "new_tables", "sockets", "guest_sockets", "new_accounts"),
    *("person_cost", "address_cost", "stranger_cost", "total_cost"),
)
"""What one machine that plays everybody, and in the end looks at everything, would reach."""
KINDS = {"sqlite": ("server", "worker", "all"), "postgresql": ("server", "worker", "postgresql", "all")}
UP_S = 120.0  # to come up on a busy machine
GONE_S = 30.0
BREATH_S = (0.5, 4.0)  # between two kills


class Yard:
    """A server with its workers on a database, all of which can be killed."""

    def __init__(self, kind: str, above: Path) -> None:
        self.kind = kind
        self.data = above / kind
        self.data.mkdir()
        self.mark = f"kills-{uuid.uuid4()}"
        self.log = above / f"{kind}.log"
        self.admin_link = ""
        self._temp = Path(tempfile.mkdtemp(prefix="k", dir=above))
        self._temp.chmod(0o755)
        self._cluster = Cluster() if kind == "postgresql" else None
        self.database = self._cluster.database() if self._cluster else f"sqlite:///{self.data / 'tables.db'}"
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self._port = found.getsockname()[1]
        self.address = f"127.0.0.1:{self._port}"
        self._start()

    def _start(self) -> None:
        """Until it answers; what it says besides goes into the log."""
        words = ["serve", "--cold", "--port", str(self._port), "--data", str(self.data)]
        words += ["--database", self.database]
        for name in LIMITS:
            words += ["--limit", f"{name}=100000"]
        with self.log.open("ab") as log:
            self._server = subprocess.Popen(  # noqa: S603 - our own command
                [sys.executable, "-m", "steelyard", *words],
                env={**os.environ, "TMPDIR": str(self._temp), "STEELYARD_MARK": self.mark},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        ends = time.monotonic() + UP_S
        while not self._answers():
            if time.monotonic() > ends or self._server.poll() is not None:
                raise Failed(f"{self.kind}: the server does not come up; see {self.log}")
            time.sleep(0.05)
        if not self.admin_link:
            self.admin_link = self.log.read_text().partition("admin=")[2].split()[0]

    def _answers(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self._port), 1):
            return not self.log.exists() or "admin=" in self.log.read_text()
        return False

    def kill(self, what: str, chance: random.Random) -> None:
        """One of them, or all at once; whatever nobody starts again by itself is started."""
        if what == "worker":
            with suppress(ProcessLookupError, IndexError):
                os.kill(chance.choice(self._workers()), signal.SIGKILL)
            return
        if what in {"postgresql", "all"} and self._cluster is not None:
            self._cluster.kill()
        if what in {"server", "all"}:
            self._server.kill()
            self._server.wait()
        if what in {"postgresql", "all"} and self._cluster is not None:
            self._cluster.start()
        if what in {"server", "all"}:
            self._start()
        elif self._server.poll() is not None:
            raise Failed(f"the server has ended with {self._server.returncode}; see {self.log}")

    def _workers(self) -> list[int]:
        pid = self._server.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [int(each) for each in children if b"work" in Path(f"/proc/{each}/cmdline").read_bytes()]

    def stop(self) -> None:
        """In order; then nothing of it may be there."""
        self._server.terminate()
        if self._server.wait(GONE_S) != 0:
            raise Failed(f"the server left with {self._server.returncode}; see {self.log}")
        ends = time.monotonic() + GONE_S
        while found := self._remains():
            if time.monotonic() > ends:
                raise Failed(f"{self.kind}: left behind: {', '.join(found)}")
            time.sleep(0.1)

    def _remains(self) -> list[str]:
        found = [f"process {pid}" for pid in processes_of(self.mark)]
        found += [f"user id {name}" for name in leases_of_nobody()]
        mounts = Path("/proc/self/mountinfo").read_text().splitlines()
        found += [f"mount {line}" for line in mounts if str(self.data) in line or str(self._temp) in line]
        return found + [str(each) for each in self.data.rglob("*.new")]

    def close(self) -> None:
        if self._server.poll() is None:
            self._server.kill()
            self._server.wait()
        if self._cluster is not None:
            self._cluster.remove()


def killed(
    kind: str, above: Path, kills: int, ends: float, chance: random.Random
) -> tuple[Counter[str], Load]:
    """So many kills under load; then everything is compared."""
    yard, count = Yard(kind, above), Counter[str]()
    try:
        load = Load(yard.address, yard.admin_link, yard.mark, chance)
        with load:
            load.wait_for_the_first()
            while count.total() < kills and time.monotonic() < ends:
                time.sleep(chance.uniform(*BREATH_S))
                what = chance.choice(KINDS[kind])
                yard.kill(what, chance)
                count[what] += 1
                load.check()
        compare(load, yard.database, yard.data)
        yard.stop()
    finally:
        yard.close()
    return count, load


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--kills", type=int, default=100, help="on each database (default: 100)")
    words.add_argument("--on", nargs="+", default=list(KINDS), choices=list(KINDS), help="default: both")
    words.add_argument("--seed", default=str(random.randrange(10**9)), help="of the moments")
    words.add_argument("--seconds", type=float, default=3600.0, help="then no more kills (default: 3600)")
    chosen = words.parse_args()
    print(f"moments by --seed {chosen.seed}", flush=True)
    chance, began = random.Random(chosen.seed), time.monotonic()
    above = Path(tempfile.mkdtemp(prefix="k", dir="/tmp"))
    above.chmod(0o755)
    rows = []
    try:
        for number, kind in enumerate(chosen.on, 1):
            started = time.monotonic()
            ends = began + chosen.seconds * number / len(chosen.on)
            count, load = killed(kind, above, chosen.kills, ends, chance)
            each = [count[what] for what in ("server", "worker", "postgresql", "all")]
            rows.append((kind, *each, *load.figures(), f"{time.monotonic() - started:.0f} s"))
    except Failed as failed:
        print(f"FAILED: {failed}; everything is in {above}")
        return 1
    shutil.rmtree(above)
    print(f"{sum(sum(row[1:5]) for row in rows)} kills")
    titles = ("database", "server", "worker", "postgresql", "all", *Load.FIGURES, "took")
    for row in (titles, *rows):
        print("  ".join(f"{cell!s:>{max(8, len(title))}}" for cell, title in zip(row, titles, strict=True)))
    print("all that was told is there, nothing is there twice, nothing was left behind")
    return 0


if __name__ == "__main__":
    sys.exit(main())
