"""Folders that strangers have filled: copied, measured, lent to a build, taken back, removed."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from steelyard.arena.sandbox.folder_walk import (
    Entry,
    RefusedFolder,
    names_in,
    open_folder,
    open_top,
    opened_file,
    readable_mode,
    visit,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.arena.sandbox.limits import Limits

CHUNK = 1 << 20
TEXT_MOST = 1 << 16  # bytes of a file that decides something
NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


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
            with opened_file(entry.name, entry.place) as file:
                while part := os.read(file, CHUNK):
                    digest.update(part)
            told.append((entry.parts, digest.hexdigest()))

    visit(folder, note)
    lines = [f"{'/'.join(parts)} {what}\0".encode(errors="replace") for parts, what in sorted(told)]
    return hashlib.sha256(b"".join(lines)).hexdigest()


def read_text(folder: Path, name: str) -> str:
    """A file that decides something: a regular one, not too long, in UTF-8; or FileNotFoundError."""
    place = open_top(folder)
    try:
        with opened_file(name, place) as file:
            data = os.read(file, TEXT_MOST + 1)
    finally:
        os.close(place)
    if len(data) > TEXT_MOST:
        raise RefusedFolder(f"{name} has more than {TEXT_MOST >> 10} kB")
    return data.decode("utf-8-sig")


def remove(folder: Path) -> None:
    """Take it away, however deep it is: folders in folders are moved up to the top, one level at a time."""
    try:
        place = open_top(folder, ours=True)
    except FileNotFoundError:
        return
    except NotADirectoryError:
        folder.unlink()
        return
    try:
        with suppress(PermissionError):
            os.fchmod(place, stat.S_IRWXU)
        serial = 0
        while names := names_in(place):
            for name in names:
                serial = _remove_one(name, place, serial)
    finally:
        os.close(place)
    folder.rmdir()


def _remove_one(name: str, place: int, serial: int) -> int:
    """Remove a name; of a folder the files, while the folders in it come up to `place` under new names."""
    below = open_folder(name, place)
    if below is None:
        os.unlink(name, dir_fd=place)
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
                serial = _move_up(inner, below, place, serial)
    finally:
        os.close(below)
    os.rmdir(name, dir_fd=place)
    return serial


def _move_up(name: str, below: int, place: int, serial: int) -> int:
    if (moved := open_folder(name, below)) is not None:
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
    with opened_file(entry.name, entry.place) as file:
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
