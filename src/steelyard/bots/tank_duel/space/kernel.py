"""Sets of squares and room to drive in, compiled.

A set is three words: the cells of the game's kernel without the two rows of frame above and below the board.
Sets returned by driving or shooting may contain cells off the board: callers must intersect them with a set
that does not.
"""

from functools import partial
from typing import NamedTuple

import numpy as np

from steelyard.core.compiler import uncounted
from steelyard.games.tank_duel.kernel import target

ZERO, ONE, TWO, THREE, FOUR, SIX, BIT = (np.uint64(n) for n in (0, 1, 2, 3, 4, 6, 63))
ROW, HALF, THREE_ROWS = (np.uint64(n) for n in (16, 32, 48))
FRAME = np.uint64(32)  # the cells above the board
WORDS = 3
A_ROW = np.uint64(0xFFFF)
FIRST_COLUMN = np.uint64(0x0002000200020002)
BLACK = np.uint64(0xAAAA5555AAAA5555)  # every second square
NOTHING = (ZERO, ZERO, ZERO)
MOST_SQUARES = 168
MINES = 4  # their first word in a position

inlined = partial(uncounted, forceinline=True)  # for inner loops


class Steps(NamedTuple):
    """Scratch memory for `longest`: one row per step."""

    cells: np.ndarray
    """The next squares."""
    bounds: np.ndarray
    counts: np.ndarray
    taken: np.ndarray
    rooms: np.ndarray


# Sets.
@inlined
def only(cell):
    cell -= FRAME
    word, bit = cell >> SIX, ONE << (cell & BIT)
    return (
        bit if word == ZERO else ZERO,
        bit if word == ONE else ZERO,
        bit if word == TWO else ZERO,
    )


@inlined
def union(s, t):
    return s[0] | t[0], s[1] | t[1], s[2] | t[2]


@inlined
def common(s, t):
    return s[0] & t[0], s[1] & t[1], s[2] & t[2]


@inlined
def less(s, t):
    return s[0] & ~t[0], s[1] & ~t[1], s[2] & ~t[2]


@inlined
def some(s):
    return (s[0] | s[1] | s[2]) != ZERO


@inlined
def has(s, cell):
    """Whether a set contains a cell, as 1 or 0."""
    cell -= FRAME
    word = cell >> SIX
    squares = s[0] if word == ZERO else s[1] if word == ONE else s[2] if word == TWO else ZERO
    return (squares >> (cell & BIT)) & ONE


@inlined
def _bits(x):
    x -= (x >> ONE) & np.uint64(0x5555555555555555)
    x = (x & np.uint64(0x3333333333333333)) + ((x >> TWO) & np.uint64(0x3333333333333333))
    x = (x + (x >> FOUR)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (x * np.uint64(0x0101010101010101)) >> np.uint64(56)


@inlined
def size(s):
    return np.int64(_bits(s[0]) + _bits(s[1]) + _bits(s[2]))


@inlined
def row(sets, at):
    """The set in that row of an array."""
    return sets[at, 0], sets[at, 1], sets[at, 2]


# From positions.
@inlined
def _packed(a, b, c, d):
    """The squares of a position's four words."""
    return a >> HALF | b << HALF, b >> HALF | c << HALF, c >> HALF | d << HALF


@uncounted
def lay_ground(position, width, height, ground):
    """Write the squares of the board without walls."""
    walls = _packed(position[0], position[1], position[2], position[3])
    ground[0] = ground[1] = ground[2] = ZERO
    for y in range(height):
        for x in range(width):
            at = np.uint64(16 * y + x + 1)
            ground[at >> SIX] |= ONE << (at & BIT)
    for word in range(WORDS):
        ground[word] &= ~walls[word]


@inlined
def free(position, ground):
    """The squares without wall or mine."""
    mines = _packed(position[MINES], position[MINES + 1], position[MINES + 2], position[MINES + 3])
    return less((ground[0], ground[1], ground[2]), mines)


# Driving and shooting.
@inlined
def _sideways(word, across, last_column):
    return word << ONE | word >> ONE | (word & FIRST_COLUMN) << across | (word & last_column) >> across


@inlined
def around(s, width, height):
    """Every square next to one of the set, wrapping around the board's edges."""
    across = width - ONE
    last_column = FIRST_COLUMN << across
    last_row = height - ONE
    word, at = last_row >> TWO, (last_row & THREE) << FOUR
    bottom = s[2] if word == TWO else s[1] if word == ONE else s[0]
    over_top = (s[0] & A_ROW) << at
    over_bottom = (bottom >> at) & A_ROW
    return (
        _sideways(s[0], across, last_column)
        | s[0] << ROW | s[0] >> ROW | s[1] << THREE_ROWS | over_bottom | _if(word == ZERO, over_top),
        _sideways(s[1], across, last_column)
        | s[1] << ROW | s[0] >> THREE_ROWS | s[1] >> ROW | s[2] << THREE_ROWS | _if(word == ONE, over_top),
        _sideways(s[2], across, last_column)
        | s[2] << ROW | s[1] >> THREE_ROWS | s[2] >> ROW | _if(word == TWO, over_top),
    )  # fmt: skip


@inlined
def _if(so, word):
    return word if so else ZERO


@inlined
def ahead(s, direction):
    """The set shifted by one square without wrapping around the edges, as missiles fly."""
    if direction == 0:
        return s[0] >> ONE, s[1] >> ONE, s[2] >> ONE
    if direction == 1:
        return s[0] << ONE, s[1] << ONE, s[2] << ONE
    if direction == 2:
        return s[0] >> ROW | s[1] << THREE_ROWS, s[1] >> ROW | s[2] << THREE_ROWS, s[2] >> ROW
    return s[0] << ROW, s[1] << ROW | s[0] >> THREE_ROWS, s[2] << ROW | s[1] >> THREE_ROWS


@uncounted
def under_fire(places, ground):
    """Every square that a shot from one of the squares covers in the round of the shot."""
    board = ground[0], ground[1], ground[2]
    covered = NOTHING
    for direction in range(4):
        tails = common(ahead(places, direction), board)
        covered = union(covered, union(tails, common(ahead(tails, direction), board)))
    return covered


@uncounted
def lay_tables(ground, width, height, near, aimed, targets):
    """Write what depends on the walls alone, for each square.

    The squares next to it, those from which a shot covers it at once, and where each direction leads.
    """
    board = ground[0], ground[1], ground[2]
    for y in range(height):
        for x in range(width):
            cell = np.uint64(16 * (y + 2) + x + 1)
            place = only(cell)
            nearby, shots = common(around(place, width, height), board), NOTHING
            for direction in range(4):
                targets[cell, direction] = target(cell, np.uint64(direction), width, height)
                one = ahead(place, direction)
                shots = union(shots, union(one, ahead(common(one, board), direction)))
            for word in range(WORDS):
                near[cell, word], aimed[cell, word] = nearby[word], shots[word]


@uncounted
def territories(room, a, b, width, height):
    """How many squares each tank reaches before the other, and whether their areas meet."""
    one, two = only(a), only(b)
    room = less(room, union(one, two))
    ours, theirs, shared = one, two, NOTHING
    while some(one) or some(two):
        one, two = common(around(one, width, height), room), common(around(two, width, height), room)
        both = common(one, two)
        shared = union(shared, both)
        room = less(room, union(one, two))
        one, two = less(one, both), less(two, both)
        ours, theirs = union(ours, one), union(theirs, two)
    meet = some(shared) or some(common(around(ours, width, height), theirs))
    return size(ours) - 1, size(theirs) - 1, meet


@uncounted
def can_meet(room, a, b, width, height):
    """Whether a tank can drive to the other over squares of the room."""
    goal = only(b)
    room = less(union(room, goal), only(a))
    edge = only(a)
    while some(edge):
        edge = common(around(edge, width, height), room)
        if some(common(edge, goal)):
            return True
        room = less(room, edge)
    return False


# A tank alone.
@uncounted
def reach(room, cell, width, height):
    """The squares of the room that a tank can reach from there."""
    found, edge = NOTHING, only(cell)
    while some(edge):
        edge = less(common(around(edge, width, height), room), found)
        found = union(found, edge)
    return found


@uncounted
def _at_most(room, cell, width, height):
    """An upper bound of the squares a tank can visit: those it can reach, black and white in turn."""
    found = reach(room, cell, width, height)
    squares = size(found)
    if (width | height) & ONE:  # around an odd edge, black may follow black
        return squares
    black = size((found[0] & BLACK, found[1] & BLACK, found[2] & BLACK))
    on_black = (BLACK >> (cell & BIT)) & ONE
    first, second = (squares - black, black) if on_black else (black, squares - black)
    return 2 * second + 1 if first > second else 2 * first


@uncounted
def _ways(room, cell, width, height, bound, cells, bounds):
    """Write the next squares and an upper bound of the squares visited after each; best first."""
    count = 0
    for direction in range(4):
        ahead = target(cell, np.uint64(direction), width, height)
        if has(room, ahead) and not (
            count and cells[count - 1] == ahead
        ):  # board two squares wide: the same neighbour twice
            cells[count] = ahead
            count += 1
    if count == 1:
        bounds[0] = bound - 1
        return count
    for k in range(count):
        exits = 0
        for onward in range(4):
            exits += np.int64(has(room, target(cells[k], np.uint64(onward), width, height)))
        # Of equal bounds take the square with fewer exits first: it stays close to the wall.
        bounds[k] = 8 * _at_most(less(room, only(cells[k])), cells[k], width, height) + 4 - exits
        i = k
        while i > 0 and bounds[i] > bounds[i - 1]:
            bounds[i], bounds[i - 1] = bounds[i - 1], bounds[i]
            cells[i], cells[i - 1] = cells[i - 1], cells[i]
            i -= 1
    for k in range(count):
        bounds[k] //= 8
    return count


@uncounted
def longest(room, cell, width, height, steps, scratch):
    """The length of the longest path of a tank in the room, and whether it is exact.

    A depth-first search with a limited number of steps; `scratch` is its memory.
    """
    cells, bounds, counts, taken, rooms = scratch
    bound = _at_most(room, cell, width, height)
    best, depth = 0, 0
    rooms[0, 0], rooms[0, 1], rooms[0, 2] = room
    counts[0], taken[0] = _ways(room, cell, width, height, bound, cells[0], bounds[0]), 0
    while best < bound:
        k = taken[depth]
        if k == counts[depth] or depth + 1 + bounds[depth, k] <= best:
            if depth == 0:
                return best, True
            depth -= 1
            continue
        if steps == 0:
            return best, False
        steps -= 1
        taken[depth] += 1
        cell = cells[depth, k]
        room = less(row(rooms, depth), only(cell))
        left = bounds[depth, k]
        depth += 1
        best = max(best, depth)
        rooms[depth, 0], rooms[depth, 1], rooms[depth, 2] = room
        counts[depth], taken[depth] = _ways(room, cell, width, height, left, cells[depth], bounds[depth]), 0
    return best, True
