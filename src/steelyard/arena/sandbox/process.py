"""Runs a bot's process and its children in a sandbox: isolated, limited, measured, and reliably ended."""

from __future__ import annotations

import functools
import os
import select
import signal
import socket
import subprocess
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, Self

from steelyard.arena.sandbox import cgroups, procfs, untrusted_folders, user_ids
from steelyard.arena.sandbox.bubblewrap import (
    BOT_FOLDER,
    Bubblewrap,
    IsolationMissing,
    Launch,
    SandboxRefused,
    unsandboxed,
)
from steelyard.arena.sandbox.faults import PlatformFault, machine_faults, setup_error
from steelyard.arena.sandbox.limits import Limits
from steelyard.arena.sandbox.process_tree import Tree, open_folder, pin, wait_for_end

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    from steelyard.arena.sandbox.cpu_starvation import CpuSchedule

__all__ = [
    "IsolationMissing",
    "Limits",
    "Sandbox",
    "SandboxRefused",
    "available",
    "check_control_groups",
    "not_enforced",
    "not_guaranteed",
]

SWEEPING_S = 1.0  # how long to wait for control groups of a referee that was just killed
STARTING_S = 20.0  # time limit for the sandbox alone, which takes some hundredths of a second
COUNT = cgroups.TASKS[cgroups.CPU]
MARK = "STEELYARD_SANDBOX"  # in the environment of bots without a sandbox, to recognize their children


@functools.cache
def available() -> str | None:
    """Why bots cannot be isolated on this machine, in one line; None if they can. Tested once."""
    try:
        with Sandbox(["true"], folder=None):
            return None
    except IsolationMissing as missing:
        return str(missing)


@functools.cache
def not_enforced() -> list[str]:
    """What the kernel does not do for bots on this machine, so that Steelyard has to. Tested once."""
    with Sandbox(["true"], folder=None, isolated=available() is None) as sandbox:
        return sandbox.not_enforced()


def not_guaranteed() -> str | None:
    """The same in one line, with what follows and what helps; None if the kernel does everything."""
    if not (missing := not_enforced()):
        return None
    refunds = ", and no time is given back in which other programs had a bot's processor"
    return (
        f"bots are isolated, but without all that control groups offer: Steelyard itself has to"
        f" {_listed(missing)}; a hostile bot can evade that for moments{refunds if COUNT in missing else ''};"
        f" this is fine for bots of people you trust, but for rated games with bots of strangers {remedy()}"
    )


def check_control_groups() -> None:
    """SandboxRefused if the kernel does not do everything for bots on this machine."""
    if missing := not_enforced():
        raise SandboxRefused(
            "refused (--require-control-groups): here the kernel does not enforce the limits of bots, and "
            f"Steelyard would have to {_listed(missing)}; {remedy()}"
        )


def remedy() -> str:
    """What gives us a control group to make others in."""
    if os.geteuid() == 0:
        return "put `systemd-run --scope -p Delegate=yes` before the command"
    return "put `systemd-run --user --scope -p Delegate=yes` before the command, or run as root"


def _listed(tasks: list[str]) -> str:
    *others, last = tasks
    return f"{', '.join(others)} and {last}" if others else last


class Sandbox:
    """One bot's process with its children, pipes and limits; `close` ends all of them."""

    stdin: int  # our end of the bot's standard input; all three are non-blocking
    stdout: int
    stderr: int
    ended: int  # a pidfd: readable, for poll, once there is an exit status
    pid: int  # the bot's process id, seen from outside the sandbox

    def __init__(  # noqa: PLR0913 - all parts of a sandbox
        self,
        argv: Sequence[str],
        *,
        folder: Path | None,
        limits: Limits = Limits(),  # noqa: B008 - frozen
        core: int | None = None,
        isolated: bool = True,
        read_only: Sequence[Path] = (),
        env: Mapping[str, str] = MappingProxyType({}),
        secrets: Mapping[str, str] = MappingProxyType({}),
        writable_folder: bool = False,
    ) -> None:
        """Start `argv` in `folder`, which an isolated bot sees as /bot, with `read_only` at their own paths.

        `secrets` are variables of the environment that no command line shows; an isolated bot has none.
        What an isolated bot writes to a writable folder goes to a copy in memory: see `take_folder`.
        """
        if isolated and secrets:
            raise SandboxRefused("a bot in a sandbox gets no secrets")
        self._folder = folder
        self._in_memory = isolated and writable_folder
        self._built: int | None = None
        self.limits = limits
        self._isolated = isolated
        self._exceeded_limit: str | None = None
        self._cpu_ns = 0
        self._core = core
        self._mark = str(uuid.uuid4())
        self._tree: Tree | None = None
        with machine_faults(), ExitStack() as undo:
            _sweep_once(os.getpid())
            self._cgroup = cgroups.Cgroup(limits)
            undo.callback(self._cgroup.remove)
            uid = _user(undo) if isolated else None
            if isolated:
                launch = Bubblewrap(folder, limits, uid, read_only, env, writable_folder).launch(argv)
            else:
                launch = unsandboxed(argv, folder, limits, {**env, MARK: self._mark}, secrets)
            with closing(launch):
                self._spawn(launch, undo)
                self._begin(core, undo)
            self._undo = undo.pop_all()

    def cpu_ns(self) -> int:
        """CPU time of the bot and all processes it started, so far."""
        if self._tree is not None:
            self._cpu_ns = self._tree.cpu_ns()
        return self._cpu_ns

    def schedule(self) -> dict[int, CpuSchedule]:
        """For each thread, how long it ran and how long it waited for a CPU, where that can be relied on."""
        return self._tree.schedule() if self._tree is not None else {}

    def ready(self) -> dict[int, int]:
        """The threads that run or wait for a CPU at this moment, and how long each has run."""
        return self._tree.ready() if self._tree is not None else {}

    def stolen_ns(self) -> int:
        """Steal time of the bot's core so far: CPU time that the host of a virtual machine gave to others."""
        return procfs.stolen_ns(self._core) if self._core is not None else 0

    def freeze(self) -> None:
        """Stop all processes of the bot until `thaw`."""
        if self._tree is not None:
            self._tree.freeze()

    def thaw(self) -> None:
        if self._tree is not None:
            self._tree.thaw()

    def pin(self, core: int) -> None:
        """Restrict the bot to that core from now on."""
        self._core = core
        if self._tree is not None:
            self._tree.pin(core)

    def exceeded_limit(self) -> str | None:
        """`out_of_memory`, `too_many_processes` or, in a build, `out_of_disk`; once set, it stays.

        PlatformFault if this machine has no memory or no processes left for a bot within its limits.
        """
        if self._tree is not None and self._exceeded_limit is None:
            self._exceeded_limit = self._tree.exceeded_limit() or self._folder_full()
            if self._exceeded_limit is None and self.exit_status() == -signal.SIGKILL:
                self._tree.check_memory_kills()
        return self._exceeded_limit

    def note_memory_kills(self) -> None:
        """What the kernel has ended so far for lack of memory was not this bot; for the start of a game."""
        if self._tree is not None:
            self._tree.note_memory_kills()

    def exit_status(self) -> int | None:
        """None while the bot runs; then its exit code, or minus the signal that ended it."""
        status = self._process.poll()
        if status is not None and self._isolated and 128 < status <= 128 + signal.NSIG:
            return 128 - status  # a shell reports a signal as 128 + its number
        return status

    def close(self) -> None:
        """Kill all processes of the bot, wait until they are gone, and remove what was created for it."""
        with machine_faults():
            try:
                self._look_a_last_time()
            finally:
                self._undo.close()  # runs every step even if one fails

    def take_folder(self) -> None:
        """End a build, and replace its folder by what it made of it.

        RefusedFolder, and the folder is removed, if something in it is forbidden or it exceeds the limits.
        """
        assert self._folder is not None  # noqa: S101 - a build has one
        with machine_faults():
            self._look_a_last_time()
            self._kill()
            wait_for_end(self._process)
            if self._built is None:
                untrusted_folders.check(self._folder, self.limits)
            else:
                untrusted_folders.remove(self._folder)
                untrusted_folders.copy(self._built, self._folder, self.limits, open_to_all=True)

    def not_enforced(self) -> list[str]:
        """What no control group does for this bot, so that we have to, in words."""
        return self._cgroup.missing

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _spawn(self, launch: Launch, undo: ExitStack) -> None:
        with ExitStack() as theirs:
            bots_stdin, self.stdin = _channel(theirs, undo)
            self.stdout, bots_stdout = _channel(undo, theirs)
            self.stderr, bots_stderr = _channel(undo, theirs)
            for ours in (self.stdin, self.stdout, self.stderr):
                os.set_blocking(ours, False)

            def start() -> subprocess.Popen[bytes]:
                return subprocess.Popen(  # noqa: S603 - its purpose is to run untrusted programs
                    launch.command,
                    stdin=bots_stdin,
                    stdout=bots_stdout,
                    stderr=bots_stderr,
                    pass_fds=launch.inherited_files,
                    env=launch.env,
                    cwd=launch.folder,
                    umask=0o022,
                    start_new_session=True,
                )

            self._process = _in_lasting_thread(start)
        undo.callback(wait_for_end, self._process)
        undo.callback(self._kill)
        self.ended = os.pidfd_open(self._process.pid)
        undo.callback(os.close, self.ended)

    def _begin(self, core: int | None, undo: ExitStack) -> None:
        """Set the limits while the bot's process waits, then let it start."""
        self._await_started()
        top = _only_child(self._process.pid) if self._isolated else self._process.pid
        self.pid = _only_child(top) if self._isolated else top
        if core is not None:
            pin((top, self.pid), core)
        if self._in_memory:
            self._built = open_folder(top, str(BOT_FOLDER))
            undo.callback(os.close, self._built)
        # Last, and all at once: the kernel is slow at moving the first process into a group.
        self._cgroup.add_processes((top, self.pid))
        mark = f"{MARK}={self._mark}"
        self._tree = Tree(top, self.pid, self._cgroup, self.limits, mark, built=self._built)
        os.write(self.stdin, b"\n")

    def _await_started(self) -> None:
        poll = select.poll()
        poll.register(self.stdout, select.POLLIN)
        if not poll.poll(STARTING_S * 1000):
            raise PlatformFault(f"a bot's sandbox was not ready within {STARTING_S:.0f} s")
        if os.read(self.stdout, 1) != b"\n":
            self._process.wait()
            message = b""
            with suppress(BlockingIOError):
                message = os.read(self.stderr, 4096)
            raise setup_error(message.decode(errors="replace"))

    def _folder_full(self) -> str | None:
        if self._built is None:
            return None
        held = os.fstatvfs(self._built)
        full = not held.f_bfree or held.f_files - held.f_ffree > self.limits.folder_entries + 1
        return "out_of_disk" if full else None

    def _look_a_last_time(self) -> None:
        """At what is asked for after closing."""
        with suppress(PlatformFault):  # whoever needed to know has looked before
            self.cpu_ns()
            self.exceeded_limit()

    def _kill(self) -> None:
        tree, self._tree = self._tree, None
        if tree is None:
            self._process.kill()  # ends the sandbox too; the bot was not started yet
        else:
            tree.end()


def _channel(readers: ExitStack, writers: ExitStack) -> tuple[int, int]:
    """A one-way channel: its reading and its writing end, each closed with its stack.

    It is a socket, not a pipe: a process that reads a pipe blocks, unkillably, while a writer holds the
    pipe's lock, and a bot can hold it for as long as its write waits for pages from the disk.
    """
    for_reading, for_writing = (end.detach() for end in socket.socketpair())
    readers.callback(os.close, for_reading)
    writers.callback(os.close, for_writing)
    return for_reading, for_writing


def _user(undo: ExitStack) -> int | None:
    """The user id to run an isolated bot as: a leased one if we are root, else our own (None)."""
    if os.geteuid() != 0:
        return None
    lease = user_ids.lease()
    undo.callback(lease.end)
    return lease.uid


def _only_child(pid: int) -> int:
    found = procfs.children(pid)
    if len(found) != 1:
        raise IsolationMissing("the kernel does not list the child processes of a process")
    return found[0]


def _in_lasting_thread(start: Callable[[], subprocess.Popen[bytes]]) -> subprocess.Popen[bytes]:
    """Call `start` in a thread that lasts as long as this process: a sandbox ends with that thread."""
    if threading.current_thread() is threading.main_thread():
        return start()
    return _lasting_thread(os.getpid()).submit(start).result()


@functools.cache
def _lasting_thread(_process: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1)


@functools.cache
def _sweep_once(_process: int) -> None:
    cgroups.sweep(patience_s=SWEEPING_S)
