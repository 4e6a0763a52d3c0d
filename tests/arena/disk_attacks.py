"""Builds that fill the disk, in one process: `python disk_attacks.py LIMITS AT_ONCE KIND...`.

Stands alone, so that it can run as another user. Says of each as JSON what became of it and how many MB it
took at most of the disk with the folder for what is temporary. LIMITS are those of a build, as JSON; without
any ({}) they are those of the arena.
"""

from __future__ import annotations

import array
import json
import mmap
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MB = 1 << 20
SAMPLING_S = 0.002
STAYING_S = 60
COMMAND = ["/usr/bin/python3", "disk_attacks.py"]


# What runs in the sandbox. An attack that ends by itself has met no limit.
def many_files() -> None:
    for number in range(1000):
        _write(str(number), 16)


def deleted_files() -> None:
    opened = [_deleted() for _ in range(200)]
    for file in opened:
        _fill(file, 16)


def children_that_nobody_waits_for() -> None:
    """They write to deleted files of their parent and are gone: the kernel reaps them, and nobody counts."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for file in [_deleted() for _ in range(200)]:
        if os.fork() == 0:
            _fill(file, 16)
            os._exit(0)
        with suppress(ChildProcessError):
            os.wait()


def daemons() -> None:
    """They go on writing when the build has ended well."""
    for _ in range(8):
        if os.fork() == 0:
            os.setsid()
            _hold_much()
    time.sleep(2)
    os._exit(0)


def many_at_once() -> None:
    for _ in range(30):
        if os.fork() == 0:
            _hold_much()


def mapped_files() -> None:
    held = []
    for number in range(200):
        file = _new(str(number))
        os.ftruncate(file, 16 * MB)
        held.append(mmap.mmap(file, 16 * MB))
        os.close(file)
        for page in range(0, 16 * MB, mmap.PAGESIZE):
            held[-1][page] = 1


def reserved_space() -> None:
    for file in [_deleted() for _ in range(200)]:
        os.posix_fallocate(file, 0, 16 * MB)


def nameless_files() -> None:
    for _ in range(200):
        _fill(os.open(".", os.O_TMPFILE | os.O_RDWR), 16)


def files_under_way() -> None:
    """Nobody has them open: they are in messages that nobody receives."""
    ends = []
    for _ in range(200):
        ends.append(socket.socketpair())
        file = _deleted()
        ends[-1][0].sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [file]))])
        _fill(file, 32)
        os.close(file)
        if len(ends) == 100:
            time.sleep(STAYING_S)


def copies() -> None:
    """Written by the kernel, from file to file."""
    _write("first", 16)
    first = os.open("first", os.O_RDONLY)
    for _ in range(200):
        os.sendfile(_deleted(), first, 0, 16 * MB)


def hard_links() -> None:
    for number in range(200):
        _write("file", 16)
        os.link("file", f"{number}")
        Path("file").unlink()


def replaced_files() -> None:
    held = []
    for _ in range(200):
        held.append(_new("new"))
        _fill(held[-1], 16)
        os.rename("new", "old")  # noqa: PTH104 - short


def hidden_files() -> None:
    for number in range(200):
        os.makedirs(f"{number}/a/b/c")  # noqa: PTH103 - short
        _write(f"{number}/a/b/c/file", 16)
        os.chmod(f"{number}/a", 0)  # noqa: PTH101 - short


def small_files() -> None:
    for number in range(1_000_000):
        _write(str(number), 0, b"x")


def empty_files() -> None:
    for number in range(1_000_000):
        _write(str(number))


def folders() -> None:
    for number in range(1_000_000):
        os.mkdir(str(number))  # noqa: PTH102 - short


def long_links() -> None:
    for number in range(1_000_000):
        os.symlink("x" * 4000, str(number))  # noqa: PTH211 - short


def long_names() -> None:
    for number in range(1_000_000):
        _write(f"{number:0250}")


def attributes() -> None:
    for number in range(1_000_000):
        _write(str(number))
        with suppress(OSError):
            for name in range(4):
                os.setxattr(str(number), f"user.{name}", bytes(60_000))


def an_error_that_is_ignored() -> None:
    with suppress(OSError):
        many_files()


def an_error_that_is_not() -> None:
    try:
        many_files()
    except OSError:
        os._exit(1)


def files_with_holes() -> None:
    for number in range(1000):
        _write(str(number))
        os.truncate(str(number), 16 * MB)
    os._exit(0)


def all_the_memory() -> None:
    """Not on the disk, but in every place that counts as memory."""
    for folder in (".", "/tmp", "/dev/shm"):  # noqa: S108 - the sandbox's own
        for number in range(25):
            _write(f"{folder}/{number}", 16)
    held = bytearray()
    while True:
        held += b"x" * MB


def nothing() -> None:
    """It is built after those that are refused."""


HARMLESS = ("nothing", "an_error_that_is_ignored")  # end by themselves, and well
KINDS = [name for name, each in list(globals().items()) if getattr(each, "__module__", "") == __name__]


def _new(name: str) -> int:
    return os.open(name, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o644)


def _deleted() -> int:
    name = f"deleted-{os.getpid()}"
    file = _new(name)
    Path(name).unlink()
    return file


def _hold_much() -> None:
    with suppress(OSError):
        for file in [_deleted() for _ in range(200)]:
            _fill(file, 16)
    time.sleep(STAYING_S)


def _write(name: str, megabytes: int = 0, rest: bytes = b"") -> None:
    file = _new(name)
    _fill(file, megabytes, rest)
    os.close(file)


def _fill(file: int, megabytes: int, rest: bytes = b"") -> None:
    for part in (*[bytes(MB)] * megabytes, rest):
        left = part
        while left:
            left = left[os.write(file, left) :]


# Outside.
@dataclass
class Disk:
    """How much of a disk was taken at most while we looked."""

    place: str
    taken_mb: float = 0.0

    @contextmanager
    def watched(self) -> Iterator[None]:
        over = threading.Event()
        before = self._free_mb()

        def look() -> None:
            while not over.wait(SAMPLING_S):
                self.taken_mb = max(self.taken_mb, before - self._free_mb())

        looking = threading.Thread(target=look)
        looking.start()
        try:
            yield
        finally:
            over.set()
            looking.join()

    def _free_mb(self) -> float:
        status = os.statvfs(self.place)
        return status.f_bfree * status.f_frsize / MB


def run(kind: str) -> dict[str, object]:
    disk, began = Disk(tempfile.gettempdir()), time.monotonic()
    with tempfile.TemporaryDirectory() as temporary:
        source, into = Path(temporary, "source"), Path(temporary, "into")
        source.mkdir()
        into.mkdir()
        (source / "bot.toml").write_text(f"run = 'true'\nbuild = {json.dumps([*COMMAND, kind])}\n")
        (source / "disk_attacks.py").write_text(Path(__file__).read_text("utf-8"))
        with disk.watched():
            try:
                build.built(program.find(str(source), "tank_war", []), into, isolated=True)
                said = "built"
            except BotFailure as failure:
                said = failure.detail
            untrusted_folders.remove(into)
    return {
        "name": kind,
        "said": said,
        "taken_mb": round(disk.taken_mb),
        "seconds": round(time.monotonic() - began, 1),
    }


if __name__ == "__main__" and len(sys.argv) == 2:  # in the sandbox
    globals()[sys.argv[1]]()
    if sys.argv[1] not in HARMLESS:
        time.sleep(STAYING_S)
elif __name__ == "__main__":
    from steelyard.arena import build, program
    from steelyard.arena.sandbox import untrusted_folders
    from steelyard.arena.sandbox.limits import Limits
    from steelyard.arena.verdicts import BotFailure

    build.BUILD_S = 30.0
    if sys.argv[1] != "{}":
        build.BUILD_LIMITS = Limits(**json.loads(sys.argv[1]))
    with ThreadPoolExecutor(int(sys.argv[2])) as pool:
        for report in pool.map(run, sys.argv[3:]):
            sys.stdout.write(json.dumps(report) + "\n")
            sys.stdout.flush()
