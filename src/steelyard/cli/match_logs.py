"""The folder of `steelyard match --logs`: whatever happens to it, the match goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.arena.bot_log import BEGINS
from steelyard.arena.match.log_files import write_logs
from steelyard.cli.output import check_replaceable
from steelyard.cli.terminal import show
from steelyard.core.errors import InvalidOption

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.arena.match.plan import MatchPlan
    from steelyard.arena.record import Record


class LogKeeper:
    """Writes the logs of each game; gives up with a message when that fails."""

    def __init__(self, folder: Path, plan: MatchPlan) -> None:
        for program in plan.programs:
            own = program.folder if not program.bot.startswith("cmd:") else None
            if own is not None and folder.resolve().is_relative_to(own.resolve()):
                raise InvalidOption(f"--logs {folder}: that is in the folder of {program.bot}; name another")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise InvalidOption(f"--logs {folder}: that is a file; name a folder") from None
        for file in folder.glob("*.log"):
            check_replaceable(file, BEGINS, "a log of a match")
        self._folder = folder
        self._failed = False

    def keep(self, record: Record, logs: tuple[str, str]) -> None:
        if self._failed:
            return
        try:
            write_logs(self._folder, record, logs)
        except OSError as error:
            self._failed = True
            show(f"no more logs are written from game {record.number} on: {error}", error=True)
