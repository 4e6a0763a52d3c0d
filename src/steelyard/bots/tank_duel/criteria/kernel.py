"""What a simple program sees in Tank Duel, compiled: criteria for each direction, reasons for each shot.

`model` has the buffers that are written: `choices`, `values` and `shots`.
"""

import numpy as np

from steelyard.bots.tank_duel.space.kernel import (
    NOTHING,
    ahead,
    around,
    common,
    free,
    has,
    less,
    only,
    reach,
    row,
    size,
    some,
    union,
)
from steelyard.core.compiler import uncounted
from steelyard.games.tank_duel.kernel import STEP, on_board, wall

# Criteria for a direction: numbers, of which a rule wants the most or the least.
(
    ANYTHING, STRAIGHT, THEN_RIGHT, THEN_LEFT, RIGHT_HAND, LEFT_HAND, COPIES, OPPOSES, FLIPS_ACROSS,
    FLIPS_DOWN, DIRECT, WRAPPED, DIRECT_AHEAD, KEEPS_APART, EXIT, RIM, MIDDLE, EXITS, LINE_UP, LINE_UP_AHEAD,
    UNDER_FIRE, STEPS, FLAT_STEPS, STEPS_AHEAD, STEPS_AHEAD_2, STEPS_AHEAD_3, NAIVE_ROOM, ROOM, NAIVE_LEAD,
    NAIVE_FIRST, NAIVE_SECOND, LEAD, FIRST, SECOND, WORST_LEAD, MEAN_LEAD, NEAR_ROOM, FLAT_ROOM, NEAR_FIRST,
    NEXT_EXITS, BLOCK, LANE, SHUTS_IN, CRITERIA,
) = range(44)  # fmt: skip
# Reasons for a shot.
(
    NEVER, LINE, NEAR_LINE, MIDDLE_LINE, LINE_AHEAD, LINE_AHEAD_2, LINE_BEFORE, LINE_BEFORE_AHEAD, HITS_NOW,
    ANY_EXIT, TOWARDS, DRIVEN_WAY, MEETS, REASONS,
) = range(14)  # fmt: skip

TURN_LEFT = np.array([3, 2, 0, 1])
TURN_RIGHT = np.array([2, 3, 1, 0])
ACROSS = np.array([1, 0, 2, 3])
OVER = np.array([0, 1, 3, 2])
FAR = 1000
NEAR, MIDDLING, APART = 3, 5, 4  # squares
NEARBY = 5  # steps
FLIGHT = 5  # rounds within which a missile should meet an enemy that drives straight on
LOW_NIBBLE = np.uint64(15)
FOUR_BITS = np.uint64(4)


@uncounted
def shot_of(code):
    """0 for no shot, 1 to 4 for one."""
    return max(code % 10 - 1, 0) // 2


@uncounted
def look(position, width, height, tank, enemy, ways, workspace, model, codes, first, count, wanted):
    """Write the criteria of every candidate, as far as they are wanted."""
    model.choices[:] = 0
    model.shots[:] = 0
    for k in range(first, first + count):
        model.choices[codes[k] // 10 - 1, shot_of(codes[k])] = 1
        model.choices[codes[k] // 10 - 1, 5] = 1
    room = free(position, workspace.ground)
    left = less(room, union(only(tank), only(enemy)))
    exits = common(row(workspace.near, enemy), left)
    one = workspace.targets[enemy, ways[1]]
    two = workspace.targets[one, ways[1]]
    _turns(model, ways)
    _measure(room, tank, enemy, STEPS, 0, wanted, workspace, model, width, height)
    _measure(room, tank, enemy, FLAT_STEPS, 1, wanted, workspace, model, width, height)
    _measure(room, tank, one, STEPS_AHEAD, 0, wanted, workspace, model, width, height)
    _measure(room, tank, two, STEPS_AHEAD_2, 0, wanted, workspace, model, width, height)
    three = workspace.targets[two, ways[1]]
    _measure(room, tank, three, STEPS_AHEAD_3, 0, wanted, workspace, model, width, height)
    for direction in range(4):
        if model.choices[direction, 5]:
            place = workspace.targets[tank, direction]
            values = model.values[direction]
            _places(place, enemy, one, exits, width, height, workspace, values)
            values[EXITS] = size(common(row(workspace.near, place), left))
            _rooms(room, left, place, enemy, exits, width, height, workspace, wanted, values)
            _nearby(left, place, enemy, direction, width, height, workspace, wanted, values)
            _shots(position, width, height, tank, enemy, one, two, direction, exits, workspace, model)
            for shot in range(4):
                if _meets(position, width, height, place, shot, enemy, ways[1], room, workspace):
                    model.shots[direction, MEETS] |= 2 << shot


@uncounted
def _turns(model, ways):
    own, other = ways
    for direction in range(4):
        values = model.values[direction]
        straight, left, right = direction == own, direction == TURN_LEFT[own], direction == TURN_RIGHT[own]
        values[ANYTHING], values[STRAIGHT] = 0, straight
        values[THEN_RIGHT] = 3 * straight + 2 * right + left
        values[THEN_LEFT] = 3 * straight + 2 * left + right
        values[RIGHT_HAND] = 3 * right + 2 * straight + left
        values[LEFT_HAND] = 3 * left + 2 * straight + right
        values[COPIES], values[OPPOSES] = direction == other, direction == other ^ 1
        values[FLIPS_ACROSS], values[FLIPS_DOWN] = direction == ACROSS[other], direction == OVER[other]


@uncounted
def _measure(room, tank, aim, criterion, flat, wanted, workspace, model, width, height):
    """Write how far the next squares are from the aim, over free squares."""
    if not wanted[criterion]:
        return
    for direction in range(4):
        model.values[direction, criterion] = FAR
    seen = edge = only(aim)
    distance, missing = 0, 0
    for direction in range(4):
        missing += model.choices[direction, 5]
    while True:
        for direction in range(4):
            if (
                model.choices[direction, 5]
                and model.values[direction, criterion] == FAR
                and has(edge, workspace.targets[tank, direction])
            ):
                model.values[direction, criterion] = distance
                missing -= 1
        if not missing or not some(edge):
            return
        distance += 1
        edge = less(common(_next_to(edge, flat, width, height), room), seen)
        seen = union(seen, edge)


@uncounted
def _next_to(edge, flat, width, height):
    if not flat:
        return around(edge, width, height)
    spread = NOTHING
    for direction in range(4):
        spread = union(spread, ahead(edge, direction))
    return spread


@uncounted
def _places(place, enemy, enemy_ahead, exits, width, height, workspace, values):
    """What can be said of a square without driving from it."""
    x, y = _column(place), _row(place)
    right, bottom = np.int64(width) - 1, np.int64(height) - 1
    across, down = abs(x - _column(enemy)), abs(y - _row(enemy))
    values[DIRECT] = across + down
    values[WRAPPED] = min(across, right + 1 - across) + min(down, bottom + 1 - down)
    values[DIRECT_AHEAD] = abs(x - _column(enemy_ahead)) + abs(y - _row(enemy_ahead))
    values[KEEPS_APART] = abs(across + down - APART)
    values[RIM] = min(x, right - x, y, bottom - y)
    values[MIDDLE] = abs(2 * x - right) + abs(2 * y - bottom)
    values[UNDER_FIRE] = some(common(row(workspace.aimed, place), exits))
    values[LINE_UP] = values[LINE_UP_AHEAD] = 0
    values[EXIT] = FAR
    for direction in range(4):
        target = workspace.targets[enemy, direction]
        if has(exits, target):
            values[EXIT] = min(values[EXIT], abs(x - _column(target)) + abs(y - _row(target)))


@uncounted
def _column(cell):
    return np.int64(cell & LOW_NIBBLE) - 1


@uncounted
def _row(cell):
    return np.int64(cell >> FOUR_BITS) - 2


@uncounted
def _rooms(room, left, place, enemy, exits, width, height, workspace, wanted, values):
    """Room and territories; the naive ones for programs that forget the mine they leave behind."""
    if wanted[NAIVE_ROOM]:
        values[NAIVE_ROOM] = size(reach(room, place, width, height))
    if wanted[ROOM]:
        values[ROOM] = size(reach(less(left, only(place)), place, width, height))
    if wanted[NAIVE_LEAD] or wanted[NAIVE_FIRST] or wanted[NAIVE_SECOND]:
        ours, theirs = _reached_first(room, place, enemy, width, height)
        values[NAIVE_LEAD], values[NAIVE_FIRST], values[NAIVE_SECOND] = ours - theirs, ours, theirs
    if wanted[LEAD] or wanted[FIRST] or wanted[SECOND]:
        ours, theirs = _reached_first(left, place, enemy, width, height)
        values[LEAD], values[FIRST], values[SECOND] = ours - theirs, ours, theirs
    if wanted[WORST_LEAD] or wanted[MEAN_LEAD]:
        worst, total, answers = FAR, 0, 0
        for direction in range(4):
            answer = workspace.targets[enemy, direction]
            if has(exits, answer) and answer != place:
                ours, theirs = _reached_first(room, place, answer, width, height)
                worst = min(worst, ours - theirs)
                total += ours - theirs
                answers += 1
        values[WORST_LEAD], values[MEAN_LEAD] = worst, total / max(answers, 1)


@uncounted
def _nearby(left, place, enemy, direction, width, height, workspace, wanted, values):
    """What lies within some steps of a square."""
    if wanted[NEAR_ROOM] or wanted[NEAR_FIRST]:
        one, two = only(place), only(enemy)
        ours, theirs, first = one, two, one
        for _ in range(NEARBY):
            one = less(common(around(one, width, height), left), ours)
            two = less(common(around(two, width, height), left), theirs)
            first = union(first, less(one, union(theirs, two)))
            ours, theirs = union(ours, one), union(theirs, two)
        values[NEAR_ROOM], values[NEAR_FIRST] = size(ours), size(first)
    if wanted[FLAT_ROOM]:
        found, edge, others = NOTHING, only(place), less(left, only(place))
        while some(edge):
            edge = less(common(_next_to(edge, 1, width, height), others), found)
            found = union(found, edge)
        values[FLAT_ROOM] = size(found)
    if wanted[SHUTS_IN]:
        values[SHUTS_IN] = size(reach(less(left, only(place)), enemy, width, height))
    if wanted[NEXT_EXITS]:
        values[NEXT_EXITS] = 0
        for onward in range(4):
            square = workspace.targets[place, onward]
            if has(left, square):
                exits = size(less(common(row(workspace.near, square), left), only(place)))
                values[NEXT_EXITS] = max(values[NEXT_EXITS], 1 + exits)
    if wanted[BLOCK]:
        two_steps = around(union(only(place), around(only(place), width, height)), width, height)
        values[BLOCK] = size(common(two_steps, left))
    if wanted[LANE]:
        values[LANE], square = 0, place
        while has(left, square):  # around the board it ends where the tank stands
            values[LANE] += 1
            square = workspace.targets[square, direction]


@uncounted
def _reached_first(room, a, b, width, height):
    """How many squares each tank is nearer to than the other, as if none stood in the other's way."""
    one, two = only(a), only(b)
    ours, theirs, first, second = one, two, one, two
    while some(one) or some(two):
        one = less(common(around(one, width, height), room), ours)
        two = less(common(around(two, width, height), room), theirs)
        first, second = (
            union(first, less(one, union(theirs, two))),
            union(second, less(two, union(ours, one))),
        )
        ours, theirs = union(ours, one), union(theirs, two)
    return size(first), size(second)


@uncounted
def _shots(position, width, height, tank, enemy, one, two, direction, exits, workspace, model):
    """For each reason, the shots that it asks for after a drive in that direction."""
    place = workspace.targets[tank, direction]
    across, down = _column(enemy) - _column(place), _row(enemy) - _row(place)
    towards = (1 if across > 0 else 0) if abs(across) >= abs(down) else (3 if down > 0 else 2)
    shots, values = model.shots[direction], model.values[direction]
    shots[TOWARDS], shots[DRIVEN_WAY] = 2 << towards, 2 << direction
    for shot in range(4):
        bit, distance, cell = 2 << shot, 0, place + STEP[shot]
        while on_board(cell, width, height) and not wall(position, cell):
            distance += 1
            if cell == enemy:
                shots[LINE] |= bit
                shots[NEAR_LINE] |= bit if distance <= NEAR else 0
                shots[MIDDLE_LINE] |= bit if distance <= MIDDLING else 0
                values[LINE_UP] = 1
            if cell == one:
                shots[LINE_AHEAD] |= bit
                values[LINE_UP_AHEAD] = 1
            if cell == two:
                shots[LINE_AHEAD_2] |= bit
            if has(exits, cell):
                shots[ANY_EXIT] |= bit
                shots[HITS_NOW] |= bit if distance <= 2 else 0
            cell = cell + STEP[shot]
        cell = tank + STEP[shot]
        while on_board(cell, width, height) and not wall(position, cell):
            shots[LINE_BEFORE] |= bit if cell == enemy else 0
            shots[LINE_BEFORE_AHEAD] |= bit if cell == one else 0
            cell = cell + STEP[shot]


@uncounted
def _meets(position, width, height, place, shot, enemy, way, room, workspace):
    """Whether a shot meets an enemy that drives straight on."""
    at, tail = workspace.targets[enemy, way], place + STEP[shot]
    for _ in range(FLIGHT):
        if not on_board(tail, width, height) or wall(position, tail):
            return False
        head = tail + STEP[shot]
        if at in (tail, head):
            return True
        if not has(room, at) or not on_board(head, width, height) or wall(position, head):
            return False
        at, tail = workspace.targets[at, way], head + STEP[shot]
    return False
