"""The file of a match: a heading that identifies the match, then one record per line as games finish."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from steelyard.arena.match.journal import Chain, Journal, lines_of, whole
from steelyard.arena.match.plan import FORMAT, MatchHeading
from steelyard.arena.record import InvalidRecord, Record, read_record, write_record
from steelyard.arena.sandbox import process, untrusted_folders
from steelyard.arena.verification import check_order
from steelyard.protocol.lines import UNDECODABLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from steelyard.arena.match.plan import MatchPlan
    from steelyard.arena.program import Program

COMPILED = "__pycache__"  # Python writes it into the folder of a bot that runs without a sandbox


def read_heading(file: Path) -> MatchHeading | None:
    """The heading of a match file; None if the file is missing or empty."""
    if not file.exists():
        return None
    _check_ordinary(file)
    lines = file.read_bytes().splitlines()[:1]
    return _heading(_chain(file).check(lines), file) if lines else None


def _check_ordinary(file: Path) -> None:
    if file.exists() and not file.is_file():
        raise InvalidRecord(f"{file} is not a regular file; name another one")


def _chain(file: Path | str) -> Chain:
    return Chain(file, "steelyard_match", FORMAT)


def _heading(lines: list[bytes], file: Path | str) -> MatchHeading:
    try:
        return msgspec.json.decode(lines[0] if lines else b"", type=MatchHeading)
    except UNDECODABLE:
        raise InvalidRecord(f"{file} is not a match file; name another one") from None


class MatchFile(Journal[Record]):
    """Keeps every finished game at once; after any interruption the match goes on where it was."""

    def __init__(self, file: Path, plan: MatchPlan) -> None:
        """`plan` is the match as requested, with the bots' own folders (not copies)."""
        _check_ordinary(file)
        self._games = plan.games
        self._programs = plan.programs
        first, second = (program_fingerprint(program, file) for program in plan.programs)
        weaker = process.not_enforced() if plan.heading.isolated else []
        self.heading = msgspec.structs.replace(
            plan.heading, fingerprints=(first, second), not_enforced=tuple(weaker)
        )
        self.finished: list[Record] = []
        """The games that were in the file when it was opened."""
        try:
            super().__init__(file, _chain(file), msgspec.json.encode(self.heading))
        except BlockingIOError:
            raise InvalidRecord(f"{file} is being written by another match; name another one") from None

    def load(self, lines: list[bytes]) -> None:
        _check_same(_heading(lines, self._name), self.heading, self._name)
        records = (numbered.record for numbered in _records(lines[1:], self.heading, f"{self._name}, "))
        self.finished = [record for record in records if record.number < self._games]

    def encode(self, record: Record) -> bytes:
        return write_record(record).rstrip()

    def check_programs(self) -> None:
        """After the games: InvalidRecord if somebody has changed a program that played from its own folder.

        A bot that is not isolated may have written there itself.
        """
        first, second = (
            before if program.build or not self.heading.isolated else self._fingerprint_now(program)
            for program, before in zip(self._programs, self.heading.fingerprints, strict=True)
        )
        now = msgspec.structs.replace(self.heading, fingerprints=(first, second))
        _check_same(self.heading, now, self._name)

    def _fingerprint_now(self, program: Program) -> str:
        try:
            return program_fingerprint(program, self._name)
        except (FileNotFoundError, NotADirectoryError):
            return "removed"


def _check_same(found: MatchHeading, wanted: MatchHeading, file: Path) -> None:
    """Raise InvalidRecord unless the file holds the match that is wanted."""
    another = f"name another file, say {file.with_name(f'{file.stem}-2{file.suffix}')}"
    names = [name for name in MatchHeading.__struct_fields__ if name != "not_enforced"]  # of the machine
    different = [name for name in names if getattr(found, name) != getattr(wanted, name)]
    if different == ["fingerprints"]:
        pairs = zip(wanted.players, found.fingerprints, wanted.fingerprints, strict=True)
        changed = [player.bot for player, before, now in pairs if before != now]
        bots = " and ".join(changed)
        raise InvalidRecord(f"{bots}: changed or removed since the match in {file} began; {another}")
    if different:
        raise InvalidRecord(f"{file} contains another match (different: {', '.join(different)}); {another}")


class NumberedRecord(NamedTuple):
    """A record and the number of its line."""

    line: int
    record: Record


class RecordFile(NamedTuple):
    """What a match file, or a file of single records, contains."""

    records: list[NumberedRecord]
    links: list[str]
    """The hashes of a match file's lines, each with all before it; the last stands for the whole file."""
    is_cut: bool = False
    """Whether its last line is incomplete, and was not read."""


def read_records(text: bytes, name: str = "the file") -> RecordFile:
    """Read a match file or single records; InvalidRecord names the line.

    In a match file, each record must be one of a game of the match, and no line may have been changed. The
    last line of a match that is being played may be incomplete.
    """
    lines = text.splitlines()
    if not lines or not _is_heading(lines[0]):
        return RecordFile(list(_records(lines, None, first=1)), [])
    chain = _chain(name)
    complete = whole(text)
    lines = chain.check(lines_of(complete))
    records = list(_records(lines[1:], _heading(lines, name)))
    return RecordFile(records, chain.links, is_cut=len(complete) < len(text))


def _records(
    lines: Iterable[bytes], heading: MatchHeading | None, where: str = "", first: int = 2
) -> Iterator[NumberedRecord]:
    seen: set[int] = set()
    for number, line in enumerate(lines, start=first):
        if not line.strip():
            continue
        try:
            record = read_record(line)
            if heading is not None:
                check_order(record, heading.game_order(record.number))
        except InvalidRecord as error:
            raise InvalidRecord(f"{where}line {number}: {error}") from None
        if record.number in seen:
            raise InvalidRecord(f"{where}line {number}: game {record.number} is here twice")
        seen.add(record.number)
        yield NumberedRecord(number, record)


def _is_heading(line: bytes) -> bool:
    try:
        found: Any = msgspec.json.decode(line)
    except UNDECODABLE:
        return False
    return isinstance(found, dict) and "steelyard_match" in found


def program_fingerprint(program: Program, record: Path | None = None) -> str:
    """A hash of a bot's files; empty for a built-in, an address or a system command.

    The match file `record` may lie in the bot's folder and is not included.
    """
    if program.trusted or program.folder is None:
        return ""
    if program.bot.startswith("cmd:"):  # its folder is the current directory
        words = (program.folder / word for word in program.run)
        file = next((word for word in words if word.is_file()), None)  # it, or what an interpreter runs
        return hashlib.sha256(file.read_bytes()).hexdigest() if file is not None else ""
    folder, own = program.folder.resolve(), Path(os.path.realpath(record or ""))
    return untrusted_folders.fingerprint(folder, lambda path: COMPILED in path.parts or folder / path == own)
