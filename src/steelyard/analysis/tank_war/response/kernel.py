"""Best responses in Tank War, compiled, to a policy that may tell any two positions apart.

A *key* is the layer above six groups of nine bits, one for each column: the row of U's tank plus one (0: it
is destroyed), that of D's, and the number of U's boxes. Rounds are played on bitboards, by the game's kernel.
"""

from functools import partial

import numpy as np

from steelyard.analysis.tank_war.kernel import EMPTY, LEVEL, MOVES, RECENT_BITS, slot_of
from steelyard.core.compiler import compiled
from steelyard.games.tank_war.kernel import (
    BOARD,
    COLUMN,
    SHOOTERS,
    TERRITORY,
    D,
    U,
    count_bits,
    play_round,
    unpack,
)

threaded = partial(compiled, nogil=True)  # several at once, one per thread

SHIFT, GROUP = 54, 9
ZERO, ONE, ROW = np.uint64(0), np.uint64(1), np.uint64(8)
SEVEN, GROUP_MASK = np.uint64(7), np.uint64(511)
COLUMNS = 6
GONE = 6  # advances of a destroyed tank
U_BOXES = np.array([sum(1 << 8 * row for row in range(boxes)) for boxes in range(7)], np.uint64)


@compiled
def decode(key):
    """The tanks of U, those of D and U's boxes."""
    u, d, territory = ZERO, ZERO, ZERO
    for column in range(COLUMNS):
        group = (np.uint64(key) >> np.uint64(GROUP * column)) & GROUP_MASK
        u_row, d_row = group & SEVEN, (group >> np.uint64(3)) & SEVEN
        at = np.uint64(column)
        if u_row:
            u |= ONE << (ROW * (u_row - ONE) + at)
        if d_row:
            d |= ONE << (ROW * (d_row - ONE) + at)
        territory |= U_BOXES[group >> np.uint64(6)] << at
    return u, d, territory


@compiled
def _row(tanks, column):
    """The row of the tank in that column plus one; 0 without a tank."""
    there = (tanks >> np.uint64(column)) & COLUMN
    return (count_bits(there - ONE) >> 3) + 1 if there else 0


@compiled
def key_of(u, d, territory):
    layer, groups = 0, 0
    for column in range(COLUMNS):
        u_row, d_row = _row(u, column), _row(d, column)
        boxes = count_bits((territory >> np.uint64(column)) & COLUMN)
        layer += (u_row - 1 if u_row else GONE) + (6 - d_row if d_row else GONE)
        groups |= (u_row | d_row << 3 | boxes << 6) << GROUP * column
    return layer << SHIFT | groups


@compiled
def gathered(u, d, territory):
    """U's boxes, those of columns without tanks in the first of these: no rule asks where they lie."""
    boxes = 0
    for column in range(COLUMNS):
        if ((u | d) >> np.uint64(column)) & COLUMN == ZERO:
            boxes += count_bits((territory >> np.uint64(column)) & COLUMN)
    for column in range(COLUMNS):
        at = np.uint64(column)
        if ((u | d) >> at) & COLUMN == ZERO:
            here = min(boxes, 6)
            territory = (territory & ~(COLUMN << at)) | (U_BOXES[here] << at)
            boxes -= here
    return territory


@compiled
def words(keys, shooters, positions):
    """Write the positions as the game's kernel has them."""
    for n in range(len(keys)):
        positions[n, U], positions[n, D], positions[n, TERRITORY] = decode(keys[n])
        positions[n, SHOOTERS] = shooters


@compiled
def _targets(u, d):
    return (u << ROW) & BOARD & ~d, (d >> ROW) & ~u


@compiled
def _result(u, d, territory):
    """1, 0 or -1 for U, of a game that is over."""
    lead = count_bits(u) - count_bits(d)
    if lead == 0:
        lead = count_bits(territory) - LEVEL
    return 1 if lead > 0 else -1 if lead < 0 else 0


@threaded
def successors(keys, shooters, gather, found):
    """Write the keys of positions that can follow, mostly without repeats; returns how many."""
    masks = unpack(shooters)
    recent = np.full(1 << RECENT_BITS, EMPTY, np.int64)
    count = 0
    for key in keys:
        u, d, territory = decode(key)
        u_boxes, d_boxes = _targets(u, d)
        for i in range(COLUMNS):
            u_box = u_boxes & (COLUMN << np.uint64(i))
            for j in range(COLUMNS):
                d_box = d_boxes & (COLUMN << np.uint64(j))
                if u_box == ZERO or d_box == ZERO:
                    continue
                u_next, d_next, territory_next = play_round(u, d, territory, u_box, d_box, masks)
                u_ahead, d_ahead = _targets(u_next, d_next)
                if u_ahead == ZERO or d_ahead == ZERO:
                    continue
                if gather:
                    territory_next = gathered(u_next, d_next, territory_next)
                next_key = key_of(u_next, d_next, territory_next)
                slot = slot_of(next_key, (1 << RECENT_BITS) - 1)
                if recent[slot] != next_key:
                    recent[slot] = next_key
                    found[count] = next_key
                    count += 1
    return count


@threaded
def respond(keys, shooters, gather, u_mixes, d_mixes, slots, firsts, table_masks, worths):
    """Write what the best response of U to D's mixes gets, and that of D to U's.

    A mix has a probability for each move: lanes counted from the player's own left, for U the drawn right.
    """
    masks = unpack(shooters)
    known = slots.view(np.float64)
    d_worths = np.empty(COLUMNS)
    for n in range(len(keys)):
        u, d, territory = decode(keys[n])
        u_boxes, d_boxes = _targets(u, d)
        u_best, d_best = -np.inf, -np.inf
        d_worths[:] = 0.0
        for i in range(COLUMNS):
            u_box = u_boxes & (COLUMN << np.uint64(i))
            if u_box == ZERO:
                continue
            u_worth = 0.0
            for j in range(COLUMNS):
                d_box = d_boxes & (COLUMN << np.uint64(j))
                if d_box == ZERO:
                    continue
                u_next, d_next, territory_next = play_round(u, d, territory, u_box, d_box, masks)
                u_ahead, d_ahead = _targets(u_next, d_next)
                if u_ahead == ZERO or d_ahead == ZERO:
                    for_u = _result(u_next, d_next, territory_next) + 0.0
                    for_d = -for_u
                else:
                    if gather:
                        territory_next = gathered(u_next, d_next, territory_next)
                    key = key_of(u_next, d_next, territory_next)
                    layer = key >> SHIFT
                    slot = slot_of(key, table_masks[layer])
                    while slots[firsts[layer] + slot, 0] != key:
                        slot = (slot + 1) & table_masks[layer]
                    for_u, for_d = known[firsts[layer] + slot, 1], known[firsts[layer] + slot, 2]
                u_worth += d_mixes[n, j] * for_u
                d_worths[j] += u_mixes[n, COLUMNS - 1 - i] * for_d
            u_best = max(u_best, u_worth)
        for j in range(COLUMNS):
            if d_boxes & (COLUMN << np.uint64(j)) != ZERO:
                d_best = max(d_best, d_worths[j])
        worths[n, 0], worths[n, 1] = u_best, d_best


@compiled
def next_positions(positions, after, shapes):
    """Write the positions after each pair of moves, ascending; the n-th has shapes[n] moves of U and of D."""
    for n in range(len(positions)):
        u, d, territory = positions[n, U], positions[n, D], positions[n, TERRITORY]
        masks = unpack(positions[n, SHOOTERS])
        u_boxes, d_boxes = _targets(u, d)
        rows = 0
        for move in range(COLUMNS):
            u_box = u_boxes & (COLUMN << np.uint64(COLUMNS - 1 - move))
            if u_box == ZERO:
                continue
            columns = 0
            for j in range(COLUMNS):
                d_box = d_boxes & (COLUMN << np.uint64(j))
                if d_box == ZERO:
                    continue
                found = after[n * MOVES + COLUMNS * rows + columns]
                found[U], found[D], found[TERRITORY] = play_round(u, d, territory, u_box, d_box, masks)
                found[SHOOTERS] = positions[n, SHOOTERS]
                columns += 1
            shapes[n, 1] = columns
            rows += 1
        shapes[n, 0] = rows
