"""Our own bots get ready in a process of their own, while the worker does something else.

What they compile and solve the first time on a machine takes up to minutes and is kept on the disk, where
their processes find it; until then they are not asked to play.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from steelyard import bots, games
from steelyard.arena.match.pool import die_with

if TYPE_CHECKING:
    from collections.abc import Callable

LEAST = 19  # priority: whenever a processor is free
LONGEST_S = 900.0
Key = tuple[str, str]
"""A game and a bot."""


def _started(game: str, bot: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "steelyard.server.bots.preparation", game, bot, str(os.getpid())]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL)  # noqa: S603 - ourselves


class Preparation:
    """Which of our bots can play on this machine, and the processes in which others get ready."""

    def __init__(self, start: Callable[[str, str], subprocess.Popen[bytes]] = _started) -> None:
        self._start = start
        self._ready: set[Key] = set()
        self._hopeless: set[Key] = set()
        self._running: dict[Key, subprocess.Popen[bytes]] = {}

    def is_ready(self, game: str, bot: str) -> bool:
        """Whether it can play; if not, it is seen to, one bot at a time."""
        key = (game, bot)
        if bot in bots.EVERYWHERE or key in self._ready:
            return True
        if key in self._running and (status := self._running[key].poll()) is not None:
            del self._running[key]
            (self._hopeless if status else self._ready).add(key)
        elif not self._running and key not in self._hopeless:
            self._running[key] = self._start(game, bot)
        return key in self._ready

    def make_ready(self, game: str, bot: str) -> None:
        """Return when it can play: another worker has seen to it, and asks us."""
        key = (game, bot)
        if bot in bots.EVERYWHERE or key in self._ready:
            return
        process = self._running.pop(key, None) or self._start(game, bot)
        try:
            process.wait(LONGEST_S)
        finally:
            process.kill()
            process.wait()
        self._ready.add(key)


OURS = Preparation()


def main(game: str, bot: str, parent: str) -> None:
    die_with(int(parent))
    os.nice(LEAST)
    bots.prepare(games.get(game), bot, lambda _doing, _share: None)


if __name__ == "__main__":
    main(*sys.argv[1:4])
