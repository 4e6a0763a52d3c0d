"""The tree, compiled: simultaneous moves, each seat choosing by UCB1-Tuned over its own joysticks.

A node gets a playout on its first visit and is opened on its second. When an array is full, the tree stays as
it is and playouts go on at its leaves.
"""

import math
from typing import NamedTuple

import numpy as np

from steelyard.bots.tank_duel.playout.kernel import MOST_CHOICES, WEYL, apart, choices, ended, playout
from steelyard.bots.tank_duel.space.kernel import MOST_SQUARES, free, lay_ground, territories
from functools import partial
from steelyard.core.compiling import compiled as _compiled
compiled = partial(_compiled, _nrt=False)
merged = compiled
from steelyard.games.tank_duel.kernel import PIECES, flown, mixed, play_round, unpack, winner

FIRST, COUNT, OTHER, KIDS, VISITS, APART, FIELDS = range(7)
NODES_USED, JOYSTICKS_USED, KIDS_USED = range(3)
ZERO, HALF, LOW_HALF = (np.uint64(n) for n in (0, 32, 0xFFFFFFFF))
MINES, END_OF_MINES = 4, 8
MOST_SPREAD = 0.25  # the greatest variance of something between 0 and 1


class Tree(NamedTuple):
    """Nodes, the joysticks of both seats in each, and a kid for each pair of joysticks."""

    nodes: np.ndarray
    """A row of FIELDS each: where its joysticks begin, how many each seat has (0: not opened yet), where its
    kids begin, visits, whether the tanks are apart."""
    worths: np.ndarray
    """What its visits were worth to seat 0, added up."""
    codes: np.ndarray
    """Joysticks, seat 0's before seat 1's."""
    tries: np.ndarray
    totals: np.ndarray
    """What a joystick's tries were worth to its seat, added up, ..."""
    squares: np.ndarray
    """... and squared."""
    kids: np.ndarray
    """A node's number; 0: none yet; negative: the game has ended."""
    used: np.ndarray
    """How many nodes, joysticks and kids there are."""


@compiled
def plant(position, tree, desk):
    """Begin with nothing but the position."""
    width, height, _, _, _, _ = unpack(position[PIECES])
    lay_ground(position, width, height, desk.ground)
    tree.used[:] = 0
    _add(tree.nodes, tree.worths, tree.used, 0)


@compiled
def grow(position, tree, desk, rng, draw, simulations):
    """Simulate so many games from the position."""
    nodes, worths, codes, tries, totals, squares, kids, used = tree
    ground = desk.ground
    width, height, a_start, b_start, m_start, n_start = unpack(position[PIECES])
    work, path, scores = desk.work, desk.path, desk.scores
    for word in range(MINES):
        work[word] = position[word]
    for _ in range(simulations):
        for word in range(MINES, END_OF_MINES):
            work[word] = position[word]
        a, b, m, n = a_start, b_start, m_start, n_start
        node, depth, worth = 0, 0, 0.0
        while node >= 0:
            if not nodes[node, COUNT]:
                if (node and not nodes[node, VISITS]) or not _has_place(codes, kids, used):
                    worth = _leaf(work, ground, width, height, a, b, m, n, nodes[node, APART], draw, rng, desk)
                    break
                _open(work, ground, width, height, a, b, m, n, node, tree, desk.sets, rng)
            first, count, other = nodes[node, FIRST], nodes[node, COUNT], nodes[node, OTHER]
            visits = nodes[node, VISITS] - (node > 0)
            e = first + _chosen(tries, totals, squares, first, count, visits, scores)
            f = first + count + _chosen(tries, totals, squares, first + count, other, visits, scores)
            path[depth, 0], path[depth, 1], path[depth, 2] = node, e, f
            depth += 1
            a, b, m, n, a_hits, b_hits, _, _ = play_round(work, width, height, a, b, m, n, codes[e], codes[f])
            kid = nodes[node, KIDS] + (e - first) * other + f - first - count
            if a_hits | b_hits:
                kids[kid] = -1 - winner(a_hits, b_hits)
                worth = ended(a_hits, b_hits, draw)
            elif not kids[kid]:
                if used[NODES_USED] == len(nodes):
                    worth = _leaf(work, ground, width, height, a, b, m, n, nodes[node, APART], draw, rng, desk)
                    break
                kids[kid] = _add(nodes, worths, used, nodes[node, APART])
            node = kids[kid]
        if node >= 0 and (depth == 0 or node != path[depth - 1, 0]):
            nodes[node, VISITS] += 1
            worths[node] += worth
        _remember(nodes, worths, tries, totals, squares, path, depth, worth)


@merged
def _add(nodes, worths, used, are_apart):
    node = used[NODES_USED]
    used[NODES_USED] += 1
    nodes[node, COUNT] = nodes[node, VISITS] = 0
    nodes[node, APART] = are_apart
    worths[node] = 0.0
    return node


@merged
def _has_place(codes, kids, used):
    """Whether one more node can be opened."""
    return (
        used[JOYSTICKS_USED] + 2 * MOST_CHOICES <= len(codes)
        and used[KIDS_USED] + MOST_CHOICES * MOST_CHOICES <= len(kids)
    )


@merged
def _leaf(work, ground, width, height, a, b, m, n, are_apart, draw, rng, desk):
    if are_apart:
        return apart(work, ground, width, height, a, b, desk)
    return playout(work, ground, width, height, a, b, m, n, draw, rng, desk)


@compiled
def _open(work, ground, width, height, a, b, m, n, node, tree, sets, rng):
    """Write down what both seats may do in a node, in any order."""
    nodes, _, codes, tries, totals, squares, kids, used = tree
    if not nodes[node, APART]:
        nodes[node, APART] = not territories(free(work, ground), a, b, width, height)[2]
    m, n = flown(work, width, height, m), flown(work, width, height, n)
    first = used[JOYSTICKS_USED]
    count = choices(work, ground, width, height, a, b, m, m, n, sets, codes, first)
    other = choices(work, ground, width, height, b, a, n, m, n, sets, codes, first + count)
    _shuffle(codes, first, count, rng)
    _shuffle(codes, first + count, other, rng)
    end, end_of_kids = first + count + other, used[KIDS_USED] + count * other
    tries[first:end] = 0.0
    totals[first:end] = 0.0
    squares[first:end] = 0.0
    kids[used[KIDS_USED] : end_of_kids] = 0
    nodes[node, FIRST], nodes[node, COUNT], nodes[node, OTHER] = first, count, other
    nodes[node, KIDS] = used[KIDS_USED]
    used[JOYSTICKS_USED], used[KIDS_USED] = end, end_of_kids


@merged
def _shuffle(codes, first, count, rng):
    for k in range(count - 1, 0, -1):
        rng[0] += WEYL
        j = np.int64(((mixed(rng[0]) & LOW_HALF) * np.uint64(k + 1)) >> HALF)
        codes[first + k], codes[first + j] = codes[first + j], codes[first + k]


@merged
def _chosen(tries, totals, squares, first, count, visits, scores):
    """Each joystick once, then the one with the best chance of being the best."""
    if visits < count:
        return visits
    if count == 1:
        return 0
    log = math.log(visits)
    for k in range(count):
        mean, doubt = totals[first + k] / tries[first + k], log / tries[first + k]
        spread = squares[first + k] / tries[first + k] - mean * mean + math.sqrt(2.0 * doubt)
        spread = spread if spread < MOST_SPREAD else MOST_SPREAD
        scores[k] = mean + math.sqrt(doubt * spread)
    best = 0
    for k in range(1, count):
        if scores[k] > scores[best]:
            best = k
    return best


@merged
def _remember(nodes, worths, tries, totals, squares, path, depth, worth):
    for level in range(depth):
        node, e, f = path[level, 0], path[level, 1], path[level, 2]
        nodes[node, VISITS] += 1
        worths[node] += worth
        tries[e] += 1.0
        totals[e] += worth
        squares[e] += worth * worth
        tries[f] += 1.0
        totals[f] += 1.0 - worth
        squares[f] += (1.0 - worth) * (1.0 - worth)
