"""What is known of a kind of job before any is done. Features declare their kinds with this."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from steelyard.server.jobs.context import JobContext
    from steelyard.server.jobs.queue import Job

Lane = Literal["short", "long"]
"""Long jobs take hours: they have workers of their own, so that nobody waits for them."""
IDLE_RANK = 2
"""From this rank on a job is done only when there is nothing else to do."""


class JobKind(NamedTuple):
    name: str
    lane: Lane = "short"
    rank: int = 1
    """The lower, the sooner, among the jobs of one owner."""
    not_beside: tuple[str, ...] = ()
    """Not begun while a job of these kinds runs, which needs the processor cores."""


class JobHandler(Protocol):
    """A module that does jobs of one kind."""

    def run(self, context: JobContext, job: Job) -> None:
        """Do it, and finish it in the transaction that keeps what came of it."""

    def give_up(self, context: JobContext, job: Job, why: str) -> None:
        """Note that it was tried in vain, and fail it in the same transaction."""
