"""Unpacks untrusted tar archives, in the same way on every version of Python.

Python 3.11.2, which Debian 12 has, lacks `TarFile.extractall(filter=...)`, and its rules have changed since.
"""

from __future__ import annotations

import gzip
import lzma
import os
import shutil
import tarfile
import zlib
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING

from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from collections.abc import Iterator

UNREADABLE = (
    tarfile.TarError,
    EOFError,
    OverflowError,
    RecursionError,
    ValueError,
    gzip.BadGzipFile,
    lzma.LZMAError,
    zlib.error,
)
"""What Python's readers may raise for untrusted bytes."""
TAKEN = (FileExistsError, IsADirectoryError, NotADirectoryError)


class InvalidArchive(SteelyardError):
    """An archive that is refused; the message says why."""


def unpack(packed: IO[bytes], folder: Path) -> None:
    """Unpack a tar archive into `folder`, which is empty; if this raises, the caller removes what is there.

    It may hold files, folders, and links that stay inside; only the owner can write to them. Links are made
    last, so that nothing is ever written through one.
    """
    with _reading(), tarfile.open(fileobj=packed, mode="r:*") as archive:
        _lay_out(archive, folder)


@contextmanager
def _reading() -> Iterator[None]:
    """Turn every error about an archive into InvalidArchive."""
    try:
        yield
    except InvalidArchive:
        raise
    except TAKEN as error:
        raise InvalidArchive(_twice(Path(error.filename2 or error.filename).name)) from None
    except UNREADABLE as error:
        told = str(error).strip().splitlines()  # tarfile tells of every format it has tried
        raise InvalidArchive(told[0].rstrip(":") if told else type(error).__name__) from None


def _twice(name: str) -> str:
    return f"{name!r} is in it twice, or once as a file and once as a folder"


def contents(packed: IO[bytes]) -> Iterator[tuple[str, IO[bytes]]]:
    """The files of an archive, one after the other; raises InvalidArchive where `unpack` would."""
    with _reading():
        files: dict[PurePosixPath, tarfile.TarInfo] = {}
        taken: dict[PurePosixPath, bool] = {_path("."): True}  # True: a folder, of which there may be more
        with tarfile.open(fileobj=packed, mode="r:*") as archive:
            for entry in archive:
                path = _path(entry.name)
                folders = [*path.parents, *([path] if entry.isdir() else [])]
                if not all(taken.setdefault(each, True) for each in folders):
                    raise InvalidArchive(_twice(path.name))
                if not entry.isdir() and path in taken:
                    raise InvalidArchive(_twice(path.name))
                taken[path] = entry.isdir()
                if entry.issym():
                    _check_link(path, entry)
                elif not entry.isdir():
                    files[path] = _file(entry, files)
                    content = archive.extractfile(files[path])
                    assert content is not None  # noqa: S101 - it is a file
                    with content:
                        yield entry.name, content


def packable(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """A filter for `TarFile.add`: leaves out what `unpack` would refuse, such as pipes."""
    leads_in = entry.issym() and _leads_in(PurePosixPath(entry.name), entry.linkname)
    return entry if entry.isreg() or entry.isdir() or entry.islnk() or leads_in else None


def _lay_out(archive: tarfile.TarFile, folder: Path) -> None:
    files: dict[PurePosixPath, tarfile.TarInfo] = {}
    links: dict[PurePosixPath, str] = {}
    for entry in archive:
        path = _path(entry.name)
        above = path if entry.isdir() else path.parent
        (folder / above).mkdir(mode=0o755, parents=True, exist_ok=True)
        if entry.issym():
            _check_link(path, entry)
            links[path] = entry.linkname
        elif not entry.isdir():
            files[path] = _file(entry, files)
            _write(archive, files[path], folder / path)
    for path, target in links.items():
        (folder / path).symlink_to(target)


def _path(name: str) -> PurePosixPath:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\0" in name:
        raise InvalidArchive(f"{name!r} leads out of it")
    return path


def _check_link(path: PurePosixPath, entry: tarfile.TarInfo) -> None:
    if not _leads_in(path, entry.linkname):
        raise InvalidArchive(f"{entry.name!r} is a link that leads out of it")


def _leads_in(path: PurePosixPath, target: str) -> bool:
    """Whether a link at `path` ends inside, whatever other such links it goes through.

    Its first steps up go through real folders only; a step up after one down might start behind a link.
    """
    parts = PurePosixPath(target).parts
    up = next((number for number, part in enumerate(parts) if part != ".."), len(parts))
    outside = target.startswith("/") or up >= len(path.parts)
    return bool(target) and not outside and ".." not in parts[up:] and "\0" not in target


def _file(entry: tarfile.TarInfo, files: dict[PurePosixPath, tarfile.TarInfo]) -> tarfile.TarInfo:
    """The entry that has the content: an earlier one, if this is a hard link."""
    if entry.islnk() and (first := files.get(_path(entry.linkname))):
        return first
    if not entry.isreg() or entry.issparse():
        raise InvalidArchive(f"{entry.name!r} is neither a file nor a folder nor a link to one in it")
    return entry


def _write(archive: tarfile.TarFile, entry: tarfile.TarInfo, path: Path) -> None:
    content = archive.extractfile(entry)
    assert content is not None  # noqa: S101 - it is a file
    place = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with content, os.fdopen(place, "wb") as written:
        shutil.copyfileobj(content, written)
        os.fchmod(place, entry.mode & 0o755 | 0o600)
