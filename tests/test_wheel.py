"""The wheel: every file of the package is in it, and with nothing else it does what a clone does."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src/steelyard"
LEFT_OUT = {"web/.prettierrc.json"}  # for whoever edits the pages


def build(kind: str, into: Path, sources: Path = ROOT) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(into)]
    subprocess.run(command, cwd=sources, check=True, capture_output=True)
    (made,) = (each for each in into.iterdir() if each.is_file())
    return made


def sources() -> set[str]:
    """Every file of the package but what is made there and the tests."""
    return {
        str(inside)
        for file in PACKAGE.rglob("*")
        if file.is_file()
        and not {"__pycache__", "tests"} & set((inside := file.relative_to(PACKAGE)).parts)
        and not (inside.parts[0] == "site" or str(inside) in LEFT_OUT)
    }


def test_every_file_of_the_package_is_in_the_wheel(tmp_path: Path) -> None:
    with zipfile.ZipFile(build("wheel", tmp_path)) as wheel:
        names = [name for name in wheel.namelist() if name.startswith("steelyard/")]
        about = next(name for name in wheel.namelist() if name.endswith("METADATA"))
        version = re.search(r"^Version: (.+)$", wheel.read(about).decode(), re.MULTILINE)
    packed = {name.removeprefix("steelyard/") for name in names if not name.startswith("steelyard/site/")}
    assert sources() == packed
    assert "cli/toy_bot.cpp" in packed
    assert version is not None
    assert re.match(r"\d+\.\d+", version[1])


def test_a_tag_gives_the_version(tmp_path: Path) -> None:
    """And without git's history there is the one in pyproject.toml."""
    project = tmp_path / "project"
    (project / "src/steelyard").mkdir(parents=True)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        (project / name).write_bytes((ROOT / name).read_bytes())
    (project / "src/steelyard/__init__.py").touch()
    (tmp_path / "plain").mkdir()
    assert build("wheel", tmp_path / "plain", project).name == "steelyard-0.1.0.dev0-py3-none-any.whl"
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    for words in (("init", "-q"), ("add", "."), (*identity, "commit", "-qm", "first"), ("tag", "v3.2.1")):
        subprocess.run(["git", *words], cwd=project, check=True, capture_output=True)  # noqa: S607 - on the path
    (tmp_path / "tagged").mkdir()
    assert build("wheel", tmp_path / "tagged", project).name == "steelyard-3.2.1-py3-none-any.whl"


@dataclass
class Installed:
    """The wheel in an environment of its own, in a folder where no sources are."""

    environment: Path
    folder: Path

    @property
    def command(self) -> str:
        return str(self.environment / "bin/steelyard")

    @property
    def variables(self) -> dict[str, str]:
        """As on a new machine: nothing was compiled, solved or played."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV"))}
        own = {"STEELYARD_CACHE": "cache", "STEELYARD_DATA": "data", "HOME": "home"}
        return kept | {name: str(self.folder / value) for name, value in own.items()}

    def run(self, words: str, status: int = 0) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [self.command, *shlex.split(words)],
            cwd=self.folder,
            env=self.variables,
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
        )
        assert done.returncode == status, f"{words}\n{done.stdout}\n{done.stderr}"
        return done


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """With the pinned requirements of `make play`, from wherever this machine gets packages."""
    folder = tmp_path_factory.mktemp("wheel")
    environment, work = folder / "environment", folder / "work"
    wheel = build("wheel", folder / "dist")
    pip = [str(environment / "bin/pip"), "install", "-q", "--disable-pip-version-check"]
    for command in (
        [sys.executable, "-m", "venv", str(environment)],
        [*pip, "--require-hashes", "-r", str(ROOT / "requirements/play.txt")],
        [*pip, "--no-deps", str(wheel)],
    ):
        subprocess.run(command, check=True, capture_output=True, timeout=600)
    work.mkdir()
    (work / "contest.toml").write_bytes((ROOT / "examples/contest.toml").read_bytes())
    return Installed(environment, work)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_a_bot_that_searches_loses_none_of_its_first_games_for_being_compiled(installed: Installed) -> None:
    shown = installed.run("match tank_duel mcts random --games 4 --clock round:100ms --json")
    told = json.loads(shown.stdout)
    assert "note: compiling (only the first time)" in shown.stderr
    assert told["games"] == 4
    assert not any(told["verdicts"]), told
    again = installed.run("match tank_duel mcts random --games 2 --clock round:100ms --json")
    assert "compiling" not in again.stderr


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--version", "steelyard "),
        ("games", "tank_battle"),
        ("doctor", "This machine"),
        ("match tank_war greedy random --games 2 --clock none", "in 2 games"),
        ("contest run contest.toml", ""),
        ("bench tank_war --seconds 0.02", "arena: the referee over the bare ping-pong"),
        ("replay --help", "example"),
    ],
)
def test_commands_work_without_the_sources(installed: Installed, words: str, says: str) -> None:
    assert says in installed.run(words).stdout


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("language", ["python", "cpp", "csharp", "java"])
def test_a_kit_of_the_wheel_makes_a_fit_bot(installed: Installed, language: str) -> None:
    installed.run(f"new tank_war {language} {language}")
    assert "Fit to submit." in installed.run(f"check ./{language} --game tank_war").stdout


@pytest.fixture
def address(installed: Installed) -> Iterator[str]:
    command = [installed.command, "serve", "--port", "0", "--cold", "--workers", "0"]
    with subprocess.Popen(
        command, cwd=installed.folder, env=installed.variables, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[3]
        finally:
            server.terminate()


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_web_app_serves_its_pages_and_games(installed: Installed, address: str) -> None:
    def read(path: str) -> str:
        with urllib.request.urlopen(address + path, timeout=TIMEOUT_S) as answer:  # noqa: S310 - our own server
            return str(answer.read().decode())

    page = read("/")
    assert "<title>" in page
    for path in re.findall(r'(?:src|href)="(/static/[^"]+)"', page):
        assert read(path)
    assert "tank_duel" in read("/api/games")
    assert (installed.folder / "data").stat().st_mode & 0o077 == 0


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_source_archive_has_what_building_the_wheel_takes(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path / "sdist")) as archive:
        archive.extractall(tmp_path, filter="data")
    (unpacked,) = (folder for folder in tmp_path.iterdir() if folder.name.startswith("steelyard-"))
    (tmp_path / "wheel").mkdir()
    with zipfile.ZipFile(build("wheel", tmp_path / "wheel", unpacked)) as wheel:
        packed = {name.removeprefix("steelyard/") for name in wheel.namelist() if "dist-info" not in name}
    assert sources() <= packed
