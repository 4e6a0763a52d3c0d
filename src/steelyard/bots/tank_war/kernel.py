"""Looks two rounds of Tank War ahead, compiled: the lead after everything that can happen."""

import numpy as np

from steelyard.core.compiler import compiled
from steelyard.games.tank_war.kernel import TERRITORY, D, U, apply, count_bits, legal, result

MOVES = 6
PLAYING, DRAW = 3, 2
TANK, WIN = 1.0, 10.0  # relative to one box more than the enemy at 1/50


@compiled
def lead(position):
    """U's lead: a win counts more than all tanks, one tank more than all boxes."""
    ended = result(position)
    tanks = count_bits(position[U]) - count_bits(position[D])
    boxes = 2 * count_bits(position[TERRITORY]) - 36
    won = 0.0 if ended >= DRAW else WIN - 2 * WIN * ended
    return won + TANK * tanks + boxes / 100


@compiled
def two_rounds(position, leads, shapes):
    """Write the leads after two rounds into leads[6 * u + d, 0], where u and d number the first moves.

    A game that ends in the first round counts as a second round with one possibility. Returns how many moves
    U and D have now.
    """
    u_moves, d_moves = np.empty(MOVES, np.int64), np.empty(MOVES, np.int64)
    u_next, d_next = np.empty(MOVES, np.int64), np.empty(MOVES, np.int64)
    u_count, d_count = legal(position, 0, u_moves), legal(position, 1, d_moves)
    shapes[:] = 1
    leads[:] = 0.0
    for u in range(u_count):
        for d in range(d_count):
            after = position.copy()
            apply(after, u_moves[u], d_moves[d])
            pair = MOVES * u + d
            if result(after) != PLAYING:
                leads[pair, 0, 0, 0] = lead(after)
                continue
            shapes[pair, 0], shapes[pair, 1] = legal(after, 0, u_next), legal(after, 1, d_next)
            for i in range(shapes[pair, 0]):
                for j in range(shapes[pair, 1]):
                    last = after.copy()
                    apply(last, u_next[i], d_next[j])
                    leads[pair, 0, i, j] = lead(last)
    return u_count, d_count
