"""A formula without a value for one entrant is that entrant's missing grade, with its reason."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from steelyard.contest.file.parser import InvalidContest, read_file
from steelyard.contest.report.writer import write_report
from steelyard.contest.running.journal_entries import Disqualified, Quarantined
from steelyard.contest.standings.grade_formula import Formula, NoValue
from steelyard.contest.standings.grades import grades
from tests.contest.simulation import Ending, by_strength, contest, names, play_out

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.contest.model import Slot
    from steelyard.contest.running.journal_entries import AnyEntry
    from steelyard.contest.running.progress import Progress

OUT = Quarantined(name="bot 03", bot="x", fault="failed_to_build", detail="oops")


def graded(formula: str) -> Progress:
    """Three entrants of whom the last never plays."""
    stages = f'[[stages]]\nkind = "groups"\n[grades]\nformula = "{formula}"\n'
    return play_out(contest(stages, names(3)), by_strength(names(3)), before=[OUT])


def test_a_division_by_zero_is_one_entrants_missing_grade_with_its_reason(tmp_path: Path) -> None:
    progress = graded("10 * wins / games")
    told = {each.name: (each.grade, each.note) for each in grades(progress)}
    why = "no grade: division by zero, games is 0; quarantined: it could not be built"
    assert told == {"bot 01": (10, ""), "bot 02": (0, ""), "bot 03": (None, why)}
    write_report(progress, tmp_path / "report")
    found = json.loads((tmp_path / "report" / "report.json").read_text())["grades"]
    assert [(each["grade"], each["note"]) for each in found] == [(10.0, ""), (0.0, ""), (None, why)]
    rows = list(csv.reader((tmp_path / "report" / "csv" / "grades.csv").read_text("utf-8-sig").splitlines()))
    assert [row[-2:] for row in rows[1:]] == [["10.00", ""], ["0.00", ""], ["", why]]
    assert why in (tmp_path / "report" / "grades.html").read_text("utf-8")


def test_grades_of_a_contest_that_is_not_over_say_that_they_are_not_final() -> None:
    file = contest('[[stages]]\nkind = "knockout"\n[grades]\nformula = "wins"\n', names(4))
    before: list[AnyEntry] = [OUT, Disqualified("copied", "", "bot 04", 0, 1, 0, "2")]
    told = {
        each.name: each.note for each in grades(play_out(file, by_strength(names(4)), before=before, most=0))
    }
    assert told == {
        "bot 01": "not final",
        "bot 02": "not final",
        "bot 03": "quarantined: it could not be built; not final",
        "bot 04": "disqualified: copied; grade decided by the organiser",
    }
    over = grades(play_out(file, by_strength(names(4)), before=before))
    assert not any("not final" in each.note for each in over)


@pytest.mark.parametrize(
    ("formula", "values", "says"),
    [
        ("wins / games", {"wins": 0, "games": 0}, "division by zero, games is 0"),
        ("wins / (wins - games)", {"wins": 2, "games": 2}, "division by zero, games is 2, wins is 2"),
        ("games ** -1", {"games": 0}, "division by zero, games is 0"),
        ("sqrt(wins - 5)", {"wins": 2}, "square root of a negative number, wins is 2"),
        ("(wins - 5) ** 0.5", {"wins": 2}, "fractional power of a negative number, wins is 2"),
        ("9 ** 9 ** wins", {"wins": 9}, "a number that is too large, wins is 9"),
        ("(1e200 * wins) * (1e200 * wins) / 1e300", {"wins": 9}, "a number that is too large, wins is 9"),
    ],
)
def test_what_has_no_value_says_why(formula: str, values: dict[str, float], says: str) -> None:
    with pytest.raises(NoValue) as none:
        Formula(formula, {"wins", "games"})(values)
    assert str(none.value) == says


@pytest.mark.parametrize(
    ("formula", "says"),
    [
        ("wins if games else wins / 0", "'wins / 0' has no value: division by zero"),
        ("wins + 1 / (2 - 2)", "'1 / (2 - 2)' has no value: division by zero"),
        ("5 if wins else sqrt(-1)", "'sqrt(-1)' has no value: square root of a negative number"),
        ("wins + 9 ** 9 ** 9", "has no value: a number that is too large"),
        ("(0 - 8) ** 0.5 + wins", "has no value: fractional power of a negative number"),
        ("wins + 1e999", "'1e999' has no value: a number that is too large"),
        ("1e999999999", "has no value: a number that is too large"),
        ("wins / (games - games)", "it has no value for any figures tried: division by zero"),
        ("sqrt(-1 - wins)", "it has no value for any figures tried: square root of a negative number"),
    ],
)
def test_a_formula_that_cannot_have_a_value_is_refused_when_the_file_is_read(formula: str, says: str) -> None:
    file = (
        'name = "T"\ngame = "tank_war"\n[[entrants]]\nbot = "random"\n[[stages]]\nkind = "groups"\n'
        f'[grades]\nformula = "{formula}"\n'
    )
    with pytest.raises(InvalidContest) as refused:
        read_file(file, "t.toml")
    assert "t.toml, line 8: grades.formula: " in str(refused.value)
    assert says in str(refused.value)


def test_a_formula_that_has_a_value_for_some_is_read() -> None:
    for formula in ("wins / games", "1 / (place - 1)", "sqrt(wins - 3)", "1 / beat_teacher", "0 ** 0 + wins"):
        graded(formula)


def test_grades_are_rounded_from_the_exact_value() -> None:
    """As a float 2.675 is a little less, and 1.005 too."""
    progress = graded("2.675 if wins else 1.005")
    assert [each.grade for each in grades(progress)][:2] == [Fraction("2.68"), Fraction("1.00")]


@pytest.mark.parametrize(("figures_from", "boxes"), [("complete games", 18), ("all games", 30)])
def test_maxima_come_from_complete_games_or_from_all(figures_from: str, boxes: int) -> None:
    """The second game ends when bot 02 fails: bot 01 has 30 boxes then, bot 02 gets nothing."""
    stages = (
        '[[stages]]\nkind = "groups"\n'
        f'[grades]\nformula = "max_boxes + max_tanks"\nfigures_from = "{figures_from}"\n'
    )

    def ending(slot: Slot) -> Ending:
        if slot.seats[0] == "bot 01":
            return Ending(None, {"tanks": (3, 3), "boxes": (18, 18)})
        return Ending(1, {"tanks": (6, 3), "boxes": (6, 30)}, failed=0)

    first, second = grades(play_out(contest(stages, names(2)), ending))
    assert first.figures == {"max_boxes": boxes, "max_tanks": 3}
    assert second.figures == {"max_boxes": 18, "max_tanks": 3}
    assert ("bot-02_v_bot-01" in first.games["max_boxes"]) == (figures_from == "all games")


def test_where_figures_come_from_is_one_of_two() -> None:
    stages = '[[stages]]\nkind = "groups"\n[grades]\nformula = "wins"\nfigures_from = "some"\n'
    with pytest.raises(InvalidContest, match=r"figures_from: 'some' .* 'complete games' or 'all games'"):
        contest(stages, names(2))
