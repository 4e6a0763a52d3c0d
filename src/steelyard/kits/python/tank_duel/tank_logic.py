"""Your bot: edit this file.

This one drives where the longest run of free squares lies ahead, and fires when the enemy is in line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game_map import GameMap, Position
from kit.game_state import Direction

if TYPE_CHECKING:
    from collections.abc import Callable

    from kit.game_state import GameState

LONGEST_LOOK = 6


class TankLogic:
    player_name = "{{name}}"

    def __init__(self, tank_id: int, set_joystick: Callable[[Direction, Direction, bool], None]) -> None:
        """A game begins; there is a new TankLogic for each."""
        self.tank_id = tank_id
        self.set_joystick = set_joystick

    def make_move(self, game_state: GameState) -> None:
        """Called with the first state of a game and each time it has changed: set the joystick.

        It may be set as often as you like in a round; what was set last counts, and stays set.
        """
        game_map = GameMap(self.tank_id, game_state)
        step = {
            Direction.LEFT: game_map.move_left,
            Direction.RIGHT: game_map.move_right,
            Direction.UP: game_map.move_up,
            Direction.DOWN: game_map.move_down,
        }
        own = game_map.own_position
        way = max(step, key=lambda direction: free_run(game_map, step[direction]))
        aim = in_line(step[way](own), game_map.enemy_position)
        self.set_joystick(way, aim, aim is not Direction.NEUTRAL)


def free_run(game_map: GameMap, step: Callable[[Position], Position]) -> int:
    """How many squares ahead are free, as far as we look."""
    square = step(game_map.own_position)
    for length in range(LONGEST_LOOK):
        taken = square == game_map.enemy_position or game_map.is_missile_in_position(square)
        if taken or not game_map.is_empty(square):
            return length
        square = step(square)
    return LONGEST_LOOK


def in_line(own: Position, enemy: Position) -> Direction:
    """Where to fire from `own` to hit `enemy`; a missile does not go around the edge."""
    if own.y == enemy.y and own.x != enemy.x:
        return Direction.LEFT if enemy.x < own.x else Direction.RIGHT
    if own.x == enemy.x and own.y != enemy.y:
        return Direction.UP if enemy.y < own.y else Direction.DOWN
    return Direction.NEUTRAL
