"""Runs programs in sandboxes and tells as JSON what came of each and what it left behind.

Stands alone, so that it can run as another user: `python sandbox_runner.py JOBS`, where JOBS is a JSON list.
"""

from __future__ import annotations

import json
import os
import select
import socket
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import finalize

from steelyard.arena.sandbox import cgroups
from steelyard.arena.sandbox import procfs as processes
from steelyard.arena.sandbox.interpreter import this_python
from steelyard.arena.sandbox.process import Limits, Sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator

TIMEOUT_S = 60.0  # for what takes a second, on the busiest machine
LOOK_EVERY_S = 0.02


@dataclass
class Job:
    argv: list[str]  # "python" stands for this Python
    folder: str | None = None
    limits: dict[str, int] = field(default_factory=dict)
    core: int | None = None
    isolated: bool = True
    say: str = ""
    frozen: bool = False
    hold: bool = False  # tell its pid and wait to be killed


@dataclass
class Report:
    out: str
    err: str
    status: int | None
    exceeded_limit: str | None
    left: list[str]


def run(job: Job, hints: dict[str, str]) -> Report:
    """Until the program ends or oversteps a limit; then close, and look what is left."""
    before = open_files()
    with sandboxed(job, hints) as sandbox:
        traces = Traces.of(sandbox.pid)
        if job.frozen:
            sandbox.freeze()
        if job.hold:
            hold(sandbox)
        out, err = listen(sandbox)
        status, exceeded_limit = sandbox.exit_status(), sandbox.exceeded_limit()
    left = traces.left()
    del traces
    left += [f"open file {each}" for each in open_files() - before]
    return Report(out, err, status, exceeded_limit, left)


@contextmanager
def sandboxed(job: Job, hints: dict[str, str]) -> Iterator[Sandbox]:
    python = this_python()
    with Sandbox(
        [python.executable if word == "python" else word for word in job.argv],
        folder=Path(job.folder) if job.folder else None,
        limits=Limits(**job.limits),
        core=job.core,
        isolated=job.isolated,
        read_only=python.read_only,
        env={**python.env, **hints},
    ) as sandbox:
        with suppress(BrokenPipeError):
            os.write(sandbox.stdin, job.say.encode())
        yield sandbox


def listen(sandbox: Sandbox, keep: int = 1 << 20) -> tuple[str, str]:
    """What it wrote until it ended or overstepped, the last of it where that is a lot."""
    heard = {sandbox.stdout: b"", sandbox.stderr: b""}
    deadline = time.monotonic() + TIMEOUT_S
    ended = False
    while not ended and sandbox.exceeded_limit() is None and time.monotonic() < deadline:
        select.select([*heard, sandbox.ended], [], [], LOOK_EVERY_S)
        ended = sandbox.exit_status() is not None  # before reading: what comes now is all
        for file in heard:
            heard[file] = (heard[file] + read(file))[-keep:]
    out, err = (text.decode(errors="replace") for text in heard.values())
    return out, err


def read(file: int) -> bytes:
    """What is there to be read now."""
    try:
        return os.read(file, 1 << 20)
    except BlockingIOError:
        return b""


def still(sandbox: Sandbox) -> bool:
    """Whether it has begun, and a tenth of a second goes by without its using any CPU."""
    before = sandbox.cpu_ns()
    time.sleep(0.1)
    return sandbox.cpu_ns() == before > 0


def hold(sandbox: Sandbox) -> None:
    sys.stdout.write(json.dumps({"sandbox": sandbox.pid, "referee": os.getpid()}) + "\n")
    sys.stdout.flush()
    time.sleep(TIMEOUT_S)


def open_files() -> set[str]:
    return set(os.listdir("/proc/self/fd"))  # noqa: PTH208 - numbers are all we want


@dataclass
class Traces:
    """What tells the processes and files of one sandbox from everybody else's."""

    world: int  # its process namespace
    user: int
    since: int = 0  # when it began

    @classmethod
    def of(cls, pid: int) -> Traces:
        """Of one that has ended already, only what is left among our children can be told."""
        try:
            user = os.stat(f"/proc/{pid}").st_uid  # noqa: PTH116 - short
        except FileNotFoundError:
            return cls(0, os.getuid())
        traces = cls(_world(pid), user, _started(pid))
        with suppress(OSError):  # while its file is open, the number of the namespace is not used again
            finalize(traces, os.close, os.open(f"/proc/{pid}/ns/pid", os.O_RDONLY))
        return traces

    def left(self) -> list[str]:
        found = [f"process {pid}" for pid in self.processes()]
        found += [f"child {pid}" for pid in self._children()]
        mine = f"steelyard-{os.getpid()}-*"
        found += [f"group {path}" for base in cgroups.bases() for path in base.glob(mine)]
        for place in (tempfile.gettempdir(), "/dev/shm", "/var/tmp"):  # noqa: S108 - where strangers would write
            found += [str(path) for path in Path(place).glob("*") if self._owns(path)]
        return found

    def processes(self) -> list[int]:
        if self.world in {0, _world(os.getpid())}:
            return []
        pids = [int(name) for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208 - numbers
        return [pid for pid in pids if _world(pid) == self.world and processes.alive(pid)]

    def _children(self) -> list[int]:
        """Ours, but for those that were there before, a database server say, and what they started."""
        found = [pid for pid in processes.children(os.getpid()) if self.since <= _started(pid)]
        return found + [each for pid in found for each in processes.descendants(pid)]

    def _owns(self, path: Path) -> bool:
        with suppress(OSError):
            return self.user != os.getuid() and path.lstat().st_uid == self.user
        return False


def _world(pid: int) -> int:
    try:
        return os.stat(f"/proc/{pid}/ns/pid").st_ino  # noqa: PTH116 - short
    except OSError:
        return 0


def _started(pid: int) -> int:
    """In ticks of the machine's clock; -1 once it is gone."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19])
    except OSError:
        return -1


@contextmanager
def something_to_steal() -> Iterator[dict[str, str]]:
    """A referee's own affairs, each readable to its user, as hints for a bot that wants to break out."""
    with (
        tempfile.NamedTemporaryFile("w", dir=Path(__file__).parent / "secrets") as secret,
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_UNIX) as named,
    ):
        secret.write("the other bot's plans")
        secret.flush()
        name = f"steelyard-test-{os.getpid()}"
        named.bind(f"\0{name}")
        named.listen()
        yield {
            "SECRET_FILE": secret.name,
            "REFEREE_PORT": str(server.getsockname()[1]),
            "REFEREE_SOCKET": name,
            "REFEREE_PID": str(os.getpid()),
        }


if __name__ == "__main__":
    with something_to_steal() as hints:
        for asked in json.loads(sys.argv[1]):
            sys.stdout.write(json.dumps(asdict(run(Job(**asked), hints))) + "\n")
