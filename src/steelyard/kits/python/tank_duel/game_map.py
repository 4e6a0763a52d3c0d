"""Helps to read a GameState. Make a new one for each; change it and add to it as you like."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kit.game_state import GameState, Tank


class Position(NamedTuple):
    x: int
    y: int


class GameMap:
    def __init__(self, tank_id: int, game_state: GameState) -> None:
        self._made_at = time.monotonic()
        self._tank_id = tank_id
        self._state = game_state

    @property
    def size_x(self) -> int:
        return self._state.width

    @property
    def size_y(self) -> int:
        return self._state.height

    @property
    def own_position(self) -> Position:
        return self._place(self._state.tanks[self._tank_id])

    @property
    def enemy_position(self) -> Position:
        return self._place(self._state.tanks[1 - self._tank_id])

    @property
    def elapsed(self) -> int:
        """Milliseconds since this GameMap was made."""
        return int((time.monotonic() - self._made_at) * 1000)

    def is_empty(self, position: Position) -> bool:
        """Neither a wall nor a mine; a tank or a missile may be there."""
        return self._state.board[self._index(position)] == "."

    def is_missile_in_position(self, position: Position) -> bool:
        return any(
            position in ((missile.head_pos_x, missile.head_pos_y), (missile.tail_pos_x, missile.tail_pos_y))
            for missile in self._state.missiles
            if missile
        )

    def move_left(self, position: Position) -> Position:
        """One step to the left, around the edge if need be; the others likewise."""
        return self._wrapped(position.x - 1, position.y)

    def move_right(self, position: Position) -> Position:
        return self._wrapped(position.x + 1, position.y)

    def move_up(self, position: Position) -> Position:
        return self._wrapped(position.x, position.y - 1)

    def move_down(self, position: Position) -> Position:
        return self._wrapped(position.x, position.y + 1)

    def print_map(self) -> None:
        """Walls, mines and missiles."""
        for y in range(self.size_y):
            print("".join(self._mark(Position(x, y)) for x in range(self.size_x)))

    def print_state(self) -> None:
        own, enemy = self.own_position, self.enemy_position
        print(f"own position {own.x},{own.y}")
        print(f"enemy position {enemy.x},{enemy.y}")
        self.print_map()
        for missile in filter(None, self._state.missiles):
            head = f"{missile.head_pos_x},{missile.head_pos_y}"
            tail = f"{missile.tail_pos_x},{missile.tail_pos_y}"
            flames = " in flames" if missile.in_flames else ""
            print(f"missile head {head} tail {tail} {missile.direction.value}{flames}")

    def _mark(self, position: Position) -> str:
        return "*" if self.is_missile_in_position(position) else self._state.board[self._index(position)]

    def _index(self, position: Position) -> int:
        return position.x + position.y * self.size_x

    def _wrapped(self, x: int, y: int) -> Position:
        return Position(x % self.size_x, y % self.size_y)

    @staticmethod
    def _place(tank: Tank) -> Position:
        return Position(tank.pos_x, tank.pos_y)
