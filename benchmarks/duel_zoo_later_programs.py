"""Six more simple programs for the zoo, written after the first fourteen; bots may be tuned against them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duel_zoo_programs import (
    FAR,
    TURN_LEFT,
    TURN_RIGHT,
    ahead,
    best,
    distances,
    hold,
    lead,
    line,
    lined_up,
    ways,
)

from steelyard.core.game import SEATS, Move, Seat
from steelyard.games.tank_duel.rules import DIRECTIONS, FREE, OPPOSITE, Direction, Square, State

if TYPE_CHECKING:
    from duel_zoo_programs import Program


def cornerer(state: State, seat: Seat) -> Move:
    """Goes next to the squares that the enemy may go to, and fires at the first of them in line."""
    options, exits = ways(state, seat), list(ways(state, SEATS[1 - seat]).values())

    def worth(_: Direction, square: Square) -> float:
        return -min(_apart(square, each) for each in exits)

    way = best(options, worth)
    shots = (line(state, options[way], each) for each in exits)
    return hold(way, next((shot for shot in shots if shot), None))


def ambusher(state: State, seat: Seat) -> Move:
    """Drives to where the enemy will be in three rounds, and fires at where it will be in two, or in one."""
    options, other = ways(state, seat), SEATS[1 - seat]
    facing, one = state.tanks[other].move, ahead(state, other)
    two = state.wrapped(one.next(facing))
    steps = distances(state, state.wrapped(two.next(facing)))
    way = best(options, lambda _, square: -steps.get(square, FAR))
    return hold(way, line(state, options[way], two) or line(state, options[way], one))


def careful_filler(state: State, seat: Seat) -> Move:
    """The most squares reached first after the enemy's best answer; fires when lined up."""
    options, answers = ways(state, seat), ways(state, SEATS[1 - seat]).values()

    def worth(_: Direction, square: Square) -> float:
        return min((lead(state, square, each) for each in answers if each != square), default=-FAR)

    return lined_up(state, seat, best(options, worth), options)


def taker(state: State, seat: Seat) -> Move:
    """Takes most squares before the enemy, nearer to it among equals; fires when lined up and near."""
    options, enemy = ways(state, seat), state.tanks[1 - seat].at
    other = distances(state, enemy)

    def worth(_: Direction, square: Square) -> float:
        mine = distances(state, square)
        first = sum(steps < other.get(each, FAR) for each, steps in mine.items())
        return first - other.get(square, FAR) / 10

    way = best(options, worth)
    return hold(way, line(state, options[way], enemy) if _apart(options[way], enemy) <= 4 else None)


def middle_seeker(state: State, seat: Seat) -> Move:
    """Most ways out, then nearer to the middle; fires at where the enemy will be, or is."""
    options, other = ways(state, seat), SEATS[1 - seat]

    def worth(_: Direction, square: Square) -> float:
        out = sum(state.holds(state.wrapped(square.next(way)), FREE) for way in DIRECTIONS)
        return 10 * out - abs(2 * square.x - state.width + 1) - abs(2 * square.y - state.height + 1)

    way = best(options, worth)
    place = options[way]
    return hold(way, line(state, place, ahead(state, other)) or line(state, place, state.tanks[other].at))


def weaver(state: State, seat: Seat) -> Move:
    """Turns whenever it can, to the left and to the right in turn; fires if lined up before it drives."""
    options, tank = ways(state, seat), state.tanks[seat]
    turns = (TURN_LEFT[tank.move], TURN_RIGHT[tank.move])
    order = (*(turns if state.rounds % 2 else turns[::-1]), tank.move, OPPOSITE[tank.move])
    way = next(each for each in order if each in options)
    return hold(way, line(state, tank.at, state.tanks[1 - seat].at))


def _apart(one: Square, other: Square) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y)


LATER: dict[str, Program] = {
    each.__name__: each for each in (cornerer, ambusher, careful_filler, taker, middle_seeker, weaver)
}
