"""Walks an untrusted folder and opens its files.

Nothing here follows a link, blocks on a FIFO, trusts a name or a size, or keeps a file descriptor open for
each level of a folder of unlimited depth.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from steelyard.arena.sandbox.limits import Limits

FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
KINDS = {
    stat.S_IFIFO: "a FIFO",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFLNK: "a link",
    stat.S_IFDIR: "a folder",
}
GONE = {errno.ENOENT, errno.ENOTDIR, errno.ELOOP}  # the entry was replaced or removed meanwhile


class RefusedFolder(SteelyardError):
    """An untrusted folder contains something forbidden; the message says what, and what is allowed."""


class FolderEntry(NamedTuple):
    """A name in an open folder: safe even if a folder is replaced by a link during the walk."""

    parts: tuple[str, ...]  # path from the top folder, which has none
    folder_fd: int  # descriptor of the folder it is in
    name: str  # in that folder
    status: os.stat_result

    @property
    def is_folder(self) -> bool:
        return stat.S_ISDIR(self.status.st_mode)

    @property
    def size(self) -> int:
        """Bytes that a copy would take; holes in a sparse file count."""
        on_disk = self.status.st_blocks * 512
        return max(on_disk, self.status.st_size) if stat.S_ISREG(self.status.st_mode) else on_disk

    @property
    def shown(self) -> str:
        return printable("/".join(self.parts)) or "the folder"

    @property
    def target(self) -> str:
        """Where a link points to."""
        return os.readlink(self.name, dir_fd=self.folder_fd)

    def check(self) -> None:
        """Raise RefusedFolder unless this is a file, a folder, or a link to one inside the top folder."""
        mode = self.status.st_mode
        if stat.S_ISLNK(mode):
            self._check_link()
        elif not (self.is_folder or stat.S_ISREG(mode)):
            what = KINDS.get(stat.S_IFMT(mode), "not a file")
            raise RefusedFolder(f"{self.shown} is {what}; only files and folders are allowed")

    def _check_link(self) -> None:
        """Accept `..` only at the start, from a real folder: then links to links stay inside too."""
        target = self.target
        steps = [step for step in target.split("/") if step not in {"", "."}]
        up = len(steps) - len([step for step in steps if step != ".."])
        inside = not target.startswith("/") and up < len(self.parts) and ".." not in steps[up:]
        if not inside:
            link = f"{self.shown} is a link that leads out of the folder, to {printable(target)}"
            raise RefusedFolder(f"{link}; links may only lead to files inside it")

    def opened(self) -> AbstractContextManager[int]:
        """Open the file for reading; RefusedFolder if it is no longer a file, or not readable."""
        return opened_file(self.name, self.folder_fd)

    def open_to_all(self) -> None:
        """Let all users read it, and execute what its owner can execute."""
        if self.is_folder or stat.S_ISREG(self.status.st_mode):
            os.chmod(self.name, readable_mode(self.status.st_mode), dir_fd=self.folder_fd)


def visit(
    folder: Path | int,
    do: Callable[[FolderEntry], object],
    limits: Limits | None = None,
    *,
    ours: bool = True,
) -> None:
    """Call `do` for the top folder and everything below it, without following links.

    RefusedFolder if a limit is exceeded. A folder for which `do` returns False is not entered.
    A folder that is `ours` is opened even if its mode forbids it. The content may change during the walk.
    """
    open_folders = [open_top(folder, ours=ours)]
    try:
        do(FolderEntry((), open_folders[0], ".", os.fstat(open_folders[0])))
        waiting = [names_in(open_folders[0], limits)]
        parts: list[str] = []
        seen = size = 0
        while waiting:
            if not waiting[-1]:
                waiting.pop()
                os.close(open_folders.pop())
                parts = parts[:-1]
                continue
            name = waiting[-1].pop()
            try:
                status = os.stat(name, dir_fd=open_folders[-1], follow_symlinks=False)
            except FileNotFoundError:
                continue
            entry = FolderEntry((*parts, name), open_folders[-1], name, status)
            seen, size = seen + 1, size + entry.size
            if limits is not None:
                _check_limits(limits, len(entry.parts), seen, size)
            enter = do(entry) is not False
            if (
                enter
                and entry.is_folder
                and (below := open_folder(name, open_folders[-1], ours=ours)) is not None
            ):
                open_folders.append(below)
                waiting.append(names_in(below, limits))
                parts.append(name)
    finally:
        for folder_fd in open_folders:
            os.close(folder_fd)


def printable(name: str) -> str:
    """An untrusted file name that is safe to print and to log."""
    return "".join(sign if sign.isprintable() else "?" for sign in name[:200])


def _check_limits(limits: Limits, depth: int, seen: int, size: int) -> None:
    if depth > limits.folder_depth:
        raise RefusedFolder(f"there are more than {limits.folder_depth} levels of folders")
    if seen > limits.folder_entries:
        raise RefusedFolder(f"there are more than {limits.folder_entries} files and folders")
    if size > limits.folder_mb << 20:
        raise RefusedFolder(f"there are more than {limits.folder_mb} MB")


def readable_mode(mode: int) -> int:
    executable = 0o111 if stat.S_ISDIR(mode) or mode & stat.S_IXUSR else 0
    return mode & 0o777 | 0o444 | executable | (stat.S_IWUSR if stat.S_ISDIR(mode) else 0)


def names_in(folder_fd: int, limits: Limits | None = None) -> list[str]:
    """The names in an open folder; stops soon after the allowed number of entries."""
    names = []
    with os.scandir(folder_fd) as found:
        for each in found:
            names.append(each.name)
            if limits is not None and len(names) > limits.folder_entries:
                break
    return names


def open_top(folder: Path | int, *, ours: bool = False) -> int:
    """Open the top folder; one that is not ours may be given as a link."""
    if isinstance(folder, int):
        _chmod(folder)
        return os.open(".", FOLDER, dir_fd=folder)
    try:
        return os.open(folder, FOLDER if ours else FOLDER & ~os.O_NOFOLLOW)
    except PermissionError:
        if not ours:
            raise RefusedFolder("the folder cannot be read: chmod -R u+rX it") from None
        folder.chmod(stat.S_IRWXU)
        return os.open(folder, FOLDER)


def open_folder(name: str, folder_fd: int, *, ours: bool = True) -> int | None:
    """Open a folder inside an open folder; None if it is no longer a folder."""
    try:
        try:
            return os.open(name, FOLDER, dir_fd=folder_fd)
        except PermissionError:
            if not ours:
                raise RefusedFolder(f"{printable(name)} cannot be read: chmod -R u+rX the folder") from None
            _unlock(name, folder_fd)
            return os.open(name, FOLDER, dir_fd=folder_fd)
    except OSError as error:
        if error.errno in GONE:
            return None
        raise


def _unlock(name: str, folder_fd: int) -> None:
    """Make a folder of our own accessible again."""
    closed = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder_fd)
    try:
        _chmod(closed)
    finally:
        os.close(closed)


def _chmod(folder_fd: int) -> None:
    os.chmod(f"/proc/self/fd/{folder_fd}", stat.S_IRWXU)  # noqa: PTH101 - an O_PATH descriptor allows nothing else


@contextmanager
def opened_file(name: str, folder_fd: int) -> Iterator[int]:
    """Open a regular file inside an open folder for reading."""
    try:
        file = os.open(name, FILE, dir_fd=folder_fd)
    except FileNotFoundError:
        raise
    except PermissionError:
        raise RefusedFolder(f"{printable(name)} cannot be read: chmod -R u+rX the folder") from None
    except OSError as error:  # a link (ELOOP), a socket or a device without a driver (ENXIO)
        if error.errno not in {errno.ELOOP, errno.ENXIO, errno.ENODEV}:
            raise
        raise RefusedFolder(f"{printable(name)} is not a regular file") from None
    try:
        mode = os.fstat(file).st_mode
        if not stat.S_ISREG(mode):
            what = KINDS.get(stat.S_IFMT(mode), "something else")
            raise RefusedFolder(f"{printable(name)} is {what}; it should be a file")
        yield file
    finally:
        os.close(file)
