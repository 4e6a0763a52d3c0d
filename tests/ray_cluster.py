"""A Ray cluster of several nodes on this machine, in a process of its own; nodes can be killed."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from tests.environment import untraced

if TYPE_CHECKING:
    from collections.abc import Iterator

START_S = "300"  # for Ray's processes, on a machine that is busy
END_S = 120


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("", 0))
        port: int = probe.getsockname()[1]
        return port


class RayCluster:
    """`nodes` says how many processor cores each node has. The first one is the head."""

    def __init__(self, *nodes: int, port: int | None = None) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="ray-", dir="/tmp"))  # sockets need short paths
        words = [str(port or free_port()), str(self._folder), *map(str, nodes)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.ray_cluster", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[1],
            env=_environment(),
        )
        try:
            self.address = self._answer()
        except BaseException:
            self.close()
            raise

    def _answer(self) -> str:
        assert self._process.stdout is not None
        while (line := self._process.stdout.readline()) and not line.startswith("done "):
            pass
        assert line, f"the cluster has ended with status {self._process.wait(END_S)}"
        return line.removeprefix("done ").strip()

    def _ask(self, what: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{what}\n")
        self._process.stdin.flush()
        self._answer()

    def kill_node(self) -> None:
        """The last one, with all its processes."""
        self._ask("kill")

    def add_node(self) -> None:
        self._ask("add")

    def close(self) -> None:
        """All of them, at once."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(END_S)
        self._process.stdout.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _environment() -> dict[str, str]:
    """Python keeps what it compiles: a node dies when its Python processes take 15 seconds to start."""
    environment = untraced(RAY_raylet_start_wait_time_s=START_S)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


# In the process of its own.
def main(port: str, folder: str, *nodes: str) -> None:
    from ray.cluster_utils import Cluster

    Path("/tmp/ray").mkdir(exist_ok=True)  # noqa: S108 - where Ray notes its last cluster
    orders = iter(_orders().readline, "")
    common: dict[str, Any] = {"object_store_memory": 100 << 20}
    head = {**common, "num_cpus": int(nodes[0]), "include_dashboard": False, "temp_dir": folder}
    head["gcs_server_port"] = int(port)
    cluster = Cluster(initialize_head=True, head_node_args=head)
    others = [cluster.add_node(**common, num_cpus=int(cpus)) for cpus in nodes[1:]]
    print(f"done {cluster.address}", flush=True)  # noqa: T201 - the answer
    for order in orders:
        if order == "kill\n":
            cluster.remove_node(others.pop(), allow_graceful=False)
        else:
            others.append(cluster.add_node(**common, num_cpus=int(nodes[-1])))
        print(f"done {cluster.address}", flush=True)  # noqa: T201


def _orders() -> Any:
    """What we are told to do, as a file. When its other end is closed, everything ends at once."""
    read, write = os.pipe()

    def pass_on() -> None:
        for line in sys.stdin:
            os.write(write, line.encode())
        _end_all()

    threading.Thread(target=pass_on, daemon=True).start()
    return os.fdopen(read)


def _end_all() -> None:
    """Kill this process with all it has started, at once: as when a machine's plug is pulled."""
    for process in _descendants(os.getpid()):
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    os._exit(0)


def _descendants(of: int) -> Iterator[int]:
    for task in Path(f"/proc/{of}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, task.read_text().split()):
                yield child
                yield from _descendants(child)


if __name__ == "__main__":
    main(*sys.argv[1:])
