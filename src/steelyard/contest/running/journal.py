"""The journal of a contest: a heading, then one line per event. It is the only state of a contest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from steelyard.arena.match.journal import Chain, Journal, Reader
from steelyard.arena.record import InvalidRecord, read_record
from steelyard.contest.running.journal_entries import FORMAT, AnyEntry, ContestHeading, Played
from steelyard.core import files
from steelyard.core.errors import SteelyardError
from steelyard.protocol.lines import UNDECODABLE

if TYPE_CHECKING:
    from pathlib import Path

_encoder = msgspec.json.Encoder()
_heading = msgspec.json.Decoder(ContestHeading)
_entry: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


class InvalidJournal(SteelyardError):
    """A journal that cannot be read or is not one of a contest."""


def begin(file: Path, heading: ContestHeading) -> None:
    """Write a new journal, whole or not at all."""
    files.write(file, _encoder.encode(heading) + b"\n")


def reader(file: Path) -> Reader:
    """Reads its lines, for `decode_heading` and `decode`; somebody may be writing it."""
    return Reader(file, _chain(file))


def read(file: Path) -> tuple[ContestHeading, list[AnyEntry], list[str]]:
    """Everything in it, and the hashes of its lines; a last line that is still being written is left out."""
    opened = reader(file)
    try:
        lines = opened.read()
    except FileNotFoundError:
        raise _no_contest(file) from None
    return *_parse(lines, file), opened.chain.links


def _chain(file: Path) -> Chain:
    return Chain(file, "steelyard_contest", FORMAT)


def encode(entry: AnyEntry) -> bytes:
    return _encoder.encode(entry)


def decode(line: bytes) -> AnyEntry:
    return _entry.decode(line)


def decode_heading(line: bytes) -> ContestHeading:
    return _heading.decode(line)


class ContestJournal(Journal[AnyEntry]):
    """A contest's journal that is being written, by nobody else at the same time."""

    heading: ContestHeading
    entries: list[AnyEntry]

    def __init__(self, file: Path) -> None:
        self._path = file
        try:
            super().__init__(file, _chain(file))
        except FileNotFoundError:
            raise _no_contest(file) from None
        except BlockingIOError:
            raise InvalidJournal(
                f"{file.parent} is being played; stop it first, it will go on where it was"
            ) from None

    def load(self, lines: list[bytes]) -> None:
        self.heading, self.entries = _parse(lines, self._path)

    def encode(self, entry: AnyEntry) -> bytes:
        return encode(entry)

    def add(self, entry: AnyEntry) -> None:
        super().add(entry)
        self.entries.append(entry)


def _no_contest(file: Path) -> InvalidJournal:
    return InvalidJournal(f"{file.parent} is not the folder of a contest: it has no {file.name}")


def _parse(lines: list[bytes], file: Path) -> tuple[ContestHeading, list[AnyEntry]]:
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
        raise InvalidJournal(f"{file}, line {number}: not an entry of a journal: {error}") from None
    return entry
