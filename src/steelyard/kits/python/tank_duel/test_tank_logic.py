"""Tests of your bot: `python3 -m unittest` runs them."""

from __future__ import annotations

import unittest

from game_map import Position
from kit.game_state import Direction, GameState, Tank
from tank_logic import TankLogic, in_line


def tank(tank_id: int, at: int, width: int) -> Tank:
    y, x = divmod(at, width)
    return Tank(
        tank_id=tank_id,
        player_id=tank_id,
        pos_x=x,
        pos_y=y,
        fire=False,
        move_direction=Direction.LEFT,
        tower_direction=Direction.LEFT,
        in_flames=False,
        hit_wall=False,
        hit_mine=False,
        hit_missile=False,
        hit_tank=False,
    )


def drawn(*rows: str) -> GameState:
    """A position as drawn: `0` and `1` are the tanks."""
    board, width = "".join(rows), len(rows[0])
    return GameState(
        width=width,
        height=len(rows),
        tanks=(tank(0, board.index("0"), width), tank(1, board.index("1"), width)),
        missiles=(None, None),
        board=board.replace("0", ".").replace("1", "."),
        counter=0,
        winner="Unknown",
        elapsed_time=0,
        next_move=0,
        game_pace=0,
    )


def joystick(*rows: str) -> tuple[Direction, Direction, bool]:
    """What tank 0 sets last."""
    held = []
    TankLogic(0, lambda *joystick: held.append(joystick)).make_move(drawn(*rows))
    return held[-1]


class TankLogicTest(unittest.TestCase):
    def test_it_drives_where_there_is_room(self) -> None:
        self.assertEqual(joystick("xxxxx", "x0.oo", "xxxxx", "1xxxx")[0], Direction.RIGHT)
        self.assertEqual(joystick("xoxxx", "xo.oo", "x0xxx", "x...1", "x.xxx")[0], Direction.DOWN)

    def test_it_fires_at_an_enemy_in_line(self) -> None:
        self.assertEqual(joystick("xxxxxxx", "x0....1", "xxxxxxx"), (Direction.RIGHT, Direction.RIGHT, True))

    def test_it_holds_its_fire_otherwise(self) -> None:
        self.assertFalse(joystick("xxxxxx", "x0...x", "xxxxx1")[2])

    def test_a_missile_does_not_go_around_the_edge(self) -> None:
        self.assertEqual(in_line(Position(0, 3), Position(9, 3)), Direction.RIGHT)


if __name__ == "__main__":
    unittest.main()
