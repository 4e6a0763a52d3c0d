"""The conformance suite is for whoever writes a game, with no more than Steelyard installed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from tests.toy_games.nim import Nim

from steelyard.core import conformance

ROOT = Path(__file__).parents[2]
NIM = ROOT / "tests/toy_games/nim"
CHECK = f"""
import json, pathlib, sys

class Hidden:
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[1:]:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Hidden)
sys.path.append({str(NIM.parent)!r})
import nim
from steelyard.core import conformance
conformance.check(nim.GAME(), json.loads(pathlib.Path({str(NIM / "schema.json")!r}).read_text()))
print("conforms")
"""


def only_for_development() -> list[str]:
    """The modules of the packages that the extra `dev` brings beyond those that Steelyard needs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    dev = project["optional-dependencies"]["dev"]
    needed, extra = (
        {re.split(r"[^\w-]", each)[0] for each in listed} for listed in (project["dependencies"], dev)
    )
    return [
        module for module, packages in packages_distributions().items() if set(packages) & (extra - needed)
    ]


def checked(*flags: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *flags, "-c", CHECK, *only_for_development()]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_it_runs_with_what_steelyard_brings() -> None:
    assert {"pytest", "hypothesis"} <= set(only_for_development())
    shown = checked()
    assert (shown.stdout, shown.stderr) == ("conforms\n", "")


def test_without_assertions_it_refuses_to_find_nothing() -> None:
    assert "run it without -O" in checked("-O").stderr


class Unsorted(Nim):
    def legal_moves(self, state, seat):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN201 - as Nim's
        return super().legal_moves(state, seat)[::-1]


def test_a_failure_says_what_is_wrong_where_and_what_would_be_right() -> None:
    schema = json.loads((NIM / "schema.json").read_text())
    says = r"^legal_moves\(\) of seat 0 is \[2, 1, 0\] at 10:0; it should ascend without repeats$"
    with pytest.raises(AssertionError, match=says):
        conformance.check(Unsorted(), schema)
