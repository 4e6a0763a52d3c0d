"""A bot for `stolen_time.py` that goes on thinking while its opponent thinks, by one of many tricks.

    python3 thieves.py TRICK TURNS MEGABYTES

The bot answers TURNS times, and ends. With MEGABYTES whoever goes on holds so much memory, and the bot
does not end: it may take a while until it holds them. How long it has run is in COUNTS.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import mmap
import os
import signal
import socket
import sys
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

libc = ctypes.CDLL(None, use_errno=True)
EXIT, CLONE, IO_URING_SETUP, TIMER_CREATE = 60, 56, 425, 222  # of x86_64
SETSIG, PDEATHSIG, DUMPABLE, SUBREAPER = 10, 1, 4, 36
GAP_NS = 1_000_000  # whoever did not look at the clock for longer did not run
SLOTS = 64
COUNTS = "/dev/shm/counts"  # noqa: S108 - the sandbox's own


def counts() -> memoryview:
    """Nanoseconds, one number for each of the processes and threads that run at the same time."""
    file = os.open(COUNTS, os.O_RDWR | os.O_CREAT)
    os.truncate(file, 8 * SLOTS)
    return memoryview(mmap.mmap(file, 8 * SLOTS)).cast("Q")


ran_ns: memoryview
wanted_bytes = 0
held: list[bytes] = []


def burn(slot: int = 0, seconds: float = 3600.0) -> None:
    if not held:  # by whoever goes on, not by the bot before; once, as a second copy might be refused
        held.append(b"x" * wanted_bytes)
    last = time.perf_counter_ns()
    end = last + int(seconds * 1e9)
    while last < end:
        now = time.perf_counter_ns()
        if now - last < GAP_NS:
            ran_ns[slot] += now - last
        last = now


def thread(work: Callable[..., object], *given: object) -> None:
    threading.Thread(target=work, args=given, daemon=True).start()


def child(work: Callable[[], object]) -> int:
    if pid := os.fork():
        return pid
    with suppress(BaseException):
        work()
    os._exit(0)


def end_thread() -> None:
    """The thread that calls this ends, whatever Python thinks of it."""
    libc.syscall(EXIT, 0)


def orphan(work: Callable[[], object]) -> None:
    os.waitpid(child(lambda: child(work)), 0)


def forever(*steps: Callable[[], object]) -> None:
    while True:
        for step in steps:
            with suppress(OSError):
                step()


def hop(seconds: float, step: Callable[[], object] = lambda: None, slot: int = 0) -> None:
    """A chain of processes: each starts the next and ends."""
    while True:
        if os.fork():
            os._exit(0)
        step()
        burn(slot, seconds)


def hop_threads(seconds: float) -> None:
    burn(0, seconds)
    thread(hop_threads, seconds)


def wait_in_vfork() -> None:
    """Wait, deaf to signals, for a child that does not come to run its program: it opens a pipe first."""
    pipe = f"/tmp/pipe{os.getpid()}"  # noqa: S108 - the sandbox's own
    os.mkfifo(pipe)
    actions = ctypes.create_string_buffer(256)
    libc.posix_spawn_file_actions_init(actions)
    libc.posix_spawn_file_actions_addopen(actions, 0, pipe.encode(), os.O_RDONLY, 0)
    words = (ctypes.c_char_p * 2)(b"true", None)
    libc.posix_spawn(ctypes.byref(ctypes.c_int()), b"/bin/true", actions, None, words, words)


def timer_that_wakes() -> None:
    timer, event = ctypes.c_void_p(), (ctypes.c_int * 16)(0, 0, signal.SIGCONT, 0)
    if libc.timer_create(1, event, ctypes.byref(timer)) == 0:
        libc.timer_settime(timer, 0, (ctypes.c_long * 4)(0, 1000000, 0, 1000000), None)
    burn()


def file_that_wakes() -> None:
    signal.signal(signal.SIGIO, signal.SIG_IGN)
    one, other = socket.socketpair()
    with suppress(OSError):
        fcntl.fcntl(one, SETSIG, signal.SIGCONT)
    fcntl.fcntl(one, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(one, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    child(lambda: forever(lambda: other.send(b"."), lambda: time.sleep(0.001)))
    burn()


def parents_end_that_wakes() -> None:
    def ending() -> None:
        child(lambda: (libc.prctl(PDEATHSIG, signal.SIGCONT), burn()))
        time.sleep(0.05)

    forever(lambda: os.waitpid(child(ending), 0))


def childs_end_that_wakes() -> None:
    def started() -> None:
        if libc.syscall(CLONE, signal.SIGCONT, 0, 0, 0, 0) == 0:
            burn(1, 0.002)
            os._exit(0)

    thread(forever, started, lambda: time.sleep(0.002))
    burn()


def ticking() -> None:
    def tick(*_: object) -> None:
        burn(0, 0.002)

    signal.signal(signal.SIGALRM, tick)
    signal.setitimer(signal.ITIMER_REAL, 0.003, 0.003)
    while True:
        signal.pause()


def deaf() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, signal.NSIG))
    burn()


def ping_pong() -> None:
    one, other = socket.socketpair()

    def bounce(end: socket.socket, slot: int) -> None:
        forever(lambda: end.recv(1), lambda: burn(slot, 0.0002), lambda: end.send(b"."))

    child(lambda: bounce(other, 1))
    one.send(b".")
    bounce(one, 0)


def run_again() -> None:
    """Becomes another program again and again."""
    os.execv(sys.executable, [sys.executable, "-S", "thieves.py", "again", "0", sys.argv[3]])  # noqa: S606 - itself


def run_again_in_a_thread() -> None:
    thread(run_again)
    time.sleep(3600)


def leader_ends(work: Callable[..., object] = burn) -> None:
    thread(lambda: (time.sleep(0.02), work()))
    end_thread()


def zombies() -> None:
    for _ in range(30):
        child(lambda: None)
    burn()


def crowd() -> None:
    for _ in range(40):
        thread(time.sleep, 3600)
    burn()


def ask_politely() -> None:
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, -20)
    for which in (os.SCHED_FIFO, os.SCHED_RR):
        with suppress(OSError):
            os.sched_setscheduler(0, which, os.sched_param(1))
    burn()


def policy(which: int) -> None:
    with suppress(OSError):
        os.sched_setscheduler(0, which, os.sched_param(0))
    burn()


def every_core() -> None:
    with suppress(OSError):
        os.sched_setaffinity(0, range(os.cpu_count() or 1))
    burn()


def hidden() -> None:
    libc.prctl(DUMPABLE, 0)
    burn()


def adopting() -> None:
    libc.prctl(SUBREAPER, 1)
    forever(lambda: orphan(lambda: burn(0, 0.003)), lambda: os.waitpid(-1, os.WNOHANG))


def ring() -> None:
    libc.syscall(IO_URING_SETUP, 8, ctypes.create_string_buffer(120))
    burn()


def many(number: int, work: Callable[[int], object]) -> None:
    def started(slot: int) -> None:
        child(lambda: work(slot))

    for slot in range(1, number):
        started(slot)
    work(0)


def unreaped(seconds: float) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    forever(lambda: child(lambda: burn(0, seconds)), lambda: time.sleep(seconds))


def stopping_itself() -> None:
    pid = child(burn)
    forever(
        lambda: time.sleep(0.2), lambda: os.kill(pid, signal.SIGSTOP), lambda: os.kill(pid, signal.SIGCONT)
    )


def waking_all() -> None:
    thread(burn, int(os.fork() == 0))
    forever(lambda: os.kill(-1, signal.SIGCONT))


def share_memory() -> None:
    """Hold too much at first sight, and be slow to stop, so that measuring it takes long."""
    held.append(b"x" * (60 << 20))
    many(4, lambda slot: burn() if slot == 0 else time.sleep(3600))


def writing_files() -> None:
    with open("/tmp/file", "wb", buffering=0) as file:  # noqa: PTH123, S108 - the sandbox's own
        forever(lambda: file.seek(0), lambda: file.write(bytes(1 << 20)), lambda: burn(0, 0.001))


# What is done while others think: by a thread of the bot, by a child, or by its first thread.
IN_A_THREAD: dict[str, Callable[[], object]] = {
    "honest": burn,
    "threads": lambda: [thread(burn, slot) for slot in range(1, 9)],
    "threads that hop": lambda: hop_threads(0.002),
    "moments": lambda: forever(lambda: burn(0, 0.001), lambda: time.sleep(0.001)),
    "short children": lambda: forever(lambda: os.waitpid(child(lambda: burn(0, 0.001)), 0)),
    "longer children": lambda: forever(lambda: os.waitpid(child(lambda: burn(0, 0.01)), 0)),
    "double forks": lambda: forever(lambda: orphan(lambda: burn(0, 0.002))),
    "children that end their leader": lambda: forever(
        lambda: os.waitpid(child(lambda: (thread(burn, 0, 0.002), end_thread())), 0)
    ),
    "bytes for the log": lambda: forever(lambda: os.write(2, b"."), lambda: burn(0, 0.0003)),
    "a crowd of threads": crowd,
    "zombies": zombies,
    "files": writing_files,
}
IN_A_CHILD: dict[str, Callable[[], object]] = {
    "a child": burn,
    "children": lambda: many(8, burn),
    "unreaped children": lambda: unreaped(0.002),
    "a session": lambda: (os.setsid(), burn()),
    "a group": lambda: (os.setpgid(0, 0), burn()),
    "an orphan": lambda: orphan(burn),
    "a child without a leader": leader_ends,
    "a chain": lambda: hop(0.001),
    "a fast chain": lambda: hop(0.0001),
    "a slow chain": lambda: hop(0.005),
    "chains": lambda: many(4, lambda slot: hop(0.003, slot=slot)),
    "a chain of sessions": lambda: hop(0.001, os.setsid),
    "a chain that is adopted": lambda: (
        signal.signal(signal.SIGCHLD, signal.SIG_IGN),  # whoever has ended is gone at once
        libc.prctl(SUBREAPER, 1),
        child(lambda: hop(0.001)),
        signal.pause(),
    ),
    "a chain without leaders": lambda: leader_ends(lambda: hop(0.002)),
    "SIGCONT to all": waking_all,
    "SIGSTOP to itself": stopping_itself,
    "a timer": ticking,
    "a timer that wakes": timer_that_wakes,
    "a file that wakes": file_that_wakes,
    "a parent's end": parents_end_that_wakes,
    "a child's end": childs_end_that_wakes,
    "signals blocked": deaf,
    "a vfork": lambda: (thread(burn), wait_in_vfork()),
    "a vfork in a thread": lambda: (thread(wait_in_vfork), burn()),
    "a vfork and shared memory": lambda: (thread(wait_in_vfork), share_memory()),
    "a vfork and a chain": lambda: (thread(hop, 0.002), wait_in_vfork()),
    "a high priority": ask_politely,
    "a low priority": lambda: forever(lambda: os.nice(19), burn),
    "batch": lambda: policy(os.SCHED_BATCH),
    "idle": lambda: policy(os.SCHED_IDLE),
    "every core": every_core,
    "nothing to read": hidden,
    "adopted children": adopting,
    "a ring": ring,
    "ping-pong": ping_pong,
    "another program": run_again,
    "another leader": run_again_in_a_thread,
    "closed files": lambda: (os.closerange(0, 3), burn()),
}
BY_THE_LEADER: dict[str, Callable[[], object]] = {
    "no leader": leader_ends,
    "no leader and many threads": lambda: leader_ends(lambda: [thread(burn, slot) for slot in range(8)]),
    "no leader and threads that hop": lambda: leader_ends(lambda: hop_threads(0.002)),
    "a leader in vfork": lambda: (thread(burn), wait_in_vfork()),
    "a leader that sleeps": lambda: (thread(burn), time.sleep(3600)),
    "a leader that is deaf": lambda: (thread(burn), deaf()),
}
TRICKS = [*IN_A_THREAD, *IN_A_CHILD, *BY_THE_LEADER]


def say(message: dict[str, object]) -> None:
    os.write(1, json.dumps(message).encode() + b"\n")


def play(begin: Callable[[], object], turns: int) -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say({"type": "ready"})
            begin()
        elif message["type"] == "turn" and turns:
            turns -= 1
            time.sleep(0.1)  # until it is under way
            say({"type": "move", "move": message["legal"][0], "turn": message["turn"]})
        elif message["type"] == "turn" and not wanted_bytes:
            os._exit(0)


def main(trick: str, turns: int) -> None:
    if trick == "again":
        burn(0, 0.02)
        run_again()
    elif trick in BY_THE_LEADER:
        begun = threading.Event()
        thread(play, begun.set, turns)
        begun.wait()
        BY_THE_LEADER[trick]()
    elif trick in IN_A_CHILD:
        play(lambda: child(IN_A_CHILD[trick]), turns)
    else:
        play(lambda: thread(IN_A_THREAD[trick]), turns)


if __name__ == "__main__":
    ran_ns = counts()
    wanted_bytes = int(sys.argv[3]) << 20
    main(sys.argv[1], int(sys.argv[2]))
