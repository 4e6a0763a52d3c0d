"""What goes wrong with the machine is never a bot's failure, and leaves nothing behind."""

from __future__ import annotations

import errno
import os
import resource
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from steelyard.arena import build
from steelyard.arena.program import Program
from steelyard.arena.referee.player import Player
from steelyard.arena.sandbox import bubblewrap, cgroups, process, procfs, user_ids
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.arena.sandbox.process import Sandbox, SandboxRefused
from steelyard.arena.sandbox.process_tree import Tree
from steelyard.arena.verdicts import BotFailure
from tests.arena.conftest import needs_bubblewrap, nothing_left
from tests.arena.sandbox_runner import open_files

pytestmark = [needs_bubblewrap, pytest.mark.usefixtures("_nothing_is_left")]


@pytest.mark.usefixtures("_groups")
def test_wherever_descriptors_run_out_it_is_the_machine(tmp_path: Path) -> None:
    """With room for none, for one, and so on until it is enough."""
    tmp_path.chmod(0o755)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    outcomes: list[str] = []
    while not outcomes or outcomes[-1] == "fault":
        free = os.dup(0)  # the lowest number that is not taken
        os.close(free)
        with nothing_left():
            resource.setrlimit(resource.RLIMIT_NOFILE, (free + len(outcomes), hard))
            try:
                Sandbox(["true"], folder=tmp_path, writable_folder=True).close()
                outcomes.append("started")
            except PlatformFault:
                outcomes.append("fault")
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        assert len(outcomes) < 60 + len(open_files())  # numbers in between may be taken
        tmp_path.mkdir(exist_ok=True)
    assert len(outcomes) > 5


def test_a_machine_that_can_start_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(subprocess, "Popen", refuse)
    with pytest.raises(PlatformFault, match=r"could not run a bot: .*Resource temporarily unavailable"):
        Sandbox(["true"], folder=None)


def test_a_cage_that_is_not_ready_in_time(monkeypatch: pytest.MonkeyPatch, open_folder: Path) -> None:
    stuck = open_folder / "bwrap"
    stuck.write_text("#!/bin/sh\nexec sleep 300\n")
    stuck.chmod(0o755)
    monkeypatch.setattr(bubblewrap, "SYSTEM_PATH", f"{open_folder}:{bubblewrap.SYSTEM_PATH}")
    monkeypatch.setattr(process, "STARTING_S", 0.0)
    with pytest.raises(PlatformFault, match="sandbox was not ready within 0 s"):
        Sandbox(["true"], folder=None)
    stuck.unlink()


def test_bubblewrap_that_is_short_of_memory(monkeypatch: pytest.MonkeyPatch, open_folder: Path) -> None:
    broken = open_folder / "bwrap"
    broken.write_text(
        "#!/bin/sh\necho 'bwrap: Creating new namespace failed: Cannot allocate memory' >&2\nexit 1\n"
    )
    broken.chmod(0o755)
    monkeypatch.setattr(bubblewrap, "SYSTEM_PATH", f"{open_folder}:{bubblewrap.SYSTEM_PATH}")
    with pytest.raises(PlatformFault, match=r"could not be set up: bwrap: .*Cannot allocate memory"):
        Sandbox(["true"], folder=None)
    broken.unlink()


def test_what_bubblewrap_says_at_its_end_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, open_folder: Path
) -> None:
    """Its output ends before that."""
    broken = open_folder / "bwrap"
    closing = "".join(f"exec {number}>&-\n" for number in (1, *range(3, 10)))
    broken.write_text(f"#!/bin/sh\n{closing}sleep 0.2\necho 'bwrap: Cannot allocate memory' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setattr(bubblewrap, "SYSTEM_PATH", f"{open_folder}:{bubblewrap.SYSTEM_PATH}")
    with pytest.raises(PlatformFault, match=r"could not be set up: bwrap: Cannot allocate memory"):
        Sandbox(["true"], folder=None)
    broken.unlink()


@pytest.mark.skipif(os.getuid() != 0, reason="only root lends users")
def test_no_user_id_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_ids, "COUNT", 0)
    with pytest.raises(PlatformFault, match="all 0 user ids for bots are in use"):
        Sandbox(["true"], folder=None)


def test_a_command_that_is_too_long_is_the_bots() -> None:
    with pytest.raises(SandboxRefused, match="the bot's command is too long"):
        Sandbox(["echo", "x" * (1 << 18)], folder=None)


@pytest.mark.parametrize(
    ("owner", "step"), [(Tree, "end"), (cgroups.Cgroup, "remove"), (process, "wait_for_end")]
)
def test_at_the_end_every_step_is_done_whatever_another_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, owner: object, step: str
) -> None:
    ours = getattr(owner, step)

    def fail(*words: Any) -> None:
        ours(*words)
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(owner, step, fail)
    tmp_path.chmod(0o755)
    held = Sandbox(["sleep", "60"], folder=tmp_path, writable_folder=True)
    with pytest.raises(PlatformFault, match="Too many open files"):
        held.close()
    assert not procfs.alive(held.pid)
    assert tmp_path.stat().st_uid == os.getuid()


def test_a_last_look_that_fails_does_not_keep_the_rest_from_ending(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*_: object) -> bool:
        raise OSError(errno.ENFILE, os.strerror(errno.ENFILE))

    tmp_path.chmod(0o755)
    held = Sandbox(["sleep", "60"], folder=tmp_path, writable_folder=True)
    monkeypatch.setattr(os, "fstatvfs", fail)
    with pytest.raises(PlatformFault, match="Too many open files in system"):
        held.close()
    assert not procfs.alive(held.pid)


@pytest.mark.parametrize("faults", [2, 3])
def test_a_build_is_tried_three_times_before_it_is_our_fault(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, faults: int
) -> None:
    tried = []

    def sometimes(*words: Any, **options: Any) -> Sandbox:
        tried.append(words)
        if len(tried) <= faults:
            raise PlatformFault("this machine is short of processes")
        return Sandbox(*words, **options)

    monkeypatch.setattr(build, "Sandbox", sometimes)
    monkeypatch.setattr(build, "AGAIN_S", 0.0)
    tmp_path.chmod(0o755)
    program = Program("ada", "ada", ("true",), tmp_path, ("sh", "-c", "echo made"))
    if faults < build.TRIES:
        assert build.build(program, isolated=True) == "made\n"
    else:
        with pytest.raises(PlatformFault, match="short of processes"):
            build.build(program, isolated=True)
    assert len(tried) == 3


def test_a_bots_failure_is_not_tried_again(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    program = Program("ada", "ada", ("true",), tmp_path, ("sh", "-c", "echo once; exit 1"))
    with pytest.raises(BotFailure, match="failed with exit code 1") as failure:
        build.build(program, isolated=True)
    assert failure.value.whole_log == "once\n"


def test_a_build_that_finds_the_disk_full_is_not_the_bots_failure(tmp_path: Path) -> None:
    """In a sandbox it writes to no disk: what is full is its own folder."""
    tmp_path.chmod(0o755)
    program = Program("ada", "ada", ("true",), tmp_path, ("sh", "-c", "cat bot.py > /dev/full"))
    (tmp_path / "bot.py").write_text("import this")
    with pytest.raises(PlatformFault, match=r"ada: .*exit code 1: cat: .*No space left on device: make room"):
        build.build(program, isolated=False)
    with pytest.raises(BotFailure, match=r"\(out_of_disk\): 512 MB .*: cat: .*No space left on device"):
        build.build(program, isolated=True)


@pytest.mark.parametrize("starved", [True, False])
def test_a_killed_bot_is_waited_for_as_long_as_it_lacks_a_cpu(
    monkeypatch: pytest.MonkeyPatch, *, starved: bool
) -> None:
    """A process that was killed ends on a CPU; only one that does not even want one cannot be killed."""
    held = Sandbox(["sleep", "60"], folder=None)
    ended = held._process.wait
    patience = [1.0, 1.0]

    def wait(_seconds: float) -> int:
        if patience:
            raise subprocess.TimeoutExpired("sleep", patience.pop())
        return ended()

    monkeypatch.setattr(held._process, "wait", wait)
    monkeypatch.setattr(procfs, "want_cpu", lambda _pids: starved)
    if starved:
        held.close()
        assert not patience
    else:
        with pytest.raises(PlatformFault, match="cannot be killed"):
            held.close()
        ended()


@pytest.mark.parametrize("isolated", [True, False])
@pytest.mark.parametrize(
    ("signal_", "kills", "blamed"), [("KILL", 1, False), ("KILL", 0, True), ("TERM", 1, True)]
)
def test_without_control_groups_a_bot_is_not_blamed_while_the_kernel_ends_processes_for_memory(
    monkeypatch: pytest.MonkeyPatch, *, isolated: bool, signal_: str, kills: int, blamed: bool
) -> None:
    """The kernel counts these for the whole machine; where it has ended none, a kill is not its own."""
    monkeypatch.setattr(cgroups, "bases", list)
    monkeypatch.setattr(procfs, "memory_kills", lambda: 5)
    command = ["sh", "-c", f"sleep 0 & wait; kill -{signal_} $$"]
    with closing(Player("b", lambda: Sandbox(command, folder=None, isolated=isolated))) as player:
        player.begin_game(1)
        monkeypatch.setattr(procfs, "memory_kills", lambda: 5 + kills)
        if blamed:
            assert f"SIG{signal_}" in player.ended().detail
            return
        with pytest.raises(PlatformFault, match=r"b: it was killed while .* for lack of memory") as fault:
            player.ended()
    assert fault.value.seats == (1,)


def test_the_kernel_counts_what_it_ends_for_memory() -> None:
    assert procfs.memory_kills() >= 0
    assert "oom_kill" in Path("/proc/vmstat").read_text("ascii")
