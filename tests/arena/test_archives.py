"""Bots on their way to other machines."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from steelyard.arena.execution import archives
from steelyard.arena.execution.archives import Archive, FolderTaken, pack, unpacked
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
    arrived = unpacked(pack(tmp_path / "ada"))
    assert (arrived / "bot.py").read_bytes() == (tmp_path / "ada" / "bot.py").read_bytes()
    assert os.access(arrived / "run.sh", os.X_OK)
    assert str((arrived / "alias").readlink()) == "run.sh"


def test_equal_folders_are_one_archive_and_are_unpacked_once(tmp_path: Path) -> None:
    for name in ("ada", "again"):
        write_bot(tmp_path / name)
    os.utime(tmp_path / "again" / "bot.py", (1, 1))
    first, second = pack(tmp_path / "ada"), pack(tmp_path / "again")
    assert first == second, "when and by whom a file was written does not count"
    arrived = unpacked(first)
    (arrived / "bot.py").write_text("used as it is")
    assert unpacked(second) == arrived == archives.folder_of(first.digest)
    assert (arrived / "bot.py").read_text() == "used as it is"


def test_what_a_bot_may_not_have_stays_behind(tmp_path: Path) -> None:
    write_bot(tmp_path / "ada")
    (tmp_path / "ada" / "passwd").symlink_to("/etc/passwd")
    os.mkfifo(tmp_path / "ada" / "pipe")
    arrived = unpacked(pack(tmp_path / "ada"))
    assert sorted(each.name for each in arrived.iterdir()) == ["bot.py", "bot.toml"]


def test_half_an_archive_is_refused_and_leaves_nothing(tmp_path: Path, temporary: Path) -> None:
    write_bot(tmp_path / "ada")
    whole = pack(tmp_path / "ada")
    with pytest.raises(InvalidArchive, match="does not match its hash"):
        unpacked(whole._replace(data=whole.data[:700]))
    assert not [each for each in temporary.rglob("*") if each.is_file()]


def test_another_bot_under_the_name_of_one_is_refused(tmp_path: Path) -> None:
    write_bot(tmp_path / "ada")
    write_bot(tmp_path / "eve", "print('mine')")
    with pytest.raises(InvalidArchive, match="does not match its hash"):
        unpacked(Archive(pack(tmp_path / "ada").digest, pack(tmp_path / "eve").data))


def test_bots_that_nobody_used_for_a_month_are_removed_when_another_arrives(tmp_path: Path) -> None:
    for name in ("ada", "bob", "eve"):
        write_bot(tmp_path / name, f"# {name}")
    old, used = unpacked(pack(tmp_path / "ada")), unpacked(pack(tmp_path / "bob"))
    for folder in (old, used):
        then = time.time() - 31 * 86400  # noqa: TID251 - of files, which have dates
        os.utime(folder, (then, then))
    assert archives.folder_of(used.name) == used
    unpacked(pack(tmp_path / "eve"))
    assert (old.exists(), used.exists()) == (False, True)


def test_a_folder_for_all_users_that_somebody_else_laid_out_is_refused(
    tmp_path: Path, temporary: Path
) -> None:
    mine = archives.own_folder("bots")
    assert archives.own_folder("bots") == mine == temporary / mine.name
    mine.rmdir()
    (tmp_path / "theirs").mkdir()
    mine.symlink_to(tmp_path / "theirs")
    with pytest.raises(FolderTaken, match="belongs to another user; remove it"):
        archives.own_folder("bots")
