"""The same answers by other means: the plain rules, fractions, and another way to solve a matrix."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

from steelyard.core.game import SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steelyard.core.game import Game

    Matrix = Sequence[Sequence[Fraction]]


def values(game: Game[Any], state: Any, known: dict[Any, Fraction] | None = None) -> dict[Any, Fraction]:
    """The value for seat 0 of the position and of all that can follow."""
    known = {} if known is None else known
    if state not in known:
        outcome = game.outcome(state)
        if outcome is not None:
            known[state] = Fraction(0 if outcome.winner is None else 1 - 2 * outcome.winner)
        else:
            first, second = (game.legal_moves(state, seat) for seat in SEATS)
            after = [[game.play(state, {0: a, 1: b}) for b in second] for a in first]
            known[state] = matrix_value([[values(game, s, known)[s] for s in row] for row in after])
    return known


def matrix_value(matrix: Matrix) -> Fraction:
    """Shapley and Snow: some square part of the matrix, both players being indifferent in it, solves it."""
    for size in range(1, min(len(matrix), len(matrix[0])) + 1):
        for rows in combinations(range(len(matrix)), size):
            for columns in combinations(range(len(matrix[0])), size):
                value = _solved_by(matrix, rows, columns)
                if value is not None:
                    return value
    raise AssertionError("every game has a solution")


def _solved_by(matrix: Matrix, rows: Sequence[int], columns: Sequence[int]) -> Fraction | None:
    part = [[matrix[i][j] for j in columns] for i in rows]
    row_mix = _indifferent([list(column) for column in zip(*part, strict=True)])
    column_mix = _indifferent(part)
    if row_mix is None or column_mix is None or min(*row_mix, *column_mix) < 0:
        return None
    pairs = list(zip(rows, row_mix, strict=True))
    floor = min(sum(chance * matrix[i][j] for i, chance in pairs) for j in range(len(matrix[0])))
    pairs = list(zip(columns, column_mix, strict=True))
    ceiling = max(sum(chance * matrix[i][j] for j, chance in pairs) for i in range(len(matrix)))
    return Fraction(floor) if floor == ceiling else None


def _indifferent(part: Matrix) -> list[Fraction] | None:
    """The mix over columns that makes all rows worth the same, if there is just one."""
    size = len(part)
    # Unknown: the chances and the value. One equation a row, and the chances add up to one.
    system = [[*row, Fraction(-1), Fraction(0)] for row in part]
    system.append([*[Fraction(1)] * size, Fraction(0), Fraction(1)])
    for k in range(size + 1):
        pivot = next((r for r in range(k, size + 1) if system[r][k] != 0), None)
        if pivot is None:
            return None
        system[k], system[pivot] = system[pivot], system[k]
        system[k] = [entry / system[k][k] for entry in system[k]]
        for r in range(size + 1):
            if r != k and system[r][k] != 0:
                factor = system[r][k]
                system[r] = [a - factor * b for a, b in zip(system[r], system[k], strict=True)]
    return [row[-1] for row in system[:size]]
