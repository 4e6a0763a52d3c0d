"""What happens before the work proper, and while it takes long: preparations, and a bar on a terminal."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from steelyard import bots
from steelyard.cli.terminal import clear_passing, show, show_passing
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steelyard.core.game import Game

WIDTH = 30


class Bar:
    """Call it with what is being done and the share that is done."""

    def __init__(self) -> None:
        self._shown = 0.0
        self._began = time.monotonic()

    def __call__(self, doing: str, share: float) -> None:
        now = time.monotonic()
        if now - self._shown < 0.1 and share < 1:
            return
        self._shown = now
        filled = round(WIDTH * min(share, 1.0))
        bar = "#" * filled + "." * (WIDTH - filled)
        show_passing(f"[{bar}] {share:4.0%} {now - self._began:5.1f} s  {doing}")

    def clear(self) -> None:
        clear_passing()


def prepare(game: Game[Any], bot: str) -> None:
    """Whatever one of our bots needs before it can play, with a bar if it takes long."""
    bar = Bar()
    bots.prepare(game, bot, bar)
    bar.clear()


def isolation(named: Iterable[str], game: str, *, practice: bool) -> bool:
    """Whether those bots are to run in cages, decided once for all of them.

    Where no cage can be made, our own bots run without; a stranger's among them is refused.
    """
    from steelyard.arena.program import is_ours  # noqa: PLC0415 - the same
    from steelyard.arena.sandbox import process  # noqa: PLC0415 - only who runs bots needs it

    if practice:
        return False
    if (missing := process.available()) is None:
        if (weaker := process.not_guaranteed()) is not None:
            show(f"note: {weaker}", error=True)
        return True
    if all(is_ours(bot, bots.names(game)) for bot in named):
        return False
    raise SteelyardError(f"{missing}; --no-sandbox plays practice games without isolation")
