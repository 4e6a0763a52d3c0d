"""The logs of a match's bots as files in one folder: one for each game and seat."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from steelyard.arena.bot_log import BEGINS, read_log, write_log
from steelyard.arena.record import hash_of
from steelyard.core import files
from steelyard.core.errors import InvalidOption
from steelyard.core.game import SEATS

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.arena.record import Record
    from steelyard.core.game import Seat

LONGEST_NAME = 40
SEAT = re.compile(r"[^\n]*, seat ([01]): ")  # in the heading of a log
RECORD = re.compile(r"[^\n]*, record ([0-9a-f]+)\n")  # in a heading; earlier versions wrote none
LETTERS = 12  # of the record's hash


def log_file(folder: Path, record: Record, seat: Seat) -> Path:
    """`DIR/0003-0-NAME.log`: the game's number in the match, the seat, and the bot's name."""
    name = re.sub(r"\W+", "-", record.players[seat].name)[:LONGEST_NAME].strip("-") or "bot"
    return folder / f"{record.number:04}-{seat}-{name}.log"


def write_logs(folder: Path, record: Record, logs: tuple[str, str]) -> None:
    """The heading of a log names the record, so that the log of another match is not taken for it."""
    for seat in SEATS:
        of = f"game {record.number}, seat {seat}: {record.players[seat].name}, record {_mark(record)}"
        write_log(log_file(folder, record, seat), of, logs[seat])


def read_log_of(record: Record, file: Path) -> dict[int, str]:
    """By turn, what a bot wrote in that game; InvalidOption if the file is anything else."""
    text = log_text(file)
    found = RECORD.match(text)
    if found is not None and found[1] != _mark(record):
        raise InvalidOption(
            f"{file} is the log of another game, perhaps of a later match with the same --logs; "
            "give every match its own folder for logs"
        )
    return read_log(text)


def log_text(file: Path) -> str:
    text = files.read_text(file, "utf-8", "backslashreplace")
    if not text.startswith(BEGINS.decode()):
        raise InvalidOption(f"{file} is not a log; `steelyard match --logs DIR` writes logs")
    return text


def _mark(record: Record) -> str:
    return hash_of(record)[:LETTERS]
