"""Ten more simple deterministic programs for Tank Duel, kept out of sight.

Nobody who works on a bot may read this file, tune against it or look at single games with these programs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from duel_zoo_programs import FAR, TURN_LEFT, TURN_RIGHT, ahead, best, distances, hold, lead, line, ways

from steelyard.core.game import SEATS, Move, Seat
from steelyard.games.tank_duel.rules import (
    DIRECTIONS,
    FREE,
    MINE,
    OPPOSITE,
    Direction,
    Joystick,
    Square,
    State,
    apply,
    fly,
)

if TYPE_CHECKING:
    from duel_zoo_programs import Program

NEAR = 3
DEPTH = 5
SHOTS: tuple[Direction | None, ...] = (None, *DIRECTIONS)


# What these programs see.
def mined(state: State, *places: Square) -> State:
    """The position with mines on those squares too."""
    squares = list(state.squares)
    for place in places:
        squares[place.x + place.y * state.width] = MINE
    return replace(state, squares="".join(squares))


def left_behind(state: State) -> State:
    """The position with mines where both tanks stand, as it will be after the round."""
    return mined(state, *(tank.at for tank in state.tanks))


def exits(state: State, place: Square) -> list[Square]:
    """The free squares next to a square, around the edges too."""
    nearby = (state.wrapped(place.next(way)) for way in DIRECTIONS)
    return [square for square in nearby if state.holds(square, FREE)]


def apart(one: Square, two: Square) -> int:
    """The distance of two squares, as if there were no walls and no open edges."""
    return abs(one.x - two.x) + abs(one.y - two.y)


def around(state: State, one: Square, two: Square) -> int:
    """The distance of two squares over the edges, as if there were no walls."""
    across, down = abs(one.x - two.x), abs(one.y - two.y)
    return min(across, state.width - across) + min(down, state.height - down)


def towards(place: Square, aim: Square) -> Direction:
    """The direction in which the aim mostly lies."""
    across, down = aim.x - place.x, aim.y - place.y
    if abs(across) >= abs(down):
        return "right" if across > 0 else "left"
    return "down" if down > 0 else "up"


def lane(state: State, place: Square, way: Direction) -> int:
    """How many free squares lie ahead in a direction."""
    count, square = 0, place.next(way)
    while state.holds(square, FREE):
        count, square = count + 1, square.next(way)
    return count


def paths(state: State, place: Square, depth: int, been: tuple[Square, ...]) -> int:
    """The length of the paths from a square, all added up, none longer than the depth."""
    if not depth:
        return 0
    after = [square for square in exits(state, place) if square not in been]
    return sum(1 + paths(state, square, depth - 1, (*been, square)) for square in after)


# The programs.
def hermit(state: State, seat: Seat) -> Move:
    """Keeps the largest room and in it the narrowest squares; fires only at an enemy with little choice."""
    options, other = ways(state, seat), SEATS[1 - seat]
    enemy, after = state.tanks[other].at, left_behind(state)

    def worth(_: Direction, square: Square) -> float:
        around_it = len(exits(after, square))
        return len(distances(after, square)) - around_it - (FAR if not around_it else 0)

    way = best(options, worth)
    choices = list(ways(state, other).values())
    aims = (*choices, enemy) if len(choices) < NEAR else ()
    shots = (line(state, options[way], aim) for aim in aims)
    return hold(way, next((shot for shot in shots if shot), None))


def duelist(state: State, seat: Seat) -> Move:
    """Tries each drive and shot against each drive of the enemy, which fires if lined up."""
    options, other = ways(state, seat), SEATS[1 - seat]
    enemy = state.tanks[other].at
    answers = []
    for way, square in ways(state, other).items():
        shot = line(state, square, state.tanks[seat].at)
        answers.append(Joystick(way, shot, shot is not None))

    def worth(way: Direction, shot: Direction | None) -> float:
        total, ours = 0.0, Joystick(way, shot, shot is not None)
        for answer in answers:
            after = apply(state, (ours, answer) if seat == 0 else (answer, ours))
            total += 10 * after.tanks[other].in_flames - 15 * after.tanks[seat].in_flames
            total += len(exits(after, after.tanks[seat].at)) - len(exits(after, after.tanks[other].at))
        return total / len(answers) - abs(apart(options[way], enemy) - NEAR) / 10 - (shot is not None) / 100

    way, shot = max(((way, shot) for way in options for shot in SHOTS), key=lambda each: worth(*each))
    return hold(way, shot)


def skirmisher(state: State, seat: Seat) -> Move:
    """Closes in while its gun is loaded, slips out of sight while it is not; fires at six squares or less."""
    options, other = ways(state, seat), SEATS[1 - seat]
    enemy, loaded, after = state.tanks[other].at, fly(state)[seat] is None, left_behind(state)

    def worth(_: Direction, square: Square) -> float:
        steps, room = around(state, square, enemy), min(len(exits(after, square)), 2)
        if loaded:
            return 4 * room - steps
        return 4 * room + steps - 5 * (line(state, enemy, square) is not None)

    way = best(options, worth)
    place = options[way]
    aims = (aim for aim in (ahead(state, other), enemy) if apart(place, aim) <= 2 * NEAR)
    shots = (line(state, place, aim) for aim in aims)
    return hold(way, next((shot for shot in shots if shot), None))


def pilgrim(state: State, seat: Seat) -> Move:
    """Goes to the square opposite to the enemy's; fires when lined up, else along the longest lane."""
    options, enemy = ways(state, seat), state.tanks[1 - seat].at
    shrine, after = Square(state.width - 1 - enemy.x, state.height - 1 - enemy.y), left_behind(state)
    steps = distances(after, shrine)

    def worth(way: Direction, square: Square) -> float:
        room = min(len(distances(after, square)), 20)
        return 2 * room - min(steps.get(square, FAR), 20) + (way == state.tanks[seat].move) / 2

    way = best(options, worth)
    place = options[way]
    longest = max(DIRECTIONS, key=lambda each: lane(after, place, each))
    return hold(way, line(state, place, enemy) or longest)


def magpie(state: State, seat: Seat) -> Move:
    """Likes free squares, the nearer the better, except those near the enemy; fires point-blank only."""
    options, other = ways(state, seat), SEATS[1 - seat]
    enemy, after = state.tanks[other].at, left_behind(state)
    theirs = distances(after, enemy)

    def worth(_: Direction, square: Square) -> float:
        mine = distances(after, square)
        return sum(
            1 / (1 + steps) for each, steps in mine.items() if theirs.get(each, FAR) > 2 or steps < NEAR
        )

    way = best(options, worth)
    place = options[way]
    if apart(place, enemy) > NEAR:
        return hold(way, None)
    choices = ways(state, other).values()

    def covered(shot: Direction) -> int:
        return sum(aim in (place.next(shot), place.next(shot, 2)) for aim in choices)

    shot = max(DIRECTIONS, key=covered)
    return hold(way, shot if covered(shot) else None)


def baron(state: State, seat: Seat) -> Move:
    """Fights for land until the tanks are parted, then fills it; fires at the enemy's best way out."""
    options, other = ways(state, seat), SEATS[1 - seat]
    enemy, after = state.tanks[other].at, left_behind(state)
    reached = distances(after, enemy)
    met = any(square in reached for square in options.values())

    def worth(way: Direction, square: Square) -> float:
        if met:
            return lead(after, square, enemy) + (way == state.tanks[seat].move) / 2
        return 5 * len(distances(after, square)) - len(exits(after, square))

    way = best(options, worth)
    choices = ways(state, other)
    aim = choices[best(choices, lambda _, square: lead(after, square, options[way]))]
    return hold(way, line(state, options[way], aim) if met else None)


def ploughman(state: State, seat: Seat) -> Move:
    """Ploughs row after row, turning at the ends; fires along a row or column next to the enemy's too."""
    options, enemy, facing = ways(state, seat), state.tanks[1 - seat].at, state.tanks[seat].move
    after = left_behind(state)

    def worth(way: Direction, square: Square) -> float:
        onward = 20 * min(len(exits(after, square)), 1)
        if way in ("left", "right"):
            return onward + 10 + (way == facing) + lane(after, square, way) / FAR
        return onward + lane(after, square, way) / 10

    way = best(options, worth)
    place = options[way]
    beside = min(abs(place.x - enemy.x), abs(place.y - enemy.y)) <= 1
    return hold(way, towards(place, enemy) if beside else None)


def prophet(state: State, seat: Seat) -> Move:
    """Believes that the enemy comes nearer by the shortest path, and decides as if it had done so already."""
    options, other = ways(state, seat), SEATS[1 - seat]
    after, steps = left_behind(state), distances(state, state.tanks[seat].at)
    choices = ways(state, other)
    foreseen = choices[best(choices, lambda _, square: -steps.get(square, FAR))]

    def worth(_: Direction, square: Square) -> float:
        seen = line(after, square, foreseen) is not None
        return lead(after, square, foreseen) + 4 * seen - FAR * (square == foreseen)

    way = best(options, worth)
    place = options[way]
    near = apart(place, foreseen) <= 2 * NEAR
    return hold(way, line(state, place, foreseen) or (towards(place, foreseen) if near else None))


def badger(state: State, seat: Seat) -> Move:
    """Digs where most short paths lead on, away from the enemy; fires when lined up, else behind itself."""
    options, enemy, after = ways(state, seat), state.tanks[1 - seat].at, left_behind(state)

    def worth(_: Direction, square: Square) -> float:
        return paths(after, square, DEPTH, (square,)) + 2 * apart(square, enemy)

    way = best(options, worth)
    place = options[way]
    followed = apart(place, enemy) <= 2 * NEAR
    return hold(way, line(state, place, enemy) or (OPPOSITE[way] if followed else None))


def knight(state: State, seat: Seat) -> Move:
    """Keeps a knight's move from the enemy, out of its line; fires at its way out with most ways on."""
    options, other = ways(state, seat), SEATS[1 - seat]
    enemy, facing, after = state.tanks[other].at, state.tanks[seat].move, left_behind(state)

    def worth(way: Direction, square: Square) -> float:
        off = abs(around(state, square, enemy) - NEAR) + 3 * (line(state, enemy, square) is not None)
        turns = way in (TURN_LEFT[facing], TURN_RIGHT[facing])
        return 6 * min(len(exits(after, square)), 2) - off + turns / 2

    way = best(options, worth)
    aims = sorted(ways(state, other).values(), key=lambda square: -len(exits(after, square)))
    shots = (line(state, options[way], aim) for aim in aims)
    return hold(way, next((shot for shot in shots if shot), None))


KEPT_OUT_LATER: dict[str, Program] = {
    each.__name__: each
    for each in (
        hermit,
        duelist,
        skirmisher,
        pilgrim,
        magpie,
        baron,
        ploughman,
        prophet,
        badger,
        knight,
    )
}
