"""A bar for work that takes long, on a terminal only."""

from __future__ import annotations

import sys
import time

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
