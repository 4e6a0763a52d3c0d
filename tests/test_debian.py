"""The two commands of the README on a fresh Debian 12 and 13, with its own Python, as an ordinary user."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.debian import Debian

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
# What those tests need that are run there; all that `make test` needs would be a download of 1.2 GB.
TESTS = (
    "tests/test_archive.py",
    "tests/arena/test_archives.py",
    "tests/server/operations/test_backup.py",
)
WITHOUT_POSTGRESQL = "not postgresql and not from_one_database"
PACKAGES = [
    "httpx",
    "hypothesis",
    "pytest",
    "pytest-randomly",
    "pytest-timeout",
    "pytest-xdist",
]


@pytest.fixture
def debian(tmp_path: Path, release: str) -> Iterator[Debian]:
    folder = tmp_path / "debian"
    folder.mkdir()
    try:
        yield Debian(folder, release, "ca-certificates", "git", "make", "python3")
    finally:
        shutil.rmtree(folder)


@pytest.mark.long
@pytest.mark.timeout(2400)
@pytest.mark.parametrize(("release", "python"), [("bookworm", "3.11.2\n"), ("trixie", "3.13.")])
def test_the_two_commands_work_on_a_fresh_debian(debian: Debian, python: str) -> None:
    debian.put(ROOT, "steelyard")
    assert debian.run("python3", "--version").stdout.startswith(f"Python {python}")

    told = debian.run("make", "-C", "steelyard", "play")
    assert told.returncode != 0
    assert "sudo apt install python3-venv\n" in told.stdout
    told = debian.run("make", "-C", "steelyard", "test")
    assert told.returncode != 0
    assert "sudo apt install python3-venv bubblewrap g++ " in told.stdout
    assert debian.sh("[ ! -e steelyard/.venv ]").returncode == 0

    debian.install("python3-venv")
    told = debian.run("make", "-C", "steelyard", ".venv/.play")
    assert told.returncode == 0, told.stdout
    match = "cd steelyard && .venv/bin/steelyard match tank_war greedy random --games 2 --clock none"
    told = debian.sh(match)
    assert (told.returncode, "in 2 games" in told.stdout) == (0, True), told.stdout

    debian.install("bubblewrap")
    told = debian.sh(match)
    assert (told.returncode, "in 2 games" in told.stdout) == (0, True), told.stdout
    told = debian.sh(
        "cd steelyard && .venv/bin/steelyard new tank_war python mine && "
        ".venv/bin/steelyard check ./mine --game tank_war"
    )
    assert (told.returncode, "Fit to submit." in told.stdout) == (0, True), told.stdout

    pinned = re.findall(
        rf"^(?:{'|'.join(PACKAGES)})==\S+", (ROOT / "requirements/dev.txt").read_text(), re.MULTILINE
    )
    assert len(pinned) == len(PACKAGES)
    told = debian.run("steelyard/.venv/bin/pip", "install", "-q", *pinned)
    assert told.returncode == 0, told.stdout
    told = debian.sh(f"cd steelyard && .venv/bin/pytest -n 2 -k '{WITHOUT_POSTGRESQL}' {' '.join(TESTS)}")
    assert told.returncode == 0, told.stdout
    assert re.search(r"^=* ?(4\d|[5-9]\d) passed", told.stdout, re.MULTILINE), told.stdout
