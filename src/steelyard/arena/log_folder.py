"""The logs of one bot in a folder, within a limit: the newest stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.arena.bot_log import read_log, write_log
from steelyard.core import files

if TYPE_CHECKING:
    from pathlib import Path


class LogFolder:
    """Keeps logs by the name of their game."""

    def __init__(self, folder: Path, most: int) -> None:
        """`most` is how many bytes all logs together may have; 0: none is kept."""
        self._folder = folder
        self._most = most
        self._sizes: dict[Path, int] | None = None  # the oldest first

    def keep(self, game: str, of: str, text: str) -> None:
        """Keep a log, which says `of` what it is; an earlier one of the same game is replaced."""
        file, sizes = self.file(game), self._known()
        sizes.pop(file, None)
        file.unlink(missing_ok=True)  # also if there is no room for the new one
        if not text or not self._most:
            return
        files.make_folder(file.parent, private=True)
        write_log(file, of, text)
        sizes[file] = file.stat().st_size
        while sum(sizes.values()) > self._most and len(sizes) > 1:
            oldest = next(iter(sizes))
            del sizes[oldest]
            oldest.unlink(missing_ok=True)

    def log(self, game: str) -> dict[int, str] | None:
        """What the bot wrote, by turn; None if there is no log: it wrote nothing, or the log was deleted."""
        try:
            return read_log(self.file(game).read_text("utf-8"))
        except OSError:
            return None

    def file(self, game: str) -> Path:
        return self._folder / f"{game.replace('/', '.')}.log"

    def _known(self) -> dict[Path, int]:
        if self._sizes is None:
            found = [(file, file.stat()) for file in self._folder.glob("*")]
            found.sort(key=lambda each: each[1].st_mtime_ns)
            self._sizes = {file: facts.st_size for file, facts in found}
        return self._sizes
