"""A file that only grows: a heading, then a line for everything that happened; one process writes it.

What was added outlives this process at once, and a power cut from the next `sync` on; so whoever tells
somebody of a line syncs first.
"""

from __future__ import annotations

import fcntl
import os
import time
from typing import TYPE_CHECKING, BinaryIO, Self

from steelyard.core import files

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

SYNC_S = 1.0  # nothing waits longer than this for the disk while lines are added


class Journal:
    """A journal that is being written; nothing in it changes before a line is added."""

    def __init__(self, file: Path, heading: bytes | None = None) -> None:
        """Open it, or begin it with `heading`.

        Raises FileNotFoundError where there is none to be opened, BlockingIOError where somebody writes it.
        """
        self._file = _held(file, heading)
        text = self._file.read()
        self._end = len(whole(text))
        self._is_cut = self._end < len(text)
        self.lines = text[: self._end].splitlines()
        """As they were found."""
        self._synced = time.monotonic()
        self._waiting = False

    def add(self, line: bytes) -> None:
        if self._is_cut:  # what was lost while it was written makes room, and must not come back
            self._file.truncate(self._end)
            os.fsync(self._file.fileno())
            self._is_cut = False
        self._file.seek(0, os.SEEK_END)
        self._file.write(line + b"\n")
        self._file.flush()
        self._waiting = True
        if time.monotonic() - self._synced > SYNC_S:
            self.sync()

    def sync(self) -> None:
        """Everything that was added is on the disk."""
        if self._waiting:
            os.fsync(self._file.fileno())
        self._waiting = False
        self._synced = time.monotonic()

    def close(self) -> None:
        self.sync()
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def whole(text: bytes) -> bytes:
    """The part of a journal's text that counts: its last line may have been cut off.

    Zeros are what a file system leaves where a power cut took what was written; no line of JSON has one.
    """
    known = text.partition(b"\0")[0]
    return known[: known.rfind(b"\n") + 1]


def read(file: Path, since: int = 0) -> bytes:
    """What counts of a journal behind that many bytes, while somebody else may be writing it.

    It is on the disk, so it may be told.
    """
    with file.open("rb") as opened:
        opened.seek(since)
        text = opened.read()
        os.fsync(opened.fileno())
    return whole(text)


def _held(file: Path, heading: bytes | None) -> BinaryIO:
    """The file, locked; if it is new or empty, with its heading, which is there whole or not at all."""
    while True:
        opened = os.fdopen(
            os.open(file, os.O_RDWR | (os.O_CREAT if heading is not None else 0), 0o666), "r+b"
        )
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
            found = os.fstat(opened.fileno())
            if os.path.samestat(found, file.stat()):  # else another has just begun it
                if heading is None or found.st_size:
                    return opened
                files.write(file, heading + b"\n")
        except BaseException:
            opened.close()
            raise
        opened.close()
