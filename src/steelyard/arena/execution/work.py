"""Work that can be done anywhere: which bots it needs, and what runs its tasks once they are there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Self

    from steelyard.arena.match.pool import TaskRunner
    from steelyard.arena.program import Program


class Work(Protocol):
    """A picklable description of many tasks of one kind, such as the games of a match or the checks of a bot.

    Every task says by itself what is to be done: one whose machine has died is given to another.
    """

    @property
    def programs(self) -> Mapping[Any, Program]:
        """The bots that it needs. On another machine their folders are elsewhere."""

    @property
    def cores(self) -> int:
        """Processor cores that its runner needs."""

    @property
    def pinned(self) -> bool:
        """Whether bots are bound to cores, which no other runner on that machine may use."""

    @property
    def isolated(self) -> bool:
        """Whether bots run in sandboxes."""

    def with_programs(self, programs: Mapping[Any, Program]) -> Self:
        """The same work for another machine, where its bots are elsewhere."""

    def prepare(self) -> None:
        """Compute what built-in bots need, once on each machine, before tasks are run there."""

    def task_runner(self, worker: int) -> TaskRunner:
        """Runs tasks one after the other, on the cores of `worker`, a number of its own on this machine."""


class Workers(Protocol):
    """Numbered workers that run tasks: processes of this machine, or actors of a cluster."""

    busy: set[int]

    def give(self, worker: int, task: Any, /) -> None: ...
    def finished(self) -> list[tuple[int, bytes | None]]:
        """Wait for at least one task; None in place of its result if its process was lost."""

    def close(self) -> None: ...


class Executor(Protocol):
    """Does work, wherever that is."""

    def open(self, work: Work) -> TaskRunner:
        """A runner of one task at a time; whoever opens it closes it."""

    def run(self, work: Work, task: Any) -> bytes:
        """One task, and no more of that work."""

    def open_workers(self, work: Work, most: int | None = None) -> tuple[Workers, int]:
        """Workers for many tasks at once, and how many there are."""

    def build(self, program: Program, folder: Path, *, isolated: bool) -> str:
        """Build a program into a new folder; returns the output. Raises BotFailure."""
