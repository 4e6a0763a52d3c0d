"""The static evaluation of a position: a weighted sum, so that the weights can be tuned.

Weights come in pairs, for a full board and for an empty one, and are interpolated by the tanks that are left.
The sum of the tanks' square values is updated as tanks move; terms that depend on counts are looked up.
"""

from functools import partial

import numpy as np

from steelyard.bots.tank_battle.mobility.kernel import LINES, OUTSIDE, lowest, stands
from steelyard.core import compiler
from steelyard.games.tank_battle import kernel as rules
from steelyard.games.tank_battle.boards import ARMY, SIZE, SQUARES

compiled = partial(compiler.compiled, nogil=True)

FULL = 2 * ARMY  # tanks at the start
ZONE = 48  # they count in this many turns before the quiet limit
COUNTS, ADVANCES = ARMY + 1, 2 * SIZE - 1

TEMPO, TANK, COMMANDER, ARRIVED, CROWNED, QUIET_AHEAD = range(6)
HOME = 6  # by the number of tanks in the own base
AFIELD = HOME + COUNTS  # by the number not in the enemy base: if the points are level, ahead, behind
ADVANCE = AFIELD + 3 * COUNTS  # by the steps towards the enemy's corner; then for the commander
ASIDE = ADVANCE + 2 * ADVANCES  # by the distance from the line between the corners; then for the commander
FEATURES = ASIDE + 2 * SIZE
WORTHS = 2 * 4 * 128  # a pair for each seat, kind and square


@compiled
def price(weights, ground, worth):
    """The value of a tank of each seat and kind to White, for each square."""
    for seat in range(2):
        circle = rules.WHITE_CIRCLE if seat else rules.BLACK_CIRCLE
        for kind in range(2):
            for square in range(SQUARES):
                rank, file = divmod(SQUARES - 1 - square if seat else square, SIZE)
                advance = ADVANCE + ADVANCES * kind + SIZE - 1 - file + rank
                aside = ASIDE + SIZE * kind + abs(SIZE - 1 - file - rank)
                for phase in range(2):
                    value = (
                        weights[2 * TANK + phase] + weights[2 * advance + phase] + weights[2 * aside + phase]
                    )
                    if kind:
                        value += weights[2 * COMMANDER + phase]
                        if square == circle:
                            value += weights[2 * CROWNED + phase]
                    if not stands(ground, OUTSIDE + LINES * seat, square):
                        value += weights[2 * ARRIVED + phase]
                    worth[2 * (128 * (2 * seat + kind) + square) + phase] = value if seat == 0 else -value


@compiled
def sum_of_tanks(position, lines, worth, phase):
    """The sum of all tanks' values in a position, on a full board (phase 0) or an empty one (1)."""
    total = 0
    for seat in range(2):
        commander = rules.commander_of(position, seat)
        for rank in range(SIZE):
            tanks = np.int64(lines[LINES * seat + rank])
            while tanks:
                square = SIZE * rank + lowest(tanks)
                tanks &= tanks - 1
                total += worth[2 * (128 * (2 * seat + (square == commander)) + square) + phase]
    return total


@compiled
def evaluate(position, weights, early, late, seat):
    """The evaluation for the seat to move, times FULL; `early` and `late` are the sums of its tanks."""
    white, black = rules.tanks_of(position, rules.WHITE), rules.tanks_of(position, rules.BLACK)
    lead = rules.points(position, 0) - rules.points(position, 1)
    ahead = (lead > 0) - (lead < 0)
    white_count = AFIELD + COUNTS * (ahead % 3) + white - rules.arrived(position, 0)
    black_count = AFIELD + COUNTS * (-ahead % 3) + black - rules.arrived(position, 1)
    white_home, black_home = HOME + _at_home(position, 0), HOME + _at_home(position, 1)
    early += weights[2 * white_count] - weights[2 * black_count]
    late += weights[2 * white_count + 1] - weights[2 * black_count + 1]
    early += weights[2 * white_home] - weights[2 * black_home]
    late += weights[2 * white_home + 1] - weights[2 * black_home + 1]
    limit, quiet = np.int64(position[rules.LIMIT]), np.int64(position[rules.QUIET])
    if limit and limit - quiet < ZONE:
        near = (ZONE - limit + quiet) * ahead
        early += near * weights[2 * QUIET_AHEAD] // ZONE
        late += near * weights[2 * QUIET_AHEAD + 1] // ZONE
    left = white + black
    total = early * left + late * (FULL - left)
    return (-total if seat else total) + weights[2 * TEMPO] * left + weights[2 * TEMPO + 1] * (FULL - left)


@compiled
def _at_home(position, seat):
    own, base = 2 * seat, rules.WHITE_BASE + 2 * seat
    low, high = position[own] & position[base], position[own + 1] & position[base + 1]
    return np.int64(rules.bits(low) + rules.bits(high))
