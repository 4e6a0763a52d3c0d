"""The journal of a contest: a heading, then one line per event. It is the only state of a contest."""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from steelyard.arena.match.journal import Chain, Journal, Reader, is_being_written
from steelyard.arena.record import InvalidRecord, read_record
from steelyard.contest.file.loader import contest_of
from steelyard.contest.model import slug
from steelyard.contest.running.journal_entries import FORMAT, AnyEntry, Audit, ContestHeading, Played
from steelyard.core import files
from steelyard.core.errors import SteelyardError
from steelyard.protocol.lines import UNDECODABLE

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.contest.model import Contest

GAME = re.compile(r"([^/]+)(?:/r[0-9]{1,9})?/([^/]+)/[0-9]{1,9}")
"""The id of a game: the part of the contest, the round if there are some, who plays, the board."""

_encoder = msgspec.json.Encoder()
_heading = msgspec.json.Decoder(ContestHeading)
_entry: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


INCOMPLETE = "its last line is incomplete, as after a power cut, and does not count"


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
        with file.open("rb") as text:
            text.seek(opened.offset)
            rest = text.read()
    except FileNotFoundError:
        raise _no_contest(file) from None
    if b"\n" in rest.partition(b"\0")[2]:
        raise InvalidJournal(
            f"{file}, line {len(lines) + 1}: there are zeros in it, and lines after it; `steelyard contest "
            "run` goes on with the lines before, and keeps a copy of the file as it is"
        )
    return *_parse(lines, file), opened.chain.links


def is_torn(file: Path) -> bool:
    """Whether its last line is incomplete, as after a power cut, and nobody is writing it."""
    with file.open("rb") as text:
        text.seek(-1, os.SEEK_END)
        return text.read() != b"\n" and not is_being_written(file)


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
        heading = decode_heading(lines[0] if lines else b"")
    except UNDECODABLE:
        raise InvalidJournal(f"{file} is not the journal of a contest") from None
    contest = contest_of(heading)
    slugs = [*contest.slugs.values()]
    expected = len(heading.entrants) + (contest.file.teacher is not None)
    if len({*slugs}) != expected or [*map(slug, slugs)] != slugs:
        raise InvalidJournal(f"{file}, line 1: its entrants do not have names and slugs of their own")
    return heading, [_read_line(line, at, contest, file) for at, line in enumerate(lines[1:], start=2)]


def _read_line(line: bytes, number: int, contest: Contest, file: Path) -> AnyEntry:
    try:
        entry = decode(line)
        _check(entry, contest)
    except (InvalidRecord, UnfitEntry) as error:
        raise InvalidJournal(f"{file}, line {number}: {error}") from None
    except UNDECODABLE as error:
        raise InvalidJournal(f"{file}, line {number}: not an entry of a journal: {error}") from None
    return entry


class UnfitEntry(Exception):
    """A line that names what its contest does not have."""


def _check(entry: AnyEntry, contest: Contest) -> None:
    """What the types of the fields do not say; whether the contest was at that point is for `verify`."""
    names: list[str] = [entry.name] if hasattr(entry, "name") else []
    stages = len(contest.file.stages)
    if isinstance(entry, Played):
        names = [player.name for player in read_record(bytes(entry.record)).players]
    for name in names:
        if name not in contest.slugs:
            raise UnfitEntry(f"there is no entrant {name!r}")
    if isinstance(entry, Played):
        pair = "_v_".join(contest.slugs[name] for name in names)
        parts = {"teacher", *map(contest.stage_slug, range(stages))}
        shape = GAME.fullmatch(entry.id)
        if shape is None or shape[1] not in parts or shape[2] != pair:
            raise UnfitEntry(f"{entry.id!r} is no game of {names[0]} and {names[1]}")
    if any((getattr(entry, field, None) or 0) >= stages for field in ("stage", "last_stage")):
        raise UnfitEntry(f"there are only {stages} stages")
    if isinstance(entry, Audit):
        try:
            datetime.fromisoformat(entry.at).astimezone(UTC)
        except (ValueError, OverflowError):
            raise UnfitEntry(f"{entry.at!r} is no date") from None
