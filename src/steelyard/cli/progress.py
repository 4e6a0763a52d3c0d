"""What happens before the work proper, and while it takes long: preparations, and a bar on a terminal."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

from steelyard import bots
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from steelyard.core.game import Game

WIDTH = 30


class Bar:
    """Call it with what is being done and the share that is done."""

    def __init__(self) -> None:
        self._shown = 0.0
        self._began = time.monotonic()

    def __call__(self, doing: str, share: float) -> None:
        now = time.monotonic()
        if not sys.stderr.isatty() or (now - self._shown < 0.1 and share < 1):
            return
        self._shown = now
        filled = round(WIDTH * min(share, 1.0))
        bar = "#" * filled + "." * (WIDTH - filled)
        print(f"\r[{bar}] {share:4.0%} {now - self._began:5.1f} s  {doing}\x1b[K", end="", file=sys.stderr)

    def clear(self) -> None:
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def prepare(game: Game[Any], bot: str) -> None:
    """Whatever one of our bots needs before it can play, with a bar if it takes long."""
    bar = Bar()
    bots.prepare(game, bot, bar)
    bar.clear()


def require_isolation(*, isolated: bool) -> None:
    """Refuse to go on where bots should be caged and cannot be."""
    from steelyard.arena import jail  # noqa: PLC0415 - only who runs bots needs it

    if isolated and (missing := jail.available()) is not None:
        raise SteelyardError(missing)
    if isolated and (weaker := jail.not_guaranteed()) is not None:
        print(f"note: {weaker}", file=sys.stderr)
