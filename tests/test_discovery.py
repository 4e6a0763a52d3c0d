"""A game is a folder: dropped in, or named by an entry point, it is found and under test at once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from steelyard import games
from steelyard.core.errors import UnknownGame

ROOT = Path(__file__).parent.parent
TOY = ROOT / "tests" / "toy_games" / "nim"


def test_an_unknown_game_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnknownGame, match=r"there is no game 'chess'; there are .*tank_war"):
        games.get("chess")


@pytest.fixture
def as_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nim as a folder among the games."""
    shutil.copytree(TOY, tmp_path / "nim")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])


@pytest.mark.usefixtures("as_folder")
def test_a_folder_among_the_games_is_a_game() -> None:
    assert "nim" in games.names()
    assert games.get("nim", heap=21).start().heap == 21
    sys.modules.pop("steelyard.games.nim")
    games.discover_again()


@pytest.fixture
def elsewhere(tmp_path: Path) -> dict[str, str]:
    """An installed package with Nim as its entry point; what a process needs to see it."""
    shutil.copytree(TOY, tmp_path / "their_nim")
    about = tmp_path / "their_nim-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: their_nim\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[steelyard.games]\nnim = their_nim\n")
    return {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}


def run(env: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )


def test_a_game_of_another_package_is_listed_and_played(elsewhere: dict[str, str]) -> None:
    listed = json.loads(run(elsewhere, "steelyard", "games", "--json").stdout)
    assert "nim" in {game["name"] for game in listed}
    process = subprocess.run(
        [sys.executable, "-m", "steelyard", "play", "nim"],
        input="3\nquit\n",
        env=elsewhere,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Played: 3" in process.stdout


def conformance(env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    chosen = ["-k", "nim", "-n", "0", "-p", "no:cacheprovider", "-q", "tests/conformance"]
    return run(env, "pytest", *chosen)


@pytest.mark.long
def test_a_game_of_another_package_is_conformance_tested_with_no_other_change(
    elsewhere: dict[str, str],
) -> None:
    shown = conformance(elsewhere)
    assert shown.returncode == 0, shown.stdout
    assert " passed" in shown.stdout


@pytest.mark.long
def test_a_game_that_breaks_its_promise_fails_with_instructions(
    elsewhere: dict[str, str], tmp_path: Path
) -> None:
    rules = tmp_path / "their_nim" / "__init__.py"
    rules.write_text(rules.read_text().replace("min(3, state.heap)", "min(2, state.heap)"))
    (tmp_path / "their_nim" / "tests" / "golden" / "seed-1.txt").unlink()
    shown = conformance(elsewhere)
    assert shown.returncode == 1
    assert "seed-1.txt is missing for nim: run `make golden`" in shown.stdout
    assert "nim ; 10:0" not in shown.stderr
    assert "perft" in shown.stdout
