"""Solves matrix games exactly, in fractions: slow, for payoffs too close for the compiled solver.

The simplex method with Bland's rule: it cannot cycle, and every number it compares is exact.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    Matrix = Sequence[Sequence[Fraction]]


def fractions(matrix: Sequence[Sequence[float]]) -> list[list[Fraction]]:
    return [[Fraction(payoff) for payoff in row] for row in matrix]


def turned(matrix: Matrix) -> list[list[Fraction]]:
    """The same game with the players exchanged."""
    return [[-payoff for payoff in column] for column in zip(*matrix, strict=True)]


def value(matrix: Matrix) -> Fraction:
    """The value of the game to the row player."""
    return best_mix(matrix, [Fraction()] * len(matrix[0]))[0]


def best_mix(matrix: Matrix, bonus: Sequence[Fraction]) -> tuple[Fraction, list[Fraction]]:
    """The value, and the column player's optimal mix; of several the one with the greatest bonus."""
    lift = 1 - min(map(min, matrix))
    # With payoffs of at least 1: find the weights with the greatest sum that keep every row within 1.
    tableau = [[*(payoff + lift for payoff in row), Fraction(1)] for row in matrix]
    tableau.append([*(Fraction(-1) for _ in bonus), Fraction()])
    tableau.append([*(-extra for extra in bonus), Fraction()])
    rows, columns = len(matrix), len(bonus)
    in_row, in_column = list(range(columns, columns + rows)), list(range(columns))
    _maximise(tableau, rows, [], in_row, in_column)
    _maximise(tableau, rows + 1, [rows], in_row, in_column)
    total = tableau[rows][-1]
    weights = {label: tableau[row][-1] for row, label in enumerate(in_row)}
    return 1 / total - lift, [weights.get(column, Fraction()) / total for column in range(columns)]


def _maximise(
    tableau: list[list[Fraction]], objective: int, earlier: list[int], in_row: list[int], in_column: list[int]
) -> None:
    while True:
        improving = [
            column
            for column in range(len(in_column))
            if tableau[objective][column] < 0 and all(tableau[row][column] == 0 for row in earlier)
        ]
        if not improving:
            return
        column = min(improving, key=in_column.__getitem__)
        limits = [row for row in range(len(in_row)) if tableau[row][column] > 0]
        row = min(limits, key=lambda r: (tableau[r][-1] / tableau[r][column], in_row[r]))
        _pivot(tableau, row, column)
        in_row[row], in_column[column] = in_column[column], in_row[row]


def _pivot(tableau: list[list[Fraction]], row: int, column: int) -> None:
    """A pivot step: exchange the variable of that row with the variable of that column."""
    by = 1 / tableau[row][column]
    pivot_row = [entry * by for entry in tableau[row]]
    for number, old in enumerate(tableau):
        if number != row:
            factor = old[column]
            tableau[number] = [entry - factor * pivot for entry, pivot in zip(old, pivot_row, strict=True)]
            tableau[number][column] = -factor * by
    pivot_row[column] = by
    tableau[row] = pivot_row
