"""Makes a bot's program from its sources, in the cage it will play in."""

from __future__ import annotations

import os
import select
import time
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from steelyard.arena.sandbox import untrusted_folders
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.arena.sandbox.folder_walk import RefusedFolder
from steelyard.arena.sandbox.process import Limits, Sandbox, SandboxRefused
from steelyard.arena.verdicts import BotFailure, Fault

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.arena.program import Program

BUILD_S = 120.0
TRIES, AGAIN_S = 3, 0.5  # to start a build on a machine that is short of something
MOMENT_S = 0.25  # a longer one between two looks is the machine's doing, and not counted
BUILD_LIMITS = Limits(memory_mb=2048, processes=128, tmp_mb=512)
LOG_KEPT = 1 << 16
LINES_SHOWN = 12
# The Debian packages of what bots are built with, and where a shell says that a command is not there.
PACKAGES = {"g++": "g++", "mcs": "mono-mcs", "javac": "default-jdk-headless", "make": "make"}
NOT_FOUND = 127


def built(program: Program, into: Path, *, isolated: bool) -> Program:
    """The program made by its build command, in a copy of its folder; as it is if there is nothing to make.

    Raises the BotFailure with the beginning of the build's log, which is where compilers say what is wrong.
    """
    if not program.build or program.folder is None:
        return program
    folder = into / f"bot-{len(list(into.iterdir()))}"
    copy(program, folder)
    into.chmod(0o755)  # the caged bot is somebody else
    copied = replace(program, folder=folder)
    build(copied, isolated=isolated)
    return copied


def copy(program: Program, folder: Path) -> None:
    """Its folder as `folder`, for everybody to read; raises the BotFailure for what is not allowed there."""
    if program.folder is None:
        return
    try:
        untrusted_folders.copy(program.folder, folder, BUILD_LIMITS, open_to_all=True)
    except RefusedFolder as refused:
        raise BotFailure(Fault.FAILED_TO_BUILD, f"{program.name}: {refused}") from None
    except OSError as error:
        raise PlatformFault(f"{program.name}: its folder could not be copied: {error}") from error


def build(program: Program, *, isolated: bool) -> str:
    """Run its build command, if it has one, in its folder itself; what it printed. Raises the BotFailure.

    The folder is gone if the build left in it what is not allowed there. What is the machine's fault raises
    PlatformFault, after some tries.
    """
    if not program.build:
        return ""
    try:
        with _started(program, isolated=isolated) as sandbox:
            log, why = _watched(sandbox)
    except OSError as error:
        raise PlatformFault(f"{program.name}: this machine could not watch its build: {error}") from error
    if sandbox.refused:
        why = f"left what is not allowed: {sandbox.refused}"
    if why:
        raise _failure(program, why, log)
    return log


def _started(program: Program, *, isolated: bool) -> Sandbox:
    tries = TRIES
    while True:
        try:
            return Sandbox(
                program.build,
                folder=program.folder,
                limits=BUILD_LIMITS,
                isolated=isolated,
                writable_folder=True,
            )
        except (SandboxRefused, RefusedFolder) as error:
            raise BotFailure(Fault.FAILED_TO_BUILD, f"{program.name}: {error}") from None
        except PlatformFault:
            tries -= 1
            if not tries or not (program.folder and program.folder.is_dir()):
                raise
            time.sleep(AGAIN_S)


def _failure(program: Program, why: str, log: str) -> BotFailure:
    command, lines = program.build[0], log.strip().splitlines() or [""]
    told = f"{command} {why}" + (f": {lines[0]}" if lines[0] else "")
    if why == f"left with {NOT_FOUND}" and lines[-1].endswith(f"{command}: not found"):
        package = f"; on Debian or Ubuntu: apt install {PACKAGES[command]}" if command in PACKAGES else ""
        told = f"{command} is not installed{package}"
    elif script := _script_from_windows(program):
        told = f"{script} has Windows line ends, which sh cannot read; sed -i 's/\\r$//' {script} mends it"
    failure = BotFailure(Fault.FAILED_TO_BUILD, f"{program.name}: {told}", lines[0])
    more = [f"... and {len(lines) - LINES_SHOWN} lines more"] if len(lines) > LINES_SHOWN else []
    failure.log = "\n".join(lines[:LINES_SHOWN] + more)
    failure.whole_log = log
    return failure


def _script_from_windows(program: Program) -> str | None:
    """The shell script that the build runs, if it was saved with line ends that no shell likes."""
    for word in program.build:
        name = word.removeprefix("./")
        if program.folder is not None and name.endswith(".sh") and "/" not in name:
            with suppress(OSError, ValueError, RefusedFolder):
                if "\r\n" in untrusted_folders.read_text(program.folder, name):
                    return word
    return None


def _watched(sandbox: Sandbox) -> tuple[str, str]:
    """Everything it prints, and why it failed; nothing if it did not."""
    log = b""
    spent, before = 0.0, time.monotonic()
    poll = select.poll()
    for fd in (sandbox.stdout, sandbox.stderr):
        poll.register(fd, select.POLLIN)
    still_open = 2
    while still_open or sandbox.exit_status() is None:
        for fd, _ in sorted(poll.poll(50), key=lambda ready: ready[0] == sandbox.stdout):  # errors come first
            data = os.read(fd, 1 << 16)
            log = (log + data)[:LOG_KEPT]
            if not data:
                poll.unregister(fd)
                still_open -= 1
        if overstepped := sandbox.overstepped():
            return _text(log), f"went beyond its limits: {overstepped}"
        now = time.monotonic()
        spent, before = spent + min(now - before, MOMENT_S), now
        if spent > BUILD_S:
            return _text(log), f"did not end within {BUILD_S:g} s"
        if sandbox.exit_status() is not None and not poll.poll(0):
            break  # a child of its holds the pipes open
    status = sandbox.exit_status()
    return _text(log), f"left with {status}" if status else ""


def _text(log: bytes) -> str:
    return log.decode("utf-8", "replace")
