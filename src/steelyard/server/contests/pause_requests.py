"""What is wanted of a contest that is being played, said in its folder: go on, pause, halt at once."""

from __future__ import annotations

import fcntl
from typing import TYPE_CHECKING, Literal

from steelyard.core import files

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.contest.running.folder import Folder

Wish = Literal["play", "pause", "halt"]
WISHES: tuple[Wish, ...] = ("play", "pause", "halt")


def wish(folder: Path, what: Wish) -> None:
    files.write(folder / "wish", what)


def wished(folder: Path) -> Wish:
    """Where nothing is said, it is to be played."""
    try:
        said = (folder / "wish").read_text()
    except FileNotFoundError:
        return "play"
    return next((each for each in WISHES if each == said), "pause")


def being_played(folder: Folder) -> bool:
    """Whether somebody holds its journal."""
    try:
        with folder.journal.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except FileNotFoundError:
        return False
    return False
