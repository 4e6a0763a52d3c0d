"""The Python interpreter that built-in bots use, inside a sandbox and without one."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from steelyard.arena.sandbox.bubblewrap import OPEN_FOLDER
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
    if kernels := _shown(kernel_root()):
        inner.append(kernels)
        env[READY_MADE_VARIABLE] = str(kernels)
    if solved := _shown(solved_folder()):  # not the data folder itself: a server's database is in it
        inner.append(solved)
        env[DATA_VARIABLE] = str(solved.parent)
    return Interpreter(sys.executable, tuple(inner), env)


def _shown(folder: Path) -> Path | None:
    """What we have compiled or solved, if a bot can read it: as root we lend it a user id of its own."""
    if not folder.is_dir():
        return None
    if os.geteuid() == 0:
        if folder.stat().st_uid == 0:
            _open_to_bots(folder)
        if folder.stat().st_mode & OPEN_FOLDER != OPEN_FOLDER:
            return None
    return folder.resolve()


def _open_to_bots(folder: Path) -> None:
    """Let other users read it, whatever the umask was when it was made."""
    for path in (folder, *_below(folder)):
        with suppress(FileNotFoundError):  # another process has just replaced it
            status = path.lstat()
            needed = OPEN_FOLDER if stat.S_ISDIR(status.st_mode) else OPEN_FILE
            if not stat.S_ISLNK(status.st_mode) and status.st_mode & needed != needed:
                path.chmod(stat.S_IMODE(status.st_mode) | needed)


def _below(folder: Path) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        yield from (Path(parent, name) for name in (*folders, *files))
