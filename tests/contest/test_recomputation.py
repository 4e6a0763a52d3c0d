"""An independent recomputation, written from the documented rules, gives what the reports say."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.contest.report.json_report import report_json
from steelyard.contest.report.writer import write_report
from tests.contest import recomputation
from tests.contest.random_contests import RandomContest
from tests.contest.recomputation.contest import Recomputation
from tests.contest.recomputation.stage import place

if TYPE_CHECKING:
    from tests.contest.recomputation.stage import Stage, Table

CONTESTS, MORE = 12, 2188
BY_CHANCE = ("lot", "seeding")


def recomputed(contest: RandomContest) -> Recomputation:
    """The recomputation of a contest, once it was seen to agree with the report."""
    report = report_json(contest.progress, measured=False)
    ours = Recomputation(contest.text, contest.names, contest.lines, report)
    assert report["suspended"] == ours.games.suspended
    for stage, told in zip(ours.stages, report["stages"][-len(ours.stages) :], strict=True):
        compare_stage(stage, told)
    assert [sorted(level) for level in report["ranking"]] == [sorted(level) for level in ours.ranking()]
    for told in report["grades"]:
        if told["name"] not in ours.journal.quarantined:
            figures = ours.figures(told["name"])
            assert told["figures"] == {key: figures.get(key, 0) for key in told["figures"]}, told["name"]
            assert told["grade"] == ours.grade(told["name"]), told["name"]
    return ours


def compare_stage(stage: Stage, told: dict[str, Any]) -> None:
    if stage.keys["kind"] == "playoff":  # those who are level are in no order
        assert sorted(told["entrants"]) == sorted(stage.names)
    else:
        assert told["entrants"] == stage.names
    assert told["advancing"] == stage.advancing
    assert sorted(told["by_lot"]) == sorted(stage.by_lot)
    for match, each in zip(stage.matches, told["matches"], strict=True):
        for result, game in zip(match.results, each["games"], strict=True):
            assert game["points"] == [*result.points]
            assert (game["figures"], game["played"]) == (result.figures, result.played)
    if not told["tables"]:
        assert [each["winner"] for each in told["matches"]] == stage.winners
        assert [each["decided_by"] for each in told["matches"]] == stage.reasons
    for table, each in zip(stage.tables, told["tables"], strict=True):
        for row in each["rows"]:
            compare_row(row, table)


def compare_row(row: dict[str, Any], table: Table) -> None:
    name = row["name"]
    assert row["place"] == table.place(name)
    told = {key: value for key, value in row.items() if key not in {"name", "place", *BY_CHANCE}}
    assert told == {key: float(table.rows[name][key]) for key in told}, name


def compare_csv(ours: Recomputation, folder: Path) -> None:
    """Places, games and grades in the tables that people open in a spreadsheet."""
    ranked = [row for row in rows(folder / "ranking.csv") if row["place"]]
    levels = ours.ranking()
    assert {row["name"]: int(row["place"]) for row in ranked} == {
        name: place(levels, name) for level in levels for name in level
    }
    for row in rows(folder / "grades.csv"):
        if row["name"] not in ours.journal.quarantined:
            grade = ours.grade(row["name"])
            assert (float(row["grade"]) if row["grade"] else None) == grade, row["name"]
    for number, stage in enumerate(ours.stages, start=1):
        for index, table in enumerate(stage.tables, start=1):
            which = f"-{index}" if len(stage.tables) > 1 else ""
            for row in rows(folder / f"standings-stage-{number}{which}.csv"):
                assert int(row["place"]) == table.place(row["name"])
                counted = table.rows[row["name"]]
                assert [int(row[key]) for key in ("won", "drawn", "lost")] == [
                    counted[key] for key in ("won", "drawn", "lost")
                ]


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8-sig", newline="") as lines:
        return list(csv.DictReader(lines))


def test_random_contests_agree(tmp_path: Path) -> None:
    for number in range(CONTESTS):
        contest = RandomContest(number)
        ours = recomputed(contest)
        if number % 5 == 0:
            write_report(contest.progress, tmp_path / str(number), measured=False)
            compare_csv(ours, tmp_path / str(number) / "csv")


@pytest.mark.long
@pytest.mark.parametrize("first", range(CONTESTS, CONTESTS + MORE, 547))
def test_more_random_contests_agree(first: int) -> None:
    for number in range(first, first + 547):
        recomputed(RandomContest(number))


def test_the_recomputation_knows_nothing_of_the_contest_package() -> None:
    modules = list(Path(recomputation.__path__[0]).glob("*.py"))
    assert modules
    for module in modules:
        assert not re.search(r"^\s*(from|import) steelyard", module.read_text(), re.MULTILINE), module
