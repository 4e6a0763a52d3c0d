"""The search tree, compiled: simultaneous moves; each seat chooses by UCB1-Tuned over its own joysticks.

A node gets a playout on its first visit and is expanded on its second. When an array is full, the tree stays
as it is and playouts continue at its leaves.

One side can be modelled: a share of its joysticks is drawn from what it is expected to do, in the root and in
every node that has been visited some times. What is expected in the root may be written there by the caller.
"""

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from steelyard.bots.tank_duel.opponent.kernel import predict
from steelyard.bots.tank_duel.playout.kernel import MOST_CHOICES, WEYL, apart, choices, playout, worth_of
from steelyard.bots.tank_duel.space.kernel import can_meet, free, lay_ground, lay_tables
from steelyard.core.compiler import uncounted
from steelyard.games.tank_duel.kernel import (
    CELL,
    MISSILE,
    MOVE,
    OTHER_SHOWN_AT,
    PIECES,
    SHOWN,
    drop,
    flown,
    mixed,
    play_round,
    unpack,
    winner,
)

FIRST, COUNT, OTHER, CHILDREN, VISITS, APART, GUESSED, FIELDS = range(8)
NODES_USED, JOYSTICKS_USED, KIDS_USED = range(3)
ZERO, BYTE, SIXTEEN, HALF = (np.uint64(n) for n in (0, 8, 16, 32))
LOW_BYTES, LOW_HALF = np.uint64(0xFFFF), np.uint64(0xFFFFFFFF)
WAY = np.uint64(3)
OTHER_MISSILE_AT, WAY_AT, OTHER_WAY_AT = (np.uint64(n) for n in (29, 42, 44))  # in a node's pieces
UNIT = 2.0**-32
SELDOM = np.uint64(15)  # one choice in sixteen is random
MINES, END_OF_MINES = 4, 8
MOST_SPREAD = 0.25  # the greatest variance of a value between 0 and 1
GUESS_AFTER = 12  # visits after which a node's joysticks are looked at by the model, which takes some time
MOST_DEVIATION, SQRT_2 = 0.5, math.sqrt(2.0)
UNTRIED = 100.0  # the root of the reciprocal of no tries: enough to be tried next

threaded = partial(uncounted, nogil=True)  # releases the GIL
inlined = partial(uncounted, forceinline=True)  # for inner loops


class Tree(NamedTuple):
    """The nodes, the joysticks of both seats in each, and a child for each pair of joysticks."""

    nodes: np.ndarray
    """A row of FIELDS each: where its joysticks begin, how many each seat has (0: not opened yet), where its
    children begin, visits, whether the tanks are apart, whether the model has guessed."""
    pieces: np.ndarray
    """Tanks, missiles and the last directions, so that a round is played only once; the root has none."""
    worths: np.ndarray
    """The sum of its visits' worth to seat 0."""
    codes: np.ndarray
    """Joysticks, seat 0's before seat 1's."""
    tries: np.ndarray
    roots: np.ndarray
    """The root of the reciprocal of the number of tries: once a try, not once a comparison."""
    means: np.ndarray
    """The mean worth of a joystick's tries to its seat."""
    spreads: np.ndarray
    """The variance of a joystick's tries."""
    guesses: np.ndarray
    """The probability of a joystick by the model of its seat."""
    children: np.ndarray
    """The number of the child node; 0: none yet; negative: the game is over."""
    used: np.ndarray
    """The numbers of nodes, joysticks and children."""
    path: np.ndarray
    """The path from the root: for each round, the node and the indices of both joysticks."""
    work: np.ndarray
    """The position at the end of the path."""
    log_roots: np.ndarray
    """The roots of the logarithms of small numbers."""


@uncounted
def reset(position, tree, workspace):
    """Reset the tree to the position alone."""
    width, height, _, _, _, _ = unpack(position[PIECES])
    lay_ground(position, width, height, workspace.ground)
    lay_tables(workspace.ground, width, height, workspace.near, workspace.aimed, workspace.targets)
    tree.used[:] = 0
    _add(tree, 0, ZERO)


@threaded
def grow(position, tree, workspace, rng, drawn, simulations, model, side, reliance):
    """Run a number of simulations from the position; `drawn` is the worth of a draw to each seat.

    `side` is the seat that the model stands for; neither: -1. `reliance` is the share of its joysticks that
    are drawn from what is expected of it: in the root, and below.
    """
    for word in range(MINES):
        tree.work[word] = position[word]
    for _ in range(simulations):
        for word in range(MINES, END_OF_MINES):
            tree.work[word] = position[word]
        leaf, depth, worth = _simulate(position, tree, workspace, rng, drawn, model, side, reliance)
        if leaf >= 0:
            tree.nodes[leaf, VISITS] += 1
            tree.worths[leaf] += worth[0]
        _remember(tree, depth, worth)


@inlined
def _simulate(position, tree, workspace, rng, drawn, model, side, reliance):
    """Descend the tree and do a playout: returns the new leaf if there is one, its depth, and the worth."""
    nodes, children, work = tree.nodes, tree.children, tree.work
    width, height, a, b, m, n = unpack(position[PIECES])
    a_way, b_way = position[SHOWN] & WAY, (position[SHOWN] >> OTHER_SHOWN_AT) & WAY
    node, depth = 0, 0
    while True:
        if not nodes[node, COUNT]:
            if (node and not nodes[node, VISITS]) or not _has_place(tree):
                return (
                    node,
                    depth,
                    _leaf(work, width, height, a, b, m, n, nodes[node, APART], drawn, rng, workspace),
                )
            _expand(work, width, height, a, b, m, n, node, tree, workspace, rng)
        first, count, other = nodes[node, FIRST], nodes[node, COUNT], nodes[node, OTHER]
        chosen_before = nodes[node, VISITS] - (node > 0)  # every node but the root was a leaf once
        rng[0] += WEYL
        chance = mixed(rng[0])
        i = _chosen(tree, first, count, chosen_before, chance)
        j = _chosen(tree, first + count, other, chosen_before, chance >> HALF)
        if side >= 0:
            share = reliance[0] if node == 0 else reliance[1]
            if not nodes[node, GUESSED] and (node == 0 or (share > 0.0 and chosen_before >= GUESS_AFTER)):
                _guess(work, width, height, a, b, a_way, b_way, node, tree, workspace, model, side)
            if nodes[node, GUESSED]:
                if side == 0:
                    i = _foreseen(tree, first, count, i, mixed(chance + WEYL), share)
                else:
                    j = _foreseen(tree, first + count, other, j, mixed(chance + WEYL), share)
        e, f = first + i, first + count + j
        tree.path[depth, 0], tree.path[depth, 1], tree.path[depth, 2] = node, e, f
        depth += 1
        place = nodes[node, CHILDREN] + i * other + j
        child = children[place]
        if child < 0:
            return -1, depth, worth_of(-1 - child, drawn)
        if child:  # played before
            a_old, b_old = a, b
            a, b, m, n, a_way, b_way = _unpacked(tree.pieces[child])
            drop(work, a_old, np.uint64(a != a_old))
            drop(work, b_old, np.uint64(b != b_old))
        else:
            a_code, b_code = tree.codes[e], tree.codes[f]
            a, b, m, n, a_hits, b_hits, _, _ = play_round(work, width, height, a, b, m, n, a_code, b_code)
            if a_hits | b_hits:
                won = winner(a_hits, b_hits)
                children[place] = -1 - won
                return -1, depth, worth_of(won, drawn)
            if tree.used[NODES_USED] == len(nodes):
                return (
                    -1,
                    depth,
                    _leaf(work, width, height, a, b, m, n, nodes[node, APART], drawn, rng, workspace),
                )
            a_way, b_way = MOVE[a_code], MOVE[b_code]
            child = _add(tree, nodes[node, APART], _packed(a, b, m, n, a_way, b_way))
            children[place] = child
        node = child


@inlined
def _packed(a, b, m, n, a_way, b_way):
    """The tanks, their missiles, and how they drove last, in one word."""
    return a | b << BYTE | m << SIXTEEN | n << OTHER_MISSILE_AT | a_way << WAY_AT | b_way << OTHER_WAY_AT


@inlined
def _unpacked(pieces):
    return (
        pieces & CELL,
        (pieces >> BYTE) & CELL,
        (pieces >> SIXTEEN) & MISSILE,
        (pieces >> OTHER_MISSILE_AT) & MISSILE,
        (pieces >> WAY_AT) & WAY,
        (pieces >> OTHER_WAY_AT) & WAY,
    )


@uncounted
def _add(tree, are_apart, pieces):
    node = tree.used[NODES_USED]
    tree.used[NODES_USED] += 1
    tree.nodes[node, COUNT] = tree.nodes[node, VISITS] = tree.nodes[node, GUESSED] = 0
    tree.nodes[node, APART] = are_apart
    tree.worths[node] = 0.0
    tree.pieces[node] = pieces
    return node


@uncounted
def _has_place(tree):
    """Whether one more node can be expanded."""
    return tree.used[JOYSTICKS_USED] + 2 * MOST_CHOICES <= len(tree.codes) and tree.used[
        KIDS_USED
    ] + MOST_CHOICES * MOST_CHOICES <= len(tree.children)


@uncounted
def _leaf(work, width, height, a, b, m, n, are_apart, drawn, rng, workspace):
    if are_apart:
        return apart(work, width, height, a, b, workspace)
    return playout(work, width, height, a, b, m, n, drawn, rng, workspace)


@uncounted
def _expand(work, width, height, a, b, m, n, node, tree, workspace, rng):
    """Write the joysticks of both seats of a node, in random order."""
    nodes, used = tree.nodes, tree.used
    if not nodes[node, APART]:
        nodes[node, APART] = not can_meet(free(work, workspace.ground), a, b, width, height)
    m, n = flown(work, width, height, m), flown(work, width, height, n)
    first, first_kid = used[JOYSTICKS_USED], used[KIDS_USED]
    count = choices(work, width, height, a, b, m, m, n, workspace.ground, workspace.sets, tree.codes, first)
    other = choices(
        work, width, height, b, a, n, m, n, workspace.ground, workspace.sets, tree.codes, first + count
    )
    _shuffle(tree.codes, first, count, rng)
    _shuffle(tree.codes, first + count, other, rng)
    used[JOYSTICKS_USED] += count + other
    used[KIDS_USED] += count * other
    tree.tries[first : used[JOYSTICKS_USED]] = 0.0
    tree.roots[first : used[JOYSTICKS_USED]] = UNTRIED
    tree.means[first : used[JOYSTICKS_USED]] = 0.0
    tree.spreads[first : used[JOYSTICKS_USED]] = 0.0
    tree.children[first_kid : used[KIDS_USED]] = 0
    nodes[node, FIRST], nodes[node, COUNT], nodes[node, OTHER] = first, count, other
    nodes[node, CHILDREN] = first_kid


@uncounted
def _shuffle(codes, first, count, rng):
    for k in range(count - 1, 0, -1):
        rng[0] += WEYL
        j = np.int64(((mixed(rng[0]) & LOW_HALF) * np.uint64(k + 1)) >> HALF)
        codes[first + k], codes[first + j] = codes[first + j], codes[first + k]


@inlined
def _chosen(tree, first, count, before, chance):
    """Select a joystick: each once, then by UCB1-Tuned; sometimes a random one.

    Without randomness both seats could go through their joysticks in step and never see some pairs of them.
    """
    if before < count:
        return before
    if count == 1:
        return 0
    if chance & SELDOM == ZERO:
        return np.int64((((chance >> BYTE) & LOW_BYTES) * np.uint64(count)) >> SIXTEEN)
    roots = tree.log_roots
    root = roots[before] if before < len(roots) else math.sqrt(math.log(before))
    best, most = 0, -1.0
    for k in range(first, first + count):
        doubt = root * tree.roots[k]  # the root of log / tries
        score = tree.means[k]
        if SQRT_2 * doubt >= MOST_SPREAD:
            score += MOST_DEVIATION * doubt
        else:
            score += doubt * math.sqrt(min(MOST_SPREAD, tree.spreads[k] + SQRT_2 * doubt))
        if score > most:
            best, most = k - first, score
    return best


@uncounted
def _guess(work, width, height, a, b, a_way, b_way, node, tree, workspace, model, side):
    """Write what the model says the seat will do."""
    first, count, other = tree.nodes[node, FIRST], tree.nodes[node, COUNT], tree.nodes[node, OTHER]
    tree.nodes[node, GUESSED] = 1
    if side == 0:
        ways = np.int64(a_way), np.int64(b_way)
        predict(work, width, height, a, b, ways, workspace, model, tree.codes, first, count, tree.guesses)
    else:
        ways = np.int64(b_way), np.int64(a_way)
        first += count
        predict(work, width, height, b, a, ways, workspace, model, tree.codes, first, other, tree.guesses)


@inlined
def _foreseen(tree, first, count, searched, chance, share):
    """A joystick drawn from what is expected, with the probability of `share`; else the one found."""
    if np.float64(chance & LOW_HALF) * UNIT >= share:
        return searched
    left = np.float64(chance >> HALF) * UNIT
    for k in range(count - 1):
        left -= tree.guesses[first + k]
        if left < 0.0:
            return k
    return count - 1


@inlined
def _remember(tree, depth, worth):
    """Back up the worth along the path."""
    for level in range(depth):
        node, e, f = tree.path[level, 0], tree.path[level, 1], tree.path[level, 2]
        tree.nodes[node, VISITS] += 1
        tree.worths[node] += worth[0]
        _learn(tree, e, worth[0])
        _learn(tree, f, worth[1])


@inlined
def _learn(tree, joystick, worth):
    tree.tries[joystick] += 1.0
    share = 1.0 / tree.tries[joystick]
    tree.roots[joystick] = math.sqrt(share)
    off_before = worth - tree.means[joystick]
    tree.means[joystick] += off_before * share
    off = worth - tree.means[joystick]
    tree.spreads[joystick] += (off_before * off - tree.spreads[joystick]) * share
