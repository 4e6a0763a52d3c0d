"""Many games of Tank Duel in one call, on the positions of the game's kernel."""

import numpy as np

from steelyard.core.compiler import compiled
from steelyard.games.tank_duel import kernel
from steelyard.games.tank_duel.kernel import BYTE, CELL, COMPACT, DIRECTION, EXISTS, IN_FLAMES, PIECES, STEP

ZERO, ONE, TWO, FOUR, NIBBLE = (np.uint64(n) for n in (0, 1, 2, 4, 15))
WEYL = np.uint64(0x9E3779B97F4A7C15)
HALF, LOW_HALF, FIFTY = np.uint64(32), np.uint64(0xFFFFFFFF), np.uint64(50)
ON_BOARD, WALLS, MINES, MY_TANK, MY_MISSILE = 0, 1, 2, 3, 5
MOST_MOVES = 50
NO_MOVE = -1


@compiled
def to_move(positions, seats):  # noqa: ARG001 - both, always
    seats[:] = True


@compiled
def step(positions, moves, starts, ended, rewards, done):
    for n in range(len(positions)):
        if moves[n, 0] == NO_MOVE and moves[n, 1] == NO_MOVE:
            done[n], rewards[n, 0], rewards[n, 1] = False, 0, 0
            continue
        a, b = np.int64(moves[n, 0]), np.int64(moves[n, 1])
        a_legal, b_legal = 0 <= a < MOST_MOVES, 0 <= b < MOST_MOVES
        if a_legal and b_legal:
            kernel.apply(positions[n], a, b)
            winner = kernel.result(positions[n])
        else:
            winner = 0 if a_legal else 1 if b_legal else 2
        done[n] = winner != 3
        rewards[n, 0] = 1 if winner == 0 else -1 if winner == 1 else 0
        rewards[n, 1] = -rewards[n, 0]
        if winner != 3:
            ended[n] = positions[n]
            positions[n] = starts[n]


@compiled
def sample(positions, moves, chance):
    """Write a random joystick of each seat, each equally likely."""
    weyl = chance[0]
    for n in range(len(positions)):
        weyl += WEYL
        mixed = kernel.mixed(weyl)
        moves[n, 0] = ((mixed & LOW_HALF) * FIFTY) >> HALF
        moves[n, 1] = ((mixed >> HALF) * FIFTY) >> HALF
    chance[0] = weyl


@compiled
def legal(positions, seat, masks):  # noqa: ARG001 - any joystick, always
    masks[:] = 1


@compiled
def observe(positions, seat, planes):
    planes[:] = 0
    for n in range(len(positions)):
        position, shown = positions[n], planes[n]
        width, height, a, b, m, missile = kernel.unpack(position[PIECES])
        for y in range(height):
            for x in range(width):
                cell = np.uint64(16 * (y + 2) + x + 1)
                shown[ON_BOARD, y, x] = 1
                shown[WALLS, y, x] = kernel.wall(position, cell)
                shown[MINES, y, x] = (position[4 + (cell >> np.uint64(6))] >> (cell & np.uint64(63))) & ONE
        _mark(shown[MY_TANK + (seat != 0)], a, width, height)
        _mark(shown[MY_TANK + (seat != 1)], b, width, height)
        _mark_missile(shown, MY_MISSILE if seat == 0 else MY_MISSILE + 4, m, width, height)
        _mark_missile(shown, MY_MISSILE if seat == 1 else MY_MISSILE + 4, missile, width, height)


@compiled
def _mark(plane, cell, width, height):
    if kernel.on_board(cell, width, height):
        plane[np.int64(cell >> FOUR) - 2, np.int64(cell & NIBBLE) - 1] = 1


@compiled
def _mark_missile(planes, first, missile, width, height):
    if missile & EXISTS == ZERO or missile & IN_FLAMES != ZERO:
        return
    direction = (missile >> BYTE) & DIRECTION
    tail = missile & CELL
    plane = planes[first + np.int64(direction)]
    _mark(plane, tail, width, height)
    if missile & COMPACT == ZERO:
        _mark(plane, (tail + STEP[direction]) & CELL, width, height)
