"""The filter of system calls, without a kernel."""

from __future__ import annotations

import errno
import re
import struct
from pathlib import Path

import pytest

from steelyard.arena.sandbox import seccomp

X86_64 = Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")
GENERIC = Path("/usr/include/asm-generic/unistd.h")  # what aarch64 uses
NUMBERS = re.compile(r"#define __NR(?:3264)?_(\w+)\s+(\d+)")
CHECKED = {"clone": seccomp.CLONE, "ioctl": seccomp.IOCTL}
CHECKED |= {"fcntl": seccomp.FCNTL, "prctl": seccomp.PRCTL, "setsockopt": seccomp.SETSOCKOPT}
CHECKED |= {"sched_setscheduler": seccomp.SCHED_SETSCHEDULER}
CHECKED |= {name: numbers for name, (numbers, _) in seccomp.SIGNALS.items()}
CHECKED |= dict(zip(("socket", "socketpair"), seccomp.SOCKETS, strict=True))
READ = 0, 63


@pytest.mark.parametrize("header", [X86_64, GENERIC], ids=["x86_64", "aarch64"])
def test_every_number_is_the_kernels(header: Path) -> None:
    if not header.exists():
        pytest.skip(f"{header} is not here to compare with")
    known = {name: int(number) for name, number in NUMBERS.findall(header.read_text())}
    column = [X86_64, GENERIC].index(header)
    ours = {**seccomp.REFUSED, **seccomp.MISSING, **seccomp.WITHOUT_EFFECT, **CHECKED}
    assert {name: numbers[column] for name, numbers in ours.items()} == {
        name: known.get(name) for name in ours
    }


@pytest.mark.parametrize("machine", seccomp.MACHINES)
def test_listed_calls_fail_and_others_pass(machine: str) -> None:
    column = seccomp.MACHINES[machine].column
    for table, error in (
        (seccomp.REFUSED, errno.EPERM),
        (seccomp.MISSING, errno.ENOSYS),
        (seccomp.WITHOUT_EFFECT, 0),
    ):
        for name, numbers in table.items():
            if (number := numbers[column]) is not None:
                assert verdict(machine, number) == seccomp.FAIL | error, name
    assert verdict(machine, READ[column]) == seccomp.ALLOW
    assert verdict(machine, seccomp.NEWEST) == seccomp.ALLOW
    assert verdict(machine, seccomp.NEWEST + 1) == seccomp.FAIL | errno.ENOSYS


@pytest.mark.parametrize("machine", seccomp.MACHINES)
@pytest.mark.parametrize(
    ("call", "arguments", "error"),
    [
        ("clone", (0x3D0F00, 0), 0),  # as a thread is started
        ("clone", (0x10000000 | 17, 0), errno.EPERM),
        ("clone", (0x00020000, 0), errno.EPERM),
        ("socket", (1, 1), 0),
        ("socket", (2, 1), errno.EAFNOSUPPORT),
        ("socket", (1 << 32 | 2, 1), errno.EAFNOSUPPORT),  # the kernel looks at the low word only
        ("socketpair", (1, 1), 0),
        ("socketpair", (16, 1), errno.EAFNOSUPPORT),
        ("ioctl", (0, 0x5401), 0),
        ("ioctl", (0, 0x5412), errno.EPERM),
        ("ioctl", (0, 1 << 32 | 0x541C), errno.EPERM),
        ("clone", (18, 0), errno.EPERM),  # its end would wake its parent
        ("clone", (17, 0), 0),
        ("kill", (1, 9), 0),
        ("kill", (-1 & 0xFFFFFFFF, 18), errno.EPERM),
        ("tkill", (5, 18), errno.EPERM),
        ("tgkill", (5, 5, 18), errno.EPERM),
        ("tgkill", (18, 18, 6), 0),
        ("rt_sigqueueinfo", (5, 18), errno.EPERM),
        ("rt_tgsigqueueinfo", (5, 5, 18), errno.EPERM),
        ("pidfd_send_signal", (5, 18), errno.EPERM),
        ("prctl", (1, 18), errno.EPERM),
        ("prctl", (1, 9), 0),
        ("prctl", (15, 18), 0),  # a name is no signal
        ("prctl", (62, 1), errno.EPERM),
        ("fcntl", (0, 10, 18), errno.EPERM),
        ("fcntl", (0, 4, 2048), 0),
        ("setsockopt", (3, 1, 7), errno.EPERM),
        ("setsockopt", (3, 1, 32), errno.EPERM),
        ("setsockopt", (3, 1, 2), 0),
        ("sched_setscheduler", (0, 0), 0),
        ("sched_setscheduler", (0, 5), errno.EPERM),  # to be idle
    ],
)
def test_some_calls_depend_on_what_they_ask_for(
    machine: str, call: str, arguments: tuple[int, ...], error: int
) -> None:
    number = CHECKED[call][seccomp.MACHINES[machine].column]
    expected = seccomp.FAIL | error if error else seccomp.ALLOW
    assert verdict(machine, number, *arguments) == expected


def test_a_call_by_another_machines_numbers_kills() -> None:
    assert verdict("x86_64", 0, arch=seccomp.MACHINES["aarch64"].audit_arch) == seccomp.KILL


def verdict(machine: str, call: int, *arguments: int, arch: int | None = None) -> int:
    """What the kernel would answer: its little machine, as far as we use it."""
    steps = list(struct.iter_unpack("=HBBI", seccomp.program(machine)))
    arch = seccomp.MACHINES[machine].audit_arch if arch is None else arch
    data = struct.pack("<IIQ6Q", call, arch, 0, *arguments, *([0] * (6 - len(arguments))))
    at, loaded = 0, 0
    while True:
        code, yes, no, operand = steps[at]
        at += 1
        if code == seccomp.RETURN:
            return int(operand)
        if code == seccomp.LOAD:
            (loaded,) = struct.unpack_from("<I", data, operand)
            continue
        if code == seccomp.MASK:
            loaded &= operand
            continue
        held = {
            seccomp.EQUAL: loaded == operand,
            seccomp.AT_LEAST: loaded >= operand,
            seccomp.ANY_BIT: bool(loaded & operand),
        }[code]
        at += yes if held else no
