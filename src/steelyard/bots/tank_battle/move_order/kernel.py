"""The order of moves at a node: the hash table's, captures, arrivals, killers, then the others by history.

Moves are listed when their time comes, because most nodes are cut off before. A listed move is a number: its
rank above its code. The next move is the highest below the last one, which needs no sorting.
"""

from functools import partial

import numpy as np

from steelyard.bots.tank_battle.mobility import kernel as on_lines
from steelyard.bots.tank_battle.mobility.kernel import KILLER_BONUS, LINES, OUTSIDE, RANK, UNKNOWN, code
from steelyard.bots.tank_battle.tree.kernel import NEARLY, NO_MOVE
from steelyard.core import compiler
from steelyard.games.tank_battle import kernel as rules
from steelyard.games.tank_battle.boards import SQUARES

compiled = partial(compiler.compiled, nogil=True)

# How far the choice of moves at a node has come.
TABLE_MOVE, LIST_CAPTURES, CAPTURES, QUIETS, FINISHED = range(5)
NONE, QUIET, FORCING = range(3)  # what was chosen; killers and arrivals count as forcing
ALL = 1 << 31  # above every move with its rank

# Margins in hundredths of a tank, tuned in matches.
FUTILE, FUTILE_DEPTH = 150, 3  # by depth left, up to this depth: quiet moves cannot bring the value to alpha
HOPELESS = 100  # captures that cannot bring the value to alpha even with this


@compiled
def list_captures(tree, ply, seat):
    """List captures by what they gain; at the end of the depth, only those that can raise the value."""
    position, moves = tree.positions[ply], tree.moves[ply]
    found = on_lines.captures(
        tree.lines, 2 * LINES * ply, tree.ground, seat,
        rules.commander_of(position, seat), rules.commander_of(position, 1 - seat), moves,
    )  # fmt: skip
    depth, kept = tree.depth[ply], 0
    choosy = depth <= 0 and not tree.exact
    needed = tree.alpha[ply] - tree.static[ply] - HOPELESS
    for index in range(found):
        move = np.int64(moves[index])
        gain = _gain(tree, seat, move)
        if choosy and gain <= needed:
            continue
        exchange = on_lines.is_guarded(
            tree.lines, 2 * LINES * ply, tree.ground, 1 - seat, move % SQUARES, move // SQUARES
        )
        if choosy and exchange and depth < 0:  # exchanges are searched once
            continue
        moves[kept] = np.int32(((512 + gain - 100 * exchange) << RANK) + code(seat, move))
        kept += 1
    tree.count[ply], tree.last[ply], tree.picking[ply] = kept, ALL, CAPTURES


@compiled
def _gain(tree, seat, move):
    """What a capture gains immediately."""
    square, target = move // SQUARES, move % SQUARES
    goal, enemy_goal = OUTSIDE + LINES * seat, OUTSIDE + LINES - LINES * seat
    gain = 100 + 80 * (1 - on_lines.stands(tree.ground, enemy_goal, target))
    if on_lines.stands(tree.ground, goal, square):
        gain += 80 * (1 - on_lines.stands(tree.ground, goal, target))
    return gain


@compiled
def _list_quiets(tree, ply, seat):
    """List the other moves; where quiet ones would be skipped, arrivals and killers alone."""
    position, moves, history = tree.positions[ply], tree.moves[ply], tree.history
    commander, first = rules.commander_of(position, seat), SQUARES * SQUARES * seat
    few = tree.next[ply] > 0 and is_prunable(tree, ply) and is_futile(tree, ply)
    if not few:
        for killer in tree.killers[2 * ply : 2 * ply + 2]:
            if killer != NO_MOVE:
                history[first + killer] += KILLER_BONUS
    count = on_lines.quiet_moves(
        tree.lines, 2 * LINES * ply, tree.ground, seat, commander, moves, history, few
    )
    for killer in tree.killers[2 * ply : 2 * ply + 2]:
        if killer == NO_MOVE:
            continue
        if not few:
            history[first + killer] -= KILLER_BONUS
        elif _is_quiet(tree, ply, seat, killer):
            moves[count] = np.int32(((UNKNOWN + KILLER_BONUS) << RANK) + code(seat, killer))
            count += 1
    tree.count[ply], tree.last[ply], tree.picking[ply] = count, ALL, QUIETS


@compiled
def _is_quiet(tree, ply, seat, move):
    """Whether a move is legal, captures nothing and does not arrive."""
    goal = OUTSIDE + LINES * seat
    enemies = 2 * LINES * ply + LINES - LINES * seat
    square, target = move // SQUARES, move % SQUARES
    if on_lines.stands(tree.lines, enemies, target) or not _is_legal(tree, ply, seat, move):
        return False
    return not on_lines.stands(tree.ground, goal, square) or on_lines.stands(tree.ground, goal, target)


@compiled
def _is_legal(tree, ply, seat, move):
    position = tree.positions[ply]
    return on_lines.can_drive(
        tree.lines, 2 * LINES * ply, tree.ground, seat,
        rules.commander_of(position, seat), rules.commander_of(position, 1 - seat), move,
    )  # fmt: skip


@compiled
def _is_barred(tree, ply, move):
    if ply == 0:
        for other in range(tree.barred_moves):
            if tree.barred[other] == move:
                return True
    return False


@compiled
def is_prunable(tree, ply):
    """Whether quiet moves may be skipped: only a bound is asked for, and the game is not lost."""
    return not tree.exact and tree.beta[ply] - tree.alpha[ply] == 1 and tree.value[ply] > -NEARLY


@compiled
def is_futile(tree, ply):
    """Futility pruning: a quiet move cannot bring the value up to alpha."""
    depth = tree.depth[ply]
    return depth <= FUTILE_DEPTH and (tree.static[ply] + FUTILE * depth <= tree.alpha[ply])


@compiled
def pick(tree, ply, seat):
    """Choose the next move: the hash table's, captures, then others, each listed when its time comes."""
    if tree.picking[ply] == TABLE_MOVE:
        tree.picking[ply] = LIST_CAPTURES
        move = tree.table_move[ply]
        if move < SQUARES * SQUARES and not _is_barred(tree, ply, move) and _is_legal(tree, ply, seat, move):
            tree.playing[ply] = move
            tree.next[ply] += 1
            return FORCING
        tree.table_move[ply] = NO_MOVE
    if tree.picking[ply] == LIST_CAPTURES:
        list_captures(tree, ply, seat)
    if tree.picking[ply] == CAPTURES:
        if _take_best(tree, ply, seat):
            return FORCING
        if tree.depth[ply] <= 0:
            return NONE
        _list_quiets(tree, ply, seat)
    if tree.picking[ply] == QUIETS:
        if _take_best(tree, ply, seat):
            return QUIET if (tree.last[ply] >> RANK) < KILLER_BONUS else FORCING
        tree.picking[ply] = FINISHED
        if tree.next[ply] == 0:
            tree.playing[ply], tree.next[ply] = rules.PASS_CODE, 1
            return FORCING
    return NONE


@compiled
def _take_best(tree, ply, seat):
    """Take the highest of the listed moves that has not been taken; False if there is none."""
    moves, count = tree.moves[ply], tree.count[ply]
    while True:
        last, best = np.int32(min(tree.last[ply], ALL - 1)), np.int32(-1)
        for index in range(count):
            each = moves[index]
            below = each if each < last else np.int32(-1)
            best = max(best, below)
        if best < 0:
            return False
        tree.last[ply] = best
        move = code(seat, np.int64(best) & NO_MOVE)
        if move != tree.table_move[ply] and not _is_barred(tree, ply, move):
            tree.playing[ply] = move
            tree.next[ply] += 1
            return True


@compiled
def learn(tree, ply, seat):
    """Move a quiet cutoff move forward in the order, and those tried before it backward."""
    move = tree.playing[ply]
    enemies = 2 * LINES * ply + LINES - LINES * seat
    if move == rules.PASS_CODE or on_lines.stands(tree.lines, enemies, move % SQUARES):
        return
    if tree.killers[2 * ply] != move:
        tree.killers[2 * ply + 1], tree.killers[2 * ply] = tree.killers[2 * ply], move
    weight = min(32 * tree.depth[ply] ** 2, 4096)
    history, first = tree.history, SQUARES * SQUARES * seat
    raised = history[first + move] + weight - history[first + move] * weight // UNKNOWN
    history[first + move] = min(raised, UNKNOWN - 1)
    for index in range(tree.tried_count[ply]):
        other = tree.tried[ply, index]
        if other != move:
            history[first + other] -= weight + history[first + other] * weight // UNKNOWN
