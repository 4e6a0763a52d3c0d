"""Twelve more simple deterministic programs for Tank Duel, of the kind that teams write in a few evenings.

They were written without a look at how bots model their opponents. Every program is a function of the
position and its seat; equal choices are decided by a fixed order. Bots may be tuned against them, but get no
rules of theirs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from duel_zoo_programs import FAR, TURN_LEFT, TURN_RIGHT, ahead, best, distances, hold, lead, line, ways

from steelyard.core.game import SEATS, Move, Seat
from steelyard.games.tank_duel.rules import (
    DIRECTIONS,
    FREE,
    JOYSTICKS,
    MINE,
    OPPOSITE,
    WALL,
    Direction,
    Joystick,
    Square,
    State,
    apply,
    fly,
    is_over,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from duel_zoo_programs import Program, Ways

CLOCKWISE: tuple[Direction, ...] = ("up", "right", "down", "left")


# What these programs see besides.
def left_behind(state: State, seat: Seat) -> State:
    """The position with a mine where the tank stands, as it will be when it has moved."""
    at = state.tanks[seat].at
    place = at.x + at.y * state.width
    return replace(state, squares=state.squares[:place] + MINE + state.squares[place + 1 :])


def neighbours(state: State, square: Square) -> list[Square]:
    """The free squares next to a square, around the edges too."""
    nearby = (state.wrapped(square.next(way)) for way in DIRECTIONS)
    return [each for each in nearby if state.holds(each, FREE)]


def loaded(state: State, seat: Seat) -> bool:
    """Whether a tank can fire this round."""
    return fly(state)[seat] is None


def apart(one: Square, other: Square) -> int:
    """Steps from one square to the other on an empty board with closed edges."""
    return abs(one.x - other.x) + abs(one.y - other.y)


def off_middle(state: State, square: Square) -> int:
    """Twice the steps from a square to the middle of the board."""
    return abs(2 * square.x - state.width + 1) + abs(2 * square.y - state.height + 1)


def run(state: State, square: Square, way: Direction, *, wraps: bool = False) -> int:
    """How many free squares in a row lie that way, the first one counted."""
    count = 0
    while state.holds(square, FREE) and count < state.width + state.height:
        square = square.next(way)
        square = state.wrapped(square) if wraps else square
        count += 1
    return count


def in_reach(state: State, seat: Seat, square: Square) -> bool:
    """Whether that tank can hit the square with a missile that it fires this round."""
    if not loaded(state, seat):
        return False
    places = ways(state, seat).values()
    return any(line(state, place, square) and apart(place, square) <= 2 for place in places)


def blast(state: State, place: Square, shot: Direction) -> list[Square]:
    """The squares that a missile covers in the round in which it is fired."""
    tail = place.next(shot)
    return [tail] if state.holds(tail, WALL) else [tail, tail.next(shot)]


def covering(state: State, place: Square, aims: Iterable[Square]) -> Direction | None:
    """The shot that covers most of those squares at once, if one covers any."""
    wanted = set(aims)
    counts = {shot: len(wanted.intersection(blast(state, place, shot))) for shot in CLOCKWISE}
    shot = max(counts, key=lambda each: counts[each])
    return shot if counts[shot] else None


def meeting(state: State, place: Square, target: Square, drift: Direction) -> Direction | None:
    """The shot that meets an enemy which drives on that way, within five rounds."""
    for shot in DIRECTIONS:
        tail, enemy = place.next(shot), target
        for _ in range(5):
            enemy = state.wrapped(enemy.next(drift))
            if not state.on_board(tail) or state.holds(tail, WALL):
                break
            head = tail.next(shot)
            if enemy in {tail, head}:
                return shot
            if state.holds(head, WALL) or not state.holds(enemy, FREE):
                break
            tail = head.next(shot)
    return None


def towards(place: Square, aim: Square) -> Direction:
    """The direction in which more of the way lies."""
    across, down = aim.x - place.x, aim.y - place.y
    if abs(across) >= abs(down):
        return "right" if across > 0 else "left"
    return "down" if down > 0 else "up"


def longest(state: State, square: Square, depth: int) -> int:
    """The length of the longest drive from a square that crosses no square twice, up to a depth."""
    seen = {square}

    def walk(place: Square, left: int) -> int:
        found = 0
        for each in neighbours(state, place):
            if left and each not in seen:
                seen.add(each)
                found = max(found, 1 + walk(each, left - 1))
                seen.remove(each)
            if found == left:
                break
        return found

    return walk(square, depth)


# The programs.
def weigher(state: State, seat: Seat) -> Move:
    """Weighs room nearby, exits, the middle, the enemy's gun; fires when near or at one with few exits."""
    options, enemy = ways(state, seat), state.tanks[1 - seat].at
    after, exits = left_behind(state, seat), ways(state, SEATS[1 - seat])

    def worth(way: Direction, square: Square) -> float:
        room = sum(steps <= 5 for steps in distances(after, square).values())
        danger = in_reach(state, SEATS[1 - seat], square)
        straight_on = way == state.tanks[seat].move
        return (
            room
            + 2 * len(neighbours(after, square))
            - 0.3 * off_middle(state, square)
            - 9 * danger
            + straight_on
        )

    way = best(options, worth)
    shot = line(state, options[way], enemy)
    return hold(way, shot if apart(options[way], enemy) <= 4 or len(exits) <= 2 else None)


def two_plies(state: State, seat: Seat) -> Move:
    """Minimax of two plies on the squares reached first; fires where most of the enemy's next squares are."""
    options, other = ways(state, seat), SEATS[1 - seat]
    replies = list(ways(state, other).values())
    after = left_behind(left_behind(state, seat), other)

    def worth(_: Direction, square: Square) -> float:
        values = [-FAR if reply == square else lead(after, square, reply) for reply in replies]
        return min(values) + len(neighbours(after, square)) / 10

    way = best(options, worth)
    place = options[way]
    return hold(way, covering(state, place, replies) or line(state, place, state.tanks[other].at))


def three_moods(state: State, seat: Seat) -> Move:
    """Flees when the enemy alone is loaded and near, hunts when it is loaded and near, else fills."""
    options, other = ways(state, seat), SEATS[1 - seat]
    enemy, after = state.tanks[other].at, left_behind(state, seat)
    steps = distances(state, enemy)
    near = steps.get(state.tanks[seat].at, FAR) <= 5
    if near and loaded(state, other) and not loaded(state, seat):
        way = best(
            options, lambda _, square: steps.get(square, FAR) - 3 * (line(state, square, enemy) is not None)
        )
        return hold(way, None)
    if near and loaded(state, seat):
        exits = list(ways(state, other).values())
        way = best(
            options,
            lambda _, square: 3 * len(neighbours(after, square)) - min(apart(square, each) for each in exits),
        )
        place = options[way]
        return hold(way, covering(state, place, exits) or line(state, place, enemy))
    way = best(options, lambda _, square: lead(after, square, enemy))
    return hold(way, meeting(state, options[way], enemy, state.tanks[other].move))


def corridor(state: State, seat: Seat) -> Move:
    """Drives where the longest lane lies, which may be one after the next turn; fires along its own lane."""
    options, enemy = ways(state, seat), state.tanks[1 - seat].at
    after = left_behind(state, seat)

    def worth(way: Direction, square: Square) -> float:
        on = run(after, square, way, wraps=True)
        turns = [run(after, square, turn, wraps=True) for turn in (TURN_LEFT[way], TURN_RIGHT[way])]
        return 2 * on + max(turns) + min(turns) / 10 - 20 * (len(distances(after, square)) < 12)

    way = best(options, worth)
    place = options[way]
    shot = line(state, place, enemy)
    if shot is None and run(after, place.next(way), way) >= 3:
        shot = way
    return hold(way, shot)


def gatekeeper(state: State, seat: Seat) -> Move:
    """Shuts the enemy into the smaller part, then hugs walls; fires at exits, far only if there are two."""
    options, other = ways(state, seat), SEATS[1 - seat]
    enemy, after = state.tanks[other].at, left_behind(state, seat)

    def worth(_: Direction, square: Square) -> float:
        behind = distances(after, square)
        kept = len(behind)
        if enemy not in behind:
            theirs = len(distances(after, enemy))
            return 3 * (kept - theirs) - len(neighbours(after, square))
        place = square.x + square.y * state.width
        shut = replace(after, squares=after.squares[:place] + MINE + after.squares[place + 1 :])
        beyond = [len(distances(shut, each)) for each in neighbours(shut, square)]
        theirs = len(distances(shut, enemy))
        narrow = 4 - len(neighbours(shut, square))
        return max(beyond, default=0) - theirs + (narrow if beyond else -FAR) - abs(behind[enemy] - 5) / 4

    way = best(options, worth)
    exits = ways(state, other)
    shot = covering(state, options[way], exits.values())
    if shot is None and len(exits) <= 2:
        shot = line(state, options[way], enemy)
    return hold(way, shot)


def planner(state: State, seat: Seat) -> Move:
    """Avoids dead ends by a look nine moves ahead for itself alone; fires to meet an enemy that drives on."""
    options, other = ways(state, seat), SEATS[1 - seat]
    enemy, after = state.tanks[other], left_behind(state, seat)

    def worth(_: Direction, square: Square) -> float:
        near = apart(square, enemy.at) <= 2
        return 3 * longest(after, square, 9) - off_middle(state, square) / 4 - 4 * near

    way = best(options, worth)
    return hold(way, meeting(state, options[way], enemy.at, enemy.move))


def marksman(state: State, seat: Seat) -> Move:
    """Seeks a square from which its missile meets the enemy on most of its ways; knows nothing of room."""
    options, other = ways(state, seat), SEATS[1 - seat]
    enemy, after = state.tanks[other].at, left_behind(state, seat)
    turns = list(ways(state, other))

    def aims(square: Square) -> list[Direction]:
        found = (meeting(state, square, enemy, turn) for turn in turns)
        return [shot for shot in found if shot]

    def worth(way: Direction, square: Square) -> float:
        shots = aims(square)
        most = max((shots.count(shot) for shot in shots), default=0)
        trapped = len(neighbours(after, square)) == 0
        return (
            4 * most * loaded(state, seat)
            - abs(apart(square, enemy) - 3)
            - 50 * trapped
            - (way in {"up", "down"}) / 2
        )

    way = best(options, worth)
    shots = aims(options[way])
    if not shots:
        return hold(way, None)
    most = max(shots, key=shots.count)
    return hold(way, most)


def mower(state: State, seat: Seat) -> Move:
    """Mows the board, up even columns and down odd ones; fires sideways if the enemy's row is near."""
    options, at = ways(state, seat), state.tanks[seat].at
    enemy, after = state.tanks[1 - seat].at, left_behind(state, seat)
    most = max(len(distances(after, square)) for square in options.values())
    along: Direction = "up" if at.x % 2 == 0 else "down"
    sideways: Direction = "right" if 2 * at.x < state.width else "left"
    order = (along, sideways, OPPOSITE[sideways], OPPOSITE[along])
    roomy = [way for way in order if way in options and 3 * len(distances(after, options[way])) >= 2 * most]
    way = roomy[0]
    place = options[way]
    shot = line(state, place, enemy)
    if shot is None and abs(place.y - enemy.y) <= 1:
        shot = "right" if enemy.x > place.x else "left"
    return hold(way, shot)


def alternator(state: State, seat: Seat) -> Move:
    """Closes in every other round, seeks open ground between; fires at the enemy or the square before it."""
    options, other = ways(state, seat), SEATS[1 - seat]
    enemy, after = state.tanks[other].at, left_behind(state, seat)
    steps, odd = distances(after, enemy), state.squares.count(MINE) // 2 % 2

    def worth(_: Direction, square: Square) -> float:
        exits = len(neighbours(after, square))
        if odd:
            block = (Square(square.x + dx, square.y + dy) for dx in range(-2, 3) for dy in range(-2, 3))
            return 2 * sum(after.holds(each, FREE) for each in block) + exits
        return -steps.get(square, FAR) + 2 * exits - 8 * in_reach(state, other, square)

    way = best({each: options[each] for each in CLOCKWISE if each in options}, worth)
    place = options[way]
    aims = (ahead(state, other), enemy) if odd else (enemy, ahead(state, other))
    return hold(way, line(state, place, aims[0]) or line(state, place, aims[1]))


def flat_counter(state: State, seat: Seat) -> Move:
    """Counts squares on a board with closed edges, near ones for more; fires at the enemy's widest exit."""
    options, other = ways(state, seat), SEATS[1 - seat]
    after, theirs = left_behind(state, seat), distances(state, state.tanks[other].at, wraps=False)
    exits: Ways = ways(state, other)

    def worth(_: Direction, square: Square) -> float:
        mine = distances(after, square, wraps=False)
        first = sum(1 / (2 + steps) for each, steps in mine.items() if steps <= theirs.get(each, FAR))
        return first + len(mine) / 40

    way = best({each: options[each] for each in CLOCKWISE if each in options}, worth)
    widest = exits[best(exits, lambda _, square: len(neighbours(state, square)))]
    return hold(way, line(state, options[way], widest))


def simulator(state: State, seat: Seat) -> Move:
    """Tries each joystick against an enemy that drives on or turns right, and looks at what is left."""
    options, other = ways(state, seat), SEATS[1 - seat]
    exits, facing = ways(state, other), state.tanks[other].move
    order = (facing, TURN_RIGHT[facing], TURN_LEFT[facing], OPPOSITE[facing])
    guess = Joystick(next(way for way in order if way in exits))
    rooms: dict[Direction, float] = {}

    def worth(stick: Joystick, way: Direction) -> float:
        pair = (stick, guess) if seat == 0 else (guess, stick)
        after = apply(state, pair)
        ours, theirs = after.tanks[seat], after.tanks[other]
        if is_over(after):
            return FAR * (theirs.in_flames - ours.in_flames)
        if way not in rooms:
            rooms[way] = lead(after, ours.at, theirs.at) - 6 * in_reach(state, other, ours.at)
        following = fly(after)
        missile = following[seat]
        shut = [each for each in neighbours(after, theirs.at) if missile and missile.covers(each)]
        return rooms[way] + 5 * len(shut) - stick.fire

    sticks = [Joystick(way, shot, shot is not None) for way in options for shot in (None, *CLOCKWISE)]
    return Move(JOYSTICKS.index(max(sticks, key=lambda stick: worth(stick, stick.move or "left"))))


def averager(state: State, seat: Seat) -> Move:
    """The joystick that is best on average over the enemy's drives and shots by the exits left."""
    options, other = ways(state, seat), SEATS[1 - seat]
    at, near = state.tanks[seat].at, distances(left_behind(state, seat), state.tanks[other].at)
    replies = [
        Joystick(way, shot, shot is not None)
        for way, square in ways(state, other).items()
        for shot in (None, towards(square, at))
    ]

    def value(after: State) -> float:
        ours, theirs = after.tanks[seat], after.tanks[other]
        if is_over(after):
            return 20 * (theirs.in_flames - ours.in_flames)
        exits = [len(neighbours(after, tank.at)) for tank in (ours, theirs)]
        return exits[0] - exits[1] - 15 * (exits[0] == 0) + 15 * (exits[1] == 0)

    def worth(stick: Joystick) -> float:
        pairs = ((stick, reply) if seat == 0 else (reply, stick) for reply in replies)
        total = sum(value(apply(state, pair)) for pair in pairs)
        square = options[stick.move or "left"]
        return total / len(replies) + min(near.get(square, 0), 6) / 8 - stick.fire / 9

    sticks = [
        Joystick(way, shot, shot is not None)
        for way in sorted(options, key=lambda each: off_middle(state, options[each]))
        for shot in (None, *CLOCKWISE)
    ]
    return Move(JOYSTICKS.index(max(sticks, key=worth)))


THIRD: dict[str, Program] = {
    each.__name__: each
    for each in (
        weigher,
        two_plies,
        three_moods,
        corridor,
        gatekeeper,
        planner,
        marksman,
        mower,
        alternator,
        flat_counter,
        simulator,
        averager,
    )
}
