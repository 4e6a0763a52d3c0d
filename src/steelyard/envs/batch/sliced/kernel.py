"""Tank War bit-sliced: a game in each bit of machine words, so that one instruction plays 64 to 512 of them.

A block is 512 games: planes of eight words, which compilers turn into one or a few vector instructions. Each
column of the board has a record of planes: U's tank on each row, D's tank on each row, U's boxes on each row,
the hits on both, the moves of both players in this column, and whether they can move there. After the six
records come the block's own planes: games that are done, games won, wrong moves, random numbers.

Planes lie at fixed distances in one array, and no loop over the eight words has a branch: so the compiler
can see that it may play them at once. Indices are unsigned: of signed ones Numba asks whether they count from
the end, and the compiler no longer sees it. A mix of both would become a float, hence the typed constants.
"""

import numpy as np

from steelyard.core.compiler import compiled, inlined

LANES = 8
ROWS = 6
# The planes of a column's record, then those of the block.
U, D, T, U_HIT, D_HIT, U_MOVES, D_MOVES, U_LEGAL, D_LEGAL, RECORD = 0, 6, 12, 18, 24, 30, 31, 32, 33, 34
DONE, U_WON, D_WON, U_WRONG, D_WRONG, SEED, BELOW = (6 * RECORD + n for n in (0, 1, 2, 3, 4, 5, 7))
BLOCK = 6 * RECORD + 13
# The columns beside the edges belong to no board. They are read, in the blocks next to this one or before the
# first and after the last, and what was read is masked.
EDGE = 2 * RECORD


def _words(plane):
    return np.uint64(LANES * (EDGE + plane))


_U, _D, _T, _U_HIT, _D_HIT, U_MOVES_AT, D_MOVES_AT, U_LEGAL_AT, D_LEGAL_AT = (
    _words(plane) for plane in (U, D, T, U_HIT, D_HIT, U_MOVES, D_MOVES, U_LEGAL, D_LEGAL)
)
_DONE, _U_WON, _D_WON, _U_WRONG, _D_WRONG, SEED_AT, BELOW_AT = (
    _words(plane) for plane in (DONE, U_WON, D_WON, U_WRONG, D_WRONG, SEED, BELOW)
)
R1, R2, R3, R4, R5 = (np.uint64(LANES * row) for row in range(1, 6))  # from a plane to that of another row
COLUMN = np.uint64(LANES * RECORD)  # from a column's record to the next
C2, C3, C4, C5 = (COLUMN * np.uint64(n) for n in range(2, 6))
ZERO, ONE, TWO, THREE, FOUR, SIX, EIGHT = (np.uint64(n) for n in (0, 1, 2, 3, 4, 6, LANES))
DIAGONAL, ADJACENT, AT_TWO = range(3)  # kinds of shots


@compiled
def sum_of(a, b, c):
    return a ^ b ^ c


@compiled
def carry_of(a, b, c):
    return (a & b) | (c & (a ^ b))


@compiled
def tally(w, plane, l):
    """How many of the six columns have that plane, as a number of three planes."""
    i = plane + l
    a, b, c = w[i], w[i + COLUMN], w[i + C2]
    d, e, f = w[i + C3], w[i + C4], w[i + C5]
    low, high = sum_of(a, b, c), carry_of(a, b, c)
    other_low, other_high = sum_of(d, e, f), carry_of(d, e, f)
    both = low & other_low
    return low ^ other_low, sum_of(high, other_high, both), carry_of(high, other_high, both)


@inlined
def _find_wrong(w, moves, legal, wrong):
    """Which games have no move of a seat, several of them, or one that is not legal."""
    for l in range(EIGHT):
        i, k = moves + l, legal + l
        one, two, four = tally(w, moves, l)
        out = (w[i] & ~w[k]) | (w[i + COLUMN] & ~w[k + COLUMN]) | (w[i + C2] & ~w[k + C2])
        out |= (w[i + C3] & ~w[k + C3]) | (w[i + C4] & ~w[k + C4]) | (w[i + C5] & ~w[k + C5])
        w[wrong + l] = ~one | two | four | out


@compiled
def _drive(w, first):
    """Rules 5 and 6 in one column: a contested box goes to its owner."""
    for l in range(EIGHT):
        i = first + l
        u_moves, d_moves = w[U_MOVES_AT + i], w[D_MOVES_AT + i]
        u, d, t = _U + i, _D + i, _T + i
        # The tanks that would enter each row.
        u1, u2, u3, u4, u5 = (
            w[u] & u_moves,
            w[u + R1] & u_moves,
            w[u + R2] & u_moves,
            w[u + R3] & u_moves,
            w[u + R4] & u_moves,
        )
        d0, d1, d2, d3, d4 = (
            w[d + R1] & d_moves,
            w[d + R2] & d_moves,
            w[d + R3] & d_moves,
            w[d + R4] & d_moves,
            w[d + R5] & d_moves,
        )
        t1, t2, t3, t4 = w[t + R1], w[t + R2], w[t + R3], w[t + R4]
        u1, d1 = u1 & (t1 | ~d1), d1 & ~(t1 & u1)
        u2, d2 = u2 & (t2 | ~d2), d2 & ~(t2 & u2)
        u3, d3 = u3 & (t3 | ~d3), d3 & ~(t3 & u3)
        u4, d4 = u4 & (t4 | ~d4), d4 & ~(t4 & u4)
        w[u] ^= u1
        w[u + R1] ^= u1 ^ u2
        w[u + R2] ^= u2 ^ u3
        w[u + R3] ^= u3 ^ u4
        w[u + R4] ^= u4 ^ u5
        w[u + R5] ^= u5
        w[d] ^= d0
        w[d + R1] ^= d0 ^ d1
        w[d + R2] ^= d1 ^ d2
        w[d + R3] ^= d2 ^ d3
        w[d + R4] ^= d3 ^ d4
        w[d + R5] ^= d4
        w[t] &= ~d0
        w[t + R1] = (t1 | u1) & ~d1
        w[t + R2] = (t2 | u2) & ~d2
        w[t + R3] = (t3 | u3) & ~d3
        w[t + R4] = (t4 | u4) & ~d4
        w[t + R5] |= u5


@inlined
def _fire(w, tanks, column, shooters, hits):
    """Rule 7: the boxes of a column that the enemy's tanks hit, into six planes from `hits` on.

    `shooters` has, for each column, whether the enemy's tank there fires diagonally, at the next box and at
    two boxes: as whole words, with columns of no board at both ends.
    """
    first = COLUMN * column
    diagonal_left, diagonal_right = shooters[DIAGONAL, column + ONE], shooters[DIAGONAL, column + THREE]
    adjacent_left, adjacent_right = shooters[ADJACENT, column + ONE], shooters[ADJACENT, column + THREE]
    two_left, two_right = shooters[AT_TWO, column], shooters[AT_TWO, column + FOUR]
    adjacent, two = shooters[ADJACENT, column + TWO], shooters[AT_TWO, column + TWO]
    for l in range(EIGHT):
        own = tanks + first + l
        left, right = own - COLUMN, own + COLUMN
        far_left, far_right = own - C2, own + C2
        o0, o1, o2, o3, o4, o5 = w[own], w[own + R1], w[own + R2], w[own + R3], w[own + R4], w[own + R5]
        a0, a1, a2, a3, a4, a5 = (
            w[left],
            w[left + R1],
            w[left + R2],
            w[left + R3],
            w[left + R4],
            w[left + R5],
        )
        b0, b1, b2, b3, b4, b5 = (
            w[right],
            w[right + R1],
            w[right + R2],
            w[right + R3],
            w[right + R4],
            w[right + R5],
        )
        hit = hits + first + l
        w[hit] = (
            (diagonal_left & a1)
            | (diagonal_right & b1)
            | (adjacent_left & a0)
            | (adjacent_right & b0)
            | (adjacent & o1)
            | (two & o2)
            | (two_left & w[far_left])
            | (two_right & w[far_right])
        )
        w[hit + R1] = (
            (diagonal_left & (a0 | a2))
            | (diagonal_right & (b0 | b2))
            | (adjacent_left & a1)
            | (adjacent_right & b1)
            | (adjacent & (o0 | o2))
            | (two & o3)
            | (two_left & w[far_left + R1])
            | (two_right & w[far_right + R1])
        )
        w[hit + R2] = (
            (diagonal_left & (a1 | a3))
            | (diagonal_right & (b1 | b3))
            | (adjacent_left & a2)
            | (adjacent_right & b2)
            | (adjacent & (o1 | o3))
            | (two & (o0 | o4))
            | (two_left & w[far_left + R2])
            | (two_right & w[far_right + R2])
        )
        w[hit + R3] = (
            (diagonal_left & (a2 | a4))
            | (diagonal_right & (b2 | b4))
            | (adjacent_left & a3)
            | (adjacent_right & b3)
            | (adjacent & (o2 | o4))
            | (two & (o1 | o5))
            | (two_left & w[far_left + R3])
            | (two_right & w[far_right + R3])
        )
        w[hit + R4] = (
            (diagonal_left & (a3 | a5))
            | (diagonal_right & (b3 | b5))
            | (adjacent_left & a4)
            | (adjacent_right & b4)
            | (adjacent & (o3 | o5))
            | (two & o2)
            | (two_left & w[far_left + R4])
            | (two_right & w[far_right + R4])
        )
        w[hit + R5] = (
            (diagonal_left & a4)
            | (diagonal_right & b4)
            | (adjacent_left & a5)
            | (adjacent_right & b5)
            | (adjacent & o4)
            | (two & o3)
            | (two_left & w[far_left + R5])
            | (two_right & w[far_right + R5])
        )


@compiled
def _destroy(w, first):
    """The tanks of a column that were hit are gone; then, which of the others can move (rule 4)."""
    for l in range(EIGHT):
        i = first + l
        u, d = _U + i, _D + i
        u_hit, d_hit = _U_HIT + i, _D_HIT + i
        u0, u1, u2 = w[u] & ~w[u_hit], w[u + R1] & ~w[u_hit + R1], w[u + R2] & ~w[u_hit + R2]
        u3, u4, u5 = w[u + R3] & ~w[u_hit + R3], w[u + R4] & ~w[u_hit + R4], w[u + R5] & ~w[u_hit + R5]
        d0, d1, d2 = w[d] & ~w[d_hit], w[d + R1] & ~w[d_hit + R1], w[d + R2] & ~w[d_hit + R2]
        d3, d4, d5 = w[d + R3] & ~w[d_hit + R3], w[d + R4] & ~w[d_hit + R4], w[d + R5] & ~w[d_hit + R5]
        w[u], w[u + R1], w[u + R2], w[u + R3], w[u + R4], w[u + R5] = u0, u1, u2, u3, u4, u5
        w[d], w[d + R1], w[d + R2], w[d + R3], w[d + R4], w[d + R5] = d0, d1, d2, d3, d4, d5
        w[U_LEGAL_AT + i] = (u0 & ~d1) | (u1 & ~d2) | (u2 & ~d3) | (u3 & ~d4) | (u4 & ~d5)
        w[D_LEGAL_AT + i] = (d1 & ~u0) | (d2 & ~u1) | (d3 & ~u2) | (d4 & ~u3) | (d5 & ~u4)
        # For the score: which tanks live, and U's boxes as a number. U's boxes are those from the top on.
        t = _T + i
        t1, t3, t5 = w[t + R1], w[t + R3], w[t + R5]
        w[u_hit] = u0 | u1 | u2 | u3 | u4 | u5
        w[u_hit + R1] = d0 | d1 | d2 | d3 | d4 | d5
        w[u_hit + R2] = (w[t] & ~t1) | (w[t + R2] & ~t3) | (w[t + R4] & ~t5)
        w[u_hit + R3] = (t1 & ~t3) | t5
        w[u_hit + R4] = t3


@compiled
def _judge(w):
    """Rules 4 and 8: which games are over, and who has won them."""
    for l in range(EIGHT):
        i = U_LEGAL_AT + l
        u_can = w[i] | w[i + COLUMN] | w[i + C2] | w[i + C3] | w[i + C4] | w[i + C5]
        i = D_LEGAL_AT + l
        d_can = w[i] | w[i + COLUMN] | w[i + C2] | w[i + C3] | w[i + C4] | w[i + C5]
        over = ~(u_can & d_can)
        u0, u1, u2 = tally(w, _U_HIT, l)
        d0, d1, d2 = tally(w, _U_HIT + R1, l)
        u_ahead = (u2 & ~d2) | (~(u2 ^ d2) & ((u1 & ~d1) | (~(u1 ^ d1) & (u0 & ~d0))))
        d_ahead = (d2 & ~u2) | (~(d2 ^ u2) & ((d1 & ~u1) | (~(d1 ^ u1) & (d0 & ~u0))))
        # The sum of six numbers of three planes: at most 36.
        ones, ones_2, ones_4 = tally(w, _U_HIT + R2, l)
        twos, twos_4, twos_8 = tally(w, _U_HIT + R3, l)
        fours, fours_8, fours_16 = tally(w, _U_HIT + R4, l)
        b0 = ones
        b1, carry = ones_2 ^ twos, ones_2 & twos
        b2 = sum_of(sum_of(ones_4, twos_4, fours), carry, ZERO)
        carry_1, carry_2 = carry_of(ones_4, twos_4, fours), sum_of(ones_4, twos_4, fours) & carry
        b3 = sum_of(sum_of(twos_8, fours_8, carry_1), carry_2, ZERO)
        carry_3, carry_4 = carry_of(twos_8, fours_8, carry_1), sum_of(twos_8, fours_8, carry_1) & carry_2
        b4 = sum_of(fours_16, carry_3, carry_4)
        b5 = carry_of(fours_16, carry_3, carry_4)
        more = b5 | (b4 & (b3 | b2 | (b1 & b0)))  # than 18
        level = b4 & b1 & ~(b5 | b3 | b2 | b0)
        u_wins = u_ahead | (~d_ahead & more)
        d_wins = d_ahead | (~u_ahead & ~(more | level))
        u_wrong, d_wrong = w[_U_WRONG + l], w[_D_WRONG + l]
        right = ~(u_wrong | d_wrong)
        done = over | ~right
        w[_DONE + l] = done
        w[_U_WON + l] = (right & over & u_wins) | (d_wrong & ~u_wrong)
        w[_D_WON + l] = (right & over & d_wins) | (u_wrong & ~d_wrong)
        i = _D_HIT + l
        w[i], w[i + COLUMN], w[i + C2], w[i + C3], w[i + C4], w[i + C5] = done, done, done, done, done, done


@compiled
def _either(choice, a, b):
    """Where the choice has a bit a, elsewhere b."""
    return b ^ ((a ^ b) & choice)


@compiled
def _restart(w, first, start):
    """A column of the games that are done, as at the start."""
    u0, u1, u2, u3, u4, u5 = start[0], start[1], start[2], start[3], start[4], start[5]
    d0, d1, d2, d3, d4, d5 = start[6], start[7], start[8], start[9], start[10], start[11]
    t0, t1, t2, t3, t4, t5 = start[12], start[13], start[14], start[15], start[16], start[17]
    u_legal, d_legal = start[18], start[19]
    for l in range(EIGHT):
        i = first + l
        done = w[_D_HIT + i]
        w[_U + i] = _either(done, u0, w[_U + i])
        w[_U + R1 + i] = _either(done, u1, w[_U + R1 + i])
        w[_U + R2 + i] = _either(done, u2, w[_U + R2 + i])
        w[_U + R3 + i] = _either(done, u3, w[_U + R3 + i])
        w[_U + R4 + i] = _either(done, u4, w[_U + R4 + i])
        w[_U + R5 + i] = _either(done, u5, w[_U + R5 + i])
        w[_D + i] = _either(done, d0, w[_D + i])
        w[_D + R1 + i] = _either(done, d1, w[_D + R1 + i])
        w[_D + R2 + i] = _either(done, d2, w[_D + R2 + i])
        w[_D + R3 + i] = _either(done, d3, w[_D + R3 + i])
        w[_D + R4 + i] = _either(done, d4, w[_D + R4 + i])
        w[_D + R5 + i] = _either(done, d5, w[_D + R5 + i])
        w[_T + i] = _either(done, t0, w[_T + i])
        w[_T + R1 + i] = _either(done, t1, w[_T + R1 + i])
        w[_T + R2 + i] = _either(done, t2, w[_T + R2 + i])
        w[_T + R3 + i] = _either(done, t3, w[_T + R3 + i])
        w[_T + R4 + i] = _either(done, t4, w[_T + R4 + i])
        w[_T + R5 + i] = _either(done, t5, w[_T + R5 + i])
        w[U_LEGAL_AT + i] = _either(done, u_legal, w[U_LEGAL_AT + i])
        w[D_LEGAL_AT + i] = _either(done, d_legal, w[D_LEGAL_AT + i])


@compiled
def block_of(memory, block):
    """The words of a block, and those beside its edges."""
    return memory[block * BLOCK * LANES : ((block + 1) * BLOCK + 2 * EDGE) * LANES]


@compiled
def step(memory, blocks, shooters, starts):
    """Play the moves in their planes; games that are over begin again."""
    for block in range(blocks):
        w = block_of(memory, block)
        _find_wrong(w, U_MOVES_AT, U_LEGAL_AT, _U_WRONG)
        _find_wrong(w, D_MOVES_AT, D_LEGAL_AT, _D_WRONG)
        for column in range(SIX):
            _drive(w, COLUMN * column)
        for column in range(SIX):
            _fire(w, _U, column, shooters[0], _D_HIT)
            _fire(w, _D, column, shooters[1], _U_HIT)
        for column in range(SIX):
            _destroy(w, COLUMN * column)
        _judge(w)
        for column in range(SIX):
            _restart(w, COLUMN * column, starts[column])
