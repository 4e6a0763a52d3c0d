"""The Python interpreter that built-in bots use, inside a sandbox and without one."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from steelyard.core.directories import (
    CACHE_VARIABLE,
    DATA_VARIABLE,
    READY_MADE_VARIABLE,
    cache_root,
    data_folder,
    kernel_root,
    solved_folder,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

OPEN_FILE = stat.S_IROTH
OPEN_FOLDER = stat.S_IROTH | stat.S_IXOTH


class Interpreter(NamedTuple):
    executable: str
    read_only: tuple[Path, ...]  # paths that the sandbox must show
    env: dict[str, str]


def this_python(*, isolated: bool = True) -> Interpreter:
    """The running interpreter, its installed packages, this package, compiled kernels and solved games."""
    package = Path(__file__).parent.parent.parent
    path = {"PYTHONPATH": str(package.parent)}
    if not isolated:
        env = path | {CACHE_VARIABLE: str(cache_root()), DATA_VARIABLE: str(data_folder())}
        return Interpreter(sys.executable, (), env)
    folders = dict.fromkeys([Path(sys.base_prefix), Path(sys.prefix), package])  # each once, in that order
    inner = [folder for folder in folders if not any(other in folder.parents for other in folders)]
    env = path | {CACHE_VARIABLE: "/tmp"}  # noqa: S108 - the bot's own
    kernels, solved = kernel_root(), solved_folder()
    for made in (kernels, solved):
        if made.is_dir():
            _open_to_bots(made)
    if kernels.is_dir() and _readable(kernels):
        inner.append(kernels.resolve())
        env[READY_MADE_VARIABLE] = str(kernels.resolve())
    if solved.is_dir() and _readable(solved):  # not the data folder itself: a server's database is in it
        inner.append(solved.resolve())
        env[DATA_VARIABLE] = str(solved.resolve().parent)
    return Interpreter(sys.executable, tuple(inner), env)


def _readable(folder: Path) -> bool:
    """Whether a bot can read it: as root we lend it a user id of its own, else it has ours."""
    return os.geteuid() != 0 or folder.stat().st_mode & OPEN_FOLDER == OPEN_FOLDER


def _open_to_bots(folder: Path) -> None:
    """As root: let other users read what we have compiled or solved, whatever the umask was then."""
    if os.geteuid() != 0 or folder.stat().st_uid != 0:
        return
    for path in (folder, *_below(folder)):
        with suppress(FileNotFoundError):  # another process has just replaced it
            status = path.lstat()
            needed = OPEN_FOLDER if stat.S_ISDIR(status.st_mode) else OPEN_FILE
            if not stat.S_ISLNK(status.st_mode) and status.st_mode & needed != needed:
                path.chmod(stat.S_IMODE(status.st_mode) | needed)


def _below(folder: Path) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        yield from (Path(parent, name) for name in (*folders, *files))
