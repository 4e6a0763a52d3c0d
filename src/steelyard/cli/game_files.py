"""Reads games from files, recorded or written by hand, and from folders of contests."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from steelyard import games
from steelyard.core import files
from steelyard.core.errors import InvalidOption
from steelyard.core.notation import WrittenGame, read_game

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from steelyard.arena.record import Record

JOURNAL = "journal.jsonl"


class Numbered(NamedTuple):
    """A recorded game, and what `--number` calls it: its number in a match or its id in a contest."""

    id: str
    record: Record


def is_record(data: bytes) -> bool:
    return data.lstrip().startswith(b"{")


def is_contest(path: Path) -> bool:
    return (path / JOURNAL).is_file()


def read_played(path: Path, number: str | None = None) -> WrittenGame:
    """The game in a file; in a match or a contest, the one with that number, or the first."""
    if is_contest(path):
        return played(chosen(contest_games(path), number, path))
    data = files.read(path)
    if not is_record(data):
        return read_game(data.decode(), games.get)
    return played(chosen(match_games(data), number, path))


def match_games(data: bytes) -> list[Numbered]:
    """The games of a match, in the order of their numbers."""
    from steelyard.arena.match.match_file import read_records  # noqa: PLC0415 - only records need the arena

    records = sorted((each.record for each in read_records(data).records), key=lambda record: record.number)
    return [Numbered(str(record.number), record) for record in records]


def contest_games(folder: Path) -> list[Numbered]:
    """The games of a contest as they were played; of one that was replayed, the last counts."""
    from steelyard.arena.record import read_record  # noqa: PLC0415 - as above
    from steelyard.contest.running import journal  # noqa: PLC0415 - only contests need it
    from steelyard.contest.running.journal_entries import Played  # noqa: PLC0415

    _, entries, _ = journal.read(folder / JOURNAL)
    last = {entry.id: entry for entry in entries if isinstance(entry, Played)}
    return [Numbered(name, read_record(bytes(entry.record))) for name, entry in last.items()]


def chosen(found: Sequence[Numbered], number: str | None, where: Path | str) -> Record:
    for game in found:
        if number is None or game.id == number:
            return game.record
    raise InvalidOption(f"{where} contains no game" + (f" {number}" if number is not None else ""))


def played(record: Record) -> WrittenGame:
    """The game of a record, replayed by today's rules."""
    from steelyard.arena.record import replayed  # noqa: PLC0415 - only records need the arena

    game, states = replayed(record, games.get)
    turns = [
        game.turn_separator.join(move for move in turn.moves if move is not None) for turn in record.turns
    ]
    return WrittenGame(game, tuple(states), tuple(turns))
