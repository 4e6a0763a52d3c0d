"""The connection to a Ray cluster. Ray is an extra: it is imported here, when somebody asks for a cluster."""

from __future__ import annotations

import atexit
import importlib.util
import os
import socket
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard.core import files
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from collections.abc import Callable

LOCAL = "local"
CONNECT_S = 10.0
PROBE_S = 2.0
LOST_S = 20.0  # without an answer; Ray itself would end this process after a minute
UNFIT_S = 60.0
SHORT = Path("/tmp")  # noqa: S108 - a folder of ours in it; the name of a socket has 107 bytes at most
MISSING = "Ray is not installed; pip install 'steelyard[ray]' adds it"


class ClusterUnavailable(SteelyardError):
    """Ray is not installed, no cluster can be reached, or none of its machines can do the work."""


class ClusterLost(ClusterUnavailable):
    """A cluster that was there is gone; it may come back."""


class UnfitNodes:
    """Machines that said that they cannot do our work: they are not asked again for a while."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: dict[str, tuple[float, str]] = {}
        self._lock = threading.Lock()

    def add(self, node: str, why: str) -> None:
        """`node` is Ray's id of the machine."""
        with self._lock:
            self._known[node] = (self._clock() + UNFIT_S, why)

    def known(self) -> dict[str, str]:
        """Why each of them cannot."""
        with self._lock:
            now = self._clock()
            self._known = {node: told for node, told in self._known.items() if told[0] > now}
            return {node: why for node, (_, why) in self._known.items()}


class Cluster:
    """A Ray cluster that this process is connected to."""

    def __init__(self, ray: Any, address: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.ray = ray
        self.address = address
        """Of its first machine, as HOST:PORT or another form that Ray knows."""
        self.unfit = UnfitNodes()
        self._clock = clock
        self._silent_s = self._probed_s = clock()
        self._answers = True

    def answers(self) -> bool:
        """Whether its first machine can be reached, checked at most once a second; ClusterLost after a while.

        While it cannot, Ray must not be called: the call would hang, and then Ray would end this process.
        """
        now = self._clock()
        if now - self._probed_s > 1.0:
            try:
                check_reachable(self.address, PROBE_S)
            except ClusterUnavailable:
                if self._answers:
                    self._answers, self._silent_s = False, now
            else:
                self._answers = True
            self._probed_s = self._clock()
        if not self._answers and now - self._silent_s > LOST_S:
            raise ClusterLost(f"the Ray cluster at {self.address} does not answer any more")
        return self._answers

    def shutdown(self) -> None:
        self.ray.shutdown()


def connect(address: str) -> Cluster:
    """Connect this process to a cluster; `local` starts one on this machine."""
    try:
        import ray  # noqa: PLC0415 - an extra, and slow to import
    except ImportError:
        raise ClusterUnavailable(MISSING) from None
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR", "configure_logging": False}
    if address == LOCAL:
        options |= {"include_dashboard": False, "num_cpus": len(os.sched_getaffinity(0))}
        options["_temp_dir"] = _scratch(ray)
    else:
        check_reachable(address)
        options["address"] = address
    try:
        ray.init(**options)
    except Exception as error:  # noqa: BLE001 - Ray raises no narrower one when it is slow to start
        why = (str(error).strip() or "no answer").splitlines()[0]
        raise ClusterUnavailable(f"no Ray cluster can be reached at {address}: {why}") from None
    if ":" not in address:  # `local` and `auto`: Ray knows where that is
        address = ray.get_runtime_context().gcs_address
    return Cluster(ray, address)


def check_installed() -> None:
    """Raise ClusterUnavailable if Ray is not installed, without importing it."""
    if importlib.util.find_spec("ray") is None:
        raise ClusterUnavailable(MISSING)


def _scratch(ray: Any) -> str:
    """A folder for the logs and sockets of a local cluster, removed when this process ends."""
    stack = ExitStack()
    folder = stack.enter_context(files.scratch_folder(SHORT))
    stack.callback(ray.shutdown)
    atexit.register(stack.close)
    return str(folder)


def check_reachable(address: str, timeout_s: float = CONNECT_S) -> None:
    """Refuse an address where nothing listens: Ray itself would wait for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (colon and port.isdigit()):
        return  # `auto`, or a form that only Ray knows
    try:
        socket.create_connection((host, int(port)), timeout=timeout_s).close()
    except (OSError, OverflowError) as error:
        raise ClusterUnavailable(f"no Ray cluster can be reached at {address}: {error}") from None
