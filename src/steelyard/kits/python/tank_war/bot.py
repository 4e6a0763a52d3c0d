"""Your bot: edit this file.

This one looks one round ahead: of its moves it makes the one after which, over all answers of the enemy, it
destroys the most for the least. Among equals chance decides.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kit.playing import Start, Turn
    from kit.state import State, Tank

DIAGONAL = {(-1, -1), (-1, 1), (1, -1), (1, 1)}
ADJACENT = {(-1, 0), (1, 0), (0, -1), (0, 1)}
AT_TWO = {(-2, 0), (2, 0), (0, -2), (0, 2)}


class Place(NamedTuple):
    """A living tank of some type, and where."""

    type: str
    column: int
    row: int


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
        """Enemies destroyed less own tanks lost, over all the enemy's moves together."""
        own = self.moved(state, state.tank(self.seat, move))
        enemies = [tank for tank in state.tanks if tank.seat != self.seat and can_move(state, tank)]
        return sum(self.gain(own, self.moved(state, enemy)) for enemy in enemies)

    def moved(self, state: State, mover: Tank) -> list[Place]:
        """Where a player's tanks are when one of them has moved."""
        return [
            Place(tank.type, tank.column, state.ahead(tank) if tank is mover else tank.row)
            for tank in state.tanks
            if tank.alive and tank.seat == mover.seat
        ]

    def gain(self, own: list[Place], enemies: list[Place]) -> int:
        destroyed = sum(any(self.hits(tank, enemy) for tank in own) for enemy in enemies)
        lost = sum(any(self.hits(enemy, tank) for enemy in enemies) for tank in own)
        return destroyed - lost

    def hits(self, tank: Place, other: Place) -> bool:
        return (other.column - tank.column, other.row - tank.row) in self.reach[tank.type]


def can_move(state: State, tank: Tank) -> bool:
    return tank.alive and 0 <= state.ahead(tank) <= 5 and not state.tank_at(tank.column, state.ahead(tank))
