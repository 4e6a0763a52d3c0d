"""Builds the command that runs a program in a sandbox: bubblewrap under an unused user id."""

from __future__ import annotations

import os
import platform
import shutil
import stat
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from steelyard.arena.sandbox import procfs, seccomp
from steelyard.arena.sandbox.limits import PROCESS_1, prefix
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from steelyard.arena.sandbox.limits import Limits

SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
BOT_FOLDER = Path("/bot")
SOURCES = Path("/sources")  # of a build, which gets a copy of them in a memory file system
COPY_SOURCES = f'cp -dR --preserve=mode,timestamps {SOURCES}/. {BOT_FOLDER} && exec "$@"'
MEMORY_FOLDERS = ("/dev/shm", "/tmp")  # noqa: S108 - the bot's own
ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": "/tmp",  # noqa: S108 - the bot's own
    "TMPDIR": "/tmp",  # noqa: S108 - the bot's own
    "LANG": "C.UTF-8",
}
# The parts of /etc that programs need and bots may see: where libraries are, what "cc" and "java" stand for.
ETC = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime", "mono", "java-*", "dotnet")
TOP = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
BOT_ID = "1000"
NAMESPACES = (
    *("--unshare-all", "--new-session", "--die-with-parent", "--as-pid-1"),
    *("--uid", BOT_ID, "--gid", BOT_ID, "--hostname", "arena"),
)
PASSWD = f"bot:x:{BOT_ID}:{BOT_ID}:bot:/tmp:/bin/sh\n"
GROUP = f"bot:x:{BOT_ID}:\n"
# Mounts everything in a mount table ($0), then runs the rest of the command line.
MOUNT_AND_GO = 'mount -a -T "$0" && exec "$@"'
STAGE = Path("/sys")  # in a mount namespace of our own; no bot's folder is below it

OTHER_TASKS = 256  # processes that the user may start while a bot runs without a sandbox

# Prints an empty line, waits for one, then becomes the bot; ends if we end before that. The bot's environment
# (NAME=VALUE... -- before its command) is set only then, because it can make programs load other code.
BECOME = 'echo && read -r go && until [ "$1" = -- ]; do export "$1"; shift; done && shift && exec "$@"'
# The same as process 1 of the sandbox, which reaps children and passes on the bot's exit code. Bubblewrap's
# own process 1 is not used: it runs without the seccomp filter. Nobody but the bot has its input and output
# open, so they end when it closes them. Bubblewrap keeps 0 to 2 open: these two have other numbers there.
MOVE = 'exec "$@" {input}<&0 {output}>&1 </dev/null >&2'
CLOSE = "{input}<&- {output}>&-"
REAP = f"({BECOME}) <&{{input}} >&{{output}} {CLOSE} & exec {CLOSE}; wait $!; exit $?"
DIGITS = range(3, 10)  # a shell does not know longer numbers of files
# Process 1 is a copy of the shell that can be executed but not read. The kernel denies a user access to the
# memory of a program they cannot read; otherwise a bot could write its own code into process 1.
SHELL, PROCESS_1_PATH, EXECUTE_ONLY = "/bin/sh", "/process-1", "0111"


# Kernel settings that keep bubblewrap from working for users other than root: forbidding and allowing value.
FORBIDDING = {
    "kernel/apparmor_restrict_unprivileged_userns": ("1", "0"),  # Ubuntu's way
    "kernel/unprivileged_userns_clone": ("0", "1"),
    "user/max_user_namespaces": ("0", "10000"),
}
SETTINGS = Path("/proc/sys")
OPEN_FOLDER = stat.S_IROTH | stat.S_IXOTH


class IsolationMissing(SteelyardError):
    """Bots cannot be isolated on this machine; the message says what to do."""

    def __init__(self, reason: str) -> None:
        why = (reason.strip() or "bubblewrap ended without a message").splitlines()[-1]
        super().__init__(f"bots cannot be isolated on this machine: {why}; {_remedy()}")


def _remedy() -> str:
    if shutil.which("bwrap", path=SYSTEM_PATH) is None:
        return "install bubblewrap (apt install bubblewrap)"
    for setting, (forbidding, allowing) in FORBIDDING.items():
        file = SETTINGS / setting
        if file.exists() and file.read_text().strip() == forbidding:
            return f"allow user namespaces (sysctl {setting.replace('/', '.')}={allowing})"
    return "isolation needs bubblewrap 0.8 or newer (apt install bubblewrap) and user namespaces"


class SandboxRefused(SteelyardError):
    """The sandbox cannot be set up as requested; the message says what would be right."""


class Launch(NamedTuple):
    """A command that prints an empty line when it is ready, then waits for one before it becomes the bot."""

    command: list[str]
    env: Mapping[str, str]
    folder: Path
    inherited_files: tuple[int, ...] = ()  # file descriptors that the command inherits
    kept_files: tuple[int, ...] = ()  # file descriptors that it opens through /proc of our process

    def close(self) -> None:
        """Close our files; call it when the command is ready."""
        for file in self.inherited_files + self.kept_files:
            os.close(file)


def unsandboxed(
    argv: Sequence[str],
    folder: Path | None,
    limits: Limits,
    env: Mapping[str, str],
    secrets: Mapping[str, str] = MappingProxyType({}),
) -> Launch:
    """A plain start of the bot: with resource limits and a clean environment, but without isolation.

    `secrets` are in its environment too, and on no command line, also while it starts.
    """
    if folder is not None and not folder.is_dir():
        raise SandboxRefused(f"{folder} does not exist")
    ours = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    limited = prefix(limits, tasks_before=procfs.tasks_of(os.getuid()) + OTHER_TASKS)
    ending_with_us = ["setpriv", "--pdeathsig", "KILL", "--"]
    command = [*ending_with_us, *limited, SHELL, "-c", BECOME, "sh", *_settings(env), *argv]
    return Launch(command, {**ENVIRONMENT, **ours, **secrets}, folder or Path(tempfile.gettempdir()))


@dataclass
class Bubblewrap:
    """Builds the bubblewrap command for one bot: what it sees of the file system, and its limits."""

    folder: Path | None
    limits: Limits
    uid: int | None  # the user to switch to first; None keeps the current one
    read_only: Sequence[Path] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    writable_folder: bool = False
    _inherited_files: list[int] = field(default_factory=list)
    _kept_files: list[int] = field(default_factory=list)
    _staged: list[Path] = field(default_factory=list)

    def launch(self, argv: Sequence[str]) -> Launch:
        try:
            bwrap = [
                _program("bwrap"),
                *NAMESPACES,
                *self._root(),
                *self._folders(),
                *self._environment(),
            ]
            if self.writable_folder:
                argv = [SHELL, "-c", COPY_SOURCES, "sh", *argv]
            free = [number for number in DIGITS if number not in self._inherited_files]
            numbers = {"input": free[0], "output": free[1]}
            bot = [PROCESS_1_PATH, "-c", REAP.format(**numbers), "sh", *_settings(self.env), *argv]
            limited = prefix(self.limits, tasks_before=PROCESS_1)
            moved = [SHELL, "-c", MOVE.format(**numbers), "sh"]
            command = [*moved, *self._stage(), *self._drop(), *bwrap, "--", *limited, *bot]
        except BaseException:
            for file in self._inherited_files + self._kept_files:
                os.close(file)
            raise
        system = {"PATH": SYSTEM_PATH}
        return Launch(command, system, Path("/"), tuple(self._inherited_files), tuple(self._kept_files))

    def _drop(self) -> list[str]:
        if self.uid is None:
            return []
        who = str(self.uid)
        return [_program("setpriv"), "--reuid", who, "--regid", who, "--clear-groups", "--"]

    def _root(self) -> Iterator[str]:
        yield from ("--ro-bind", "/usr", "/usr")
        for path in (Path("/", name) for name in TOP):
            if path.is_symlink():
                yield from ("--symlink", str(path.readlink()), str(path))
            elif path.exists():
                yield from ("--ro-bind", str(path), str(path))
        for pattern in ETC:
            for path in sorted(Path("/etc").glob(pattern)):
                yield from ("--ro-bind", str(path), str(path))
        yield from ("--ro-bind-data", self._file(PASSWD.encode()), "/etc/passwd")
        yield from ("--ro-bind-data", self._file(GROUP.encode()), "/etc/group")
        self._inherited_files.append(os.open(SHELL, os.O_RDONLY | os.O_CLOEXEC))
        yield from ("--perms", EXECUTE_ONLY, "--ro-bind-data", str(self._inherited_files[-1]), PROCESS_1_PATH)
        yield from ("--proc", "/proc", "--dev", "/dev")
        for place in MEMORY_FOLDERS:
            yield from ("--perms", "1777", "--size", str(self.limits.tmp_mb << 20), "--tmpfs", place)

    def _folders(self) -> Iterator[str]:
        for path in self.read_only:
            if not path.is_relative_to("/usr"):
                yield from ("--ro-bind", str(self._source(path)), str(path.absolute()))
        if self.folder is not None:
            place = SOURCES if self.writable_folder else BOT_FOLDER
            yield from ("--ro-bind", str(self._source(self.folder)), str(place))
        if self.writable_folder:
            yield from ("--perms", "0755", "--size", str(self.limits.folder_mb << 20))
            yield from ("--tmpfs", str(BOT_FOLDER))

    def _environment(self) -> Iterator[str]:
        # In /proc a bot could lower the priority of its session (autogroup): it would look starved of CPU.
        yield from ("--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/")
        yield from ("--chdir", str(BOT_FOLDER if self.folder is not None else "/tmp"))  # noqa: S108 - its own
        yield "--clearenv"
        for name, value in ENVIRONMENT.items():
            yield from ("--setenv", name, value)
        yield from ("--seccomp", self._file(_filter()))

    def _source(self, path: Path) -> Path:
        """Where bubblewrap finds a folder, even if the user it runs as cannot reach the original."""
        real = path.resolve()
        if not real.is_dir():
            raise SandboxRefused(f"{path} does not exist")
        if self.uid is None:
            return real
        if real.stat().st_mode & OPEN_FOLDER != OPEN_FOLDER:
            raise SandboxRefused(f"{path} cannot be read by the user a bot runs as: chmod -R a+rX {path}")
        if all(above.stat().st_mode & stat.S_IXOTH for above in real.parents):
            return real
        self._staged.append(real)
        return STAGE / str(len(self._staged))

    def _stage(self) -> list[str]:
        """Bind paths inside unreadable folders (e.g. root's home) below STAGE, for this command only."""
        if not self._staged:
            return []
        table = [f"steelyard {STAGE} tmpfs mode=755 0 0"]
        for number, path in enumerate(self._staged, 1):
            table.append(f"{_escaped(path)} {STAGE}/{number} none bind,X-mount.mkdir 0 0")
        self._kept_files.append(_open_file("\n".join([*table, ""]).encode()))
        file = f"/proc/{os.getpid()}/fd/{self._kept_files[-1]}"
        return [_program("unshare"), "--mount", "--", "sh", "-c", MOUNT_AND_GO, file]

    def _file(self, content: bytes) -> str:
        """The file descriptor of a new file with `content`, as text for bubblewrap."""
        self._inherited_files.append(_open_file(content))
        return str(self._inherited_files[-1])


def _open_file(content: bytes) -> int:
    file = os.memfd_create("steelyard")
    os.write(file, content)
    os.lseek(file, 0, os.SEEK_SET)
    return file


def _settings(env: Mapping[str, str]) -> list[str]:
    for name in env:
        if not (name.isascii() and name.isidentifier()):
            raise SandboxRefused(
                f"{name!r} is not a valid name of an environment variable: use letters, digits and _"
            )
    return [*(f"{name}={value}" for name, value in env.items()), "--"]


def _program(name: str) -> str:
    found = shutil.which(name, path=SYSTEM_PATH)
    if found is None:
        raise IsolationMissing(f"{name} is not installed")
    return found


def _filter() -> bytes:
    machine = platform.machine()
    if machine not in seccomp.MACHINES:
        raise IsolationMissing(f"there is no system call table for {machine}")
    return seccomp.program(machine)


def _escaped(path: Path) -> str:
    """The path with special characters escaped for a mount table."""
    return "".join(f"\\{ord(sign):03o}" if sign in " \t\n\\#" else sign for sign in str(path))
