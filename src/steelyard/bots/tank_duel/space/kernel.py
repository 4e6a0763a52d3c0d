"""Sets of squares and room to drive in, compiled. A set is four words, by the cells of the game's kernel.

Sets returned by driving or shooting may contain cells off the board: callers must intersect them with a set
that does not.
"""

from functools import partial
from typing import NamedTuple

import numpy as np

from steelyard.core.compiler import uncounted
from steelyard.games.tank_duel.kernel import target

ZERO, ONE, TWO, THREE, FOUR, SIX, BIT = (np.uint64(n) for n in (0, 1, 2, 3, 4, 6, 63))
ROW, TWO_ROWS, THREE_ROWS = (np.uint64(n) for n in (16, 32, 48))
A_ROW = np.uint64(0xFFFF)
FIRST_COLUMN = np.uint64(0x0002000200020002)
BLACK = np.uint64(0xAAAA5555AAAA5555)  # every second square
NOTHING = (ZERO, ZERO, ZERO, ZERO)
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
    word, bit = cell >> SIX, ONE << (cell & BIT)
    return (
        bit if word == ZERO else ZERO,
        bit if word == ONE else ZERO,
        bit if word == TWO else ZERO,
        bit if word == THREE else ZERO,
    )


@inlined
def union(s, t):
    return s[0] | t[0], s[1] | t[1], s[2] | t[2], s[3] | t[3]


@inlined
def common(s, t):
    return s[0] & t[0], s[1] & t[1], s[2] & t[2], s[3] & t[3]


@inlined
def less(s, t):
    return s[0] & ~t[0], s[1] & ~t[1], s[2] & ~t[2], s[3] & ~t[3]


@inlined
def some(s):
    return (s[0] | s[1] | s[2] | s[3]) != ZERO


@inlined
def has(s, cell):
    """Whether a set contains a cell, as 1 or 0."""
    word = cell >> SIX
    squares = (s[0] if word == ZERO else s[1]) if word < TWO else s[2] if word == TWO else s[3]
    return (squares >> (cell & BIT)) & ONE


@inlined
def _bits(x):
    x -= (x >> ONE) & np.uint64(0x5555555555555555)
    x = (x & np.uint64(0x3333333333333333)) + ((x >> TWO) & np.uint64(0x3333333333333333))
    x = (x + (x >> FOUR)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (x * np.uint64(0x0101010101010101)) >> np.uint64(56)


@inlined
def size(s):
    return np.int64(_bits(s[0]) + _bits(s[1]) + _bits(s[2]) + _bits(s[3]))


# From positions.
@uncounted
def lay_ground(position, width, height, ground):
    """Write the squares of the board without walls."""
    for word in range(4):
        ground[word] = ZERO
    for y in range(height):
        for x in range(width):
            cell = np.uint64(16 * (y + 2) + x + 1)
            ground[cell >> SIX] |= ONE << (cell & BIT)
    for word in range(4):
        ground[word] &= ~position[word]


@uncounted
def free(position, ground):
    """The squares without wall or mine."""
    return (
        ground[0] & ~position[MINES],
        ground[1] & ~position[MINES + 1],
        ground[2] & ~position[MINES + 2],
        ground[3] & ~position[MINES + 3],
    )


# Driving and shooting.
@inlined
def _sideways(word, across, last_column):
    return word << ONE | word >> ONE | (word & FIRST_COLUMN) << across | (word & last_column) >> across


@inlined
def around(s, width, height):
    """Every square next to one of the set, wrapping around the board's edges."""
    across = width - ONE
    last_column = FIRST_COLUMN << across
    last_row = height + ONE
    word, at = last_row >> TWO, (last_row & THREE) << FOUR
    bottom = s[3] if word == THREE else s[2] if word == TWO else s[1] if word == ONE else s[0]
    over_top = ((s[0] >> TWO_ROWS) & A_ROW) << at
    over_bottom = ((bottom >> at) & A_ROW) << TWO_ROWS
    up = s[0] >> ROW | s[1] << THREE_ROWS, s[1] >> ROW | s[2] << THREE_ROWS, s[2] >> ROW | s[3] << THREE_ROWS
    side = (
        _sideways(s[0], across, last_column) | s[0] << ROW,
        _sideways(s[1], across, last_column) | s[1] << ROW,
        _sideways(s[2], across, last_column) | s[2] << ROW,
        _sideways(s[3], across, last_column) | s[3] << ROW,
    )
    return (
        side[0] | up[0] | over_bottom | _if(word == ZERO, over_top),
        side[1] | s[0] >> THREE_ROWS | up[1] | _if(word == ONE, over_top),
        side[2] | s[1] >> THREE_ROWS | up[2] | _if(word == TWO, over_top),
        side[3] | s[2] >> THREE_ROWS | s[3] >> ROW | _if(word == THREE, over_top),
    )


@inlined
def _if(so, word):
    return word if so else ZERO


@inlined
def _ahead(s, direction):
    """The set shifted by one square without wrapping around the edges, as missiles fly."""
    if direction == 0:
        return s[0] >> ONE, s[1] >> ONE, s[2] >> ONE, s[3] >> ONE
    if direction == 1:
        return s[0] << ONE, s[1] << ONE, s[2] << ONE, s[3] << ONE
    if direction == 2:
        return (
            s[0] >> ROW | s[1] << THREE_ROWS,
            s[1] >> ROW | s[2] << THREE_ROWS,
            s[2] >> ROW | s[3] << THREE_ROWS,
            s[3] >> ROW,
        )
    return (
        s[0] << ROW,
        s[1] << ROW | s[0] >> THREE_ROWS,
        s[2] << ROW | s[1] >> THREE_ROWS,
        s[3] << ROW | s[2] >> THREE_ROWS,
    )


@inlined
def under_fire(places, ground):
    """Every square that a shot from one of the squares covers in the round of the shot."""
    board = ground[0], ground[1], ground[2], ground[3]
    covered = NOTHING
    for direction in range(4):
        tails = common(_ahead(places, direction), board)
        covered = union(covered, union(tails, common(_ahead(tails, direction), board)))
    return covered


@uncounted
def territories(room, a, b, width, height):
    """How many squares each tank reaches before the other, and whether their areas meet."""
    one, two = only(a), only(b)
    room = less(room, union(one, two))
    ours, theirs = one, two
    meet = False
    while some(one) or some(two):
        one, two = around(one, width, height), around(two, width, height)
        meet |= some(common(one, theirs)) or some(common(two, ours))
        one, two = common(one, room), common(two, room)
        both = common(one, two)
        meet |= some(both)
        room = less(room, union(one, two))
        one, two = less(one, both), less(two, both)
        ours, theirs = union(ours, one), union(theirs, two)
    return size(ours) - 1, size(theirs) - 1, meet


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
    black = size((found[0] & BLACK, found[1] & BLACK, found[2] & BLACK, found[3] & BLACK))
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
    rooms[0, 0], rooms[0, 1], rooms[0, 2], rooms[0, 3] = room
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
        room = less((rooms[depth, 0], rooms[depth, 1], rooms[depth, 2], rooms[depth, 3]), only(cell))
        left = bounds[depth, k]
        depth += 1
        best = max(best, depth)
        rooms[depth, 0], rooms[depth, 1], rooms[depth, 2], rooms[depth, 3] = room
        counts[depth], taken[depth] = _ways(room, cell, width, height, left, cells[depth], bounds[depth]), 0
    return best, True
