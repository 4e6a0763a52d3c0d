"""Tank War compiled: bitboards of eight bits a row, six rows, so that shots fall off the board by themselves.

Bit 8 * row + column. A position is four words: U's tanks, D's tanks, U's territory, and which columns
hold tanks that fire diagonally, at the next box and at two boxes (six bits each, U's three then D's three).
A mix of signed and unsigned integers would become a float in Numba, hence the typed constants.
"""

import numpy as np
from numpy.typing import NDArray

from steelyard.core.compiler import compiled
from steelyard.core.game import Kernel
from steelyard.games.tank_war.rules import ADJACENT, AT_TWO, DIAGONAL, REACH, SIZE, State, living, tank_type

U, D, TERRITORY, SHOOTERS = range(4)

ZERO, ONE, TWO, SIX, SEVEN, ROW, NINE, SIXTEEN = (np.uint64(n) for n in (0, 1, 2, 6, 7, 8, 9, 16))
BOARD = np.uint64(0x3F3F3F3F3F3F)
COLUMN = np.uint64(0x010101010101)
COLUMNS = np.uint64(0x3F)
EVERY_BYTE = np.uint64(0x0101010101010101)
TOP_BYTE, TOP_HALF = np.uint64(56), np.uint64(32)
LOW_HALF = np.uint64(0xFFFFFFFF)
SIXTY = np.uint64(60)

# COUNT[columns]: how many; PICK[64 * columns + r], r below 60: one of them, each for the same number of r.
COUNT = np.array([columns.bit_count() for columns in range(64)], np.int64)
PICK = np.zeros(64 * 64, np.uint8)
for _columns in range(1, 64):
    _members = [column for column in range(SIZE) if _columns >> column & 1]
    PICK[64 * _columns : 64 * _columns + 60] = [_members[r % len(_members)] for r in range(60)]


def encode(state: State) -> NDArray[np.uint64]:
    position = np.zeros(4, np.uint64)
    for seat in (0, 1):
        position[seat] = sum(1 << (8 * row + column) for column, row in living(state, seat))
    position[TERRITORY] = sum(
        1 << (8 * row + column) for column, boundary in enumerate(state.boundary) for row in range(boundary)
    )
    position[SHOOTERS] = _shooters(state)
    return position


def _shooters(state):
    reach = REACH[state.c_reach]
    packed = 0
    for seat in (1, 0):
        for boxes in (AT_TWO, ADJACENT, DIAGONAL):
            packed <<= 6
            packed |= sum(
                1 << column for column in range(SIZE) if boxes <= reach[tank_type(state, seat, column)]
            )
    return packed


@compiled
def _columns_of(boxes):
    """The columns of boxes of which no two share one: then the sum of the rows is their union."""
    return (boxes * EVERY_BYTE) >> TOP_BYTE


@compiled
def _targets(u, d):
    """The boxes ahead of U's and of D's movable tanks."""
    return (u << ROW) & BOARD & ~d, (d >> ROW) & ~u


@compiled
def _hits(tanks, diagonal, adjacent, at_two):
    a, b, c = tanks & diagonal, tanks & adjacent, tanks & at_two
    return (
        (a << NINE | a << SEVEN | a >> NINE | a >> SEVEN)
        | (b << ONE | b >> ONE | b << ROW | b >> ROW)
        | (c << TWO | c >> TWO | c << SIXTEEN | c >> SIXTEEN)
    )


@compiled
def _spread(shooters, group):
    """One group of six column bits, as whole columns."""
    return ((shooters >> (SIX * group)) & COLUMNS) * COLUMN


@compiled
def unpack(shooters):
    return (
        _spread(shooters, ZERO),
        _spread(shooters, ONE),
        _spread(shooters, TWO),
        _spread(shooters, np.uint64(3)),
        _spread(shooters, np.uint64(4)),
        _spread(shooters, np.uint64(5)),
    )


@compiled
def play_round(u, d, territory, u_box, d_box, masks):
    """One round, given the box each player drives into. A contested box goes to its owner (rule 5)."""
    contested = u_box & d_box
    u_enters = u_box & ~(contested & ~territory)
    d_enters = d_box & ~(contested & territory)
    u ^= u_enters | u_enters >> ROW
    d ^= d_enters | d_enters << ROW
    territory = (territory | u_enters) & ~d_enters
    u_hits = _hits(u, masks[0], masks[1], masks[2])
    d_hits = _hits(d, masks[3], masks[4], masks[5])
    return u & ~d_hits, d & ~u_hits, territory


@compiled
def count_bits(x):
    x = x - ((x >> ONE) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> TWO) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * EVERY_BYTE) >> TOP_BYTE)


@compiled
def _winner(u, d, territory):
    """0, 1 or 2 for a draw, of a game that is over (rule 8)."""
    lead = COUNT[_columns_of(u)] - COUNT[_columns_of(d)]
    if lead == 0:
        lead = 2 * count_bits(territory) - 36
    return 0 if lead > 0 else 1 if lead < 0 else 2


@compiled
def legal(position, seat, moves):
    u_boxes, d_boxes = _targets(position[U], position[D])
    if u_boxes == ZERO or d_boxes == ZERO:
        return 0
    columns = _columns_of(d_boxes if seat else u_boxes)
    count = 0
    for lane in range(6):
        column = lane if seat else 5 - lane
        if (columns >> np.uint64(column)) & ONE:
            moves[count] = lane
            count += 1
    return count


@compiled
def apply(position, u_move, d_move):
    u_boxes, d_boxes = _targets(position[U], position[D])
    u_box = u_boxes & (COLUMN << np.uint64(5 - u_move))
    d_box = d_boxes & (COLUMN << np.uint64(d_move))
    u, d, territory = play_round(
        position[U], position[D], position[TERRITORY], u_box, d_box, unpack(position[SHOOTERS])
    )
    position[U], position[D], position[TERRITORY] = u, d, territory


@compiled
def result(position):
    u_boxes, d_boxes = _targets(position[U], position[D])
    if u_boxes != ZERO and d_boxes != ZERO:
        return 3
    return _winner(position[U], position[D], position[TERRITORY])


@compiled
def mixed(x):
    """The finishing steps of splitmix64: every bit of x reaches every bit of the result."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@compiled
def key(position):
    hashed = ZERO
    for word in position:
        hashed = mixed(hashed + word + np.uint64(0x9E3779B97F4A7C15))
    return hashed


@compiled
def _count(u, d, territory, masks, turns):
    u_boxes, d_boxes = _targets(u, d)
    if turns == 1:
        return COUNT[_columns_of(u_boxes)] * COUNT[_columns_of(d_boxes)]
    total = 0
    u_left = u_boxes
    while u_left and d_boxes:
        u_box = u_left & (~u_left + ONE)
        u_left ^= u_box
        d_left = d_boxes
        while d_left:
            d_box = d_left & (~d_left + ONE)
            d_left ^= d_box
            u_next, d_next, territory_next = play_round(u, d, territory, u_box, d_box, masks)
            total += _count(u_next, d_next, territory_next, masks, turns - 1)
    return total


@compiled
def perft(position, turns):
    if turns == 0:
        return 1
    masks = unpack(position[SHOOTERS])
    return _count(position[U], position[D], position[TERRITORY], masks, turns)


@compiled
def playouts(position, games, seed):
    results = np.zeros(4, np.int64)
    masks = unpack(position[SHOOTERS])
    turns = 0
    weyl = np.uint64(seed)
    for _ in range(games):
        u, d, territory = position[U], position[D], position[TERRITORY]
        u_boxes, d_boxes = _targets(u, d)
        while u_boxes != ZERO and d_boxes != ZERO:
            weyl += np.uint64(0x9E3779B97F4A7C15)
            chance = mixed(weyl)
            u_chance = ((chance & LOW_HALF) * SIXTY) >> TOP_HALF
            d_chance = ((chance >> TOP_HALF) * SIXTY) >> TOP_HALF
            u_column = np.uint64(PICK[(_columns_of(u_boxes) << SIX) + u_chance])
            d_column = np.uint64(PICK[(_columns_of(d_boxes) << SIX) + d_chance])
            u_box, d_box = u_boxes & (COLUMN << u_column), d_boxes & (COLUMN << d_column)
            u, d, territory = play_round(u, d, territory, u_box, d_box, masks)
            turns += 1
            u_boxes, d_boxes = _targets(u, d)
        results[_winner(u, d, territory)] += 1
    results[3] = turns
    return results


KERNEL = Kernel(encode, legal, apply, result, key, perft, playouts)
