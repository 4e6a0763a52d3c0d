"""A worker on a machine of a cluster: it unpacks the bots that it was sent, and runs tasks with them."""

from __future__ import annotations

import errno
import fcntl
import os
import socket
import sys
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from importlib.metadata import version as installed_version
from typing import TYPE_CHECKING, Any

from steelyard.arena.execution import bot_cache
from steelyard.arena.execution.bot_cache import FolderTaken
from steelyard.arena.sandbox import process
from steelyard.arena.sandbox.faults import SHORTAGES
from steelyard.core.errors import CacheUnwritable, DataUnwritable, SteelyardError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from steelyard.arena.execution.work import Work
    from steelyard.arena.match.pool import TaskRunner
    from steelyard.arena.program import Program

MOST_WORKERS = 1024  # on one machine
FAULTS_OF_MACHINE = {
    *SHORTAGES,
    errno.EDQUOT,
    errno.EROFS,
    errno.EIO,
    errno.EACCES,
    errno.EPERM,
}


def own_version() -> str:
    """The version of Steelyard that is installed on this machine."""
    return installed_version("steelyard")


class NodeUnfit(SteelyardError):
    """A machine of the cluster that cannot do the work; others may."""


def check_version(version: str) -> None:
    """Raise NodeUnfit if this machine has another Steelyard than the one that asks."""
    if version != own_version():
        name = socket.gethostname()
        raise NodeUnfit(f"{name} has Steelyard {own_version()}, not {version}; install the same")


class NodeWorker:
    """Does work on a machine of the cluster, where the same Steelyard is installed."""

    def __init__(
        self,
        version: str,
        work: Work,
        digests: Mapping[Any, str],
        fetch: Callable[[str], Iterable[bytes]],
    ) -> None:
        """`digests` has the archive of each program with a folder; `fetch` gets the parts of one."""
        self._version = version
        self._work = work
        self._digests = digests
        self._fetch = fetch
        self._steps = ExitStack()
        self._runner: TaskRunner

    def set_up(self) -> None:
        """Put everything in place. NodeUnfit if this machine cannot; other errors are the work's own."""
        with _faults_of_machine(), ExitStack() as steps:
            self._check()
            worker = steps.enter_context(_WorkerNumber()) if self._work.pinned else 0
            folders = steps.enter_context(bot_cache.in_use({*self._digests.values()}, self._fetch))
            programs = {
                key: _placed(program, folders.get(self._digests.get(key, "")))
                for key, program in self._work.programs.items()
            }
            here = self._work.with_programs(programs)
            with bot_cache.alone(
                bot_cache.own_folder("places") / "prepare"
            ):  # the second finds what the first made
                here.prepare()
            self._runner = here.task_runner(worker)
            steps.callback(self._runner.close)
            self._steps = steps.pop_all()

    def run(self, task: Any) -> bytes:
        return self._runner.play(task)

    def close(self) -> None:
        self._steps.close()

    def _check(self) -> None:
        check_version(self._version)
        if self._work.isolated and (missing := process.available()) is not None:
            raise NodeUnfit(f"{socket.gethostname()} cannot isolate bots: {missing}")


@contextmanager
def _faults_of_machine() -> Iterator[None]:
    """Turn what only a machine can be blamed for into NodeUnfit, such as a disk that is full."""
    try:
        yield
    except (OSError, MemoryError, FolderTaken, CacheUnwritable, DataUnwritable) as error:
        if isinstance(error, OSError) and error.errno not in FAULTS_OF_MACHINE:
            raise
        raise NodeUnfit(f"{socket.gethostname()}: {str(error) or type(error).__name__}") from error


def _placed(program: Program, folder: Path | None) -> Program:
    """A program as it is started on this machine; built-in bots run with the Python that is here."""
    if program.trusted:
        return replace(program, run=(sys.executable, *program.run[1:]))
    return program if folder is None else replace(program, folder=folder)


class _WorkerNumber:
    """A number that no other worker on this machine has; it says which cores to use."""

    def __enter__(self) -> int:
        folder = bot_cache.own_folder("places")
        for number in range(MOST_WORKERS):
            self._file = os.open(folder / str(number), os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(self._file)
            else:
                return number
        raise NodeUnfit(f"more than {MOST_WORKERS} games are being played on this machine")

    def __exit__(self, *_: object) -> None:
        os.close(self._file)
