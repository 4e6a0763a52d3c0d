"""A Ray cluster of several nodes on this machine, in a process of its own; nodes can be killed."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Self

from tests.environment import untraced

START_S = "300"  # for Ray's processes, on a machine that is busy


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
            env=untraced(RAY_raylet_start_wait_time_s=START_S),
        )
        self.address = self._answer()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        while (line := self._process.stdout.readline()) and not line.startswith("done "):
            pass
        assert line, "the cluster has ended"
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
        self._process.wait(120)
        self._process.stdout.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def main(port: str, folder: str, *nodes: str) -> None:
    from ray.cluster_utils import Cluster

    Path("/tmp/ray").mkdir(exist_ok=True)  # noqa: S108 - where Ray notes its last cluster
    common: dict[str, Any] = {"object_store_memory": 100 << 20}
    head = {**common, "num_cpus": int(nodes[0]), "include_dashboard": False, "temp_dir": folder}
    head["gcs_server_port"] = int(port)
    cluster = Cluster(initialize_head=True, head_node_args=head)
    others = [cluster.add_node(**common, num_cpus=int(cpus)) for cpus in nodes[1:]]
    print(f"done {cluster.address}", flush=True)  # noqa: T201 - the answer
    for line in sys.stdin:
        if line == "kill\n":
            cluster.remove_node(others.pop(), allow_graceful=False)
        else:
            others.append(cluster.add_node(**common, num_cpus=int(nodes[-1])))
        print(f"done {cluster.address}", flush=True)  # noqa: T201
    while others:
        cluster.remove_node(others.pop(), allow_graceful=False)
    cluster.remove_node(cluster.head_node, allow_graceful=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
