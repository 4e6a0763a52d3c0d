"""The list of decisions is complete, and says of each missing number why it is missing."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "docs/decisions"
ROW = re.compile(r"\| (?:\[(\d+)\]\((.+?)\)|(\d+)) \| (.*?) ?\| (.+) \|")


def test_every_decision_and_every_missing_number_is_listed_once_in_order() -> None:
    rows = [
        found.groups()
        for found in map(ROW.fullmatch, (FOLDER / "README.md").read_text().splitlines())
        if found
    ]
    assert [int(number or missing) for number, _, missing, _, _ in rows] == list(range(1, len(rows) + 1))
    assert all(state.startswith("missing: ") for _, _, missing, _, state in rows if missing)
    listed = [(file, f"# {number}. {title}") for number, file, missing, title, _ in rows if not missing]
    files = sorted(file for file in FOLDER.glob("*.md") if file.name != "README.md")
    assert listed == [(file.name, file.read_text().partition("\n")[0]) for file in files]
