"""Your bot: edit this file.

This one moves the tank that will hit the most without being hit; among equals it lets chance decide.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kit.playing import Start, Turn
    from kit.state import State, Tank

DIAGONAL = {(-1, -1), (-1, 1), (1, -1), (1, 1)}
ADJACENT = {(-1, 0), (1, 0), (0, -1), (0, 1)}
AT_TWO = {(-2, 0), (2, 0), (0, -2), (0, 2)}


class Bot:
    NAME = "{{name}}"

    def __init__(self, start: Start) -> None:
        """A game begins; there is a new Bot for each."""
        self.seat = start.seat
        self.chance = Random(start.seed)
        c_reach = ADJACENT | AT_TWO if start.options.get("c_reach") == "up_to_two" else AT_TWO
        self.reach = {"A": DIAGONAL, "B": ADJACENT, "C": c_reach}

    def choose(self, turn: Turn) -> str:
        """One of turn.legal."""
        return max(turn.legal, key=lambda move: (self.worth(turn.state, move), self.chance.random()))

    def worth(self, state: State, move: str) -> int:
        """Enemies hit, less two if it is hit itself, when the tank has moved and the enemy has not."""
        tank = state.tank(self.seat, move)
        place = (tank.column, state.ahead(tank))
        enemies = [other for other in state.tanks if other.alive and other.seat != self.seat]
        hits = sum(self.hits(tank, place, (enemy.column, enemy.row)) for enemy in enemies)
        is_hit = any(self.hits(enemy, (enemy.column, enemy.row), place) for enemy in enemies)
        return hits - 2 * is_hit

    def hits(self, tank: Tank, place: tuple[int, int], target: tuple[int, int]) -> bool:
        return (target[0] - place[0], target[1] - place[1]) in self.reach[tank.type]
