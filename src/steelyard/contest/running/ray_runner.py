"""Plays the same games on several machines: each worker is a Ray actor, to which bots' folders are sent."""

from __future__ import annotations

import atexit
import fcntl
import hashlib
import io
import os
import socket
import sys
import tarfile
import tempfile
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard.contest.running.game_player import GamePlayer
from steelyard.core import files
from steelyard.core.archive import packable, unpack
from steelyard.core.errors import SteelyardError
from steelyard.protocol.clock import read_clock

if TYPE_CHECKING:
    from steelyard.arena.program import Program
    from steelyard.contest.running.game_player import Conditions, Key, Task

LOCAL = "local"
CONNECT_S = 10.0
SHORT = Path("/tmp")  # noqa: S108 - a folder of ours in it; the name of a socket has 107 bytes at most


class RayMissing(SteelyardError):
    """Ray is not installed, or there is no cluster at that address."""


class RayWorkers:
    """As many Ray actors as the cluster has CPUs for."""

    def __init__(self, conditions: Conditions, cluster: Any) -> None:
        self._ray: Any = (ray := cluster)
        self._cores = cores = (
            2 if read_clock(conditions.clock).timed else 1
        )  # under a clock, one for each bot
        self.size = self._capacity()
        if self.size < 1:
            raise RayMissing(f"no machine of the cluster has {cores} CPUs to play a game on")
        folders = {
            key: ray.put(_pack(program.folder))
            for key, program in conditions.programs.items()
            if program.folder is not None
        }
        actor: Any = ray.remote(num_cpus=cores, max_restarts=0)(RayWorker)
        self._make: Any = lambda: actor.remote(conditions, list(folders), *folders.values())
        self._actors: dict[int, Any] = {}
        self._awaited: dict[Any, int] = {}
        self.busy: set[int] = set()

    def give(self, worker: int, task: Task) -> None:
        if worker not in self._actors:
            self._actors[worker] = self._make()
        self._awaited[self._actors[worker].play.remote(task)] = worker
        self.busy.add(worker)

    def finished(self) -> list[tuple[int, bytes | None]]:
        if not self._awaited:
            raise RayMissing("no machine of the cluster is left to play on; start the contest again to go on")
        ready, _ = self._ray.wait(list(self._awaited), num_returns=1)
        return [self._result(reference) for reference in ready]

    def close(self) -> None:
        for actor in self._actors.values():
            with suppress(self._ray.exceptions.RayError):
                self._ray.get(actor.close.remote(), timeout=5)
        self._ray.shutdown()

    def _result(self, reference: Any) -> tuple[int, bytes | None]:
        worker = self._awaited.pop(reference)
        self.busy.discard(worker)
        try:
            line: bytes = self._ray.get(reference)
        except self._ray.exceptions.RayError:  # its process or its machine is gone
            del self._actors[worker]
            if len(self._actors) >= self._capacity():
                self.busy.add(worker)  # no machine is left for another actor
            return worker, None
        return worker, line

    def _capacity(self) -> int:
        """How many games the machines of the cluster can play at once."""
        machines = (node["Resources"] for node in self._ray.nodes() if node["Alive"])
        return sum(int(machine.get("CPU", 0)) // self._cores for machine in machines)


class RayWorker:
    """The actor that plays games on a machine of the cluster."""

    def __init__(self, conditions: Conditions, keys: list[Key], *folders: bytes) -> None:
        self._lock, worker = _lock_worker_number()
        programs = dict(conditions.programs)
        for key, packed in zip(keys, folders, strict=True):
            programs[key] = replace(programs[key], folder=_unpack(packed))
        ours = {key: _our_python(program) for key, program in programs.items()}
        self._player = GamePlayer(replace(conditions, programs=ours), worker)

    def play(self, task: Task) -> bytes:
        return self._player.play(task)

    def close(self) -> None:
        self._player.close()


def connect_to_cluster(address: str) -> Any:
    """Ray, connected to a cluster; `local` starts one on this machine."""
    try:
        import ray  # noqa: PLC0415 - an extra, and slow to import
    except ImportError:
        raise RayMissing("Ray is not installed; pip install 'steelyard[ray]' adds it") from None
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR", "configure_logging": False}
    if address == LOCAL:
        options |= {"include_dashboard": False, "num_cpus": len(os.sched_getaffinity(0))}
        options["_temp_dir"] = _scratch(ray)
    else:
        _check_reachable(address)
        options["address"] = address
    try:
        ray.init(**options)
    except Exception as error:  # noqa: BLE001 - Ray raises no narrower one when it is slow to start
        why = (str(error).strip() or "no answer").splitlines()[0]
        raise RayMissing(f"no Ray cluster can be reached at {address}: {why}") from None
    return ray


def _scratch(ray: Any) -> str:
    """A folder for the logs and sockets of a local cluster, removed when this process ends."""
    stack = ExitStack()
    folder = stack.enter_context(files.scratch_folder(SHORT))
    stack.callback(ray.shutdown)
    atexit.register(stack.close)
    return str(folder)


def _check_reachable(address: str) -> None:
    """Refuse an address where nothing listens: Ray itself would wait for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (colon and port.isdigit()):
        return  # `auto`, or a form that only Ray knows
    try:
        socket.create_connection((host, int(port)), timeout=CONNECT_S).close()
    except (OSError, OverflowError) as error:
        raise RayMissing(f"no Ray cluster can be reached at {address}: {error}") from None


def _pack(folder: Path | None) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        archive.add(str(folder), arcname=".", filter=packable)
    return packed.getvalue()


def _unpack(packed: bytes) -> Path:
    """The unpacked folder on this machine, shared by all workers here and named after its content."""
    shared = _own_folder("bots")
    folder = shared / hashlib.sha256(packed).hexdigest()[:32]
    if not folder.exists():
        with files.scratch_folder(shared) as fresh:
            unpack(io.BytesIO(packed), fresh)
            fresh.chmod(0o755)
            files.sync_tree(fresh)
            with suppress(OSError):  # another worker was faster
                fresh.rename(folder)
    return folder


def _own_folder(name: str) -> Path:
    """A temporary folder of this user; one that another user has made is refused."""
    folder = Path(tempfile.gettempdir()) / f"steelyard-{name}-{os.getuid()}"
    folder.mkdir(mode=0o755, exist_ok=True)
    if folder.is_symlink() or folder.stat().st_uid != os.getuid():
        raise RayMissing(f"{folder} belongs to another user; remove it")
    return folder


def _our_python(program: Program) -> Program:
    """Built-in bots run with the Python of the machine they are on."""
    return replace(program, run=(sys.executable, *program.run[1:])) if program.trusted else program


def _lock_worker_number() -> tuple[int, int]:
    """A lock and its number, which no other worker on this machine has; it says which cores to use."""
    folder = _own_folder("places")
    for worker in range(1024):
        file = os.open(folder / str(worker), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
        else:
            return file, worker
    raise RayMissing("more than 1024 games are being played on this machine")
