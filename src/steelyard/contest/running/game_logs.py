"""The logs of a contest's bots: a folder for each entrant, within an equal share of the contest's limit.

A log is not essential: whatever goes wrong with one, it is missing and the contest goes on. The newest stay.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from steelyard.arena.bot_log import LogFolder
from steelyard.core.game import SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from steelyard.arena.bot_log import BotLog
    from steelyard.contest.model import Contest, Slot

_write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(tuple[str, str]).decode


def with_logs(line: bytes, logs: Sequence[BotLog]) -> bytes:
    """A finished game as a worker hands it over: its line of the journal, then the logs if there are any."""
    texts = [log.text() for log in logs]
    return line + b"\n" + _write(texts) if any(texts) else line


def log_file(folder: Path, slug: str, game: str) -> Path:
    """The log of an entrant's bot in the game of that id."""
    return LogFolder(folder / slug, 0).file(game)


def log_of(folder: Path, slug: str, game: str) -> dict[int, str] | None:
    """What the bot wrote, by turn; None if there is no log: it wrote nothing, or the log was deleted."""
    return LogFolder(folder / slug, 0).log(game)


class GameLogs:
    """Keeps the logs of a contest that is being played; nobody else writes them."""

    def __init__(self, folder: Path, contest: Contest) -> None:
        share = (contest.file.policy.logs_mb << 20) // len(contest.slugs)
        self._folders = {name: LogFolder(folder / slug, share) for name, slug in contest.slugs.items()}

    def keep(self, slot: Slot, handed_over: bytes) -> None:
        """Keep what a worker handed over besides the line; an earlier log of the same game is replaced."""
        logs = _read(handed_over) if handed_over else ("", "")
        for seat in SEATS:
            with suppress(OSError):
                of = f"game {slot.id}, seat {seat}: {slot.seats[seat]}"
                self._folders[slot.seats[seat]].keep(slot.id, of, logs[seat])
