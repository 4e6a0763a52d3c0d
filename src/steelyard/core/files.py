"""Writes files and folders whole or not at all, even if the power fails; reads files that people name.

Everything is written under another name first, synced, and renamed; then the rename is synced too.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import io
import os
import shutil
import stat
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator

NEW = ".new"  # suffix of a file that is being written; one that a killed process left is overwritten
SCRATCH = "steelyard-run-"
OTHERS = stat.S_IRWXG | stat.S_IRWXO
AT_FDCWD, RENAME_EXCHANGE = -100, 2
CANNOT_EXCHANGE = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP}


def write(file: Path, content: bytes | str, *, lasting: bool = True) -> None:
    """Replace a file's content; until this is done, the file has its old content or does not exist.

    With `lasting=False` it does not wait for the disk: for files that may be lost when the machine crashes.
    """
    with writing(file, lasting=lasting) as new:
        new.write(content.encode() if isinstance(content, str) else content)


def read(file: Path) -> bytes:
    """A file's content, or what comes through a pipe; one that nobody writes to is not waited for."""
    with naming(file), open(file, "rb", opener=_open_at_once) as opened:
        os.set_blocking(opened.fileno(), True)  # whoever writes may take a while
        content = opened.read()
        if not content and stat.S_ISFIFO(os.fstat(opened.fileno()).st_mode):
            raise OSError(errno.EINVAL, "a pipe that nothing comes through; name a file")
        return content


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)


def read_text(file: Path, encoding: str = "utf-8", errors: str = "strict") -> str:
    """The same as text, with lines that end as ours do."""
    return io.StringIO(read(file).decode(encoding, errors), newline=None).read()


@contextmanager
def writing(file: Path, *, lasting: bool = True, private: bool = False) -> Iterator[BinaryIO]:
    """The same for content that comes in parts; if the block raises, the file stays as it was.

    Only its owner can read a private file.
    """
    beside = file.with_name(file.name + NEW)
    with naming(file), _alone(beside, 0o600 if private else 0o666) as new:
        try:
            yield new
            new.flush()
            if lasting:
                os.fsync(new.fileno())
            beside.replace(file)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    if lasting:
        sync_folder(file.parent)


@contextmanager
def naming(file: Path) -> Iterator[None]:
    """Errors that name no file name this one: a full disk is met by a write, which knows no path."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(file)
        raise


def write_all(opened: int, content: bytes) -> None:
    """Write all of it to an open file; where the disk is full, a first write only writes less."""
    while content:
        content = content[os.write(opened, content) :]


def put_folder(new: Path, to: Path) -> None:
    """Move a finished folder to its place in the same parent folder; what was there before is removed."""
    sync_tree(new)
    try:
        new.rename(to)
    except OSError as error:
        if error.errno not in {errno.ENOTEMPTY, errno.EEXIST}:
            raise
        if not exchange(new, to):
            old = to.with_name(f"{to.name}.old")
            to.rename(old)
            new.rename(to)
            old.rename(new)
    sync_folder(to.parent)
    shutil.rmtree(new, ignore_errors=True)


def exchange(one: Path, two: Path) -> bool:
    """Exchange the names of two folders in one step; False if the file system cannot do that."""
    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if rename is None:
        return False
    if rename(AT_FDCWD, os.fsencode(one), AT_FDCWD, os.fsencode(two), RENAME_EXCHANGE) == 0:
        return True
    failed = ctypes.get_errno()
    if failed in CANNOT_EXCHANGE:
        return False
    raise OSError(failed, os.strerror(failed), str(two))


def make_folder(folder: Path, *, private: bool = False) -> None:
    """Make a folder and its parents unless they exist; only its owner can enter a private one."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(mode=0o700 if private else 0o777, parents=True, exist_ok=True)
    for each in missing:
        sync_folder(each.parent)


def make_private(path: Path) -> None:
    """Let only its owner read a file or enter a folder, if we are the owner.

    A folder that is not for one program alone stays as it is: one for everybody, such as /tmp, or our home.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        return
    mode = stat.S_IMODE(status.st_mode)
    shared = mode & stat.S_ISVTX or path.resolve() in {Path("/"), Path(os.path.expanduser("~")).resolve()}  # noqa: PTH111 - Path.home() may raise
    if status.st_uid == os.geteuid() and mode & OTHERS and not shared:
        path.chmod(mode & ~OTHERS)


def sync_tree(folder: Path) -> None:
    """Sync a folder and everything in it to the disk."""
    left = [folder]
    while left:
        inside = left.pop()
        with os.scandir(inside) as entries:
            for entry in entries:
                path = inside / entry.name
                if entry.is_dir(follow_symlinks=False):
                    left.append(path)
                elif entry.is_file(follow_symlinks=False):
                    with suppress(PermissionError):  # a file that we may not read is of no use to us
                        _sync(path, os.O_NOFOLLOW | os.O_NONBLOCK)
        sync_folder(inside)


def sync_folder(folder: Path) -> None:
    """Sync the names in a folder to the disk: what was created, renamed and removed there."""
    _sync(folder, os.O_DIRECTORY)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Keep other processes that ask for it out of a folder; BlockingIOError if one is in it."""
    lock = _locked(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    try:
        yield
    finally:
        os.close(lock)


@contextmanager
def scratch_folder(above: Path | None = None) -> Iterator[Path]:
    """A temporary empty folder; those that killed processes left behind are removed.

    The process that uses it holds a lock on it, which ends with the process.
    """
    above = Path(tempfile.gettempdir()) if above is None else above
    for left in above.glob(f"{SCRATCH}*"):
        with suppress(OSError):  # it is in use, or belongs to another user
            lock = _locked(left, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(left, ignore_errors=True)
            os.close(lock)
    folder, lock = _new_scratch_folder(above)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _new_scratch_folder(above: Path) -> tuple[Path, int]:
    while True:
        folder = Path(tempfile.mkdtemp(prefix=SCRATCH, dir=above))
        with suppress(FileNotFoundError):  # another process may have removed it before it was locked
            lock = _locked(folder, fcntl.LOCK_EX)
            if _is_at(folder, lock):
                return folder, lock
            os.close(lock)


def _locked(folder: Path, how: int) -> int:
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(opened, how)
    except BaseException:
        os.close(opened)
        raise
    return opened


def _sync(path: Path, flags: int) -> None:
    opened = os.open(path, os.O_RDONLY | flags)
    try:
        with naming(path):
            os.fsync(opened)
    except OSError as error:
        if error.errno != errno.EINVAL:  # a file system that cannot do it for folders
            raise
    finally:
        os.close(opened)


@contextmanager
def _alone(beside: Path, mode: int) -> Iterator[BinaryIO]:
    """The temporary file, empty, and locked against other writers."""
    while True:
        opened = os.open(beside, os.O_RDWR | os.O_CREAT, mode)
        with os.fdopen(opened, "r+b") as new:
            fcntl.flock(new, fcntl.LOCK_EX)
            if _is_at(beside, opened):
                new.truncate(0)
                yield new
                return


def _is_at(path: Path, opened: int) -> bool:
    """Whether an open file still has that path, and was not renamed or removed by another writer."""
    try:
        return os.path.samestat(os.fstat(opened), path.stat())
    except FileNotFoundError:
        return False
