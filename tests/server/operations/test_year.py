"""The benchmark of a busy year runs, at a small size: pages answer, a backup comes back, a clean-up helps."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "year.py"
SMALL = {"accounts": 5, "bots": 8, "games": 300, "contests": 3, "contest-games": 10, "times": 1}
PATIENT = {"most-ms": 5000, "most-start-s": 60}


@pytest.mark.long
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_small_year_passes(database: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    options = [f"--{name}={number}" for name, number in {**SMALL, **PATIENT}.items()]
    words = [sys.executable, str(SCRIPT), *options, "--folder", str(tmp_path)]
    if database == "postgresql":
        words += ["--database", request.getfixturevalue("postgresql").database()]
    shown = subprocess.run(words, capture_output=True, text=True, check=False)
    assert shown.returncode == 0, shown.stdout + shown.stderr
    assert "of before" in shown.stdout
