"""Ways out of a sandbox, tried from inside: `python escapes.py NAME` tells whether the sandbox held."""
# ruff: noqa: S108 - the temporary folders are the sandbox's own

from __future__ import annotations

import ctypes
import errno
import fcntl
import mmap
import os
import platform
import resource
import signal
import socket
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from steelyard.arena.sandbox import seccomp

if TYPE_CHECKING:
    from collections.abc import Callable

LIBC = ctypes.CDLL(None, use_errno=True)
NEW_USER, NEW_FILES = 0x10000000, 0x00020000


class Held(Exception):
    """The sandbox kept us in, and not by an OSError, which says the same."""


def network_on_this_machine() -> None:
    socket.create_connection(("127.0.0.1", int(os.environ["REFEREE_PORT"])), timeout=5)


def network_outside() -> None:
    socket.create_connection(("1.1.1.1", 53), timeout=5)


def sockets_of_every_family() -> None:
    opened = []
    for family in range(50):
        try:
            socket.socket(family, socket.SOCK_RAW if family == socket.AF_PACKET else socket.SOCK_DGRAM)
            opened.append(family)
        except OSError:
            continue
    if opened == [socket.AF_UNIX]:
        raise Held("only among ourselves")
    raise AssertionError(opened)


def the_referees_own_socket() -> None:
    socket.socket(socket.AF_UNIX).connect("\0" + os.environ["REFEREE_SOCKET"])


def another_bots_files() -> None:
    Path(os.environ["SECRET_FILE"]).read_text()


def another_bots_files_by_way_of_process_1() -> None:
    Path("/proc/1/root" + os.environ["SECRET_FILE"]).read_text()


def the_referees_environment() -> None:
    Path("/proc", os.environ["REFEREE_PID"], "environ").read_bytes()


def foreign_processes() -> None:
    seen = {int(path.name) for path in Path("/proc").glob("[0-9]*")}
    if seen <= {1, os.getpid()}:
        raise Held("nobody else to see")
    raise AssertionError(seen)


def processes_without_a_filter() -> None:
    """Their memory could be written: what is in them would run unfiltered."""
    said = [path.read_text() for path in Path("/proc").glob("[0-9]*/status")]
    if said and all("Seccomp:\t2" in text and "NoNewPrivs:\t1" in text for text in said):
        raise Held(f"all {len(said)} are filtered")
    raise AssertionError(said)


def writing_outside_tmp() -> None:
    places = [
        "/",
        "/bot",
        "/usr",
        "/usr/lib",
        "/etc",
        "/dev",
        "/var/tmp",
        "/run",
        "/root",
        "/home",
        "/proc",
        "/sys",
    ]
    written = []
    for place in places:
        try:
            Path(place, "steelyard-was-here").write_text("x")
            written.append(place)
        except OSError:
            continue
    files = ["/etc/passwd", "/etc/ld.so.cache", "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger"]
    written += [file for file in files if os.access(file, os.W_OK)]
    if not written:
        raise Held("nothing can be written there")
    raise AssertionError(written)


def more_than_a_full_tmp() -> None:
    """With room for 8 MB in each place, and files of any number."""
    written = 0
    for place in ("/tmp", "/dev/shm"):
        number = 0
        try:
            while written < 64 << 20:
                number += 1
                written += Path(place, str(number)).write_bytes(bytes(1 << 20))
        except OSError:
            continue
    if written <= 16 << 20:
        raise Held(f"{written >> 20} MB")
    raise AssertionError(written)


def a_file_too_long() -> None:
    with Path("/tmp/long").open("wb") as file:
        file.truncate(5 << 20)


def too_many_open_files() -> None:
    opened = [os.open("/dev/null", os.O_RDONLY) for _ in range(100)]
    raise AssertionError(len(opened))


def etc_shadow() -> None:
    for path in (
        "/etc/shadow",
        "/proc/1/root/etc/shadow",
        "/bot/../etc/shadow",
        "/proc/self/cwd/../etc/shadow",
    ):
        if Path(path).exists():
            raise AssertionError(path)
    raise Held("there is none")


def killing_the_referee() -> None:
    os.kill(int(os.environ["REFEREE_PID"]), signal.SIGKILL)


def killing_all_there_is() -> None:
    with suppress(ProcessLookupError):
        os.kill(-1, signal.SIGKILL)  # all but process 1 and ourselves: here, nobody
    os.kill(1, signal.SIGKILL)
    raise Held("process 1 does not hear us")


def the_memory_of_process_1() -> None:
    """It is not stopped as surely as we are: a thought put there would go on in the other's time."""
    os.close(os.open("/proc/1/mem", os.O_RDWR))


def the_limits_of_a_stop() -> None:
    """No signal may wake what the referee has stopped, whoever or whatever sends it."""
    child = os.fork()
    if child == 0:
        signal.pause()
    ways: dict[str, Callable[[], object]] = {
        "kill": lambda: os.kill(child, signal.SIGCONT),
        "pidfd": lambda: signal.pidfd_send_signal(os.pidfd_open(child), signal.SIGCONT),
        "thread": lambda: signal.pthread_kill(threading.get_ident(), signal.SIGCONT),
        "parent's end": lambda: _try(LIBC.prctl(1, int(signal.SIGCONT))),
        "file": lambda: fcntl.fcntl(0, 10, int(signal.SIGCONT)),  # F_SETSIG
        "timer": lambda: _try(LIBC.timer_create(0, None, ctypes.byref(ctypes.c_void_p()))),
    }
    woken = []
    for name, wake in ways.items():
        with suppress(OSError):
            wake()
            woken.append(name)
    os.kill(child, signal.SIGKILL)
    if not woken:
        raise Held("nothing wakes")
    raise AssertionError(woken)


def tracing() -> None:
    _try(LIBC.ptrace(16, 1, 0, 0))


def being_traced() -> None:
    _try(LIBC.ptrace(0, 0, 0, 0))


def mounting() -> None:
    _try(LIBC.mount(b"x", b"/tmp", b"tmpfs", 0, None))


def unmounting() -> None:
    _try(LIBC.umount2(b"/bot", 2))


def a_new_user_namespace() -> None:
    _try(LIBC.unshare(NEW_USER))


def a_new_user_namespace_by_clone() -> None:
    _call(seccomp.CLONE, NEW_USER | NEW_FILES | signal.SIGCHLD, 0, 0, 0, 0)


def another_root() -> None:
    _try(LIBC.chroot(b"/tmp"))


def becoming_root() -> None:
    os.setuid(0)


def programs_that_make_us_root() -> None:
    """No mount may honour them, and this process may not profit if one did."""
    honoured = [
        mount.split()[1] for mount in Path("/proc/mounts").read_text().splitlines() if "nosuid" not in mount
    ]
    if not honoured and "NoNewPrivs:\t1" in Path("/proc/self/status").read_text():
        raise Held("they are programs like any other")
    raise AssertionError(honoured)


def device_nodes() -> None:
    os.mknod("/tmp/disk", 0o660 | 0o060000, os.makedev(8, 0))


def inherited_files() -> None:
    opened = {}
    for number in range(1024):
        with suppress(FileNotFoundError):
            opened[number] = str(Path(f"/proc/self/fd/{number}").readlink())
    if set(opened) == {0, 1, 2} and all(name.startswith("socket:") for name in opened.values()):
        raise Held("three sockets")
    raise AssertionError(opened)


def the_environment() -> None:
    expected = {"PATH", "HOME", "TMPDIR", "LANG", "PWD", "PYTHONPATH", "LC_CTYPE"}
    expected |= {"SECRET_FILE", "REFEREE_PORT", "REFEREE_SOCKET", "REFEREE_PID"}
    expected |= {"STEELYARD_CACHE", "STEELYARD_READY_MADE", "STEELYARD_DATA"}  # lent to our own Python
    if set(os.environ) <= expected:
        raise Held("only what was given")
    raise AssertionError(os.environ)


def the_terminal() -> None:
    Path("/dev/tty").read_bytes()


def other_cores() -> None:
    if len(os.sched_getaffinity(0)) != 1:
        raise AssertionError("not pinned")
    os.sched_setaffinity(0, range(os.cpu_count() or 1))


def higher_limits() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most + 1))
    except ValueError as refused:
        raise Held(refused) from None


def a_higher_priority() -> None:
    os.setpriority(os.PRIO_PROCESS, 0, -5)


def a_lower_priority() -> None:
    """Whoever gives way to everybody looks as if others kept it from running."""
    os.setpriority(os.PRIO_PROCESS, 0, 5)


def a_lower_priority_of_its_session() -> None:
    Path("/proc/self/autogroup").write_text("19")


def to_be_the_first_that_the_kernel_kills() -> None:
    """It would choose who ends when the machine has no memory left, and so void its game."""
    Path("/proc/self/oom_score_adj").write_text("1000")


def idle_priority() -> None:
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def real_time() -> None:
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))


def memory_that_nobody_holds() -> None:
    os.memfd_create("hidden")


def message_queues() -> None:
    _try(ctypes.CDLL("librt.so.1", use_errno=True).mq_open(b"/q", os.O_CREAT | os.O_RDWR, 0o600, None))


def every_refused_call() -> None:
    """Called with nonsense: anything but the filter's own answer means that the kernel looked at it."""
    wrong = []
    for table, error in ((seccomp.REFUSED, errno.EPERM), (seccomp.MISSING, errno.ENOSYS)):
        for name, numbers in table.items():
            number = numbers[seccomp.MACHINES[platform.machine()].column]
            if number is not None:
                ctypes.set_errno(0)
                result = LIBC.syscall(number, -1, -1, -1, -1, -1, -1)
                if (result, ctypes.get_errno()) != (-1, error):
                    wrong.append((name, result, ctypes.get_errno()))
    if not wrong:
        raise Held("all refused")
    raise AssertionError(wrong)


def calls_nobody_has_looked_at() -> None:
    for number in (
        seccomp.NEWEST + 1,
        5000,
        0x40000000 + 39,
    ):  # the last: getpid in x86_64's second numbering
        ctypes.set_errno(0)
        if LIBC.syscall(number, 0, 0, 0, 0, 0, 0) != -1 or ctypes.get_errno() != errno.ENOSYS:
            raise AssertionError(number, ctypes.get_errno())
    raise Held("they do not exist")


def calls_by_their_32_bit_numbers() -> None:
    if platform.machine() != "x86_64":
        raise Held("this machine has none")
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\0\0\0\xcd\x80\xc3")  # mov eax, 20 (getpid); int 0x80; ret
    start = ctypes.addressof(ctypes.c_char.from_buffer(code))
    _say("held: killed on the spot")
    ctypes.CFUNCTYPE(ctypes.c_int)(start)()
    raise AssertionError("still alive")


def _call(numbers: tuple[int, int], *arguments: int) -> None:
    _try(LIBC.syscall(numbers[seccomp.MACHINES[platform.machine()].column], *arguments))


def _try(result: int) -> None:
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _say(verdict: str) -> None:
    sys.stdout.write(verdict + "\n")
    sys.stdout.flush()


ATTEMPTS = {
    name: thing for name, thing in list(globals().items()) if hasattr(thing, "__code__") and name[0] != "_"
}

if __name__ == "__main__":
    try:
        ATTEMPTS[sys.argv[1]]()
    except (OSError, Held) as kept_in:
        _say(f"held: {kept_in}")
    except AssertionError as out:
        _say(f"ESCAPED: {out}")
    else:
        _say("ESCAPED")
