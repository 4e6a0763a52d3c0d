"""A bot's process tree: measures, stops and ends all its processes together."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from steelyard.arena.sandbox import procfs
from steelyard.arena.sandbox.bubblewrap import MEMORY_FOLDERS, SandboxRefused
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.arena.sandbox.limits import PROCESS_1
from steelyard.arena.sandbox.procfs import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from steelyard.arena.sandbox.cgroups import Cgroup
    from steelyard.arena.sandbox.cpu_starvation import CpuSchedule
    from steelyard.arena.sandbox.limits import Limits

ENDING_S = 10.0  # a process that was killed and neither ended nor wanted a CPU by then cannot be killed
LOOKING_MS = 20  # between two looks at processes that were killed
STOPPING_S = 1.0  # time limit for stopping processes one by one; a tree that forks faster is too big
STOPPING_LOOKS = 1000  # at least
WAITING_LOOKS = 50  # in a row at which a thread waits in the kernel, until it counts as stopped
STEPPING_S = 0.00005  # between two looks whether all have stopped: they may need the CPU for that
PINNING_S = 0.0005  # between two looks whether all threads are on their core
MEASURING_SHARE = 0.05  # of the time at most: for an exact measurement of memory the whole tree is stopped
INODE_KB = 1  # kernel memory for an empty file in a tmpfs
PIPE_KB = 64  # capacity of a pipe
SOCKET_BUFFER = Path("/proc/sys/net/core/wmem_default")  # send buffer of a socket, in bytes


class Tree:
    """The bot and all it started. In a sandbox `top` is its process 1: stopped and counted like the rest."""

    def __init__(  # noqa: PLR0913 - what a sandbox consists of
        self, top: int, bot: int, cgroup: Cgroup, limits: Limits, mark: str, *, built: int | None = None
    ) -> None:
        """`built`: the folder of a build, which is in memory."""
        self._top = top
        self._top_handle = os.pidfd_open(top)  # a process id can be reused, a handle cannot
        self._isolated = top != bot
        self._cgroup = cgroup
        self._limits = limits
        self._mark = mark
        self._frozen = False
        self._unstoppable = False
        self._stopped: set[int] = set()  # stopped one by one, where there is no freezer
        self._cpu = Tally()
        self._cpu_before_ns = 0
        self._cpu_before_ns = self.cpu_ns()
        self._measure_again_at = 0.0
        self._memory_kills = 0
        self.note_memory_kills()
        self._memory_files: list[int] = []
        try:
            if self._isolated and not cgroup.limits_memory:
                if built is not None:
                    self._memory_files.append(os.dup(built))
                for place in MEMORY_FOLDERS:
                    self._memory_files.append(open_folder(top, place))
        except OSError:
            self._close()
            raise

    def members(self) -> list[int]:
        """All processes, nearest first: stopped in this order, none can start others unseen."""
        return [self._top, *procfs.descendants(self._top)]

    def cpu_ns(self) -> int:
        used = self._cgroup.cpu_ns()
        if used is None:
            used = self._cpu.update((pid, procfs.cpu_ns(pid)) for pid in self.members())
        return used - self._cpu_before_ns

    def threads(self) -> list[int]:
        known = self._cgroup.threads()
        return known if known is not None else [t for pid in self.members() for t in procfs.threads(pid)]

    def schedule(self) -> dict[int, CpuSchedule]:
        """Scheduling statistics of each thread; of none where the CPU time of all of them is not counted.

        Children that come and go unseen would be taken for other programs, which kept the bot off the CPU.
        """
        if not self._cgroup.counts_cpu:
            return {}
        known = ((thread, procfs.schedule(thread)) for thread in self.threads())
        return {thread: schedule for thread, schedule in known if schedule is not None}

    def ready(self) -> dict[int, int]:
        """The threads that run or wait for a CPU, and how long each has run."""
        return {
            thread: schedule.ran_ns for thread, schedule in self.schedule().items() if procfs.runnable(thread)
        }

    def freeze(self) -> None:
        self._frozen = True
        if not self._cgroup.freeze(frozen=True):
            self._stop_each()

    def thaw(self) -> None:
        if not self._frozen:
            return
        self._frozen = False
        if self._cgroup.freeze(frozen=False):
            return
        _signal(self._stopped & set(self.members()), signal.SIGCONT)
        self._stopped.clear()

    def pin(self, core: int) -> None:
        """Move every thread to that core; stopped meanwhile, so that none starts another on the old one."""
        with self._all_stopped():
            for _ in _looks():
                threads = self.threads()
                moved = pin(threads, core)
                running = any(map(procfs.runnable, threads))  # on its way to be stopped: it may start another
                if not moved and not running and set(self.threads()) == set(threads):
                    return
                time.sleep(PINNING_S)

    def exceeded_limit(self) -> str | None:
        """The limit the tree has exceeded, from the control group where it enforces it, else measured now.

        PlatformFault if this machine has no memory or no processes left for a tree within its limits.
        """
        if exceeded := self._cgroup.exceeded_limit():
            return exceeded
        if self._unstoppable:
            return "too_many_processes"
        if self._cgroup.limits_memory and self._cgroup.limits_processes:
            return None
        members = self.members()
        held = [procfs.usage(pid) for pid in members]
        allowed = self._limits.processes + (PROCESS_1 if self._isolated else 0)
        if not self._cgroup.limits_processes and sum(each.threads for each in held) > allowed:
            return "too_many_processes"
        if not self._cgroup.limits_memory and self._too_much(members, sum(each.memory_kb for each in held)):
            return "out_of_memory"
        return None

    def note_memory_kills(self) -> None:
        """What the kernel has ended so far for lack of memory was not of this tree."""
        if not self._cgroup.limits_memory:
            self._memory_kills = procfs.memory_kills()

    def check_memory_kills(self) -> None:
        """For a bot that was killed: PlatformFault if the kernel has ended processes for memory since then.

        Without a control group it does not tell which ones: a bot that kills itself then looks the same.
        """
        if not self._cgroup.limits_memory and procfs.memory_kills() > self._memory_kills:
            raise PlatformFault("it was killed while this machine ended processes for lack of memory")

    def end(self) -> None:
        """Kill every process of the tree and return when none is left."""
        try:
            if self._isolated:
                with suppress(ProcessLookupError):
                    signal.pidfd_send_signal(self._top_handle, signal.SIGKILL)  # ends the whole PID namespace
            else:
                self._end_unisolated()
        finally:
            self._close()

    def _close(self) -> None:
        for file in (self._top_handle, *self._memory_files):
            os.close(file)

    def _stop_each(self) -> None:
        """Stop processes until none runs, including those that start or are resumed meanwhile.

        A process whose parent ends while we list is listed nowhere, and one may start another and stop right
        after. So we are done when all have stopped at two looks in a row that list the same, and nothing was
        started on this machine in between.

        A thread that waits in the kernel with a SIGSTOP pending, say for the child of a vfork, counts as
        stopped if it has not run at many looks in a row, at which nothing else of the tree could run either:
        then it does not wait for another of them that would let it go on.
        """
        before, newest, members, same = None, "", list[int](), 0
        for _ in _looks():
            last_newest, newest = newest, procfs.newest()
            earlier, members = members, self.members()
            moving = {pid for pid in members if not procfs.stopped(pid)}
            waiting = {pid: procfs.waiting(pid) for pid in moving}
            now = members, waiting
            same = same + 1 if now == before and None not in waiting.values() else 0
            if same >= (WAITING_LOOKS if moving else 1) and newest == last_newest:
                return
            before = now
            started = {*members} - {*earlier}
            fresh = moving - self._stopped
            _signal(fresh, signal.SIGSTOP)
            for pid in moving - fresh:
                procfs.stop_threads(pid)
            self._stopped |= moving
            time.sleep(STEPPING_S)
        self._unstoppable = self._unstoppable or bool(started)

    def _end_unisolated(self) -> None:
        deadline = time.monotonic() + ENDING_S
        while alive := self._marked():
            _signal(alive, signal.SIGKILL)
            _await_an_end(alive)
            if time.monotonic() > deadline and not procfs.want_cpu(alive):
                raise PlatformFault(f"processes {sorted(alive)} of a bot cannot be killed")

    def _marked(self) -> set[int]:
        """The bot, its descendants, and orphans recognized by their environment or control group."""
        found = {*self.members(), *procfs.with_environment(self._mark), *(self._cgroup.threads() or ())}
        return {pid for pid in found if procfs.alive(pid)}

    def _too_much(self, members: list[int], held_kb: int) -> bool:
        began = time.monotonic()
        if began < self._measure_again_at:
            return False
        most_kb = (self._limits.memory_mb << 10) - sum(map(_memory_of_files_kb, self._memory_files))
        most_kb -= self._memory_of_pipes_kb(members, most_kb - held_kb)
        if held_kb > most_kb:
            # Forked processes share memory: before refusing, count it exactly while all are stopped.
            with self._all_stopped():
                held_kb = sum(procfs.proportional_memory_kb(pid) for pid in self.members())
        self._measure_again_at = began + (time.monotonic() - began) / MEASURING_SHARE
        return held_kb > most_kb

    def _memory_of_pipes_kb(self, members: list[int], room_kb: int) -> int:
        """Memory that pipes and sockets can hold, which is counted for no process; 0 if it fits in any case.

        A process that hides its open files is assumed to have as many sockets as it may open.
        """
        socket_kb = int(SOCKET_BUFFER.read_text()) >> 10
        if len(members) * self._limits.files * socket_kb <= room_kb:
            return 0
        opened = [procfs.open_files(pid) for pid in members if pid != self._top or not self._isolated]
        hidden = opened.count(None) * self._limits.files
        shown = {file for each in opened if each is not None for file in each}
        sockets = hidden + sum(file.startswith("socket:") for file in shown)
        return sockets * socket_kb + sum(file.startswith("pipe:") for file in shown) * PIPE_KB

    @contextmanager
    def _all_stopped(self) -> Iterator[None]:
        if self._frozen:
            yield
            return
        self.freeze()
        try:
            yield
        finally:
            self.thaw()


def _looks() -> Iterator[None]:
    """As many as there is time for; not fewer than some, as the machine may have paused."""
    deadline = time.monotonic() + STOPPING_S
    for number in count():
        if number >= STOPPING_LOOKS and time.monotonic() >= deadline:
            return
        yield


def pin(threads: Iterable[int], core: int) -> bool:
    """Move threads to a core; returns whether one was elsewhere."""
    moved = False
    try:
        for thread in threads:
            with suppress(ProcessLookupError):  # it has ended
                if os.sched_getaffinity(thread) != {core}:
                    os.sched_setaffinity(thread, {core})
                    moved = True
    except OSError:
        raise SandboxRefused(f"there is no core {core} to pin a bot to") from None
    return moved


def wait_for_end(killed: subprocess.Popen[bytes]) -> None:
    """Wait for a process that was killed with its children: however long they lack a CPU to end on."""
    while True:
        try:
            killed.wait(ENDING_S)
        except subprocess.TimeoutExpired:
            killed.kill()
            if not procfs.want_cpu((killed.pid, *procfs.descendants(killed.pid))):
                raise PlatformFault(f"the bot's process {killed.pid} cannot be killed") from None
        else:
            return


def _signal(pids: Iterable[int], which: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, which)


def _await_an_end(pids: Iterable[int]) -> None:
    """Wait a moment, at most until one of the processes has ended: polling would take the CPU they need."""
    with ExitStack() as handles:
        poll = select.poll()
        for pid in pids:
            with suppress(OSError):  # it has ended, or is a thread
                handle = os.pidfd_open(pid)
                handles.callback(os.close, handle)
                poll.register(handle, select.POLLIN)
        poll.poll(LOOKING_MS)


def open_folder(top: int, path: str) -> int:
    """A descriptor of a folder in the sandbox of that process 1, which is still good after its end."""
    return os.open(f"/proc/{top}/root{path}", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)


def _memory_of_files_kb(folder: int) -> int:
    status = os.fstatvfs(folder)
    blocks_kb = (status.f_blocks - status.f_bfree) * status.f_frsize >> 10
    return blocks_kb + (status.f_files - status.f_ffree) * INODE_KB
