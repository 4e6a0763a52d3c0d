"""Simple deterministic programs for Tank Duel, of the kind that teams write on the first evening.

Every program is a function of the position and its seat; equal choices are decided by a fixed order. Bots
may be tuned against them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.core.game import SEATS, Move, Seat
from steelyard.games.tank_duel.rules import (
    DIRECTIONS,
    FREE,
    JOYSTICKS,
    OPPOSITE,
    STEP,
    WALL,
    Direction,
    Joystick,
    Square,
    State,
    fly,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    Program = Callable[[State, Seat], Move]
    Ways = dict[Direction, Square]

FAR = 1000
TURN_RIGHT: dict[Direction, Direction] = {"up": "right", "right": "down", "down": "left", "left": "up"}
TURN_LEFT = {after: before for before, after in TURN_RIGHT.items()}


# What programs see.
def ways(state: State, seat: Seat) -> Ways:
    """The squares a tank can drive to without certain death; all four if there is none."""
    at, enemy, missiles = state.tanks[seat].at, state.tanks[1 - seat].at, fly(state)
    found: Ways = {}
    for way in DIRECTIONS:
        square = state.wrapped(at.next(way))
        struck = any(
            missile
            and (missile.covers(square) or (missile.tail == at and missile.direction == OPPOSITE[way]))
            for missile in missiles
        )
        if state.holds(square, FREE) and square != enemy and not struck:
            found[way] = square
    return found or {way: state.wrapped(at.next(way)) for way in DIRECTIONS}


def distances(state: State, source: Square, *, wraps: bool = True) -> dict[Square, int]:
    """Steps over free squares from a square to each square that can be reached."""
    found, edge = {source: 0}, [source]
    while edge:
        following = []
        for place in edge:
            for way in DIRECTIONS:
                square = place.next(way)
                square = state.wrapped(square) if wraps else square
                if square not in found and state.holds(square, FREE):
                    found[square] = found[place] + 1
                    following.append(square)
        edge = following
    return found


def lead(state: State, ours: Square, theirs: Square) -> int:
    """How many more squares one tank reaches first than the other."""
    mine, other = distances(state, ours), distances(state, theirs)
    first = sum(steps < other.get(square, FAR) for square, steps in mine.items())
    return first - sum(steps < mine.get(square, FAR) for square, steps in other.items())


def line(state: State, place: Square, aim: Square) -> Direction | None:
    """The direction in which a missile flies straight from one square to the other."""
    for way in DIRECTIONS:
        square = place.next(way)
        while state.on_board(square) and not state.holds(square, WALL):
            if square == aim:
                return way
            square = square.next(way)
    return None


def ahead(state: State, seat: Seat) -> Square:
    """Where a tank will be if it drives straight on."""
    tank = state.tanks[seat]
    return state.wrapped(tank.at.next(tank.move))


def hold(way: Direction, shot: Direction | None) -> Move:
    return Move(JOYSTICKS.index(Joystick(way, shot, shot is not None)))


def best(options: Ways, worth: Callable[[Direction, Square], float]) -> Direction:
    """The way of greatest worth, the first of equals."""
    return max(options, key=lambda way: worth(way, options[way]))


def lined_up(state: State, seat: Seat, way: Direction, options: Ways) -> Move:
    """Drive that way and fire if the enemy is in line."""
    return hold(way, line(state, options[way], state.tanks[1 - seat].at))


# The programs.
def chaser(state: State, seat: Seat) -> Move:
    """The shortest path to the enemy, around the edges too; fires whenever it is lined up."""
    options, steps = ways(state, seat), distances(state, state.tanks[1 - seat].at)
    way = best(options, lambda _, square: -steps.get(square, FAR))
    return lined_up(state, seat, way, options)


def flat_chaser(state: State, seat: Seat) -> Move:
    """As `chaser`, but it does not know that the edges are open."""
    options, enemy = ways(state, seat), state.tanks[1 - seat].at
    steps = distances(state, enemy, wraps=False)
    way = best(options, lambda _, square: -steps.get(square, FAR))
    return lined_up(state, seat, way, options)


def edge_hugger(state: State, seat: Seat) -> Move:
    """Stays at the rim of the board, straight on if it can; fires when lined up."""
    options = ways(state, seat)

    def worth(way: Direction, square: Square) -> float:
        inside = min(square.x, square.y, state.width - 1 - square.x, state.height - 1 - square.y)
        return -2 * inside + (way == state.tanks[seat].move)

    return lined_up(state, seat, best(options, worth), options)


def shooter(state: State, seat: Seat) -> Move:
    """Looks for a square in line with the enemy, at a distance, and fires along it."""
    options, enemy = ways(state, seat), state.tanks[1 - seat].at

    def worth(_: Direction, square: Square) -> float:
        apart = abs(square.x - enemy.x) + abs(square.y - enemy.y)
        return 10 * (line(state, square, enemy) is not None) - abs(apart - 4)

    return lined_up(state, seat, best(options, worth), options)


def mirror(state: State, seat: Seat) -> Move:
    """Does the opposite of what the enemy did last, and fires when lined up."""
    options, enemy = ways(state, seat), state.tanks[1 - seat]
    way = OPPOSITE[enemy.move]
    return lined_up(state, seat, way if way in options else next(iter(options)), options)


def filler(state: State, seat: Seat) -> Move:
    """Goes where it reaches more squares before the enemy; fires when lined up."""
    options, enemy = ways(state, seat), state.tanks[1 - seat].at
    return lined_up(state, seat, best(options, lambda _, square: lead(state, square, enemy)), options)


def straight(state: State, seat: Seat) -> Move:
    """Straight on while it can, then to the right; fires ahead all the time."""
    options, facing = ways(state, seat), state.tanks[seat].move
    order = (facing, TURN_RIGHT[facing], TURN_LEFT[facing], OPPOSITE[facing])
    way = next(each for each in order if each in options)
    return hold(way, way)


def leading_chaser(state: State, seat: Seat) -> Move:
    """Chases the square where the enemy will be, and fires at it."""
    options, aim = ways(state, seat), ahead(state, SEATS[1 - seat])
    steps = distances(state, aim)
    way = best(options, lambda _, square: -steps.get(square, FAR))
    return hold(way, line(state, options[way], aim))


def wall_follower(state: State, seat: Seat) -> Move:
    """Keeps its left hand on the wall; fires when lined up."""
    options, facing = ways(state, seat), state.tanks[seat].move
    order = (TURN_LEFT[facing], facing, TURN_RIGHT[facing], OPPOSITE[facing])
    return lined_up(state, seat, next(each for each in order if each in options), options)


def coward(state: State, seat: Seat) -> Move:
    """Flees as far as it can; shoots when lined up at no more than five squares."""
    options, enemy = ways(state, seat), state.tanks[1 - seat].at
    steps = distances(state, enemy)
    way = best(options, lambda _, square: steps.get(square, FAR))
    place = options[way]
    near = abs(place.x - enemy.x) + abs(place.y - enemy.y) <= 5
    return hold(way, line(state, place, enemy) if near else None)


def miner(state: State, seat: Seat) -> Move:
    """Cuts off: leaves the enemy as few squares as it can, then shortens the distance."""
    options, enemy = ways(state, seat), state.tanks[1 - seat].at
    other = distances(state, enemy)

    def worth(_: Direction, square: Square) -> float:
        mine = distances(state, square)
        theirs = sum(steps <= mine.get(each, FAR) for each, steps in other.items())
        return -theirs - other.get(square, FAR) / FAR

    return lined_up(state, seat, best(options, worth), options)


def first_legal(state: State, seat: Seat) -> Move:
    """The first way of up, left, down, right that does not kill it; fires towards the enemy."""
    options, enemy = ways(state, seat), state.tanks[1 - seat].at
    way = next(each for each in ("up", "left", "down", "right") if each in options)
    place = options[way]
    across, down = enemy.x - place.x, enemy.y - place.y
    if abs(across) >= abs(down):
        return hold(way, "right" if across > 0 else "left")
    return hold(way, "down" if down > 0 else "up")


def room_seeker(state: State, seat: Seat) -> Move:
    """Goes where most free squares can be reached, whoever is first, nearer to the middle; covers an exit."""
    options, enemy = ways(state, seat), state.tanks[1 - seat].at
    exits = list(ways(state, SEATS[1 - seat]).values())

    def worth(_: Direction, square: Square) -> float:
        middle = abs(2 * square.x - state.width + 1) + abs(2 * square.y - state.height + 1)
        return len(distances(state, square)) - middle / 100

    way = best(options, worth)
    shots = (line(state, options[way], aim) for aim in (*exits, enemy))
    return hold(way, next((shot for shot in shots if shot), None))


def copycat(state: State, seat: Seat) -> Move:
    """Drives as the enemy did last if it can, else nearer to it; fires at where it stands or will be."""
    options, other = ways(state, seat), SEATS[1 - seat]
    enemy = state.tanks[other]

    def worth(way: Direction, square: Square) -> float:
        dx, dy = STEP[enemy.move]
        apart = abs(square.x + dx - enemy.at.x) + abs(square.y + dy - enemy.at.y)
        return FAR * (way == enemy.move) - apart

    way = best(options, worth)
    place = options[way]
    return hold(way, line(state, place, enemy.at) or line(state, place, ahead(state, other)))


FIRST: dict[str, Program] = {
    each.__name__: each
    for each in (
        chaser,
        flat_chaser,
        edge_hugger,
        shooter,
        mirror,
        filler,
        straight,
        leading_chaser,
        wall_follower,
        coward,
        miner,
        first_legal,
        room_seeker,
        copycat,
    )
}
