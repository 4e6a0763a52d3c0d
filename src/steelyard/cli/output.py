"""Files that a command writes where it is told to: one of its own may be replaced, anybody else's may not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from pathlib import Path


class WouldOverwrite(SteelyardError):
    """A file that somebody may need."""


def check_replaceable(file: Path, begins: bytes, kind: str) -> None:
    """Refuses a file that is there and does not begin as those do that we write."""
    if not file.exists():
        return
    with file.open("rb") as opened:
        if not opened.read(len(begins)).startswith(begins):
            raise WouldOverwrite(f"{file} is there already and is no {kind}; name another file")
