"""Boards that come with a game: each is a text file in the folder `boards` beside its modules."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def board_names(folder: Path, default: str) -> tuple[str, ...]:
    """The default first, then the others by name."""
    return (default, *sorted(file.stem for file in folder.glob("*.txt") if file.stem != default))
