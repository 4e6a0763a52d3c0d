"""Ten more simple programs for the zoo, as teams write them on the first or second evening of a contest.

Nobody looks at these while a bot is tuned: their results are only measured. Whoever wrote them had seen the
twenty programs before them and the rules, but no bot.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from duel_zoo_programs import FAR, TURN_LEFT, TURN_RIGHT, ahead, best, distances, hold, line, ways

from steelyard.core.game import SEATS, Move, Seat
from steelyard.games.tank_duel.rules import FREE, MINE, OPPOSITE, WALL, Direction, Square, State, fly

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from duel_zoo_programs import Program, Ways

CLOCKWISE: tuple[Direction, ...] = ("up", "right", "down", "left")


# What these programs see.
def from_facing(state: State, seat: Seat) -> Ways:
    """The tank's ways, clockwise from the one it drives now."""
    options, way = ways(state, seat), state.tanks[seat].move
    order = (way, TURN_RIGHT[way], OPPOSITE[way], TURN_LEFT[way])
    return {each: options[each] for each in order if each in options}


def from_above(state: State, seat: Seat) -> Ways:
    """The tank's ways, clockwise from up."""
    options = ways(state, seat)
    return {each: options[each] for each in CLOCKWISE if each in options}


def left_behind(state: State) -> State:
    """The position with a mine where each tank stands now."""
    squares = list(state.squares)
    for tank in state.tanks:
        squares[tank.at.x + tank.at.y * state.width] = MINE
    return replace(state, squares="".join(squares))


def around(state: State, square: Square) -> list[Square]:
    """The free squares next to a square, also around the edges."""
    nearby = (state.wrapped(square.next(way)) for way in CLOCKWISE)
    return [each for each in nearby if state.holds(each, FREE)]


def room(state: State, square: Square, most: int) -> int:
    """How many free squares can be reached from a square; it stops counting at `most`."""
    found, edge = {square}, [square]
    while edge and len(found) < most:
        fresh = [each for each in around(state, edge.pop(0)) if each not in found]
        found.update(fresh)
        edge += fresh
    return min(len(found), most)


def lane(state: State, place: Square, way: Direction) -> list[Square]:
    """The squares that a shot from a square flies over, two a round."""
    square, found = place.next(way), []
    while state.on_board(square) and not state.holds(square, WALL):
        found.append(square)
        square = square.next(way)
    return found


def armed(state: State, seat: Seat) -> bool:
    """Whether a tank can fire this round."""
    return fly(state)[seat] is None


def first_shot(state: State, place: Square, aims: Iterable[Square]) -> Direction | None:
    """The shot at the first of these squares that is in line."""
    return next((shot for shot in (line(state, place, aim) for aim in aims) if shot), None)


def widest_shot(state: State, place: Square, aims: Collection[Square]) -> Direction | None:
    """The shot that soon flies over most of these squares, if it does over any."""
    counts = {way: sum(each in aims for each in lane(state, place, way)[:4]) for way in CLOCKWISE}
    shot = max(CLOCKWISE, key=lambda way: counts[way])
    return shot if counts[shot] else None


def apart(state: State, one: Square, other: Square) -> int:
    """How far two squares are from each other as the crow flies, around the edges if that is shorter."""
    across, down = abs(one.x - other.x), abs(one.y - other.y)
    return min(across, state.width - across) + min(down, state.height - down)


# The programs.
def snail(state: State, seat: Seat) -> Move:
    """Curls up along walls and mines but keeps its room; fires at the enemy's only exit, or at it."""
    options, after = from_facing(state, seat), left_behind(state)
    exits = list(ways(state, SEATS[1 - seat]).values())

    def worth(_: Direction, square: Square) -> float:
        out = len(around(after, square))
        return 10 * room(after, square, 60) - (out or FAR) - 15 * (square in exits)

    way = best(options, worth)
    aims = exits if len(exits) == 1 else []
    return hold(way, first_shot(state, options[way], (*aims, state.tanks[1 - seat].at)))


def survivor(state: State, seat: Seat) -> Move:
    """Goes where it has room and few of the enemy's answers kill it; fires at most exits."""
    options, other, after = from_above(state, seat), SEATS[1 - seat], left_behind(state)
    answers, loaded = list(ways(state, other).values()), armed(state, other)
    lanes = [lane(state, place, way)[:4] for place in answers for way in CLOCKWISE if loaded]

    def worth(_: Direction, square: Square) -> float:
        deaths = 4 * answers.count(square) + 2 * sum(square in each[:2] for each in lanes)
        threats = sum(square in each[2:] for each in lanes)
        return 2 * room(after, square, 30) + len(around(after, square)) - 4 * deaths - threats

    way = best(options, worth)
    return hold(way, widest_shot(state, options[way], answers))


def gunner(state: State, seat: Seat) -> Move:
    """Tries each way and shot against all that the enemy may do in two rounds; fires if it may hit."""
    options, other, after = from_facing(state, seat), SEATS[1 - seat], left_behind(state)
    places = list(ways(state, other).values())
    later = [each for place in places for each in around(after, place)]
    loaded = armed(state, seat)

    def drive(square: Square) -> float:
        near = min(apart(state, square, each) for each in places)
        return room(after, square, 16) - 6 * (square in places) - abs(near - 2) / 2

    def hits(square: Square, shot: Direction) -> float:
        flight = lane(state, square, shot)
        now, soon = sum(each in flight[:2] for each in places), sum(each in flight[2:4] for each in later)
        return 8 * now / len(places) + 6 * soon / max(len(later), 1)

    shots = CLOCKWISE if loaded else CLOCKWISE[:1]
    worths = {
        (way, shot): drive(square) + loaded * hits(square, shot)
        for way, square in options.items()
        for shot in shots
    }
    way, shot = max(worths, key=lambda pair: worths[pair])
    return hold(way, shot if loaded and hits(options[way], shot) > 1 else None)


def lighthouse(state: State, seat: Seat) -> Move:
    """Fires all the time, a quarter turn on with every shot; drives where it can go on to most squares."""
    options, tank, after = from_facing(state, seat), state.tanks[seat], left_behind(state)
    enemy = state.tanks[1 - seat].at

    def worth(_: Direction, square: Square) -> float:
        seen, edge = {square}, {square}
        for _step in range(4):
            edge = {each for place in edge for each in around(after, place)} - seen
            seen |= edge
        near = apart(state, square, enemy)
        aimed_at = near <= 4 and line(state, square, enemy) is not None
        return len(seen) + 2 * len(edge) - 4 * (near <= 2) - 4 * aimed_at

    way, tower = best(options, worth), tank.tower or tank.move
    if not armed(state, seat):
        return hold(way, tower)
    turns = [TURN_RIGHT[tower], OPPOSITE[tower], TURN_LEFT[tower]]
    long = (each for each in turns if len(lane(state, options[way], each)) >= 2)
    return hold(way, line(state, options[way], enemy) or next(long, tower))


def fencer(state: State, seat: Seat) -> Move:
    """Keeps five steps off and out of line while the enemy can fire, and lunges into line while it cannot."""
    options, other, after = from_above(state, seat), SEATS[1 - seat], left_behind(state)
    enemy, soon, parry = state.tanks[other].at, ahead(state, other), armed(state, other)
    steps = distances(after, enemy)

    def worth(_: Direction, square: Square) -> float:
        lines = (line(state, square, enemy) is not None) + 2 * (line(state, square, soon) is not None)
        far = abs(min(steps.get(square, 9), 9) - (5 if parry else 3))
        return (-3 if parry else 3) * lines - far + 2 * room(after, square, 20)

    way = best(options, worth)
    return hold(way, first_shot(state, options[way], (soon, enemy)))


def tailgater(state: State, seat: Seat) -> Move:
    """Gets behind the enemy, beside its track; fires at where it will be or may turn to."""
    options, other, after = from_facing(state, seat), SEATS[1 - seat], left_behind(state)
    enemy, soon = state.tanks[other], ahead(state, other)
    exits = around(after, enemy.at)
    behind = enemy.at.next(OPPOSITE[enemy.move])
    sides = [state.wrapped(behind.next(turn[enemy.move])) for turn in (TURN_LEFT, TURN_RIGHT)]
    goals = [side for side in sides if state.holds(side, FREE)] or [enemy.at]
    steps = [distances(after, goal) for goal in goals]

    def worth(_: Direction, square: Square) -> float:
        near = min(each.get(square, 30) for each in steps)
        return 3 * room(after, square, 24) - near - 12 * (square in exits)

    way = best(options, worth)
    return hold(way, first_shot(state, options[way], (soon, *exits)))


def painter(state: State, seat: Seat) -> Move:
    """Counts its squares by the colours of a chessboard, as it needs both; once alone, it wastes none."""
    options, after, enemy = from_above(state, seat), left_behind(state), state.tanks[1 - seat].at
    other = distances(after, enemy)

    def worth(_: Direction, square: Square) -> float:
        mine = distances(after, square)
        dark = [(each.x + each.y) % 2 for each, steps in mine.items() if steps <= other.get(each, FAR)]
        waste = 0 if square in other else len(around(after, square)) / 2
        return 2 * min(sum(dark), len(dark) - sum(dark)) - waste - 20 * (other.get(square) == 1)

    way = best(options, worth)
    return hold(way, first_shot(state, options[way], (*around(after, enemy), enemy)))


def settler(state: State, seat: Seat) -> Move:
    """Runs for the most open place that it reaches first; once the enemy is near, it fights for a shot."""
    options, other, after = from_above(state, seat), SEATS[1 - seat], left_behind(state)
    at, enemy = state.tanks[seat].at, state.tanks[other].at
    ours, theirs, exits = distances(after, at), distances(after, enemy), list(ways(state, other).values())
    first = [each for each, steps in ours.items() if 0 < steps <= theirs.get(each, FAR)]
    out = {each: len(around(after, each)) for each in ours}

    def fight(_: Direction, square: Square) -> float:
        covered = sum(line(state, square, each) is not None for each in exits)
        return 2 * room(after, square, 25) + 2 * out.get(square, 0) + 2 * covered - 4 * (square in exits)

    if not first or min(theirs.get(each, FAR) for each in options.values()) <= 4:
        way = best(options, fight)
    else:
        goal = max(first, key=lambda each: sum(out[near] for near in around(after, each)) - ours[each] / 2)
        steps = distances(after, goal)
        way = best(options, lambda _, square: -steps.get(square, FAR))
    return hold(way, widest_shot(state, options[way], exits) or line(state, options[way], enemy))


def committee(state: State, seat: Seat) -> Move:
    """Adds up room, exits, danger, nearness, the enemy's exits and going straight, each with its weight."""
    options, other, after = from_facing(state, seat), SEATS[1 - seat], left_behind(state)
    enemy, exits = state.tanks[other].at, around(after, state.tanks[other].at)
    loaded, crowded = armed(state, other), len(exits) <= 2

    def worth(way: Direction, square: Square) -> float:
        seen = sum(line(state, each, square) is not None for each in exits)
        return (
            1.0 * room(after, square, 40)
            + 1.5 * len(around(after, square))
            - 1.5 * seen * loaded
            - 0.4 * apart(state, square, enemy)
            + 2.0 * (crowded and len(set(around(after, square)) & set(exits)))
            - 8.0 * (square in exits)
            + 0.5 * (way == state.tanks[seat].move)
        )

    way = best(options, worth)
    aims = sorted(exits, key=lambda each: -len(around(after, each)))
    near = [each for each in (*aims, enemy) if apart(state, options[way], each) <= 6]
    return hold(way, first_shot(state, options[way], near))


def interceptor(state: State, seat: Seat) -> Move:
    """Guesses the enemy's way, straight on or else to the freer side, and times its shots to meet it."""
    options, other, after = from_facing(state, seat), SEATS[1 - seat], left_behind(state)
    place, way, walk = state.tanks[other].at, state.tanks[other].move, []
    for _ in range(6):
        turns = {each: after.wrapped(place.next(each)) for each in (way, TURN_LEFT[way], TURN_RIGHT[way])}
        open_ways = {each: square for each, square in turns.items() if after.holds(square, FREE)} or turns
        if way not in open_ways:
            way = best(open_ways, lambda _, square: len(around(after, square)))
        place = open_ways[way]
        walk.append(place)

    def meets(square: Square, path: list[Square]) -> Direction | None:
        flights = {each: lane(state, square, each)[: 2 * len(path)] for each in CLOCKWISE}
        met = (each for each in CLOCKWISE if any(path[i // 2] == on for i, on in enumerate(flights[each])))
        return next(met, None)

    def worth(_: Direction, square: Square) -> float:
        later = any(meets(each, walk[1:]) for each in around(after, square) if each != walk[1])
        now = armed(state, seat) and meets(square, walk) is not None
        return 2 * room(after, square, 25) + 6 * now + 3 * later - 9 * (square == walk[0])

    drive = best(options, worth)
    return hold(drive, meets(options[drive], walk))


KEPT_OUT: dict[str, Program] = {
    each.__name__: each
    for each in (
        snail,
        survivor,
        gunner,
        lighthouse,
        fencer,
        tailgater,
        painter,
        settler,
        committee,
        interceptor,
    )
}
