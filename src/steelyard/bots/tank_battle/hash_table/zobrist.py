"""The numbers that hash keys are made of: one for each kind of tank on each square, the turn, and passes."""

import numpy as np

SEED = 20_261_117
_numbers = np.random.Generator(np.random.PCG64(SEED)).integers(1, 2**64, 4 * 128 + 4, np.uint64)
TANKS = _numbers[: 4 * 128]
"""At 128 * (2 * seat + is commander) + square."""
TURN = np.uint64(_numbers[4 * 128])
PASSES = np.array([0, *_numbers[4 * 128 + 1 :]], np.uint64)
"""By how many passes there were in a row."""
