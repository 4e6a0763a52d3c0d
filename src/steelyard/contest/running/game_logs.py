"""The logs of a contest's bots: a folder for each entrant, within an equal share of the contest's limit.

A log is not essential: whatever goes wrong with one, it is missing and the contest goes on. The newest stay.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from steelyard.arena.bot_log import read_log, write_log
from steelyard.core import files
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
    return folder / slug / f"{game.replace('/', '.')}.log"


def log_of(folder: Path, slug: str, game: str) -> dict[int, str] | None:
    """What the bot wrote, by turn; None if there is no log: it wrote nothing, or the log was deleted."""
    try:
        return read_log(log_file(folder, slug, game).read_text("utf-8"))
    except OSError:
        return None


class GameLogs:
    """Keeps the logs of a contest that is being played; nobody else writes them."""

    def __init__(self, folder: Path, contest: Contest) -> None:
        self._folder = folder
        self._slugs = contest.slugs
        self._share = (contest.file.policy.logs_mb << 20) // len(contest.slugs)
        self._sizes: dict[str, dict[Path, int]] = {}  # of each entrant's logs, the oldest first

    def keep(self, slot: Slot, handed_over: bytes) -> None:
        """Keep what a worker handed over besides the line; an earlier log of the same game is replaced."""
        logs = _read(handed_over) if handed_over else ("", "")
        for seat in SEATS:
            with suppress(OSError):
                of = f"game {slot.id}, seat {seat}: {slot.seats[seat]}"
                self._keep(self._slugs[slot.seats[seat]], slot.id, of, logs[seat])

    def _keep(self, slug: str, game: str, of: str, text: str) -> None:
        file = log_file(self._folder, slug, game)
        sizes = self._sizes_of(slug)
        sizes.pop(file, None)
        if not text or not self._share:
            file.unlink(missing_ok=True)
            return
        files.make_folder(file.parent, private=True)
        write_log(file, of, text)
        sizes[file] = file.stat().st_size
        while sum(sizes.values()) > self._share and len(sizes) > 1:
            oldest = next(iter(sizes))
            del sizes[oldest]
            oldest.unlink(missing_ok=True)

    def _sizes_of(self, slug: str) -> dict[Path, int]:
        if slug not in self._sizes:
            found = [(file, file.stat()) for file in (self._folder / slug).glob("*")]
            found.sort(key=lambda each: each[1].st_mtime_ns)
            self._sizes[slug] = {file: facts.st_size for file, facts in found}
        return self._sizes[slug]
