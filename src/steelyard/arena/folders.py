"""A bot's folder while a build may write to it."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def lend(folder: Path, uid: int) -> None:
    """Give a folder and what is in it to `uid`."""
    for entry in _entries(folder):
        # A file with a second name may lie outside this folder as well: not ours to give.
        if stat.S_ISDIR(entry.status.st_mode) or entry.status.st_nlink == 1:
            entry.give(uid, uid)


def take_back(folder: Path, uid: int, owner: os.stat_result) -> None:
    """Return to `owner` what `uid` has there, for all to read; no process of `uid` may be left."""
    for entry in _entries(folder):
        if entry.status.st_uid == uid:
            entry.give(owner.st_uid, owner.st_gid)
            entry.show()


def size_mb(folder: Path) -> int:
    return sum(entry.status.st_blocks for entry in _entries(folder)) * 512 >> 20


class _Entry(NamedTuple):
    """A name in an open folder: safe against folders that turn into links while we look."""

    name: str
    place: int
    status: os.stat_result

    def give(self, uid: int, gid: int) -> None:
        os.chown(self.name, uid, gid, dir_fd=self.place, follow_symlinks=False)

    def show(self) -> None:
        mode = self.status.st_mode
        if stat.S_ISDIR(mode) or stat.S_ISREG(mode):
            executable = 0o111 if mode & stat.S_IXUSR else 0
            os.chmod(self.name, mode & 0o777 | 0o444 | executable, dir_fd=self.place)


def _entries(folder: Path) -> Iterator[_Entry]:
    """All below `folder` and itself, links as themselves."""
    for _, folders, files, place in os.fwalk(folder):
        for name in (".", *folders, *files):
            with suppress(FileNotFoundError):  # a build comes and goes
                yield _Entry(name, place, os.stat(name, dir_fd=place, follow_symlinks=False))
