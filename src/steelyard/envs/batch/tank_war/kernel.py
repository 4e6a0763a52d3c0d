"""Many games of Tank War in one call, on the positions of the game's kernel."""

import numpy as np

from steelyard.core.compiler import compiled
from steelyard.games.tank_war import kernel
from steelyard.games.tank_war.kernel import COLUMN, SHOOTERS, TERRITORY, D, U

ONE, SIX, ROW = np.uint64(1), np.uint64(6), np.uint64(8)
BOARD = kernel.BOARD
WEYL = np.uint64(0x9E3779B97F4A7C15)
HALF, LOW_HALF = np.uint64(32), np.uint64(0xFFFFFFFF)
DIAGONAL, AT_TWO = 0, 2  # groups of SHOOTERS
MOST_MOVES = 6
NO_MOVE = -1


@compiled
def _targets(position):
    u, d = position[U], position[D]
    return (u << ROW) & BOARD & ~d, (d >> ROW) & ~u


@compiled
def is_legal(position, seat, move):
    if move < 0 or move > 5:
        return False
    u_boxes, d_boxes = _targets(position)
    column = move if seat else 5 - move
    return ((d_boxes if seat else u_boxes) & (COLUMN << np.uint64(column))) != np.uint64(0)


@compiled
def to_move(positions, seats):  # noqa: ARG001 - both, always
    seats[:] = True


@compiled
def step(positions, moves, starts, ended, rewards, done):
    for n in range(len(positions)):
        if moves[n, 0] == NO_MOVE and moves[n, 1] == NO_MOVE:
            done[n], rewards[n, 0], rewards[n, 1] = False, 0, 0
            continue
        position = positions[n]
        u_legal, d_legal = is_legal(position, 0, moves[n, 0]), is_legal(position, 1, moves[n, 1])
        if u_legal and d_legal:
            kernel.apply(position, moves[n, 0], moves[n, 1])
            winner = kernel.result(position)
        else:
            winner = 0 if u_legal else 1 if d_legal else 2
        done[n] = winner != 3
        rewards[n, 0] = 1 if winner == 0 else -1 if winner == 1 else 0
        rewards[n, 1] = -rewards[n, 0]
        if winner != 3:
            ended[n] = positions[n]
            positions[n] = starts[n]


@compiled
def sample(positions, moves, chance):
    """Write a random legal move of each seat, each equally likely."""
    weyl = chance[0]
    buffer = np.empty(MOST_MOVES, np.int64)
    for n in range(len(positions)):
        weyl += WEYL
        mixed = kernel.mixed(weyl)
        for seat in range(2):
            count = np.uint64(kernel.legal(positions[n], seat, buffer))
            drawn = (mixed & LOW_HALF) if seat else (mixed >> HALF)
            moves[n, seat] = buffer[(drawn * count) >> HALF]
    chance[0] = weyl


@compiled
def legal(positions, seat, masks):
    for n in range(len(positions)):
        for move in range(6):
            masks[n, move] = is_legal(positions[n], seat, move)


@compiled
def observe(positions, seat, planes):
    planes[:] = 0
    for n in range(len(positions)):
        shooters = positions[n, SHOOTERS]
        for row in range(6):
            for column in range(6):
                shown_row, shown_column = (row, column) if seat else (5 - row, 5 - column)
                box = ONE << np.uint64(8 * row + column)
                mine = (positions[n, TERRITORY] & box != np.uint64(0)) == (seat == 0)
                planes[n, 6, shown_row, shown_column] = mine
                for side in range(2):
                    if positions[n, side] & box != np.uint64(0):
                        first = 0 if side == seat else 3
                        kind = _kind(shooters, side, column)
                        planes[n, first + kind, shown_row, shown_column] = 1


@compiled
def _kind(shooters, side, column):
    """0, 1, 2 for a tank of type A, B, C."""
    groups = shooters >> np.uint64(18 * side + column)
    if groups & ONE:
        return 0
    return 2 if (groups >> np.uint64(6 * AT_TWO)) & ONE else 1
