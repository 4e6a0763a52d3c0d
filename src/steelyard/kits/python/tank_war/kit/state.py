"""A position of Tank War."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Tank:
    seat: int
    name: str
    """`LA`: the one of type A on its player's own left."""
    type: str
    """A hits diagonally, B next to it, C at a distance of two."""
    column: int
    row: int
    """-1 once destroyed."""
    alive: bool


@dataclass(frozen=True)
class Shot:
    seat: int
    tank: str
    hit: str
    """The name of an enemy tank."""


class State:
    """Columns count from the left as drawn, rows from the top; seat 0 starts at the top and drives down."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.round: int = told["round"]
        self.tanks = [_tank(tank) for tank in told["tanks"]]
        self.territory: list[str] = told["territory"]
        """Six rows, each box its owner's seat."""
        self.boxes: list[int] = told["boxes"]
        """How many are seat 0's and seat 1's."""
        self.surviving: list[int] = told["surviving"]
        self.fired = [Shot(shot["seat"], shot["tank"], shot["hit"]) for shot in told["fired"]]
        """Who hit whom in the last round."""
        self.text: str = told["state"]
        """The position in notation."""
        self._standing = {(tank.column, tank.row): tank for tank in self.tanks if tank.alive}

    def tank_at(self, column: int, row: int) -> Tank | None:
        return self._standing.get((column, row))

    def owner(self, column: int, row: int) -> int:
        """The seat whose territory a box is."""
        return int(self.territory[row][column])

    def tank(self, seat: int, name: str) -> Tank:
        return next(tank for tank in self.tanks if (tank.seat, tank.name) == (seat, name))

    def ahead(self, tank: Tank) -> int:
        """The row in front of a tank."""
        return tank.row + (1 if tank.seat == 0 else -1)


def _tank(told: dict[str, Any]) -> Tank:
    row = told["row"] if told["alive"] else -1
    return Tank(told["seat"], told["name"], told["type"], told["column"], row, told["alive"])
