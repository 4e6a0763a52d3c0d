"""Many games of Tank Battle in one call, on the positions of the game's kernel."""

import numpy as np

from steelyard.core.compiler import compiled
from steelyard.games.tank_battle import kernel
from steelyard.games.tank_battle.boards import SQUARES
from steelyard.games.tank_battle.kernel import (
    BLACK_BASE,
    CONTAMINATED,
    HIGH_BIT,
    LIMIT,
    LOW_BIT,
    MINES,
    MOST_MOVES,
    PASS_CODE,
    PASSES,
    QUIET,
    STATUS,
    WHITE_BASE,
)

ZERO, ONE = np.uint64(0), np.uint64(1)
SIDE = 11
NO_MOVE = -1


@compiled
def to_move(positions, seats):
    for n in range(len(positions)):
        seat = kernel.mover(positions[n])
        seats[n, seat], seats[n, 1 - seat] = True, False


@compiled
def is_legal(position, seat, move):
    if move < 0 or move > PASS_CODE:
        return False
    if move == PASS_CODE:
        return _must_pass(position, seat)
    square, target = move // SQUARES, move % SQUARES
    if not _holds(position, 2 * seat, square):
        return False
    low, high = kernel.destinations(position, seat, square)
    return ((low & LOW_BIT[target]) | (high & HIGH_BIT[target])) != ZERO


@compiled
def _must_pass(position, seat):
    for square in range(SQUARES):
        if _holds(position, 2 * seat, square):
            low, high = kernel.destinations(position, seat, square)
            if (low | high) != ZERO:
                return False
    return True


@compiled
def _holds(position, first, square):
    """Whether the square is in the set of two words that begins at `first`."""
    return ((position[first] & LOW_BIT[square]) | (position[first + 1] & HIGH_BIT[square])) != ZERO


@compiled
def step(positions, moves, starts, ended, rewards, done):
    for n in range(len(positions)):
        if moves[n, 0] == NO_MOVE and moves[n, 1] == NO_MOVE:
            done[n], rewards[n, 0], rewards[n, 1] = False, 0, 0
            continue
        position = positions[n]
        seat = kernel.mover(position)
        move = np.int64(moves[n, seat])
        if is_legal(position, seat, move):
            kernel.apply(position, move, move)
            winner = kernel.result(position)
        else:
            winner = 1 - seat
        done[n] = winner != 3
        rewards[n, 0] = 1 if winner == 0 else -1 if winner == 1 else 0
        rewards[n, 1] = -rewards[n, 0]
        if winner != 3:
            ended[n] = positions[n]
            positions[n] = starts[n]


@compiled
def sample(positions, moves, chance):
    """Write a random legal move of the seat to move, each equally likely, and -1 for the other."""
    weyl = chance[0]
    roster, buffer = np.zeros(32, np.uint8), np.empty(MOST_MOVES, np.int64)
    for n in range(len(positions)):
        position = positions[n]
        seat = kernel.mover(position)
        _enlist(position, seat, roster)
        move, weyl = kernel.random_move(position, seat, roster, buffer, weyl)
        moves[n, seat], moves[n, 1 - seat] = move, NO_MOVE
    chance[0] = weyl


@compiled
def _enlist(position, seat, roster):
    """The squares of the seat's tanks, in its half of the roster."""
    listed = 16 * seat
    for half in range(2):
        tanks = position[2 * seat + half]
        while tanks:
            roster[listed] = 64 * half + kernel.bits((tanks & (~tanks + ONE)) - ONE)
            tanks &= tanks - ONE
            listed += 1


@compiled
def legal(positions, seat, masks):
    buffer = np.empty(MOST_MOVES, np.int64)
    masks[:] = 0
    for n in range(len(positions)):
        for k in range(kernel.legal(positions[n], seat, buffer)):
            masks[n, buffer[k]] = 1


@compiled
def observe(positions, seat, planes):
    planes[:] = 0
    own, foe = 2 * seat, 2 - 2 * seat
    own_base, enemy_base = (BLACK_BASE, WHITE_BASE) if seat else (WHITE_BASE, BLACK_BASE)
    for n in range(len(positions)):
        position, shown = positions[n], planes[n]
        mine, theirs = kernel.commander_of(position, seat), kernel.commander_of(position, 1 - seat)
        limit = np.float64(position[LIMIT])
        to_move = kernel.mover(position) == seat
        quiet = np.float64(position[QUIET]) / limit if limit > 0 else 0.0
        passed = position[STATUS] & PASSES != ZERO
        for square in range(SQUARES):
            rank, file = square // SIDE, square % SIDE
            y, x = (rank, SIDE - 1 - file) if seat else (SIDE - 1 - rank, file)
            shown[0, y, x] = _holds(position, own, square) and square != mine
            shown[1, y, x] = square == mine
            shown[2, y, x] = _holds(position, foe, square) and square != theirs
            shown[3, y, x] = square == theirs
            shown[4, y, x] = _holds(position, MINES, square)
            shown[5, y, x] = _holds(position, CONTAMINATED, square)
            shown[6, y, x] = _holds(position, own_base, square)
            shown[7, y, x] = _holds(position, enemy_base, square)
            shown[8, y, x], shown[9, y, x], shown[10, y, x] = to_move, quiet, passed
