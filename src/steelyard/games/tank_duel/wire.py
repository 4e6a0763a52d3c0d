"""A position for programs: JSON, in the shape of schema.json, with the entity names of the first contest."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from steelyard.core.game import SEATS
from steelyard.games.tank_duel import rules
from steelyard.games.tank_duel.notation import write_state

if TYPE_CHECKING:
    from steelyard.core.game import Outcome, Seat
    from steelyard.games.tank_duel.rules import Direction, Missile, State

WINNER = {0: "PlayerOne", 1: "PlayerTwo", None: "Draw"}


def to_json(state: State) -> dict[str, Any]:
    outcome = rules.outcome(state)
    return {
        "Width": state.width,
        "Height": state.height,
        "Tanks": [_tank(state, seat) for seat in SEATS],
        "Missiles": [_missile(seat, state.missiles[seat]) for seat in SEATS],
        "Board": state.squares,
        "Counter": state.rounds,
        "Winner": _winner(outcome),
        "PlayerOneId": 0,
        "PlayerTwoId": 1,
        "ElapsedTime": 0,  # a position knows no time: kits fill these three in by the clock
        "NextMove": 0,
        "GamePace": 0,
        "state": write_state(state),
        "outcome": None if outcome is None else asdict(outcome) | {"score": list(outcome.score)},
    }


def _winner(outcome: Outcome | None) -> str:
    return "Unknown" if outcome is None else WINNER[outcome.winner]


def _tank(state: State, seat: Seat) -> dict[str, Any]:
    tank = state.tanks[seat]
    return {
        "TankId": seat,
        "PlayerId": seat,
        "PosX": tank.at.x,
        "PosY": tank.at.y,
        "Fire": tank.fire,
        "MoveDirection": _word(tank.move),
        "TowerDirection": _word(tank.tower),
        "InFlames": tank.in_flames,
        "HitWall": "wall" in tank.hits,
        "HitMine": "mine" in tank.hits,
        "HitMissile": "missile" in tank.hits,
        "HitTank": "tank" in tank.hits,
    }


def _missile(seat: Seat, missile: Missile | None) -> dict[str, Any] | None:
    if missile is None:
        return None
    return {
        "MissileId": seat,
        "TankId": seat,
        "HeadPosX": missile.head.x,
        "HeadPosY": missile.head.y,
        "TailPosX": missile.tail.x,
        "TailPosY": missile.tail.y,
        "Direction": _word(missile.direction),
        "InFlames": missile.in_flames,
    }


def _word(direction: Direction | None) -> str | None:
    return direction.capitalize() if direction else None
