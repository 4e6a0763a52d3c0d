"""Single tasks on a Ray cluster, and how bots get there: as archives in the cluster's object store."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.arena.execution.archives import pack
from steelyard.arena.execution.connection import ClusterLost
from steelyard.arena.execution.node import NodeWorker, own_version
from steelyard.arena.sandbox.faults import PlatformFault

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.arena.execution.connection import Cluster
    from steelyard.arena.execution.work import Work

logger = logging.getLogger(__name__)

LOOK_S = 0.5  # between two looks whether to stop, and whether the cluster is there
MOST_LOSSES = 3  # of one task: then whoever gave it is told


class Archives:
    """Fetches archives from the cluster's object store; travels to the machines that need them.

    References in it are not resolved on the way: a machine fetches only the bots that it does not have.
    """

    def __init__(self, references: dict[str, Any]) -> None:
        self._references = references

    def __call__(self, digest: str) -> bytes:
        import ray  # noqa: PLC0415 - on a machine of the cluster it is there

        data: bytes = ray.get(self._references[digest])
        return data


class SentBots(NamedTuple):
    """The bots of some work, as a machine of the cluster is told of them."""

    digests: dict[Any, str]
    """The hash of each bot's archive, by the bot's key in the work."""
    archives: Archives


def send_bots(ray: Any, work: Work) -> SentBots:
    digests, references = {}, {}
    for key, program in work.programs.items():
        if program.folder is not None and not program.trusted:
            digest, data = pack(program.folder)
            digests[key] = digest
            if digest not in references:
                references[digest] = ray.put(data)
    return SentBots(digests, Archives(references))


def run_task(cluster: Cluster, work: Work, task: Any, check: Callable[[], None]) -> bytes:
    """Run one task, in a process of the cluster that other tasks may have used before.

    PlatformFault if several machines have failed at it.
    """
    ray: Any = cluster.ray
    sent = send_bots(ray, work)
    remote = ray.remote(num_cpus=work.cores, max_retries=0)(_run)
    why = ""
    for _ in range(MOST_LOSSES):
        reference = remote.remote(own_version(), work, sent, task)
        try:
            while not (cluster.answers() and ray.wait([reference], timeout=LOOK_S)[0]):
                check()
                if not cluster.answers():
                    time.sleep(LOOK_S)
            result: bytes = ray.get(reference)
        except ray.exceptions.RayError as error:
            why = last_line(error)
            logger.warning("a task was lost and is done again: %s", why)
        except (ConnectionError, RuntimeError) as error:
            raise lost(error) from None
        except BaseException:
            ray.cancel(reference, force=True)
            raise
        else:
            return result
    raise PlatformFault(f"the machines of the cluster could not do the work: {why}")


def _run(version: str, work: Work, sent: SentBots, task: Any) -> bytes:
    """On a machine of the cluster."""
    worker = NodeWorker(version, work, sent.digests, sent.archives)
    try:
        return worker.run(task)
    finally:
        worker.close()


def lost(error: BaseException) -> ClusterLost:
    return ClusterLost(f"the Ray cluster does not answer: {first_line(error)}")


def first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def last_line(error: BaseException) -> str:
    """What a machine said, out of Ray's report with a traceback."""
    return (str(error).strip() or type(error).__name__).splitlines()[-1].strip()
