"""The file of a match: a first line that says which match it is, then a record a line as games finish."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Self

import msgspec

from steelyard.arena.record import InvalidRecord, Record, read_record, write_record

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
        self._file = file.open("ab+")
        self.finished = list(self._recover(file, plan))

    def _recover(self, file: Path, plan: Plan) -> Iterator[Record]:
        """Games already played. A last line that was cut off in the writing is dropped and played again."""
        self._file.seek(0)
        text = self._file.read()
        whole = text[: text.rfind(b"\n") + 1]
        if len(whole) < len(text):
            self._file.truncate(len(whole))
        lines = whole.splitlines()
        if not lines:
            self._write(msgspec.json.encode(heading(plan)) + b"\n")
            return
        self._check_heading(lines[0], file, plan)
        for number, line in enumerate(lines[1:], start=2):
            try:
                yield read_record(line)
            except InvalidRecord as error:
                raise InvalidRecord(f"{file}, line {number}: {error}") from None

    def _check_heading(self, line: bytes, file: Path, plan: Plan) -> None:
        try:
            found = msgspec.json.decode(line, type=Heading)
        except (msgspec.DecodeError, UnicodeDecodeError):
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


def read_records(text: bytes) -> Iterator[tuple[int, Record]]:
    """Line numbers and records of a file of one game or of a match; raises InvalidRecord with the line."""
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or (number == 1 and _is_heading(line)):
            continue
        try:
            yield number, read_record(line)
        except InvalidRecord as error:
            raise InvalidRecord(f"line {number}: {error}") from None


def _is_heading(line: bytes) -> bool:
    try:
        found: Any = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    return isinstance(found, dict) and "steelyard_match" in found
