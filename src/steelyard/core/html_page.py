"""HTML pages that need no server: one style sheet, and links inside the report's folder."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from steelyard.core.sheets import UNIT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steelyard.core.sheets import Cell, Sheet

UNNAMED = {"", "place", "name", "note"}
"""Columns that speak for themselves where a row is shown without the heads of its columns, as on a phone."""


class Page:
    """One page; `name` is its path in the report's folder."""

    def __init__(self, name: str, title: str, contest: str, navigation: Iterable[tuple[str, str]]) -> None:
        self.name = name
        self._up = "../" * name.count("/")
        self._title = title
        self._contest = contest
        self._navigation = list(navigation)
        self._parts: list[str] = []
        self.style = ""
        """The whole style of a page that is to be one file; others share a style sheet."""

    def add(self, *parts: str) -> None:
        self._parts += parts

    def heading(self, words: str, anchor: str = "", level: int = 2) -> None:
        name = f' id="{escape(anchor)}"' if anchor else ""
        self.add(f"<h{level}{name}>{escape(words)}</h{level}>")

    def say(self, words: str) -> None:
        self.add(f"<p>{escape(words)}</p>")

    def table(self, sheet: Sheet, *, dense: bool = False) -> None:
        """A table, which scrolls by itself where it is wider than the page."""
        if sheet.title:
            self.heading(sheet.title, level=3)
        head = "".join(self._head(sheet, column) for column in range(len(sheet.columns)))
        rows = "".join(self._row(sheet, row) for row in range(len(sheet.rows)))
        kind = ' class="dense"' if dense else ""
        self.add(
            f'<div class="wide" tabindex="0"><table{kind}><thead><tr>{head}</tr></thead>'
            f"<tbody>\n{rows}</tbody></table></div>"
        )
        self._add_legend(sheet)

    def _add_legend(self, sheet: Sheet) -> None:
        told = [(column, meaning) for column, meaning in sheet.meanings.items() if meaning != UNIT]
        items = "".join(f"<dt>{escape(_head(sheet, c))}</dt><dd>{escape(m)}</dd>" for c, m in told)
        self.add(*([f'<dl class="legend">{items}</dl>'] if items else []))

    def link(self, words: str, to: str) -> str:
        return f'<a href="{escape(self._up + to)}">{escape(words)}</a>'

    def html(self) -> str:
        links = "".join(
            f'<li><a href="{escape(self._up + to)}"{_here(to == self.name)}>{escape(words)}</a></li>'
            for words, to in self._navigation
        )
        title = (
            self._title if self._title == self._contest else f"{self._title} \N{MIDDLE DOT} {self._contest}"
        )
        return (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta name="color-scheme" content="light dark">\n'
            f"<title>{escape(title)}</title>\n"
            f"{self._style()}\n</head>\n<body>\n"
            f'<header><p class="contest">{escape(self._contest)}</p><nav><ul>{links}</ul></nav></header>\n'
            f"<main>\n<h1>{escape(self._title)}</h1>\n"
            + "\n".join(self._parts)
            + "\n</main>\n</body>\n</html>\n"
        )

    def _style(self) -> str:
        if self.style:
            return f"<style>\n{self.style}</style>"
        return f'<link rel="stylesheet" href="{self._up}style.css">'

    def _head(self, sheet: Sheet, column: int) -> str:
        words = sheet.columns[column]
        meaning = sheet.meanings.get(words)
        hint = f' title="{escape(meaning)}"' if meaning else ""
        kind = "" if sheet.is_words(column) else ' class="n"'
        return f'<th scope="col"{kind}{hint}>{escape(_head(sheet, words))}</th>'

    def _row(self, sheet: Sheet, row: int) -> str:
        cells = "".join(self._cell(cell, sheet, column) for column, cell in enumerate(sheet.rows[row]))
        anchor = f' id="{escape(sheet.anchors[row])}"' if sheet.anchors[row] else ""
        cut = ' class="cut"' if row in sheet.marked and row + 1 < len(sheet.rows) else ""
        return f"<tr{anchor}{cut}>{cells}</tr>\n"

    def _cell(self, cell: Cell, sheet: Sheet, column: int) -> str:
        number = not sheet.is_words(column)
        kinds = [
            kind for kind, is_so in (("n", number), ("strong", cell.strong), ("quiet", cell.quiet)) if is_so
        ]
        shown = "<br>".join(self._words(part) for part in cell.parts or (cell,))
        name = sheet.columns[column]
        head = f' data-head="{escape(_head(sheet, name))}"' if name not in UNNAMED else ""
        kind = f' class="{" ".join(kinds)}"' if kinds else ""
        return f"<td{kind}{head}>{shown}</td>"

    def _words(self, cell: Cell) -> str:
        return self.link(cell.text, cell.to) if cell.to and cell.text else escape(cell.text)


def _head(sheet: Sheet, column: str) -> str:
    """Of a column, as its head; figures of a formula stay as the formula calls them."""
    unit = " (games)" if sheet.meanings.get(column) == UNIT else ""
    shown = sheet.heads.get(column, column)
    return column if column in sheet.figures else f"{shown[:1].upper()}{shown[1:]}{unit}"


def _here(is_here: bool) -> str:  # noqa: FBT001 - a question answered
    return ' aria-current="page"' if is_here else ""
