"""Which module does which kind of job: what `steelyard work` runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.server.bots import build_job, ladder_job, trial_job
from steelyard.server.bots.job_kinds import BUILD, LADDER, TRIAL
from steelyard.server.contests import job as contest_job
from steelyard.server.contests.job_kinds import CONTEST

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.server.jobs.context import JobContext
    from steelyard.server.jobs.kinds import JobHandler, JobKind

HANDLERS: dict[JobKind, JobHandler] = {
    BUILD: build_job,
    TRIAL: trial_job,
    LADDER: ladder_job,
    CONTEST: contest_job,
}


def of_lane(lane: str) -> dict[JobKind, JobHandler]:
    return {kind: handler for kind, handler in HANDLERS.items() if kind.lane == lane}


def when_idle(lane: str) -> Callable[[JobContext], bool] | None:
    """What adds jobs when the queue of a lane is empty: the ladder looks for a pair that should play."""
    return ladder_job.add_next if lane == LADDER.lane else None
