"""The file of a match: a heading that identifies the match, then one record per line as games finish."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from steelyard.arena.match.journal import Journal, whole
from steelyard.arena.record import InvalidRecord, Record, read_record, write_record
from steelyard.arena.sandbox import untrusted_folders
from steelyard.arena.sandbox.limits import Limits
from steelyard.protocol.lines import UNDECODABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.arena.match.plan import MatchPlan
    from steelyard.arena.program import Program

COMPILED = "__pycache__"  # Python writes it into the folder of a bot that runs without a sandbox


class MatchHeading(msgspec.Struct, frozen=True):
    """The first line of a match file; only the same match may be continued in the file."""

    steelyard_match: int
    game: str
    options: dict[str, str | int | bool]
    players: tuple[str, str]
    setups: list[str]
    seed: int | str
    """Text; in files of earlier versions a number, from which 32-bit seeds are derived."""
    clock: str
    realtime: bool
    strikes: int
    isolated: bool | None = None
    """This and the fields below are missing in files of earlier versions."""
    limits: Limits | None = None
    startup_ms: int | None = None
    fingerprints: tuple[str, str] | None = None
    """Hashes of the bots' files."""


def heading(plan: MatchPlan, file: Path) -> MatchHeading:
    first, second = plan.programs
    return MatchHeading(
        1,
        plan.game,
        dict(plan.options),
        (first.bot, second.bot),
        list(plan.setups),
        plan.seed,
        plan.clock,
        plan.realtime,
        plan.strikes,
        plan.isolated,
        plan.limits or Limits(),
        plan.startup_ms,
        (program_fingerprint(first, file), program_fingerprint(second, file)),
    )


def read_heading(file: Path) -> MatchHeading | None:
    """The heading of a match file; None if the file is missing or empty."""
    if not file.exists():
        return None
    _check_ordinary(file)
    text = file.read_bytes()
    return _decoded(text, file) if text else None


def _check_ordinary(file: Path) -> None:
    if file.exists() and not file.is_file():
        raise InvalidRecord(f"{file} is not a regular file; name another one")


def _decoded(text: bytes, file: Path) -> MatchHeading:
    try:
        return msgspec.json.decode(whole(text).partition(b"\n")[0], type=MatchHeading)
    except UNDECODABLE:
        raise InvalidRecord(f"{file} is not a match file; name another one") from None


class MatchFile(Journal[Record]):
    """Keeps every finished game at once; after any interruption the match goes on where it was."""

    def __init__(self, file: Path, plan: MatchPlan) -> None:
        """`plan` is the match as requested, with the bots' own folders (not copies)."""
        _check_ordinary(file)
        self._path = file
        self._plan = plan
        self._wanted = heading(plan, file)
        self.finished: list[Record] = []
        """The games that were in the file when it was opened."""
        try:
            super().__init__(file, msgspec.json.encode(self._wanted))
        except BlockingIOError:
            raise InvalidRecord(f"{file} is being written by another match; name another one") from None

    def load(self, lines: list[bytes]) -> None:
        first, *others = lines or [b""]
        _check_same(_decoded(first + b"\n", self._path), self._wanted, self._path)
        self.finished = list(_records(others, self._path, self._plan))

    def encode(self, record: Record) -> bytes:
        return write_record(record).rstrip()


def _check_same(found: MatchHeading, wanted: MatchHeading, file: Path) -> None:
    """Raise InvalidRecord unless the file holds the match that is wanted."""
    another = f"name another file, say {file.with_name(f'{file.stem}-2{file.suffix}')}"
    if found.isolated is None:
        if not wanted.isolated or wanted.limits != Limits():
            raise InvalidRecord(
                f"{file} does not say how its bots were isolated; it can only be continued with the sandbox"
                f" and the default limits: leave out --no-sandbox, or {another}"
            )
        unknown = ("isolated", "limits", "startup_ms", "fingerprints")
        found = msgspec.structs.replace(found, **{name: getattr(wanted, name) for name in unknown})
    different = [
        name for name in MatchHeading.__struct_fields__ if getattr(found, name) != getattr(wanted, name)
    ]
    if different == ["fingerprints"]:
        pairs = zip(wanted.players, found.fingerprints or (), wanted.fingerprints or (), strict=True)
        changed = [player for player, before, now in pairs if before != now]
        raise InvalidRecord(f"{' and '.join(changed)} changed since the match in {file} began; {another}")
    if different:
        raise InvalidRecord(f"{file} contains another match (different: {', '.join(different)}); {another}")


def _records(lines: list[bytes], file: Path, plan: MatchPlan) -> Iterator[Record]:
    """The records of the games already played."""
    seen: set[int] = set()
    for number, line in enumerate(lines, start=2):
        try:
            record = read_record(line)
            _check_belongs(record, plan, seen)
        except InvalidRecord as error:
            raise InvalidRecord(f"{file}, line {number}: {error}") from None
        if record.number < plan.games:
            yield record


def _check_belongs(record: Record, plan: MatchPlan, seen: set[int]) -> None:
    bots = tuple(plan.programs[side].bot for side in plan.seats(record.number))
    actual = (record.game, record.options, record.seed, record.clock, tuple(p.bot for p in record.players))
    expected = (plan.game, dict(plan.options), plan.game_seed(record.number), plan.clock, bots)
    if actual != expected:
        raise InvalidRecord("it is not a game of this match")
    if record.number in seen:
        raise InvalidRecord(f"game {record.number} is here twice")
    seen.add(record.number)


def read_records(text: bytes) -> Iterator[tuple[int, Record]]:
    """Line numbers and records of a game or match file; InvalidRecord names the line."""
    seen: set[int] = set()
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or (number == 1 and _is_heading(line)):
            continue
        try:
            record = read_record(line)
        except InvalidRecord as error:
            raise InvalidRecord(f"line {number}: {error}") from None
        if record.number in seen:
            raise InvalidRecord(f"line {number}: game {record.number} is here twice")
        seen.add(record.number)
        yield number, record


def _is_heading(line: bytes) -> bool:
    try:
        found: Any = msgspec.json.decode(line)
    except UNDECODABLE:
        return False
    return isinstance(found, dict) and "steelyard_match" in found


def program_fingerprint(program: Program, record: Path) -> str:
    """A hash of a bot's files; empty for a built-in, an address or a system command.

    The match file `record` may lie in the bot's folder and is not included.
    """
    if program.trusted or program.folder is None:
        return ""
    if program.bot.startswith("cmd:"):  # its folder is the current directory
        file = program.folder / program.run[0]
        return hashlib.sha256(file.read_bytes()).hexdigest() if "/" in program.run[0] else ""
    folder, own = program.folder.resolve(), Path(os.path.realpath(record))
    return untrusted_folders.fingerprint(folder, lambda path: COMPILED in path.parts or folder / path == own)
