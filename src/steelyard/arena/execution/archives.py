"""Bots as tar archives that travel between machines in parts, named after the hash of their content.

An archive is never in memory as a whole: it is packed in parts, which are kept in a file where they arrive.
"""

from __future__ import annotations

import hashlib
import tarfile
import tempfile
from typing import IO, TYPE_CHECKING, cast

from steelyard.arena.sandbox.limits import Limits
from steelyard.core.archive import InvalidArchive, packable, unpack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

PART = 4 << 20  # bytes
ENTRY = 4096  # bytes that an archive needs for a file besides its content, at most
MOST_BYTES = (Limits().folder_mb << 20) + Limits().folder_entries * ENTRY
"""Of an archive: what the largest folder of a bot takes."""


def pack(folder: Path, put: Callable[[bytes], object]) -> str:
    """Pack a folder, without what differs between two copies of it, and hand over part after part.

    Returns the SHA-256 of all of it: equal folders have the same. InvalidArchive if it is too large.
    """
    parts = _Parts(put)
    with tarfile.open(fileobj=cast("IO[bytes]", parts), mode="w|", format=tarfile.PAX_FORMAT) as archive:
        archive.add(str(folder), arcname=".", filter=_plain)
    return parts.end()


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """An entry without dates and owners; nothing for what cannot be unpacked."""
    found = packable(entry)
    if found is not None:
        found.mtime = found.uid = found.gid = 0
        found.uname = found.gname = ""
    return found


class _Parts:
    """A file that hands over what is written to it in parts of the same size."""

    def __init__(self, put: Callable[[bytes], object]) -> None:
        self._put = put
        self._part = bytearray()
        self._checked = _Checked()

    def write(self, data: bytes, /) -> int:
        self._checked.add(data)
        self._part += data
        while len(self._part) >= PART:
            self._put(bytes(self._part[:PART]))
            del self._part[:PART]
        return len(data)

    def end(self) -> str:
        if self._part:
            self._put(bytes(self._part))
        return self._checked.digest


class _Checked:
    """The hash of an archive that is not larger than allowed."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._size = 0

    def add(self, data: bytes) -> None:
        self._size += len(data)
        if self._size > MOST_BYTES:
            raise InvalidArchive(f"a bot's folder has more than {MOST_BYTES >> 20} MB as an archive")
        self._hash.update(data)

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()


def unpack_into(parts: Iterable[bytes], digest: str, folder: Path) -> None:
    """Unpack an archive into an empty folder; InvalidArchive if it is not what its digest says.

    Nothing is unpacked before all of it has arrived and was checked.
    """
    checked = _Checked()
    with tempfile.TemporaryFile(dir=folder.parent) as packed:
        for part in parts:
            checked.add(part)
            packed.write(part)
        if checked.digest != digest:
            raise InvalidArchive("an archive has changed on its way: its content does not match its hash")
        packed.seek(0)
        unpack(packed, folder)
    folder.chmod(0o755)  # an isolated bot runs as another user
