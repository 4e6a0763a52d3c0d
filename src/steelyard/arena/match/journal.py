"""An append-only file of a match or a contest: a heading, then one line per event, written by one process.

A line survives the end of this process as soon as it is added, and a power cut after the next `sync`. So
`sync` comes before anybody is told of a line.

Each line but the heading ends with a `chain`: the hash of itself and of the chain before. So the last one
stands for the whole file: once it is published, nothing in the file can be changed unnoticed.
"""

from __future__ import annotations

import fcntl
import hashlib
import logging
import os
import struct
import time
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from steelyard.arena.record import other_format, unlinked
from steelyard.core import files
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from io import FileIO
    from pathlib import Path

logger = logging.getLogger(__name__)

ZEROS = (
    "%s: a part of it is zeros, as after a power cut; the lines after that (%d) do not count. "
    "The file as it was is kept as %s"
)
_LOCK = "hh4xqqi4x"
"""`struct flock`: the kind, whence, where it begins, how long it is (0: to the end), whose it is."""
SYNC_S = 1.0  # while lines are added, they are synced at least this often

E = TypeVar("E")


class ChangedJournal(SteelyardError):
    """A journal in which something was changed, removed or added by another program."""


class OtherFormat(SteelyardError):
    """A file of another version of Steelyard."""


class Chain:
    """The chain of a journal's lines, as far as they were read or written."""

    def __init__(self, file: Path | str, kind: str, format_: int) -> None:
        """`kind` is the field of the heading that says which format the file has; `format_` is ours."""
        self._file, self._kind, self._format = file, kind, format_
        self.links: list[str] = []
        """The hash of each line with all before it, the heading's first."""

    @property
    def last(self) -> str:
        return self.links[-1] if self.links else ""

    def linked(self, line: bytes) -> tuple[bytes, str]:
        """The next line, an object of JSON, with its link; and the link."""
        link = self._after(line)
        return b'%b,"chain":"%b"}' % (line.removesuffix(b"}"), link.encode()), link

    def check(self, lines: Sequence[bytes]) -> list[bytes]:
        """Add lines that were read; returns them without their links. ChangedJournal if one is not right."""
        if lines and not self.links and (why := other_format(lines[0], self._kind, self._format)):
            raise OtherFormat(f"{self._file}: {why}")
        found = []
        for line in lines:
            bare, link = unlinked(line)
            right = self._after(bare)
            if link != (right if self.links else ""):
                where = f"line {len(self.links) + 1}, or one above it,"
                raise ChangedJournal(
                    f"{self._file}: {where} was changed, added or removed after it was written"
                )
            self.links.append(right)
            found.append(bare)
        return found

    def _after(self, line: bytes) -> str:
        return hashlib.sha256(self.last.encode() + line).hexdigest()


class Reader:
    """Reads a journal that another process may be writing."""

    def __init__(self, file: Path, chain: Chain) -> None:
        self._file = file
        self.chain = chain
        self.offset = 0
        """How many bytes were read."""

    def read(self) -> list[bytes]:
        """The complete lines that were added since the last call, the heading first.

        They are on the disk, so others may be told of them.
        """
        with files.naming(self._file), self._file.open("rb") as opened:
            opened.seek(self.offset)
            text = whole(opened.read())
            os.fsync(opened.fileno())
        self.offset += len(text)
        return self.chain.check(lines_of(text))


class Journal(Generic[E]):
    """A journal that is being written, by nobody else at the same time.

    Subclasses read its lines and encode its entries. Opening it changes nothing in the file.
    """

    def __init__(self, file: Path, chain: Chain, heading: bytes | None = None) -> None:
        """Open it; where there is none, begin it with `heading`. `chain` has no lines yet.

        Raises FileNotFoundError if there is neither, BlockingIOError if another process writes it.
        """
        self._name = file
        self._file = _open_locked(file, heading)
        try:
            text = self._file.read()
            self._end = len(whole(text))
            self._is_cut = self._end < len(text)
            self._lost = _lost(text)
            self.chain = chain
            self.load(chain.check(lines_of(text[: self._end])))
        except BaseException:
            self._file.close()
            raise
        self._synced = time.monotonic()
        self._waiting = False

    def load(self, lines: list[bytes]) -> None:
        """Read the lines that are in the file, the heading first. What it raises, opening raises."""
        raise NotImplementedError

    def encode(self, entry: E) -> bytes:
        """An entry as a line, without the end of the line."""
        raise NotImplementedError

    def add(self, entry: E) -> None:
        line = self.encode(entry)
        with files.naming(self._name):
            if self._is_cut:
                self._cut()
            self._write(line)
        self._waiting = True
        if time.monotonic() - self._synced > SYNC_S:
            self.sync()

    def _write(self, line: bytes) -> None:
        """Write a line. If there is no room for all of it, what was written is cut off with the next line."""
        self._end = self._file.seek(0, os.SEEK_END)
        self._is_cut = True
        linked, link = self.chain.linked(line)
        rest = linked + b"\n"
        while rest:
            rest = rest[self._file.write(rest) :]
        self._file.flush()
        self._is_cut = False
        self.chain.links.append(link)

    def _cut(self) -> None:
        """Remove the incomplete last line, so that it cannot come back after a power cut.

        If complete lines follow it, the file is kept as it was: it may have been damaged in another way.
        """
        if self._lost:
            kept = self._name.with_name(f"{self._name.name}.damaged")
            self._file.seek(0)
            files.write(kept, self._file.read())
            logger.warning(ZEROS, self._name, self._lost, kept)
        self._file.truncate(self._end)
        os.fsync(self._file.fileno())
        self._is_cut, self._lost = False, 0

    def sync(self) -> None:
        """Make sure that all that was added is on the disk, before anybody is told of it."""
        if self._waiting:
            with files.naming(self._name):
                os.fsync(self._file.fileno())
        self._waiting = False
        self._synced = time.monotonic()

    def close(self) -> None:
        self.sync()
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def whole(text: bytes) -> bytes:
    """The complete lines of a journal's text: its last line may have been cut off.

    After a power cut a file system may leave zeros where something was written; no line of JSON has one.
    """
    known = text.partition(b"\0")[0]
    return known[: known.rfind(b"\n") + 1]


def lines_of(text: bytes) -> list[bytes]:
    """The lines of a text that ends with one, exactly as they were written: no other line end counts."""
    return text.split(b"\n")[:-1]


def _lost(text: bytes) -> int:
    """How many lines end after zeros: after a power cut, what was written last and not announced."""
    after = text.partition(b"\0")[2]
    return sum(b"\0" not in line for line in after.split(b"\n")[:-1])


def _open_locked(file: Path, heading: bytes | None) -> FileIO:
    """The file, locked; if it is new or empty, with its heading, which is written whole or not at all."""
    while True:
        opened = os.fdopen(
            os.open(file, os.O_RDWR | (os.O_CREAT if heading is not None else 0), 0o666), "r+b", buffering=0
        )
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
            found = os.fstat(opened.fileno())
            if os.path.samestat(found, file.stat()):  # else another process has just begun it
                if heading is None or found.st_size:
                    fcntl.fcntl(opened, fcntl.F_OFD_SETLK, _lock(fcntl.F_WRLCK))
                    return opened
                files.write(file, heading + b"\n")
        except BaseException:
            opened.close()
            raise
        opened.close()


def is_being_written(file: Path) -> bool:
    """Whether somebody has it open as a Journal.

    The lock that keeps others out can only be tried, and whoever tries it keeps others out meanwhile. So the
    one who writes also has a lock of a kind that can be asked for without taking it.
    """
    try:
        with file.open("rb") as opened:
            found = fcntl.fcntl(opened, fcntl.F_OFD_GETLK, _lock(fcntl.F_RDLCK))
    except FileNotFoundError:
        return False
    kind, *_ = struct.unpack(_LOCK, found)
    return bool(kind != fcntl.F_UNLCK)


def _lock(kind: int) -> bytes:
    """On the whole file."""
    return struct.pack(_LOCK, kind, os.SEEK_SET, 0, 0, 0)
