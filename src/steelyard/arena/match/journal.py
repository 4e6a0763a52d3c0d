"""An append-only file: a heading, then one line per event; only one process writes it.

A line survives a crash of the process as soon as it is added, and a power cut after the next `sync`. So call
`sync` before reporting a line to anybody.
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

SYNC_S = 1.0  # while lines are added, they are synced at least this often


class Journal:
    """A journal open for writing; the file does not change until a line is added."""

    def __init__(self, file: Path, heading: bytes | None = None) -> None:
        """Open and lock the file, or begin it with `heading`.

        FileNotFoundError if there is neither file nor heading, BlockingIOError if another process writes it.
        """
        self._file = _held(file, heading)
        text = self._file.read()
        self._end = len(whole(text))
        self._is_cut = self._end < len(text)
        self.lines = text[: self._end].splitlines()
        """The lines the file had when it was opened."""
        self._synced = time.monotonic()
        self._waiting = False

    def add(self, line: bytes) -> None:
        if self._is_cut:  # remove an incomplete last line, durably, before adding
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
        """Write everything that was added to the disk."""
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
    """The valid part of a journal's text, without an incomplete last line.

    After a power cut a file system may leave zero bytes; no line of JSON has one.
    """
    known = text.partition(b"\0")[0]
    return known[: known.rfind(b"\n") + 1]


def read(file: Path, since: int = 0) -> bytes:
    """The valid part of a journal after `since` bytes, while another process may be writing it.

    It is synced to the disk first, so it may be reported.
    """
    with file.open("rb") as opened:
        opened.seek(since)
        text = opened.read()
        os.fsync(opened.fileno())
    return whole(text)


def _held(file: Path, heading: bytes | None) -> BinaryIO:
    """Open and lock the file; if it is new or empty, write its heading atomically."""
    while True:
        opened = os.fdopen(
            os.open(file, os.O_RDWR | (os.O_CREAT if heading is not None else 0), 0o666), "r+b"
        )
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
            found = os.fstat(opened.fileno())
            if os.path.samestat(found, file.stat()):  # otherwise another process has just replaced it
                if heading is None or found.st_size:
                    return opened
                files.write(file, heading + b"\n")
        except BaseException:
            opened.close()
            raise
        opened.close()
