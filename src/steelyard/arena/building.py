"""Makes a bot's program from its sources, in the cage it will play in."""

from __future__ import annotations

import os
import select
import time
from typing import TYPE_CHECKING

from steelyard.arena.jail import Jail, Limits
from steelyard.arena.verdict import Failure, Fault

if TYPE_CHECKING:
    from steelyard.arena.program import Program

BUILD_S = 120.0
BUILD_LIMITS = Limits(memory_mb=2048, processes=128, tmp_mb=512)
LOG_KEPT = 1 << 16


def build(program: Program, *, isolated: bool) -> str:
    """Run the program's build command if it has one; its log. Raises the Failure with the log's end."""
    if not program.build:
        return ""
    try:
        jail = Jail(
            program.build, folder=program.folder, limits=BUILD_LIMITS, isolated=isolated, writable_folder=True
        )
    except OSError as error:
        raise Failure(
            Fault.FAILED_TO_BUILD, f"{program.name}: {program.build[0]}: {error.strerror}"
        ) from None
    with jail:
        log, status = _watched(jail)
    if status != 0:
        why = f"no end after {BUILD_S:g} s" if status is None else f"{program.build[0]} left with {status}"
        failure = Failure(Fault.FAILED_TO_BUILD, f"{program.name}: {why}", log.strip()[-2000:])
        failure.log = log
        raise failure
    return log


def _watched(jail: Jail) -> tuple[str, int | None]:
    """Everything it prints, and its exit status; None when it takes too long."""
    log = b""
    deadline = time.monotonic() + BUILD_S
    poll = select.poll()
    for fd in (jail.stdout, jail.stderr):
        poll.register(fd, select.POLLIN)
    still_open = 2
    while still_open and time.monotonic() < deadline:
        for fd, _ in poll.poll(100):
            data = os.read(fd, 1 << 16)
            log = (log + data)[-LOG_KEPT:]
            if not data:
                poll.unregister(fd)
                still_open -= 1
    while jail.exit_status() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    return log.decode("utf-8", "replace"), jail.exit_status()
