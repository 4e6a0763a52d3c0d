"""Alpha-beta on the game's kernel, compiled, with its own stack, so that it can stop and resume anywhere.

`run` goes from node to node in three stages: ENTER checks whether anything must be searched, EXPAND plays the
next move, LEAVE passes the value to the node above. All data is in the tree, that of a node at its ply.

Values are hundredths of a tank for the player to move; WON minus the ply for a won game.
"""

import math
from functools import partial

import numpy as np

from steelyard.bots.tank_battle.evaluation import kernel as judgement
from steelyard.bots.tank_battle.evaluation.kernel import evaluate, price, sum_of_tanks
from steelyard.bots.tank_battle.hash_table import zobrist
from steelyard.bots.tank_battle.hash_table.kernel import find, hash_of, key_of, passes, remember, slot_of
from steelyard.bots.tank_battle.memory.kernel import copier, prefetch
from steelyard.bots.tank_battle.mobility import kernel as on_lines
from steelyard.bots.tank_battle.mobility.kernel import LINES
from steelyard.bots.tank_battle.move_order.kernel import (
    NONE,
    QUIET,
    TABLE_MOVE,
    is_futile,
    is_prunable,
    learn,
    list_captures,
    pick,
)  # fmt: skip
from steelyard.bots.tank_battle.network import kernel as network
from steelyard.bots.tank_battle.network.kernel import move_row, weigh
from steelyard.bots.tank_battle.tree.kernel import (
    ACCUMULATORS_AT,
    BOTH_LINES,
    FOLDED_AT,
    INFINITE,
    LINES_AT,
    MOST_TRIED,
    NEARLY,
    NO_MOVE,
    OUTPUTS_AT,
    PLIES,
    POSITION,
    POSITIONS_AT,
    ROW,
    WON,
    ZERO_ROW,
)  # fmt: skip
from steelyard.core import compiler
from steelyard.games.tank_battle import kernel as rules
from steelyard.games.tank_battle.boards import SQUARES

compiled = partial(compiler.compiled, nogil=True)

ENTER, EXPAND, LEAVE = range(3)
# Pruning and reductions, tuned in matches.
LATE, LATE_DEPTH = (
    8,
    3,
)  # times the square of the depth left: how many moves are tried before quiet ones are skipped
NULL_DEPTH, NULL_LESS, NULL_TANKS = 3, 2, 3
REDUCTION = np.array(
    [
        [int(0.4 + math.log(depth) * math.log(tried) / 2.2) if depth and tried else 0 for tried in range(128)]
        for depth in range(32)
    ]
)
copy_position, copy_lines, copy_sides = copier(POSITION), copier(BOTH_LINES), copier(2 * ROW)


@compiled
def begin(tree, position, depth, alpha, beta):
    """Set the root for `run`."""
    tree.positions[0] = position
    on_lines.lay_out(position, tree.ground, tree.lines)
    price(tree.weights, tree.ground, tree.worth)
    tree.early[0] = sum_of_tanks(position, tree.lines, tree.worth, 0)
    tree.late[0] = sum_of_tanks(position, tree.lines, tree.worth, 1)
    if tree.learnt:
        network.sum_up(position, tree.lines, tree.folded, tree.bias, tree.accumulators)
    tree.hash[0] = hash_of(position, tree.lines)
    tree.alpha[0], tree.beta[0], tree.depth[0], tree.null_allowed[0] = alpha, beta, depth, 0
    tree.ply, tree.stage, tree.seat = 0, ENTER, rules.mover(position)


@compiled
def run(tree, until):
    """Continue until the root has its value (True) or that many nodes have been visited (False)."""
    ply, stage = tree.ply, tree.stage
    while True:
        seat = tree.seat ^ (ply & 1)
        if stage == ENTER:
            if tree.visited >= until:
                tree.ply, tree.stage = ply, ENTER
                return False
            stage = _enter(tree, ply, seat)
            ply += stage == ENTER
        elif stage == EXPAND:
            stage = _expand(tree, ply, seat)
            ply += stage == ENTER
        elif ply == 0:
            tree.ply, tree.stage = 0, LEAVE
            return True
        else:
            ply -= 1
            stage = _back(tree, ply, 1 - seat)
            ply += stage == ENTER


@compiled
def _enter(tree, ply, seat):
    """Enter a node. Next: EXPAND to try moves, LEAVE if the value is known, ENTER after a null move."""
    position = tree.positions[ply]
    tree.visited += 1
    tree.best_line[ply, 0] = 0
    tree.next[ply], tree.null[ply], tree.move[ply], tree.table_move[ply] = 0, 0, NO_MOVE, NO_MOVE
    tree.tried_count[ply] = 0
    tree.first_alpha[ply] = tree.alpha[ply]
    outcome = rules.result(position)
    if outcome != 3:
        tree.value[ply] = 0 if outcome == 2 else WON - ply if outcome == seat else ply - WON
        return LEAVE
    if ply == PLIES:
        tree.value[ply] = _static(tree, ply, seat)
        return LEAVE
    if tree.depth[ply] <= 0:
        return _quieten(tree, ply, seat)
    tree.value[ply] = -INFINITE
    tree.key[ply] = key_of(tree, ply)
    if find(tree, ply):
        return LEAVE
    tree.picking[ply] = TABLE_MOVE
    if tree.exact:
        return EXPAND
    tree.static[ply] = _static(tree, ply, seat)
    return ENTER if _null_move(tree, ply, seat) else EXPAND


@compiled
def _static(tree, ply, seat):
    """The evaluation by weights, corrected by the network where there is one."""
    position = tree.positions[ply]
    value = evaluate(position, tree.weights, tree.early[ply], tree.late[ply], seat) // judgement.FULL
    if tree.learnt:
        place = network.bucket(rules.tanks_of(position, rules.WHITE) + rules.tanks_of(position, rules.BLACK))
        sides = ACCUMULATORS_AT + 2 * ROW * ply
        total = weigh(tree, sides + ROW * seat, sides + ROW - ROW * seat, OUTPUTS_AT + 2 * ROW * place)
        value += ((total + tree.output_bias[place]) * network.SCALE) >> network.SHIFT
    return min(max(value, 1 - NEARLY), NEARLY - 1)


@compiled
def _null_move(tree, ply, seat):
    """Null-move pruning: a side that stays above beta without moving needs no closer search."""
    depth, beta = tree.depth[ply], tree.beta[ply]
    if depth < NULL_DEPTH or not tree.null_allowed[ply] or beta - tree.alpha[ply] > 1 or abs(beta) > NEARLY:
        return False
    position = tree.positions[ply]
    # With few tanks left, having to move can be a disadvantage (zugzwang).
    if (
        tree.static[ply] < beta
        or rules.tanks_of(position, 2 * seat) - rules.arrived(position, seat) < NULL_TANKS
    ):
        return False
    _copy(tree, ply)
    tree.positions[ply + 1, rules.STATUS] ^= rules.SEAT_BIT
    tree.early[ply + 1], tree.late[ply + 1] = tree.early[ply], tree.late[ply]
    tree.hash[ply + 1] = tree.hash[ply] ^ zobrist.TURN
    copy_sides(tree, ACCUMULATORS_AT + 2 * ROW * (ply + 1), ACCUMULATORS_AT + 2 * ROW * ply)
    tree.null[ply], tree.null_allowed[ply + 1] = 1, 0
    _ask(tree, ply, -beta, 1 - beta, depth - 1 - NULL_LESS - depth // 4)
    return True


@compiled
def _ask(tree, ply, alpha, beta, depth):
    """Set the window and depth of the node below."""
    tree.alpha[ply + 1], tree.beta[ply + 1], tree.depth[ply + 1] = alpha, beta, depth


@compiled
def _copy(tree, ply):
    copy_position(tree, POSITIONS_AT + POSITION * (ply + 1), POSITIONS_AT + POSITION * ply)
    copy_lines(tree, LINES_AT + BOTH_LINES * (ply + 1), LINES_AT + BOTH_LINES * ply)


@compiled
def _play(tree, ply, seat, move):
    """Make the position, its lines, sums and hash at the next ply."""
    _copy(tree, ply)
    position, early, late = tree.positions[ply], tree.early[ply], tree.late[ply]
    whole = tree.hash[ply] ^ zobrist.TURN ^ zobrist.PASSES[passes(position)]
    if move == rules.PASS_CODE:
        copy_sides(tree, ACCUMULATORS_AT + 2 * ROW * (ply + 1), ACCUMULATORS_AT + 2 * ROW * ply)
        whole ^= zobrist.PASSES[passes(position) + 1]
    else:
        worth, square, target = tree.worth, move // SQUARES, move % SQUARES
        commander, enemy_commander = (
            rules.commander_of(position, seat),
            rules.commander_of(position, 1 - seat),
        )
        own = 2 * LINES * (ply + 1) + LINES * seat
        enemies = 2 * LINES * (ply + 1) + LINES - LINES * seat
        tank = 128 * (2 * seat + (commander == square))
        early += worth[2 * (tank + target)] - worth[2 * (tank + square)]
        late += worth[2 * (tank + target) + 1] - worth[2 * (tank + square) + 1]
        whole ^= zobrist.TANKS[tank + square] ^ zobrist.TANKS[tank + target]
        on_lines.put_or_take(tree.lines, own, square)
        on_lines.put_or_take(tree.lines, own, target)
        captured = on_lines.stands(tree.lines, enemies, target)
        if captured:
            tank = 128 * (2 - 2 * seat + (enemy_commander == target))
            early -= worth[2 * (tank + target)]
            late -= worth[2 * (tank + target) + 1]
            whole ^= zobrist.TANKS[tank + target]
            on_lines.put_or_take(tree.lines, enemies, target)
        if tree.learnt:
            _follow(tree, ply, seat, square, target, captured)
    tree.early[ply + 1], tree.late[ply + 1], tree.hash[ply + 1] = early, late, whole
    prefetch(slot_of(tree, whole))
    rules.apply(tree.positions[ply + 1], move, move)


@compiled
def _follow(tree, ply, seat, square, target, captured):
    """Update both accumulators for a move."""
    position = tree.positions[ply]
    commander, enemy_commander = rules.commander_of(position, seat), rules.commander_of(position, 1 - seat)
    for side in range(2):
        before = ACCUMULATORS_AT + 2 * ROW * ply + ROW * side
        after = before + 2 * ROW
        removed = network.row(side, seat, commander, square)
        added = removed + (square - target if side else target - square)
        move_row(tree, after, before, FOLDED_AT + ROW * added, FOLDED_AT + ROW * removed)
        if captured:
            taken = network.row(side, 1 - seat, enemy_commander, target)
            move_row(tree, after, after, ZERO_ROW, FOLDED_AT + ROW * taken)


@compiled
def _quieten(tree, ply, seat):
    """Quiescence at the end of the depth: the static value, or that after captures."""
    static = _static(tree, ply, seat)
    tree.value[ply] = static
    if static >= tree.beta[ply]:
        return LEAVE
    tree.alpha[ply] = max(tree.alpha[ply], static)
    tree.static[ply] = static
    list_captures(tree, ply, seat)
    return EXPAND


@compiled
def _expand(tree, ply, seat):
    """Play the next move that is not pruned (ENTER), or finish the node (LEAVE)."""
    depth, alpha, beta = tree.depth[ply], tree.alpha[ply], tree.beta[ply]
    kind = pick(tree, ply, seat)
    tried, quiet = tree.next[ply], depth > 0 and kind == QUIET
    if quiet and tried > 1 and is_prunable(tree, ply):
        late = depth <= LATE_DEPTH and tried > LATE * depth * depth
        if late or is_futile(tree, ply):
            kind = NONE  # those that follow would be skipped as well
    if kind == NONE:
        if depth > 0 and ply > 0:
            remember(tree, ply)
        return LEAVE
    tree.less[ply], tree.narrow[ply], tree.null_allowed[ply + 1] = 0, depth > 0 and tried > 1, 1
    if quiet:
        if tree.tried_count[ply] < MOST_TRIED:
            tree.tried[ply, tree.tried_count[ply]] = tree.playing[ply]
            tree.tried_count[ply] += 1
        if not tree.exact and depth > 1 and tried > 2:
            tree.less[ply] = min(REDUCTION[min(depth, 31), min(tried, 127)], depth - 1)
    _play(tree, ply, seat, tree.playing[ply])
    _ask(tree, ply, -alpha - 1 if tree.narrow[ply] else -beta, -alpha, depth - 1 - tree.less[ply])
    return ENTER


@compiled
def _back(tree, ply, seat):
    """Take the value of the node below: search it again (ENTER), try the next move (EXPAND), or LEAVE."""
    value, alpha, beta, depth = -tree.value[ply + 1], tree.alpha[ply], tree.beta[ply], tree.depth[ply]
    if tree.null[ply]:
        tree.null[ply] = 0
        if value < beta:
            return EXPAND
        tree.value[ply] = min(value, NEARLY)
        return LEAVE
    if value > alpha and tree.less[ply]:
        tree.less[ply] = 0
        _ask(tree, ply, -alpha - 1, -alpha, depth - 1)
        return ENTER
    if alpha < value < beta and tree.narrow[ply]:
        tree.narrow[ply] = 0
        _ask(tree, ply, -beta, -alpha, depth - 1)
        return ENTER
    tree.value[ply] = max(value, tree.value[ply])
    if value <= alpha:
        return EXPAND
    tree.alpha[ply], tree.move[ply] = value, tree.playing[ply]
    _lengthen(tree, ply)
    if value < beta:
        return EXPAND
    if depth > 0:
        learn(tree, ply, seat)
        if ply > 0:
            remember(tree, ply)
    return LEAVE


@compiled
def _lengthen(tree, ply):
    length = tree.best_line[ply + 1, 0]
    tree.best_line[ply, 0], tree.best_line[ply, 1] = length + 1, tree.playing[ply]
    for index in range(1, length + 1):
        tree.best_line[ply, index + 1] = tree.best_line[ply + 1, index]
