"""The same games on several machines: a Ray actor plays at each place, with the bots' folders sent along."""

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
KNOCKING_S = 10.0
SHORT = Path("/tmp")  # noqa: S108 - a folder of ours in it; the name of a socket has 107 bytes at most


class RayMissing(SteelyardError):
    """Ray is not installed, or there is no cluster at that address."""


class RayWorkers:
    """An actor for every place of a cluster that can play a game on its own."""

    def __init__(self, conditions: Conditions, cluster: Any) -> None:
        self._ray: Any = (ray := cluster)
        self._cores = cores = (
            2 if read_clock(conditions.clock).timed else 1
        )  # under a clock, one for each bot
        self.places = self._room()
        if self.places < 1:
            raise RayMissing(f"no machine of the cluster has {cores} CPUs to play a game on")
        folders = {
            key: ray.put(_packed(program.folder))
            for key, program in conditions.programs.items()
            if program.folder is not None
        }
        actor: Any = ray.remote(num_cpus=cores, max_restarts=0)(Place)
        self._make: Any = lambda: actor.remote(conditions, list(folders), *folders.values())
        self._actors: dict[int, Any] = {}
        self._awaited: dict[Any, int] = {}
        self.busy: set[int] = set()

    def give(self, place: int, task: Task) -> None:
        if place not in self._actors:
            self._actors[place] = self._make()
        self._awaited[self._actors[place].play.remote(task)] = place
        self.busy.add(place)

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
        place = self._awaited.pop(reference)
        self.busy.discard(place)
        try:
            line: bytes = self._ray.get(reference)
        except self._ray.exceptions.RayError:  # its process or its machine is gone
            del self._actors[place]
            if len(self._actors) >= self._room():
                self.busy.add(place)  # nobody can sit there any more
            return place, None
        return place, line

    def _room(self) -> int:
        """How many games the machines that are there can play at once."""
        machines = (node["Resources"] for node in self._ray.nodes() if node["Alive"])
        return sum(int(machine.get("CPU", 0)) // self._cores for machine in machines)


class Place:
    """What runs on a machine of the cluster."""

    def __init__(self, conditions: Conditions, keys: list[Key], *folders: bytes) -> None:
        self._lock, place = _free_place()
        programs = dict(conditions.programs)
        for key, packed in zip(keys, folders, strict=True):
            programs[key] = replace(programs[key], folder=_unpacked(packed))
        ours = {key: _our_python(program) for key, program in programs.items()}
        self._hall = GamePlayer(replace(conditions, programs=ours), place)

    def play(self, task: Task) -> bytes:
        return self._hall.play(task)

    def close(self) -> None:
        self._hall.close()


def connected(address: str) -> Any:
    """Ray, with a cluster to play on; `local` starts one here."""
    try:
        import ray  # noqa: PLC0415 - an extra, and slow to import
    except ImportError:
        raise RayMissing("Ray is not installed; pip install 'steelyard[ray]' adds it") from None
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR", "configure_logging": False}
    if address == LOCAL:
        options |= {"include_dashboard": False, "num_cpus": len(os.sched_getaffinity(0))}
        options["_temp_dir"] = _scratch(ray)
    else:
        _knock(address)
        options["address"] = address
    try:
        ray.init(**options)
    except Exception as error:  # noqa: BLE001 - Ray raises no narrower one when it is slow to start
        why = (str(error).strip() or "no answer").splitlines()[0]
        raise RayMissing(f"no Ray cluster can be reached at {address}: {why}") from None
    return ray


def _scratch(ray: Any) -> str:
    """Where a cluster of our own keeps its logs and sockets, until we end."""
    stack = ExitStack()
    folder = stack.enter_context(files.scratch_folder(SHORT))
    stack.callback(ray.shutdown)
    atexit.register(stack.close)
    return str(folder)


def _knock(address: str) -> None:
    """Refuse an address at which nobody listens: Ray itself would wait for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (colon and port.isdigit()):
        return  # `auto`, or a form that only Ray knows
    try:
        socket.create_connection((host, int(port)), timeout=KNOCKING_S).close()
    except (OSError, OverflowError) as error:
        raise RayMissing(f"no Ray cluster can be reached at {address}: {error}") from None


def _packed(folder: Path | None) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        archive.add(str(folder), arcname=".", filter=packable)
    return packed.getvalue()


def _unpacked(packed: bytes) -> Path:
    """The folder on this machine: once for all that play here, and named after what is in it."""
    shared = _own_folder("bots")
    folder = shared / hashlib.sha256(packed).hexdigest()[:32]
    if not folder.exists():
        with files.scratch_folder(shared) as fresh:
            unpack(io.BytesIO(packed), fresh)
            fresh.chmod(0o755)
            files.sync_tree(fresh)
            with suppress(OSError):  # another was faster
                fresh.rename(folder)
    return folder


def _own_folder(name: str) -> Path:
    """One of this user's, for as long as the machine runs; never one that somebody else laid out for us."""
    folder = Path(tempfile.gettempdir()) / f"steelyard-{name}-{os.getuid()}"
    folder.mkdir(mode=0o755, exist_ok=True)
    if folder.is_symlink() or folder.stat().st_uid != os.getuid():
        raise RayMissing(f"{folder} belongs to somebody else; remove it")
    return folder


def _our_python(program: Program) -> Program:
    """Our own bots run on the Python of the machine they are on."""
    return replace(program, run=(sys.executable, *program.run[1:])) if program.trusted else program


def _free_place() -> tuple[int, int]:
    """A place on this machine that nobody else plays at: it says which cores are whose."""
    folder = _own_folder("places")
    for place in range(1024):
        file = os.open(folder / str(place), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
        else:
            return file, place
    raise RayMissing("more games are played on this machine than it can hold")
