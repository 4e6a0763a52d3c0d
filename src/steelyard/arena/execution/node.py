"""A worker on a machine of a cluster: it unpacks the bots that it was sent, and runs tasks with them."""

from __future__ import annotations

import fcntl
import os
import socket
import sys
from contextlib import ExitStack
from dataclasses import replace
from importlib.metadata import version as installed_version
from typing import TYPE_CHECKING, Any

from steelyard.arena.execution import archives
from steelyard.arena.execution.archives import Archive
from steelyard.arena.sandbox import process
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from steelyard.arena.execution.work import Work
    from steelyard.arena.program import Program

MOST_WORKERS = 1024  # on one machine


def own_version() -> str:
    """The version of Steelyard that is installed on this machine."""
    return installed_version("steelyard")


class NodeUnfit(SteelyardError):
    """A machine of the cluster that cannot do the work."""


class NodeWorker:
    """The actor on a machine of the cluster, where the same Steelyard is installed."""

    def __init__(
        self,
        version: str,
        work: Work,
        digests: Mapping[Any, str],
        fetch: Callable[[str], bytes],
    ) -> None:
        """`digests` has the archive of each program with a folder; `fetch` gets one that is not here yet."""
        self._check(version, work)
        with ExitStack() as steps:
            worker = steps.enter_context(_WorkerNumber()) if work.pinned else 0
            programs = {
                key: _placed(program, digests.get(key), fetch) for key, program in work.programs.items()
            }
            here = work.with_programs(programs)
            with _one_at_a_time():
                here.prepare()
            self._runner = here.task_runner(worker)
            steps.callback(self._runner.close)
            self._steps = steps.pop_all()

    def ready(self) -> str:
        """The machine's name, once everything is in place."""
        return socket.gethostname()

    def run(self, task: Any) -> bytes:
        return self._runner.play(task)

    def close(self) -> None:
        self._steps.close()

    def _check(self, version: str, work: Work) -> None:
        name = socket.gethostname()
        if version != own_version():
            raise NodeUnfit(f"{name} has Steelyard {own_version()}, not {version}; install the same")
        if work.isolated and (missing := process.available()) is not None:
            raise NodeUnfit(f"{name} cannot isolate bots: {missing}")


def _placed(program: Program, digest: str | None, fetch: Callable[[str], bytes]) -> Program:
    """A program as it is started on this machine; built-in bots run with the Python that is here."""
    if program.trusted:
        return replace(program, run=(sys.executable, *program.run[1:]))
    if digest is None:
        return program
    there = archives.folder_of(digest) or archives.unpacked(Archive(digest, fetch(digest)))
    return replace(program, folder=there)


class _WorkerNumber:
    """A number that no other worker on this machine has; it says which cores to use."""

    def __enter__(self) -> int:
        folder = archives.own_folder("places")
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


class _one_at_a_time:  # noqa: N801 - used as a function
    """Preparations on one machine, one after the other: the second finds what the first has made."""

    def __enter__(self) -> None:
        self._file = os.open(archives.own_folder("places") / "prepare", os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        os.close(self._file)
