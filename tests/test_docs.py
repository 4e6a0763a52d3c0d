"""The documentation: links lead somewhere, and every command and example on its pages works."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from steelyard import cli, games, kits
from steelyard.arena.sandbox.bubblewrap import SYSTEM_PATH

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
HEADING = re.compile(r"^#{1,6} (.+?)\s*$", re.MULTILINE)
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
SCORE = re.compile(r"^score .* and (\S+)%\)", re.MULTILINE)  # its upper bound
SERVE = re.compile(r"(steelyard serve.*)")
MENTIONED = re.compile(
    r"^(?: {4}|\$ )?(?:\S*/)?(steelyard [a-z].*)$|`(steelyard [a-z][^`\n]*)`", re.MULTILINE
)
ASIDE = re.compile(r" {3,}.*| #.*")  # what a command does, beside it
PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def load(name: str) -> Any:
    """A script of the documentation's folder, as a module."""
    described = importlib.util.spec_from_file_location(f"docs_{name}", DOCS / f"{name}.py")
    assert described is not None
    assert described.loader is not None
    module = importlib.util.module_from_spec(described)
    described.loader.exec_module(module)
    return module


RUN = [
    page
    for page in [ROOT / source for source in load("build").pages()]
    if page.parent.name in {"tutorials", "how-to"}
    or re.search(r"^```console$|^>>> ", page.read_text("utf-8"), re.MULTILINE)
]
PLAIN = [ROOT / "src/steelyard/analysis/README.md", ROOT / "src/steelyard/puzzles/README.md"]
TESTED_ELSEWHERE = {
    "CONTRIBUTING.md": "test_readme.py",
    "docs/new-game.md": "test_new_game.py",
    "docs/research.md": "envs/test_examples.py",
    "docs/research-jax.md": "envs/test_examples.py",
}
LANGUAGES = {
    page: kits.kit("tank_war", page.stem.removeprefix("first-bot-"))
    for page in RUN
    if page.stem.startswith("first-bot-")
}
QUICK = {"first-bot-python.md", "contests.md"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages as they are laid together for the site."""
    folder = tmp_path_factory.mktemp("pages")
    load("build").assemble(folder)
    return folder


def without_code(text: str) -> str:
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL))


def anchors(text: str) -> set[str]:
    """As Python-Markdown and code hosts name headings."""
    found: set[str] = set()
    for heading in HEADING.findall(re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL)):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\s-]", "", words).strip().lower()
        found.add(re.sub(r"[-\s]+", "-", name))
    return found


def broken(folder: Path, files: list[Path]) -> list[str]:
    wrong = []
    for file in files:
        for target in re.findall(r"\]\(([^)\s]+)\)", without_code(file.read_text("utf-8"))):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            there = (file.parent / path).resolve() if path else file
            missing = not there.exists() or (path and folder.resolve() not in (there, *there.parents))
            if missing or (anchor and anchor not in anchors(there.read_text("utf-8"))):
                wrong.append(f"{file.relative_to(folder)}: {target}")
    return wrong


def test_every_link_of_the_site_leads_to_a_page_and_a_heading(site: Path) -> None:
    assert broken(site, sorted(site.rglob("*.md"))) == []


def test_every_link_of_the_repository_does_too() -> None:
    listed = [*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "src").rglob("*.md")]
    pages = [page for page in listed if "/kits/" not in str(page) or page.name == "README.md"]
    assert broken(ROOT, sorted(pages)) == []


def test_commands_that_are_copied_from_the_site_can_be_pasted(site: Path) -> None:
    """Its button copies a whole block: a shell takes `$` for a command."""
    with_prompt = [
        page.name
        for page in sorted(site.rglob("*.md"))
        if re.search(r"^\$ ", page.read_text("utf-8"), re.MULTILINE)
    ]
    assert with_prompt == []
    assert "```sh\nsteelyard new tank_war python mybot\n" in (
        site / "tutorials/first-bot-python.md"
    ).read_text("utf-8")


def test_the_navigation_names_every_page_but_those_that_others_lead_to(site: Path) -> None:
    named = list(load("build").nav())
    assert [page for page in named if not (site / page).is_file()] == []
    assert len(named) == len(set(named))
    kinds = ("tutorials", "how-to", "reference", "rules")
    all_of_them = {str(page.relative_to(site)) for kind in kinds for page in (site / kind).glob("*.md")}
    assert all_of_them - set(named) == set()


def test_the_reference_has_every_command_and_route(site: Path) -> None:
    commands = (site / "reference/commands.md").read_text()
    assert re.findall(r"^## steelyard (\S+)$", commands, re.MULTILINE) == list(cli.COMMANDS)
    assert "### steelyard contest run\n" in commands
    routes = (site / "reference/http.md").read_text()
    assert "## POST `/api/tables`\n" in routes
    assert "## GET `/api/games`\n" in routes


def test_pictures_are_as_the_games_draw_them() -> None:
    for name, picture in load("pictures").made().items():
        assert (DOCS / "pictures" / name).read_text("utf-8") == picture, "python docs/pictures.py"
    assert {f"{name}.svg" for name in games.names()} <= {file.name for file in (DOCS / "pictures").iterdir()}


def test_every_language_of_the_kits_has_a_tutorial() -> None:
    assert {kit.language for kit in LANGUAGES.values()} == set(kits.languages())


def mentioned() -> list[tuple[str, str]]:
    """Every command line on a page of the site, in a block or in a sentence."""
    pages = [*load("build").pages(), "README.md"]
    current = [page for page in pages if "decisions/" not in page and page != "CHANGELOG.md"]
    return [
        (page, ASIDE.sub("", block or inline))
        for page in current
        for block, inline in MENTIONED.findall((ROOT / page).read_text("utf-8"))
    ]


def test_every_command_that_a_page_mentions_exists_with_its_options(site: Path) -> None:
    listed = (site / "reference/commands.md").read_text()
    helps = dict(re.findall(r"^##+ steelyard (.+?)\n(.*?)(?=^##|\Z)", listed, re.MULTILINE | re.DOTALL))
    wrong = []
    for page, line in mentioned():
        command, *words = line.split()[1:]
        own, _, _ = " ".join(words).partition(" -- ")
        name = f"{command} {words[0]}" if words and f"{command} {words[0]}" in helps else command
        options = re.findall(r"(?<!\S)--[a-z-]+", own)
        if name not in helps or not set(options) <= set(re.findall(r"--[a-z-]+", helps[name])):
            wrong.append(f"{page}: {line}")
    assert len(mentioned()) > 100
    assert wrong == []


def test_python_on_a_page_is_run_by_a_test() -> None:
    pages = load("build").pages()
    shown = {
        page
        for page in pages
        if "\n```python\n" in (ROOT / page).read_text("utf-8") and "decisions/" not in page
    }
    run = {str(page.relative_to(ROOT)) for page in (*RUN, *PLAIN)}
    assert shown - run - set(TESTED_ELSEWHERE) == set(), "write it with >>>, or name its test here"


@pytest.mark.parametrize("page", [pytest.param(PLAIN[0], marks=pytest.mark.long), *PLAIN[1:]], ids=str)
def test_the_plain_python_of_a_page_runs(page: Path) -> None:
    for block in PYTHON.findall(page.read_text("utf-8")):
        exec(compile(block, str(page), "exec"), {})  # noqa: S102 - our own words


def script(page: Path) -> str:
    """The commands of a page, one after the other; a server runs until the end."""
    lines = ["set -e", "trap 'code=$?; kill $(jobs -p) 2>/dev/null || :; wait; exit $code' EXIT"]
    for block in CONSOLE.findall(page.read_text("utf-8")):
        for command in re.findall(r"^\$ (.+)$", block, re.MULTILINE):
            if SERVE.search(command):
                lines.append(SERVE.sub(r"\1 --port 0 --cold --workers 0 > served &", command))
                lines.append("until grep -q 'Steelyard is on' served; do kill -0 $!; sleep 0.1; done")
            else:  # chance is the same in every run
                lines.append(re.sub(r"\bsteelyard match (?!.*--seed)", "steelyard match --seed 1 ", command))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "page",
    [page if page.name in QUICK else pytest.param(page, marks=pytest.mark.long) for page in RUN],
    ids=str,
)
@pytest.mark.timeout(900)
def test_the_commands_of_a_page_work_one_after_the_other(page: Path, tmp_path: Path) -> None:
    text = script(page)
    kit = LANGUAGES.get(page)
    if kit is not None and kit.compiler and shutil.which(kit.compiler, path=SYSTEM_PATH) is None:
        pytest.skip(f"bots find no {kit.compiler}; apt install {kit.package}")
    if text.count("\n") <= 2:
        pytest.skip("there are none")
    (tmp_path / "bin").mkdir()
    for name, words in (("steelyard", "-m steelyard"), ("python3", "")):
        program = tmp_path / "bin" / name
        program.write_text(f'#!/bin/sh\nexec {sys.executable} {words} "$@"\n')
        program.chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
    (tmp_path / "work").mkdir()
    done = subprocess.run(
        ["/bin/bash", "-c", text], cwd=tmp_path / "work", env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"
    if kit is not None:
        *_, most = map(float, SCORE.findall(done.stdout))
        assert most < 50, f"the page says that the change makes the bot worse:\n{done.stdout}"


LONG_EXAMPLES = {"notebook.md"}  # goes through every position of Tank War


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.long) if page.name in LONG_EXAMPLES else page
        for page in RUN
        if ">>> " in page.read_text("utf-8")
    ],
    ids=str,
)
def test_the_python_of_a_page_does_what_it_says(page: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert (failed, tried > 5) == (0, True)


MODULES = re.findall(r"^::: (\S+)$", (DOCS / "reference/python.md").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_the_python_reference_do_what_they_say(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


@pytest.mark.long
def test_the_site_is_built_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    program = shutil.which("zensical")
    if program is None:
        pytest.skip("zensical is not installed; pip install '.[docs]'")
    builder = load("build")
    project = tmp_path / "build/docs"
    builder.assemble(project / "pages")
    config = (DOCS / "zensical.toml").read_text().replace('"../../src"', f'"{ROOT / "src"}"')
    (project / "zensical.toml").write_text(config)
    done = subprocess.run(
        [program, "build", "--clean"], cwd=project, capture_output=True, text=True, check=False, timeout=280
    )
    assert done.returncode == 0, done.stdout + done.stderr
    built = project / "site"
    for file in [*built.rglob("*.html"), *built.rglob("*.css")]:
        text = file.read_text("utf-8")
        loaded = re.findall(r"<(?:script|link|img|iframe)\b[^>]*?(?:src|href)=[\"']?(https?:[^\"' >]+)", text)
        loaded += re.findall(r"url\(['\"]?(https?:[^)]+)\)", text)
        assert loaded == [], file
    reference = (built / "reference/python.html").read_text("utf-8")
    assert "steelyard.core.game.Game" in reference
    assert "InvalidMove" in reference
    assert "<blockquote>" not in reference, "an example with >>> belongs below Examples:"
