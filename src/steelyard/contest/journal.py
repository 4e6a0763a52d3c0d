"""The journal of a contest: a heading, then a line for everything that happened. It is the only state."""

from __future__ import annotations

import fcntl
import os
import time
from typing import TYPE_CHECKING, Self

import msgspec

from steelyard.arena.record import InvalidRecord, read_record
from steelyard.contest.entries import AnyEntry, Heading, Played
from steelyard.core.errors import SteelyardError
from steelyard.protocol.lines import UNDECODABLE

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

SYNC_S = 1.0  # what is written survives us at once, and a power cut from then on

_encoder = msgspec.json.Encoder()
_heading = msgspec.json.Decoder(Heading)
_entry: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


class InvalidJournal(SteelyardError):
    """A journal that cannot be read, or that is another contest's."""


def begin(file: Path, heading: Heading) -> None:
    """A new journal: there whole, or not at all."""
    fresh = file.with_suffix(".new")
    fresh.write_bytes(_encoder.encode(heading) + b"\n")
    fresh.rename(file)


def read(file: Path) -> tuple[Heading, list[AnyEntry]]:
    """All that is in it; a last line that is still being written is left out."""
    try:
        return _parsed(file.read_bytes(), file)
    except FileNotFoundError:
        raise _no_contest(file) from None


def encode(entry: AnyEntry) -> bytes:
    return _encoder.encode(entry)


def decode(line: bytes) -> AnyEntry:
    return _entry.decode(line)


def decode_heading(line: bytes) -> Heading:
    return _heading.decode(line)


class Journal:
    """A journal that is being written, by nobody else at the same time."""

    def __init__(self, file: Path) -> None:
        try:
            self._file = file.open("rb+")
        except FileNotFoundError:
            raise _no_contest(file) from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            text = self._file.read()
            self.heading, self.entries = _parsed(text, file)
            self._file.truncate(text.rfind(b"\n") + 1)  # a line that was cut off is played again
            self._file.seek(0, os.SEEK_END)
        except BlockingIOError:
            self._file.close()
            raise InvalidJournal(
                f"{file.parent} is being played; stop it first, it will go on where it was"
            ) from None
        except BaseException:
            self._file.close()
            raise
        self._synced = time.monotonic()

    def add(self, entry: AnyEntry) -> None:
        self.entries.append(entry)
        self._file.write(_encoder.encode(entry) + b"\n")
        self._file.flush()
        if time.monotonic() - self._synced > SYNC_S:
            self._sync()

    def _sync(self) -> None:
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._sync()
        self._file.close()


def _no_contest(file: Path) -> InvalidJournal:
    return InvalidJournal(f"{file.parent} is no contest's folder: it has no {file.name}")


def _parsed(text: bytes, file: Path) -> tuple[Heading, list[AnyEntry]]:
    lines = text[: text.rfind(b"\n") + 1].splitlines()
    try:
        heading = _heading.decode(lines[0] if lines else b"")
    except UNDECODABLE:
        raise InvalidJournal(f"{file} is not the journal of a contest") from None
    return heading, [_read_line(line, number, file) for number, line in enumerate(lines[1:], start=2)]


def _read_line(line: bytes, number: int, file: Path) -> AnyEntry:
    try:
        entry = _entry.decode(line)
        if isinstance(entry, Played):
            read_record(bytes(entry.record))
    except InvalidRecord as error:
        raise InvalidJournal(f"{file}, line {number}: {error}") from None
    except UNDECODABLE as error:
        raise InvalidJournal(f"{file}, line {number}: it is no entry of a journal: {error}") from None
    return entry
