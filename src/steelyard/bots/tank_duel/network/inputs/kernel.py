"""The network's inputs, compiled: which rows of the first matrix a position adds up, for both tanks' views.

Tanks a and b have missiles m and n, as in the game's kernel.
"""

import math
from functools import partial

import numpy as np

from steelyard.bots.tank_duel.network.layout import (
    BLOCKED,
    BUCKETS,
    CAN_FIRE,
    COLUMNS,
    COUNT_SCALE,
    COUNTS,
    DOWN,
    ENEMY,
    EXITS,
    HIT_1,
    HIT_2,
    LEAD,
    LEAD_SCALE,
    LEFT,
    MEET,
    MIDDLE_X,
    MIDDLE_Y,
    MINE,
    MY_FIRE,
    RIGHT,
    STEPS,
    THEIR_COUNTS,
    THEIR_EXITS,
    THEIR_FIRE,
    THEIRS,
    THEY_CAN_FIRE,
    UP,
)
from steelyard.bots.tank_duel.space.kernel import (
    FRAME,
    NOTHING,
    WORDS,
    around,
    common,
    free,
    less,
    only,
    size,
    some,
    under_fire,
    union,
)
from steelyard.core.compiler import uncounted
from steelyard.games.tank_duel.kernel import CELL, COMPACT, STEP, flown

ZERO, ONE, TWO, THREE, FOUR, BYTE, NIBBLE = (np.uint64(n) for n in (0, 1, 2, 3, 4, 8, 15))
FIFTY_EIGHT = np.uint64(58)
DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
LOWEST = np.zeros(64, np.int64)
"""The number of a word's only bit, by the upper bits of its product with a de Bruijn sequence."""
for _bit in range(64):
    LOWEST[(int(DE_BRUIJN) << _bit & 0xFFFFFFFFFFFFFFFF) >> 58] = _bit
BUCKET = np.array([sum(step > last for last in BUCKETS) for step in range(STEPS + 1)])

inlined = partial(uncounted, forceinline=True)  # for inner loops


@uncounted
def see(position, width, height, a, b, m, n, ground, network):
    """Write the inputs of both views that change in a game; those of walls and edges are in `see_board`."""
    network.used[0] = network.used[1] = 0
    _centre(network, 0, a, width, height)
    _centre(network, 1, b, width, height)
    board = ground[0], ground[1], ground[2]
    room = free(position, ground)
    _room(room, a, b, width, height, network)
    _add_set(network, BLOCKED, BLOCKED, less(board, room))  # mines
    _enter(network, 0, ENEMY + _place(network, 0, b))
    _enter(network, 1, ENEMY + _place(network, 1, a))
    m, n = flown(position, width, height, m), flown(position, width, height, n)
    _add_set(network, HIT_1, HIT_1, common(_covered(m, n), board))
    a_fires, b_fires = m == ZERO, n == ZERO
    m, n = flown(position, width, height, m), flown(position, width, height, n)
    _add_set(network, HIT_2, HIT_2, common(_covered(m, n), board))
    ours = common(around(only(a), width, height), room)
    theirs = common(around(only(b), width, height), room)
    if a_fires:
        _add_set(network, MY_FIRE, THEIR_FIRE, under_fire(ours, ground))
    if b_fires:
        _add_set(network, THEIR_FIRE, MY_FIRE, under_fire(theirs, ground))
    tanks = union(only(a), only(b))
    our_exits, their_exits = size(less(ours, tanks)), size(less(theirs, tanks))
    _enter(network, 0, EXITS + our_exits)
    _enter(network, 0, THEIR_EXITS + their_exits)
    _enter(network, 1, EXITS + their_exits)
    _enter(network, 1, THEIR_EXITS + our_exits)
    numbers = network.numbers
    numbers[0, CAN_FIRE] = numbers[1, THEY_CAN_FIRE] = 1.0 if a_fires else 0.0
    numbers[1, CAN_FIRE] = numbers[0, THEY_CAN_FIRE] = 1.0 if b_fires else 0.0


@uncounted
def _centre(network, view, tank, width, height):
    """Where the board's columns and rows lie in the view of that tank."""
    x, y = np.int64((tank & NIBBLE) - ONE), np.int64((tank >> FOUR) - TWO)
    columns, rows = np.int64(width), np.int64(height)
    places = network.places[view]
    for column in range(columns):
        places[0, column] = (column - x + columns + columns // 2) % columns - columns // 2 + MIDDLE_X
    for row in range(rows):
        places[1, row] = (row - y + rows + rows // 2) % rows - rows // 2 + MIDDLE_Y


@uncounted
def see_board(position, width, height, tank, network, view):
    """Write the inputs of a view that depend on the board and the tank's square only: walls and edges."""
    network.used[view] = 0
    _centre(network, view, tank, width, height)
    x, y = np.int64((tank & NIBBLE) - ONE), np.int64((tank >> FOUR) - TWO)
    _enter(network, view, LEFT + x)
    _enter(network, view, RIGHT + np.int64(width) - 1 - x)
    _enter(network, view, UP + y)
    _enter(network, view, DOWN + np.int64(height) - 1 - y)
    for word in range(4):
        left = position[word]
        while left != ZERO:
            lowest = left & (~left + ONE)
            cell = np.uint64(64 * word + LOWEST[(lowest * DE_BRUIJN) >> FIFTY_EIGHT])
            left ^= lowest
            _enter(network, view, BLOCKED + _place(network, view, cell))


@inlined
def _enter(network, view, row):
    network.rows[view, network.used[view]] = row
    network.used[view] += 1


@inlined
def _place(network, view, cell):
    column, row = np.int64(cell & NIBBLE) - 1, np.int64(cell >> FOUR) - 2
    return COLUMNS * network.places[view, 1, row] + network.places[view, 0, column]


@uncounted
def _add_set(network, plane, other_plane, squares):
    """Enter a set of squares, in one plane of view 0 and another one of view 1."""
    for word in range(WORDS):
        left = squares[word]
        while left != ZERO:
            lowest = left & (~left + ONE)
            cell = FRAME + np.uint64(64 * word + LOWEST[(lowest * DE_BRUIJN) >> FIFTY_EIGHT])
            left ^= lowest
            _enter(network, 0, plane + _place(network, 0, cell))
            _enter(network, 1, other_plane + _place(network, 1, cell))


@inlined
def _covered(m, n):
    return union(_squares(m), _squares(n))


@inlined
def _squares(missile):
    if missile == ZERO:
        return NOTHING
    tail = missile & CELL
    head = tail if missile & COMPACT else (tail + STEP[(missile >> BYTE) & THREE]) & CELL
    return union(only(tail), only(head))


@uncounted
def _room(room, a, b, width, height, network):
    """The squares that each tank reaches first, and how many in which step."""
    numbers = network.numbers
    for k in range(numbers.shape[1]):
        numbers[0, k] = numbers[1, k] = 0.0
    one, two = only(a), only(b)
    start = union(one, two)
    room = less(room, start)
    ours, theirs = one, two
    meet = False
    our_total, their_total = 0, 0
    for step in range(1, STEPS + 1):
        one, two = around(one, width, height), around(two, width, height)
        meet |= some(common(one, theirs)) or some(common(two, ours))
        one, two = common(one, room), common(two, room)
        both = common(one, two)
        meet |= some(both)
        room = less(room, union(one, two))
        one, two = less(one, both), less(two, both)
        if not (some(one) or some(two)):
            break
        ours, theirs = union(ours, one), union(theirs, two)
        our_gain, their_gain = size(one), size(two)
        our_total += our_gain
        their_total += their_gain
        bucket = BUCKET[step]
        numbers[0, COUNTS + bucket] += COUNT_SCALE * our_gain
        numbers[1, COUNTS + bucket] += COUNT_SCALE * their_gain
        numbers[1, THEIR_COUNTS + bucket] += COUNT_SCALE * our_gain
        numbers[0, THEIR_COUNTS + bucket] += COUNT_SCALE * their_gain
    lead = LEAD_SCALE * (our_total - their_total) / math.sqrt(our_total + their_total + 1.0)
    numbers[0, LEAD], numbers[1, LEAD] = lead, -lead
    numbers[0, MEET] = numbers[1, MEET] = 1.0 if meet else 0.0
    _add_set(network, MINE, THEIRS, less(ours, start))
    _add_set(network, THEIRS, MINE, less(theirs, start))
