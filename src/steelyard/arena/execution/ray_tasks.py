"""Single tasks on a Ray cluster: a build, a first start. Bots travel in parts through its object store."""

from __future__ import annotations

import logging
import time
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from steelyard.arena.execution.archives import pack, unpack_into
from steelyard.arena.execution.build_work import built_parts, read_built
from steelyard.arena.execution.connection import ClusterLost, ClusterUnavailable
from steelyard.arena.execution.node import Answer, NodeUnfit, NodeWorker, SentBots, own_version
from steelyard.arena.sandbox import untrusted_folders
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.core.archive import InvalidArchive

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from steelyard.arena.execution.build_work import BuildWork
    from steelyard.arena.execution.connection import Cluster
    from steelyard.arena.execution.work import Work

    Check = Callable[[], None]

T = TypeVar("T")
logger = logging.getLogger(__name__)

LOOK_S = 0.5  # between two looks whether to stop, and whether the cluster is there
MOST_LOSSES = 3  # of one task: then whoever gave it is told
NODE_ID = "ray.io/node-id"  # the label of a machine that has its id


class SetUpFailed(Exception):
    """A machine could not get ready for some work, and that was not the machine's fault."""


def send_bots(ray: Any, work: Work) -> SentBots:
    sent = SentBots({}, {})
    for key, program in work.programs.items():
        if program.folder is not None and not program.trusted:
            try:
                sent.digests[key], references = _sent(ray, program.folder)
            except ray.exceptions.RayError as error:
                raise PlatformFault(
                    f"{program.name} could not be sent to the cluster: {first_line(error)}"
                ) from None
            except (ConnectionError, RuntimeError) as error:
                raise lost(error) from None
            sent.references.setdefault(sent.digests[key], references)
    return sent


def _sent(ray: Any, folder: Path) -> tuple[str, list[Any]]:
    """The hash of a folder's archive, and its parts in the object store."""
    references: list[Any] = []
    return pack(folder, lambda part: references.append(ray.put(part))), references


# On this machine.
def run_task(cluster: Cluster, work: Work, task: Any, check: Check) -> bytes:
    """Run one task, in a process of the cluster that other tasks may have used before.

    PlatformFault if several machines have failed at it.
    """
    remote = cluster.ray.remote(num_cpus=work.cores, max_retries=0)(_run)

    def take(reference: Any) -> bytes:
        wait_for(cluster, reference, check)
        return taken(cluster, cluster.ray.get(reference))

    return _attempted(cluster, work, remote, take, task)


def build_on(cluster: Cluster, work: BuildWork, folder: Path, check: Check) -> str:
    """Build a program on the cluster, and put what was built into a new folder; returns the output.

    Raises BotFailure, and InvalidArchive if something else has arrived than was sent.
    """
    remote = cluster.ray.remote(num_cpus=work.cores, max_retries=0, num_returns="streaming")(_build)

    def following(stream: Any) -> Any:
        wait_for(cluster, stream, check)
        return cluster.ray.get(next(stream))

    def take(stream: Any) -> str:
        result = taken(cluster, following(stream))
        log, digest = read_built(result)
        folder.mkdir()
        try:
            unpack_into((following(stream) for _ in range(built_parts(result))), digest, folder)
        except BaseException:
            untrusted_folders.remove(folder)
            raise
        return log

    return _attempted(cluster, work, remote, take)


def _attempted(cluster: Cluster, work: Work, remote: Any, take: Callable[[Any], T], *task: Any) -> T:
    """Start something and take what comes of it, a few times if machines are lost; never on unfit ones."""
    ray: Any = cluster.ray
    sent = send_bots(ray, work)
    why, losses = "", 0
    while losses < MOST_LOSSES:
        check_fit(cluster, work.cores)
        reference = remote.options(**placement(cluster)).remote(own_version(), work, sent, *task)
        try:
            return take(reference)
        except NodeUnfit:
            continue
        except ray.exceptions.RayError as error:
            why = last_line(error)
        except SetUpFailed as error:
            why = str(error)
        except InvalidArchive as error:
            why = f"what was built did not arrive: {error}"
        except (ConnectionError, RuntimeError) as error:
            raise lost(error) from None
        except ClusterUnavailable:  # calls of Ray would only wait
            raise
        except BaseException:
            with suppress(Exception):
                ray.cancel(reference, force=True)
            raise
        losses += 1
        logger.warning("a task was lost and is done again: %s", why)
    raise PlatformFault(f"the machines of the cluster could not do the work: {why}")


def wait_for(cluster: Cluster, reference: Any, check: Check) -> None:
    """Wait until there is something to get."""
    while not (cluster.answers() and cluster.ray.wait([reference], timeout=LOOK_S)[0]):
        check()
        if not cluster.answers():
            time.sleep(LOOK_S)


def taken(cluster: Cluster, answer: Answer) -> bytes:
    """The result; NodeUnfit if the machine cannot do the work, which is noted; SetUpFailed."""
    if answer.how == "unfit":
        logger.warning("a machine of the cluster cannot do the work: %s", answer.why)
        cluster.unfit.add(answer.node, answer.why)
        raise NodeUnfit(answer.why)
    if answer.how == "failed":
        raise SetUpFailed(answer.why)
    return answer.result


def placement(cluster: Cluster) -> dict[str, Any]:
    """An option of tasks and actors: not on machines that are unfit."""
    unfit = cluster.unfit.known()
    return {"label_selector": {NODE_ID: f"!in({','.join(sorted(unfit))})"}} if unfit else {}


def capacity(cluster: Cluster, cores: int) -> int:
    """How many workers of so many cores the machines have room for that are not unfit."""
    unfit = cluster.unfit.known()
    return sum(room for node, room in _rooms(cluster, cores) if node not in unfit)


def check_fit(cluster: Cluster, cores: int) -> None:
    """Raise ClusterUnavailable if all machines that are large enough are unfit."""
    unfit = cluster.unfit.known()
    large = [node for node, room in _rooms(cluster, cores) if room] if unfit else []
    if large and all(node in unfit for node in large):
        raise ClusterUnavailable(f"the cluster cannot do the work: {unfit[large[0]]}")


def _rooms(cluster: Cluster, cores: int) -> list[tuple[str, int]]:
    """Each machine that is there, and how many workers it has room for."""
    ray: Any = cluster.ray
    try:
        machines = [node for node in ray.nodes() if node["Alive"]]
    except (ray.exceptions.RayError, ConnectionError, RuntimeError) as error:
        raise lost(error) from None
    return [(node["NodeID"], int(node["Resources"].get("CPU", 0)) // cores) for node in machines]


def lost(error: BaseException) -> ClusterLost:
    return ClusterLost(f"the Ray cluster does not answer: {first_line(error)}")


def first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def last_line(error: BaseException) -> str:
    """What a machine said, out of Ray's report with a traceback."""
    return (str(error).strip() or type(error).__name__).splitlines()[-1].strip()


# On a machine of the cluster.
def _run(version: str, work: Work, sent: SentBots, task: Any) -> Answer:
    with closing(NodeWorker(version, work, sent)) as worker:
        ready = worker.set_up()
        return Answer("done", worker.run(task)) if ready.how == "done" else ready


def _build(version: str, work: BuildWork, sent: SentBots) -> Iterator[Answer | bytes]:
    """The result of a build, then the parts of what was built."""
    with closing(NodeWorker(version, work, sent)) as worker:
        ready = worker.set_up()
        if ready.how != "done":
            yield ready
            return
        result = worker.run(None)
        yield Answer("done", result)
        for number in range(built_parts(result)):
            yield worker.run(number)
