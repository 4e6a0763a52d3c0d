"""For people who ask: where missiles fly, and what ended the game."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from steelyard.core.game import SEATS
from steelyard.core.views import Ending
from steelyard.games.art import SIDES, squares
from steelyard.games.tank_duel import rules
from steelyard.games.tank_duel.notation import LETTER
from steelyard.games.tank_duel.rules import DIRECTIONS, FREE, MINE, WALL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.core.game import Seat
    from steelyard.games.tank_duel.rules import Direction, Hit, Missile, Square, State

FATE: dict[Hit, str] = {
    "wall": "drove into a wall",
    "mine": "drove onto a mine",
    "missile": "was hit by {}",
    "tank": "collided with the other tank",
}


def flight(state: State, missile: Missile) -> Iterator[Square]:
    """The squares that a missile flies over from now on, up to a wall or the edge."""
    return iter(()) if missile.in_flames else _flight(state, missile.head, missile.direction)


def walls(state: State) -> str:
    """The board without its mines, which never changes in a game."""
    return state.squares.replace(MINE, FREE)


def shots(state: State, place: Square) -> str | None:
    """Where a missile of a tank that drives to a square would fly: `U:3,2 3,1|L:2,3`; None: not at all."""
    return _shots(state.width, state.height, walls(state), place)


@lru_cache(maxsize=1 << 13)
def _shots(width: int, height: int, ground: str, place: Square) -> str | None:
    if ground[place.x + place.y * width] == WALL:
        return None
    lines = ((LETTER[each], squares(_line(width, height, ground, place, each))) for each in DIRECTIONS)
    return "|".join(f"{letter}:{line}" for letter, line in lines if line) or None


def aim(state: State, seat: Seat) -> str | None:
    """Where a tank's missile would fly if it drove straight on, as its barrel points; None: not at all."""
    tank = state.tanks[seat]
    place = state.wrapped(tank.at.next(tank.move))
    if rules.is_over(state) or rules.fly(state)[seat] is not None or state.holds(place, WALL):
        return None
    return squares(_flight(state, place, tank.tower or tank.move))


def goes(state: State, seat: Seat) -> str | None:
    """The squares beside a tank with neither a wall nor a mine."""
    if rules.is_over(state):
        return None
    beside = (state.wrapped(state.tanks[seat].at.next(direction)) for direction in DIRECTIONS)
    return squares(
        square for square in beside if not (state.holds(square, WALL) or state.holds(square, MINE))
    )


def _flight(state: State, square: Square, direction: Direction) -> Iterator[Square]:
    return _line(state.width, state.height, state.squares, square, direction)


def _line(width: int, height: int, ground: str, square: Square, direction: Direction) -> Iterator[Square]:
    """The squares beyond one, up to a wall or the edge."""
    while 0 <= (square := square.next(direction)).x < width and 0 <= square.y < height:
        if ground[square.x + square.y * width] == WALL:
            return
        yield square


def ending(state: State) -> Ending:
    """Phase D: what hit the tanks that are in flames."""
    hit = [seat for seat in SEATS if state.tanks[seat].in_flames]
    if not hit:
        return Ending("")
    fates = [f"{SIDES[seat]} {_fate(state, seat)}" for seat in hit]
    both = [state.tanks[seat].hits for seat in hit] == [("tank",), ("tank",)]
    words = "The tanks collided" if both else "; ".join(fates)
    return Ending(words, tuple(f"tank-{seat}" for seat in hit))


def _fate(state: State, seat: Seat) -> str:
    return " and ".join(FATE[each].format(_missile(state, seat)) for each in state.tanks[seat].hits)


def _missile(state: State, seat: Seat) -> str:
    """Whose missile is on the tank's square."""
    own, other = state.missiles[seat], state.missiles[1 - seat]
    at = state.tanks[seat].at
    if other is not None and other.covers(at):
        return f"{SIDES[1 - seat]}'s missile"
    return "its own missile" if own is not None and own.covers(at) else "a missile"
