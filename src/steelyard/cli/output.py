"""Output files of commands: a command may replace a file of its own kind, but no other file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from pathlib import Path


class WouldOverwrite(SteelyardError):
    """The file exists and was not written by this command."""


def check_replaceable(file: Path, begins: bytes, kind: str) -> None:
    """Raise WouldOverwrite if the file exists and does not begin like the files we write."""
    if not file.exists():
        return
    with file.open("rb") as opened:
        if not opened.read(len(begins)).startswith(begins):
            raise WouldOverwrite(f"{file} already exists and is not {kind}; name another file")
