"""A bot's process with everything it starts: kept apart, limited, measured, and surely ended."""

from __future__ import annotations

import functools
import os
import select
import signal
import socket
import subprocess
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, Self

from steelyard.arena.sandbox import cgroups, folder_walk, procfs, untrusted_folders, user_ids
from steelyard.arena.sandbox.bubblewrap import Cage, IsolationMissing, Launch, SandboxRefused, uncaged
from steelyard.arena.sandbox.faults import PlatformFault, machine_faults, not_made
from steelyard.arena.sandbox.limits import Limits
from steelyard.arena.sandbox.process_tree import ENDING_S, Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    from steelyard.arena.sandbox.cpu_starvation import Schedule

__all__ = ["IsolationMissing", "Limits", "Sandbox", "SandboxRefused", "available", "not_guaranteed"]

SWEEPING_S = 1.0  # for what a referee that was killed a moment ago left
STARTING_S = 20.0  # for the cage alone, which takes some hundredths of a second: the bot still waits
WEIGHING_S, WEIGHING_SHARE = 0.25, 4  # between two looks at a folder; so many times what one takes
MARK = "STEELYARD_JAIL"  # in the environment of uncaged bots, to know their children by


@functools.cache
def available() -> str | None:
    """Why bots cannot be isolated here, in one line; None when they can, which is tried once."""
    try:
        with Sandbox(["true"], folder=None):
            return None
    except IsolationMissing as missing:
        return str(missing)


@functools.cache
def not_guaranteed() -> str | None:
    """What the kernel does not see to here, in one line; None where it sees to everything."""
    with Sandbox(["true"], folder=None) as sandbox:
        missing = sandbox.not_guaranteed()
    if not missing:
        return None
    return (
        f"no control group here {', '.join(missing)}: bots are looked at again and again instead,"
        " which a hostile one may evade for moments; for rated games, run as root with control groups"
    )


class Sandbox:
    """One bot's cage: a process with its children, pipes, limits; nothing outlives it."""

    stdin: int  # our end of the bot's standard input; none of the three blocks
    stdout: int
    stderr: int
    ended: int  # can be read, as a poll sees it, once there is an exit status
    pid: int  # the bot's own, as we see it

    def __init__(  # noqa: PLR0913 - what a cage is made of
        self,
        argv: Sequence[str],
        *,
        folder: Path | None,
        limits: Limits = Limits(),  # noqa: B008 - frozen
        core: int | None = None,
        isolated: bool = True,
        read_only: Sequence[Path] = (),
        env: Mapping[str, str] = MappingProxyType({}),
        writable_folder: bool = False,
    ) -> None:
        """Start `argv` in `folder`, which a caged bot sees as /bot, with `read_only` at their own paths.

        When we are root, a folder to be written belongs to the bot's user until `close`: pass a copy.
        """
        self.refused: str | None = None
        """What a build has left in its folder that is not allowed there; the folder is gone then."""
        self._limits = limits
        self._isolated = isolated
        self._weighed = folder if writable_folder else None
        self._weigh_again_at = 0.0
        self._overstepped: str | None = None
        self._cpu_ns = 0
        self._core = core
        self._mark = str(uuid.uuid4())
        self._tree: Tree | None = None
        self._cgroup: cgroups.Cgroup | None = None
        with machine_faults(), ExitStack() as undo:
            uid = _user(undo) if isolated else None
            if self._weighed is not None:
                self._lend(self._weighed, uid, undo)
            if isolated:
                launch = Cage(folder, limits, uid, read_only, env, writable_folder).around(argv)
            else:
                launch = uncaged(argv, folder, limits, {**env, MARK: self._mark})
            with closing(launch):
                self._spawn(launch, undo)
                self._begin(core)
            self._undo = undo.pop_all()

    def cpu_ns(self) -> int:
        """CPU time of the bot and all it started, so far."""
        if self._tree is not None:
            self._cpu_ns = self._tree.cpu_ns()
        return self._cpu_ns

    def schedule(self) -> dict[int, Schedule]:
        """For each of its threads, how long it ran and how long it stood ready to run and got no CPU."""
        return self._tree.schedule() if self._tree is not None else {}

    def ready(self) -> dict[int, int]:
        """Threads that run at this moment, or would if they were let, and how long each has run."""
        return self._tree.ready() if self._tree is not None else {}

    @property
    def counts_all_cpu(self) -> bool:
        """Whether `cpu_ns` holds what processes used that came and went unseen."""
        return self._cgroup is not None and self._cgroup.counts_cpu

    def stolen_ns(self) -> int:
        """What the host of a virtual machine has kept of its core's time so far."""
        return procfs.stolen_ns(self._core) if self._core is not None else 0

    def freeze(self) -> None:
        """No CPU for any of its processes until `thaw`."""
        if self._tree is not None:
            self._tree.freeze()

    def thaw(self) -> None:
        if self._tree is not None:
            self._tree.thaw()

    def pin(self, core: int) -> None:
        """From now on it runs on that core."""
        self._core = core
        if self._tree is not None:
            _pin(self._tree.threads(), core)

    def overstepped(self) -> str | None:
        """`out_of_memory`, `too_many_processes` or, in a build, `out_of_disk`; once said, it stays."""
        if self._tree is not None and self._overstepped is None:
            self._overstepped = self._tree.overstepped() or self._overweight()
        return self._overstepped

    def exit_status(self) -> int | None:
        """None while it runs; its exit code, or minus the signal that ended it."""
        status = self._process.poll()
        if status is not None and self._isolated and 128 < status <= 128 + signal.NSIG:
            return 128 - status  # how a shell passes a signal on
        return status

    def close(self) -> None:
        """Kill all its processes, wait until they are gone, and clear away what was made for it."""
        with machine_faults():
            try:
                self.cpu_ns(), self.overstepped()  # for whoever asks later
            finally:
                self._undo.close()  # every step, whatever becomes of the others

    def not_guaranteed(self) -> list[str]:
        """What no control group does for this bot."""
        if self._cgroup is None:
            return []
        kept = {
            "stops all processes of a bot at once": self._cgroup.freezes,
            "limits their memory": self._cgroup.limits_memory,
            "limits their number": self._cgroup.limits_processes,
            "counts their CPU time": self._cgroup.counts_cpu,
        }
        return [told for told, held in kept.items() if not held]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _lend(self, folder: Path, uid: int | None, undo: ExitStack) -> None:
        """A folder to be written is the bot's until its end, and checked then."""
        undo.callback(self._take_back, folder, os.geteuid() if uid is None else uid, folder.stat())
        if uid is not None:
            untrusted_folders.lend(folder, uid, self._limits)

    def _take_back(self, folder: Path, uid: int, owner: os.stat_result) -> None:
        try:
            untrusted_folders.take_back(folder, uid, owner, self._limits)
        except folder_walk.RefusedFolder as refused:
            self.refused = str(refused)

    def _spawn(self, launch: Launch, undo: ExitStack) -> None:
        with ExitStack() as theirs:
            bots_stdin, self.stdin = _channel(theirs, undo)
            self.stdout, bots_stdout = _channel(undo, theirs)
            self.stderr, bots_stderr = _channel(undo, theirs)
            for ours in (self.stdin, self.stdout, self.stderr):
                os.set_blocking(ours, False)

            def start() -> subprocess.Popen[bytes]:
                return subprocess.Popen(  # noqa: S603 - running strangers' programs is what this is for
                    launch.command,
                    stdin=bots_stdin,
                    stdout=bots_stdout,
                    stderr=bots_stderr,
                    pass_fds=launch.handed_down,
                    env=launch.env,
                    cwd=launch.folder,
                    umask=0o022,
                    start_new_session=True,
                )

            self._process = _in_lasting_thread(start)
        undo.callback(self._remove_groups)
        undo.callback(self._wait)
        undo.callback(self._kill)
        self.ended = os.pidfd_open(self._process.pid)
        undo.callback(os.close, self.ended)

    def _begin(self, core: int | None) -> None:
        """Put the limits on while the bot waits for the word, then give it."""
        _sweep_once(os.getpid())
        self._await_there()
        top = _only_child(self._process.pid) if self._isolated else self._process.pid
        self.pid = _only_child(top) if self._isolated else top
        if core is not None:
            _pin((top, self.pid), core)
        # Last, and all at once: the kernel takes its time over the first process to be moved to a group.
        self._cgroup = cgroups.Cgroup(self._limits)
        self._cgroup.take_in((top, self.pid))
        self._tree = Tree(top, self.pid, self._cgroup, self._limits, f"{MARK}={self._mark}")
        os.write(self.stdin, b"\n")

    def _await_there(self) -> None:
        poll = select.poll()
        poll.register(self.stdout, select.POLLIN)
        if not poll.poll(STARTING_S * 1000):
            raise PlatformFault(f"a bot's cage was not ready within {STARTING_S:.0f} s")
        if os.read(self.stdout, 1) != b"\n":
            self._process.wait()
            said = b""
            with suppress(BlockingIOError):
                said = os.read(self.stderr, 4096)
            raise not_made(said.decode(errors="replace"))

    def _overweight(self) -> str | None:
        began = time.monotonic()
        if self._weighed is None or began < self._weigh_again_at:
            return None
        heavy = untrusted_folders.overweight(self._weighed, self._limits)
        now = time.monotonic()
        self._weigh_again_at = now + max(WEIGHING_S, WEIGHING_SHARE * (now - began))
        return "out_of_disk" if heavy else None

    def _kill(self) -> None:
        tree, self._tree = self._tree, None
        if tree is None:
            self._process.kill()  # the cage goes with it; the bot was not started yet
        else:
            tree.end()

    def _wait(self) -> None:
        try:
            self._process.wait(ENDING_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise PlatformFault(f"the bot's process {self._process.pid} cannot be ended") from None

    def _remove_groups(self) -> None:
        if self._cgroup is not None:
            self._cgroup.remove()


def _channel(readers: ExitStack, writers: ExitStack) -> tuple[int, int]:
    """Its two ends, each closed with the stack of those who hold it.

    A socket, not a pipe: whoever reads a pipe waits, and cannot even be killed, while another process holds
    its lock, and a bot can hold it for as long as its write meets pages that must come from the disk.
    """
    for_reading, for_writing = (end.detach() for end in socket.socketpair())
    readers.callback(os.close, for_reading)
    writers.callback(os.close, for_writing)
    return for_reading, for_writing


def _user(undo: ExitStack) -> int | None:
    """The user to run a caged bot as: root lends it one of its own."""
    if os.geteuid() != 0:
        return None
    lease = user_ids.lease()
    undo.callback(lease.end)
    return lease.uid


def _only_child(pid: int) -> int:
    found = procfs.children(pid)
    if len(found) != 1:
        raise IsolationMissing("the kernel does not tell which processes a process has started")
    return found[0]


def _pin(pids: Sequence[int], core: int) -> None:
    try:
        for pid in pids:
            with suppress(ProcessLookupError):  # it has ended
                os.sched_setaffinity(pid, {core})
    except OSError:
        raise SandboxRefused(f"there is no core {core} to pin a bot to") from None


def _in_lasting_thread(start: Callable[[], subprocess.Popen[bytes]]) -> subprocess.Popen[bytes]:
    """`start()` in a thread that lasts as long as we do: a cage ends with the thread that started it."""
    if threading.current_thread() is threading.main_thread():
        return start()
    return _lasting_thread(os.getpid()).submit(start).result()


@functools.cache
def _lasting_thread(_process: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1)


@functools.cache
def _sweep_once(_process: int) -> None:
    cgroups.sweep(patience_s=SWEEPING_S)
