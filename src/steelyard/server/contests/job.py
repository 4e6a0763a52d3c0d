"""A worker's job: play a contest's folder until it is over, or until it is asked to stop."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from steelyard.arena.execution.connection import ClusterUnavailable
from steelyard.arena.execution.executors import LocalExecutor
from steelyard.contest.running import live_games
from steelyard.contest.running.folder import Folder
from steelyard.contest.running.runner import conditions
from steelyard.contest.running.session import contest_runner
from steelyard.core.errors import SteelyardError
from steelyard.server.contests.folders import contest_folder
from steelyard.server.contests.job_kinds import CONTEST
from steelyard.server.contests.pause_requests import being_played, requested

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from steelyard.arena.execution.work import Executor, Workers
    from steelyard.arena.program import Program
    from steelyard.contest.model import Contest
    from steelyard.contest.running.journal_state import Key
    from steelyard.contest.running.runner import ContestRunner
    from steelyard.server.contests.pause_requests import PauseRequest
    from steelyard.server.jobs.context import JobContext
    from steelyard.server.jobs.queue import Job

COMING = 8  # games of which it is said that they come next
LOOK_S = 0.1
DECISION_S = 60.0  # for a decision that halts a contest
BREATH_S = 3.0  # between two games in front of an audience: the last position stays so long


class Halted(BaseException):
    """It is to stop, at once or after a game; everything is in the journal."""


def run(context: JobContext, job: Job) -> None:
    """Until nothing is left to do here; how it ended is the job's result."""
    folder = contest_folder(context.data, job.payload["contest"])
    told: dict[str, Any]
    try:
        length = perform(folder, context.executor)
        while length is None and _request_after_decision(folder) == "play":  # it keeps its turn
            length = perform(folder, context.executor)
        told = {"ended": "stopped"} if length is None else {"ended": "over", "length": length}
    except ClusterUnavailable:  # it goes on when there is one again
        raise
    except SteelyardError as error:
        if being_played(Folder(folder)):  # by a worker that was taken for dead
            told = {"ended": "stopped"}
        else:
            told = {"ended": "failed", "problem": str(error)}
    with context.engine.begin() as connection:
        context.queue.finish(connection, job, told)


def _request_after_decision(folder: Path) -> PauseRequest:
    """A contest is halted while somebody decides something; that takes a moment."""
    ends = time.monotonic() + DECISION_S
    while (found := requested(folder)) == "halt" and time.monotonic() < ends:
        time.sleep(LOOK_S)
    return found


def give_up(context: JobContext, job: Job, why: str) -> None:
    """Its workers died over and over: if games were finished meanwhile that is no reason to stop."""
    folder = Folder(contest_folder(context.data, job.payload["contest"]))
    length = folder.length
    with context.engine.begin() as connection:
        context.queue.fail(connection, job, why)
    if length > job.payload.get("length", 0):
        context.queue.add(CONTEST, {**job.payload, "length": length}, job.owner)


def perform(path: Path, executor: Executor | None = None, *, isolated: bool = True) -> int | None:
    """Play until it is over: how long its journal is then, before anybody decides anything else.

    None if it is not over, because something else is wished for.
    """
    if requested(path) != "play":
        return None
    folder, on_air, executor = Folder(path), path / "live", executor or LocalExecutor()
    live_games.remove_all(on_air)

    def open_workers(contest: Contest, ready: Mapping[Key, Program]) -> tuple[Workers, int]:
        # In front of an audience one game at a time, on this machine, where it can be followed.
        most, where = (1, LocalExecutor()) if contest.file.realtime else (None, executor)
        work = conditions(contest, ready, most, isolated=isolated, live=on_air)
        return where.open_workers(work, most)

    announce = partial(_announce, on_air)

    def watch(runner: ContestRunner) -> None:
        announce(runner)
        if runner.progress.done:
            return
        if requested(path) != "play":
            raise Halted
        if runner.contest.file.realtime:
            time.sleep(BREATH_S)

    def say(doing: str, share: float) -> None:
        live_games.tell(on_air, doing, share)
        if requested(path) != "play":
            raise Halted

    try:
        with (
            _interrupted_by(path),
            contest_runner(folder, executor, open_workers, isolated=isolated, say=say) as runner,
        ):
            announce(runner)
            return folder.length if runner.run(watch, announce).done else None
    except Halted:
        return None
    finally:
        live_games.remove_all(on_air)


def _announce(on_air: Path, runner: ContestRunner) -> None:
    live_games.announce(on_air, runner.coming(COMING))


@contextlib.contextmanager
def _interrupted_by(path: Path) -> Iterator[None]:
    """While games are awaited, a wish to halt is noticed all the same."""
    over = threading.Event()

    def look() -> None:
        while not over.wait(LOOK_S):
            if requested(path) == "halt":
                signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGUSR1)
                return

    before = signal.signal(signal.SIGUSR1, _halt)
    looking = threading.Thread(target=look, name="wishes", daemon=True)
    looking.start()
    try:
        yield
    finally:
        over.set()
        looking.join()
        signal.signal(signal.SIGUSR1, before)


def _halt(_number: int, _frame: object) -> NoReturn:
    raise Halted
