"""The examples learn, and every cell of the notebooks runs."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from steelyard import games

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


def test_ppo_of_stable_baselines3_learns_and_is_measured() -> None:
    """It is not among our extras: where it is missing, this is not tested."""
    pytest.importorskip("sb3_contrib")
    learner = example("masked_ppo")
    model = learner.beginner(setup=TWO_LANES)
    before, loss = learner.points(model, 10, setup=TWO_LANES), learner.loss(model, TWO_LANES)
    assert loss == pytest.approx(UNIFORM, abs=0.05)
    assert set(before) <= {0, 0.5, 1}
    assert np.array_equal(before, learner.points(model, 10, setup=TWO_LANES))
    model.learn(2048)
    assert learner.loss(model, TWO_LANES) != loss


def test_there_are_three_notebooks() -> None:
    assert [file.stem for file in NOTEBOOKS] == ["exact_exploitability", "first_look", "openspiel"]


@pytest.mark.long
@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_every_cell_of_a_notebook_runs(file: Path, tmp_path: Path) -> None:
    """In any folder, in a process that has imported nothing."""
    cells = json.loads(file.read_text("utf-8"))["cells"]
    run("\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"), tmp_path)


def run(program: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=folder
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def blocks(page: str) -> list[str]:
    text = (ROOT / "docs" / page).read_text("utf-8")
    return [match[1] for match in re.finditer(r"```python\n(.*?)```", text, re.DOTALL)]


FIRST = blocks("research.md")[:5]


def test_there_is_a_first_program_for_every_library() -> None:
    for library, program in zip(("pettingzoo", "gymnasium", "pyspiel", "batch", "jax"), FIRST, strict=True):
        assert f"import {library}" in program


@pytest.mark.parametrize(
    "program", [pytest.param(program, marks=[pytest.mark.long] * ("jax" in program)) for program in FIRST]
)
def test_a_first_program_runs_by_itself(program: str, tmp_path: Path) -> None:
    assert run(program, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("page", ["research.md", "research-jax.md"])
def test_the_pages_for_researchers_show_what_works(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XLA_FLAGS", "--xla_disable_hlo_passes=fusion")  # which takes most of the compiling
    run("\n".join(blocks(page)), tmp_path)


def test_the_page_for_researchers_names_every_plane() -> None:
    text = (ROOT / "docs/research.md").read_text("utf-8")
    for name in games.names():
        for plane in games.game_class(name).plane_names:
            assert f"`{plane}`" in text
