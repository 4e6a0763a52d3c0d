"""Walks a folder that a stranger may have filled, and opens what is in it.

Nothing here follows a link, waits for a FIFO, trusts a name or a size, or keeps a descriptor open for each
level of a folder without limits.
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
GONE = {errno.ENOENT, errno.ENOTDIR, errno.ELOOP}  # of a name that was something else a moment ago


class RefusedFolder(SteelyardError):
    """Something in a folder that is not taken from strangers; the message says what, and what is right."""


class Entry(NamedTuple):
    """A name in an open folder: safe against folders that turn into links while we look."""

    parts: tuple[str, ...]  # from the top, which has none
    place: int  # the folder it is in, open
    name: str  # in that folder
    status: os.stat_result

    @property
    def is_folder(self) -> bool:
        return stat.S_ISDIR(self.status.st_mode)

    @property
    def size(self) -> int:
        """Of what a copy would take, so that holes in a file count."""
        on_disk = self.status.st_blocks * 512
        return max(on_disk, self.status.st_size) if stat.S_ISREG(self.status.st_mode) else on_disk

    @property
    def shown(self) -> str:
        return printable("/".join(self.parts)) or "the folder"

    @property
    def target(self) -> str:
        """Of a link."""
        return os.readlink(self.name, dir_fd=self.place)

    def check(self) -> None:
        """Raises for what is neither a file, nor a folder, nor a link to one of those inside."""
        mode = self.status.st_mode
        if stat.S_ISLNK(mode):
            self._check_link()
        elif not (self.is_folder or stat.S_ISREG(mode)):
            what = KINDS.get(stat.S_IFMT(mode), "no file")
            raise RefusedFolder(f"{self.shown} is {what}; files and folders are allowed")

    def _check_link(self) -> None:
        """Steps up come first and start in a real folder: so links that lead to links stay inside too."""
        target = self.target
        steps = [step for step in target.split("/") if step not in {"", "."}]
        up = len(steps) - len([step for step in steps if step != ".."])
        inside = not target.startswith("/") and up < len(self.parts) and ".." not in steps[up:]
        if not inside:
            told = f"{self.shown} is a link that leads out of the folder, to {printable(target)}"
            raise RefusedFolder(f"{told}; links may lead to files inside it")

    def opened(self) -> AbstractContextManager[int]:
        """The file, for reading; raises RefusedFolder if it is none by now, or closed to us."""
        return opened_file(self.name, self.place)

    def give(self, uid: int, gid: int) -> None:
        os.chown(self.name, uid, gid, dir_fd=self.place, follow_symlinks=False)

    def open_to_all(self) -> None:
        """Let everybody read it, and execute what its owner can."""
        if self.is_folder or stat.S_ISREG(self.status.st_mode):
            os.chmod(self.name, readable_mode(self.status.st_mode), dir_fd=self.place)


def visit(
    folder: Path, do: Callable[[Entry], object], limits: Limits | None = None, *, ours: bool = True
) -> None:
    """`do` with the top and all below it, links as themselves; raises RefusedFolder beyond the limits.

    A folder for which `do` says False is not entered.
    A folder that is `ours` is opened even if its owner has closed it. What is there may change meanwhile.
    """
    places = [open_top(folder, ours=ours)]
    try:
        do(Entry((), places[0], ".", os.fstat(places[0])))
        waiting = [names_in(places[0], limits)]
        parts: list[str] = []
        seen = size = 0
        while waiting:
            if not waiting[-1]:
                waiting.pop()
                os.close(places.pop())
                parts = parts[:-1]
                continue
            name = waiting[-1].pop()
            try:
                status = os.stat(name, dir_fd=places[-1], follow_symlinks=False)
            except FileNotFoundError:
                continue
            entry = Entry((*parts, name), places[-1], name, status)
            seen, size = seen + 1, size + entry.size
            if limits is not None:
                _check_limits(limits, len(entry.parts), seen, size)
            enter = do(entry) is not False
            if enter and entry.is_folder and (below := open_folder(name, places[-1], ours=ours)) is not None:
                places.append(below)
                waiting.append(names_in(below, limits))
                parts.append(name)
    finally:
        for place in places:
            os.close(place)


def printable(name: str) -> str:
    """A stranger's name for a file as it can be shown and written down."""
    return "".join(sign if sign.isprintable() else "?" for sign in name[:200])


def _check_limits(limits: Limits, depth: int, seen: int, size: int) -> None:
    if depth > limits.folder_depth:
        raise RefusedFolder(f"there are more than {limits.folder_depth} folders in one another")
    if seen > limits.folder_entries:
        raise RefusedFolder(f"there are more than {limits.folder_entries} files and folders")
    if size > limits.folder_mb << 20:
        raise RefusedFolder(f"there are more than {limits.folder_mb} MB")


def readable_mode(mode: int) -> int:
    executable = 0o111 if stat.S_ISDIR(mode) or mode & stat.S_IXUSR else 0
    return mode & 0o777 | 0o444 | executable | (stat.S_IWUSR if stat.S_ISDIR(mode) else 0)


def names_in(place: int, limits: Limits | None = None) -> list[str]:
    """The names in an open folder, not many more than are allowed."""
    names = []
    with os.scandir(place) as found:
        for each in found:
            names.append(each.name)
            if limits is not None and len(names) > limits.folder_entries:
                break
    return names


def open_top(folder: Path, *, ours: bool = False) -> int:
    """The folder itself; one that is not ours may be named by a link."""
    try:
        return os.open(folder, FOLDER if ours else FOLDER & ~os.O_NOFOLLOW)
    except PermissionError:
        if not ours:
            raise RefusedFolder("the folder cannot be read: chmod -R u+rX it") from None
        folder.chmod(stat.S_IRWXU)
        return os.open(folder, FOLDER)


def open_folder(name: str, place: int, *, ours: bool = True) -> int | None:
    """A folder in an open folder; None if it is no folder any more."""
    try:
        try:
            return os.open(name, FOLDER, dir_fd=place)
        except PermissionError:
            if not ours:
                raise RefusedFolder(f"{printable(name)} cannot be read: chmod -R u+rX the folder") from None
            _unlock(name, place)
            return os.open(name, FOLDER, dir_fd=place)
    except OSError as error:
        if error.errno in GONE:
            return None
        raise


def _unlock(name: str, place: int) -> None:
    """Open a folder whose owner, who is us, has closed it."""
    closed = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=place)
    try:
        os.chmod(f"/proc/self/fd/{closed}", stat.S_IRWXU)  # noqa: PTH101 - a descriptor that can do nothing else
    finally:
        os.close(closed)


@contextmanager
def opened_file(name: str, place: int) -> Iterator[int]:
    """A regular file in an open folder, for reading."""
    try:
        file = os.open(name, FILE, dir_fd=place)
    except FileNotFoundError:
        raise
    except PermissionError:
        raise RefusedFolder(f"{printable(name)} cannot be read: chmod -R u+rX the folder") from None
    except OSError as error:  # a link (ELOOP), a socket or a device without a driver (ENXIO)
        if error.errno not in {errno.ELOOP, errno.ENXIO, errno.ENODEV}:
            raise
        raise RefusedFolder(f"{printable(name)} is no regular file") from None
    try:
        mode = os.fstat(file).st_mode
        if not stat.S_ISREG(mode):
            what = KINDS.get(stat.S_IFMT(mode), "something else")
            raise RefusedFolder(f"{printable(name)} is {what}; it should be a file")
        yield file
    finally:
        os.close(file)
