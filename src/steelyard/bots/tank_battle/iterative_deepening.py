"""Iterative deepening of one position, a few nodes at a time, so that the caller can stop at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.bots.tank_battle.network.weights import fit
from steelyard.bots.tank_battle.search import kernel
from steelyard.bots.tank_battle.tree.kernel import INFINITE, NEARLY, NO_MOVE
from steelyard.core.errors import IllegalMove
from steelyard.games.tank_battle import kernel as rules

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from steelyard.core.kernel import Position

CHUNK = 1000  # nodes between two checks of the clock: about a millisecond
DEEPEST = 60
WINDOW = 40  # half-width of the aspiration window around the last value
UNSURE_DEPTH = 3  # up to this depth the last value says little about the next


class Branch(NamedTuple):
    """A line of play and its value for the player to move, in hundredths of a tank."""

    value: int
    moves: list[int]

    @property
    def decided(self) -> bool:
        """Whether the line ends the game."""
        return abs(self.value) > NEARLY


class Found(NamedTuple):
    """The result so far."""

    move: int
    depth: int
    """The last finished depth."""
    nodes: int
    branches: list[Branch]
    """The lines of that depth, best first."""


class Deepening:
    """Searches one position; the tree is its memory and can be reused for the next position."""

    def __init__(
        self, tree: Any, position: Position, *, nodes: int, depth: int = DEEPEST, width: int = 1
    ) -> None:
        self._tree, self._position, self._most_nodes = tree, position, nodes
        self._deepest = min(depth, DEEPEST)
        legal = _legal(position)
        self._width = min(width, len(legal))
        self._only_move = len(legal) == 1
        self._found = Found(legal[0], 0, 0, [])
        tree["visited"] = 0
        fit(tree, position)

    def __iter__(self) -> Iterator[Found]:
        """Yield after every chunk and depth; end when the nodes are used up or nothing is left to search."""
        for depth in range(1, self._deepest + 1):
            branches: list[Branch] = []
            while len(branches) < self._width:
                branch = yield from self._next_branch(depth, branches)
                if branch is None:
                    return
                branches.append(branch)
            branches.sort(key=lambda branch: -branch.value)
            self._found = Found(branches[0].moves[0], depth, int(self._tree["visited"]), branches)
            yield self._found
            if self._only_move or all(branch.decided for branch in branches):
                return

    def _next_branch(self, depth: int, before: list[Branch]) -> Generator[Found, None, Branch | None]:
        """The best line that does not begin like those before; None if the nodes are used up."""
        tree = self._tree
        tree["barred"][: len(before)] = [branch.moves[0] for branch in before]
        tree["barred_moves"] = len(before)
        low, high, margin = self._window(depth, len(before))
        while True:
            kernel.begin(tree, self._position, depth, low, high)
            while not kernel.run(tree, min(tree["visited"] + CHUNK, self._most_nodes)):
                self._note(improved=not before and tree["move"][0] != NO_MOVE)
                yield self._found
                if tree["visited"] >= self._most_nodes:
                    return None
            value = int(tree["value"][0])
            if low < value < high:
                return Branch(value, tree["best_line"][0, 1 : 1 + tree["best_line"][0, 0]].tolist())
            self._note(improved=not before and value >= high)
            margin *= 4
            low = low if value > low else max(value - margin, -INFINITE)
            high = high if value < high else min(value + margin, INFINITE)

    def _window(self, depth: int, place: int) -> tuple[int, int, int]:
        if depth <= UNSURE_DEPTH or self._found.branches[place].decided:
            return -INFINITE, INFINITE, WINDOW
        value = self._found.branches[place].value
        return value - WINDOW, value + WINDOW, WINDOW

    def _note(self, *, improved: bool) -> None:
        """An unfinished depth counts once it has found a better move than its first one."""
        move = int(self._tree["move"][0]) if improved else self._found.move
        self._found = self._found._replace(move=move, nodes=int(self._tree["visited"]))


def _legal(position: Position) -> list[int]:
    moves = np.empty(rules.MOST_MOVES, np.int64)
    seat = int(position[rules.STATUS] >> rules.SEAT_SHIFT & rules.ONE)
    count = rules.legal(position, seat, moves)
    if not count:
        raise IllegalMove("the game is over: nobody is to move")
    return [int(move) for move in moves[:count]]
