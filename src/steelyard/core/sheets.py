"""Tables as values, before they become HTML, CSV or text: columns, rows, links."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_DECIMALS = 12  # decimals of points
UNIT = "games"
"""The meaning of a column that counts games; the others are sentences."""


@dataclass(frozen=True, slots=True)
class Cell:
    text: str
    to: str = ""
    """A link relative to the report's folder: `bots/ada.html#qualification`."""
    strong: bool = False
    quiet: bool = False
    parts: tuple[Cell, ...] = ()
    """Several texts in one cell, each with its own link; `text` is all of them."""


@dataclass(slots=True)
class Sheet:
    title: str
    columns: list[str]
    rows: list[list[Cell]] = field(default_factory=list)
    words: int = 1
    """How many columns from the left are text; the others are numbers."""
    notes: bool = False
    """Whether the last column is text too."""
    meanings: dict[str, str] = field(default_factory=dict)
    """Explanations of short column names."""
    heads: dict[str, str] = field(default_factory=dict)
    """What pages call columns, if not by their names, which programs read in the CSV."""
    figures: frozenset[str] = frozenset()
    """Columns that are called as in a formula, to the letter."""
    marked: set[int] = field(default_factory=set)
    """Rows below which a line is drawn."""
    anchors: list[str] = field(default_factory=list)
    """Anchors of the rows, for links."""

    def is_words(self, column: int) -> bool:
        return column < self.words or (self.notes and column == len(self.columns) - 1)

    def add(self, *cells: Cell | str | float | Fraction, anchor: str = "") -> None:
        self.rows.append([cell if isinstance(cell, Cell) else Cell(number(cell)) for cell in cells])
        self.anchors.append(anchor)


def without_empty_columns(sheet: Sheet) -> Sheet:
    """The same without text columns that are empty in all rows."""
    said = [any(row[column].text for row in sheet.rows) for column in range(len(sheet.columns))]
    kept = [column for column in range(len(sheet.columns)) if said[column] or not sheet.is_words(column)]
    return replace(
        sheet,
        columns=[sheet.columns[column] for column in kept],
        rows=[[row[column] for column in kept] for row in sheet.rows],
        words=sum(column < sheet.words for column in kept),
        notes=sheet.notes and len(sheet.columns) - 1 in kept,
    )


def moment(at: str) -> str:
    """A date of the journal for people: `15 Nov 2026, 14:05 UTC`."""
    when = datetime.fromisoformat(at).astimezone(UTC)
    return f"{when.day} {when:%b %Y, %H:%M} UTC"


def number(value: str | float | Fraction) -> str:
    """A number without a trailing `.0`; a fraction with all its decimals, if they end."""
    if isinstance(value, str):
        return value
    if isinstance(value, Fraction):
        decimals = MOST_DECIMALS if 10**MOST_DECIMALS % value.denominator == 0 else 2
        shown = f"{Decimal(value.numerator) / value.denominator:.{decimals}f}"
    else:
        shown = f"{value:.2f}"
    return shown.rstrip("0").rstrip(".")


def halves(points: float) -> str:
    """Points in games, as people write them."""
    whole, half = divmod(points, 1)
    return f"{int(whole) or ''}\N{VULGAR FRACTION ONE HALF}" if half else str(int(whole))


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def to_csv(sheet: Sheet) -> bytes:
    """With a byte order mark, without which spreadsheets read accents as something else."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow([column.replace("\u00a0", " ") for column in sheet.columns])
    for row in sheet.rows:
        writer.writerow([_unformed(cell.text) for cell in row])
    return written.getvalue().encode("utf-8-sig")


def _unformed(text: str) -> str:
    """A half as a number; a name that a spreadsheet would take for a formula is quoted.

    A semicolon begins a new cell where numbers are written with a comma.
    """
    text = re.sub(r"^(\d*)\N{VULGAR FRACTION ONE HALF}$", r"\1.5", text)
    first, *others = text.split(";")
    risky = (_begins_formula(first) or text[:1] in {"\t", "\r"}) and not _is_number(text)
    cells = [f"'{first}" if risky else first]
    for each in others:
        spaces = len(each) - len(each.lstrip())
        cells.append(f"{each[:spaces]}'{each[spaces:]}" if _begins_formula(each) else each)
    return ";".join(cells)


def _begins_formula(text: str) -> bool:
    first = unicodedata.normalize("NFKC", text.lstrip())[:1]  # spreadsheets read a wide = as well
    return first in {"=", "+", "-", "@"}


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def to_text(sheet: Sheet, most: int | None = None) -> str:
    """Aligned text for a terminal."""
    rows = [[cell.text for cell in row] for row in sheet.rows[:most]]
    widths = [max(map(len, column)) for column in zip(sheet.columns, *rows, strict=True)]
    lines = [_line(sheet, sheet.columns, widths)]
    for number_, row in enumerate(rows):
        lines.append(_line(sheet, row, widths))
        if number_ in sheet.marked and number_ + 1 < len(sheet.rows):
            lines.append("-" * (sum(widths) + 2 * len(widths) - 2))
    if most is not None and len(sheet.rows) > most:
        lines.append(f"and {len(sheet.rows) - most} more")
    lines += legend(sheet)
    return "\n".join([*([sheet.title] if sheet.title else []), *lines])


def legend(sheet: Sheet) -> list[str]:
    """What the columns mean: a line for all that mean the same."""
    columns: dict[str, list[str]] = {}
    for column, meaning in sheet.meanings.items():
        columns.setdefault(meaning, []).append(column)
    return [f"{', '.join(named)}: {meaning}" for meaning, named in columns.items()]


def _line(sheet: Sheet, cells: Sequence[str], widths: list[int]) -> str:
    parts = [
        cell.ljust(width) if sheet.is_words(column) else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  ".join(parts).rstrip()
