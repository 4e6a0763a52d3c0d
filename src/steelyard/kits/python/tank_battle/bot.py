"""Your bot: edit this file.

This one takes what it can, a commander above all; otherwise it drives a tank as far as it can towards the
enemy's corner. Among equals chance decides.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from kit.state import FILES, from_square, to_square

if TYPE_CHECKING:
    from kit.playing import Start, Turn
    from kit.state import State

CORNER = ("a11", "k1")  # where seat 0 and seat 1 want to go: the enemy's corner


class Bot:
    NAME = "{{name}}"

    def __init__(self, start: Start) -> None:
        """A game begins; there is a new Bot for each."""
        self.seat = start.seat
        self.chance = Random(start.seed)

    def choose(self, turn: Turn) -> str:
        """One of turn.legal; `--`, a pass, is the only one if no tank can move."""
        if turn.legal == ["--"]:
            return "--"
        return max(turn.legal, key=lambda move: (self.worth(turn.state, move), self.chance.random()))

    def worth(self, state: State, move: str) -> int:
        goal = CORNER[self.seat]
        nearer = distance(from_square(move), goal) - distance(to_square(move), goal)
        if not state.captures(move):
            return nearer
        return nearer + (40 if state.at(to_square(move)) in "WB" else 20)


def distance(square: str, other: str) -> int:
    """In moves of a chess king."""
    return max(abs(FILES.index(square[0]) - FILES.index(other[0])), abs(int(square[1:]) - int(other[1:])))
