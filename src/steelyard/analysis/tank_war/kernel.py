"""Tank War on encoded positions, compiled: all rounds from a position, and the values of final ones.

A *board* is left half << 16 | right half. A *code* is board << 6 | spoils, the smallest among those of a
position and its images. A *key* is the layer (the number of advances made) above the code: every round leads
to a higher layer, so positions are found layer by layer forwards and evaluated backwards.
Numba turns a mix of signed and unsigned integers into a float, hence the typed constants.
"""

from functools import partial

import numpy as np

from steelyard.core.compiler import compiled, inlined

threaded = partial(compiled, nogil=True)  # several at once, one per thread

# Facts about a column: where its tanks are; the advances made, six for a destroyed tank; the code after U, D
# or both drive in it (-1: they cannot); and four codes, after neither tank, U's, D's or both are destroyed.
U_ROW, D_ROW, BOUNDARY, ADVANCES, U_DRIVES, D_DRIVES, BOTH_DRIVE, DIES = range(8)
COLUMN_FACTS = DIES + 4
# Facts about a half: with the players exchanged; bare columns; the fewest and the most boxes that can end up
# U's in the other columns.
HALF_SWAPPED, BARE_COLUMNS, FEWEST, MOST = range(4)
HALF_FACTS = 4
TANK, FIRE = range(2)

COLUMNS, ROWS, MOVES = 6, 6, 36
CODES, BARE = 34, 33
HALF_BITS, SPOILS_BITS, LAYER_SHIFT = 16, 6, 40
HALF_MASK, SPOILS_MASK, CODE_MASK = (1 << HALF_BITS) - 1, (1 << SPOILS_BITS) - 1, (1 << LAYER_SHIFT) - 1
LAYERS = 73  # twelve tanks, six advances for a destroyed one
# What one step in a column's code adds to the board; each half is read from the edge to the middle.
WEIGHTS = np.array([CODES**2 << HALF_BITS, CODES << HALF_BITS, 1 << HALF_BITS, 1, CODES, CODES**2])
TANK_LEAD, WIN_LEAD = 100, 1000  # relative to one box more than the enemy
LEVEL = 18  # boxes of U if the territory is level
OVER = -1  # instead of a key: the game is over
EMPTY = -1  # a slot without a key

ZERO, ONE, TWO, FOUR, ROW, TOP_BYTE = (np.uint64(n) for n in (0, 1, 2, 4, 8, 56))
BOARD, COLUMN = np.uint64(0x3F3F3F3F3F3F), np.uint64(0x010101010101)
EVERY_BYTE = np.uint64(0x0101010101010101)
ODD_BITS, PAIRS, NIBBLES = (
    np.uint64(n) for n in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F)
)
MIXER, MIXED = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)
RECENT_BITS = 15


@inlined
def canonical(halves, palindrome, board, spoils):
    """The code of a position, and 1 or -1: whether its value is for U or for D.

    Spoils beyond what decides the territory for good are cut, because they make no difference.
    """
    left, right = board >> HALF_BITS, board & HALF_MASK
    bare = halves[left, BARE_COLUMNS] + halves[right, BARE_COLUMNS]
    spoils = max(spoils, LEVEL - 1 - halves[left, MOST] - halves[right, MOST])
    spoils = min(spoils, LEVEL + 1 - halves[left, FEWEST] - halves[right, FEWEST])
    spoils = min(max(spoils, 0), 6 * bare)
    left_swapped, right_swapped = np.int64(halves[left, HALF_SWAPPED]), np.int64(halves[right, HALF_SWAPPED])
    swapped = right_swapped << HALF_BITS | left_swapped  # half a turn
    if palindrome:
        board = min(board, right << HALF_BITS | left)
        swapped = min(swapped, left_swapped << HALF_BITS | right_swapped)
    code, swapped_code = board << SPOILS_BITS | spoils, swapped << SPOILS_BITS | (6 * bare - spoils)
    return (code, 1) if code <= swapped_code else (swapped_code, -1)


@compiled
def key_of(tables, board, spoils):
    """The key of a position, and 1 or -1 as in `canonical`."""
    code, sign = canonical(tables.halves, tables.palindrome, board, spoils)
    layer, left, right = 0, board >> HALF_BITS, board & HALF_MASK
    for _ in range(3):
        layer += tables.columns[ADVANCES, left % CODES] + tables.columns[ADVANCES, right % CODES]
        left, right = left // CODES, right // CODES
    return layer << LAYER_SHIFT | code, sign


@inlined
def _bits(x):
    x = x - ((x >> ONE) & ODD_BITS)
    x = (x & PAIRS) + ((x >> TWO) & PAIRS)
    x = (x + (x >> FOUR)) & NIBBLES
    return np.int64((x * EVERY_BYTE) >> TOP_BYTE)


@inlined
def _sign(number):
    return 1 if number > 0 else -1 if number < 0 else 0


@inlined
def _look_ahead(facts, boards, codes, seat, moves, ahead):
    """Write the columns in which the seat can drive; returns how many.

    `ahead` gets, for each of them and finally for not moving, the seat's tanks and the boxes they hit then.
    """
    # Until it is written, ahead[column] holds the values of the columns to the right.
    tanks, fire = ZERO, ZERO
    for column in range(COLUMNS - 1, -1, -1):
        ahead[column, TANK], ahead[column, FIRE] = tanks, fire
        tanks |= boards[seat, TANK, column, codes[column]]
        fire |= boards[seat, FIRE, column, codes[column]]
    ahead[COLUMNS, TANK], ahead[COLUMNS, FIRE] = tanks, fire
    tanks, fire, count = ZERO, ZERO, 0
    for column in range(COLUMNS):
        after = facts[U_DRIVES + seat, codes[column]]
        if after >= 0:
            ahead[count, TANK] = tanks | ahead[column, TANK] | boards[seat, TANK, column, after]
            ahead[count, FIRE] = fire | ahead[column, FIRE] | boards[seat, FIRE, column, after]
            moves[count] = column
            count += 1
        tanks |= boards[seat, TANK, column, codes[column]]
        fire |= boards[seat, FIRE, column, codes[column]]
    return count


@inlined
def _columns_of(boxes):
    """The columns of boxes, no two of which share a column: then the sum of the rows is their union."""
    return np.int64((boxes * EVERY_BYTE) >> TOP_BYTE)


@compiled
def workspace():
    """Scratch memory for `rounds`: the columns' codes, both players' moves, and their boards after each."""
    numbers, boards = np.empty((3, COLUMNS), np.int64), np.empty((2, COLUMNS + 1, 2), np.uint64)
    return numbers[0], numbers[1], numbers[2], boards[0], boards[1]


@compiled
def rounds(tables, code, scratch, keys, signs, leads):
    """Write where each pair of moves leads, by U's column, then D's; returns how many moves U and D have.

    `keys` gets the key of the next position and `signs` whether its value counts for U; if the game ends,
    `keys` gets OVER and `signs` the result for U. `leads` gets U's lead then, as a greedy player counts it;
    if spoils were cut, it is smaller by the same amount for all.
    """
    facts, halves, boards, _, palindrome = tables
    codes, u_moves, d_moves, u_ahead, d_ahead = scratch
    board, spoils = code >> SPOILS_BITS, code & SPOILS_MASK
    layer, boxes = 0, spoils
    left, right = board >> HALF_BITS, board & HALF_MASK
    for place in range(3):
        codes[2 - place], codes[3 + place] = left % CODES, right % CODES
        left, right = left // CODES, right // CODES
    for column in range(COLUMNS):
        layer += facts[ADVANCES, codes[column]]
        boxes += facts[BOUNDARY, codes[column]]
    rows = _look_ahead(facts, boards, codes, 0, u_moves, u_ahead)
    columns = _look_ahead(facts, boards, codes, 1, d_moves, d_ahead)
    index = 0
    for i in range(rows):
        u_column = u_moves[i]
        u_code = codes[u_column]
        for j in range(columns):
            d_column = d_moves[j]
            d_code = codes[d_column]
            u_choice, d_choice = i, j
            if u_column != d_column:
                u_after, d_after = facts[U_DRIVES, u_code], facts[D_DRIVES, d_code]
                next_board = (
                    board + (u_after - u_code) * WEIGHTS[u_column] + (d_after - d_code) * WEIGHTS[d_column]
                )
                next_boxes = boxes + facts[BOUNDARY, u_after] - facts[BOUNDARY, u_code]
                next_boxes += facts[BOUNDARY, d_after] - facts[BOUNDARY, d_code]
                next_layer = layer + 2
            else:
                u_after = d_after = facts[BOTH_DRIVE, u_code]
                next_board = board + (u_after - u_code) * WEIGHTS[u_column]
                next_boxes = boxes + facts[BOUNDARY, u_after] - facts[BOUNDARY, u_code]
                next_layer = layer + facts[ADVANCES, u_after] - facts[ADVANCES, u_code]
                if facts[U_ROW, u_after] == facts[U_ROW, u_code]:  # a contested box that is not U's (rule 5)
                    u_choice = COLUMNS
                elif facts[D_ROW, u_after] == facts[D_ROW, u_code]:
                    d_choice = COLUMNS
            u, d = u_ahead[u_choice, TANK], d_ahead[d_choice, TANK]
            u_lost, d_lost = u & d_ahead[d_choice, FIRE], d & u_ahead[u_choice, FIRE]
            u, d = u ^ u_lost, d ^ d_lost
            tanks = _bits(u) - _bits(d)
            leads[index] = TANK_LEAD * tanks + 2 * next_boxes
            if (u << ROW) & BOARD & ~d == ZERO or (d >> ROW) & ~u == ZERO:
                keys[index], signs[index] = OVER, _sign(tanks if tanks != 0 else next_boxes - LEVEL)
                leads[index] += WIN_LEAD * signs[index]
            else:
                next_spoils = spoils
                if u_lost | d_lost != ZERO:
                    u_columns, d_columns = _columns_of(u_lost), _columns_of(d_lost)
                    codes[u_column], codes[d_column] = u_after, d_after
                    for column in range(COLUMNS):
                        lost = (u_columns >> column & 1) + 2 * (d_columns >> column & 1)
                        before = codes[column]
                        after = facts[DIES + lost, before]
                        next_board += (after - before) * WEIGHTS[column]
                        next_layer += facts[ADVANCES, after] - facts[ADVANCES, before]
                        next_spoils += facts[BOUNDARY, before] * (after == BARE)  # 0 if it was bare before
                    codes[u_column], codes[d_column] = u_code, d_code
                next_code, signs[index] = canonical(halves, palindrome, next_board, next_spoils)
                keys[index] = next_layer << LAYER_SHIFT | next_code
            index += 1
    return rows, columns


@compiled
def outcomes(tables, board, spoils, keys, signs):
    """`rounds` for a single position, which need not be canonical."""
    leads = np.empty(MOVES, np.int64)
    return rounds(tables, board << SPOILS_BITS | spoils, workspace(), keys, signs, leads)


@compiled
def identify(tables, positions, keys, signs):
    """Like `rounds`, for positions of Tank War's own kernel (tanks of U, tanks of D, territory)."""
    for number in range(len(positions)):
        u, d, territory = positions[number, 0], positions[number, 1], positions[number, 2]
        if (u << ROW) & BOARD & ~d == ZERO or (d >> ROW) & ~u == ZERO:
            tanks = _bits(u) - _bits(d)
            keys[number], signs[number] = OVER, _sign(tanks if tanks != 0 else _bits(territory) - LEVEL)
            continue
        board, spoils = 0, 0
        for column in range(COLUMNS):
            u_row, d_row, boundary = -1, -1, 0
            for row in range(ROWS):
                box = ONE << np.uint64(8 * row + column)
                u_row = row if u & box != ZERO else u_row
                d_row = row if d & box != ZERO else d_row
                boundary += territory & box != ZERO
            code = tables.codes[u_row + 1, d_row + 1, boundary]
            board += code * WEIGHTS[column]
            spoils += boundary if code == BARE else 0
        keys[number], signs[number] = key_of(tables, board, spoils)


@threaded
def successors(tables, keys, found):
    """Write the keys that one round leads to from any of `keys`, mostly without repeats; returns how many."""
    next_keys, signs, leads = np.empty((3, MOVES), np.int64)
    scratch = workspace()
    recent = np.full(1 << RECENT_BITS, EMPTY, np.int64)
    count = 0
    for key in keys:
        rows, columns = rounds(tables, key & CODE_MASK, scratch, next_keys, signs, leads)
        for index in range(rows * columns):
            next_key = next_keys[index]
            slot = slot_of(next_key, (1 << RECENT_BITS) - 1)
            if next_key != OVER and recent[slot] != next_key:
                recent[slot] = next_key
                found[count] = next_key
                count += 1
    return count


@inlined
def slot_of(key, mask):
    return np.int64((np.uint64(key) * MIXER) >> MIXED) & mask


@threaded
def enter(keys, worths, slots, first, mask):
    """Put a layer's positions into its hash table, from slot `first` on; a slot is a key and its values."""
    slot_worths = slots.view(np.float64)
    for index in range(len(keys)):
        slot = slot_of(keys[index], mask)
        while slots[first + slot, 0] != EMPTY:
            slot = (slot + 1) & mask
        slots[first + slot, 0] = keys[index]
        for k in range(worths.shape[1]):
            slot_worths[first + slot, 1 + k] = worths[index, k]


@threaded
def payoffs(tables, keys, slots, firsts, masks, matrices, shapes):
    """Write the matrices of each position: one for each kind of value, from the layers above, and the leads.

    With the players exchanged, values change sign and order: what one is sure of is what the other concedes.
    """
    next_keys, signs, leads = np.empty((3, MOVES), np.int64)
    scratch = workspace()
    worths = slots.view(np.float64)
    kinds = slots.shape[1] - 1
    for number in range(len(keys)):
        rows, columns = rounds(tables, keys[number] & CODE_MASK, scratch, next_keys, signs, leads)
        shapes[number, 0], shapes[number, 1] = rows, columns
        index = 0
        for i in range(rows):
            for j in range(columns):
                key, sign = next_keys[index], signs[index]
                matrices[number, kinds, i, j] = leads[index]
                index += 1
                if key == OVER:
                    for kind in range(kinds):
                        matrices[number, kind, i, j] = sign
                    continue
                layer = key >> LAYER_SHIFT
                first, mask = firsts[layer], masks[layer]
                slot = slot_of(key, mask)
                while slots[first + slot, 0] != key:
                    slot = (slot + 1) & mask
                for kind in range(kinds):
                    worth = worths[first + slot, 1 + kind if sign > 0 else kinds - kind]
                    matrices[number, kind, i, j] = sign * worth
