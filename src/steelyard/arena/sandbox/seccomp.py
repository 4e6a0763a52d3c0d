"""The seccomp filter: which system calls a bot may not make."""

from __future__ import annotations

import errno
import signal
import socket
import struct
from typing import NamedTuple

# name: (x86_64, aarch64); None where the machine has no such call.
REFUSED = {
    # inspecting other processes
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    # mounts and namespaces
    "mount": (165, 40),
    "umount2": (166, 39),
    "mount_setattr": (442, 442),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "unshare": (272, 97),
    "setns": (308, 268),
    # opening files other than by path
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    # the machine itself
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "reboot": (169, 142),
    "acct": (163, 89),
    "syslog": (103, 116),
    "vhangup": (153, 58),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "iopl": (172, None),
    "ioperm": (173, None),
    "modify_ldt": (154, None),
    "uselib": (134, None),
    "lookup_dcookie": (212, 18),
    # large parts of the kernel that no bot needs
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    # a bot keeps its core and its priority: one with a low priority would look starved of CPU
    "sched_setaffinity": (203, 122),
    "setpriority": (141, 140),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
    "ioprio_set": (251, 30),
}

# Reported as missing (ENOSYS), so that libraries use their fallback.
MISSING = {
    # Its flags are in memory, which a filter cannot read; those of clone can be checked.
    "clone3": (435, 435),
    "memfd_create": (319, 279),  # memory that is counted for no process; /dev/shm is limited
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "io_setup": (206, 0),  # the kernel allows so much for the whole machine, which one bot could take
    "timer_create": (222, 107),  # can send SIGCONT to a stopped process; alarm is allowed
}

# Reported as done, and not done: they write out what other programs have written, the referee's journal too.
WITHOUT_EFFECT = {"sync": (162, 81), "syncfs": (306, 267)}

CLONE = (56, 220)
SOCKETS = ((41, 198), (53, 199))  # socket, socketpair
IOCTL = (16, 29)
FCNTL = (72, 25)
PRCTL = (157, 167)
SETSOCKOPT = (54, 208)
SCHED_SETSCHEDULER = (144, 119)
# call: which argument is the signal. Only the referee may send SIGCONT: it resumes stopped processes.
SIGNALS = {
    "kill": ((62, 129), 1),
    "tkill": ((200, 130), 1),
    "tgkill": ((234, 131), 2),
    "rt_sigqueueinfo": ((129, 138), 1),
    "rt_tgsigqueueinfo": ((297, 240), 2),
    "pidfd_send_signal": ((424, 424), 1),
}
NEWEST = 456  # newer system calls were not reviewed and are reported as missing

ORDINARY = 0  # SCHED_OTHER, which Mono requests although it is the default
NEW_NAMESPACES = 0x7E020000  # CLONE_NEWNS, CGROUP, UTS, IPC, USER, PID, NET
TYPING_INTO_TERMINALS = (0x5412, 0x541C)  # TIOCSTI, TIOCLINUX
EXIT_SIGNAL = 0xFF  # mask in clone's flags: the signal the parent gets when the child ends
SIGNAL_OF_A_FILE, SIGNAL_OF_PARENTS_END = 10, 1  # F_SETSIG, PR_SET_PDEATHSIG
CORE_TO_ITSELF = 62  # PR_SCHED_CORE: keeps other programs off the sibling hyperthread
SEND_BUFFERS = (7, 32)  # SO_SNDBUF, SO_SNDBUFFORCE: memory that is counted for no process


class Machine(NamedTuple):
    column: int  # in the tables above
    audit_arch: int


MACHINES = {"x86_64": Machine(0, 0xC000003E), "aarch64": Machine(1, 0xC00000B7)}

LOAD, MASK, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06  # BPF opcodes
CALL_AT, ARCH_AT, ARGUMENTS_AT = 0, 4, 16  # offsets in struct seccomp_data
ALLOW, KILL, FAIL = 0x7FFF0000, 0x80000000, 0x00050000


def program(machine: str) -> bytes:
    """The filter for `machine`, as `uname -m` names it; KeyError for an unknown one."""
    column, arch = MACHINES[machine]
    steps = [
        _step(LOAD, ARCH_AT),
        _step(EQUAL, arch, yes=1),
        _step(RETURN, KILL),
        _step(LOAD, CALL_AT),
        _step(AT_LEAST, NEWEST + 1, no=1),  # the x32 calls of x86_64 are in this range too
        _step(RETURN, FAIL | errno.ENOSYS),
    ]
    for table, error in ((REFUSED, errno.EPERM), (MISSING, errno.ENOSYS), (WITHOUT_EFFECT, 0)):
        for numbers in table.values():
            if (call := numbers[column]) is not None:
                steps += [_step(EQUAL, call, no=1), _step(RETURN, FAIL | error)]
    refused = _step(RETURN, FAIL | errno.EPERM)
    waking = [_step(EQUAL, signal.SIGCONT, no=1), refused]
    namespaces = [_step(ANY_BIT, NEW_NAMESPACES, no=1), refused]
    steps += _checked(CLONE[column], 0, [*namespaces, _step(MASK, EXIT_SIGNAL), *waking])
    for numbers, argument in SIGNALS.values():
        steps += _checked(numbers[column], argument, waking)
    steps += _checked(FCNTL[column], 1, [_step(EQUAL, SIGNAL_OF_A_FILE, no=1), refused])
    alone = [_step(EQUAL, CORE_TO_ITSELF, no=1), refused]
    parents_end = [_step(EQUAL, SIGNAL_OF_PARENTS_END, no=3), _argument(1), *waking]
    steps += _checked(PRCTL[column], 0, [*alone, *parents_end])
    steps += _checked(SCHED_SETSCHEDULER[column], 1, [_step(EQUAL, ORDINARY, yes=1), refused])
    buffers = [_step(EQUAL, SEND_BUFFERS[0], yes=1), _step(EQUAL, SEND_BUFFERS[1], no=1)]
    steps += _checked(SETSOCKOPT[column], 2, [*buffers, refused])
    for numbers in SOCKETS:
        unix = _step(EQUAL, socket.AF_UNIX, yes=1)
        steps += _checked(numbers[column], 0, [unix, _step(RETURN, FAIL | errno.EAFNOSUPPORT)])
    typing = [_step(EQUAL, TYPING_INTO_TERMINALS[0], yes=1), _step(EQUAL, TYPING_INTO_TERMINALS[1], no=1)]
    steps += _checked(IOCTL[column], 1, [*typing, refused])
    return b"".join([*steps, _step(RETURN, ALLOW)])


def _checked(call: int, argument: int, check: list[bytes]) -> list[bytes]:
    """Apply `check` to the low word of one argument of `call`; the call is allowed unless `check` returns.

    The kernel itself reads these arguments as 32-bit numbers, so the high word is ignored.
    """
    loaded = [_argument(argument), *check, _step(RETURN, ALLOW)]
    return [_step(EQUAL, call, no=len(loaded)), *loaded]


def _argument(number: int) -> bytes:
    return _step(LOAD, ARGUMENTS_AT + 8 * number)


def _step(code: int, operand: int, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("=HBBI", code, yes, no, operand)
