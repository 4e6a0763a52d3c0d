"""The journal of a contest: a heading, then a line for everything that happened. It is the only state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import msgspec

from steelyard.arena.match import journal as arena_journal
from steelyard.arena.record import InvalidRecord, read_record
from steelyard.contest.running.journal_entries import AnyEntry, Heading, Played
from steelyard.core import files
from steelyard.core.errors import SteelyardError
from steelyard.protocol.lines import UNDECODABLE

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

_encoder = msgspec.json.Encoder()
_heading = msgspec.json.Decoder(Heading)
_entry: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


class InvalidJournal(SteelyardError):
    """A journal that cannot be read, or that is another contest's."""


def begin(file: Path, heading: Heading) -> None:
    """A new journal: there whole, or not at all."""
    files.write(file, _encoder.encode(heading) + b"\n")


def read(file: Path) -> tuple[Heading, list[AnyEntry]]:
    """All that is in it; a last line that is still being written is left out."""
    try:
        return _parsed(arena_journal.read(file).splitlines(), file)
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
            self._lines = arena_journal.Journal(file)
        except FileNotFoundError:
            raise _no_contest(file) from None
        except BlockingIOError:
            raise InvalidJournal(
                f"{file.parent} is being played; stop it first, it will go on where it was"
            ) from None
        try:
            self.heading, self.entries = _parsed(self._lines.lines, file)
        except BaseException:
            self._lines.close()
            raise

    def add(self, entry: AnyEntry) -> None:
        self.entries.append(entry)
        self._lines.add(_encoder.encode(entry))

    def sync(self) -> None:
        """Before anybody is told of what was added."""
        self._lines.sync()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lines.close()


def _no_contest(file: Path) -> InvalidJournal:
    return InvalidJournal(f"{file.parent} is no contest's folder: it has no {file.name}")


def _parsed(lines: list[bytes], file: Path) -> tuple[Heading, list[AnyEntry]]:
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
