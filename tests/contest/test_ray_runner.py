"""The folders of bots on their way to other machines."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from steelyard.contest.running import ray_runner
from steelyard.core.archive import InvalidArchive
from tests.contest.bots import write_bot

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files of the machine where bots arrive."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


@pytest.mark.usefixtures("without_tar_filters")
def test_a_bots_folder_arrives_as_it_was_on_the_oldest_python_too(tmp_path: Path) -> None:
    write_bot(tmp_path / "ada")
    (tmp_path / "ada" / "run.sh").touch(0o755)
    (tmp_path / "ada" / "alias").symlink_to("run.sh")
    arrived = ray_runner._unpack(ray_runner._pack(tmp_path / "ada"))
    assert (arrived / "bot.py").read_bytes() == (tmp_path / "ada" / "bot.py").read_bytes()
    assert os.access(arrived / "run.sh", os.X_OK)
    assert str((arrived / "alias").readlink()) == "run.sh"


def test_what_a_bot_may_not_have_stays_behind(tmp_path: Path) -> None:
    write_bot(tmp_path / "ada")
    (tmp_path / "ada" / "passwd").symlink_to("/etc/passwd")
    os.mkfifo(tmp_path / "ada" / "pipe")
    arrived = ray_runner._unpack(ray_runner._pack(tmp_path / "ada"))
    assert sorted(each.name for each in arrived.iterdir()) == ["bot.py", "bot.toml"]


def test_half_a_folder_is_refused_and_leaves_nothing(tmp_path: Path, temporary: Path) -> None:
    write_bot(tmp_path / "ada")
    whole = ray_runner._pack(tmp_path / "ada")
    with pytest.raises(InvalidArchive):
        ray_runner._unpack(whole[:700])
    assert not [each for each in temporary.rglob("*") if each.is_file()]
