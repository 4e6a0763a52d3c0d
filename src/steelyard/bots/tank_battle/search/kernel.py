"""Alpha-beta on the game's kernel, compiled, with its own stack, so that it can stop and resume anywhere.

All data is in one record, the tree: a record is passed as one address, while Numba would count references to
a dozen arrays in every call. The data of a node is at its ply. `run` goes from node to node in three stages:
ENTER checks whether anything must be searched, EXPAND plays the next move, LEAVE passes the value to the node
above.

Values are hundredths of a tank for the player to move; WON minus the ply for a won game.

It is long because it is one unit: its functions are inlined into each other and cached together.
"""

import math
from functools import partial
from typing import Any

import numpy as np

from steelyard.bots.tank_battle.evaluation import kernel as judgement
from steelyard.bots.tank_battle.evaluation.kernel import evaluate, price, sum_of_tanks
from steelyard.bots.tank_battle.mobility import kernel as on_lines
from steelyard.bots.tank_battle.mobility.kernel import CAPTURES, LINES, OUTSIDE
from steelyard.core import compiler
from steelyard.games.tank_battle import kernel as rules
from steelyard.games.tank_battle.boards import SQUARES

compiled = partial(compiler.compiled, nogil=True)

PLIES = 120
WON, NEARLY, INFINITE = 30_000, 29_000, 32_000
ENTER, EXPAND, LEAVE = range(3)
EXACT, AT_LEAST, AT_MOST = 1, 2, 3  # kinds of values in the hash table
NO_MOVE = (1 << 14) - 1
FROM_TABLE, KILLER = 1 << 40, 1 << 28  # ranks in the move order, above and below captures and arrivals
TABLE = 1 << 20
FAMILIAR = 16_384  # upper limit of a history counter

# Pruning and reductions, tuned in matches (see the README).
FUTILE, FUTILE_DEPTH = 150, 3
LATE, LATE_DEPTH = 8, 3
NULL_DEPTH, NULL_LESS, NULL_TANKS = 3, 2, 3
HOPELESS = 100
REDUCTION = np.array(
    [
        [int(0.4 + math.log(depth) * math.log(tried) / 2.2) if depth and tried else 0 for tried in range(128)]
        for depth in range(32)
    ]
)

TREE = np.dtype(
    [
        ("positions", np.uint64, (PLIES + 1, rules.WORDS)),
        ("lines", np.int16, ((PLIES + 1) * 2 * LINES,)),
        ("early", np.int64, (PLIES + 1,)),  # the sum of the tanks' values, on a full board
        ("late", np.int64, (PLIES + 1,)),  # the same on an empty board
        ("moves", np.int64, (PLIES + 1, rules.MOST_MOVES)),
        ("order", np.int64, (PLIES + 1, rules.MOST_MOVES)),
        ("best_line", np.int64, (PLIES + 2, PLIES + 2)),  # the length first
        ("key", np.uint64, (PLIES + 1,)),
        *(
            (name, np.int64, (PLIES + 1,))
            for name in (
                "alpha", "first_alpha", "beta", "depth", "static", "value", "move", "table_move",
                "count", "next", "playing", "less", "narrow", "null", "null_allowed",
            )
        ),
        ("ground", np.int16, (on_lines.GROUNDS,)),
        ("weights", np.int64, (2 * judgement.FEATURES,)),
        ("worth", np.int64, (judgement.WORTHS,)),
        ("killers", np.int64, (2 * (PLIES + 1),)),
        ("history", np.int64, (2 * SQUARES * SQUARES,)),
        ("barred", np.int64, (8,)),  # moves excluded at the root
        ("keys", np.uint64, (TABLE,)),
        ("entries", np.int64, (TABLE,)),
        *((name, np.int64) for name in ("barred_moves", "slots", "exact", "ply", "stage", "seat", "visited")),
    ]
)  # fmt: skip


def new_tree(weights: Any) -> Any:
    """Memory for a search; with `exact` set, it leaves nothing out but what cannot change the value."""
    tree = np.zeros(1, TREE)[0]
    tree["weights"] = weights
    forget(tree, 1, 0)
    return tree


@compiled
def forget(tree, nodes, seed):
    """Begin with an empty hash table for that many nodes; the seed orders equal moves."""
    slots = 1024
    while slots < min(2 * nodes, TABLE):
        slots *= 2
    tree.slots = slots
    for slot in range(slots):
        tree.keys[slot] = rules.ZERO
    tree.killers[:] = NO_MOVE
    weyl = np.uint64(seed)
    for index in range(len(tree.history)):
        weyl += rules.WEYL
        tree.history[index] = np.int64(rules.mixed(weyl) >> np.uint64(61)) if seed else 0


@compiled
def begin(tree, position, depth, alpha, beta):
    """Set the root for `run`."""
    tree.positions[0] = position
    on_lines.lay_out(position, tree.ground, tree.lines)
    price(tree.weights, tree.ground, tree.worth)
    tree.early[0] = sum_of_tanks(position, tree.lines, tree.worth, 0)
    tree.late[0] = sum_of_tanks(position, tree.lines, tree.worth, 1)
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
    tree.key[ply] = _key(position, tree.depth[ply])
    if _in_table(tree, ply):
        return LEAVE
    if not tree.exact:
        tree.static[ply] = _static(tree, ply, seat)
        if _null_move(tree, ply, seat):
            return ENTER
    return _list_moves(tree, ply, seat)


@compiled
def _static(tree, ply, seat):
    return (
        evaluate(tree.positions[ply], tree.weights, tree.early[ply], tree.late[ply], seat) // judgement.FULL
    )


@compiled
def _key(position, depth):
    """The hash key; the quiet count is part of it only if the search can come near its limit."""
    limit, quiet = np.int64(position[rules.LIMIT]), np.int64(position[rules.QUIET])
    if limit and quiet + depth + judgement.ZONE >= limit:
        return rules.key(position)
    return rules.key_without_quiet(position)


@compiled
def _slot(tree, key):
    return np.int64(key >> rules.ONE) & (tree.slots - 1)


@compiled
def _in_table(tree, ply):
    """Whether the hash table has the node's value; if not, it may still have the move to try first."""
    key = tree.key[ply]
    slot = _slot(tree, key)
    if tree.keys[slot] != key:
        return False
    entry = tree.entries[slot]
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
def _remember(tree, ply):
    value = tree.value[ply]
    known = AT_LEAST if value >= tree.beta[ply] else EXACT if value > tree.first_alpha[ply] else AT_MOST
    value = value + ply if value > NEARLY else value - ply if value < -NEARLY else value
    move = tree.move[ply] if tree.move[ply] != NO_MOVE else tree.table_move[ply]
    slot = _slot(tree, tree.key[ply])
    tree.keys[slot] = tree.key[ply]
    tree.entries[slot] = move | known << 14 | tree.depth[ply] << 16 | (value + 2 * INFINITE) << 24


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
    tree.null[ply], tree.null_allowed[ply + 1] = 1, 0
    _ask(tree, ply, -beta, 1 - beta, depth - 1 - NULL_LESS - depth // 4)
    return True


@compiled
def _ask(tree, ply, alpha, beta, depth):
    """Set the window and depth of the node below."""
    tree.alpha[ply + 1], tree.beta[ply + 1], tree.depth[ply + 1] = alpha, beta, depth


@compiled
def _copy(tree, ply):
    for word in range(rules.WORDS):
        tree.positions[ply + 1, word] = tree.positions[ply, word]
    here = 2 * LINES * ply
    for line in range(here, here + 2 * LINES):
        tree.lines[line + 2 * LINES] = tree.lines[line]


@compiled
def _play(tree, ply, seat, move):
    _copy(tree, ply)
    early, late = tree.early[ply], tree.late[ply]
    if move != rules.PASS_CODE:
        position, worth = tree.positions[ply], tree.worth
        square, target = move // SQUARES, move % SQUARES
        own = 2 * LINES * (ply + 1) + LINES * seat
        enemies = 2 * LINES * (ply + 1) + LINES - LINES * seat
        tank = 128 * (2 * seat + (rules.commander_of(position, seat) == square))
        early += worth[2 * (tank + target)] - worth[2 * (tank + square)]
        late += worth[2 * (tank + target) + 1] - worth[2 * (tank + square) + 1]
        on_lines.put_or_take(tree.lines, own, square)
        on_lines.put_or_take(tree.lines, own, target)
        if on_lines.stands(tree.lines, enemies, target):
            tank = 128 * (2 - 2 * seat + (rules.commander_of(position, 1 - seat) == target))
            early -= worth[2 * (tank + target)]
            late -= worth[2 * (tank + target) + 1]
            on_lines.put_or_take(tree.lines, enemies, target)
    tree.early[ply + 1], tree.late[ply + 1] = early, late
    rules.apply(tree.positions[ply + 1], move, move)


@compiled
def _quieten(tree, ply, seat):
    """Quiescence at the end of the depth: the static value, or that after captures."""
    static = _static(tree, ply, seat)
    tree.value[ply] = static
    if static >= tree.beta[ply]:
        return LEAVE
    tree.alpha[ply] = max(tree.alpha[ply], static)
    position, moves, order = tree.positions[ply], tree.moves[ply], tree.order[ply]
    found = on_lines.captures(
        tree.lines, 2 * LINES * ply, tree.ground, seat,
        rules.commander_of(position, seat), rules.commander_of(position, 1 - seat), moves,
    )  # fmt: skip
    kept = 0
    for index in range(found):
        gain, exchange = _gain(tree, ply, seat, moves[index])
        # Exchanges are searched once; captures that cannot raise the value to alpha are skipped.
        left_out = (exchange and tree.depth[ply] < 0) or static + gain + HOPELESS <= tree.alpha[ply]
        if tree.exact or not left_out:
            moves[kept], order[kept] = moves[index], gain - 100 * exchange
            kept += 1
    tree.count[ply] = kept
    return EXPAND


@compiled
def _gain(tree, ply, seat, move):
    """What a capture gains immediately, and whether the tank can be recaptured."""
    square, target = move // SQUARES, move % SQUARES
    goal, enemy_goal = OUTSIDE + LINES * seat, OUTSIDE + LINES - LINES * seat
    gain = 100 + 80 * (1 - on_lines.stands(tree.ground, enemy_goal, target))
    if on_lines.stands(tree.ground, goal, square):
        gain += 80 * (1 - on_lines.stands(tree.ground, goal, target))
    return gain, on_lines.is_guarded(tree.lines, 2 * LINES * ply, tree.ground, 1 - seat, target, square)


@compiled
def _list_moves(tree, ply, seat):
    position, moves, order = tree.positions[ply], tree.moves[ply], tree.order[ply]
    count = on_lines.drives(
        tree.lines, 2 * LINES * ply, tree.ground, seat,
        rules.commander_of(position, seat), rules.commander_of(position, 1 - seat),
        moves, order, tree.history,
    )  # fmt: skip
    if count == 0:
        moves[0], order[0], count = rules.PASS_CODE, 0, 1
    if ply == 0:
        count = _without_barred(tree, count)
    for index in range(count):
        move = moves[index]
        if move == tree.table_move[ply]:
            order[index] = FROM_TABLE
        elif order[index] == CAPTURES:
            gain, exchange = _gain(tree, ply, seat, move)
            order[index] += gain - 100 * exchange
        elif order[index] < KILLER and (move == tree.killers[2 * ply] or move == tree.killers[2 * ply + 1]):
            order[index] = KILLER
    tree.count[ply] = count
    return EXPAND


@compiled
def _without_barred(tree, count):
    kept = 0
    for index in range(count):
        barred = False
        for other in range(tree.barred_moves):
            barred = barred or tree.barred[other] == tree.moves[0, index]
        if not barred:
            tree.moves[0, kept], tree.order[0, kept] = tree.moves[0, index], tree.order[0, index]
            kept += 1
    return kept


@compiled
def _expand(tree, ply, seat):
    """Play the next move that is not pruned (ENTER), or finish the node (LEAVE)."""
    depth, alpha, beta = tree.depth[ply], tree.alpha[ply], tree.beta[ply]
    while tree.next[ply] < tree.count[ply]:
        rank = _take_best(tree, ply)
        tried, quiet = tree.next[ply], depth > 0 and rank < KILLER
        if quiet and not tree.exact and tried > 1 and beta - alpha == 1 and tree.value[ply] > -NEARLY:
            if depth <= FUTILE_DEPTH and tree.static[ply] + FUTILE * depth <= alpha:
                continue
            if depth <= LATE_DEPTH and tried > LATE * depth * depth:
                continue
        tree.less[ply], tree.narrow[ply], tree.null_allowed[ply + 1] = 0, depth > 0 and tried > 1, 1
        if quiet and not tree.exact and depth > 1 and tried > 2:
            tree.less[ply] = min(REDUCTION[min(depth, 31), min(tried, 127)], depth - 1)
        _play(tree, ply, seat, tree.playing[ply])
        _ask(tree, ply, -alpha - 1 if tree.narrow[ply] else -beta, -alpha, depth - 1 - tree.less[ply])
        return ENTER
    if depth > 0 and ply > 0:
        _remember(tree, ply)
    return LEAVE


@compiled
def _take_best(tree, ply):
    """Select the best untried move as the current one; returns its rank."""
    moves, order, first = tree.moves[ply], tree.order[ply], tree.next[ply]
    best = first
    for index in range(first + 1, tree.count[ply]):
        if order[index] > order[best]:
            best = index
    moves[first], moves[best] = moves[best], moves[first]
    order[first], order[best] = order[best], order[first]
    tree.playing[ply], tree.next[ply] = moves[first], first + 1
    return order[first]


@compiled
def _back(tree, ply, seat):
    """Take the value of the node below: search it again (ENTER), try the next move (EXPAND), or LEAVE."""
    value, alpha, beta, depth = -tree.value[ply + 1], tree.alpha[ply], tree.beta[ply], tree.depth[ply]
    if tree.null[ply]:
        tree.null[ply] = 0
        if value < beta:
            return _list_moves(tree, ply, seat)
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
        _learn(tree, ply, seat)
        if ply > 0:
            _remember(tree, ply)
    return LEAVE


@compiled
def _lengthen(tree, ply):
    length = tree.best_line[ply + 1, 0]
    tree.best_line[ply, 0], tree.best_line[ply, 1] = length + 1, tree.playing[ply]
    for index in range(1, length + 1):
        tree.best_line[ply, index + 1] = tree.best_line[ply + 1, index]


@compiled
def _learn(tree, ply, seat):
    """Move a quiet cutoff move forward in the order, and those tried before it backward."""
    move, tried = tree.playing[ply], tree.next[ply]
    enemies = 2 * LINES * ply + LINES - LINES * seat
    if move == rules.PASS_CODE or on_lines.stands(tree.lines, enemies, move % SQUARES):
        return
    if tree.killers[2 * ply] != move:
        tree.killers[2 * ply + 1], tree.killers[2 * ply] = tree.killers[2 * ply], move
    weight = min(32 * tree.depth[ply] ** 2, 4096)
    history, first = tree.history, SQUARES * SQUARES * seat
    history[first + move] += weight - history[first + move] * weight // FAMILIAR
    for index in range(tried - 1):
        if tree.order[ply, index] < KILLER:
            other = first + tree.moves[ply, index]
            history[other] -= weight + history[other] * weight // FAMILIAR
