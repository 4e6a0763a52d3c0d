"""Builds a bot's program from its sources, in a sandbox like the one it plays in."""

from __future__ import annotations

import errno
import os
import re
import select
import subprocess
import time
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from steelyard.arena.program import not_installed
from steelyard.arena.sandbox import build_slots, untrusted_folders
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.arena.sandbox.folder_walk import RefusedFolder
from steelyard.arena.sandbox.process import Limits, Sandbox, SandboxRefused
from steelyard.arena.verdicts import BotFailure, Fault

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from steelyard.arena.program import Program

BUILD_S = 120.0
TRIES, AGAIN_S = 3, 0.5  # attempts to start a build on a machine that is out of resources, and the pause
MOMENT_S = 0.25  # longest time counted between two polls: a longer gap is a stall of the machine
# A build's folder is in memory, which limits its files: a single one may be as large as all.
BUILD_LIMITS = Limits(memory_mb=2048, processes=128, tmp_mb=512, file_mb=512)
NO_SPACE = os.strerror(errno.ENOSPC).lower()  # as compilers say it, which then remove what they wrote
LIMIT_WORDS = {
    "out_of_disk": "filled its folder (out_of_disk): "
    f"{BUILD_LIMITS.folder_mb} MB and {BUILD_LIMITS.folder_entries} files are allowed",
    "out_of_memory": "used too much memory (out_of_memory): "
    f"{BUILD_LIMITS.memory_mb} MB are allowed, what it writes included",
    "too_many_processes": "started too many processes (too_many_processes): "
    f"{BUILD_LIMITS.processes} are allowed",
}
LOG_KEPT = 1 << 16
LINES_SHOWN = 12
NOT_FOUND = 127  # the shell's exit code for a command that is not there
# How an error looks: ERROR in the output of g++, clang, javac, mcs, rustc and the linker, EXCEPTION in the
# last line of a Python traceback, GO_ERROR in Go's output, which lacks the word. Places say where it is.
ERROR = re.compile(r"(?:^|[\s:)])(?:fatal )?error(?: [A-Z]+\d+|\[\w+\])?:|undefined reference to ")
EXCEPTION = re.compile(r"[\w.]*(?:Error|Exception)(?::|$)")
GO_ERROR = re.compile(r"(?:\./)?\S+\.go:\d+:\d+: ")
RUST_PLACE = re.compile(r"\s*--> (\S+)$")
PYTHON_PLACE = re.compile(r'File "(.+)", line (\d+)')


def built(program: Program, into: Path, *, isolated: bool) -> Program:
    """Build a program in a copy of its folder; returns it unchanged if it has no build command.

    Raises BotFailure with the first error and the beginning of the build's log.
    """
    if not program.build or program.folder is None:
        return program
    folder = into / f"bot-{len(list(into.iterdir()))}"
    copy(program, folder)
    into.chmod(0o755)  # the isolated bot runs as another user
    copied = replace(program, folder=folder)
    build(copied, isolated=isolated)
    return copied


def copy(program: Program, folder: Path) -> None:
    """Copy a program's folder to `folder`, readable for all; BotFailure if something in it is forbidden."""
    if program.folder is None:
        return
    try:
        untrusted_folders.copy(program.folder, folder, BUILD_LIMITS, open_to_all=True)
    except RefusedFolder as refused:
        raise BotFailure(Fault.FAILED_TO_BUILD, f"{program.name}: {refused}") from None
    except OSError as error:
        raise PlatformFault(f"{program.name}: its folder could not be copied: {error}") from error


def build_into(program: Program, folder: Path, *, isolated: bool) -> str:
    """Build a program in a copy of its folder, which is new; returns the output. Raises BotFailure."""
    copy(program, folder)
    return build(replace(program, folder=folder), isolated=isolated)


def build(program: Program, *, isolated: bool) -> str:
    """Run a program's build command, if any, and replace its folder by the result; returns the output.

    Raises BotFailure. If the build left something forbidden in the folder, the folder is removed. Errors of
    the machine raise PlatformFault, after some attempts.
    """
    if not program.build:
        return ""
    try:
        with build_slots.slot(BUILD_LIMITS.memory_mb), _started(program, isolated=isolated) as sandbox:
            log, why = _watched(sandbox)
            if not why:
                sandbox.take_folder()
    except RefusedFolder as refused:
        raise _failure(program, f"left something forbidden in the folder: {refused}", log) from None
    except OSError as error:
        raise PlatformFault(f"{program.name}: this machine could not run its build: {error}") from error
    if why and not sandbox.exceeded_limit() and NO_SPACE in log.lower():
        if not isolated:
            raise PlatformFault(f"{_failure(program, why, log).detail}: make room, then start again")
        why = LIMIT_WORDS["out_of_disk"]
    if why:
        raise _failure(program, why, log)
    return log


def build_in_place(program: Program) -> None:
    """Run a program's build command as its author would, in the folder itself: nothing in it is removed.

    Raises BotFailure as `build` does.
    """
    if not program.build:
        return
    try:
        done = subprocess.run(  # noqa: S603 - the author's own command, on the author's machine
            program.build,
            cwd=program.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    except FileNotFoundError:
        raise BotFailure(
            Fault.FAILED_TO_BUILD, f"{program.name}: {not_installed(program.build[0])}"
        ) from None
    if why := _end(done.returncode):
        raise _failure(program, why, _text(done.stdout))


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
        except SandboxRefused as error:
            raise BotFailure(Fault.FAILED_TO_BUILD, f"{program.name}: {error}") from None
        except PlatformFault:
            tries -= 1
            if not tries or not (program.folder and program.folder.is_dir()):
                raise
            time.sleep(AGAIN_S)


def error_line(lines: Sequence[str]) -> str:
    """The line that says what is wrong: the compiler's first error, or Python's exception with its place.

    Where no line looks like an error, it is the first one.
    """
    for number, line in enumerate(lines):
        if ERROR.search(line) or GO_ERROR.match(line):
            after = lines[number + 1] if number + 1 < len(lines) else ""
            place = RUST_PLACE.match(after)
            return f"{place[1]}: {line}" if place else line
        if EXCEPTION.match(line):
            places = [found for each in lines[:number] if (found := PYTHON_PLACE.search(each))]
            return f"{line} ({places[-1][1]}, line {places[-1][2]})" if places else line
    return lines[0]


def _failure(program: Program, why: str, log: str) -> BotFailure:
    command, lines = program.build[0], log.strip().splitlines() or [""]
    error = error_line(lines)
    summary = f"{command} {why}" + (f": {error}" if error else "")
    if why == f"failed with exit code {NOT_FOUND}" and lines[-1].endswith(f"{command}: not found"):
        summary = not_installed(command)
    elif script := _script_from_windows(program):
        summary = (
            f"{script} has Windows line ends, which sh cannot read; fix it with sed -i 's/\\r$//' {script}"
        )
    more = [f"... and {len(lines) - LINES_SHOWN} more lines"] if len(lines) > LINES_SHOWN else []
    shown = "\n".join(lines[:LINES_SHOWN] + more)
    return BotFailure(Fault.FAILED_TO_BUILD, f"{program.name}: {summary}", error, shown, log)


def _script_from_windows(program: Program) -> str | None:
    """The shell script that the build runs, if it has Windows line ends."""
    for word in program.build:
        name = word.removeprefix("./")
        if program.folder is not None and name.endswith(".sh") and "/" not in name:
            with suppress(OSError, ValueError, RefusedFolder):
                if "\r\n" in untrusted_folders.read_text(program.folder, name):
                    return word
    return None


def _watched(sandbox: Sandbox) -> tuple[str, str]:
    """Watch a build until it ends: its output, and why it failed (empty if it did not)."""
    log = b""
    spent, before = 0.0, time.monotonic()
    poll = select.poll()
    for fd in (sandbox.stdout, sandbox.stderr):
        poll.register(fd, select.POLLIN)
    still_open = 2
    while still_open or sandbox.exit_status() is None:
        # Standard error first.
        for fd, _ in sorted(poll.poll(50), key=lambda ready: ready[0] == sandbox.stdout):
            data = os.read(fd, 1 << 16)
            log = (log + data)[:LOG_KEPT]
            if not data:
                poll.unregister(fd)
                still_open -= 1
        if exceeded_limit := sandbox.exceeded_limit():
            return _text(log), LIMIT_WORDS[exceeded_limit]
        now = time.monotonic()
        spent, before = spent + min(now - before, MOMENT_S), now
        if spent > BUILD_S:
            return _text(log), f"did not finish within {BUILD_S:g} s"
        if sandbox.exit_status() is not None and not poll.poll(0):
            break  # a child process still holds the pipes open
    exceeded_limit = sandbox.exceeded_limit()  # it may have been killed since the last look
    why = LIMIT_WORDS[exceeded_limit] if exceeded_limit else _end(sandbox.exit_status())
    return _text(log), why


def _end(status: int | None) -> str:
    """Why a build with that exit status failed; empty if it did not."""
    if not status:
        return ""
    return f"failed with exit code {status}" if status > 0 else f"was killed by signal {-status}"


def _text(log: bytes) -> str:
    return log.decode("utf-8", "replace")
