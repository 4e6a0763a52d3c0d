"""What a referee can rely on when it puts a bot into a sandbox."""

from __future__ import annotations

import os
import platform
import select
import signal
import sys
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from steelyard.arena.sandbox import bubblewrap, cgroups, process_tree, procfs, untrusted_folders, user_ids
from steelyard.arena.sandbox.interpreter import this_python
from steelyard.arena.sandbox.process import (
    IsolationMissing,
    Limits,
    Sandbox,
    SandboxRefused,
    available,
    not_enforced,
    not_guaranteed,
)
from tests.arena.conftest import needs_bubblewrap
from tests.arena.sandbox_runner import listen, read, still
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [needs_bubblewrap, pytest.mark.usefixtures("_nothing_is_left")]
as_root = pytest.mark.skipif(os.getuid() != 0, reason="only root lends users")
BURN = "import time\nwhile True: pass"
RUNNING_AWAY = """
import os, time
for _ in range(4):
    if os.fork() == 0:
        while True:  # each starts another and ends
            if os.fork():
                os._exit(0)
            until = time.perf_counter() + 0.003
            while time.perf_counter() < until: pass
print(flush=True)
time.sleep(60)
"""


@contextmanager
def python(program: str, **options: object) -> Iterator[Sandbox]:
    """A sandboxed Python that runs `program`."""
    here = this_python()
    given = {"folder": None, "read_only": here.read_only, **options}
    with Sandbox([here.executable, "-c", program], **given) as sandbox:  # type: ignore[arg-type]  # as in the tests below
        yield sandbox


def run(*argv: str, folder: Path | None = None, **options: object) -> tuple[str, str, int | None]:
    with Sandbox(argv, folder=folder, **options) as sandbox:  # type: ignore[arg-type]  # the same
        return (*listen(sandbox), sandbox.exit_status())


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


@pytest.mark.usefixtures("_groups")
def test_frozen_it_gets_no_cpu_and_thawed_it_goes_on() -> None:
    with python(f"import os\nos.fork(); os.fork()\n{BURN}") as sandbox:
        wait_until(lambda: sandbox.cpu_ns() > 100_000_000)
        sandbox.freeze()
        sandbox.freeze()
        wait_until(lambda: still(sandbox))
        sandbox.thaw()
        stood = sandbox.cpu_ns()
        wait_until(lambda: sandbox.cpu_ns() > stood + 50_000_000)
        assert sandbox.exit_status() is None


# A timer of the kernel's that sends SIGCONT every millisecond, and a child that sends it all the time.
WAKING = """
import ctypes, os, signal
libc = ctypes.CDLL(None)
timer, event = ctypes.c_void_p(), (ctypes.c_int * 16)(0, 0, signal.SIGCONT, 0)
if libc.timer_create(1, event, ctypes.byref(timer)) == 0:
    libc.timer_settime(timer, 0, (ctypes.c_long * 4)(0, 1000000, 0, 1000000), None)
os.fork()
while True:
    try: os.kill(-1, signal.SIGCONT)
    except OSError: pass
"""
HOPPING = """
import os, signal
if os.fork(): signal.pause()
while True:
    if os.fork(): os._exit(0)
"""


@pytest.mark.usefixtures("_groups")
def test_what_wakes_itself_stays_frozen() -> None:
    with python(WAKING) as sandbox:
        wait_until(lambda: sandbox.cpu_ns() > 200_000_000)
        for _ in range(5):
            sandbox.freeze()
            wait_until(lambda: still(sandbox))
            sandbox.thaw()


def test_process_1_stops_and_counts_with_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no control group takes care of it."""
    monkeypatch.setattr(cgroups, "bases", list)
    core = max(os.sched_getaffinity(0))
    with Sandbox(["sleep", "60"], folder=None) as sandbox:
        process_1 = int(Path(f"/proc/{sandbox.pid}/stat").read_text().rpartition(")")[2].split()[1])
        sandbox.freeze()
        assert procfs.stopped(process_1)
        sandbox.thaw()
        wait_until(lambda: not procfs.stopped(process_1))
        sandbox.pin(core)
        assert os.sched_getaffinity(process_1) == {core}


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="one core")
def test_processes_that_start_others_all_the_time_do_not_stay_on_the_core_they_had() -> None:
    """There the opponent plays, in the next game."""
    first, second, *_ = sorted(os.sched_getaffinity(0))
    with python(RUNNING_AWAY, core=first) as sandbox:
        read(sandbox.stdout)
        for core in [second, first] * 15:
            sandbox.pin(core)
            time.sleep(0.02)
            assert _cores(sandbox) == {core}


def _cores(sandbox: Sandbox) -> set[int]:
    """The cores on which threads of the bot may run."""
    assert sandbox._tree is not None
    found: set[int] = set()
    for thread in sandbox._tree.threads():
        with suppress(ProcessLookupError):
            found |= os.sched_getaffinity(thread)
    return found


@pytest.mark.usefixtures("_groups")
def test_one_that_starts_another_and_leaves_is_frozen_or_too_many() -> None:
    with python(HOPPING) as sandbox:
        wait_until(lambda: sandbox.cpu_ns() > 30_000_000)
        sandbox.freeze()
        wait_until(lambda: still(sandbox) or sandbox.exceeded_limit() == "too_many_processes")


@pytest.mark.usefixtures("_groups")
def test_a_frozen_sandbox_can_be_closed() -> None:
    with python(BURN) as sandbox:
        sandbox.freeze()
    assert sandbox.exit_status() == -signal.SIGKILL


@pytest.mark.usefixtures("_groups")
def test_the_time_of_children_counts() -> None:
    with python(f"import os, time\nif os.fork(): time.sleep(60)\n{BURN}") as sandbox:
        wait_until(lambda: sandbox.cpu_ns() > procfs.cpu_ns(sandbox.pid) + 100_000_000)


def test_two_on_one_core_wait_for_one_another() -> None:
    core = max(os.sched_getaffinity(0))
    with python(BURN, core=core) as one, python(BURN, core=core) as other:
        wait_until(lambda: min(waited_ns(one), waited_ns(other)) > 20_000_000)
        assert one.pid in one.ready()
        assert other.pid in other.ready()


def waited_ns(sandbox: Sandbox) -> int:
    return max(schedule.waited_ns for schedule in sandbox.schedule().values())


def test_where_children_can_come_and_go_unseen_nothing_is_known_of_a_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cgroups, "bases", list)
    with python(f"import os\nos.fork()\n{BURN}") as sandbox:
        wait_until(lambda: sandbox.cpu_ns() > 50_000_000)
        assert (sandbox.schedule(), sandbox.ready()) == ({}, {})


# The first thread of a process ends, and another goes on.
WITHOUT_LEADER = """
import ctypes, os, threading, time
def go_on():
    held = bytearray(b"x") * (40 << 20)
    while True: pass
def lose_leader():
    threading.Thread(target=go_on).start()
    ctypes.CDLL(None).syscall(60, 0)  # exit, of this thread alone
"""
as_x86 = pytest.mark.skipif(platform.machine() != "x86_64", reason="its number of a system call")


@as_x86
@pytest.mark.parametrize("isolated", [True, False], ids=["sandboxed", "unsandboxed"])
@pytest.mark.usefixtures("_groups")
def test_a_process_whose_first_thread_has_ended_is_stopped_and_weighed(*, isolated: bool) -> None:
    limits = Limits(memory_mb=32)
    with python(f"{WITHOUT_LEADER}\nlose_leader()", isolated=isolated) as sandbox:
        wait_until(lambda: sandbox.cpu_ns() > 100_000_000)
        assert procfs.alive(sandbox.pid)
        sandbox.freeze()
        wait_until(lambda: still(sandbox))
        sandbox.thaw()
        stood = sandbox.cpu_ns()
        wait_until(lambda: sandbox.cpu_ns() > stood + 50_000_000)
    assert not procfs.alive(sandbox.pid)
    with python(f"{WITHOUT_LEADER}\nlose_leader()", isolated=isolated, limits=limits) as sandbox:
        wait_until(lambda: sandbox.exceeded_limit() == "out_of_memory")


@as_x86
def test_an_orphan_whose_first_thread_has_ended_ends_with_an_unsandboxed_bot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cgroups, "bases", list)
    orphan = "if os.fork(): os._exit(0)\nos.setsid()\nprint(os.getpid(), flush=True)\nlose_leader()"
    with python(f"{WITHOUT_LEADER}\n{orphan}", isolated=False) as sandbox:
        pid = 0

        def lost_its_leader() -> bool:
            nonlocal pid
            pid = pid or int(read(sandbox.stdout) or 0)
            return pid != 0 and Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z"

        wait_until(lost_its_leader)
    assert procfs.threads(pid) in ([], [pid]), "gone, or a zombie that nobody has waited for yet"


# The first thread starts a program that first opens a pipe to which nobody writes, and waits for that.
WAITING_IN_VFORK = """
import ctypes, os, threading
def burn():
    while True: pass
threading.Thread(target=burn).start()
libc = ctypes.CDLL(None)
pipe = os.environ["PIPE"]
os.mkfifo(pipe)
actions = ctypes.create_string_buffer(256)
libc.posix_spawn_file_actions_init(actions)
libc.posix_spawn_file_actions_addopen(actions, 0, pipe.encode(), os.O_RDONLY, 0)
words = (ctypes.c_char_p * 2)(b"true", None)
libc.posix_spawn(ctypes.byref(ctypes.c_int()), b"/bin/true", actions, None, words, words)
"""


@pytest.mark.parametrize("isolated", [True, False], ids=["sandboxed", "unsandboxed"])
@pytest.mark.usefixtures("_groups")
def test_a_process_whose_first_thread_waits_for_a_vfork_is_stopped(tmp_path: Path, *, isolated: bool) -> None:
    """It does not hear a signal to the process, and may be the one that the kernel chooses for it."""
    pipe = "/tmp/pipe" if isolated else str(tmp_path / "pipe")  # noqa: S108 - the sandbox's own
    with python(WAITING_IN_VFORK, isolated=isolated, env={"PIPE": pipe}) as sandbox:
        wait_until(lambda: sandbox.cpu_ns() > 200_000_000)
        for _ in range(5):
            sandbox.freeze()
            wait_until(lambda: still(sandbox), seconds=5)
            sandbox.thaw()


def test_no_process_of_a_chain_is_missed_when_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither one whose parent ends while they are listed, nor one that is started by one just signalled."""
    monkeypatch.setattr(cgroups, "bases", list)
    stops = 0
    while stops < 20:
        with python(RUNNING_AWAY, core=max(os.sched_getaffinity(0))) as sandbox:
            wait_until(lambda: read(sandbox.stdout))
            # Otherwise it started processes faster than this busy machine could stop them.
            while stops < 20 and sandbox.exceeded_limit() is None:
                sandbox.freeze()
                if sandbox.exceeded_limit() is None:
                    assert still(sandbox)
                    stops += 1
                    sandbox.thaw()
                    time.sleep(0.01)


def test_a_machine_that_pauses_while_a_bot_is_stopped_does_not_make_it_too_many_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cgroups, "bases", list)
    pauses = [1.1]  # longer than stopping one by one may take
    sleep = time.sleep
    with python("while True: pass") as sandbox:
        wait_until(lambda: sandbox.cpu_ns() > 50_000_000)
        paused = SimpleNamespace(
            monotonic=time.monotonic, sleep=lambda seconds: sleep(pauses.pop() if pauses else seconds)
        )
        monkeypatch.setattr(process_tree, "time", paused)
        sandbox.freeze()
        assert not pauses
        assert still(sandbox)
        assert sandbox.exceeded_limit() is None


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


def test_a_build_writes_to_its_folder_and_leaves_it_to_its_owner(tmp_path: Path) -> None:
    (tmp_path / "source").write_text("int main;")
    os.utime(tmp_path / "source", ns=(5, 7))
    (tmp_path / "deep").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to("deep")
    command = "umask 077; cp -p source deep/built; chmod 4700 deep/built; rm source; ln -s deep/built away"
    assert _build(command, tmp_path) == ("", "", 0)
    built = (tmp_path / "deep" / "built").stat()
    owner = tmp_path.stat()
    assert (built.st_uid, built.st_gid) == (owner.st_uid, owner.st_gid) == (os.getuid(), os.getgid())
    assert built.st_mtime_ns == 7
    assert (tmp_path / "away").readlink() == Path("deep/built")
    assert not (tmp_path / "source").exists()
    if os.getuid() == 0:
        assert built.st_mode & 0o7777 == 0o755
        assert (tmp_path / "away").lstat().st_uid == 0
        assert run("sh", "-c", "cat deep/built", folder=tmp_path)[0] == "int main;"


def test_a_file_with_a_second_name_elsewhere_stays_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text("ours")
    (tmp_path / "bot").mkdir()
    os.link(tmp_path / "elsewhere", tmp_path / "bot" / "trap")
    assert _build("echo theirs > trap", tmp_path / "bot") == ("", "", 0)
    assert (tmp_path / "bot" / "trap").read_text() == "theirs\n"
    assert (tmp_path / "elsewhere").read_text() == "ours"


def _build(command: str, folder: Path) -> tuple[str, str, int | None]:
    untrusted_folders.open_to_all(folder)
    with Sandbox(["sh", "-c", command], folder=folder, writable_folder=True) as sandbox:
        said = (*listen(sandbox), sandbox.exit_status())
        sandbox.take_folder()
        return said


def test_a_build_that_fills_the_disk_is_noticed(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    command = "i=0; while :; do i=$((i+1)); head -c 1000000 /dev/urandom > $i; done"
    with Sandbox(
        ["sh", "-c", command], folder=tmp_path, writable_folder=True, limits=Limits(folder_mb=4)
    ) as sandbox:
        wait_until(lambda: sandbox.exceeded_limit() is not None)
        assert sandbox.exceeded_limit() == "out_of_disk"


def test_a_secret_is_on_no_command_line_not_even_before_the_program_has_started() -> None:
    with Sandbox(["sleep", "60"], folder=None, isolated=False, secrets={"TICKET": "hidden"}) as sandbox:
        environment = Path(f"/proc/{sandbox.pid}/environ")  # empty while the program is being started
        wait_until(lambda: b"TICKET=hidden" in environment.read_bytes().split(b"\0"))
    launch = bubblewrap.unsandboxed(["sleep", "60"], None, Limits(), {}, {"TICKET": "hidden"})
    assert not any("hidden" in word for word in launch.command)
    with pytest.raises(SandboxRefused, match="a bot in a sandbox gets no secrets"):
        Sandbox(["true"], folder=None, secrets={"TICKET": "hidden"})


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


def test_without_bubblewrap_nothing_starts_and_the_message_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bubblewrap, "SYSTEM_PATH", str(tmp_path))
    with pytest.raises(IsolationMissing, match=r"bwrap is not installed; .*apt install bubblewrap"):
        Sandbox(["true"], folder=None)
    available.cache_clear()
    reason = available()
    available.cache_clear()
    assert reason is not None
    assert "\n" not in reason
    assert run("echo", "practice", isolated=False)[0] == "practice\n"


def test_bubblewrap_that_does_not_work_is_quoted(monkeypatch: pytest.MonkeyPatch, open_folder: Path) -> None:
    broken = open_folder / "bwrap"
    broken.write_text("#!/bin/sh\necho warning >&2\necho 'bwrap: No permissions' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setattr(bubblewrap, "SYSTEM_PATH", f"{open_folder}:{bubblewrap.SYSTEM_PATH}")
    with pytest.raises(IsolationMissing, match=r"isolated on this machine: bwrap: No permissions; "):
        Sandbox(["true"], folder=None)


@pytest.mark.parametrize("setting", bubblewrap.FORBIDDING)
def test_a_kernel_that_forbids_it_is_told_how_to_allow_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, setting: str
) -> None:
    forbidding, allowing = bubblewrap.FORBIDDING[setting]
    (tmp_path / setting).parent.mkdir()
    (tmp_path / setting).write_text(forbidding + "\n")
    monkeypatch.setattr(bubblewrap, "SETTINGS", tmp_path)
    message = str(IsolationMissing("bwrap: setting up uid map: Permission denied"))
    assert (
        f"uid map: Permission denied; allow user namespaces (sysctl {setting.replace('/', '.')}=" in message
    )
    assert f"={allowing})" in message


def test_a_machine_whose_calls_we_do_not_know_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "pdp11")
    with pytest.raises(IsolationMissing, match="there is no system call table for pdp11"):
        Sandbox(["true"], folder=None)


def test_it_works_here() -> None:
    available.cache_clear()
    assert available() is None


def test_what_the_kernel_does_not_see_to_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroups, "bases", list)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    not_enforced.cache_clear()
    said, tasks = not_guaranteed(), not_enforced()
    not_enforced.cache_clear()
    assert tasks == [
        "stop all processes of a bot at once",
        "limit their memory",
        "limit their number",
        "count their CPU time",
    ]
    assert said == (
        "bots are isolated, but without all that control groups offer: Steelyard itself has to stop all"
        " processes of a bot at once, limit their memory, limit their number and count their CPU time; a"
        " hostile bot can evade that for moments, and no time is given back in which other programs had a"
        " bot's processor; this is fine for bots of people you trust, but for rated games with bots of"
        " strangers put `systemd-run --user --scope -p Delegate=yes` before the command, or run as root"
    )
