"""Makes a bot's program from its sources, in the cage it will play in."""

from __future__ import annotations

import os
import select
import shutil
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from steelyard.arena.jail import Jail, Limits
from steelyard.arena.verdict import Failure, Fault
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.arena.program import Program

BUILD_S = 120.0
BUILD_LIMITS = Limits(memory_mb=2048, processes=128, tmp_mb=512)
LOG_KEPT = 1 << 16


def built(program: Program, into: Path, *, isolated: bool) -> Program:
    """The program made by its build command, in a copy of its folder; as it is if there is nothing to make.

    Raises the Failure with the end of the build's log.
    """
    if not program.build or program.folder is None:
        return program
    folder = into / f"bot-{len(list(into.iterdir()))}"
    shutil.copytree(program.folder, folder, symlinks=True)
    into.chmod(0o755)  # the caged bot is somebody else
    copied = replace(program, folder=folder)
    build(copied, isolated=isolated)
    return copied


def build(program: Program, *, isolated: bool) -> None:
    """Run its build command, if it has one, in its folder itself; raises the Failure."""
    if not program.build:
        return
    try:
        jail = Jail(
            program.build, folder=program.folder, limits=BUILD_LIMITS, isolated=isolated, writable_folder=True
        )
    except (OSError, SteelyardError) as error:
        raise Failure(Fault.FAILED_TO_BUILD, f"{program.name}: {error}") from None
    with jail:
        log, why = _watched(jail)
    if why:
        failure = Failure(
            Fault.FAILED_TO_BUILD, f"{program.name}: {program.build[0]} {why}", log.strip()[-2000:]
        )
        failure.log = log
        raise failure


def _watched(jail: Jail) -> tuple[str, str]:
    """Everything it prints, and why it failed; nothing if it did not."""
    log = b""
    deadline = time.monotonic() + BUILD_S
    poll = select.poll()
    for fd in (jail.stdout, jail.stderr):
        poll.register(fd, select.POLLIN)
    still_open = 2
    while still_open or jail.exit_status() is None:
        for fd, _ in poll.poll(50):
            data = os.read(fd, 1 << 16)
            log = (log + data)[-LOG_KEPT:]
            if not data:
                poll.unregister(fd)
                still_open -= 1
        if overstepped := jail.overstepped():
            return _text(log), f"went beyond its limits: {overstepped}"
        if time.monotonic() > deadline:
            return _text(log), f"did not end within {BUILD_S:g} s"
        if jail.exit_status() is not None and not poll.poll(0):
            break  # a child of its holds the pipes open
    status = jail.exit_status()
    return _text(log), f"left with {status}" if status else ""


def _text(log: bytes) -> str:
    return log.decode("utf-8", "replace")
