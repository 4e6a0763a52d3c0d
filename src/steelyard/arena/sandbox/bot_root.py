"""Where a bot lies in what was submitted: at the top, or in a folder that is alone there, and so on."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from steelyard.arena.sandbox.folder_walk import RefusedFolder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

BOT_FILE = "bot.toml"
MISSING = f"no {BOT_FILE}, neither at its top nor in the only folder there"
DEEPEST = 12
LITTER = re.compile(r"(.*/)?(__MACOSX|__pycache__)(/|$)|(.*/)?(\.DS_Store|Thumbs\.db)$")
"""What file managers and interpreters leave behind."""


def descend(names_in: Callable[[PurePosixPath], Iterable[str]]) -> PurePosixPath:
    """The path of what has the bot.toml, or is not just a folder in a folder.

    `names_in` are the names in a folder, and none in a file. Hidden names and litter do not count.
    """
    path = PurePosixPath()
    for _ in range(DEEPEST):
        names = {each for each in names_in(path) if not each.startswith(".") and not LITTER.match(each)}
        if BOT_FILE in names or len(names) != 1:
            break
        path /= names.pop()
    return path


def names_below(folder: Path) -> Callable[[PurePosixPath], list[str]]:
    """For `descend`: the names in an untrusted folder, which may be a link; links in it are not followed."""

    def names_in(path: PurePosixPath) -> list[str]:
        inside = folder / path
        if not inside.is_dir() or (path.parts and inside.is_symlink()):
            return []
        try:
            return [each.name for each in inside.iterdir()]
        except PermissionError:
            raise RefusedFolder("the folder cannot be read: chmod -R u+rX it") from None

    return names_in
