"""Stores arrays in files atomically: written to a temporary file and renamed, with a checksum at the end.

A file has the length of its header (8 bytes), the header (JSON: what the file is about, and the name, type
and length of each array), the arrays, and the SHA-256 of all that.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import mmap
import tempfile
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.core import files
from steelyard.core.directories import DATA_VARIABLE
from steelyard.core.errors import DataUnwritable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

ALIGNED = 8
LENGTH_BYTES = 8
CHECKSUM_BYTES = hashlib.sha256().digest_size


class Damaged(Exception):
    """The file is damaged or about something else; it should be rebuilt."""


def check_writable(folder: Path) -> None:
    """Create the folder if necessary; raise DataUnwritable if it cannot be written to."""
    try:
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # where a server keeps its data too
        folder.mkdir(exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise DataUnwritable(_unwritable(folder, error)) from None


def _unwritable(path: Path, error: OSError) -> str:
    return (
        f"{path} cannot be written ({error.strerror}); set {DATA_VARIABLE} to a folder with room for 100 MB"
    )


def save(file: Path, about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write the file atomically: after any interruption it is complete or as it was before."""
    try:
        with files.writing(file) as out:
            checksum = hashlib.sha256()
            for piece in _pieces(about, arrays):
                out.write(piece)
                checksum.update(piece)
            out.write(checksum.digest())
    except OSError as error:
        raise DataUnwritable(_unwritable(file, error)) from None


def _pieces(about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Iterator[bytes | memoryview]:
    head = {"about": about, "arrays": [(name, a.dtype.str, len(a)) for name, a in arrays.items()]}
    written = json.dumps(head).encode()
    written += b" " * (-len(written) % ALIGNED)
    yield len(written).to_bytes(LENGTH_BYTES, "little")
    yield written
    for array in arrays.values():
        yield np.ascontiguousarray(array).view(np.uint8).data
        yield bytes(-array.nbytes % ALIGNED)


def load(file: Path, about: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
    """Map the arrays of a file; Damaged if it is incomplete or about something else."""
    try:
        with file.open("rb") as opened:
            whole = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        raise Damaged(f"{file} cannot be read: {error}") from None
    content = memoryview(whole)
    if hashlib.sha256(content[:-CHECKSUM_BYTES]).digest() != bytes(content[-CHECKSUM_BYTES:]):
        raise Damaged(f"{file} is damaged: its checksum does not match")
    start = LENGTH_BYTES + int.from_bytes(content[:LENGTH_BYTES], "little")
    head = json.loads(bytes(content[LENGTH_BYTES:start]))
    if head["about"] != about:
        raise Damaged(f"{file} is about {head['about']}, not {about}")
    arrays = {}
    for name, kind, length in head["arrays"]:
        arrays[name] = np.frombuffer(whole, kind, length, start)
        start += arrays[name].nbytes + -arrays[name].nbytes % ALIGNED
    return arrays


@contextlib.contextmanager
def alone(file: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold a lock for that file, one process at a time; `waiting` is called if another process has it.

    Where files cannot be locked, two processes may do the same work, which only costs time.
    """
    with file.with_name(f"{file.name}.lock").open("wb") as lock:
        with contextlib.suppress(OSError):
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                waiting()
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield
