"""The file of a match: a first line that says which match it is, then a record a line as games finish."""

from __future__ import annotations

import fcntl
import os
from typing import TYPE_CHECKING, Any, Self

import msgspec

from steelyard.arena.record import InvalidRecord, Record, read_record, write_record
from steelyard.protocol.lines import UNDECODABLE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType

    from steelyard.arena.match import Plan


class Heading(msgspec.Struct, frozen=True):
    """What a match file begins with; only the same match may go on in it."""

    steelyard_match: int
    game: str
    options: dict[str, str | int | bool]
    players: tuple[str, str]
    setups: list[str]
    seed: int
    clock: str
    realtime: bool
    strikes: int


def heading(plan: Plan) -> Heading:
    bots = (plan.programs[0].bot, plan.programs[1].bot)
    return Heading(
        1,
        plan.game,
        dict(plan.options),
        bots,
        list(plan.setups),
        plan.seed,
        plan.clock,
        plan.realtime,
        plan.strikes,
    )


class Journal:
    """Keeps every finished game at once; after any interruption the match goes on where it was."""

    def __init__(self, file: Path, plan: Plan) -> None:
        if file.exists() and not file.is_file():
            raise InvalidRecord(f"{file} is not an ordinary file; name another one")
        self._file = file.open("ab+")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.finished = list(self._recover(file, plan))
        except BlockingIOError:
            self._file.close()
            raise InvalidRecord(f"{file} is being written by another match; name another one") from None
        except BaseException:
            self._file.close()
            raise

    def _recover(self, file: Path, plan: Plan) -> Iterator[Record]:
        """Games already played. A last line that was cut off in the writing is dropped and played again."""
        self._file.seek(0)
        text = self._file.read()
        if not text:
            self._write(msgspec.json.encode(heading(plan)) + b"\n")
            return
        whole = text[: text.rfind(b"\n") + 1]
        lines = whole.splitlines() or [text]
        self._check_heading(lines[0], file, plan)  # before anything of somebody else's file is touched
        if len(whole) < len(text):
            self._file.truncate(len(whole))
        seen: set[int] = set()
        for number, line in enumerate(lines[1:], start=2):
            try:
                record = read_record(line)
                _check_belongs(record, plan, seen)
            except InvalidRecord as error:
                raise InvalidRecord(f"{file}, line {number}: {error}") from None
            if record.number < plan.games:
                yield record

    def _check_heading(self, line: bytes, file: Path, plan: Plan) -> None:
        try:
            found = msgspec.json.decode(line, type=Heading)
        except UNDECODABLE:
            raise InvalidRecord(f"{file} is not the file of a match; name another one") from None
        wanted = heading(plan)
        different = [
            name for name in Heading.__struct_fields__ if getattr(found, name) != getattr(wanted, name)
        ]
        if different:
            raise InvalidRecord(
                f"{file} holds another match ({', '.join(different)} differ); name another file"
            )

    def add(self, record: Record) -> None:
        self._write(write_record(record))

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()


def _check_belongs(record: Record, plan: Plan, seen: set[int]) -> None:
    bots = tuple(plan.programs[side].bot for side in plan.seats(record.number))
    told = (record.game, record.options, record.seed, record.clock, tuple(p.bot for p in record.players))
    due = (plan.game, dict(plan.options), plan.game_seed(record.number), plan.clock, bots)
    if told != due:
        raise InvalidRecord("it is not a game of this match")
    if record.number in seen:
        raise InvalidRecord(f"game {record.number} stands here twice")
    seen.add(record.number)


def read_records(text: bytes) -> Iterator[tuple[int, Record]]:
    """Line numbers and records of a file of one game or of a match; raises InvalidRecord with the line."""
    seen: set[int] = set()
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or (number == 1 and _is_heading(line)):
            continue
        try:
            record = read_record(line)
        except InvalidRecord as error:
            raise InvalidRecord(f"line {number}: {error}") from None
        if record.number in seen:
            raise InvalidRecord(f"line {number}: game {record.number} stands here twice")
        seen.add(record.number)
        yield number, record


def _is_heading(line: bytes) -> bool:
    try:
        found: Any = msgspec.json.decode(line)
    except UNDECODABLE:
        return False
    return isinstance(found, dict) and "steelyard_match" in found
