"""Folders that are closed even to their owner, as a user other than root finds them."""

from __future__ import annotations

import ctypes
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steelyard.arena.sandbox import untrusted_folders
from steelyard.arena.sandbox.folder_walk import RefusedFolder, visit
from steelyard.arena.sandbox.limits import Limits
from tests.arena.conftest import NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterator

DUMPABLE = 4


@pytest.fixture
def folder() -> Iterator[Path]:
    """`top/closed/file`, of the user of the test, who is not root."""
    with tempfile.TemporaryDirectory() as temporary:
        Path(temporary).chmod(0o777)
        try:
            _become(NOBODY if os.getuid() == 0 else os.getuid())
            top = Path(temporary) / "top"
            (top / "closed").mkdir(parents=True)
            (top / "closed" / "file").write_text("text")
            (top / "closed").chmod(0)
            yield top
        finally:
            _become(os.getuid())


def _become(user: int) -> None:
    os.seteuid(user)
    ctypes.CDLL(None).prctl(DUMPABLE, 1, 0, 0, 0)  # otherwise our own /proc is closed to us now


def test_what_a_build_has_closed_is_opened_and_copied(folder: Path) -> None:
    built = os.open(folder, os.O_PATH)
    untrusted_folders.copy(built, folder.parent / "copy", Limits(), open_to_all=True)
    os.close(built)
    assert (folder.parent / "copy" / "closed" / "file").read_text() == "text"
    assert (folder.parent / "copy" / "closed").stat().st_mode & 0o777 == 0o755


def test_what_somebody_else_has_closed_is_refused_and_stays_closed(folder: Path) -> None:
    with pytest.raises(RefusedFolder, match=r"closed cannot be read: chmod -R u\+rX the folder"):
        untrusted_folders.copy(folder, folder.parent / "copy", Limits())
    assert not (folder.parent / "copy").exists()
    assert (folder / "closed").stat().st_mode & 0o777 == 0
    (folder / "closed").chmod(0o700)
    (folder / "closed" / "file").chmod(0)
    with pytest.raises(RefusedFolder, match=r"file cannot be read: chmod -R u\+rX the folder"):
        untrusted_folders.copy(folder, folder.parent / "copy", Limits())
    folder.chmod(0)
    with pytest.raises(RefusedFolder, match=r"the folder cannot be read: chmod -R u\+rX it"):
        visit(folder, lambda _: None, ours=False)


def test_a_closed_folder_of_ours_is_walked_measured_and_removed(folder: Path) -> None:
    folder.chmod(0)
    found: list[str] = []
    visit(folder, lambda entry: found.append("/".join(entry.parts)))
    assert found == ["", "closed", "closed/file"]
    (folder / "closed").chmod(0)
    folder.chmod(0)
    untrusted_folders.remove(folder)
    assert not folder.exists()
