"""What can go wrong with a kit gets a plain message, or does not go wrong."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steelyard import kits
from tests.kits.kit_builds import PAIRS, made, needs_compiler

if TYPE_CHECKING:
    from tests.conftest import Command

COMPILED = [language for language in kits.languages() if kits.kit("tank_war", language).compiler]
INSTALLED = [pytest.param(language, marks=needs_compiler(language)) for language in COMPILED]
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["chess", "python", "new"], "there is no game 'chess'; there are "),
        (
            ["tank_war", "cobol", "new"],
            "there is no kit in 'cobol'; there are cpp, csharp, go, java, javascript, python, rust",
        ),
        (
            ["tank_war", "python", "full"],
            "full is not empty; name a new folder, so that nothing is overwritten",
        ),
        (["tank_war", "python", "file"], "file exists and is no folder; name a new one"),
        (["tank_war", "python", "link"], "link exists and is no folder; name a new one"),
        (["tank_war", "python", "file/new"], "file/new: Not a directory"),
        (["tank_war", "python", "/proc/new"], "/proc/new: "),
        (
            ["tank_war", "python", "new", "--name", 'a"b'],
            "'a\"b' cannot be a bot's name; it has 1 to 60 letters",
        ),
        (["tank_war", "python", "new", "--name", " "], "' ' cannot be a bot's name"),
        (
            ["tank_war", "python", "new \U0001f680"],
            "'new \U0001f680' cannot be a bot's name; it has 1 to 60 letters",
        ),
        (["tank_war", "python", "new+"], "choose one with --name"),
    ],
)
def test_a_kit_that_cannot_be_made_is_refused_in_one_line(
    words: list[str], says: str, steelyard: Command, tmp_path: Path
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("keep me")
    (tmp_path / "file").write_text("keep me")
    (tmp_path / "link").symlink_to("nowhere")
    shown = steelyard("new", *words)
    assert (shown.returncode, shown.stdout, len(shown.stderr.splitlines())) == (2, "", 1)
    assert says in shown.stderr
    assert not list(tmp_path.glob("new*"))
    assert [file.name for file in (tmp_path / "full").iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(("language", "game"), PAIRS)
def test_every_word_of_a_kit_is_filled_in(language: str, game: str, tmp_path: Path) -> None:
    folder = made(language, game, tmp_path / "Åsa's bot")
    texts = {file: file.read_text("utf-8") for file in folder.rglob("*") if file.is_file()}
    assert not [file for file, text in texts.items() if re.search(r"\{\{(\w+|about \w+)\}\}", text)]
    assert texts[folder / "README.md"].startswith("# Åsas bot: a bot for ")
    assert (folder / kits.kit(game, language).edit).is_file()
    assert len(texts[folder / "README.md"].splitlines()) <= 80, "one page"


@pytest.mark.parametrize("language", INSTALLED)
def test_a_compile_error_is_shown_with_the_compilers_first_lines(
    language: str, steelyard: Command, tmp_path: Path
) -> None:
    edit = made(language, "tank_war", tmp_path / "mine") / kits.kit("tank_war", language).edit
    edit.write_text(edit.read_text("utf-8").replace("{", "{ this is no program", 1), "utf-8")
    shown = steelyard("match", "tank_war", "./mine", "random", "--games", "2")
    assert shown.returncode == 2
    assert f"failed_to_build: mine: sh failed with exit code 1: {edit.name}" in shown.stderr.replace("./", "")
    assert "error" in shown.stderr.splitlines()[0]
    assert "Traceback" not in shown.stderr


@pytest.mark.parametrize("language", COMPILED)
def test_a_missing_compiler_is_named_with_its_package(
    language: str, steelyard: Command, tmp_path: Path
) -> None:
    kit = kits.kit("tank_war", language)
    tools = tmp_path / "tools"
    tools.mkdir()
    for tool in ("sh", "setpriv", "prlimit", "dirname"):
        (tools / tool).symlink_to(str(shutil.which(tool)))
    made(language, "tank_war", tmp_path / "mine")
    shown = steelyard(
        "match", "tank_war", "./mine", "random", "--games", "2", "--no-sandbox", env={"PATH": str(tools)}
    )
    says = f"{kit.compiler} is not installed; on Debian or Ubuntu: apt install {kit.package}"
    assert (
        shown.stderr.splitlines()[0]
        == f"steelyard: failed_to_build: mine: sh failed with exit code 1: {says}"
    )


def test_windows_line_ends_and_a_mark_in_bot_toml_do_no_harm(steelyard: Command, tmp_path: Path) -> None:
    toml = made("python", "tank_war", tmp_path / "mine") / "bot.toml"
    toml.write_bytes(b"\xef\xbb\xbf" + toml.read_bytes().replace(b"\n", b"\r\n"))
    shown = steelyard("match", "tank_war", "./mine", "random", "--games", "2", "--clock", "none", "--json")
    assert json.loads(shown.stdout)["verdicts"] == [{}, {}]


def test_installed_boost_goes_before_the_stand_ins(tmp_path: Path) -> None:
    """Played by a header that says that it was found."""
    folder = made("cpp", "tank_duel", tmp_path / "my bot")
    (tmp_path / "installed" / "boost").mkdir(parents=True)
    (tmp_path / "installed" / "boost" / "function.hpp").write_text("#error the installed one\n")
    env = os.environ | {"CPLUS_INCLUDE_PATH": str(tmp_path / "installed")}
    built = subprocess.run(
        ["/bin/sh", "build.sh"], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert "#error the installed one" in built.stderr


def test_an_installed_steelyard_has_its_kits(tmp_path: Path) -> None:
    """All files of all kits are in the wheel, and nothing that Python left behind."""
    shutil.copytree(
        ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("*.egg-info", "__pycache__")
    )
    for file in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, tmp_path)
    program = "from setuptools import build_meta; print(build_meta.build_wheel('.'))"
    shown = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    with zipfile.ZipFile(tmp_path / shown.stdout.splitlines()[-1]) as wheel:
        packed = {name for name in wheel.namelist() if name.startswith("steelyard/kits/")}
    here = {
        f"steelyard/kits/{file.relative_to(kits.HERE)}" for file in kits.HERE.rglob("*") if file.is_file()
    }
    assert packed == {name for name in here if "__pycache__" not in name}
