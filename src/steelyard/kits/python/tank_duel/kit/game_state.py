"""The state of a Tank Duel: a board, two tanks, their missiles."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any


class Direction(Enum):
    NEUTRAL = None
    LEFT = "Left"
    RIGHT = "Right"
    UP = "Up"
    DOWN = "Down"


@dataclass(frozen=True)
class Tank:
    tank_id: int
    player_id: int
    pos_x: int
    pos_y: int
    fire: bool
    """It fired a missile in the last round."""
    move_direction: Direction
    tower_direction: Direction
    in_flames: bool
    hit_wall: bool
    hit_mine: bool
    hit_missile: bool
    hit_tank: bool


@dataclass(frozen=True)
class Missile:
    missile_id: int
    tank_id: int
    """Whose it is."""
    head_pos_x: int
    head_pos_y: int
    tail_pos_x: int
    tail_pos_y: int
    """Head and tail may lie off the board."""
    direction: Direction
    in_flames: bool


@dataclass(frozen=True)
class GameState:
    width: int
    height: int
    tanks: tuple[Tank, Tank]
    """At the place of its id."""
    missiles: tuple[Missile | None, Missile | None]
    """None for a tank that has none in flight."""
    board: str
    """`.` free, `x` wall, `o` mine, at x + y * width; without the tanks."""
    counter: int
    """Rounds played so far."""
    winner: str
    elapsed_time: int
    """Milliseconds, as the next two: so far, until the joysticks are read next, and in a round."""
    next_move: int
    game_pace: int


def read_state(told: dict[str, Any], clock_ms: float | None = None) -> GameState:
    """A round lasts as long as the clock says; without one, times are 0."""
    pace = int(clock_ms or 0)
    elapsed = pace * told["Counter"]
    one, two = (_tank(tank) for tank in told["Tanks"])
    first, second = (missile and _missile(missile) for missile in told["Missiles"])
    return GameState(
        width=told["Width"],
        height=told["Height"],
        tanks=(one, two),
        missiles=(first, second),
        board=told["Board"],
        counter=told["Counter"],
        winner=told["Winner"],
        elapsed_time=elapsed,
        next_move=elapsed + pace,
        game_pace=pace,
    )


def _tank(told: dict[str, Any]) -> Tank:
    return Tank(
        tank_id=told["TankId"],
        player_id=told["PlayerId"],
        pos_x=told["PosX"],
        pos_y=told["PosY"],
        fire=told["Fire"],
        move_direction=Direction(told["MoveDirection"]),
        tower_direction=Direction(told["TowerDirection"]),
        in_flames=told["InFlames"],
        hit_wall=told["HitWall"],
        hit_mine=told["HitMine"],
        hit_missile=told["HitMissile"],
        hit_tank=told["HitTank"],
    )


def _missile(told: dict[str, Any]) -> Missile:
    return Missile(
        missile_id=told["MissileId"],
        tank_id=told["TankId"],
        head_pos_x=told["HeadPosX"],
        head_pos_y=told["HeadPosY"],
        tail_pos_x=told["TailPosX"],
        tail_pos_y=told["TailPosY"],
        direction=Direction(told["Direction"]),
        in_flames=told["InFlames"],
    )
