"""The network in integers: sums that follow the moves, and the value that comes out of them.

For each side there is an accumulator: HIDDEN sums of 16 bits, over the rows of all tanks as that side sees
them (its own corner below on the right). A move adds one row and subtracts one or two. The accumulators of
both sides, clipped and squared, are weighted to one number by weights that depend on how many tanks are left.

Everything is at offsets in one record (the search's tree). The arithmetic is written as LLVM vectors, because
loops over a record's fields are not turned into vector instructions reliably.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from steelyard.bots.tank_battle.mobility.kernel import LINES, compiled, lowest
from steelyard.games.tank_battle import kernel as rules
from steelyard.games.tank_battle.boards import SIZE, SQUARES

HIDDEN = 32
BUCKETS = 7
SIDES = 2 * HIDDEN  # both accumulators of a position
FOLDED = 4 * 128  # rows: own tank, own commander, enemy tank, enemy commander, by square
ONE = 256  # the activation 1.0; an activation is clipped there
OUTPUT_ONE = 64  # the output weight 1.0
SCALE = 400  # hundredths of a tank for an output of 1.0
SHIFT = 22  # ONE * ONE * OUTPUT_ONE is 1 << SHIFT

_BYTES = 2
_ROW = ir.VectorType(ir.IntType(16), HIDDEN)
_SUMS = ir.VectorType(ir.IntType(32), HIDDEN)


def _constant(vector, value):
    return ir.Constant(vector, [ir.Constant(vector.element, value)] * vector.count)


def _place(builder, record, offset):
    return cgutils.pointer_add(builder, record, offset, _ROW.as_pointer())


@intrinsic
def move_row(_context, record, _target, _source, _added, _removed):
    """The row at `target` becomes that at `source` plus `added` minus `removed`; offsets in bytes."""

    def emit(_context, builder, _signature, arguments):
        record, target, *offsets = arguments
        source, added, removed = (
            builder.load(_place(builder, record, offset), align=_BYTES) for offset in offsets
        )
        row = builder.sub(builder.add(source, added), removed)
        builder.store(row, _place(builder, record, target), align=_BYTES)
        return ir.Constant(ir.IntType(64), 0)

    return types.int64(record, *[types.int64] * 4), emit


@intrinsic
def weigh(_context, record, _own, _other, _weights):
    """The weighted sum of both accumulators, clipped and squared; offsets in bytes."""

    def emit(_context, builder, _signature, arguments):
        record, own, other, weights = arguments
        least, most = _constant(_ROW, 0), _constant(_ROW, ONE)
        total = None
        for number, offset in enumerate((own, other)):
            sums = builder.load(_place(builder, record, offset), align=_BYTES)
            sums = builder.select(builder.icmp_signed(">", sums, least), sums, least)
            sums = builder.select(builder.icmp_signed("<", sums, most), sums, most)
            active = builder.sext(sums, _SUMS)
            further = builder.add(weights, ir.Constant(ir.IntType(64), number * _BYTES * HIDDEN))
            weight = builder.sext(builder.load(_place(builder, record, further), align=_BYTES), _SUMS)
            part = builder.mul(builder.mul(active, active), weight)
            total = part if total is None else builder.add(total, part)
        add_up = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(ir.IntType(32), [_SUMS]),
            f"llvm.vector.reduce.add.v{HIDDEN}i32",
        )
        return builder.sext(builder.call(add_up, [total]), ir.IntType(64))

    return types.int64(record, *[types.int64] * 3), emit


@compiled
def row(side, seat, commander, square):
    """The folded row of a tank as `side` sees it."""
    kind = 2 * (seat != side) + (commander == square)
    return 128 * kind + (SQUARES - 1 - square if side else square)


@compiled
def sum_up(position, lines, folded, bias, accumulators):
    """The accumulators of a position at the root, from nothing."""
    for side in range(2):
        for hidden in range(HIDDEN):
            accumulators[HIDDEN * side + hidden] = bias[hidden]
        for seat in range(2):
            commander = rules.commander_of(position, seat)
            for rank in range(SIZE):
                tanks = np.int64(lines[LINES * seat + rank])
                while tanks:
                    first = HIDDEN * row(side, seat, commander, SIZE * rank + lowest(tanks))
                    tanks &= tanks - 1
                    for hidden in range(HIDDEN):
                        accumulators[HIDDEN * side + hidden] += folded[first + hidden]


@compiled
def bucket(tanks):
    """Which output weights apply with so many tanks on the board."""
    return max(tanks - 1, 0) // 4
