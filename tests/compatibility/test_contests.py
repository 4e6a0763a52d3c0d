"""Contests as earlier versions have left them: finished, killed in the middle, one of each kind of stage."""

from __future__ import annotations

import csv
import json
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.compatibility import current
from tests.compatibility.commands import DATA, STAGES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Command


IN_WORDS = {"came to", "result"}
"""Columns that say something in words, which may become clearer."""


def figures(folder: Path) -> dict[str, object]:
    """What a report counts; how its pages look is no promise."""
    return {"report.json": json.loads((folder / "report.json").read_text("utf-8"))} | {
        file.name: list(csv.DictReader(file.read_text("utf-8-sig").splitlines()))
        for file in sorted((folder / "csv").iterdir())
    }


def assert_as_before(now: object, before: object, where: str = "") -> None:
    """More may be told, nothing may go or become another."""
    if isinstance(before, dict):
        assert isinstance(now, dict)
        for key in before.keys() - IN_WORDS:
            assert_as_before(now[key], before[key], f"{where}.{key}")
    elif isinstance(before, list):
        assert isinstance(now, list)
        assert len(now) == len(before), where
        for number, (one, other) in enumerate(zip(now, before, strict=True)):
            assert_as_before(one, other, f"{where}[{number}]")
    else:
        assert now == before, where


@pytest.mark.parametrize("name", ["contests/finished", *(f"stages/{kind}" for kind in STAGES)])
def test_a_finished_contest_verifies_and_has_the_same_report(
    name: str, tmp_path: Path, steelyard_here: Command
) -> None:
    shutil.copytree(DATA / name, tmp_path / "contest")
    done = steelyard_here("contest", "verify", "contest")
    assert done.returncode == 0, done.stdout + done.stderr
    done = steelyard_here("contest", "report", "contest", "--results-only")
    assert done.returncode == 0, done.stderr
    assert_as_before(figures(tmp_path / "contest/report"), figures(DATA / f"{name}.report"))


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
    assert_as_before(figures(tmp_path / "contest/report"), figures(DATA / "contests/interrupted.report"))
