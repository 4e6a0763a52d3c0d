"""Workers on the machines of a Ray cluster. A task whose machine dies is given to another machine."""

from __future__ import annotations

import logging
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.arena.execution import ray_tasks
from steelyard.arena.execution.connection import ClusterLost, ClusterUnavailable
from steelyard.arena.execution.node import NodeUnfit, NodeWorker, own_version
from steelyard.arena.execution.ray_tasks import LOOK_S, MOST_LOSSES, SetUpFailed, last_line, lost, send_bots
from steelyard.arena.sandbox.faults import PlatformFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from steelyard.arena.execution.connection import Cluster
    from steelyard.arena.execution.work import Work

logger = logging.getLogger(__name__)

MOST_FAILED = 3  # workers in a row that could not be set up, while there is no other
FAILED_S = 2.0  # before another one is set up after that
PATIENCE_S = 60.0  # without any machine
CLOSE_S = 5.0


@dataclass(eq=False, slots=True)
class _Actor:
    handle: Any
    last: int = -1
    """The worker whose task it did last: it may have that one's bots running."""


@dataclass(slots=True)
class _Given:
    task: Any
    losses: int = 0


class RayWorkers:
    """As many workers as the cluster has room for.

    A worker is a number, and an actor does its task: whichever is free. So tasks of a machine that has died
    go on elsewhere, and a machine that joins the cluster again is used again.
    """

    def __init__(
        self,
        work: Work,
        cluster: Cluster,
        most: int | None = None,
        spare: int = 0,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        """`spare`: for how many workers of others room is left; `check` is called while waiting."""
        self._cluster = cluster
        self._ray: Any = cluster.ray
        self._work = work
        self._check = check
        ray_tasks.check_fit(cluster, work.cores)
        room = self._capacity()
        if room < 1:
            cores = f"{work.cores} CPUs" if work.cores > 1 else "1 CPU"
            raise ClusterUnavailable(f"no machine of the cluster has {cores} for the work")
        self.size = min(max(1, room - spare), most or room)
        self.busy: set[int] = set()
        self._given: dict[int, _Given] = {}
        self._waiting: deque[int] = deque()
        """Workers whose task waits for an actor."""
        self._free: list[_Actor] = []
        self._starting: dict[Any, _Actor] = {}
        self._running: dict[Any, tuple[int, _Actor]] = {}
        self._failed = 0
        self._not_before_s = 0.0
        self._seen_s = time.monotonic()
        """When the cluster was last seen to have a machine for this work."""
        self._sent = send_bots(self._ray, work)
        self._actor_class: Any = self._ray.remote(num_cpus=work.cores, max_restarts=0)(NodeWorker)

    def give(self, worker: int, task: Any, /) -> None:
        self._given[worker] = _Given(task)
        self._waiting.append(worker)
        self.busy.add(worker)
        self._assign()

    def finished(self) -> list[tuple[int, bytes | None]]:
        """Wait for at least one task, whatever machines die; ClusterLost if none is left for long."""
        while True:
            self._check()
            if not self._cluster.answers():
                time.sleep(LOOK_S)
                continue
            self._assign()
            found = [each for reference in self._wait() for each in self._take(reference)]
            if found:
                return found
            self._look_for_machines()

    def close(self) -> None:
        """End the actors, those that are busy or not set up yet by force."""
        idle = [actor.handle for actor in self._free]
        others = [actor.handle for actor in self._starting.values()]
        others += [actor.handle for _, actor in self._running.values()]
        try:
            if not self._cluster.answers():
                return
            if idle:
                closed = [handle.close.remote() for handle in idle]
                self._ray.wait(closed, num_returns=len(closed), timeout=CLOSE_S)
            for handle in (*idle, *others):
                self._ray.kill(handle)
        except Exception as error:  # noqa: BLE001 - the cluster is gone, and the actors with it
            logger.debug("workers could not be ended: %s", error)
        self._free.clear()
        self._starting.clear()
        self._running.clear()

    def _assign(self) -> None:
        """Tasks to free actors, and more actors while tasks wait and there is room."""
        while self._waiting and self._free:
            worker = self._waiting.popleft()
            actor = next((each for each in self._free if each.last == worker), self._free[0])
            self._free.remove(actor)
            actor.last = worker
            self._running[actor.handle.run.remote(self._given[worker].task)] = (worker, actor)
        if len(self._waiting) > len(self._starting) and time.monotonic() >= self._not_before_s:
            room = min(self.size, self._capacity()) - len(self._running) - len(self._starting)
            for _ in range(min(room, len(self._waiting) - len(self._starting))):
                self._start()

    def _start(self) -> None:
        placed = self._actor_class.options(**ray_tasks.placement(self._cluster))
        actor = _Actor(placed.remote(own_version(), self._work, self._sent))
        self._starting[actor.handle.set_up.remote()] = actor

    def _wait(self) -> Iterable[Any]:
        references = [*self._running, *self._starting]
        if not references:
            time.sleep(LOOK_S)
            return []
        try:
            ready: list[Any] = self._ray.wait(references, num_returns=1, timeout=LOOK_S)[0]
        except (self._ray.exceptions.RayError, ConnectionError, RuntimeError) as error:
            raise lost(error) from None
        return ready

    def _take(self, reference: Any) -> Iterator[tuple[int, bytes | None]]:
        """The result of a task, if that is what is ready."""
        if (starting := self._starting.pop(reference, None)) is not None:
            yield from self._take_actor(starting, reference)
            return
        worker, actor = self._running.pop(reference)
        try:
            result: bytes = self._ray.get(reference)
        except self._ray.exceptions.RayError as error:
            self._kill(actor)
            self._waiting.appendleft(worker)
            yield from self._lose(error)
        except (ConnectionError, RuntimeError) as error:
            raise lost(error) from None
        else:
            self._free.append(actor)
            yield self._end(worker, result)

    def _take_actor(self, actor: _Actor, reference: Any) -> Iterator[tuple[int, bytes | None]]:
        """An actor that is ready; one that is not is ended, and the reason decides what follows."""
        try:
            ray_tasks.taken(self._cluster, self._ray.get(reference))
        except NodeUnfit:
            self._kill(actor)
            if not (self._free or self._running):
                ray_tasks.check_fit(self._cluster, self._work.cores)
        except SetUpFailed as error:
            self._kill(actor)
            self._failed += 1
            self._not_before_s = time.monotonic() + FAILED_S
            logger.warning("a worker of the cluster could not be set up: %s", error)
            if self._failed >= MOST_FAILED and not (self._free or self._running or self._starting):
                raise PlatformFault(f"the work could not be set up on the cluster: {error}") from None
        except self._ray.exceptions.RayError as error:
            self._kill(actor)
            self._not_before_s = time.monotonic() + FAILED_S
            yield from self._lose(error)
            self._waiting.rotate(-1)  # the next one is another task's
        except (ConnectionError, RuntimeError) as error:
            raise lost(error) from None
        else:
            self._failed = 0
            self._free.append(actor)

    def _lose(self, error: Exception) -> Iterator[tuple[int, bytes | None]]:
        """The first task that waits has lost its process or machine, or failed: it is tried a few times."""
        logger.warning("a task was lost and is done again: %s", last_line(error))
        if not self._waiting:
            return
        given = self._given[self._waiting[0]]
        given.losses += 1
        if given.losses >= MOST_LOSSES:
            yield self._end(self._waiting.popleft(), None)

    def _end(self, worker: int, result: bytes | None) -> tuple[int, bytes | None]:
        del self._given[worker]
        self.busy.discard(worker)
        return worker, result

    def _kill(self, actor: _Actor) -> None:
        """Also one that only did not answer: what it finds would come too late."""
        with suppress(Exception):  # the machine or the cluster is gone, and the actor with it
            if self._cluster.answers():
                self._ray.kill(actor.handle)

    def _look_for_machines(self) -> None:
        if self._running or self._capacity():
            self._seen_s = time.monotonic()
        elif time.monotonic() - self._seen_s > PATIENCE_S:
            raise ClusterLost("no machine of the cluster is left to play on; start again to go on")

    def _capacity(self) -> int:
        return ray_tasks.capacity(self._cluster, self._work.cores)
