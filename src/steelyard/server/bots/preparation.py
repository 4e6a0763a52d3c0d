"""Our own bots get ready in a process of their own, while the worker does something else.

What they compile and solve the first time on a machine takes up to minutes and is kept on the disk, where
their processes find it; until then they are not asked to play.
"""

from __future__ import annotations

import os
import subprocess
import sys

from steelyard import bots, games
from steelyard.arena.match.pool import die_with

LEAST = 19  # priority: whenever a processor is free
LONGEST_S = 900.0
Key = tuple[str, str]
_ready: set[Key] = set()
_hopeless: set[Key] = set()
_running: dict[Key, subprocess.Popen[bytes]] = {}


def is_ready(game: str, bot: str) -> bool:
    """Whether it can play; if not, it is seen to, one bot at a time."""
    key = (game, bot)
    if bot in bots.EVERYWHERE or key in _ready:
        return True
    if key in _running and (status := _running[key].poll()) is not None:
        del _running[key]
        (_hopeless if status else _ready).add(key)
    elif not _running and key not in _hopeless:
        _running[key] = _started(game, bot)
    return key in _ready


def make_ready(game: str, bot: str) -> None:
    """Return when it can play: another worker has seen to it, and asks us."""
    if bot in bots.EVERYWHERE or (game, bot) in _ready:
        return
    process = _running.pop((game, bot), None) or _started(game, bot)
    try:
        process.wait(LONGEST_S)
    finally:
        process.kill()
        process.wait()
    _ready.add((game, bot))


def _started(game: str, bot: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "steelyard.server.bots.preparation", game, bot, str(os.getpid())]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL)  # noqa: S603 - ourselves


def main(game: str, bot: str, parent: str) -> None:
    die_with(int(parent))
    os.nice(LEAST)
    bots.prepare(games.get(game), bot, lambda _doing, _share: None)


if __name__ == "__main__":
    main(*sys.argv[1:4])
