"""Formulas as data: they count, they say what is wrong with them, and they can do nothing else."""

from __future__ import annotations

import math
from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.contest.file.parser import read_file
from steelyard.contest.file.templates import text
from steelyard.contest.standings.grade_figures import formula_names
from steelyard.contest.standings.grade_formula import Formula, InvalidFormula
from steelyard.games.tank_war import GAME

TANK_WAR = GAME()


def value(formula: str, **values: float) -> Fraction:
    return Formula(formula, values)(values)


@pytest.mark.parametrize(
    ("formula", "is_"),
    [
        ("1 + 2 * 3 - 4 / 8", 6.5),
        ("-(2 ** 3)", -8),
        ("min(3, x, 7) + max(1, 2)", 5),
        ("sqrt(16) + abs(-1) + round(2.6)", 8),
        ("1 if x > 2 else 5", 1),
        ("(1 < x < 4) + (x == 3) + (x != 3)", 2),
        ("1 if x > 2 and not y else 0", 1),
        ("0.5 if x > 9 or y >= 0 else 0", 0.5),
    ],
)
def test_a_formula_counts(formula: str, is_: float) -> None:
    assert value(formula, x=3, y=0) == is_


@pytest.mark.parametrize(
    ("formula", "says"),
    [
        ("z + 1", "there is no figure 'z'; there are x"),
        ("x ^ 2", "^ is not a power"),
        ("x +", "cannot be read"),
        ("", "cannot be read"),
        ("x / 0", "'x / 0' has no value: division by zero"),
        ("sqrt(-x)", "square root of a negative number, x is 3"),
        ("(-x) ** 0.5", "fractional power of a negative number, x is 3"),
        ("9e300 ** 9", "a number that is too large"),
        ("9 ** 9 ** 9 ** 9", "a number that is too large"),
        ("min(x)", "is not allowed in a formula"),
        ("'a' * 99", "is not allowed in a formula"),
        ("x.real", "is not allowed in a formula"),
        ("[x][0]", "is not allowed in a formula"),
        ("(lambda: 1)()", "is not allowed in a formula"),
        ("__import__('os').system('true')", "is not allowed in a formula"),
        ("eval('1')", "is not allowed in a formula"),
        ("min(*[x, x])", "is not allowed in a formula"),
        ("True", "is not allowed in a formula"),
        ("x := 3", "cannot be read"),
        ("(" * 90 + "x" + ")" * 90 + "+" + "-" * 60 + "x", "more than 50 deep"),
        ("x" * 2000, "1000 are the most"),
        ("x and\0 x", "cannot be read"),
    ],
)
def test_anything_else_is_refused_in_one_line(formula: str, says: str) -> None:
    with pytest.raises(InvalidFormula) as refused:
        value(formula, x=3)
    assert says in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


@given(st.text(max_size=60))
def test_no_text_does_worse_than_being_refused(formula: str) -> None:
    with suppress(InvalidFormula):
        assert isinstance(value(formula, x=3), Fraction)


def class_grade(**figures: float) -> Fraction:
    told = read_file(text("class"), "class.toml").grades
    assert told is not None
    return Formula(told.formula, formula_names(TANK_WAR))(
        dict.fromkeys(formula_names(TANK_WAR), 0.0) | figures
    )


@given(st.integers(0, 36), st.integers(0, 6), st.booleans())
def test_the_class_formula_is_the_one_of_the_course(boxes: int, tanks: int, won: bool) -> None:  # noqa: FBT001
    progress = min(10, 9 * ((boxes + tanks) / 30) ** 0.5 + 1 * won)
    assert math.isclose(class_grade(max_boxes=boxes, max_tanks=tanks, beat_teacher=won), progress)


def test_its_maxima_and_its_cap() -> None:
    assert class_grade(max_boxes=36, max_tanks=6, beat_teacher=1) == 10
    assert class_grade(max_boxes=36, max_tanks=6) == 10
    assert class_grade(max_boxes=24, max_tanks=6) == 9
    assert class_grade(max_boxes=24, max_tanks=6, beat_teacher=1) == 10
    assert float(class_grade(max_boxes=18, max_tanks=3)) == pytest.approx(7.530, abs=0.001)
    assert class_grade() == 0


def test_a_formula_has_only_so_many_powers_and_roots() -> None:
    """One can take milliseconds, and a formula is tried with many figures."""
    with pytest.raises(InvalidFormula, match="11 powers and roots; 10 are the most"):
        Formula(" + ".join(["wins ** 0.5"] * 6 + ["sqrt(wins)"] * 5), {"wins"})
