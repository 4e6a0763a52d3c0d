"""Points and grades are counted exactly: the order of results is no matter, and what is level is level."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.contest.file.parser import InvalidContest, read_file
from steelyard.contest.model import Board, Pairing, Result, Slot
from steelyard.contest.report.json_report import report_json
from steelyard.contest.report.standings_tables import Links, standings
from steelyard.contest.stages.base.table_stage import TableStage
from steelyard.contest.standings.grade_formula import Formula
from steelyard.contest.standings.ranking import Scoring, table
from steelyard.core.sheets import number, to_csv
from tests.contest.simulation import by_chance, contest, names, play_out

RANKING = ("match_points", "buchholz", "head_to_head")
FILE = 'name = "T"\ngame = "tank_war"\n[[entrants]]\nbot = "random"\n'


def read_points(written: str) -> tuple[Fraction, Fraction, Fraction]:
    stage = read_file(f'{FILE}[[stages]]\nkind = "groups"\npoints = {written}\n', "t.toml").stages[0]
    assert isinstance(stage, TableStage)
    return stage.points


def game(number_: int, first: str, second: str, points: tuple[float, float]) -> Pairing:
    slot = Slot(f"{number_}", 0, 0, (first, second), Board("start", ""), "")
    return Pairing(first, second, (slot,), (Result(points, "tanks"),))


games = st.lists(
    st.tuples(
        st.sampled_from([(one, two) for one in "abcd" for two in "abcd" if one < two]),
        st.sampled_from([(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)]),
    ),
    max_size=25,
)
worth = st.decimals(0, 3, places=1, allow_nan=False).map(str)


@given(games, st.tuples(worth, worth, worth), st.sampled_from(["match", "game"]), st.randoms())
def test_results_in_any_order_give_the_same_table(
    played: list[Any], points: tuple[str, str, str], per: str, rng: Random
) -> None:
    pairings = [game(place, one, two, got) for place, ((one, two), got) in enumerate(played)]
    scoring = Scoring(read_points(f"[{', '.join(points)}]"), per, RANKING, 1)
    told = table("abcd", pairings, scoring)
    shuffled = rng.sample(pairings, len(pairings))
    again = table("abcd", shuffled, scoring)
    assert (told.ties, told.values) == (again.ties, again.values)


def test_with_points_of_0_4_for_a_draw_the_order_of_results_is_no_matter() -> None:
    """Three draws and a win: as floats 0.4 + 0.4 + 0.4 + 1 and 1 + 0.4 + 0.4 + 0.4 are different numbers."""
    draw, win = (0.5, 0.5), (1.0, 0.0)
    mine = [game(place, "a", "x", got) for place, got in enumerate((draw, draw, draw, win))]
    theirs = [game(place, "b", "x", got) for place, got in enumerate((win, draw, draw, draw), start=4)]
    scoring = Scoring(read_points("[1, 0.4, 0]"), "game", ("match_points",), 1)
    assert table("abx", [*mine, *theirs], scoring).ties == [["x"], ["a", "b"]]


def test_a_draw_and_a_loss_are_level_with_a_win_that_is_worth_their_sum() -> None:
    """0.1 + 0.2 is 0.3."""
    scoring = Scoring(read_points("[0.3, 0.1, 0.2]"), "game", ("match_points",), 1)
    pairings = [
        game(0, "a", "x", (0.5, 0.5)),
        game(1, "a", "x", (0.0, 1.0)),
        game(2, "b", "x", (1.0, 0.0)),
    ]
    assert table("abx", pairings, scoring).ties == [["x"], ["a", "b"]]


@settings(max_examples=6)
@given(seed=st.integers(0, 10_000), order=st.integers(0, 10_000))
def test_swiss_rounds_pair_by_exact_points(seed: int, order: int) -> None:
    stage = '[[stages]]\nkind = "swiss"\nrounds = 4\npoints = [1, 0.4, 0.1]\npoints_per = "game"\n'
    told = contest(stage, names(8))
    shuffled = play_out(told, by_chance(seed), rng=Random(order))
    assert report_json(play_out(told, by_chance(seed)), measured=True) == report_json(shuffled, measured=True)


def test_points_are_read_as_they_are_written() -> None:
    assert list(read_points("[1, 0.4, 0]")) == [1, Fraction(2, 5), 0]
    assert list(read_points("[3, 1e-1, -0.25]")) == [3, Fraction(1, 10), Fraction(-1, 4)]


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ('["1", 0.5, 0]', "points[1]: it should be a number, not text"),
        ("[1, true, 0]", "points[2]: it should be a number, not true or false"),
        ("[1, nan, 0]", "points[2]: it should be a number, not NaN"),
        ("[1, 0.5, -inf]", "points[3]: it should be a number, not -Infinity"),
        ("[1e999999999, 0.5, 0]", "points[1]: it should be at most 1000000"),
        ("[1, 1e-999999999, 0]", "points[2]: it should have at most 12 decimals"),
        ("[1, 0.5]", "points"),
    ],
)
def test_points_that_are_no_numbers_are_refused_with_their_line(written: str, says: str) -> None:
    with pytest.raises(InvalidContest) as refused:
        read_points(written)
    assert "t.toml, line 7: stages[1]." in str(refused.value)
    assert says in str(refused.value)


def test_points_are_shown_as_people_write_them() -> None:
    stage = '[[stages]]\nkind = "groups"\npoints = [1, 0.4, 0]\npoints_per = "game"\n'
    progress = play_out(contest(stage, ["a", "b"]), by_chance(1))
    shown = to_csv(
        standings(progress, progress.stages[0], progress.stages[0].tables[0], Links(progress.contest))
    ).decode()
    told = report_json(progress, measured=True)["stages"][0]["tables"][0]["rows"]
    for row in told:
        assert isinstance(row["match_points"], float)
        assert f",{number(row['match_points'])}," in shown
    assert [number(Fraction(n, 10)) for n in (0, 4, 125, -3, 120)] == ["0", "0.4", "12.5", "-0.3", "12"]
    assert number(Fraction(1, 8)) == "0.125"
    assert number(Fraction(1, 3)) == "0.33"


@pytest.mark.parametrize(
    ("formula", "is_"),
    [
        ("0.1 + 0.2 == 0.3", 1),
        ("(0.1 + 0.2 >= 0.3) + (0.1 + 0.2 <= 0.3)", 2),
        ("x / 10 + 2 * x / 10 == 3 * x / 10", 1),
        ("1 / 3 * 3", 1),
        ("round(2.5) + round(3.5)", 6),
        ("min(0.3, 0.1 + 0.2) - max(0.3, 0.1 + 0.2)", 0),
        ("abs(-0.4)", Fraction(2, 5)),
        ("2 ** 10 + 2 ** -1", Fraction(2049, 2)),
        ("sqrt(x / 9) * 3", 1),
        ("8 ** (1 / 3) + 0.25 ** 0.5 + 4 ** 1.5", Fraction(21, 2)),
        ("1 ** 999999999999 + (-1) ** 99999999999 + 0 ** 9999999999", 0),
        ("1_0.5e-1", Fraction(21, 20)),
    ],
)
def test_a_formula_is_exact(formula: str, is_: Fraction) -> None:
    assert Formula(formula, {"x"})({"x": 1}) == is_


def test_roots_are_rounded_correctly_far_beyond_a_grade() -> None:
    root = Formula("sqrt(x)", {"x"})({"x": 2})
    assert abs(root * root - 2) < Fraction(1, 10**40)
    assert float(root) == 2**0.5
    assert float(Formula("x ** 0.3", {"x"})({"x": 2})) == pytest.approx(2**0.3, rel=1e-15)
