"""The logs that `steelyard replay --logs` shows beside the positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.arena.match.log_files import SEAT, log_file, log_text, read_log_of
from steelyard.core.errors import InvalidOption
from steelyard.core.game import SEATS

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.arena.record import Record
    from steelyard.core.game import Seat


class ShownLogs:
    """What the bots wrote in a game, turn by turn."""

    def __init__(self, record: Record, path: Path, only: Seat | None) -> None:
        """`path` is the folder of a match's logs, or one log."""
        self._record = record
        if path.is_dir():
            seats = SEATS if only is None else (only,)
            self._logs = {seat: _read(log_file(path, record, seat), record, seat, only) for seat in seats}
        else:
            found = SEAT.match(log_text(path))
            self._logs = {SEATS[int(found[1])]: read_log_of(record, path)} if found else {}

    def of(self, *turns: int) -> str:
        """What was written in these turns, each line with the bot's name before it."""
        return "".join(
            f"\n{self._record.players[seat].name} | {line}"
            for turn in turns
            for seat, log in self._logs.items()
            for line in log.get(turn, "").splitlines()
        )

    def after(self, turn: int) -> str:
        """What was written after that turn."""
        return self.of(*sorted({each for log in self._logs.values() for each in log if each > turn}))


def _read(file: Path, record: Record, seat: Seat, only: Seat | None) -> dict[int, str]:
    if not file.exists():
        other = f"; --seat {1 - seat} shows the other bot's alone" if only is None else ""
        name = record.players[seat].name
        raise InvalidOption(f"{file} is missing: the log of {name} in game {record.number}{other}")
    return read_log_of(record, file)
