"""What test.sh says when the bot is the kit's example, and when it is another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steelyard import kits
from tests.kits.kit_builds import made, run, with_stub_compilers

if TYPE_CHECKING:
    from pathlib import Path

SCRIPTED = [language for language in kits.languages() if kits.kit("tank_war", language).test == "sh test.sh"]
TESTS = {
    "cpp": "BotTest.cpp",
    "csharp": "BotTest.cs",
    "java": "BotTest.java",
    "rust": "bot_test.rs",
    "go": "bot_test.go",
}
NO_MISTAKE = "That is no mistake, and counts as none."


@pytest.fixture
def failing(tmp_path: Path) -> dict[str, str]:
    """An environment in which whatever is compiled fails."""
    return with_stub_compilers(tmp_path / "tools", status=1)


@pytest.mark.parametrize("language", SCRIPTED)
def test_the_examples_tests_count_while_the_bot_is_the_example(
    language: str, failing: dict[str, str], tmp_path: Path
) -> None:
    folder = made(language, "tank_war", tmp_path / "mine")
    said = run(["sh", "test.sh"], folder, env=failing, status=1)
    assert said.stdout.splitlines()[0] == f"tests: {TESTS[language]}"
    assert NO_MISTAKE not in said.stdout


@pytest.mark.parametrize("language", SCRIPTED)
def test_the_examples_tests_do_not_count_for_another_bot(
    language: str, failing: dict[str, str], tmp_path: Path
) -> None:
    folder = made(language, "tank_war", tmp_path / "mine")
    _replace_bot(folder, language)
    said = run(["sh", "test.sh"], folder, env=failing)
    assert said.stdout.splitlines()[0] == f"tests: {TESTS[language]}"
    assert NO_MISTAKE in said.stdout
    assert said.stdout.splitlines()[-1] == "The example's tests do not fit this bot."


@pytest.mark.parametrize("language", SCRIPTED)
def test_own_tests_count_for_an_own_bot(language: str, failing: dict[str, str], tmp_path: Path) -> None:
    folder = made(language, "tank_war", tmp_path / "mine")
    _replace_bot(folder, language)
    with (folder / TESTS[language]).open("a") as tests:
        tests.write("// one of mine\n")
    said = run(["sh", "test.sh"], folder, env=failing, status=1)
    assert NO_MISTAKE not in said.stdout


@pytest.mark.parametrize("language", SCRIPTED)
def test_without_tests_nothing_fails(language: str, tmp_path: Path) -> None:
    folder = made(language, "tank_war", tmp_path / "mine")
    (folder / TESTS[language]).unlink()
    compiling = with_stub_compilers(tmp_path / "tools", status=0)
    assert run(["sh", "test.sh"], folder, env=compiling).stdout.startswith("there are no tests")


def _replace_bot(folder: Path, language: str) -> None:
    edit = folder / kits.kit("tank_war", language).edit
    edit.write_text(edit.read_text("utf-8") + "// another bot\n", "utf-8")
