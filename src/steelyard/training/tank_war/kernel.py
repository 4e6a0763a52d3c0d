"""Tank War as a player sees it, compiled.

A *view* is a position from the side of the player who drives down, as a key of best responses. Boxes of
columns without tanks are gathered in the first of these, and of a view and its mirror image the smaller one
counts.
"""

import numpy as np

from steelyard.analysis.matrix.kernel import SAME, best_mix, bounds, turned
from steelyard.analysis.tank_war.response.kernel import COLUMNS, GONE, GROUP, SHIFT, key_of
from steelyard.core.compiler import compiled
from steelyard.games.tank_war.kernel import TERRITORY, D, U

TANKS, BOXES = 63, 6  # of a column's nine bits: those of its tanks, and where the number of boxes begins
ROW, D_TANK = 7, 3  # bits of a tank's row plus one, and where D's begin


@compiled
def _view(columns):
    """The key of six columns, after boxes of those without tanks are gathered."""
    boxes, layer, key = 0, 0, 0
    for column in columns:
        boxes += 0 if column & TANKS else column >> BOXES
    for place, column in enumerate(columns):
        u_row, d_row = column & ROW, column >> D_TANK & ROW
        layer += (u_row - 1 if u_row else GONE) + (6 - d_row if d_row else GONE)
        if column & TANKS == 0:
            here = min(boxes, 6)
            boxes -= here
            key |= here << BOXES << GROUP * place
        else:
            key |= column << GROUP * place
    return layer << SHIFT | key


@compiled
def _other_side(column):
    """The column as the player sees it who drives up."""
    u_row, d_row, boxes = column & ROW, column >> D_TANK & ROW, column >> BOXES
    return (7 - d_row if d_row else 0) | (7 - u_row if u_row else 0) << D_TANK | (6 - boxes) << BOXES


@compiled
def views(positions, seat, found, mirrored):
    """Write what the seat sees in each position, and whether it is the mirror image."""
    columns = np.empty(COLUMNS, np.int64)
    for n in range(len(positions)):
        key = key_of(positions[n, U], positions[n, D], positions[n, TERRITORY])
        for place in range(COLUMNS):
            column = key >> GROUP * place & 511
            if seat == 0:
                columns[place] = column
            else:
                columns[COLUMNS - 1 - place] = _other_side(column)
        view, image = _view(columns), _view(columns[::-1])
        mirrored[n] = image < view
        found[n] = min(image, view)


@compiled
def optimal_mixes(matrices, shapes, mixes):
    """Write an optimal mix of each matrix's row player: the first safe move, if one is optimal."""
    for n in range(len(shapes)):
        rows, columns = shapes[n]
        matrix = matrices[n, :rows, :columns].copy()
        lower, upper = bounds(matrix, rows, columns)
        if upper - lower <= SAME:
            for i in range(rows):
                if matrix[i].min() >= lower - SAME:
                    mixes[n, i] = 1.0
                    break
        else:
            best_mix(turned(matrix, rows, columns), np.zeros(rows), mixes[n, :rows])
