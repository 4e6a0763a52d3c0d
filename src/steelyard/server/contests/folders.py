"""Where the files of a contest lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

FILE = "contest.toml"
TEACHER_FOLDER = "entries/teacher"


def contest_folder(data: Path, contest: str) -> Path:
    """The folder of a contest."""
    return data / "contests" / contest
