"""The hash table: what was found for a position, at a place that its key says.

A place is two words, the key with the entry's bits turned and the entry: if two threads write at once, what
is left fits no key.
"""

from functools import partial

import numpy as np

from steelyard.bots.tank_battle.evaluation.kernel import ZONE
from steelyard.bots.tank_battle.hash_table import zobrist
from steelyard.bots.tank_battle.memory.kernel import load, store
from steelyard.bots.tank_battle.mobility.kernel import LINES, stands
from steelyard.bots.tank_battle.tree.kernel import INFINITE, NEARLY, NO_MOVE
from steelyard.core import compiler
from steelyard.games.tank_battle import kernel as rules
from steelyard.games.tank_battle.boards import SQUARES

compiled = partial(compiler.compiled, nogil=True)

EXACT, AT_LEAST, AT_MOST = 1, 2, 3  # kinds of values
SEED = np.uint64(0x51EE1FA5)


@compiled
def hash_of(position, lines):
    """The hash of a position without its quiet count, from nothing."""
    whole, salt = zobrist.PASSES[passes(position)], SEED
    for index in range(rules.LIMIT, rules.WORDS):
        salt += rules.WEYL
        whole ^= rules.mixed(position[index] + salt)
    for seat in range(2):
        commander = rules.commander_of(position, seat)
        for square in range(SQUARES):
            if stands(lines, LINES * seat, square):
                whole ^= zobrist.TANKS[128 * (2 * seat + (square == commander)) + square]
    return whole ^ zobrist.TURN if rules.mover(position) else whole


@compiled
def passes(position):
    return np.int64((position[rules.STATUS] & rules.PASSES) // rules.ONE_PASS)


@compiled
def key_of(tree, ply):
    """The hash key; the quiet count is part of it only if the search can come near its limit."""
    position = tree.positions[ply]
    limit, quiet = np.int64(position[rules.LIMIT]), np.int64(position[rules.QUIET])
    if limit and quiet + tree.depth[ply] + ZONE >= limit:
        return rules.mixed(tree.hash[ply] + position[rules.QUIET] * rules.WEYL)
    return tree.hash[ply]


@compiled
def slot_of(tree, key):
    """The address of the key's place in the hash table."""
    return tree.table_at + 16 * (np.int64(key >> rules.ONE) & (tree.slots - 1))


@compiled
def find(tree, ply):
    """Whether the hash table has the node's value; if not, it may still have the move to try first."""
    key = tree.key[ply]
    slot = slot_of(tree, key)
    word = load(slot + 8)
    if load(slot) ^ word != key:
        return False
    entry = np.int64(word)
    tree.table_move[ply] = entry & NO_MOVE
    known, depth, value = (entry >> 14) & 3, (entry >> 16) & 255, (entry >> 24) - 2 * INFINITE
    value = value - ply if value > NEARLY else value + ply if value < -NEARLY else value
    alpha, beta = tree.alpha[ply], tree.beta[ply]
    if ply == 0 or (depth != tree.depth[ply] if tree.exact else depth < tree.depth[ply] or beta - alpha > 1):
        return False
    if known == EXACT or (known == AT_LEAST and value >= beta) or (known == AT_MOST and value <= alpha):
        tree.value[ply] = value
        return True
    return False


@compiled
def remember(tree, ply):
    value = tree.value[ply]
    known = AT_LEAST if value >= tree.beta[ply] else EXACT if value > tree.first_alpha[ply] else AT_MOST
    value = value + ply if value > NEARLY else value - ply if value < -NEARLY else value
    move = tree.move[ply] if tree.move[ply] != NO_MOVE else tree.table_move[ply]
    slot = slot_of(tree, tree.key[ply])
    entry = np.uint64(move | known << 14 | tree.depth[ply] << 16 | (value + 2 * INFINITE) << 24)
    store(slot, tree.key[ply] ^ entry)
    store(slot + 8, entry)
