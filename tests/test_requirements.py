"""The table of requirements names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
SHORT = {"war/": "src/steelyard/games/tank_war/", "duel/": "src/steelyard/games/tank_duel/"}


def test_every_test_that_it_names_exists() -> None:
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", (ROOT / "docs/requirements.md").read_text("utf-8"))
    assert len(named) > 60
    for file, name in named:
        start = next((start for start in SHORT if file.startswith(start)), "")
        path = ROOT / (SHORT.get(start, "") + file.removeprefix(start))
        assert f"def {name}(" in path.read_text("utf-8"), f"{file}::{name}"
