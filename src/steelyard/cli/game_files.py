"""Reads games from files, recorded or written by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard import games
from steelyard.core.errors import InvalidOption
from steelyard.core.notation import WrittenGame, read_game

if TYPE_CHECKING:
    from steelyard.arena.record import Record


def is_record(data: bytes) -> bool:
    return data.lstrip().startswith(b"{")


def read_played(data: bytes, number: int | None = None) -> WrittenGame:
    """The game in a file; in a match file, the one with that number, or the first."""
    if not is_record(data):
        return read_game(data.decode(), games.get)
    return played(chosen(data, number))


def all_records(data: bytes) -> list[Record]:
    """The records of a file, in the order of their numbers."""
    from steelyard.arena.match.match_file import read_records  # noqa: PLC0415 - only records need the arena

    return sorted((record for _, record in read_records(data)), key=lambda record: record.number)


def chosen(data: bytes, number: int | None) -> Record:
    from steelyard.arena.match.match_file import read_records  # noqa: PLC0415 - only records need the arena

    for _, record in read_records(data):
        if number is None or record.number == number:
            return record
    raise InvalidOption(
        f"the file contains no game {number}" if number is not None else "the file contains no game"
    )


def played(record: Record) -> WrittenGame:
    """The game of a record, replayed by today's rules."""
    from steelyard.arena.record import replayed  # noqa: PLC0415 - only records need the arena

    game, states = replayed(record, games.get)
    turns = [
        game.turn_separator.join(move for move in turn.moves if move is not None) for turn in record.turns
    ]
    return WrittenGame(game, tuple(states), tuple(turns))
