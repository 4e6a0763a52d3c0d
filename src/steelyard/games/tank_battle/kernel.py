"""Tank Battle compiled: sets of squares in two 64-bit words, lines cut at the first tank by bit tricks.

Square n is bit n of the low word below 64, bit n - 64 of the high word from there on. A position is
fifteen words: each side's tanks, whose turn it is and where the commanders are, the quiet count and its
limit, and the board's mines, contamination and bases, so that any board can be played.
A mix of signed and unsigned integers would become a float in Numba, hence the typed constants.

Beyond KERNEL a search finds here `captures`, `points`, `count`, `key_without_quiet`, and the small steps
of these that have no underscore.

It is long because it is one unit: its functions are inlined into each other and cached together.
"""

import numpy as np
from numba import types
from numba.core.cgutils import false_bit
from numba.extending import intrinsic
from numpy.typing import NDArray

from steelyard.core.compiler import compiled
from steelyard.core.game import Kernel
from steelyard.games.tank_battle.boards import ARMY, CIRCLE, COMMANDER, NORMAL, RAYS, SQUARES
from steelyard.games.tank_battle.rules import PASS, State

WHITE, BLACK, STATUS, QUIET, LIMIT, MINES, CONTAMINATED, WHITE_BASE, BLACK_BASE = 0, 2, 4, 5, 6, 7, 9, 11, 13
WORDS = 15
# STATUS: bits 0-6 White's commander, 7-13 Black's (NOBODY once captured), 14 the seat to move, 15-16 passes.
NOBODY = 127
SEAT_SHIFT = np.uint64(14)
SEAT_BIT, ONE_PASS, PASSES = np.uint64(1 << 14), np.uint64(1 << 15), np.uint64(3 << 15)

ZERO, ONE, HALF_WORD, FORTY, LAST_BIT = (np.uint64(n) for n in (0, 1, 32, 40, 63))
EVERY_BIT = np.uint64(2**64 - 1)
SQUARE_BITS = np.uint64(127)
WEYL = np.uint64(0x9E3779B97F4A7C15)
WHITE_CIRCLE, BLACK_CIRCLE = CIRCLE
PASS_CODE = int(PASS)
MOST_MOVES = ARMY * 40  # a queen in the middle reaches forty squares
TRIES = 48


def _words(squares):
    whole = sum(1 << square for square in squares)
    return whole & (2**64 - 1), whole >> 64


# The line to the edge, at 128 * direction + square: four directions towards higher squares, then their
# opposites. Squares of no board, such as NOBODY, have no bit and empty lines, so they can be looked up too.
LOW_RAY, HIGH_RAY = np.zeros(8 * 128, np.uint64), np.zeros(8 * 128, np.uint64)
LOW_BIT, HIGH_BIT = np.zeros(128, np.uint64), np.zeros(128, np.uint64)
# What a queen could reach on an empty board, at 40 * square: direction and square as above, then NOWHERE.
NOWHERE = np.uint64(8 * 128 - 1)
QUEEN_REACH = np.full(40 * SQUARES, NOWHERE, np.uint16)
for _square in range(SQUARES):
    LOW_BIT[_square], HIGH_BIT[_square] = _words([_square])
    _reached = []
    for _direction, _ray in enumerate(RAYS[_square]):
        LOW_RAY[128 * _direction + _square], HIGH_RAY[128 * _direction + _square] = _words(_ray)
        _reached += [128 * _direction + _target for _target in _ray]
    QUEEN_REACH[40 * _square : 40 * _square + len(_reached)] = _reached


def encode(state: State) -> NDArray[np.uint64]:
    board, squares = state.board, state.squares
    position = np.zeros(WORDS, np.uint64)
    commanders = [squares.find(COMMANDER[seat]) % 128 for seat in (0, 1)]  # find says -1 for none: NOBODY
    for seat, first in ((0, WHITE), (1, BLACK)):
        kinds = NORMAL[seat] + COMMANDER[seat]
        position[first : first + 2] = _words(square for square, tank in enumerate(squares) if tank in kinds)
    position[STATUS] = commanders[0] | commanders[1] << 7 | state.mover << 14 | state.passes << 15
    position[QUIET], position[LIMIT] = state.quiet, 2 * state.quiet_limit
    position[MINES : MINES + 2] = _words(board.mines)
    position[CONTAMINATED : CONTAMINATED + 2] = _words(board.contaminated)
    position[WHITE_BASE : WHITE_BASE + 2] = _words(board.bases[0])
    position[BLACK_BASE : BLACK_BASE + 2] = _words(board.bases[1])
    return position


def _one_instruction(name):
    """A function of one 64-bit word that the processor has an instruction for."""

    @intrinsic
    def instruction(_context, _word):
        def emit(_context, builder, _signature, arguments):
            zero_is_fine = () if name == "ctpop" else (false_bit,)
            return getattr(builder, name)(arguments[0], *zero_is_fine)

        return types.uint64(types.uint64), emit

    return instruction


bits = _one_instruction("ctpop")
_zeros_below = _one_instruction("cttz")
_zeros_above = _one_instruction("ctlz")


@compiled
def mover(position):
    return np.int64((position[STATUS] >> SEAT_SHIFT) & ONE)


@compiled
def commander_of(position, seat):
    return np.int64((position[STATUS] >> np.uint64(7 * seat)) & np.uint64(127))


@compiled
def tanks_of(position, first):
    return np.int64(bits(position[first]) + bits(position[first + 1]))


@compiled
def arrived(position, seat):
    """How many tanks of the seat stand in the enemy base."""
    own, goal = 2 * seat, BLACK_BASE - 2 * seat
    return np.int64(bits(position[own] & position[goal]) + bits(position[own + 1] & position[goal + 1]))


@compiled
def points(position, seat):
    """Rule 12."""
    crowned = commander_of(position, seat) == (WHITE_CIRCLE if seat else BLACK_CIRCLE)
    return tanks_of(position, 2 * seat) + arrived(position, seat) + np.int64(crowned)


@compiled
def _is_over(position):
    """Rules 10 and 11; a side without a tank has none outside the enemy base either."""
    white_outside = (position[WHITE] & ~position[BLACK_BASE]) | (
        position[WHITE + 1] & ~position[BLACK_BASE + 1]
    )
    black_outside = (position[BLACK] & ~position[WHITE_BASE]) | (
        position[BLACK + 1] & ~position[WHITE_BASE + 1]
    )
    if white_outside == ZERO or black_outside == ZERO:
        return True
    if (position[STATUS] & PASSES) > ONE_PASS:
        return True
    return position[LIMIT] != ZERO and position[QUIET] >= position[LIMIT]


@compiled
def _up_to_first(low, high, low_ray, high_ray):
    """A line towards higher squares as far as the first of the set, that one included; all of it if none."""
    low_met, high_met = low & low_ray, high & high_ray
    beyond = (high_met ^ (high_met - ONE)) if low_met == ZERO else ZERO
    return low_ray & (low_met ^ (low_met - ONE)), high_ray & beyond


@compiled
def _down_to_first(low, high, low_ray, high_ray):
    """The same towards lower squares. Bit 0 stands in for "none": it is the end of every line through it."""
    low_met, high_met = low & low_ray, high & high_ray
    beyond = EVERY_BIT << (LAST_BIT - _zeros_above(low_met | ONE)) if high_met == ZERO else ZERO
    return low_ray & beyond, high_ray & (EVERY_BIT << (LAST_BIT - _zeros_above(high_met | ONE)))


@compiled
def destinations(position, seat, square):
    """Rules 5 to 8, as two words of squares."""
    own, foe, goal = 2 * seat, 2 - 2 * seat, BLACK_BASE - 2 * seat
    low_bar, high_bar = position[own] | position[MINES], position[own + 1] | position[MINES + 1]
    if square == commander_of(position, seat):
        enemy = commander_of(position, 1 - seat)
        low_bar |= LOW_BIT[enemy] & position[CONTAMINATED]
        high_bar |= HIGH_BIT[enemy] & position[CONTAMINATED + 1]
    else:
        low_bar |= position[CONTAMINATED]
        high_bar |= position[CONTAMINATED + 1]
    if (LOW_BIT[square] & position[goal]) | (HIGH_BIT[square] & position[goal + 1]):
        low_bar |= ~position[goal]
        high_bar |= ~position[goal + 1]
    low_stop, high_stop = low_bar | position[foe], high_bar | position[foe + 1]
    low, high = ZERO, ZERO
    for direction in range(4):
        low_line, high_line = _up_to_first(
            low_stop, high_stop, LOW_RAY[128 * direction + square], HIGH_RAY[128 * direction + square]
        )
        low |= low_line
        high |= high_line
    for direction in range(4, 8):
        low_line, high_line = _down_to_first(
            low_stop, high_stop, LOW_RAY[128 * direction + square], HIGH_RAY[128 * direction + square]
        )
        low |= low_line
        high |= high_line
    return low & ~low_bar, high & ~high_bar


@compiled
def _write(moves, count, square, low, high):
    """Append the moves from a square to a set of squares, ascending."""
    while low:
        moves[count] = SQUARES * square + np.int64(_zeros_below(low))
        low &= low - ONE
        count += 1
    while high:
        moves[count] = SQUARES * square + 64 + np.int64(_zeros_below(high))
        high &= high - ONE
        count += 1
    return count


@compiled
def _drives(position, seat, low_mask, high_mask, moves):
    """The moves of tanks onto squares of the mask, ascending; returns how many."""
    count = 0
    for half in range(2):
        tanks = position[2 * seat + half]
        while tanks:
            square = 64 * half + np.int64(_zeros_below(tanks))
            tanks &= tanks - ONE
            low, high = destinations(position, seat, square)
            count = _write(moves, count, square, low & low_mask, high & high_mask)
    return count


@compiled
def legal(position, seat, moves):
    if seat != mover(position) or _is_over(position):
        return 0
    count = _drives(position, seat, EVERY_BIT, EVERY_BIT, moves)
    if count == 0:
        moves[0] = PASS_CODE
        count = 1
    return count


@compiled
def captures(position, seat, moves):
    """The legal moves that capture, ascending, into the buffer; returns how many."""
    if seat != mover(position) or _is_over(position):
        return 0
    foe = 2 - 2 * seat
    return _drives(position, seat, position[foe], position[foe + 1], moves)


@compiled
def count(position):
    """How many legal moves there are, without writing them."""
    if _is_over(position):
        return 0
    seat = mover(position)
    total = ZERO
    for half in range(2):
        tanks = position[2 * seat + half]
        while tanks:
            low, high = destinations(position, seat, 64 * half + np.int64(_zeros_below(tanks)))
            tanks &= tanks - ONE
            total += bits(low) + bits(high)
    return max(np.int64(total), 1)


@compiled
def _drive(position, seat, square, target):
    """A legal move of a tank; says whether it captured."""
    own, foe, goal = 2 * seat, 2 - 2 * seat, BLACK_BASE - 2 * seat
    low_from, high_from, low_to, high_to = (
        LOW_BIT[square],
        HIGH_BIT[square],
        LOW_BIT[target],
        HIGH_BIT[target],
    )
    captured = ((position[foe] & low_to) | (position[foe + 1] & high_to)) != ZERO
    came_in = (((low_to & position[goal]) | (high_to & position[goal + 1])) != ZERO) and (
        ((low_from & position[goal]) | (high_from & position[goal + 1])) == ZERO
    )
    position[own] ^= low_from | low_to
    position[own + 1] ^= high_from | high_to
    position[foe] &= ~low_to
    position[foe + 1] &= ~high_to
    white, black = commander_of(position, 0), commander_of(position, 1)
    white = _commander_after(white, square, target)
    black = _commander_after(black, square, target)
    position[STATUS] = np.uint64(white | black << 7 | (1 - seat) << 14)
    position[QUIET] = ZERO if captured or came_in else position[QUIET] + ONE
    return captured


@compiled
def _commander_after(commander, square, target):
    return target if commander == square else NOBODY if commander == target else commander


@compiled
def _pass(position):
    position[STATUS] = (position[STATUS] ^ SEAT_BIT) + ONE_PASS
    position[QUIET] += ONE


@compiled
def apply(position, white_move, black_move):
    seat = mover(position)
    move = black_move if seat else white_move
    if move == PASS_CODE:
        _pass(position)
    else:
        _drive(position, seat, move // SQUARES, move % SQUARES)


@compiled
def _winner(position):
    lead = points(position, 0) - points(position, 1)
    return 0 if lead > 0 else 1 if lead < 0 else 2


@compiled
def result(position):
    return _winner(position) if _is_over(position) else 3


@compiled
def mixed(x):
    """The finishing steps of splitmix64: every bit of x reaches every bit of the result."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@compiled
def key(position):
    return mixed(key_without_quiet(position) + position[QUIET] * WEYL)


@compiled
def key_without_quiet(position):
    """The same for positions that differ only in the quiet count: for tables that a search keeps."""
    whole, salt = ZERO, ZERO
    for index in range(WORDS):
        salt += WEYL
        if index != QUIET:
            whole ^= mixed(position[index] + salt)
    return whole


@compiled
def perft(position, turns):
    """With a stack of its own: the recursive form crashed when it came out of the cache."""
    if turns < 2:
        return count(position) if turns else 1
    line = np.empty((turns, WORDS), np.uint64)
    moves, pending = np.empty((turns, MOST_MOVES), np.int64), np.zeros(turns, np.int64)
    line[0] = position
    pending[0] = legal(line[0], mover(position), moves[0])
    total, depth = 0, 0
    while depth >= 0:
        if pending[depth] == 0:
            depth -= 1
            continue
        pending[depth] -= 1
        move = moves[depth, pending[depth]]
        line[depth + 1] = line[depth]
        apply(line[depth + 1], move, move)
        if depth + 2 == turns:
            total += count(line[depth + 1])
        else:
            depth += 1
            pending[depth] = legal(line[depth], mover(line[depth]), moves[depth])
    return total


@compiled
def _enlist(position, roster, slots):
    """Every tank's square in its side's half of the roster, and where in the roster each square stands."""
    for seat in range(2):
        listed = 16 * seat
        for half in range(2):
            tanks = position[2 * seat + half]
            while tanks:
                square = 64 * half + np.int64(_zeros_below(tanks))
                tanks &= tanks - ONE
                roster[listed] = square
                slots[square] = listed
                listed += 1


@compiled
def random_move(position, seat, roster, moves, weyl):
    """A legal move, each equally likely, and the generator's next state.

    One of the squares a queen could reach is drawn for one of the tanks until the move is legal: that is
    four times as fast as listing all moves. When it fails too often (crowded tanks, or none that can
    move), the moves are listed after all.
    """
    own, foe, goal = 2 * seat, 2 - 2 * seat, BLACK_BASE - 2 * seat
    low_foe, high_foe, low_goal, high_goal = (
        position[foe],
        position[foe + 1],
        position[goal],
        position[goal + 1],
    )
    low_bar, high_bar = position[own] | position[MINES], position[own + 1] | position[MINES + 1]
    low_dirt, high_dirt = position[CONTAMINATED], position[CONTAMINATED + 1]
    commander, enemy = np.uint64(commander_of(position, seat)), commander_of(position, 1 - seat)
    low_safe, high_safe = LOW_BIT[enemy] & low_dirt, HIGH_BIT[enemy] & high_dirt
    chances = np.uint64(40 * tanks_of(position, own))
    first = np.uint64(16 * seat)
    for _ in range(TRIES):
        weyl += WEYL
        chance = ((mixed(weyl) >> HALF_WORD) * chances) >> HALF_WORD
        tank = chance // FORTY
        square = np.uint64(roster[first + tank])
        to_edge = np.uint64(QUEEN_REACH[FORTY * square + chance - FORTY * tank])
        target, from_edge = to_edge & SQUARE_BITS, (to_edge & ~SQUARE_BITS) | square
        low, high = LOW_RAY[from_edge] ^ LOW_RAY[to_edge], HIGH_RAY[from_edge] ^ HIGH_RAY[to_edge]
        is_commander = square == commander
        low_met = low & (low_bar | (low_safe if is_commander else low_dirt))
        high_met = high & (high_bar | (high_safe if is_commander else high_dirt))
        low_met |= low & ~LOW_BIT[target] & low_foe
        high_met |= high & ~HIGH_BIT[target] & high_foe
        inside = ((LOW_BIT[square] & low_goal) | (HIGH_BIT[square] & high_goal)) != ZERO
        low_met |= low & ~low_goal if inside else ZERO
        high_met |= high & ~high_goal if inside else ZERO
        if (low_met | high_met) == ZERO and to_edge != NOWHERE:
            return SQUARES * np.int64(square) + np.int64(target), weyl
    listed = np.uint64(_drives(position, seat, EVERY_BIT, EVERY_BIT, moves))
    if listed == ZERO:
        return PASS_CODE, weyl
    weyl += WEYL
    return moves[((mixed(weyl) >> HALF_WORD) * listed) >> HALF_WORD], weyl


@compiled
def playouts(position, games, seed):
    results = np.zeros(4, np.int64)
    roster, slots = np.zeros(32, np.uint8), np.zeros(128, np.uint8)
    moves = np.empty(MOST_MOVES, np.int64)
    now = np.empty_like(position)
    turns = 0
    weyl = mixed(np.uint64(seed))
    for _ in range(games):
        now[:] = position
        _enlist(now, roster, slots)
        while not _is_over(now):
            seat = mover(now)
            move, weyl = random_move(now, seat, roster, moves, weyl)
            turns += 1
            if move == PASS_CODE:
                _pass(now)
                continue
            square, target = move // SQUARES, move % SQUARES
            if _drive(now, seat, square, target):
                # The enemy's last tank in the roster takes the place of the captured one.
                last = 16 * (1 - seat) + tanks_of(now, 2 - 2 * seat)
                roster[slots[target]] = roster[last]
                slots[roster[last]] = slots[target]
            slots[target] = slots[square]
            roster[slots[target]] = target
        results[_winner(now)] += 1
    results[3] = turns
    return results


KERNEL = Kernel(encode, legal, apply, result, key, perft, playouts)
