"""What a referee can rely on when it puts a bot into a sandbox."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from pathlib import Path

import pytest

from steelyard.arena.sandbox import bubblewrap, procfs, user_ids
from steelyard.arena.sandbox.interpreter import this_python
from steelyard.arena.sandbox.process import Limits, Sandbox, SandboxRefused
from tests.arena.conftest import needs_bubblewrap
from tests.arena.sandbox_runner import read
from tests.arena.sandboxes import python, run
from tests.timeouts import TIMEOUT_S, wait_until

pytestmark = [needs_bubblewrap, pytest.mark.usefixtures("_nothing_is_left")]
as_root = pytest.mark.skipif(os.getuid() != 0, reason="only root lends users")


def test_it_hears_what_is_written_and_its_words_come_back() -> None:
    with Sandbox(["cat"], folder=None) as sandbox:
        os.write(sandbox.stdin, b"hello\n\nthere\n")
        heard = b""
        while len(heard) < 13:
            heard += read(sandbox.stdout)
        assert heard == b"hello\n\nthere\n"
        assert sandbox.exit_status() is None


@pytest.mark.parametrize("isolated", [True, False], ids=["sandboxed", "unsandboxed"])
@pytest.mark.parametrize(
    ("command", "status"), [("exit 0", 0), ("exit 7", 7), ("kill -SEGV $$", -11), ("kill -KILL $$", -9)]
)
def test_it_ends_with_its_own_status(command: str, status: int, *, isolated: bool) -> None:
    assert run("sh", "-c", command, isolated=isolated)[2] == status


@pytest.mark.parametrize("isolated", [True, False], ids=["sandboxed", "unsandboxed"])
def test_a_program_that_is_not_there_ends_with_127_and_says_so(*, isolated: bool) -> None:
    _, err, status = run("./no-such-bot", isolated=isolated)
    assert status == 127
    assert "no-such-bot: not found" in err


def test_closing_kills_and_can_be_done_twice() -> None:
    sandbox = Sandbox(["sleep", "60"], folder=None)
    assert procfs.alive(sandbox.pid)
    sandbox.close()
    assert not procfs.alive(sandbox.pid)
    assert sandbox.exit_status() == -signal.SIGKILL
    sandbox.close()
    assert (sandbox.exceeded_limit(), sandbox.cpu_ns() >= 0) == (None, True)
    sandbox.freeze()
    sandbox.thaw()


def test_a_bot_in_a_closed_place_finds_itself_in_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "a bot\\ with#signs"
    folder.mkdir()
    (folder / "hello.txt").write_text("hello")
    tmp_path.chmod(0o700)
    assert run("sh", "-c", "pwd; cat hello.txt", folder=folder) == ("/bot\nhello", "", 0)


def test_without_a_folder_it_starts_in_tmp() -> None:
    assert run("pwd") == ("/tmp\n", "", 0)  # noqa: S108 - its own


@as_root
def test_a_folder_the_bot_could_not_read_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    with pytest.raises(SandboxRefused, match=f"chmod -R a\\+rX {tmp_path}"):
        Sandbox(["true"], folder=tmp_path)


def test_what_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SandboxRefused, match="nowhere does not exist"):
        Sandbox(["true"], folder=None, read_only=[tmp_path / "nowhere"])


def test_a_core_that_does_not_exist_is_refused() -> None:
    with pytest.raises(SandboxRefused, match="no core 1000000"):
        Sandbox(["true"], folder=None, core=1_000_000)


def test_a_variable_without_a_proper_name_is_refused() -> None:
    with pytest.raises(SandboxRefused, match="'A=B' is not a valid name"):
        Sandbox(["true"], folder=None, env={"A=B": "C"})


@pytest.mark.parametrize("isolated", [True, False], ids=["sandboxed", "unsandboxed"])
def test_variables_arrive_as_given(*, isolated: bool) -> None:
    odd = "two words; $HOME 'quoted'\n--"
    assert run("sh", "-c", 'printf %s "$ODD"', env={"ODD": odd}, isolated=isolated)[0] == odd


def test_a_bots_own_path_does_not_lead_our_helpers_astray(tmp_path: Path) -> None:
    """Else it could bring a prlimit of its own, and have no limits."""
    for helper in ("prlimit", "sh", "setpriv", "bwrap", "mount"):
        (tmp_path / helper).write_text("#!/bin/sh\necho FAKE\n")
        (tmp_path / helper).chmod(0o755)
    tmp_path.chmod(0o755)
    out, _, status = run("/bin/sh", "-c", "ulimit -n", folder=tmp_path, env={"PATH": "/bot"})
    assert (out, status) == ("256\n", 0)


def test_it_keeps_to_its_core() -> None:
    core = max(os.sched_getaffinity(0))
    with Sandbox(["sleep", "60"], folder=None, core=core) as sandbox:
        assert os.sched_getaffinity(sandbox.pid) == {core}


@pytest.mark.parametrize("isolated", [True, False], ids=["sandboxed", "unsandboxed"])
@pytest.mark.parametrize("closing", ["exec >&-", "exec <&- >&-"], ids=["output", "both"])
def test_its_output_ends_when_it_closes_it(closing: str, *, isolated: bool) -> None:
    with Sandbox(["sh", "-c", f"{closing}; sleep 60"], folder=None, isolated=isolated) as sandbox:
        poll = select.poll()
        poll.register(sandbox.stdout, select.POLLIN)
        assert poll.poll(TIMEOUT_S * 1000)
        assert os.read(sandbox.stdout, 1) == b""
        assert sandbox.exit_status() is None


@pytest.mark.usefixtures("_groups")
def test_a_bot_within_its_limits_overstepped_nothing() -> None:
    with python(
        "import time; held = bytearray(8 << 20); time.sleep(60)", limits=Limits(memory_mb=64)
    ) as sandbox:
        wait_until(lambda: sandbox.cpu_ns() > 5_000_000)
        assert sandbox.exceeded_limit() is None


def test_a_verdict_stays_after_closing() -> None:
    hog = "held = []\nwhile True: held.append(b'x' * (1 << 20))"
    with python(hog, limits=Limits(memory_mb=32)) as sandbox:
        wait_until(lambda: sandbox.exceeded_limit() is not None)
    assert sandbox.exceeded_limit() == "out_of_memory"


def test_a_sandbox_outlives_the_thread_that_asked_for_it() -> None:
    """The kernel ends a sandbox with the thread that started it; asking must not be starting."""
    sandboxes: list[Sandbox] = []
    asker = threading.Thread(target=lambda: sandboxes.append(Sandbox(["cat"], folder=None)))
    asker.start()
    asker.join()
    with sandboxes[0] as sandbox:
        os.write(sandbox.stdin, b"still there\n")
        wait_until(lambda: read(sandbox.stdout) == b"still there\n")
        assert sandbox.exit_status() is None


@as_root
def test_each_has_a_user_of_its_own_which_it_gives_back() -> None:
    with Sandbox(["sleep", "60"], folder=None) as one, Sandbox(["sleep", "60"], folder=None) as other:
        users = [Path(f"/proc/{sandbox.pid}").stat().st_uid for sandbox in (one, other)]
    assert len(set(users)) == 2
    assert all(user_ids.FIRST <= user < user_ids.FIRST + user_ids.COUNT for user in users)
    leases = [user_ids.lease() for _ in range(user_ids.COUNT // 100)]
    assert len({lease.uid for lease in leases}) == len(leases)
    for lease in leases:
        lease.end()


def test_a_secret_is_on_no_command_line_not_even_before_the_program_has_started() -> None:
    with Sandbox(["sleep", "60"], folder=None, isolated=False, secrets={"TICKET": "hidden"}) as sandbox:
        environment = Path(f"/proc/{sandbox.pid}/environ")  # empty while the program is being started
        wait_until(lambda: b"TICKET=hidden" in environment.read_bytes().split(b"\0"))
    launch = bubblewrap.unsandboxed(["sleep", "60"], None, Limits(), {}, {"TICKET": "hidden"})
    assert not any("hidden" in word for word in launch.command)
    with pytest.raises(SandboxRefused, match="a bot in a sandbox gets no secrets"):
        Sandbox(["true"], folder=None, secrets={"TICKET": "hidden"})


# Our own bots run on our own Python, with what is installed and compiled for it.
def test_our_own_python_runs_with_what_is_installed_for_it() -> None:
    here = this_python()
    program = "import steelyard, numpy; print(steelyard.__file__, numpy.zeros(2).sum())"
    out, err, _ = run(here.executable, "-c", program, read_only=here.read_only, env=here.env)
    assert out == f"{sys.modules['steelyard'].__file__} 0.0\n", err


def test_our_own_python_starts_with_the_compiled_kernels_of_a_private_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """They are in a folder that nobody else can read, and more than fits in a bot's /tmp."""
    kernels = tmp_path / "home" / "kernels" / "abc" / "sources"
    kernels.mkdir(parents=True)
    with (kernels / "kernel.nbc").open("wb") as large:
        large.truncate((Limits().tmp_mb + 1) << 20)
    (kernels / "kernel.nbi").write_text("compiled")
    for path in (kernels / "kernel.nbc", kernels / "kernel.nbi"):
        path.chmod(0o600)
    for folder in (kernels, *kernels.parents[:3]):
        folder.chmod(0o700)
    monkeypatch.setenv("STEELYARD_CACHE", str(tmp_path / "home"))
    here = this_python()
    program = (
        "from steelyard.core.directories import cache_folder;"
        "folder = cache_folder('abc') / 'sources';"
        "print(sorted(each.name for each in folder.iterdir()), (folder / 'kernel.nbi').read_text())"
    )
    out, err, _ = run(here.executable, "-c", program, read_only=here.read_only, env=here.env)
    assert out == "['kernel.nbc', 'kernel.nbi'] compiled\n", err


def test_our_own_python_without_a_sandbox_shares_our_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("STEELYARD_CACHE", str(tmp_path))
    here = this_python(isolated=False)
    program = "from steelyard.core.directories import cache_folder; print(cache_folder('abc'))"
    out, err, _ = run(here.executable, "-c", program, isolated=False, env=here.env)
    assert out == f"{tmp_path / 'kernels' / 'abc'}\n", err
