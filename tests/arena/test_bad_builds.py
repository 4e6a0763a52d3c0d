"""Builds that mean harm: each gets its verdict, and the next one finds the machine as if it had not been."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

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


def _as_expected(said: str, refusal: str) -> bool:
    if not refusal:
        return said == "built"
    return said.startswith("failed_to_build: ") and any(words in said for words in refusal.split(" or "))
