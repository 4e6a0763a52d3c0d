"""The marks of tests."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_tests_are_marked_with_declared_marks_only() -> None:
    """Also where a plug-in would declare a mark: on a machine without it, no test could be collected."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    declared = {re.split(r"[:(]", each)[0] for each in project["tool"]["pytest"]["ini_options"]["markers"]}
    plugins = [ROOT / "tests/conftest.py", ROOT / "tests/counted_lines.py"]
    marked = {mark for file in plugins for mark in re.findall(r'add_marker\("(\w+)"\)', file.read_text())}
    assert {"long", "no_cover"} <= marked <= declared
