"""Matches and contests that are killed end as if they had not been, and leave nothing behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent / "benchmarks" / "kills.py"


@pytest.mark.parametrize(
    ("kind", "kills"),
    [
        ("match", 1),
        ("contest", 1),
        *(pytest.param(kind, 3, marks=pytest.mark.long) for kind in ("match", "contest", "ray")),
    ],
)
def test_killed_at_random_moments_it_ends_the_same_and_leaves_nothing(kind: str, kills: int) -> None:
    if kind == "ray":
        pytest.importorskip("ray")
    words = [sys.executable, str(SCRIPT), "--of", kind, "--kills", str(kills), "--size", "4"]
    shown = subprocess.run(words, capture_output=True, text=True, check=False)
    assert shown.returncode == 0, shown.stdout + shown.stderr
    assert f"{kills} kills" in shown.stdout
