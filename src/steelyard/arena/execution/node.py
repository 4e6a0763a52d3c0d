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
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from steelyard.arena.execution import bot_cache
from steelyard.arena.execution.bot_cache import FolderTaken
from steelyard.arena.sandbox import process
from steelyard.arena.sandbox.faults import SHORTAGES
from steelyard.core.errors import CacheUnwritable, DataUnwritable, SteelyardError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from steelyard.arena.execution.work import Work
    from steelyard.arena.match.pool import TaskRunner
    from steelyard.arena.program import Program

MOST_WORKERS = 1024  # on one machine
FAULTS_OF_MACHINE = {*SHORTAGES, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EACCES, errno.EPERM}


class SentBots(NamedTuple):
    """The bots of some work in the cluster's object store; travels to the machines that need them.

    References in it are not resolved on the way: a machine fetches only the bots that it does not have.
    """

    digests: dict[Any, str]
    """The hash of each bot's archive, by the bot's key in the work; a program without a folder has none."""
    references: dict[str, list[Any]]
    """The parts of each archive."""

    def parts(self, digest: str) -> Iterator[bytes]:
        import ray  # noqa: PLC0415 - on a machine of the cluster it is there

        for reference in self.references[digest]:
            yield ray.get(reference)


class Answer(NamedTuple):
    """What a machine says when it has tried to get ready for some work, and perhaps to do it."""

    how: Literal["done", "unfit", "failed"]
    """`unfit` is about the machine, `failed` about the work."""
    result: bytes = b""
    why: str = ""
    node: str = ""


def own_version() -> str:
    """The version of Steelyard that is installed on this machine."""
    return installed_version("steelyard")


class NodeUnfit(SteelyardError):
    """A machine of the cluster that cannot do the work; others may."""


def own_node() -> str:
    """Ray's id of this machine."""
    import ray  # noqa: PLC0415

    found: str = ray.get_runtime_context().get_node_id()
    return found


def attempt(steps: Callable[[], None]) -> Answer:
    """Say as a value what went wrong: of an error, Ray would only report a text."""
    try:
        steps()
    except NodeUnfit as unfit:
        return Answer("unfit", why=str(unfit), node=own_node())
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the work's
        return Answer("failed", why=str(error) or type(error).__name__)
    return Answer("done")


def check_version(version: str) -> None:
    """Raise NodeUnfit if this machine has another Steelyard than the one that asks."""
    if version != own_version():
        name = socket.gethostname()
        raise NodeUnfit(f"{name} has Steelyard {own_version()}, not {version}; install the same")


class NodeWorker:
    """Does work on a machine of the cluster, where the same Steelyard is installed."""

    def __init__(self, version: str, work: Work, sent: SentBots) -> None:
        self._version = version
        self._work = work
        self._sent = sent
        self._steps = ExitStack()
        self._runner: TaskRunner

    def set_up(self) -> Answer:
        """Put everything in place."""
        return attempt(self._set_up)

    def _set_up(self) -> None:
        digests = self._sent.digests
        with _faults_of_machine(), ExitStack() as steps:
            self._check()
            worker = steps.enter_context(_WorkerNumber()) if self._work.pinned else 0
            folders = steps.enter_context(bot_cache.in_use({*digests.values()}, self._sent.parts))
            programs = {
                key: _placed(program, folders.get(digests.get(key, "")))
                for key, program in self._work.programs.items()
            }
            here = self._work.with_programs(programs)
            with bot_cache.alone(bot_cache.own_folder("places") / "prepare"):
                here.prepare()  # the second finds what the first made
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
