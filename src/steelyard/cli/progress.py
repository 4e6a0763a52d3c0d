"""Preparations before bots run, with a progress bar on a terminal."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

from steelyard import bots
from steelyard.cli.terminal import clear_status, show, show_status
from steelyard.core import files
from steelyard.core.directories import cache_root
from steelyard.core.errors import CacheUnwritable, SteelyardError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steelyard.core.game import Game

WIDTH = 30
TOLD = "limits-note.txt"  # in the cache folder: what was said about this machine's limits
UNITS = {"s": 1, "min": 60, "h": 3600}


class Bar:
    """A progress bar: call it with the current task and the share that is done."""

    def __init__(self) -> None:
        self.share = 0.0
        self._shown = 0.0
        self._began = time.monotonic()
        self._noted = False

    def __call__(self, doing: str, share: float) -> None:
        if doing.startswith("compiling") and not self._noted and not sys.stderr.isatty():
            show(f"note: {doing}; this can take a minute", error=True)
            self._noted = True
        self.share = share
        now = time.monotonic()
        if now - self._shown < 0.1 and share < 1:
            return
        self._shown = now
        filled = round(WIDTH * min(share, 1.0))
        bar = "#" * filled + "." * (WIDTH - filled)
        show_status(f"[{bar}] {share:4.0%} {now - self._began:5.1f} s  {doing}")

    def clear(self) -> None:
        clear_status()


def rate_words(rate: float) -> str:
    """Games a second, in the first unit in which that is not zero: `0.3 games/s`, `2.4 games/min`."""
    unit = next((unit for unit, seconds in UNITS.items() if rate * seconds >= 0.05), "h")
    return f"{rate * UNITS[unit]:.1f} games/{unit}"


def prepare(game: Game[Any], bot: str) -> None:
    """Prepare a built-in bot (compile, solve), with a progress bar if it takes long."""
    bar = Bar()
    bots.prepare(game, bot, bar)
    bar.clear()


def isolation(named: Iterable[str], game: str, *, practice: bool, contest: bool = False) -> bool:
    """Whether these bots run in sandboxes, decided once for all of them.

    On a machine without sandboxes, built-in bots run without one; any other bot is refused. Limits that this
    machine does not enforce are mentioned once, except in contests: there bots of strangers play.
    """
    from steelyard.arena.program import is_ours  # noqa: PLC0415 - as below
    from steelyard.arena.sandbox import process  # noqa: PLC0415 - only commands that run bots need it

    if practice:
        return False
    ours = all(is_ours(bot, bots.names(game)) for bot in named)
    if (missing := process.available()) is None:
        if not ours and (weaker := process.not_guaranteed()) is not None and (contest or _is_news(weaker)):
            show(f"note: {weaker}", error=True)
        return True
    if ours:
        return False
    raise SteelyardError(f"{missing}; --no-sandbox plays practice games without isolation")


def _is_news(note: str) -> bool:
    """Whether this user has not been told that yet; from now on they have."""
    try:
        file = cache_root() / TOLD
    except CacheUnwritable:
        return True
    if file.is_file() and file.read_text("utf-8") == note:
        return False
    files.write(file, note, lasting=False)
    return True
