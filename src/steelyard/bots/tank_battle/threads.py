"""More threads for one search: each searches the same position, and all share one hash table."""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from steelyard.bots.tank_battle.iterative_deepening import Deepening
from steelyard.bots.tank_battle.tree import kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steelyard.core.kernel import Position

VARIABLE = "STEELYARD_SEARCH_THREADS"
"""How many cores are free for one search with a clock; contests pin a bot to one and do not pass it on."""
MOST_THREADS = 16
ENDLESS = 10**15  # nodes: no limit


def wanted() -> int:
    """How many threads the environment allows a search."""
    asked = os.environ.get(VARIABLE, "1")
    return min(max(int(asked), 1), MOST_THREADS) if asked.isascii() and asked.isdigit() else 1


class Helpers:
    """Threads that fill the hash table of a tree while its owner searches; their own results are not used."""

    def __init__(self, owner: Any, count: int, new_tree: Callable[[], Any]) -> None:
        self._owner = owner
        self._trees = [new_tree() for _ in range(count)]

    @property
    def visited(self) -> int:
        return sum(int(tree["visited"]) for tree in self._trees)

    @contextmanager
    def search(self, position: Position) -> Iterator[None]:
        """Search a position for as long as the block lasts."""
        stop = threading.Event()
        threads = [
            threading.Thread(target=_run, args=(self._deepening(tree, position, seed), stop), daemon=True)
            for seed, tree in enumerate(self._trees, start=1)
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            stop.set()
            for thread in threads:
                thread.join()

    def _deepening(self, tree: Any, position: Position, seed: int) -> Deepening:
        kernel.share(tree, self._owner, seed)
        return Deepening(tree, position, nodes=ENDLESS)


def _run(deepening: Deepening, stop: threading.Event) -> None:
    for _ in deepening:
        if stop.is_set():
            return
