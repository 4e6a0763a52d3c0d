"""The README's examples are run, and its facts come from the code."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from steelyard import games

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


def test_its_python_does_what_it_says() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert (failed, tried > 5) == (0, True)


def test_contributings_python_runs() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(block, "CONTRIBUTING.md", "exec"), {})  # noqa: S102 - our own words


COMMANDS = re.findall(r"^\$ steelyard (.*)$", README.read_text("utf-8"), re.MULTILINE)


def test_there_are_commands_to_run() -> None:
    assert len(COMMANDS) >= 4


@pytest.mark.parametrize("command", COMMANDS)
def test_its_commands_run(command: str, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "build").mkdir()
    shown = subprocess.run(
        [sys.executable, "-m", "steelyard", *shlex.split(command)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    told = [line for line in shown.stderr.splitlines() if " played, about " not in line]  # on a slow machine
    assert (shown.returncode, told) == (0, [])
    assert shown.stdout


def test_its_bot_is_fit_to_submit(tmp_path: Path) -> None:
    """The one of the page about bots."""
    page = (ROOT / "docs/how-to/bots.md").read_text("utf-8")
    program = re.search(r"```python\n(import json, random.*?)```", page, re.DOTALL)
    assert program is not None
    (tmp_path / "bot.py").write_text(program[1])
    (tmp_path / "bot.toml").write_text(f'name = "my bot"\nrun = "{sys.executable} bot.py"\n')
    shown = subprocess.run(
        [sys.executable, "-m", "steelyard", "check", str(tmp_path), "--game", "tank_war", "--no-sandbox"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert shown.stdout.endswith("Fit to submit.\n"), shown.stdout


def test_its_list_of_games_is_complete() -> None:
    listed = README.read_text("utf-8").split("<!-- games -->\n")[1].split("<!-- /games -->")[0]
    rows = []
    for name in games.names():
        game = games.game_class(name)
        rows.append(f"| `{name}` | [{game.title}](src/steelyard/games/{name}/README.md) | {game.summary} |\n")
    assert listed == "".join(rows)
