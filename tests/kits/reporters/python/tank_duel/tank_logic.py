"""Prints everything that the kit tells it."""

from game_map import GameMap, Position
from kit.game_state import Direction

DIRECTIONS = [Direction.LEFT, Direction.RIGHT, Direction.UP, Direction.DOWN, Direction.NEUTRAL]


class TankLogic:
    player_name = "reporter"

    def __init__(self, tank_id, set_joystick):
        print("new tank", tank_id)
        self.tank_id = tank_id
        self.set_joystick = set_joystick

    def make_move(self, state):
        game_map = GameMap(self.tank_id, state)
        report_map(game_map)
        report_state(state)
        print("elapsed", "ok" if 0 <= game_map.elapsed < 60000 else game_map.elapsed)
        game_map.print_map()
        game_map.print_state()
        count = state.counter
        if count % 7 != 6:
            self.set_joystick(DIRECTIONS[count % 5], DIRECTIONS[(count + 2) % 5], count % 2 == 1)
            if count % 3 == 2:
                self.set_joystick(DIRECTIONS[(count + 1) % 5], Direction.NEUTRAL, False)


def report_map(game_map):
    width, height = game_map.size_x, game_map.size_y
    own, enemy = game_map.own_position, game_map.enemy_position

    def grid(holds):
        rows = ("".join(str(int(holds(Position(x, y)))) for x in range(width)) for y in range(height))
        return "/".join(rows)

    print("size", width, height)
    print("own", own.x, own.y)
    print("enemy", enemy.x, enemy.y)
    print("empty", grid(game_map.is_empty))
    print("missile", grid(game_map.is_missile_in_position))
    corners = [Position(x, y) for y in (0, height - 1) for x in (0, width - 1)]
    for at in (*corners, own, enemy):
        left, right = game_map.move_left(at), game_map.move_right(at)
        up, down = game_map.move_up(at), game_map.move_down(at)
        print("from", *at, "left", *left, "right", *right, "up", *up, "down", *down)


def report_state(state):
    print("state", state.width, state.height, state.counter, state.board)
    print("times", state.elapsed_time, state.next_move, state.game_pace)
    for tank in state.tanks:
        flags = {
            "fire": tank.fire,
            "flames": tank.in_flames,
            "wall": tank.hit_wall,
            "mine": tank.hit_mine,
            "missile": tank.hit_missile,
            "tank": tank.hit_tank,
        }
        tower = tank.tower_direction.value or "null"
        told = " ".join(f"{name}={int(flag)}" for name, flag in flags.items())
        print("tank", tank.tank_id, tank.pos_x, tank.pos_y, tank.move_direction.value, tower, told)
    for index, missile in enumerate(state.missiles):
        if missile is None:
            print("missile", index, "null")
            continue
        head = f"head {missile.head_pos_x} {missile.head_pos_y}"
        tail = f"tail {missile.tail_pos_x} {missile.tail_pos_y}"
        flames = int(missile.in_flames)
        print("missile", index, missile.tank_id, head, tail, missile.direction.value, f"flames={flames}")
