"""The command that puts a program into a cage: bubblewrap under a user id of nobody."""

from __future__ import annotations

import os
import platform
import shutil
import stat
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from steelyard.arena.sandbox import procfs, seccomp
from steelyard.arena.sandbox.limits import PROCESS_1, prefix
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from steelyard.arena.sandbox.limits import Limits

SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
BOT_FOLDER = Path("/bot")
ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": "/tmp",  # noqa: S108 - the bot's own
    "TMPDIR": "/tmp",  # noqa: S108 - the bot's own
    "LANG": "C.UTF-8",
}
# What programs want of /etc and strangers may know: where libraries are, what "cc" and "java" stand for.
ETC = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime", "mono", "java-*", "dotnet")
TOP = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
BOT_ID = "1000"
PASSWD = f"bot:x:{BOT_ID}:{BOT_ID}:bot:/tmp:/bin/sh\n"
GROUP = f"bot:x:{BOT_ID}:\n"
# Mounts what a table (its $0) says and goes on with the command behind it.
MOUNT_AND_GO = 'mount -a -T "$0" && exec "$@"'
STAGE = Path("/sys")  # in a view of the files of our own; nobody keeps a bot there

OTHER_TASKS = 256  # that the user of an uncaged bot may start meanwhile

# Says that it is there, waits for the word to go, becomes the bot; ends if we do before that word. Only now
# comes the bot's own environment (NAME=VALUE... -- before its words): it may tell programs what to load.
BECOME = 'echo && read -r go && until [ "$1" = -- ]; do export "$1"; shift; done && shift && exec "$@"'
# The same as process 1 of the cage, which stays to reap and to pass the bot's end on. Not bubblewrap's own
# process 1: that one runs without the filter of system calls.
REAP = f"({BECOME}); exit $?"
# Process 1 is a copy of the shell that nobody in the cage may read. The kernel keeps the memory of a program
# that its user cannot read closed to that user; else a bot could put code of its own into process 1.
SHELL, PROCESS_1_PATH, EXECUTE_ONLY = "/bin/sh", "/process-1", "0111"


# Settings of the kernel that keep bubblewrap from working for others than root, and the value that lets it.
FORBIDDING = {
    "kernel/apparmor_restrict_unprivileged_userns": ("1", "0"),  # Ubuntu's way
    "kernel/unprivileged_userns_clone": ("0", "1"),
    "user/max_user_namespaces": ("0", "10000"),
}
SETTINGS = Path("/proc/sys")


class IsolationMissing(SteelyardError):
    """Bots cannot be kept apart here; the message says what to do."""

    def __init__(self, reason: str) -> None:
        why = (reason.strip() or "bubblewrap ended without a word").splitlines()[-1]
        super().__init__(f"bots cannot be isolated here: {why}; {_remedy()}")


def _remedy() -> str:
    if shutil.which("bwrap", path=SYSTEM_PATH) is None:
        return "install bubblewrap (apt install bubblewrap)"
    for setting, (forbidding, allowing) in FORBIDDING.items():
        file = SETTINGS / setting
        if file.exists() and file.read_text().strip() == forbidding:
            return f"let users have namespaces (sysctl {setting.replace('/', '.')}={allowing})"
    return "isolation needs bubblewrap 0.8 or newer (apt install bubblewrap) and namespaces for users"


class SandboxRefused(SteelyardError):
    """The cage cannot be built as asked; the message says what would be right."""


class Launch(NamedTuple):
    """A command that says it is there with an empty line, then waits for one before it becomes the bot."""

    command: list[str]
    env: Mapping[str, str]
    folder: Path
    handed_down: tuple[int, ...] = ()  # open files that the command will read and close
    kept: tuple[int, ...] = ()  # open files that it will look for in our own process

    def close(self) -> None:
        """Once the command says that it is there."""
        for file in self.handed_down + self.kept:
            os.close(file)


def uncaged(argv: Sequence[str], folder: Path | None, limits: Limits, env: Mapping[str, str]) -> Launch:
    """As anybody would start it, but limited and without our own environment."""
    if folder is not None and not folder.is_dir():
        raise SandboxRefused(f"{folder} does not exist")
    ours = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    limited = prefix(limits, tasks_before=procfs.tasks_of(os.getuid()) + OTHER_TASKS)
    ending_with_us = ["setpriv", "--pdeathsig", "KILL", "--"]
    command = [*ending_with_us, *limited, SHELL, "-c", BECOME, "sh", *_settings(env), *argv]
    return Launch(command, {**ENVIRONMENT, **ours}, folder or Path(tempfile.gettempdir()))


@dataclass
class Cage:
    """What a caged bot gets to see, as a bubblewrap command."""

    folder: Path | None
    limits: Limits
    uid: int | None  # to become before anything else; None stays who we are
    read_only: Sequence[Path] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    writable_folder: bool = False
    _handed_down: list[int] = field(default_factory=list)
    _kept: list[int] = field(default_factory=list)
    _staged: list[Path] = field(default_factory=list)

    def around(self, argv: Sequence[str]) -> Launch:
        try:
            bwrap = [_program("bwrap"), *self._namespaces(), *self._root(), *self._places(), *self._world()]
            bot = [PROCESS_1_PATH, "-c", REAP, "sh", *_settings(self.env), *argv]
            limited = prefix(self.limits, tasks_before=PROCESS_1)
            command = [*self._stage(), *self._drop(), *bwrap, "--", *limited, *bot]
        except BaseException:
            for file in self._handed_down + self._kept:
                os.close(file)
            raise
        system = {"PATH": SYSTEM_PATH}
        return Launch(command, system, Path("/"), tuple(self._handed_down), tuple(self._kept))

    def _drop(self) -> list[str]:
        if self.uid is None:
            return []
        who = str(self.uid)
        return [_program("setpriv"), "--reuid", who, "--regid", who, "--clear-groups", "--"]

    def _namespaces(self) -> list[str]:
        alone = ["--unshare-all", "--new-session", "--die-with-parent", "--as-pid-1"]
        return [*alone, "--uid", BOT_ID, "--gid", BOT_ID, "--hostname", "arena"]

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
        self._handed_down.append(os.open(SHELL, os.O_RDONLY | os.O_CLOEXEC))
        yield from ("--perms", EXECUTE_ONLY, "--ro-bind-data", str(self._handed_down[-1]), PROCESS_1_PATH)
        yield from ("--proc", "/proc", "--dev", "/dev")
        for place in ("/dev/shm", "/tmp"):  # noqa: S108 - the bot's own
            yield from ("--perms", "1777", "--size", str(self.limits.tmp_mb << 20), "--tmpfs", place)

    def _places(self) -> Iterator[str]:
        for path in self.read_only:
            if not path.is_relative_to("/usr"):
                yield from ("--ro-bind", str(self._source(path)), str(path.absolute()))
        if self.folder is not None:
            bind = "--bind" if self.writable_folder else "--ro-bind"
            yield from (bind, str(self._source(self.folder, lent=self.writable_folder)), str(BOT_FOLDER))

    def _world(self) -> Iterator[str]:
        yield from ("--remount-ro", "/dev", "--remount-ro", "/")
        yield from ("--chdir", str(BOT_FOLDER if self.folder is not None else "/tmp"))  # noqa: S108 - its own
        yield "--clearenv"
        for name, value in ENVIRONMENT.items():
            yield from ("--setenv", name, value)
        yield from ("--seccomp", self._file(_filter()))

    def _source(self, path: Path, *, lent: bool = False) -> Path:
        """Where bubblewrap finds `path`, which the user it runs as may not be able to reach."""
        real = path.resolve()
        if not real.exists():
            raise SandboxRefused(f"{path} does not exist")
        if self.uid is None:
            return real
        needed = stat.S_IROTH | stat.S_IXOTH if real.is_dir() else stat.S_IROTH
        if not lent and real.stat().st_mode & needed != needed:
            raise SandboxRefused(f"{path} is closed to the user a bot runs as: chmod -R a+rX {path}")
        if all(above.stat().st_mode & stat.S_IXOTH for above in real.parents):
            return real
        shown = real if real.is_dir() else real.parent
        self._staged.append(shown)
        return STAGE / str(len(self._staged)) / real.relative_to(shown)

    def _stage(self) -> list[str]:
        """Show what lies behind closed folders (root's home, say) in an open place, to this command alone."""
        if not self._staged:
            return []
        table = [f"steelyard {STAGE} tmpfs mode=755 0 0"]
        for number, path in enumerate(self._staged, 1):
            table.append(f"{_escaped(path)} {STAGE}/{number} none bind,X-mount.mkdir 0 0")
        self._kept.append(_open_file("\n".join([*table, ""]).encode()))
        file = f"/proc/{os.getpid()}/fd/{self._kept[-1]}"
        return [_program("unshare"), "--mount", "--", "sh", "-c", MOUNT_AND_GO, file]

    def _file(self, content: bytes) -> str:
        """The number of an open file with `content`, as bubblewrap wants it."""
        self._handed_down.append(_open_file(content))
        return str(self._handed_down[-1])


def _open_file(content: bytes) -> int:
    file = os.memfd_create("steelyard")
    os.write(file, content)
    os.lseek(file, 0, os.SEEK_SET)
    return file


def _settings(env: Mapping[str, str]) -> list[str]:
    for name in env:
        if not (name.isascii() and name.isidentifier()):
            raise SandboxRefused(
                f"{name!r} is no name for an environment variable: letters, digits and _ are"
            )
    return [*(f"{name}={value}" for name, value in env.items()), "--"]


def _program(name: str) -> str:
    found = shutil.which(name, path=SYSTEM_PATH)
    if found is None:
        raise IsolationMissing(f"there is no {name}")
    return found


def _filter() -> bytes:
    machine = platform.machine()
    if machine not in seccomp.MACHINES:
        raise IsolationMissing(f"the system calls of {machine} are not known")
    return seccomp.program(machine)


def _escaped(path: Path) -> str:
    """As a table of mounts wants it."""
    return "".join(f"\\{ord(sign):03o}" if sign in " \t\n\\#" else sign for sign in str(path))
