"""Contests as they were left: finished, killed in the middle, one of each kind of stage."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from tests.compatibility import current
from tests.compatibility.commands import DATA, STAGES
from tests.compatibility.comparison import csv_figures, missing

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Command


def figures(folder: Path) -> dict[str, Any]:
    """What a report counts; how its pages look and what they say is no promise."""
    sheets = {file.name: csv_figures(file.read_text("utf-8")) for file in (folder / "csv").iterdir()}
    return {"report.json": json.loads((folder / "report.json").read_text("utf-8")), **sheets}


@pytest.mark.parametrize("name", ["contests/finished", *(f"stages/{kind}" for kind in STAGES)])
def test_a_finished_contest_verifies_and_has_the_same_report(
    name: str, tmp_path: Path, steelyard_here: Command
) -> None:
    shutil.copytree(DATA / name, tmp_path / "contest")
    done = steelyard_here("contest", "verify", "contest")
    assert done.returncode == 0, done.stdout + done.stderr
    done = steelyard_here("contest", "report", "contest", "--results-only")
    assert done.returncode == 0, done.stderr
    lost = list(missing(figures(DATA / f"{name}.report"), figures(tmp_path / "contest/report")))
    assert not lost, f"more may be told, nothing may go or become another: {lost}"


@pytest.mark.parametrize("kind", STAGES)
def test_a_stage_has_the_same_games_with_the_same_seeds_on_the_same_boards(kind: str) -> None:
    assert current.schedule(DATA / "stages" / kind) == (DATA / f"stages/{kind}.txt").read_text("utf-8")


def test_a_contest_that_was_killed_goes_on_to_the_report_it_would_have_had(
    tmp_path: Path, steelyard_here: Command
) -> None:
    shutil.copytree(DATA / "contests/interrupted", tmp_path / "contest")
    before = (tmp_path / "contest/journal.jsonl").read_bytes()
    done = steelyard_here("contest", "run", "contest", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "contest/journal.jsonl").read_bytes().startswith(before), "nothing was played twice"
    done = steelyard_here("contest", "report", "contest", "--results-only")
    assert not list(
        missing(figures(DATA / "contests/interrupted.report"), figures(tmp_path / "contest/report"))
    )
