"""Server, workers and PostgreSQL killed under load: what was told is there, and nothing is there twice."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent.parent / "benchmarks" / "server_kills.py"
LONG = pytest.mark.long


@pytest.mark.parametrize(
    ("database", "kills"),
    [
        pytest.param("postgresql", 2, marks=LONG),
        pytest.param("sqlite", 10, marks=[LONG, pytest.mark.timeout(900)]),
        pytest.param("postgresql", 10, marks=[LONG, pytest.mark.timeout(900)]),
    ],
)
@pytest.mark.usefixtures("solved_data")
def test_killed_at_random_moments_nothing_is_lost_or_counted_twice(database: str, kills: int) -> None:
    shown = subprocess.run(
        [sys.executable, str(SCRIPT), "--on", database, "--kills", str(kills)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert shown.returncode == 0, shown.stdout + shown.stderr
    assert f"{kills} kills" in shown.stdout
