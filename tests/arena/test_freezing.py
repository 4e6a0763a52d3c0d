"""Stopping, counting and pinning all processes of a bot, whatever they do against it."""

from __future__ import annotations

import os
import platform
import signal
import time
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from steelyard.arena.sandbox import cgroups, process_tree, procfs
from steelyard.arena.sandbox.process import Limits, Sandbox
from tests.arena.conftest import needs_bubblewrap
from tests.arena.sandbox_runner import read, still
from tests.arena.sandboxes import BURN, python
from tests.timeouts import wait_until

pytestmark = [needs_bubblewrap, pytest.mark.usefixtures("_nothing_is_left")]
RUNNING_AWAY = """
import os, time
for _ in range(4):
    if os.fork() == 0:
        while True:  # each starts another and ends
            if os.fork():
                os._exit(0)
            until = time.perf_counter() + 0.003
            while time.perf_counter() < until: pass
print(flush=True)
time.sleep(60)
"""


@pytest.mark.usefixtures("_groups")
def test_frozen_it_gets_no_cpu_and_thawed_it_goes_on() -> None:
    with python(f"import os\nos.fork(); os.fork()\n{BURN}") as sandbox:
        wait_until(lambda: sandbox.cpu_ns() > 100_000_000)
        sandbox.freeze()
        sandbox.freeze()
        wait_until(lambda: still(sandbox))
        sandbox.thaw()
        stood = sandbox.cpu_ns()
        wait_until(lambda: sandbox.cpu_ns() > stood + 50_000_000)
        assert sandbox.exit_status() is None


# A timer of the kernel's that sends SIGCONT every millisecond, and a child that sends it all the time.
WAKING = """
import ctypes, os, signal
libc = ctypes.CDLL(None)
timer, event = ctypes.c_void_p(), (ctypes.c_int * 16)(0, 0, signal.SIGCONT, 0)
if libc.timer_create(1, event, ctypes.byref(timer)) == 0:
    libc.timer_settime(timer, 0, (ctypes.c_long * 4)(0, 1000000, 0, 1000000), None)
os.fork()
while True:
    try: os.kill(-1, signal.SIGCONT)
    except OSError: pass
"""
HOPPING = """
import os, signal
if os.fork(): signal.pause()
while True:
    if os.fork(): os._exit(0)
"""


@pytest.mark.usefixtures("_groups")
def test_what_wakes_itself_stays_frozen() -> None:
    with python(WAKING) as sandbox:
        wait_until(lambda: sandbox.cpu_ns() > 200_000_000)
        for _ in range(5):
            sandbox.freeze()
            wait_until(lambda: still(sandbox))
            sandbox.thaw()


def test_process_1_stops_and_counts_with_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no control group takes care of it."""
    monkeypatch.setattr(cgroups, "bases", list)
    core = max(os.sched_getaffinity(0))
    with Sandbox(["sleep", "60"], folder=None) as sandbox:
        process_1 = int(Path(f"/proc/{sandbox.pid}/stat").read_text().rpartition(")")[2].split()[1])
        sandbox.freeze()
        assert procfs.stopped(process_1)
        sandbox.thaw()
        wait_until(lambda: not procfs.stopped(process_1))
        sandbox.pin(core)
        assert os.sched_getaffinity(process_1) == {core}


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="one core")
def test_processes_that_start_others_all_the_time_do_not_stay_on_the_core_they_had() -> None:
    """There the opponent plays, in the next game."""
    first, second, *_ = sorted(os.sched_getaffinity(0))
    with python(RUNNING_AWAY, core=first) as sandbox:
        read(sandbox.stdout)
        for core in [second, first] * 15:
            sandbox.pin(core)
            time.sleep(0.02)
            assert _cores(sandbox) == {core}


def _cores(sandbox: Sandbox) -> set[int]:
    """The cores on which threads of the bot may run."""
    assert sandbox._tree is not None
    found: set[int] = set()
    for thread in sandbox._tree.threads():
        with suppress(ProcessLookupError):
            found |= os.sched_getaffinity(thread)
    return found


@pytest.mark.usefixtures("_groups")
def test_one_that_starts_another_and_leaves_is_frozen_or_too_many() -> None:
    with python(HOPPING) as sandbox:
        wait_until(lambda: sandbox.cpu_ns() > 30_000_000)
        sandbox.freeze()
        wait_until(lambda: still(sandbox) or sandbox.exceeded_limit() == "too_many_processes")


@pytest.mark.usefixtures("_groups")
def test_a_frozen_sandbox_can_be_closed() -> None:
    with python(BURN) as sandbox:
        sandbox.freeze()
    assert sandbox.exit_status() == -signal.SIGKILL


@pytest.mark.usefixtures("_groups")
def test_the_time_of_children_counts() -> None:
    with python(f"import os, time\nif os.fork(): time.sleep(60)\n{BURN}") as sandbox:
        wait_until(lambda: sandbox.cpu_ns() > procfs.cpu_ns(sandbox.pid) + 100_000_000)


def test_two_on_one_core_wait_for_one_another() -> None:
    core = max(os.sched_getaffinity(0))
    with python(BURN, core=core) as one, python(BURN, core=core) as other:
        wait_until(lambda: min(waited_ns(one), waited_ns(other)) > 20_000_000)
        assert one.pid in one.ready()
        assert other.pid in other.ready()


def waited_ns(sandbox: Sandbox) -> int:
    return max(schedule.waited_ns for schedule in sandbox.schedule().values())


def test_where_children_can_come_and_go_unseen_nothing_is_known_of_a_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cgroups, "bases", list)
    with python(f"import os\nos.fork()\n{BURN}") as sandbox:
        wait_until(lambda: sandbox.cpu_ns() > 50_000_000)
        assert (sandbox.schedule(), sandbox.ready()) == ({}, {})


# The first thread of a process ends, and another goes on.
WITHOUT_LEADER = """
import ctypes, os, threading, time
def go_on():
    held = bytearray(b"x") * (40 << 20)
    while True: pass
def lose_leader():
    threading.Thread(target=go_on).start()
    ctypes.CDLL(None).syscall(60, 0)  # exit, of this thread alone
"""
as_x86 = pytest.mark.skipif(platform.machine() != "x86_64", reason="its number of a system call")


@as_x86
@pytest.mark.parametrize("isolated", [True, False], ids=["sandboxed", "unsandboxed"])
@pytest.mark.usefixtures("_groups")
def test_a_process_whose_first_thread_has_ended_is_stopped_and_weighed(*, isolated: bool) -> None:
    limits = Limits(memory_mb=32)
    with python(f"{WITHOUT_LEADER}\nlose_leader()", isolated=isolated) as sandbox:
        wait_until(lambda: sandbox.cpu_ns() > 100_000_000)
        assert procfs.alive(sandbox.pid)
        sandbox.freeze()
        wait_until(lambda: still(sandbox))
        sandbox.thaw()
        stood = sandbox.cpu_ns()
        wait_until(lambda: sandbox.cpu_ns() > stood + 50_000_000)
    assert not procfs.alive(sandbox.pid)
    with python(f"{WITHOUT_LEADER}\nlose_leader()", isolated=isolated, limits=limits) as sandbox:
        wait_until(lambda: sandbox.exceeded_limit() == "out_of_memory")


@as_x86
def test_an_orphan_whose_first_thread_has_ended_ends_with_an_unsandboxed_bot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cgroups, "bases", list)
    orphan = "if os.fork(): os._exit(0)\nos.setsid()\nprint(os.getpid(), flush=True)\nlose_leader()"
    with python(f"{WITHOUT_LEADER}\n{orphan}", isolated=False) as sandbox:
        pid = 0

        def lost_its_leader() -> bool:
            nonlocal pid
            pid = pid or int(read(sandbox.stdout) or 0)
            return pid != 0 and Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z"

        wait_until(lost_its_leader)
    assert procfs.threads(pid) in ([], [pid]), "gone, or a zombie that nobody has waited for yet"


# The first thread starts a program that first opens a pipe to which nobody writes, and waits for that.
WAITING_IN_VFORK = """
import ctypes, os, threading
def burn():
    while True: pass
threading.Thread(target=burn).start()
libc = ctypes.CDLL(None)
pipe = os.environ["PIPE"]
os.mkfifo(pipe)
actions = ctypes.create_string_buffer(256)
libc.posix_spawn_file_actions_init(actions)
libc.posix_spawn_file_actions_addopen(actions, 0, pipe.encode(), os.O_RDONLY, 0)
words = (ctypes.c_char_p * 2)(b"true", None)
libc.posix_spawn(ctypes.byref(ctypes.c_int()), b"/bin/true", actions, None, words, words)
"""


@pytest.mark.parametrize("isolated", [True, False], ids=["sandboxed", "unsandboxed"])
@pytest.mark.usefixtures("_groups")
def test_a_process_whose_first_thread_waits_for_a_vfork_is_stopped(tmp_path: Path, *, isolated: bool) -> None:
    """It does not hear a signal to the process, and may be the one that the kernel chooses for it."""
    pipe = "/tmp/pipe" if isolated else str(tmp_path / "pipe")  # noqa: S108 - the sandbox's own
    with python(WAITING_IN_VFORK, isolated=isolated, env={"PIPE": pipe}) as sandbox:
        wait_until(lambda: sandbox.cpu_ns() > 200_000_000)
        for _ in range(5):
            sandbox.freeze()
            wait_until(lambda: still(sandbox), seconds=5)
            sandbox.thaw()


def test_stopping_a_process_that_waits_for_a_vfork_does_not_take_all_the_time_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its opponent would wait for that."""
    monkeypatch.setattr(cgroups, "bases", list)
    monkeypatch.setattr(process_tree, "STOPPING_S", 20.0)
    with python(WAITING_IN_VFORK, env={"PIPE": "/tmp/pipe"}) as sandbox:  # noqa: S108 - the sandbox's own
        wait_until(lambda: sandbox.cpu_ns() > 200_000_000)
        wait_until(lambda: any(procfs.descendants(sandbox.pid)))
        began = time.monotonic()
        sandbox.freeze()
        assert time.monotonic() - began < process_tree.STOPPING_S
        assert still(sandbox)


def test_no_process_of_a_chain_is_missed_when_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither one whose parent ends while they are listed, nor one that is started by one just signalled."""
    monkeypatch.setattr(cgroups, "bases", list)
    stops = 0
    while stops < 20:
        with python(RUNNING_AWAY, core=max(os.sched_getaffinity(0))) as sandbox:
            wait_until(lambda: read(sandbox.stdout))
            # Otherwise it started processes faster than this busy machine could stop them.
            while stops < 20 and sandbox.exceeded_limit() is None:
                sandbox.freeze()
                if sandbox.exceeded_limit() is None:
                    assert still(sandbox)
                    stops += 1
                    sandbox.thaw()
                    time.sleep(0.01)


def test_a_machine_that_pauses_while_a_bot_is_stopped_does_not_make_it_too_many_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cgroups, "bases", list)
    pauses = [1.1]  # longer than stopping one by one may take
    sleep = time.sleep
    with python("while True: pass") as sandbox:
        wait_until(lambda: sandbox.cpu_ns() > 50_000_000)
        paused = SimpleNamespace(
            monotonic=time.monotonic, sleep=lambda seconds: sleep(pauses.pop() if pauses else seconds)
        )
        monkeypatch.setattr(process_tree, "time", paused)
        sandbox.freeze()
        assert not pauses
        assert still(sandbox)
        assert sandbox.exceeded_limit() is None
