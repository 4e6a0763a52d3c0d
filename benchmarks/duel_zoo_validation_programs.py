"""Twenty more simple deterministic programs for Tank Duel, each as another team would hand it in.

They were written without a look at how bots model their opponents. Every program is a function of the
position and its seat; equal choices are decided by a fixed order.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from duel_zoo_programs import FAR, TURN_LEFT, TURN_RIGHT, ahead, best, hold, line, lined_up, ways
from duel_zoo_third_programs import (
    CLOCKWISE,
    apart,
    blast,
    covering,
    in_reach,
    left_behind,
    loaded,
    longest,
    meeting,
    neighbours,
    off_middle,
    run,
    towards,
)

from steelyard.games.tank_duel.rules import (
    DIRECTIONS,
    FREE,
    MINE,
    OPPOSITE,
    STEP,
    WALL,
    Direction,
    Joystick,
    Square,
    State,
    apply,
    fly,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from duel_zoo_programs import Program

    from steelyard.core.game import Move, Seat

OTHER: tuple[Seat, Seat] = (1, 0)
Net = tuple[tuple[int, ...], ...]


# A plain grid of numbered squares, for those who flood and search.
@cache
def net(width: int, height: int, *, wraps: bool = True) -> Net:
    """The numbers of the neighbours of each square: left, right, up, down."""
    found = []
    for y in range(height):
        for x in range(width):
            near = []
            for dx, dy in STEP.values():
                if wraps:
                    near.append((x + dx) % width + (y + dy) % height * width)
                elif 0 <= x + dx < width and 0 <= y + dy < height:
                    near.append(x + dx + (y + dy) * width)
            found.append(tuple(near))
    return tuple(found)


def number(state: State, square: Square) -> int:
    return square.x + square.y * state.width


def steps(field: Sequence[str], links: Net, source: int, most: int = FAR) -> dict[int, int]:
    """Steps over free squares to each square within so many."""
    found, edge, count = {source: 0}, [source], 0
    while edge and count < most:
        count += 1
        following = []
        for place in edge:
            for each in links[place]:
                if each not in found and field[each] == FREE:
                    found[each] = count
                    following.append(each)
        edge = following
    return found


def mined(state: State) -> list[str]:
    """The squares as they will be when both tanks have moved on."""
    field = list(state.squares)
    for tank in state.tanks:
        field[number(state, tank.at)] = MINE
    return field


def age(state: State) -> int:
    """Half the mines: the round, on a board that had none."""
    return state.squares.count(MINE) // 2


# 1
def school_rules(state: State, seat: Seat) -> Move:
    """Straight on, else right, left, back; fires along its row or column, whatever is in between."""
    me, foe = state.tanks[seat], state.tanks[1 - seat].at
    options = ways(state, seat)
    way = me.move
    for each in (me.move, TURN_RIGHT[me.move], TURN_LEFT[me.move], OPPOSITE[me.move]):
        if each in options:
            way = each
            break
    here = options.get(way, me.at)
    shot: Direction | None = None
    if here.x == foe.x:
        shot = "up" if foe.y < here.y else "down"
    elif here.y == foe.y:
        shot = "left" if foe.x < here.x else "right"
    return hold(way, shot)


# 2
def decision_table(state: State, seat: Seat) -> Move:
    """Out of the enemy's reach first, then not into a dead end, then straight on; fires at once."""
    me, foe = state.tanks[seat], state.tanks[1 - seat]
    options, after = ways(state, seat), left_behind(state, seat)

    def row(way: Direction, square: Square) -> float:
        shootable = in_reach(state, OTHER[seat], square)
        exits = len(neighbours(after, square))
        return 8 * (exits > 0) + 4 * (not shootable) + 2 * (exits > 1) + (way == me.move)

    way = best(options, row)
    place = options[way]
    theirs = [each for each in neighbours(state, foe.at) if each != place]
    target = ahead(state, OTHER[seat])
    if target in theirs and apart(place, target) <= 2:
        return hold(way, line(state, place, target))
    return hold(way, covering(state, place, theirs))


# 3
def turn_search(state: State, seat: Seat) -> Move:
    """Searches as in chess, three plies turn by turn, for mobility; missiles only count at the root."""
    links, field = net(state.width, state.height), list(state.squares)
    options = ways(state, seat)
    start, foe = number(state, state.tanks[seat].at), number(state, state.tanks[1 - seat].at)
    field[start] = field[foe] = MINE

    def mobility(place: int) -> int:
        return sum(
            3 + sum(field[two] == FREE for two in links[one]) for one in links[place] if field[one] == FREE
        )

    def search(mover: int, other: int, depth: int, low: int, high: int) -> int:
        if depth == 0:
            return mobility(mover) - mobility(other)
        top = -FAR - depth
        for each in links[mover]:
            if field[each] != FREE:
                continue
            field[each] = MINE
            top = max(top, -search(other, each, depth - 1, -high, -max(low, top)))
            field[each] = FREE
            if top >= high:
                break
        return top

    values: dict[Direction, int] = {}
    for way, square in options.items():
        place = number(state, square)
        before, field[place] = field[place], MINE
        values[way] = -search(foe, place, 2, -9 * FAR, 9 * FAR)
        field[place] = before
    return lined_up(state, seat, max(values, key=lambda each: values[each]), options)


# 4
def light_cycle(state: State, seat: Seat) -> Move:
    """Territory while the tanks can meet, with a bonus for open squares; hugs walls when they are apart."""
    links, field = net(state.width, state.height), mined(state)
    options = ways(state, seat)
    foe = number(state, state.tanks[1 - seat].at)
    theirs = steps(field, links, foe)

    def territory(_: Direction, square: Square) -> float:
        mine = steps(field, links, number(state, square))
        total = 0
        met = False
        for place, count in mine.items():
            other = theirs.get(place)
            met = met or other is not None
            if other is None or count + 1 < other:
                total += 10 + sum(field[each] == FREE for each in links[place])
        if met:
            return total
        exits = sum(field[each] == FREE for each in links[number(state, square)])
        return 20 * len(mine) - exits + FAR * (exits > 0)

    way = best(options, territory)
    place = options[way]
    shot = line(state, place, ahead(state, OTHER[seat]))
    return hold(way, shot if apart(place, state.tanks[1 - seat].at) <= 4 else None)


# 5
def charges(state: State, seat: Seat) -> Move:
    """A potential field: walls and mines push, the enemy pulls from afar and pushes from near."""
    me, foe = state.tanks[seat], state.tanks[1 - seat].at
    options = ways(state, seat)
    sources = [
        (place % state.width, place // state.width)
        for place, ground in enumerate(state.squares)
        if ground != FREE
    ]
    sources.append(me.at)

    def potential(way: Direction, square: Square) -> float:
        push = 0.0
        for x, y in sources:
            squared = (x - square.x) ** 2 + (y - square.y) ** 2
            if 0 < squared <= 16:
                push += 1.0 / squared
        distance: float = ((foe.x - square.x) ** 2 + (foe.y - square.y) ** 2) ** 0.5
        spring = 0.25 * (distance - 3.5) ** 2 if distance < 3.5 else 0.12 * (distance - 3.5)
        return -push - spring + (0.3 if way == me.move else 0.0)

    way = best(options, potential)
    place = options[way]
    shot = line(state, place, ahead(state, OTHER[seat])) or line(state, place, foe)
    return hold(way, shot)


# 6
def regression(state: State, seat: Seat) -> Move:
    """A weighted sum of six features, and the shot of the greatest chance if that is more than a quarter."""
    me, foe = state.tanks[seat], state.tanks[1 - seat]
    options, after = ways(state, seat), left_behind(state, seat)
    armed = loaded(state, OTHER[seat])

    def score(way: Direction, square: Square) -> float:
        near = neighbours(after, square)
        further = {each for place in near for each in neighbours(after, place)}
        gap = apart(square, foe.at)
        return (
            1.9 * len(near)
            + 0.55 * len(further)
            - 0.17 * gap
            - 2.4 * (armed and line(state, square, foe.at) is not None and gap < 4)
            - 0.08 * off_middle(state, square)
            + 0.4 * (way == me.move)
            - 3.1 * (not near)
        )

    way = best(options, score)
    place = options[way]
    chances: dict[Square, float] = {}
    theirs = ways(state, OTHER[seat])
    for each, square in theirs.items():
        weight = 2.0 if each == foe.move else 1.0
        chances[square] = weight * (0.5 + len(neighbours(after, square)))
    total = sum(chances.values())
    odds = {
        shot: sum(chances.get(square, 0.0) for square in set(blast(state, place, shot))) / total
        for shot in DIRECTIONS
    }
    shot = max(odds, key=lambda each: odds[each])
    return hold(way, shot if odds[shot] > 0.25 else None)


# 7
def bomber(state: State, seat: Seat) -> Move:
    """From a game with bombs: leaves marked squares, else walks up to the enemy, fires, turns away."""
    me, foe = state.tanks[seat], state.tanks[1 - seat].at
    options = ways(state, seat)
    marked: set[Square] = set()
    for missile in state.missiles:
        if missile is not None and not missile.in_flames:
            square = missile.head
            for _ in range(5):
                square = square.next(missile.direction)
                if state.holds(square, WALL):
                    break
                marked.add(square)
    links, field = net(state.width, state.height, wraps=False), list(state.squares)
    field[number(state, me.at)] = MINE
    far = steps(field, links, number(state, foe))
    safe = {way: square for way, square in options.items() if square not in marked} or options
    open_ways = {way: square for way, square in safe.items() if len(neighbours(state, square)) > 1} or safe
    near = apart(me.at, foe) <= 3
    if near and not loaded(state, seat):
        way = best(open_ways, lambda _, square: far.get(number(state, square), 0))
    elif near:
        way = best(
            open_ways, lambda _, square: (line(state, square, foe) is not None) * 10 - apart(square, foe)
        )
    else:
        way = best(open_ways, lambda _, square: -far.get(number(state, square), FAR))
    place = open_ways[way]
    return hold(way, line(state, place, foe) if apart(place, foe) <= 3 else None)


# 8
def pay_table(state: State, seat: Seat) -> Move:
    """Plays out one round of each move and shot against each move of an enemy that fires."""
    foe = OTHER[seat]
    mine, theirs = ways(state, seat), ways(state, foe)
    answers = [
        Joystick(
            way,
            line(state, square, ahead(state, seat)) or line(state, square, state.tanks[seat].at),
            fire=True,
        )
        for way, square in theirs.items()
    ]
    links = net(state.width, state.height)
    field = mined(state)
    top, chosen = -float(FAR), hold(next(iter(mine)), None)
    for way, square in mine.items():
        room = len(steps(field, links, number(state, square), 5))
        useful = [shot for shot in CLOCKWISE if set(blast(state, square, shot)) & set(theirs.values())]
        for shot in (None, *useful):
            stick = Joystick(way, shot, shot is not None)
            total = 0.0
            for answer in answers:
                after = apply(state, (stick, answer) if seat == 0 else (answer, stick))
                total += 100 * after.tanks[foe].in_flames - 110 * after.tanks[seat].in_flames
            value = total / len(answers) + room
            if value > top:
                top, chosen = value, hold(way, shot)
    return chosen


# 9
def snail(state: State, seat: Seat) -> Move:
    """Goes where most room is left, along the walls, far from the enemy; fires only near it."""
    options = ways(state, seat)
    links, field = net(state.width, state.height), mined(state)
    foe = state.tanks[1 - seat].at

    def comfort(_: Direction, square: Square) -> tuple[int, int, int]:
        room = len(steps(field, links, number(state, square)))
        exits = sum(field[each] == FREE for each in links[number(state, square)])
        return room, -exits if exits else -9, apart(square, foe)

    way = max(options, key=lambda each: comfort(each, options[each]))
    place = options[way]
    if apart(place, foe) > 3:
        return hold(way, None)
    return hold(way, covering(state, place, ways(state, OTHER[seat]).values()))


# 10
def looking_glass(state: State, seat: Seat) -> Move:
    """Does the opposite of what the enemy did last, else what leaves most exits; fires back."""
    me, foe = state.tanks[seat], state.tanks[1 - seat]
    options, after = ways(state, seat), left_behind(state, seat)
    wanted = OPPOSITE[foe.move]
    if wanted in options and neighbours(after, options[wanted]):
        way = wanted
    else:
        way = best(options, lambda _, square: len(neighbours(after, square)))
    place = options[way]
    aim = line(state, place, foe.at)
    if aim is not None and apart(place, foe.at) <= 5:
        return hold(way, aim)
    if foe.fire and foe.tower is not None and aim is None:
        return hold(way, OPPOSITE[foe.tower])
    return hold(way, line(state, place, me.at.next(foe.move, 3)) if foe.fire else None)


# 11
def cordon(state: State, seat: Seat) -> Move:
    """Drives where it leaves the enemy least room within six steps, and shoots its exits if they are few."""
    options = ways(state, seat)
    links, field = net(state.width, state.height), mined(state)
    foe = number(state, state.tanks[1 - seat].at)

    def squeeze(_: Direction, square: Square) -> float:
        place = number(state, square)
        before, field[place] = field[place], MINE
        theirs = len(steps(field, links, foe, 6))
        mine = len(steps(field, links, place, 12))
        field[place] = before
        return min(mine, 20) * 3 - theirs * 2 - 0.1 * apart(square, state.tanks[1 - seat].at)

    way = best(options, squeeze)
    place = options[way]
    exits = [each for each in neighbours(state, state.tanks[1 - seat].at) if each != place]
    shot = covering(state, place, exits) if len(exits) < 3 else None
    return hold(way, shot or meeting(state, place, state.tanks[1 - seat].at, state.tanks[1 - seat].move))


# 12
def marksman(state: State, seat: Seat) -> Move:
    """With a missile it seeks lines of three to six squares to the enemy, without one it leaves all lines."""
    foe = state.tanks[1 - seat]
    options, after = ways(state, seat), left_behind(state, seat)
    ready = loaded(state, seat)
    drift = ahead(state, OTHER[seat])
    target = drift if state.holds(drift, FREE) else foe.at

    def stand(way: Direction, square: Square) -> float:
        exits = len(neighbours(after, square))
        gap = apart(square, target)
        aimed = line(state, square, target) is not None
        value = 6.0 * min(exits, 2)
        if ready:
            value += (5 if 3 <= gap <= 6 else 2) * aimed - 0.3 * abs(gap - 4)
        else:
            value += 0.3 * gap - 5 * aimed
        return value + 0.1 * run(after, square, way)

    way = best(options, stand)
    place = options[way]
    return hold(way, meeting(state, place, foe.at, foe.move) or line(state, place, target))


# 13
def three_acts(state: State, seat: Seat) -> Move:
    """To the middle for eight rounds, then after the enemy, and from round twenty the longest drive."""
    me, foe = state.tanks[seat], state.tanks[1 - seat].at
    options, after, now = ways(state, seat), left_behind(state, seat), age(state)

    def alive(square: Square) -> int:
        return min(2, len(neighbours(after, square)))

    if now < 8:
        way = best(options, lambda _, square: 50 * alive(square) - off_middle(state, square))
        return hold(way, towards(options[way], foe) if now % 2 else None)
    if now < 20:
        way = best(options, lambda _, square: 20 * alive(square) - abs(apart(square, foe) - 2))
        return lined_up(state, seat, way, options)
    way = best(options, lambda each, square: longest(after, square, 7) + 0.5 * (each == me.move))
    return hold(way, covering(state, options[way], neighbours(state, foe)))


# 14
def rehearsal(state: State, seat: Seat) -> Move:  # noqa: C901 - one evening's work
    """Drives on in mind after each way, both tanks straight until they must turn; no missiles."""
    links = net(state.width, state.height)
    options = ways(state, seat)
    foe_way = DIRECTIONS.index(state.tanks[1 - seat].move)

    def step(field: list[str], place: int, heading: int) -> tuple[int, int] | None:
        around = links[place]
        if field[around[heading]] == FREE:
            return around[heading], heading
        top, found = -1, None
        for each, square in enumerate(around):
            if field[square] == FREE:
                room = sum(field[further] == FREE for further in links[square])
                if room > top:
                    top, found = room, (square, each)
        return found

    def worth(way: Direction, square: Square) -> float:
        field = mined(state)
        mine, heading = number(state, square), DIRECTIONS.index(way)
        theirs, drift = number(state, state.tanks[1 - seat].at), foe_way
        for count in range(25):
            next_theirs = step(field, theirs, drift)
            field[mine] = MINE
            next_mine = step(field, mine, heading) if count else (mine, heading)
            if next_theirs is None and next_mine is None:
                return 0.0
            if next_mine is None:
                return count - 50.0
            if next_theirs is None:
                return 50.0 - count
            (mine, heading), (theirs, drift) = next_mine, next_theirs
            if mine == theirs:
                return 0.0
            field[mine] = field[theirs] = MINE
        return 1.0 + sum(field[each] == FREE for each in links[mine]) * 0.1

    way = best(options, worth)
    place = options[way]
    shot = line(state, place, ahead(state, OTHER[seat]))
    if shot is not None and loaded(state, OTHER[seat]) and apart(place, state.tanks[1 - seat].at) > 7:
        shot = None
    return hold(way, shot)


# 15
def mind_reader(state: State, seat: Seat) -> Move:
    """Takes it that the enemy goes where most exits are and fires; finds the best answer."""
    foe = OTHER[seat]
    theirs = ways(state, foe)
    after = left_behind(state, foe)
    drift = state.tanks[foe].move
    way = best(theirs, lambda each, square: len(neighbours(after, square)) + 0.5 * (each == drift))
    shot = line(state, theirs[way], state.tanks[seat].at)
    expected = Joystick(way, shot, shot is not None)
    values: dict[Move, float] = {}
    for each, square in ways(state, seat).items():
        for aim in (None, "up", "left", "down", "right"):
            mine = Joystick(each, aim, aim is not None)
            result = apply(state, (mine, expected) if seat == 0 else (expected, mine))
            if result.tanks[seat].in_flames:
                value = -100.0 + 60 * result.tanks[foe].in_flames
            elif result.tanks[foe].in_flames:
                value = 100.0
            else:
                left = [place for place in neighbours(result, square) if place != result.tanks[foe].at]
                missile = fly(result)[seat]
                threat = missile is not None and any(
                    missile.covers(x) for x in neighbours(result, theirs[way])
                )
                value = (
                    5.0 * len(left)
                    - 2 * len(neighbours(result, theirs[way]))
                    + 4 * threat
                    - (aim is not None)
                )
                value -= 0.2 * apart(square, theirs[way])
            values[hold(each, aim)] = value
    return max(values, key=lambda move: values[move])


# 16
def flat_earth(state: State, seat: Seat) -> Move:
    """Floods a board with closed edges, forgets the mine it drops and thinks missiles reach three squares."""
    options = ways(state, seat)
    links, field = net(state.width, state.height, wraps=False), state.squares
    foe = state.tanks[1 - seat].at
    theirs = steps(field, links, number(state, foe))

    def area(way: Direction, square: Square) -> float:
        mine = steps(field, links, number(state, square))
        return sum(count <= theirs.get(place, FAR) for place, count in mine.items()) - 0.01 * (
            way in {"left", "up"}
        )

    way = best(options, area)
    place = options[way]
    for shot in CLOCKWISE:
        square = place
        for _ in range(3):
            square = square.next(shot)
            if state.holds(square, WALL):
                break
            if apart(square, foe) == 1 and square != place:
                return hold(way, shot)
    return hold(way, None)


# 17
def timetable(state: State, seat: Seat) -> Move:
    """Counts where it can be in six rounds with missiles flying; covers the enemy's next squares."""
    options = ways(state, seat)
    links, field = net(state.width, state.height), mined(state)
    blocked: list[set[int]] = []
    flying = state
    for _ in range(4):
        missiles = fly(flying)
        hot: set[int] = set()
        for missile in missiles:
            if missile is not None:
                hot.update(
                    number(state, each) for each in (missile.tail, missile.head) if state.on_board(each)
                )
        blocked.append(hot)
        flying = State(state.width, state.height, state.squares, state.tanks, missiles)

    def futures(way: Direction, square: Square) -> float:
        current = {number(state, square)}
        visited = set(current)
        total = 0.0
        for count in range(1, 6):
            hot = blocked[count] if count < len(blocked) else set()
            current = {
                each
                for place in current
                for each in links[place]
                if field[each] == FREE and each not in hot and each not in visited
            }
            visited |= current
            total += len(current) / count
        return total + 0.2 * (way == state.tanks[seat].move)

    way = best(options, futures)
    place = options[way]
    theirs = [each for each in ways(state, OTHER[seat]).values() if each != place]
    shot = covering(state, place, theirs)
    if shot is None:
        shot = meeting(state, place, state.tanks[1 - seat].at, state.tanks[1 - seat].move)
    return hold(way, shot)


# 18
def left_hand(state: State, seat: Seat) -> Move:
    """Keeps its left hand on the wall or its own track; fires towards the enemy as often as it is loaded."""
    me, foe = state.tanks[seat], state.tanks[1 - seat].at
    options, after = ways(state, seat), left_behind(state, seat)
    hand = me.at.next(TURN_LEFT[me.move])
    behind = hand.next(OPPOSITE[me.move])
    order = [me.move, TURN_LEFT[me.move], TURN_RIGHT[me.move], OPPOSITE[me.move]]
    if state.holds(hand, FREE) and not state.holds(behind, FREE):
        order = [TURN_LEFT[me.move], me.move, TURN_RIGHT[me.move], OPPOSITE[me.move]]
    fit = [way for way in order if way in options and neighbours(after, options[way])]
    way = (fit or [each for each in order if each in options])[0]
    place = options[way]
    if not loaded(state, seat):
        return hold(way, None)
    shot = towards(place, foe)
    return hold(way, shot if state.holds(place.next(shot), FREE) else None)


# 19
def moods(state: State, seat: Seat) -> Move:
    """Hunts when it is loaded and the enemy is not, hides the other way round, else gathers room."""
    me, foe = state.tanks[seat], state.tanks[1 - seat]
    options, after = ways(state, seat), left_behind(state, seat)
    ours, theirs = loaded(state, seat), loaded(state, OTHER[seat])
    links, field = net(state.width, state.height), mined(state)
    mood = "hunt" if ours and not theirs else "hide" if theirs and not ours else "gather"

    def feeling(way: Direction, square: Square) -> float:
        exits = len(neighbours(after, square))
        gap = apart(square, foe.at)
        if mood == "hunt":
            return 4 * min(exits, 2) - gap + (line(state, square, foe.at) is not None)
        if mood == "hide":
            return 4 * min(exits, 2) + min(gap, 6) - 5 * (line(state, square, foe.at) is not None)
        even = gap % 2 == 0
        return len(steps(field, links, number(state, square), 8)) + 2 * even + (way == me.move)

    way = best(options, feeling)
    place = options[way]
    if mood == "hunt":
        return hold(way, covering(state, place, neighbours(after, foe.at)) or line(state, place, foe.at))
    gap = apart(place, foe.at)
    if mood == "gather" and gap <= 3:
        return hold(way, covering(state, place, [ahead(state, OTHER[seat]), *neighbours(after, foe.at)]))
    return hold(way, None)


# 20
def committee(state: State, seat: Seat) -> Move:
    """Six experts rank the ways; fires if two of three gunners agree, or the first when near."""
    me, foe = state.tanks[seat], state.tanks[1 - seat]
    options, after = ways(state, seat), left_behind(state, seat)
    links, field = net(state.width, state.height), mined(state)
    theirs = steps(field, links, number(state, foe.at))
    experts: Iterable[Callable[[Direction, Square], float]] = (
        lambda _, square: len(steps(field, links, number(state, square))),
        lambda _, square: len(neighbours(after, square)),
        lambda way, square: run(after, square, way, wraps=True),
        lambda _, square: -theirs.get(number(state, square), FAR),
        lambda _, square: -float(in_reach(state, OTHER[seat], square)),
        lambda _, square: -off_middle(state, square),
    )
    points = dict.fromkeys(options, 0.0)
    for expert, weight in zip(experts, (3, 3, 1, 1, 4, 1), strict=True):
        marks = {way: expert(way, square) for way, square in options.items()}
        for way, mark in marks.items():
            points[way] += weight * sum(mark > other for other in marks.values())
    way = max(points, key=lambda each: (points[each], each == me.move))
    place = options[way]
    gunners = (
        covering(state, place, neighbours(state, foe.at)),
        line(state, place, ahead(state, OTHER[seat])),
        meeting(state, place, foe.at, foe.move),
    )
    for shot in gunners:
        if shot is not None and gunners.count(shot) > 1:
            return hold(way, shot)
    return hold(way, gunners[0] if apart(place, foe.at) <= 2 else None)


VALIDATION: dict[str, Program] = {
    f"validation.{program.__name__}": program
    for program in (
        school_rules,
        decision_table,
        turn_search,
        light_cycle,
        charges,
        regression,
        bomber,
        pay_table,
        snail,
        looking_glass,
        cordon,
        marksman,
        three_acts,
        rehearsal,
        mind_reader,
        flat_earth,
        timetable,
        left_hand,
        moods,
        committee,
    )
}
