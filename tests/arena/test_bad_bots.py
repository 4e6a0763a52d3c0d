"""Every bad bot does in a sandbox what it is there for."""

from __future__ import annotations

import dataclasses
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steelyard.arena.sandbox import procfs
from steelyard.arena.sandbox.interpreter import this_python
from steelyard.arena.sandbox.process import Limits, Sandbox
from tests.arena.conftest import needs_bubblewrap
from tests.arena.sandbox_runner import Traces, listen, read, still
from tests.timeouts import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = needs_bubblewrap
BAD_BOTS = Path(__file__).parent.parent / "bad_bots"
ONE_TURN = b'{"type": "hello"}\n{"type": "turn", "game": 1, "turn": 1, "legal": ["LA", "LB"]}\n'
READY = '{{"type": "ready", "name": "{}"}}\n'

ENDING = {  # status, last words
    "exit_zero": (0, ""),
    "orphan_child": (0, ""),
    "segfault": (-signal.SIGSEGV, ""),
    "fills_disk": (1, "nowhere left to write"),
    "opens_sockets": (1, "nobody to talk to"),
    "reads_others": (1, "nothing to steal"),
    "writes_to_process_1": (1, "nothing to write to"),
    "opens_many_files": (1, "Too many open files"),
    "hides_memory": (1, "Function not implemented"),
    "deletes_itself": (1, "Read-only file system"),
    "grows_its_environment": (1, "Argument list too long"),
    "logs_100_mb": (1, "x" * 1000),
}
WAITING = {  # all it says before it waits for ever
    "silent": b"",
    "slow_start": b"",
    "closes_output": READY.format("closes_output").encode(),
    "closes_input": READY.format("closes_input").encode()
    + b'{"type": "move", "game": 1, "turn": 1, "move": "LA"}\n',
    "slow": READY.format("slow").encode(),
    "ignores_sigterm": READY.format("ignores_sigterm").encode(),
    "half_a_line": READY.format("half_a_line").encode() + b'{"type": "move", "game":',
    "babbling_before_ready": b"Loading opening book... done\n"
    + READY.format("babbling_before_ready").encode()
    + b'{"type": "move", "game": 1, "turn": 1, "move": "LA"}\n',
    "illegal": READY.format("illegal").encode() + b'{"type": "move", "game": 1, "turn": 1, "move": "LA"}\n',
    "binary_garbage": READY.format("binary_garbage").encode() + bytes(range(255, 0, -1)) + b"\n",
    "huge_line": READY.format("huge_line").encode() + b"x" * 100_000_000 + b"\n",
}
OVERSTEPPING = {
    "fork_bomb": "too_many_processes",
    "floods_threads": "too_many_processes",
    "zombies": "too_many_processes",
    "memory_hog": "out_of_memory",
    "hoards_sockets": "out_of_memory",
}
FLOODING = {"floods_stderr"}
PLAYED = {  # what they do shows in a game
    "answers_in_a_flood",
    "no_line_ends",
    "orphan_that_answers",
    "signals_everybody",
    "stops_itself",
    "wakes_itself",
}


@contextmanager
def sandboxed(name: str) -> Iterator[Sandbox]:
    python = this_python()
    with Sandbox(
        [python.executable, f"{name}.py"],
        folder=BAD_BOTS,
        limits=Limits(memory_mb=96, processes=16, tmp_mb=8),
        read_only=python.read_only,
    ) as sandbox:
        traces = Traces.of(sandbox.pid)
        os.write(sandbox.stdin, ONE_TURN)
        yield sandbox
    assert traces.left() == []


def test_traces_are_told_from_what_others_do_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]) as ours:
        traces = Traces.of(ours.pid)
        assert traces.left() == [f"child {ours.pid}"]
        later = dataclasses.replace(traces, since=traces.since + 1)
        assert later.left() == []
        listed = procfs.descendants(os.getpid())  # as it is when one of them ends before it is looked at
        ours.kill()
    monkeypatch.setattr(procfs, "children", lambda pid: listed if pid == os.getpid() else [])
    assert traces.left() == []


def test_none_is_forgotten() -> None:
    there = {path.stem for path in BAD_BOTS.glob("*.py")} - {"polite"}
    assert there == {*ENDING, *WAITING, *OVERSTEPPING, *FLOODING, *PLAYED}


@pytest.mark.parametrize("name", ENDING)
def test_one_that_ends(name: str) -> None:
    status, last_words = ENDING[name]
    with sandboxed(name) as sandbox:
        out, err = listen(sandbox)
        assert out == READY.format(name), err
        assert last_words in err
        assert (sandbox.exit_status(), sandbox.exceeded_limit()) == (status, None)


@pytest.mark.parametrize("name", WAITING)
def test_one_that_waits(name: str) -> None:
    with sandboxed(name) as sandbox:
        said = bytearray()

        def said_all() -> bool:
            while chunk := read(sandbox.stdout):
                said.extend(chunk)
            return len(said) >= len(WAITING[name])

        wait_until(said_all)
        wait_until(lambda: still(sandbox))
        os.kill(sandbox.pid, signal.SIGCONT)  # none of them minds
        assert said + read(sandbox.stdout) == WAITING[name]
        assert (sandbox.exit_status(), sandbox.exceeded_limit()) == (None, None)


@pytest.mark.parametrize("name", OVERSTEPPING)
def test_one_that_oversteps(name: str) -> None:
    with sandboxed(name) as sandbox:
        out, err = listen(sandbox)
        assert (out, sandbox.exceeded_limit()) == (READY.format(name), OVERSTEPPING[name]), err


def test_one_that_floods() -> None:
    with sandboxed("floods_stderr") as sandbox:
        heard = 0

        def flooded() -> bool:
            nonlocal heard
            while heard < 10_000_000 and (chunk := read(sandbox.stderr)):
                heard += len(chunk)
            return heard >= 10_000_000

        wait_until(flooded)
        assert read(sandbox.stdout).decode() == READY.format("floods_stderr")


def test_one_that_hears_no_signal() -> None:
    with sandboxed("ignores_sigterm") as sandbox:
        wait_until(lambda: read(sandbox.stdout))
        wait_until(lambda: still(sandbox))
        os.kill(sandbox.pid, signal.SIGTERM)
        os.kill(sandbox.pid, signal.SIGHUP)
        wait_until(lambda: still(sandbox))
        assert sandbox.exit_status() is None
    assert not procfs.alive(sandbox.pid)
