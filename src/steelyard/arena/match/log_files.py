"""The logs of a match's bots as files in one folder: one for each game and seat."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from steelyard.arena.bot_log import write_log
from steelyard.core.game import SEATS

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.arena.record import Record
    from steelyard.core.game import Seat

LONGEST_NAME = 40


def log_file(folder: Path, record: Record, seat: Seat) -> Path:
    """`DIR/0003-0-NAME.log`: the game's number in the match, the seat, and the bot's name."""
    name = re.sub(r"\W+", "-", record.players[seat].name)[:LONGEST_NAME].strip("-") or "bot"
    return folder / f"{record.number:04}-{seat}-{name}.log"


def write_logs(folder: Path, record: Record, logs: tuple[str, str]) -> None:
    for seat in SEATS:
        of = f"game {record.number}, seat {seat}: {record.players[seat].name}"
        write_log(log_file(folder, record, seat), of, logs[seat])
