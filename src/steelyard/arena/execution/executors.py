"""The two places where work is done: this machine, and a Ray cluster."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

from steelyard.arena.build import build_into
from steelyard.arena.execution.build_work import BuildWork
from steelyard.arena.execution.ray_tasks import build_on, run_task
from steelyard.arena.execution.ray_workers import RayWorkers
from steelyard.arena.match.plan import cores
from steelyard.arena.match.pool import WorkerProcesses
from steelyard.arena.sandbox.faults import PlatformFault

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from steelyard.arena.execution.connection import Cluster
    from steelyard.arena.execution.work import Work, Workers
    from steelyard.arena.match.pool import TaskRunner
    from steelyard.arena.program import Program


class LocalExecutor:
    """Does work on this machine: single tasks in this process, many at once in processes."""

    def __init__(self, worker: int = 0) -> None:
        self._worker = worker

    def open(self, work: Work) -> TaskRunner:
        work.prepare()
        return work.task_runner(self._worker)

    def run(self, work: Work, task: Any) -> bytes:
        with closing(self.open(work)) as runner:
            return runner.play(task)

    def open_workers(self, work: Work, most: int | None = None) -> tuple[Workers, int]:
        room = max(1, len(cores()) // work.cores)
        return WorkerProcesses(work.task_runner), min(most or room, room)

    def build(self, program: Program, folder: Path, *, isolated: bool) -> str:
        return build_into(program, folder, isolated=isolated)


class RayExecutor:
    """Does work on the machines of a Ray cluster."""

    def __init__(self, cluster: Cluster, *, spare: int = 0, check: Callable[[], None] = lambda: None) -> None:
        """`spare`: for how many workers of others `open_workers` leaves room."""
        self._cluster = cluster
        self._spare = spare
        self._check = check

    def open(self, work: Work) -> TaskRunner:
        return _RayTaskRunner(RayWorkers(work, self._cluster, most=1, check=self._check))

    def run(self, work: Work, task: Any) -> bytes:
        return run_task(self._cluster, work, task, self._check)

    def open_workers(self, work: Work, most: int | None = None) -> tuple[Workers, int]:
        workers = RayWorkers(work, self._cluster, most, self._spare, self._check)
        return workers, workers.size

    def build(self, program: Program, folder: Path, *, isolated: bool) -> str:
        if not program.build:
            return build_into(program, folder, isolated=isolated)
        return build_on(self._cluster, BuildWork(program, isolated), folder, self._check)


class _RayTaskRunner:
    """One task at a time, each on whatever machine has room."""

    def __init__(self, workers: RayWorkers) -> None:
        self._workers = workers

    def play(self, task: Any, /) -> bytes:
        self._workers.give(0, task)
        ((_, result),) = self._workers.finished()
        if result is None:
            raise PlatformFault("the machines of the cluster that did this work failed one after the other")
        return result

    def close(self) -> None:
        self._workers.close()
