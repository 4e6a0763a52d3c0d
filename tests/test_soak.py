"""Seconds of what `benchmarks/soak.py` does for half an hour: answers are right, whatever time they take."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent / "benchmarks" / "soak.py"
SMALL = ("--classes", "1", "--players", "4", "--hostile", "7", "--pace", "0.3", "--minutes", "0.1")


@pytest.mark.long
def test_a_class_plays_on_while_others_attack_the_server_and_nothing_is_lost() -> None:
    """No failure, every refusal says when to come back, and what was announced survives a kill."""
    words = [sys.executable, str(SCRIPT), *SMALL, "--untimed", "--limit", "stranger_cost=30"]
    shown = subprocess.run(words, capture_output=True, text=True, check=False)
    assert shown.returncode == 0, shown.stdout + shown.stderr
    assert "failures of the server (500)  0" in shown.stdout
