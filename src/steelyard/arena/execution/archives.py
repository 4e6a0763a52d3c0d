"""Bots as archives that travel between machines, named after the hash of their content."""

from __future__ import annotations

import hashlib
import io
import os
import tarfile
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from steelyard.arena.sandbox import untrusted_folders
from steelyard.core import files
from steelyard.core.archive import InvalidArchive, packable, unpack
from steelyard.core.errors import SteelyardError

KEPT_S = 30 * 86400.0  # a bot that was not used for so long is removed from a machine


class Archive(NamedTuple):
    digest: str
    """The SHA-256 of the data: equal folders have the same."""
    data: bytes


class FolderTaken(SteelyardError):
    """Another user has made the folder in which bots would be unpacked."""


def pack(folder: Path) -> Archive:
    """A folder as a tar archive, without what differs between two copies of it."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        archive.add(str(folder), arcname=".", filter=_plain)
    data = packed.getvalue()
    return Archive(hashlib.sha256(data).hexdigest(), data)


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """An entry without dates and owners; nothing for what cannot be unpacked."""
    found = packable(entry)
    if found is not None:
        found.mtime = found.uid = found.gid = 0
        found.uname = found.gname = ""
    return found


def unpack_into(archive: Archive, folder: Path) -> None:
    """Unpack an archive into an empty folder; InvalidArchive if it is not what its digest says."""
    if hashlib.sha256(archive.data).hexdigest() != archive.digest:
        raise InvalidArchive("an archive has changed on its way: its content does not match its hash")
    unpack(io.BytesIO(archive.data), folder)
    folder.chmod(0o755)  # an isolated bot runs as another user


def folder_of(digest: str) -> Path | None:
    """Where an archive was unpacked on this machine; None if it was not."""
    folder = own_folder("bots") / digest
    if not folder.is_dir():
        return None
    os.utime(folder)  # it is in use
    return folder


def unpacked(archive: Archive) -> Path:
    """The unpacked folder on this machine, shared by all processes here."""
    folder = folder_of(archive.digest)
    if folder is None:
        shared = own_folder("bots")
        _remove_unused(shared)
        folder = shared / archive.digest
        with files.scratch_folder(shared) as fresh:
            unpack_into(archive, fresh)
            files.sync_tree(fresh)
            with suppress(OSError):  # another process was faster
                fresh.rename(folder)
    return folder


def _remove_unused(shared: Path) -> None:
    for folder in shared.iterdir():
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > KEPT_S:  # noqa: TID251 - of files, which have dates
                untrusted_folders.remove(folder)


def own_folder(name: str) -> Path:
    """A temporary folder of this user; one that another user has made is refused."""
    folder = Path(tempfile.gettempdir()) / f"steelyard-{name}-{os.getuid()}"
    folder.mkdir(mode=0o755, exist_ok=True)
    if folder.is_symlink() or folder.stat().st_uid != os.getuid():
        raise FolderTaken(f"{folder} belongs to another user; remove it")
    return folder
