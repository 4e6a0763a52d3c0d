"""`steelyard train`: a run can be stopped and resumed, and leaves its settings, curve and weights."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from steelyard import training
from steelyard.cli import main
from steelyard.core.errors import InvalidOption, SteelyardError
from steelyard.training import checkpoint, curve, run
from steelyard.training.trainer import Trainer

if TYPE_CHECKING:
    from pathlib import Path

TINY_WAR = {
    "hidden": 8, "layers": 1, "batch": 32, "steps_at_once": 2, "evaluate_every": 2,
    "state": "053/xx3/053/xx3/053/xx3",
}  # fmt: skip
TINY_DUEL = {
    "hidden": 8, "games": 16, "boards": 4, "test_boards": 2, "rounds": 3, "width": 3, "matrix_rounds": 6,
    "batch": 24, "evaluate_every": 2,
}  # fmt: skip


def chosen(settings: dict[str, Any]) -> list[str]:
    return [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]


def resumes(game: str, settings: dict[str, Any], folder: Path) -> None:
    whole, parts = folder / "whole", folder / "parts"
    common = ["--device", "cpu"]
    assert main(["train", game, "--into", str(whole), "--steps", "3", *common, *chosen(settings)]) == 0
    assert main(["train", game, "--into", str(parts), "--steps", "2", *common, *chosen(settings)]) == 0
    stopped = checkpoint.load(parts / run.CHECKPOINT)
    assert main(["train", game, "--into", str(parts), "--steps", "3", *common, "--resume"]) == 0
    one, two = (checkpoint.load(path / run.CHECKPOINT) for path in (whole, parts))
    assert one.steps == two.steps == 3
    assert stopped.steps == 2
    assert run.same(one.arrays, two.arrays)
    assert not run.same(stopped.arrays, two.arrays)
    assert (whole / run.WEIGHTS).read_bytes() == (parts / run.WEIGHTS).read_bytes()


@pytest.mark.long  # JAX compiles for seconds
@pytest.mark.usefixtures("solved_data")
def test_a_resumed_run_ends_as_one_that_was_not_stopped(tmp_path: Path) -> None:
    resumes("tank_war", TINY_WAR, tmp_path)
    about = json.loads((tmp_path / "parts" / run.SETTINGS).read_bytes())
    assert about["settings"]["hidden"] == 8
    assert about["seed"] == 1
    assert about["versions"]["jax"]
    assert about["data"]["positions"] > 10
    lines = curve.read(tmp_path / "parts" / run.CURVE)
    assert lines[-1]["step"] == 3
    assert -0.01 <= lines[-1]["exploitability"] <= 1.01


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_self_play_resumes_too(tmp_path: Path) -> None:
    resumes("tank_duel", TINY_DUEL, tmp_path)
    last = curve.read(tmp_path / "parts" / run.CURVE)[-1]
    assert 0 <= last["search_against_territory"] <= 1


class Counting(Trainer):
    """Adds the step's number; stops the clock where asked to."""

    summary = "a sum"

    def start(self) -> dict[str, Any]:
        return {"sum": np.float64(0)}

    def step(self, arrays: dict[str, Any], number: int) -> tuple[dict[str, Any], dict[str, float]]:
        if number == 5:
            raise KeyboardInterrupt
        return {"sum": arrays["sum"] + number}, {"number": number}

    def weights(self, arrays: dict[str, Any]) -> bytes:
        return str(arrays["sum"]).encode()


def test_whoever_interrupts_a_run_can_resume_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(training, "make_trainer", lambda *_plan: Counting())
    plan = run.Plan("tank_war", training.settings_of("tank_war")(), 1)
    with pytest.raises(KeyboardInterrupt):
        run.run(plan, tmp_path, run.Limit(steps=9), progress=lambda *_: None)
    stopped = checkpoint.load(tmp_path / run.CHECKPOINT)
    assert (stopped.steps, float(stopped.arrays["sum"])) == (5, 10.0)
    with pytest.raises(SteelyardError, match="--resume goes on with it"):
        run.run(plan, tmp_path, run.Limit(steps=9), progress=lambda *_: None)


def test_whoever_interrupts_the_command_is_told_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(training, "make_trainer", lambda *_plan: Counting())
    folder = tmp_path / "run"
    assert main(["train", "tank_war", "--into", str(folder), "--steps", "9"]) == 130
    assert f"stopped; steelyard train tank_war --into {folder} --resume goes on" in capsys.readouterr().err
    assert main(["train", "tank_war", "--into", str(folder), "--steps", "5", "--resume"]) == 0


def test_whoever_interrupts_before_the_first_step_is_told_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Counting, "prepare", interrupted)
    monkeypatch.setattr(training, "make_trainer", lambda *_plan: Counting())
    assert main(["train", "tank_war", "--into", str(tmp_path / "run"), "--steps", "9"]) == 130
    assert capsys.readouterr().err == ""


def test_lines_after_the_last_checkpoint_are_written_anew(tmp_path: Path) -> None:
    file = tmp_path / "curve.jsonl"
    first = curve.Curve(file, 0)
    for step in (1, 2, 3):
        first.add({"step": step, "loss": 1 / step})
    with file.open("a") as cut:
        cut.write('{"step": 4, "lo')
    curve.Curve(file, 2).add({"step": 3, "loss": 0.5})
    assert [(line["step"], line["loss"]) for line in curve.read(file)] == [(1, 1.0), (2, 0.5), (3, 0.5)]


def test_wrong_settings_are_explained() -> None:
    with pytest.raises(InvalidOption, match="no setting 'hiden'; there are batch"):
        run.new_plan("tank_war", 1, {"hiden": "3"})
    with pytest.raises(InvalidOption, match="Expected `int`"):
        run.new_plan("tank_war", 1, {"hidden": "many"})
    for wrong in ({"hidden": "0"}, {"decay_steps": "0"}, {"batch": "1"}, {"least": "2"}):
        with pytest.raises(InvalidOption, match=f"Expected .* at `\\$.{next(iter(wrong))}`"):
            run.new_plan("tank_war", 1, wrong)
    with pytest.raises(SteelyardError, match="cannot be trained; there are"):
        run.new_plan("chess", 1, {})


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "checkpoint.npz"
    checkpoint.save(file, checkpoint.Checkpoint({"a": np.arange(9)}, 4, 1.5))
    assert checkpoint.load(file).steps == 4
    whole = file.read_bytes()
    one_array = io.BytesIO()
    np.save(one_array, np.arange(9))
    for content in (whole[:-20], b"", checkpoint.packed({"a": np.arange(9)}), one_array.getvalue()):
        file.write_bytes(content)
        with pytest.raises(SteelyardError, match="damaged"):
            checkpoint.load(file)
