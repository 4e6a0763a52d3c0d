"""A compute process that has its tasks done on a Ray cluster.

The server talks to it as to any other compute process. On a machine of the cluster an actor runs a compute
process, to which lines are passed on, and back. A task whose machine dies is sent to another one.
"""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from steelyard.arena.execution import ray_tasks
from steelyard.arena.execution.connection import ClusterLost, ClusterUnavailable, connect
from steelyard.arena.execution.node import NodeUnfit, attempt, check_version, own_version
from steelyard.arena.execution.ray_tasks import SetUpFailed
from steelyard.server.compute.pool import STOP, TASKS, ProcessLost

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.arena.execution.connection import Cluster
    from steelyard.arena.execution.node import Answer

READ_S = 0.2  # a machine answers within this time, even with nothing new
FREE_S = 30.0  # after so long without a task the cluster is left, to others and in peace; see `work`
MOST_LOSSES = 3  # of one task
NICENESS = 10
UNREACHABLE = "the machines that compute cannot be reached at the moment; try again later"


class NodeProcess:
    """The actor: a compute process on a machine of the cluster."""

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._ended = False

    def set_up(self, version: str) -> Answer:
        return attempt(partial(self._start, version))

    def _start(self, version: str) -> None:
        check_version(version)
        command = [sys.executable, "-m", TASKS, str(NICENESS)]
        # It ends with this process, which its input is connected to.
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603 - ours
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None  # noqa: S101 - as it was started
        for line in self._process.stdout:
            self._lines.put(line)
        self._ended = True

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def send(self, line: bytes) -> None:
        assert self._process.stdin is not None  # noqa: S101 - as it was started
        self._process.stdin.write(line)
        self._process.stdin.flush()

    def read(self) -> list[bytes]:
        """The lines that came since; waits a little for the first."""
        if self._ended and self._lines.empty():
            raise ProcessLost("the process on this machine has died")
        found: list[bytes] = []
        try:
            found.append(self._lines.get(timeout=READ_S))
            while True:
                found.append(self._lines.get_nowait())
        except queue.Empty:
            return found


class Relay:
    """Passes tasks on to the cluster, one at a time."""

    def __init__(self, find_cluster: Callable[[], Cluster], write: Callable[[bytes], None]) -> None:
        self._find_cluster = find_cluster
        self._write = write
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._cluster: Cluster | None = None
        self._actor: Any = None

    def put(self, line: bytes) -> None:
        """What the server says."""
        self._lines.put(line)

    def work(self) -> None:
        """Tasks as they come. Ray ends a process whose cluster is lost, so that nobody idle stays there."""
        while True:
            self.do_next(FREE_S)

    def do_next(self, patience_s: float) -> None:
        """The next task, if there is one soon; else the cluster is left until there is."""
        try:
            line = self._lines.get(timeout=patience_s)
        except queue.Empty:
            self._disconnect()
        else:
            if line != STOP:
                self.do(line)

    def do(self, task: bytes) -> None:
        """A task to its end, whichever machines die meanwhile."""
        for _ in range(MOST_LOSSES):
            try:
                if self._relayed(task):
                    return
            except ClusterUnavailable:
                self._disconnect()
                break
        self._write(msgspec.json.encode({"done": True, "error": UNREACHABLE}) + b"\n")

    def _relayed(self, task: bytes) -> bool:
        """Pass one task on; False if the machine that had it is gone."""
        cluster = self._connected()
        ray = cluster.ray
        try:
            if self._actor is None:
                self._find_machine(cluster)
            sent = self._actor.send.remote(task)
            reading = self._actor.read.remote()
            while True:
                if not cluster.answers():
                    time.sleep(READ_S)
                    continue
                if ray.wait([reading], timeout=READ_S)[0]:
                    ray.get(sent)
                    for line in ray.get(reading):
                        self._write(line)
                        if msgspec.json.decode(line).get("done"):
                            return True
                    reading = self._actor.read.remote()
                if not self._lines.empty() and self._lines.get() == STOP:
                    self._actor.send.remote(STOP)
        except (ray.exceptions.RayError, SetUpFailed):
            self._leave_machine()
            return False
        except (ConnectionError, RuntimeError) as error:
            raise ClusterLost(str(error)) from None

    def _connected(self) -> Cluster:
        if self._cluster is None:
            self._cluster = self._find_cluster()
        return self._cluster

    def _find_machine(self, cluster: Cluster) -> None:
        """ClusterUnavailable if none of its machines can compute for us."""
        while self._actor is None:
            ray_tasks.check_fit(cluster, 1)
            made = cluster.ray.remote(num_cpus=1, max_restarts=0)(NodeProcess)
            self._actor = made.options(**ray_tasks.placement(cluster)).remote()
            ready = self._actor.set_up.remote(own_version())
            ray_tasks.wait_for(cluster, ready, lambda: None)
            try:
                ray_tasks.taken(cluster, cluster.ray.get(ready))
            except NodeUnfit:
                self._leave_machine()

    def _leave_machine(self) -> None:
        """Also one that only did not answer."""
        with suppress(Exception):  # the machine or the cluster is gone, and the actor with it
            if self._actor is not None and self._cluster is not None and self._cluster.answers():
                self._cluster.ray.kill(self._actor)
        self._actor = None

    def _disconnect(self) -> None:
        """The actor ends with the connection."""
        self._actor = None
        if self._cluster is not None:
            self._cluster.shutdown()
            self._cluster = None


def main(address: str) -> None:
    """Until the server is gone."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not come between the answers

    def write(line: bytes) -> None:
        out.write(line)
        out.flush()

    relay = Relay(partial(connect, address), write)
    threading.Thread(target=_listen, args=(relay,), daemon=True).start()
    relay.work()


def _listen(relay: Relay) -> None:
    for line in sys.stdin.buffer:
        relay.put(line)
    os._exit(0)


if __name__ == "__main__":
    from steelyard.server.compute.relay import main as run  # machines of the cluster import it by that name

    run(sys.argv[1])
