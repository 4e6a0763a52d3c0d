"""All data of a search in one record, the tree, and its beginning.

A record is passed as one address, while Numba would count references to a dozen arrays in every call.
The data of a node is at its ply.
"""

from functools import partial
from typing import Any

import numpy as np

from steelyard.bots.tank_battle.evaluation import kernel as judgement
from steelyard.bots.tank_battle.memory.kernel import address_of
from steelyard.bots.tank_battle.mobility import kernel as on_lines
from steelyard.bots.tank_battle.mobility.kernel import LINES, RANK
from steelyard.bots.tank_battle.network import kernel as network
from steelyard.bots.tank_battle.network.features import ROWS
from steelyard.bots.tank_battle.network.kernel import HIDDEN, SIDES
from steelyard.core import compiler
from steelyard.games.tank_battle import kernel as rules
from steelyard.games.tank_battle.boards import SQUARES

compiled = partial(compiler.compiled, nogil=True)

PLIES = 120
WON, NEARLY, INFINITE = 30_000, 29_000, 32_000
NO_MOVE = (1 << RANK) - 1
TABLE = 1 << 20
MOST_TRIED = 256

TREE: Any = np.dtype(
    [
        ("table", np.uint64, (2 * TABLE,)),  # key ^ entry, entry: half a write of another thread fits no key
        ("positions", np.uint64, (PLIES + 1, rules.WORDS)),
        ("lines", np.int16, ((PLIES + 1) * 2 * LINES,)),
        ("accumulators", np.int16, ((PLIES + 1) * SIDES,)),
        ("folded", np.int16, (network.FOLDED * HIDDEN,)),
        ("outputs", np.int16, (network.BUCKETS * SIDES,)),
        ("output_bias", np.int64, (network.BUCKETS,)),
        ("bias", np.int16, (HIDDEN,)),
        ("rows", np.int16, (ROWS, HIDDEN)),  # the network before it is fitted to a terrain
        ("terrain", np.uint64, (rules.WORDS - rules.MINES,)),  # what `folded` was made for
        ("early", np.int64, (PLIES + 1,)),  # the sum of the tanks' values, on a full board
        ("late", np.int64, (PLIES + 1,)),  # the same on an empty board
        ("moves", np.int32, (PLIES + 1, rules.MOST_MOVES)),  # a rank above the code of the move
        ("tried", np.int32, (PLIES + 1, MOST_TRIED)),  # quiet moves searched so far
        ("best_line", np.int64, (PLIES + 2, PLIES + 2)),  # the length first
        ("hash", np.uint64, (PLIES + 1,)),  # without the quiet count
        ("key", np.uint64, (PLIES + 1,)),
        *(
            (name, np.int64, (PLIES + 1,))
            for name in (
                "alpha", "first_alpha", "beta", "depth", "static", "value", "move", "table_move", "picking",
                "count", "last", "next", "tried_count", "playing", "less", "narrow", "null", "null_allowed",
            )
        ),
        ("ground", np.int16, (on_lines.GROUNDS,)),
        ("weights", np.int64, (2 * judgement.FEATURES,)),
        ("worth", np.int64, (judgement.WORTHS,)),
        ("killers", np.int64, (2 * (PLIES + 1),)),
        ("history", np.int32, (2 * SQUARES * SQUARES,)),
        ("barred", np.int64, (8,)),  # moves excluded at the root
        *(
            (name, np.int64)
            for name in (
                "barred_moves", "table_at", "slots", "learnt", "exact", "ply", "stage", "seat", "visited",
            )
        ),
    ]
)  # fmt: skip
AT = {name: int(TREE.fields[name][1]) for name in TREE.names}
POSITIONS_AT, LINES_AT, ACCUMULATORS_AT = AT["positions"], AT["lines"], AT["accumulators"]
FOLDED_AT, OUTPUTS_AT, TABLE_AT = AT["folded"], AT["outputs"], AT["table"]
POSITION, BOTH_LINES, ROW = 8 * rules.WORDS, 2 * 2 * LINES, 2 * HIDDEN  # bytes
ZERO_ROW = FOLDED_AT + ROW * 127  # no square


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
    tree.slots, tree.table_at = slots, address_of(tree) + TABLE_AT
    for word in range(2 * slots):
        tree.table[word] = rules.ZERO
    tree.killers[:] = NO_MOVE
    weyl = np.uint64(seed)
    for index in range(len(tree.history)):
        weyl += rules.WEYL
        tree.history[index] = np.int64(rules.mixed(weyl) >> np.uint64(61)) if seed else 0


@compiled
def share(tree, owner, seed):
    """Use the hash table of another tree, which must live as long; the seed makes the search another."""
    forget(tree, 1, seed)
    tree.slots, tree.table_at = owner.slots, owner.table_at


@compiled
def go_on(tree):
    """Keep the hash table for the next position of the same game, and half of the history."""
    tree.killers[:] = NO_MOVE
    for index in range(len(tree.history)):
        tree.history[index] //= 2
