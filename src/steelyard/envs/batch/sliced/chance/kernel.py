"""Random moves in bit-sliced games: a random number for each game is one bit in each of several planes."""

import numpy as np

from steelyard.core.compiler import compiled
from steelyard.envs.batch.sliced.kernel import (
    BELOW_AT,
    C2,
    C3,
    C4,
    C5,
    COLUMN,
    D_LEGAL_AT,
    D_MOVES_AT,
    EIGHT,
    R1,
    R2,
    R3,
    R4,
    R5,
    SEED_AT,
    U_LEGAL_AT,
    U_MOVES_AT,
    ZERO,
    block_of,
    carry_of,
    tally,
)

# Random numbers below 3 and below 5 are drawn with this many bits: a chance is off by less than 1 in 60,000.
BITS = 16
THRESHOLDS = [round(2**BITS * share) for share in (1 / 3, 2 / 3, 1 / 5, 2 / 5, 3 / 5, 4 / 5)]
THRESHOLD_BITS = np.array(
    [[(2**64 - 1) * (threshold >> bit & 1) for threshold in THRESHOLDS] for bit in range(BITS)], np.uint64
)
ROTATE, BACK, SHIFT, TURN, TURN_BACK = (np.uint64(n) for n in (24, 40, 16, 37, 27))


@compiled
def _random(w, l):
    """xoroshiro128+, one for each word of a plane."""
    a, b = w[SEED_AT + l], w[SEED_AT + R1 + l]
    drawn = a + b
    b ^= a
    w[SEED_AT + l] = (a << ROTATE | a >> BACK) ^ b ^ (b << SHIFT)
    w[SEED_AT + R1 + l] = b << TURN | b >> TURN_BACK
    return drawn


@compiled
def _draw(w):
    """For each threshold, whether a random number of BITS bits is below it: one number for all of them."""
    for l in range(EIGHT):
        i = BELOW_AT + l
        w[i] = w[i + R1] = w[i + R2] = w[i + R3] = w[i + R4] = w[i + R5] = ZERO
    for bit in range(BITS):
        c0, c1, c2, c3, c4, c5 = THRESHOLD_BITS[bit]
        for l in range(EIGHT):
            drawn, i = ~_random(w, l), BELOW_AT + l
            w[i] = carry_of(drawn, w[i], c0)
            w[i + R1] = carry_of(drawn, w[i + R1], c1)
            w[i + R2] = carry_of(drawn, w[i + R2], c2)
            w[i + R3] = carry_of(drawn, w[i + R3], c3)
            w[i + R4] = carry_of(drawn, w[i + R4], c4)
            w[i + R5] = carry_of(drawn, w[i + R5], c5)


@compiled
def _choose(w, legal, moves):
    """One of the legal moves of a seat, each equally likely.

    A number below the count of legal moves is drawn, as a plane for each: a is a coin, b another, and t and f
    are random numbers below 3 and below 5. The move is the legal one of that number.
    """
    for l in range(EIGHT):
        a, b, i = _random(w, l), _random(w, l), BELOW_AT + l
        t0, t1, t2 = w[i], w[i + R1] & ~w[i], ~w[i + R1]
        f0, f1, f2 = w[i + R2], w[i + R3] & ~w[i + R2], w[i + R4] & ~w[i + R3]
        f3, f4 = w[i + R5] & ~w[i + R4], ~w[i + R5]
        k0, k1, k2 = tally(w, legal, l)
        of_1, of_2, of_3 = k0 & ~k1 & ~k2, k1 & ~k0 & ~k2, k0 & k1 & ~k2
        of_4, of_5, of_6 = k2 & ~k0 & ~k1, k2 & k0, k2 & k1
        n0 = of_1 | (of_2 & a) | (of_3 & t0) | (of_4 & a & b) | (of_5 & f0) | (of_6 & a & t0)
        n1 = (of_2 & ~a) | (of_3 & t1) | (of_4 & a & ~b) | (of_5 & f1) | (of_6 & a & t1)
        n2 = (of_3 & t2) | (of_4 & ~a & b) | (of_5 & f2) | (of_6 & a & t2)
        n3 = (of_4 & ~a & ~b) | (of_5 & f3) | (of_6 & ~a & t0)
        n4 = (of_5 & f4) | (of_6 & ~a & t1)
        n5 = of_6 & ~a & t2
        i, to = legal + l, moves + l
        can = w[i]
        w[to] = can & n0
        n0, n1, n2 = n0 ^ ((n0 ^ n1) & can), n1 ^ ((n1 ^ n2) & can), n2 ^ ((n2 ^ n3) & can)
        n3, n4 = n3 ^ ((n3 ^ n4) & can), n4 ^ ((n4 ^ n5) & can)
        can = w[i + COLUMN]
        w[to + COLUMN] = can & n0
        n0, n1, n2 = n0 ^ ((n0 ^ n1) & can), n1 ^ ((n1 ^ n2) & can), n2 ^ ((n2 ^ n3) & can)
        n3 ^= (n3 ^ n4) & can
        can = w[i + C2]
        w[to + C2] = can & n0
        n0, n1, n2 = n0 ^ ((n0 ^ n1) & can), n1 ^ ((n1 ^ n2) & can), n2 ^ ((n2 ^ n3) & can)
        can = w[i + C3]
        w[to + C3] = can & n0
        n0, n1 = n0 ^ ((n0 ^ n1) & can), n1 ^ ((n1 ^ n2) & can)
        can = w[i + C4]
        w[to + C4] = can & n0
        n0 ^= (n0 ^ n1) & can
        w[to + C5] = w[i + C5] & n0


@compiled
def sample(memory, blocks):
    """Write a random legal move of both seats into the planes of moves."""
    for block in range(blocks):
        w = block_of(memory, block)
        _draw(w)
        _choose(w, U_LEGAL_AT, U_MOVES_AT)
        _draw(w)
        _choose(w, D_LEGAL_AT, D_MOVES_AT)
