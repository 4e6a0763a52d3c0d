"""Folders that strangers have filled: copied, weighed, lent to a build, taken back, removed.

Nothing here follows a link, waits for a FIFO, trusts a name or a size, or needs a descriptor for each level
of a folder without limits.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from steelyard.arena.sandbox.limits import Limits

CHUNK = 1 << 20
TEXT_MOST = 1 << 16  # bytes of a file that decides something
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
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
        return _opened(self.name, self.place)

    def give(self, uid: int, gid: int) -> None:
        os.chown(self.name, uid, gid, dir_fd=self.place, follow_symlinks=False)

    def open_to_all(self) -> None:
        """Let everybody read it, and execute what its owner can."""
        if self.is_folder or stat.S_ISREG(self.status.st_mode):
            os.chmod(self.name, _open_mode(self.status.st_mode), dir_fd=self.place)


def visit(
    folder: Path, do: Callable[[Entry], object], limits: Limits | None = None, *, ours: bool = True
) -> None:
    """`do` with the top and all below it, links as themselves; raises RefusedFolder beyond the limits.

    A folder for which `do` says False is not entered.
    A folder that is `ours` is opened even if its owner has closed it. What is there may change meanwhile.
    """
    places = [_open_top(folder, ours=ours)]
    try:
        do(Entry((), places[0], ".", os.fstat(places[0])))
        waiting = [_names(places[0], limits)]
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
            if enter and entry.is_folder and (below := _open_folder(name, places[-1], ours=ours)) is not None:
                places.append(below)
                waiting.append(_names(below, limits))
                parts.append(name)
    finally:
        for place in places:
            os.close(place)


def overweight(folder: Path, limits: Limits) -> bool:
    """Whether there is more in it than allowed."""
    try:
        visit(folder, lambda _: None, limits)
    except RefusedFolder:
        return True
    return False


def size(folder: Path) -> int:
    """How many bytes it takes on the disk; none if it is not there."""
    total = 0

    def add(entry: Entry) -> None:
        nonlocal total
        total += entry.size

    with suppress(FileNotFoundError):
        visit(folder, add)
    return total


def copy(folder: Path, to: Path, limits: Limits, *, open_to_all: bool = False) -> None:
    """A copy with files of its own, as `to`, which must not exist; whole, or RefusedFolder and nothing."""
    owner = folder.stat().st_uid

    def copy_one(entry: Entry) -> None:
        entry.check()
        mode = _open_mode(entry.status.st_mode) if open_to_all else entry.status.st_mode & 0o777
        target = to.joinpath(*entry.parts)
        if entry.is_folder:
            target.mkdir()
            target.chmod(mode | stat.S_IRWXU)
        elif stat.S_ISLNK(entry.status.st_mode):
            target.symlink_to(entry.target)
        else:
            _copy_file(entry, target, mode, owner)

    try:
        visit(folder, copy_one, limits, ours=False)
    except BaseException as error:
        remove(to)
        if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
            raise RefusedFolder("there are folders in one another with names that are too long") from None
        raise


def lend(folder: Path, uid: int, limits: Limits) -> None:
    """Give a folder and what is in it to `uid`."""

    def lend_one(entry: Entry) -> None:
        # A file with a second name may lie outside this folder as well: not ours to give.
        if entry.is_folder or entry.status.st_nlink == 1:
            entry.give(uid, uid)

    visit(folder, lend_one, limits)


def take_back(folder: Path, uid: int, owner: os.stat_result, limits: Limits) -> None:
    """Return to `owner` what `uid` has there, for all to read; no process of `uid` may be left.

    What is not allowed there, or is too much, raises RefusedFolder: the folder is gone then.
    """

    def take_one(entry: Entry) -> None:
        entry.check()
        if entry.status.st_uid == uid:
            if uid != owner.st_uid:
                entry.give(owner.st_uid, owner.st_gid)
            entry.open_to_all()

    try:
        visit(folder, take_one, limits)
    except BaseException:
        remove(folder)
        raise


def open_to_all(folder: Path) -> None:
    """A caged bot is somebody else: let it read what is its own."""
    visit(folder, Entry.open_to_all)


def fingerprint(folder: Path, leave_out: Callable[[Path], bool] = lambda _: False) -> str:
    """Of all files in it, with their names, but for those left out by their path in the folder."""
    told: list[tuple[tuple[str, ...], str]] = []

    def note(entry: Entry) -> None:
        if leave_out(Path(*entry.parts)):
            return
        if stat.S_ISLNK(entry.status.st_mode):
            told.append((entry.parts, f"-> {entry.target}"))
        elif stat.S_ISREG(entry.status.st_mode):
            digest = hashlib.sha256()
            with _opened(entry.name, entry.place) as file:
                while part := os.read(file, CHUNK):
                    digest.update(part)
            told.append((entry.parts, digest.hexdigest()))

    visit(folder, note)
    lines = [f"{'/'.join(parts)} {what}\0".encode(errors="replace") for parts, what in sorted(told)]
    return hashlib.sha256(b"".join(lines)).hexdigest()


def read_text(folder: Path, name: str) -> str:
    """A file that decides something: a regular one, not too long, in UTF-8; or FileNotFoundError."""
    place = _open_top(folder)
    try:
        with _opened(name, place) as file:
            data = os.read(file, TEXT_MOST + 1)
    finally:
        os.close(place)
    if len(data) > TEXT_MOST:
        raise RefusedFolder(f"{name} has more than {TEXT_MOST >> 10} kB")
    return data.decode("utf-8-sig")


def remove(folder: Path) -> None:
    """Take it away, however deep it is: folders in folders are moved up to the top, one level at a time."""
    try:
        place = _open_top(folder, ours=True)
    except FileNotFoundError:
        return
    except NotADirectoryError:
        folder.unlink()
        return
    try:
        with suppress(PermissionError):
            os.fchmod(place, stat.S_IRWXU)
        serial = 0
        while names := _names(place):
            for name in names:
                serial = _remove_one(name, place, serial)
    finally:
        os.close(place)
    folder.rmdir()


def printable(name: str) -> str:
    """A stranger's name for a file as it can be shown and written down."""
    return "".join(sign if sign.isprintable() else "?" for sign in name[:200])


def _remove_one(name: str, place: int, serial: int) -> int:
    """Remove a name; of a folder the files, while the folders in it come up to `place` under new names."""
    below = _open_folder(name, place)
    if below is None:
        os.unlink(name, dir_fd=place)
        return serial
    try:
        with suppress(PermissionError):
            os.fchmod(below, stat.S_IRWXU)
        for inner in _names(below):
            try:
                os.unlink(inner, dir_fd=below)
            except OSError as error:
                if error.errno not in {errno.EISDIR, errno.EPERM}:
                    raise
                serial = _move_up(inner, below, place, serial)
    finally:
        os.close(below)
    os.rmdir(name, dir_fd=place)
    return serial


def _move_up(name: str, below: int, place: int, serial: int) -> int:
    if (moved := _open_folder(name, below)) is not None:
        with suppress(PermissionError):
            os.fchmod(moved, stat.S_IRWXU)  # else its owner may not move it
        os.close(moved)
    while True:
        serial += 1
        try:
            os.rename(name, f".removed-{serial}", src_dir_fd=below, dst_dir_fd=place)
        except OSError as error:
            if error.errno not in {errno.EEXIST, errno.ENOTEMPTY, errno.ENOTDIR}:
                raise
        else:
            return serial


def _copy_file(entry: Entry, to: Path, mode: int, owner: int) -> None:
    with _opened(entry.name, entry.place) as file:
        status = os.fstat(file)
        if status.st_nlink > 1 and status.st_uid != owner and not status.st_mode & stat.S_IROTH:
            raise RefusedFolder(f"{entry.shown} is another user's file, and closed; put a copy there")
        left = entry.size  # as it was weighed
        with os.fdopen(os.open(to, NEW_FILE, 0o600), "wb", buffering=0) as written:
            while left > 0 and (part := os.read(file, min(CHUNK, left))):
                written.write(part)
                left -= len(part)
            os.utime(written.fileno(), ns=(status.st_atime_ns, status.st_mtime_ns))
            os.fchmod(written.fileno(), mode)


def _check_limits(limits: Limits, depth: int, seen: int, size: int) -> None:
    if depth > limits.folder_depth:
        raise RefusedFolder(f"there are more than {limits.folder_depth} folders in one another")
    if seen > limits.folder_entries:
        raise RefusedFolder(f"there are more than {limits.folder_entries} files and folders")
    if size > limits.folder_mb << 20:
        raise RefusedFolder(f"there are more than {limits.folder_mb} MB")


def _open_mode(mode: int) -> int:
    executable = 0o111 if stat.S_ISDIR(mode) or mode & stat.S_IXUSR else 0
    return mode & 0o777 | 0o444 | executable | (stat.S_IWUSR if stat.S_ISDIR(mode) else 0)


def _names(place: int, limits: Limits | None = None) -> list[str]:
    """The names in an open folder, not many more than are allowed."""
    names = []
    with os.scandir(place) as found:
        for each in found:
            names.append(each.name)
            if limits is not None and len(names) > limits.folder_entries:
                break
    return names


def _open_top(folder: Path, *, ours: bool = False) -> int:
    """The folder itself; one that is not ours may be named by a link."""
    try:
        return os.open(folder, FOLDER if ours else FOLDER & ~os.O_NOFOLLOW)
    except PermissionError:
        if not ours:
            raise RefusedFolder("the folder cannot be read: chmod -R u+rX it") from None
        folder.chmod(stat.S_IRWXU)
        return os.open(folder, FOLDER)


def _open_folder(name: str, place: int, *, ours: bool = True) -> int | None:
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
def _opened(name: str, place: int) -> Iterator[int]:
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
