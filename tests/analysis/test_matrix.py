"""Matrix games against SciPy's linear programs, tied and degenerate ones included."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.optimize import linprog
from tests.analysis import slow

from steelyard.analysis.matrix import exact, kernel, mixes, solve

Matrix = NDArray[np.float64]
CLOSE = 1e-9
ROUGHLY = 1e-4  # what SciPy's own tolerance can make of the mixes that are best


def matrices(payoffs: st.SearchStrategy[float]) -> st.SearchStrategy[Matrix]:
    """Tables of one to eight rows and columns."""

    def table(shape: tuple[int, int]) -> st.SearchStrategy[Matrix]:
        row = st.lists(payoffs, min_size=shape[1], max_size=shape[1])
        return st.lists(row, min_size=shape[0], max_size=shape[0]).map(np.array)

    return st.tuples(st.integers(1, 8), st.integers(1, 8)).flatmap(table)


ANY = matrices(st.floats(-1, 1))
ROUND = matrices(st.integers(-1000, 1000).map(lambda payoff: payoff / 1000))
TIED = matrices(st.sampled_from([-1.0, 0.0, 1.0, 0.5, 1 / 3, -0.25]))
NEARLY_TIED = matrices(
    st.builds(
        lambda payoff, more: payoff + more, st.sampled_from([-1 / 3, 0.0, 1 / 3]), st.sampled_from([0, 1e-7])
    )
)
COARSE = matrices(st.integers(-4, 4).map(float))  # far enough apart for SciPy to see which mixes are best
ALL = st.one_of(ANY, TIED, NEARLY_TIED)


@given(st.one_of(ROUND, TIED))  # payoffs closer together than these are too much for SciPy
def test_the_value_is_that_of_the_linear_program(matrix: Matrix) -> None:
    assert solve(matrix).value == pytest.approx(_linear_program(matrix), abs=CLOSE)


@given(ALL)
def test_the_value_is_that_found_in_fractions(matrix: Matrix) -> None:
    expected = float(exact.value(exact.fractions(matrix.tolist())))
    assert solve(matrix).value == pytest.approx(expected, abs=CLOSE)


@given(ALL)
def test_the_mixes_guarantee_the_value(matrix: Matrix) -> None:
    solution = solve(matrix)
    for row_mix, column_mix in ((solution.row_mix, solution.column_mix), mixes(matrix)):
        for mix in (row_mix, column_mix):
            assert min(mix) >= 0
            assert sum(mix) == pytest.approx(1, abs=1e-12)
        assert (row_mix @ matrix).min() >= solution.value - CLOSE
        assert (matrix @ column_mix).max() <= solution.value + CLOSE


@given(COARSE)
def test_of_several_best_mixes_it_takes_the_one_that_gains_most_from_random_answers(matrix: Matrix) -> None:
    solution = solve(matrix)
    best = _best_on_the_optimal_face(matrix, solution.value, matrix.mean(axis=1))
    assert solution.row_mix @ matrix.mean(axis=1) == pytest.approx(best, abs=ROUGHLY)
    turned = -matrix.T
    best = _best_on_the_optimal_face(turned, -solution.value, turned.mean(axis=1))
    assert solution.column_mix @ turned.mean(axis=1) == pytest.approx(best, abs=ROUGHLY)


@given(COARSE)
def test_a_regret_is_what_the_harshest_best_answer_takes(matrix: Matrix) -> None:
    solution = solve(matrix)
    for row, regret in enumerate(solution.row_regrets):
        harshest = -_best_on_the_optimal_face(-matrix.T, -solution.value, -matrix[row])
        assert regret == pytest.approx(solution.value - harshest, abs=ROUGHLY)
    for column, regret in enumerate(solution.column_regrets):
        harshest = _best_on_the_optimal_face(matrix, solution.value, matrix[:, column])
        assert regret == pytest.approx(harshest - solution.value, abs=ROUGHLY)


@given(ALL)
def test_moves_of_the_mix_have_no_regret(matrix: Matrix) -> None:
    solution = solve(matrix)
    for mix, regrets in (
        (solution.row_mix, solution.row_regrets),
        (solution.column_mix, solution.column_regrets),
    ):
        assert all(regret <= 1e-6 for chance, regret in zip(mix, regrets, strict=True) if chance > 1e-3)


@given(matrices(st.sampled_from([-1.0, 0.0, 1.0, 0.5, -0.25])).filter(lambda m: m.size <= 20))
def test_the_exact_solver_finds_what_the_square_parts_say(matrix: Matrix) -> None:
    fractions = exact.fractions(matrix.tolist())
    assert exact.value(fractions) == slow.matrix_value(fractions)


def test_payoffs_too_close_together_for_floats_are_solved_exactly() -> None:
    rng = np.random.default_rng(3)
    spoiled = 0
    for _ in range(60):
        matrix = rng.integers(-1, 2, (7, 7)) / 3 + rng.integers(0, 2, (7, 7)) * 1e-8
        numbers = [np.empty(7) for _ in range(4)]
        if np.isnan(kernel.study(matrix, *numbers)):
            spoiled += 1
            expected = float(exact.value(exact.fractions(matrix.tolist())))
            solution = solve(matrix)
            assert solution.value == pytest.approx(expected, abs=1e-12)
            assert (solution.row_mix @ matrix).min() == pytest.approx(expected, abs=1e-12)
            assert max(matrix @ mixes(matrix)[1]) == pytest.approx(expected, abs=1e-12)
    assert spoiled, "no matrix of these needed the exact solver: the test tests nothing"


def test_matching_pennies_and_paper_scissors_stone() -> None:
    pennies = solve([[1, -1], [-1, 1]])
    assert pennies.value == 0
    assert pennies.row_mix == pennies.column_mix == pytest.approx((0.5, 0.5))
    stone = solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert stone.value == pytest.approx(0, abs=1e-15)
    assert stone.row_mix == pytest.approx([1 / 3] * 3)


def test_a_saddle_point_is_played_without_mixing() -> None:
    solution = solve([[3, 1, 4], [2, 0, 9], [5, -1, 0]])
    assert (solution.value, solution.row_mix, solution.column_mix) == (1, (1, 0, 0), (0, 1, 0))
    assert solution.row_regrets == (0, 1, 2)
    assert solution.column_regrets == (2, 0, 3)


def test_dominance_leaves_what_matters() -> None:
    matrix = np.array([[2.0, 0.0, 3.0], [0.0, 2.0, 3.0], [0.0, 0.0, 1.0]])
    assert kernel.undominated(matrix, 3, 3).tolist() == [[2, 0], [0, 2]]
    assert kernel.undominated(np.ones((4, 5)), 4, 5).tolist() == [[1]]


@pytest.mark.parametrize("wrong", [[], [[]], [1, 2], [[float("nan")]], [[float("inf"), 1]]])
def test_what_is_no_matrix_game_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match="a table of finite numbers"):
        solve(wrong)


def test_fractions_turn_into_the_same_floats() -> None:
    assert exact.fractions([[0.1, -2]]) == [[Fraction(0.1), Fraction(-2)]]
    assert exact.turned([[Fraction(1), Fraction(2)]]) == [[Fraction(-1)], [Fraction(-2)]]


def _linear_program(matrix: Matrix) -> float:
    """The most the row player can make sure of."""
    rows, columns = matrix.shape
    found = linprog(
        np.append(np.zeros(rows), -1),
        A_ub=np.column_stack([-matrix.T, np.ones(columns)]),
        b_ub=np.zeros(columns),
        A_eq=[np.append(np.ones(rows), 0)],
        b_eq=[1],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    return float(-found.fun)


def _best_on_the_optimal_face(matrix: Matrix, value: float, bonus: Matrix) -> float:
    """The greatest bonus among all mixes of the row player that guarantee the value."""
    rows, columns = matrix.shape
    found = linprog(
        -bonus,
        A_ub=-matrix.T,
        b_ub=np.full(columns, 1e-10 - value),
        A_eq=[np.ones(rows)],
        b_eq=[1],
        bounds=[(0, None)] * rows,
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    assert found.success, found.message
    return float(-found.fun)
