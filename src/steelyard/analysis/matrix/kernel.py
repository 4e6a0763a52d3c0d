"""Solver for small zero-sum games, compiled; the matrix has the row player's payoffs.

Simple cases come first (a saddle point, dominated moves, the 2 x 2 formula); the rest is solved by the
simplex method. The result is certified by both players' mixes: if rounding spoils it (as with payoffs that
differ by a millionth), the result is nan and the exact solver must be used.
"""

from functools import partial

import numpy as np

from steelyard.core.compiler import compiled

threaded = partial(compiled, nogil=True)  # several at once, one per thread

SAME = 1e-12  # payoffs this close count as equal
ZERO = 1e-11  # zero in a simplex tableau, whose payoffs are between 1 and 2
TIE = 1e-10  # a mix that costs less than this counts as optimal
CERTAIN = 5e-10  # tolerance between a mix's guarantee and the value
MOST_PIVOTS = 200  # a dozen is usual

UNIFORM, PERFECT, GREEDY = range(3)  # policies: all moves alike, optimal mixes, the best lead


@compiled
def bounds(matrix, rows, columns):
    """The pure maximin of the row player and the pure minimax of the column player."""
    lower, upper = -np.inf, np.inf
    for i in range(rows):
        least = matrix[i, 0]
        for j in range(1, columns):
            least = min(least, matrix[i, j])
        lower = max(lower, least)
    for j in range(columns):
        most = matrix[0, j]
        for i in range(1, rows):
            most = max(most, matrix[i, j])
        upper = min(upper, most)
    return lower, upper


@compiled
def _thinned(payoffs, kept, count, against, against_count):
    """Drop the dominated rows from kept[:count]; returns how many stay."""
    for a in range(count):
        for b in range(count):
            if a != b and kept[b] >= 0 and kept[a] >= 0:
                never_worse, ever_better = True, False
                for c in range(against_count):
                    gain = payoffs[kept[b], against[c]] - payoffs[kept[a], against[c]]
                    never_worse &= gain >= 0
                    ever_better |= gain > 0
                if never_worse and (ever_better or b < a):  # of two equal rows keep the first
                    kept[a] = -1
    stay = 0
    for a in range(count):
        if kept[a] >= 0:
            kept[stay] = kept[a]
            stay += 1
    return stay


@compiled
def turned(matrix, rows, columns):
    """The same game with the players exchanged."""
    other = np.empty((columns, rows))
    for i in range(rows):
        for j in range(columns):
            other[j, i] = -matrix[i, j]
    return other


@compiled
def undominated(matrix, rows, columns):
    """The rows and columns that iterated dominance leaves."""
    row_numbers, column_numbers = np.arange(rows), np.arange(columns)
    losses = turned(matrix, rows, columns)
    while True:
        rows_left = _thinned(matrix, row_numbers, rows, column_numbers, columns)
        columns_left = _thinned(losses, column_numbers, columns, row_numbers, rows_left)
        if rows_left == rows and columns_left == columns:
            break
        rows, columns = rows_left, columns_left
    left = np.empty((rows, columns))
    for i in range(rows):
        for j in range(columns):
            left[i, j] = matrix[row_numbers[i], column_numbers[j]]
    return left


@compiled
def _pivot(tableau, row, column):
    """A pivot step: exchange the variable of that row with the variable of that column."""
    rows, columns = tableau.shape
    by = 1.0 / tableau[row, column]
    for j in range(columns):
        tableau[row, j] *= by
    for i in range(rows):
        factor = tableau[i, column]
        if i != row and factor != 0.0:
            for j in range(columns):
                tableau[i, j] -= factor * tableau[row, j]
            tableau[i, column] = -factor * by
    tableau[row, column] = by


@compiled
def _entering(tableau, objective, first_objective):
    """The column that improves this objective most, of those that cost nothing in earlier objectives."""
    best, most = -1, -ZERO
    for j in range(tableau.shape[1] - 1):
        free = True
        for earlier in range(first_objective, objective):
            free &= abs(tableau[earlier, j]) <= TIE
        if free and tableau[objective, j] < most:
            best, most = j, tableau[objective, j]
    return best


@compiled
def _leaving(tableau, limits, column):
    """The row that limits the column's variable first (ratio test); of several the best pivot."""
    last = tableau.shape[1] - 1
    least = np.inf
    for i in range(limits):
        if tableau[i, column] > ZERO:
            least = min(least, (max(tableau[i, last], 0.0) + ZERO) / tableau[i, column])
    best, greatest = -1, ZERO
    for i in range(limits):
        if tableau[i, column] > greatest and max(tableau[i, last], 0.0) / tableau[i, column] <= least:
            best, greatest = i, tableau[i, column]
    return best


@compiled
def _maximise(tableau, limits, objective, in_row, in_column):
    for _ in range(MOST_PIVOTS):
        column = _entering(tableau, objective, limits)
        if column < 0:
            return
        row = _leaving(tableau, limits, column)
        if row < 0:
            return
        _pivot(tableau, row, column)
        in_row[row], in_column[column] = in_column[column], in_row[row]


@compiled
def _shares(weights):
    """Normalize weights to a sum of one; negative ones, left by rounding, become zero."""
    total = 0.0
    for k in range(len(weights)):
        weights[k] = max(weights[k], 0.0)
        total += weights[k]
    for k in range(len(weights)):
        weights[k] /= total


@compiled
def expected(weights, payoffs):
    total = 0.0
    for k in range(len(weights)):
        total += weights[k] * payoffs[k]
    return total


@compiled
def row_guarantee(matrix, row_mix):
    """The least the row player can expect from its mix (its guarantee)."""
    least = np.inf
    for j in range(matrix.shape[1]):
        least = min(least, expected(row_mix, matrix[:, j]))
    return least


@compiled
def column_guarantee(matrix, column_mix):
    """The most the row player can expect against the column player's mix."""
    most = -np.inf
    for i in range(matrix.shape[0]):
        most = max(most, expected(column_mix, matrix[i]))
    return most


@compiled
def best_mix(matrix, bonus, column_mix):
    """Write the column player's optimal mix and return the value, or nan if rounding spoiled it.

    Of several optimal mixes, it writes the one with the greatest bonus (a number for each column).
    """
    rows, columns = matrix.shape
    lowest, highest = matrix.min(), matrix.max()
    spread = max(highest - lowest, SAME)
    # With payoffs between 1 and 2: find the weights with the greatest sum that keep every row within 1.
    tableau = np.zeros((rows + 2, columns + 1))
    for j in range(columns):
        for i in range(rows):
            tableau[i, j] = 1.0 + (matrix[i, j] - lowest) / spread
        tableau[rows, j] = -1.0
        tableau[rows + 1, j] = -bonus[j]
    for i in range(rows):
        tableau[i, columns] = 1.0
    in_row, in_column = np.arange(columns, columns + rows), np.arange(columns)
    _maximise(tableau, rows, rows, in_row, in_column)
    value = lowest + (1.0 / tableau[rows, columns] - 1.0) * spread
    row_mix = np.zeros(rows)
    for j in range(columns):
        if in_column[j] >= columns:
            row_mix[in_column[j] - columns] = tableau[rows, j]
    _shares(row_mix)
    _maximise(tableau, rows, rows + 1, in_row, in_column)
    for j in range(columns):
        column_mix[j] = 0.0
    for i in range(rows):
        if in_row[i] < columns:
            column_mix[in_row[i]] = tableau[i, columns]
    _shares(column_mix)
    missed = max(column_guarantee(matrix, column_mix) - value, value - row_guarantee(matrix, row_mix))
    return value if missed <= CERTAIN * spread else np.nan


@compiled
def value_of(matrix, rows, columns):
    """The value of the game in the first `rows` rows and `columns` columns to the row player, or nan."""
    lower, upper = bounds(matrix, rows, columns)
    if upper - lower <= SAME:
        return lower
    left = undominated(matrix, rows, columns)
    rows, columns = left.shape
    if rows == 2 and columns == 2:
        first, second = left[0, 0] - left[0, 1], left[1, 1] - left[1, 0]
        return left[1, 0] + (left[0, 0] - left[1, 0]) * second / (first + second)
    return best_mix(left, np.zeros(columns), np.empty(columns))


@compiled
def both_mixes(matrix, other, row_mix, column_mix):
    """Write an optimal mix of each player, of several the one that gains most from random play.

    Returns a number, or nan if rounding spoiled them.
    """
    rows, columns = matrix.shape
    row_bonus, column_bonus = np.zeros(rows), np.zeros(columns)
    for i in range(rows):
        for j in range(columns):
            row_bonus[i] += matrix[i, j] / columns
            column_bonus[j] += other[j, i] / rows
    return best_mix(other, row_bonus, row_mix) + best_mix(matrix, column_bonus, column_mix)


@compiled
def study(matrix, row_mix, column_mix, row_regrets, column_regrets):
    """Write both mixes, and what each move loses to the other's optimal mix that punishes it most.

    Returns the value, or nan if rounding spoiled any of it.
    """
    rows, columns = matrix.shape
    other = turned(matrix, rows, columns)
    value = value_of(matrix, rows, columns)
    doubt = both_mixes(matrix, other, row_mix, column_mix)
    row_answer, column_answer = np.empty(rows), np.empty(columns)
    for i in range(rows):
        doubt += best_mix(matrix, other[:, i], column_answer)
        row_regrets[i] = max(value - expected(column_answer, matrix[i]), 0.0)
    for j in range(columns):
        doubt += best_mix(other, matrix[:, j], row_answer)
        column_regrets[j] = max(expected(row_answer, matrix[:, j]) - value, 0.0)
    return value + 0.0 * doubt


@compiled
def _cut(matrices, n, k, rows, columns):
    matrix = np.empty((rows, columns))
    for i in range(rows):
        for j in range(columns):
            matrix[i, j] = matrices[n, k, i, j]
    return matrix


@threaded
def values(matrices, shapes, worths):
    """Write the value of each game; returns how many have a saddle point.

    The n-th game is matrices[n, 0, :shapes[n, 0], :shapes[n, 1]].
    """
    saddle_points = 0
    for n in range(len(shapes)):
        rows, columns = shapes[n, 0], shapes[n, 1]
        lower, upper = bounds(matrices[n, 0], rows, columns)
        if upper - lower <= SAME:
            saddle_points += 1
            worths[n, 0] = lower
        else:
            worths[n, 0] = value_of(matrices[n, 0], rows, columns)
    return saddle_points


@compiled
def _greedy_mix(leads, mix):
    """Write the mix of a player who takes the row with the greatest sum; equal rows alike."""
    rows, columns = leads.shape
    best, count = -np.inf, 0
    for i in range(rows):
        lead = 0.0
        for j in range(columns):
            lead += leads[i, j]
        mix[i] = lead
        count = 1 if lead > best else count + (lead == best)
        best = max(best, lead)
    for i in range(rows):
        mix[i] = 1.0 / count if mix[i] == best else 0.0


@threaded
def guarantees(matrices, shapes, way, worths):
    """The results of a fixed policy against best responses, with the value in between.

    worths[n] is the row player's worst result, the value, and the most the column player concedes;
    matrices[n] has the same three after every pair of moves, and the leads.
    """
    for n in range(len(shapes)):
        rows, columns = shapes[n, 0], shapes[n, 1]
        exact = _cut(matrices, n, 1, rows, columns)
        row_mix, column_mix = np.full(rows, 1.0 / rows), np.full(columns, 1.0 / columns)
        if way == PERFECT:
            both_mixes(exact, turned(exact, rows, columns), row_mix, column_mix)
        elif way == GREEDY:
            leads = _cut(matrices, n, 3, rows, columns)
            _greedy_mix(leads, row_mix)
            _greedy_mix(turned(leads, rows, columns), column_mix)
        worths[n, 0] = row_guarantee(_cut(matrices, n, 0, rows, columns), row_mix)
        worths[n, 1] = value_of(exact, rows, columns)
        worths[n, 2] = column_guarantee(_cut(matrices, n, 2, rows, columns), column_mix)
