"""Where a bot lies in a folder that was submitted."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from steelyard.arena.sandbox.bot_root import descend, names_below

if TYPE_CHECKING:
    from pathlib import Path


def test_folders_alone_in_a_folder_are_passed_through_and_links_are_not(tmp_path: Path) -> None:
    inner = tmp_path / "bot" / "a" / "b"
    inner.mkdir(parents=True)
    (inner / "bot.toml").touch()
    (tmp_path / "link").symlink_to(tmp_path / "bot")
    assert descend(names_below(tmp_path / "bot")) == PurePosixPath("a/b")
    assert descend(names_below(tmp_path / "link")) == PurePosixPath("a/b")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "link").symlink_to(inner)
    assert names_below(tmp_path / "other")(PurePosixPath("link")) == []
