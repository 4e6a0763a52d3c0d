"""Builds that mean harm: each gets its verdict, and the next one finds the machine as if it had not been."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steelyard.arena.build import build_into
from steelyard.arena.program import Program
from steelyard.arena.verdicts import BotFailure
from tests.arena.bad_builds import BUILDS
from tests.arena.conftest import needs_bubblewrap

if TYPE_CHECKING:
    from tests.arena.conftest import Referee

pytestmark = needs_bubblewrap


def test_every_bad_build_gets_its_verdict_and_leaves_nothing(referee: Referee) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        Path(temporary).chmod(0o1777)
        referee.command.insert(2, f"TMPDIR={temporary}")
        *reports, last = referee.call("bad_builds.py", *BUILDS)
    assert [report["name"] for report in reports] == [*BUILDS]
    wrong = [
        report
        for report in reports
        if report["left"] or not _as_expected(report["said"], BUILDS[report["name"]].refusal)
    ]
    assert wrong == []
    assert last["left"] == []  # in the folder for what is temporary


def test_what_a_build_without_a_sandbox_leaves_is_checked_too(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    program = Program("ada", "ada", ("true",), tmp_path / "bot", ("sh", "-c", "echo made; touch bot.py"))
    assert build_into(program, tmp_path / "good", isolated=False) == "made\n"
    assert (tmp_path / "good" / "bot.py").exists()
    with pytest.raises(BotFailure, match="pipe is a FIFO; only files and folders are allowed"):
        build_into(replace(program, build=("mkfifo", "pipe")), tmp_path / "bad", isolated=False)
    assert not (tmp_path / "bad").exists()


def _as_expected(said: str, refusal: str) -> bool:
    if not refusal:
        return said == "built"
    return said.startswith("failed_to_build: ") and any(words in said for words in refusal.split(" or "))
