"""What is wanted of a contest that is being played, said in its folder: go on, pause, halt at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from steelyard.arena.match.journal import is_being_written
from steelyard.core import files

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.contest.running.folder import Folder

PauseRequest = Literal["play", "pause", "halt"]
REQUESTS: tuple[PauseRequest, ...] = ("play", "pause", "halt")


def request(folder: Path, what: PauseRequest) -> None:
    files.write(folder / "wish", what)


def requested(folder: Path) -> PauseRequest:
    """Where nothing is said, it is to be played."""
    try:
        said = (folder / "wish").read_text()
    except FileNotFoundError:
        return "play"
    return next((each for each in REQUESTS if each == said), "pause")


def being_played(folder: Folder) -> bool:
    """Whether somebody holds its journal. Pages ask so often that asking may not keep a worker out."""
    return is_being_written(folder.journal)
