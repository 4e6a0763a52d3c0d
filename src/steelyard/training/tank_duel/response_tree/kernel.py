"""The tree of a best answer to a frozen player, compiled; and the frozen player that looks one round ahead.

The responder knows how likely the frozen player does what, in every node: there the opponent is a chance,
not a choice. What is expected after a pair of joysticks is the frozen player's own judgement at first, and
the value of the child once there is one. What the responder expects is counted in points: 1, 0.5 or 0.
"""

import math
from typing import NamedTuple

import numpy as np

from steelyard.bots.tank_duel.network.kernel import judge, prefer
from steelyard.bots.tank_duel.network.layout import CODES, JOYSTICKS
from steelyard.bots.tank_duel.playout.kernel import cannot_live
from steelyard.core.compiler import compiled
from steelyard.games.tank_duel.kernel import (
    PIECES,
    STEP,
    apply,
    driven,
    flown,
    on_board,
    result,
    unpack,
    wall,
)

WIDTH = 8  # joysticks of each seat that the player of one round looks at, as in training
MATRIX_ROUNDS = 48  # of regret matching, as in training
SHOTS = 5  # joysticks of a direction: without a shot, and one for each direction
OVER = -1  # in place of a child's number
ONGOING = 3
ZERO = np.uint64(0)
POINTS = np.array([1.0, 0.0, 0.5])  # of seat 0, by the result of a game
CODE = np.array(CODES, np.int64)


class Tree(NamedTuple):
    """Rows are nodes. Where a pair of joysticks is meant, the responder's comes first."""

    positions: np.ndarray
    codes: np.ndarray
    """The joysticks of the responder and of the opponent: (nodes, 2, MOST_CHOICES)."""
    counts: np.ndarray
    """How many of them: (nodes, 2)."""
    chances: np.ndarray
    """How likely each of the opponent's is: (nodes, MOST_CHOICES)."""
    worths: np.ndarray
    """What is expected after each pair: (nodes, MOST_CHOICES, MOST_CHOICES)."""
    gains: np.ndarray
    """What is expected of each of the responder's joysticks: (nodes, MOST_CHOICES)."""
    tries: np.ndarray
    """How often each pair was followed."""
    children: np.ndarray
    """The node after each pair; 0: none yet; OVER: the game is over."""
    path: np.ndarray
    """The node and both joysticks of each round, from the root on."""


@compiled
def descend(tree, exploration):
    """Write the path to a pair that has no child; returns how many rounds it has."""
    node, depth = 0, 0
    while True:
        i = _chosen(tree, node, exploration)
        j = _due(tree, node, i)
        tree.path[depth, 0], tree.path[depth, 1], tree.path[depth, 2] = node, i, j
        depth += 1
        node = tree.children[node, i, j]
        if node <= 0:
            return depth


@compiled
def back_up(tree, depth):
    for level in range(depth - 1, -1, -1):
        node, i, j = tree.path[level, 0], tree.path[level, 1], tree.path[level, 2]
        tree.tries[node, i, j] += 1
        child = tree.children[node, i, j]
        if child > 0:
            tree.worths[node, i, j] = tree.gains[child, : tree.counts[child, 0]].max()
        _sum_up(tree, node, i)


@compiled
def open_node(tree, node, seat, work):
    """Complete a node, whose joysticks, chances and expectations are there: games that end in a pair."""
    tree.tries[node] = 0
    for i in range(tree.counts[node, 0]):
        for j in range(tree.counts[node, 1]):
            play_pair(tree, node, seat, i, j, work)
            won = result(work)
            tree.children[node, i, j] = 0 if won == ONGOING else OVER
            if won != ONGOING:
                tree.worths[node, i, j] = POINTS[won] if seat == 0 else 1.0 - POINTS[won]
        _sum_up(tree, node, i)


@compiled
def play_pair(tree, node, seat, i, j, work):
    """Write the position after a pair of joysticks."""
    ours, theirs = tree.codes[node, 0, i], tree.codes[node, 1, j]
    work[:] = tree.positions[node]
    if seat == 0:
        apply(work, ours, theirs)
    else:
        apply(work, theirs, ours)


@compiled
def _chosen(tree, node, exploration):
    """The joystick with the highest upper bound."""
    total = 1 + tree.tries[node].sum()
    root = exploration * math.sqrt(math.log(total + 1))
    best, most = 0, -1.0
    for i in range(tree.counts[node, 0]):
        score = tree.gains[node, i] + root / math.sqrt(1.0 + tree.tries[node, i].sum())
        if score > most:
            best, most = i, score
    return best


@compiled
def _due(tree, node, i):
    """The opponent's joystick that was followed least, measured by its chance."""
    tries, chances = tree.tries[node, i], tree.chances[node]
    total = tries.sum() + 1
    best, most = 0, -math.inf
    for j in range(tree.counts[node, 1]):
        lacks = chances[j] * total - tries[j]
        if chances[j] > 0.0 and lacks > most:
            best, most = j, lacks
    return best


@compiled
def _sum_up(tree, node, i):
    gain = 0.0
    for j in range(tree.counts[node, 1]):
        gain += tree.chances[node, j] * tree.worths[node, i, j]
    tree.gains[node, i] = gain


# The player that looks one round ahead with its network, as in training.
class Matrix(NamedTuple):
    """What it finds in a position; the seats in order."""

    codes: np.ndarray
    """Joysticks: (2, WIDTH)."""
    counts: np.ndarray
    mixes: np.ndarray
    leads: np.ndarray
    """What seat 0 expects to win more than to lose after each pair: (WIDTH, WIDTH)."""
    ground: np.ndarray
    sensible: np.ndarray
    regrets: np.ndarray
    totals: np.ndarray
    work: np.ndarray


@compiled
def look(position, matrix, network):
    """Fill the matrix: both seats' joysticks, what is expected after each pair, and the mixes."""
    codes, counts = matrix.codes, matrix.counts
    width, height, a, b, m, n = unpack(position[PIECES])
    prefer(position, width, height, a, b, m, n, matrix.ground, network)
    f, g = flown(position, width, height, m), flown(position, width, height, n)
    _sensible(position, width, height, a, b, f, f, g, matrix.sensible)
    counts[0] = _preferred(network.outputs[0], matrix.sensible, codes[0])
    _sensible(position, width, height, b, a, g, f, g, matrix.sensible)
    counts[1] = _preferred(network.outputs[1], matrix.sensible, codes[1])
    for i in range(counts[0]):
        for j in range(counts[1]):
            matrix.work[:] = position
            apply(matrix.work, codes[0, i], codes[1, j])
            won = result(matrix.work)
            if won == ONGOING:
                _, _, a, b, m, n = unpack(matrix.work[PIECES])
                wins, _, losses = judge(matrix.work, width, height, a, b, m, n, matrix.ground, network)
                matrix.leads[i, j] = wins - losses
            else:
                matrix.leads[i, j] = 2.0 * POINTS[won] - 1.0
    _solve(matrix.leads, counts[0], counts[1], matrix.regrets, matrix.totals, matrix.mixes)


@compiled
def _sensible(position, width, height, tank, enemy, own, m, n, found):
    """Which of the twenty joysticks are worth a look; missiles have flown."""
    any_safe = False
    for way in range(4):
        place, crashed, _ = driven(position, width, height, tank, np.uint64(way), m, n)
        any_safe |= not cannot_live(position, place, crashed, enemy, m, n)
    for way in range(4):
        place, crashed, _ = driven(position, width, height, tank, np.uint64(way), m, n)
        if any_safe:
            goes = not cannot_live(position, place, crashed, enemy, m, n)
        else:
            goes = crashed == ZERO or way == 0
        found[SHOTS * way] = goes
        for shot in range(4):
            tail = place + STEP[shot]
            is_open = on_board(tail, width, height) and wall(position, tail) == ZERO
            found[SHOTS * way + 1 + shot] = goes and own == ZERO and crashed == ZERO and is_open


@compiled
def _preferred(logits, sensible, codes):
    """Write the sensible joysticks that the network prefers, the first one first; returns how many."""
    count = 0
    while count < WIDTH:
        best, most = -1, -math.inf
        for k in range(JOYSTICKS):
            if sensible[k] and logits[k] > most:
                best, most = k, logits[k]
        if best < 0:
            break
        sensible[best] = False
        codes[count] = CODE[best]
        count += 1
    return count


@compiled
def _solve(leads, rows, columns, regrets, totals, mixes):
    """Regret matching plus, as in `matrix.py`."""
    regrets[:] = 0.0
    totals[:] = 0.0
    row_mix, column_mix = mixes[0], mixes[1]
    for number in range(MATRIX_ROUNDS):
        _mix(regrets[0], rows, row_mix)
        _mix(regrets[1], columns, column_mix)
        mean = 0.0
        for i in range(rows):
            gain = 0.0
            for j in range(columns):
                gain += leads[i, j] * column_mix[j]
            regrets[0, i] += gain
            mean += gain * row_mix[i]
        for i in range(rows):
            regrets[0, i] = max(0.0, regrets[0, i] - mean)
        _mix(regrets[0], rows, row_mix)
        mean = 0.0
        for j in range(columns):
            gain = 0.0
            for i in range(rows):
                gain -= leads[i, j] * row_mix[i]
            regrets[1, j] += gain
            mean += gain * column_mix[j]
        for j in range(columns):
            regrets[1, j] = max(0.0, regrets[1, j] - mean)
        for i in range(rows):
            totals[0, i] += (1.0 + number) * row_mix[i]
        for j in range(columns):
            totals[1, j] += (1.0 + number) * column_mix[j]
    _mix(totals[0], rows, row_mix)
    _mix(totals[1], columns, column_mix)


@compiled
def _mix(parts, count, mix):
    """In proportion to the parts; all alike if there are none."""
    total = 0.0
    for k in range(count):
        total += parts[k]
    for k in range(count):
        mix[k] = parts[k] / total if total > 0.0 else 1.0 / count
