"""Untrusted folders: copy, check, measure and remove them."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from steelyard.arena.sandbox.folder_walk import (
    FolderEntry,
    RefusedFolder,
    names_in,
    open_folder,
    open_top,
    opened_file,
    readable_mode,
    visit,
)
from steelyard.core import files

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.arena.sandbox.limits import Limits

CHUNK = 1 << 20
TEXT_MOST = 1 << 16  # largest size of a configuration file, in bytes
NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def size(folder: Path) -> int:
    """The bytes a folder takes on disk; 0 if it does not exist."""
    total = 0

    def add(entry: FolderEntry) -> None:
        nonlocal total
        total += entry.size

    with suppress(FileNotFoundError):
        visit(folder, add)
    return total


def copy(folder: Path | int, to: Path, limits: Limits, *, open_to_all: bool = False) -> None:
    """Copy a folder to `to`, which must not exist; on RefusedFolder nothing is left there.

    One that is given by its descriptor is ours: what is closed in it is opened first.
    """
    owner = os.stat(folder).st_uid  # noqa: PTH116 - a descriptor has no path
    ours = isinstance(folder, int)

    def copy_one(entry: FolderEntry) -> None:
        entry.check()
        if ours:
            entry.open_to_all()
        mode = readable_mode(entry.status.st_mode) if open_to_all else entry.status.st_mode & 0o777
        target = to.joinpath(*entry.parts)
        if entry.is_folder:
            target.mkdir()
            target.chmod(mode | stat.S_IRWXU)
        elif stat.S_ISLNK(entry.status.st_mode):
            target.symlink_to(entry.target)
        else:
            _copy_file(entry, target, mode, owner)

    try:
        visit(folder, copy_one, limits, ours=False)  # what is ours has been opened before
    except BaseException as error:
        remove(to)
        if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
            raise RefusedFolder("the path of a file in nested folders is too long") from None
        raise


def check(folder: Path, limits: Limits) -> None:
    """RefusedFolder, and the folder is removed, if it contains something forbidden or exceeds the limits."""
    try:
        visit(folder, FolderEntry.check, limits)
    except BaseException:
        remove(folder)
        raise


def open_to_all(folder: Path) -> None:
    """Make a folder readable for all users: an isolated bot runs as another user."""
    visit(folder, FolderEntry.open_to_all)


def fingerprint(folder: Path, leave_out: Callable[[Path], bool] = lambda _: False) -> str:
    """A hash of all that is in a folder: names, contents, links, and what may be executed.

    What `leave_out` accepts by its path does not count.
    """
    entries: list[bytes] = []

    def note(entry: FolderEntry) -> None:
        if not entry.parts or leave_out(Path(*entry.parts)):
            return
        mode, content = entry.status.st_mode, b""
        if stat.S_ISLNK(mode):
            content = os.fsencode(entry.target)
        elif stat.S_ISREG(mode):
            digest = hashlib.sha256()
            with entry.opened() as file:
                while part := os.read(file, CHUNK):
                    digest.update(part)
            content = digest.digest()
        kind = b"%o" % (stat.S_IFMT(mode) | (mode & 0o111 if stat.S_ISREG(mode) else 0))
        fields = (os.fsencode("/".join(entry.parts)), kind, content)
        entries.append(b"".join(b"%d:%b" % (len(field), field) for field in fields))

    visit(folder, note)
    return hashlib.sha256(b"".join(sorted(entries))).hexdigest()


def read_text(folder: Path, name: str) -> str:
    """The text of a configuration file, which must be a regular file in UTF-8 and not too long."""
    folder_fd = open_top(folder)
    try:
        with opened_file(name, folder_fd) as file:
            data = os.read(file, TEXT_MOST + 1)
    finally:
        os.close(folder_fd)
    if len(data) > TEXT_MOST:
        raise RefusedFolder(f"{name} has more than {TEXT_MOST >> 10} kB")
    return data.decode("utf-8-sig")


def remove(folder: Path) -> None:
    """Remove a folder of any depth: nested folders are first moved up to the top, one level at a time."""
    try:
        folder_fd = open_top(folder, ours=True)
    except FileNotFoundError:
        return
    except NotADirectoryError:
        folder.unlink()
        return
    try:
        with suppress(PermissionError):
            os.fchmod(folder_fd, stat.S_IRWXU)
        serial = 0
        while names := names_in(folder_fd):
            for name in names:
                serial = _remove_one(name, folder_fd, serial)
    finally:
        os.close(folder_fd)
    folder.rmdir()


def _remove_one(name: str, folder_fd: int, serial: int) -> int:
    """Remove one entry of the top folder; folders inside it move up to the top under new names."""
    below = open_folder(name, folder_fd)
    if below is None:
        os.unlink(name, dir_fd=folder_fd)
        return serial
    try:
        with suppress(PermissionError):
            os.fchmod(below, stat.S_IRWXU)
        for inner in names_in(below):
            try:
                os.unlink(inner, dir_fd=below)
            except OSError as error:
                if error.errno not in {errno.EISDIR, errno.EPERM}:
                    raise
                serial = _move_up(inner, below, folder_fd, serial)
    finally:
        os.close(below)
    os.rmdir(name, dir_fd=folder_fd)
    return serial


def _move_up(name: str, below: int, folder_fd: int, serial: int) -> int:
    if (moved := open_folder(name, below)) is not None:
        with suppress(PermissionError):
            os.fchmod(moved, stat.S_IRWXU)  # otherwise its owner may not move it
        os.close(moved)
    while True:
        serial += 1
        try:
            os.rename(name, f".removed-{serial}", src_dir_fd=below, dst_dir_fd=folder_fd)
        except OSError as error:
            if error.errno not in {errno.EEXIST, errno.ENOTEMPTY, errno.ENOTDIR}:
                raise
        else:
            return serial


def _copy_file(entry: FolderEntry, to: Path, mode: int, owner: int) -> None:
    with entry.opened() as file:
        status = os.fstat(file)
        if status.st_nlink > 1 and status.st_uid != owner and not status.st_mode & stat.S_IROTH:
            raise RefusedFolder(
                f"{entry.shown} belongs to another user and is not readable; put a copy there"
            )
        left = entry.size  # the size that was checked
        with files.naming(to), os.fdopen(os.open(to, NEW_FILE, 0o600), "wb", buffering=0) as written:
            while left > 0 and (part := os.read(file, min(CHUNK, left))):
                files.write_all(written.fileno(), part)
                left -= len(part)
            os.utime(written.fileno(), ns=(status.st_atime_ns, status.st_mtime_ns))
            os.fchmod(written.fileno(), mode)
