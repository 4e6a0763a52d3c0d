"""Compiled kernels and solved games are open to built-in bots, and nothing else is opened for them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from steelyard.arena.sandbox.interpreter import this_python
from steelyard.core.directories import CACHE_VARIABLE, DATA_VARIABLE, READY_MADE_VARIABLE
from tests.arena.conftest import NOBODY

if TYPE_CHECKING:
    from pathlib import Path

as_root = pytest.mark.skipif(os.getuid() != 0, reason="only root lends users")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Kernels and solved games that only their owner can read, and a link to a file elsewhere."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.touch(0o600)
    for name in ("kernels", "solved"):
        (tmp_path / name / "inner").mkdir(parents=True)
        (tmp_path / name / "inner" / "file").touch(0o600)
        (tmp_path / name / "inner" / "link").symlink_to(elsewhere)
        for folder in (tmp_path / name / "inner", tmp_path / name):
            folder.chmod(0o700)
    return tmp_path


def modes(made: Path) -> dict[str, int]:
    return {str(path.relative_to(made)): path.stat().st_mode & 0o777 for path in made.rglob("*")}


@as_root
def test_root_opens_what_it_has_made_to_the_users_that_it_lends(made: Path) -> None:
    python = this_python()
    assert {made / "kernels", made / "solved"} <= {*python.read_only}
    assert python.env[READY_MADE_VARIABLE] == str(made / "kernels")
    assert python.env[DATA_VARIABLE] == str(made)
    opened = {"": 0o705, "/inner": 0o705, "/inner/file": 0o604, "/inner/link": 0o600}
    expected = {f"{name}{path}": mode for name in ("kernels", "solved") for path, mode in opened.items()}
    assert modes(made) == {**expected, "elsewhere": 0o600}


@as_root
def test_root_neither_opens_nor_shows_what_another_user_has_closed(made: Path) -> None:
    before = modes(made)
    for name in ("kernels", "solved"):
        os.chown(made / name, NOBODY, NOBODY)
    python = this_python()
    assert {made / "kernels", made / "solved"}.isdisjoint(python.read_only)
    assert {READY_MADE_VARIABLE, DATA_VARIABLE}.isdisjoint(python.env)
    assert modes(made) == before


def test_another_user_shows_what_it_has_closed_as_its_bots_have_its_own_id(
    monkeypatch: pytest.MonkeyPatch, made: Path
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: NOBODY)
    before = modes(made)
    assert {made / "kernels", made / "solved"} <= {*this_python().read_only}
    assert modes(made) == before


def test_what_has_not_been_made_is_not_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    assert {READY_MADE_VARIABLE, DATA_VARIABLE}.isdisjoint(this_python().env)
