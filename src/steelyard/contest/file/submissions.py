"""Bots that were submitted: where each lies, how it calls itself, and what was left out and why."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from steelyard.arena.sandbox import untrusted_folders, untrusted_zips
from steelyard.arena.sandbox.bot_root import BOT_FILE, LITTER, MISSING, descend, names_below
from steelyard.arena.sandbox.folder_walk import RefusedFolder, printable
from steelyard.arena.sandbox.untrusted_zips import InvalidZip
from steelyard.contest.model import Remark
from steelyard.core import files
from steelyard.core.errors import SteelyardError
from steelyard.core.toml_text import read_toml

if TYPE_CHECKING:
    from pathlib import Path

ZIP = ".zip"


class NoBot(SteelyardError):
    """What was submitted is no bot; the message says why."""


class Submission(NamedTuple):
    """A folder with a bot.toml, or a zip with one in it."""

    name: str
    """Of the folder or the zip as it was submitted."""
    path: Path
    """Where it lies, which may be deeper."""
    told: str
    """The name that its bot.toml gives; it may be empty."""


def each_in(folder: Path, shown: str) -> tuple[list[Submission], list[Remark]]:
    """The bots in a folder, which the contest file calls `shown`, and what was left out."""
    found, left_out = [], []
    for item in items(folder):
        try:
            _check_name(item, folder)
            found.append(find(folder / item))
        except NoBot as reason:
            left_out.append(Remark(f"{shown}/{printable(item)}", f"left out: {reason}"))
    return found, left_out


def items(folder: Path) -> list[str]:
    """What lies in a folder and may be a bot, sorted; neither hidden files nor litter."""
    names = (each.name for each in folder.iterdir())
    return sorted(name for name in names if not name.startswith(".") and not LITTER.match(name))


def find(path: Path) -> Submission:
    """The bot that lies there: in a folder, in a zip, or nested in either; NoBot if there is none."""
    try:
        return _find(path)
    except (InvalidZip, RefusedFolder) as refused:
        raise NoBot(str(refused)) from None


def is_zip(path: Path) -> bool:
    return path.suffix.lower() == ZIP and path.is_file()


def _check_name(item: str, folder: Path) -> None:
    if os.fsencode(item) != item.encode(errors="replace"):
        raise NoBot("its name is not UTF-8; rename it")
    path = folder / item
    if is_zip(path) and path.with_suffix("").is_dir():
        raise NoBot(f"the folder {path.stem} beside it plays")


def _find(path: Path) -> Submission:
    if is_zip(path):
        return Submission(path.stem, path, _name_in_zip(path))
    if not path.is_dir():
        raise NoBot("it is neither a folder nor a zip")
    names_in = names_below(path)
    root = descend(names_in)
    if BOT_FILE in names_in(root):
        return Submission(path.name, path / root, _name_in(path / root))
    if is_zip(path / root) and not (path / root).is_symlink():
        return Submission(path.name, path / root, _name_in_zip(path / root))
    raise NoBot(f"it has {MISSING}" if names_in(root) or root.parts else "the folder is empty")


def _name_in_zip(path: Path) -> str:
    with path.open("rb") as data, files.scratch_folder() as scratch:
        untrusted_zips.unpack(data, scratch / "bot")
        return _name_in(scratch / "bot")


def _name_in(folder: Path) -> str:
    """What a bot.toml can tell; what is wrong with it is found when the bot is built."""
    try:
        name = read_toml(untrusted_folders.read_text(folder, BOT_FILE)).get("name")
    except (ValueError, RecursionError, OSError, RefusedFolder):
        return ""
    return name if isinstance(name, str) else ""
