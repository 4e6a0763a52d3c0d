"""The examples learn, and every cell of the notebooks runs."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
NOTEBOOKS = sorted((ROOT / "examples/notebooks").glob("*.ipynb"))
TWO_LANES = "053/053/xx3/xx3/xx3/xx3"
UNIFORM = 0.5625  # what a player loses from there that moves at random


def example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, ROOT / f"examples/research/{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_regret_matching_comes_close_to_perfect_play() -> None:
    curve, _ = example("regret_matching").learn(sweeps=32, setup=TWO_LANES)
    assert curve[0][1] > 0.3
    assert curve[-1][1] < 0.02


@pytest.mark.long
def test_ppo_becomes_harder_to_exploit() -> None:
    curve, _ = example("ppo").learn(rounds=16, setup=TWO_LANES)
    assert curve[-1][2] < 0.9 * UNIFORM


def test_there_are_three_notebooks() -> None:
    assert [file.stem for file in NOTEBOOKS] == ["exact_exploitability", "first_look", "openspiel"]


@pytest.mark.long
@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_every_cell_of_a_notebook_runs(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "path", sys.path.copy())
    names: dict[str, Any] = {}
    for cell in json.loads(file.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{file.name} {cell['id']}", "exec"), names)  # noqa: S102 - ours


@pytest.mark.long
def test_the_page_for_researchers_shows_what_works() -> None:
    names: dict[str, Any] = {}
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs/research.md").read_text("utf-8"), re.DOTALL)
    assert len(blocks) >= 5
    for block in blocks:
        exec(compile(block, "docs/research.md", "exec"), names)  # noqa: S102 - ours
