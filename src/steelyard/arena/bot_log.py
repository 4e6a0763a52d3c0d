"""A bot's log of one game: what it writes to standard error, turn by turn, within limits."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from steelyard.core import files
from steelyard.core.plain_text import plain

if TYPE_CHECKING:
    from pathlib import Path

MOST_IN_TURN = 1 << 16
MOST_IN_GAME = 1 << 18
END_KEPT = 1 << 12  # of what is cut in the last turn, so that the last words before a crash are there
BEGINS = b"Steelyard log"
"""How the file of a log begins."""
MARK = re.compile(r"^--- (?:turn (\d+)|before turn 1) ---$", re.MULTILINE)
OURS = re.compile(r"^\[(cut here|the last)", re.MULTILINE)


@dataclass(slots=True)
class _TurnLog:
    number: int
    """0 for what was written before the first turn."""
    kept: bytearray = field(default_factory=bytearray)
    cut: str = ""
    """The limit at which it was cut, in words."""
    end: bytes = b""
    """The end of what was cut."""

    def text(self) -> str:
        parts = [f"--- turn {self.number} ---" if self.number else "--- before turn 1 ---"]
        parts += _lines(bytes(self.kept))
        if self.cut:
            parts.append(f"[cut here: more than {self.cut}]")
            parts += [*([f"[the last {len(self.end)} bytes:]"] if self.end else []), *_lines(self.end)]
        return "".join(f"{part}\n" for part in parts)


class BotLog:
    """Collects the log in memory; nothing here reads or writes a file."""

    def __init__(self) -> None:
        self._turns: list[_TurnLog] = []
        self._number = 0
        self._room = MOST_IN_GAME
        self._turn_room = MOST_IN_TURN

    def begin_turn(self, number: int) -> None:
        """What is added from now on was written in that turn."""
        self._number = number
        self._turn_room = MOST_IN_TURN

    def add(self, data: bytes) -> None:
        if not data:
            return
        turn = self._turn()
        kept = data[: min(self._room, self._turn_room)]
        turn.kept += kept
        self._room -= len(kept)
        self._turn_room -= len(kept)
        if len(kept) < len(data):
            in_turn = f"{MOST_IN_TURN >> 10} KiB in this turn"
            turn.cut = f"{MOST_IN_GAME >> 10} KiB in this game" if self._room == 0 else in_turn
            turn.end = (turn.end + data[len(kept) :])[-END_KEPT:]

    def _turn(self) -> _TurnLog:
        last = self._turns[-1] if self._turns else None
        if last is not None and last.number == self._number:
            return last
        if last is not None:
            last.end = b""
            if not last.kept:
                self._turns.pop()  # nothing of it is left
        self._turns.append(_TurnLog(self._number))
        return self._turns[-1]

    def text(self) -> str:
        """The log as text, with a line before each turn in which something was written."""
        return "".join(turn.text() for turn in self._turns)


def _lines(data: bytes) -> list[str]:
    """Lines of text, whatever the bot wrote; none looks like one of ours."""
    text = plain(data.decode("utf-8", "backslashreplace")).removesuffix("\n")
    return OURS.sub(r" \g<0>", MARK.sub(r" \g<0>", text)).split("\n") if data else []


def write_log(file: Path, of: str, text: str) -> None:
    """Write a log with a heading that says `of` which game and bot it is. It may be lost in a power cut."""
    heading = plain(of).replace("\n", " ")
    content = f"{BEGINS.decode()} of {heading}\n{text}"
    files.write(file, content.encode(), lasting=False)


def read_log(text: str) -> dict[int, str]:
    """By turn, what the bot wrote in it; 0 is the time before the first turn."""
    _, *found = MARK.split(text)
    return {
        int(number or 0): written.removeprefix("\n")
        for number, written in zip(found[::2], found[1::2], strict=True)
    }


class LogFolder:
    """The logs of one bot in a folder by the name of their game, within a limit: the newest stay."""

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
