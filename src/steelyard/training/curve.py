"""The curve of a run: a file with one JSON object a line, in the order of steps."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from steelyard.core import files

if TYPE_CHECKING:
    from pathlib import Path

DIGITS = 6


class Curve:
    """Appends to the file; what an earlier start wrote after its last checkpoint is removed first."""

    def __init__(self, file: Path, steps: int) -> None:
        self._file = file
        kept = [line for line in read(file) if line["step"] <= steps]
        files.write(file, "".join(_line(entry) for entry in kept))

    def add(self, entry: dict[str, Any]) -> None:
        with self._file.open("a", encoding="utf-8") as file:
            file.write(_line(entry))


def read(file: Path) -> list[dict[str, Any]]:
    """The lines of a curve; a last line that was cut off is left out."""
    if not file.exists():
        return []
    lines = file.read_text("utf-8").split("\n")[:-1]
    return [json.loads(line) for line in lines]


def _line(entry: dict[str, Any]) -> str:
    short = {
        name: round(value, DIGITS) if isinstance(value, float) else value for name, value in entry.items()
    }
    return json.dumps(short) + "\n"
