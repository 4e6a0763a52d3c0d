"""Tables before they are drawn: columns, rows, and where each figure leads."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Cell:
    text: str
    to: str = ""
    """Where it leads, from the top of the report: `bots/ada.html#qualification`."""
    strong: bool = False
    quiet: bool = False
    parts: tuple[Cell, ...] = ()
    """Several things in one place, each of which leads somewhere else; `text` is all of them."""


@dataclass(slots=True)
class Sheet:
    title: str
    columns: list[str]
    rows: list[list[Cell]] = field(default_factory=list)
    words: int = 1
    """So many columns from the left hold words; the others hold numbers."""
    meanings: dict[str, str] = field(default_factory=dict)
    """What a column's name stands for, where it is short."""
    marked: set[int] = field(default_factory=set)
    """Rows behind which a line is drawn."""
    anchors: list[str] = field(default_factory=list)
    """Names of the rows, to lead to."""

    def add(self, *cells: Cell | str | float, anchor: str = "") -> None:
        self.rows.append([cell if isinstance(cell, Cell) else Cell(number(cell)) for cell in cells])
        self.anchors.append(anchor)


def number(value: str | float) -> str:
    """Numbers without a needless `.0`."""
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def to_csv(sheet: Sheet) -> str:
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow([column.replace("\u00a0", " ") for column in sheet.columns])
    for row in sheet.rows:
        writer.writerow([_unformed(cell.text) for cell in row])
    return written.getvalue()


def _unformed(text: str) -> str:
    """A name that a spreadsheet would take for a formula is kept from being one."""
    risky = text[:1] in {"=", "+", "-", "@", "\t"} and not _is_number(text)
    return f"'{text}" if risky else text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def to_text(sheet: Sheet, most: int | None = None) -> str:
    """Aligned, for a terminal."""
    rows = [[cell.text for cell in row] for row in sheet.rows[:most]]
    widths = [max(map(len, column)) for column in zip(sheet.columns, *rows, strict=True)]
    lines = [_line(sheet.columns, widths, sheet.words)]
    for number_, row in enumerate(rows):
        lines.append(_line(row, widths, sheet.words))
        if number_ in sheet.marked and number_ + 1 < len(sheet.rows):
            lines.append("-" * (sum(widths) + 2 * len(widths) - 2))
    if most is not None and len(sheet.rows) > most:
        lines.append(f"and {len(sheet.rows) - most} more")
    return "\n".join([*([sheet.title] if sheet.title else []), *lines])


def _line(cells: Sequence[str], widths: list[int], words: int) -> str:
    parts = [
        cell.ljust(width) if place < words else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  ".join(parts).rstrip()
