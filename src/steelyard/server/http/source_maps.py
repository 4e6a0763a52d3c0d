"""Source maps: which line of which file a line of a joined file was, for whoever reads a stack trace."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
MORE = 32


class Origin(NamedTuple):
    file: str
    line: int
    """From 0."""


def source_map(lines: Sequence[Origin | None]) -> bytes:
    """The map of a file by the origins of its lines; None is a line that the joining has added."""
    sources = list(dict.fromkeys(origin.file for origin in lines if origin))
    numbers = {file: number for number, file in enumerate(sources)}
    before, mappings = (0, 0), []
    for origin in lines:
        if origin is None:
            mappings.append("")
            continue
        now = numbers[origin.file], origin.line
        steps = (0, now[0] - before[0], now[1] - before[1], 0)  # columns are not told
        mappings.append("".join(map(_digits, steps)))
        before = now
    return msgspec.json.encode(
        {"version": 3, "sources": sources, "names": [], "mappings": ";".join(mappings)}
    )


def _digits(number: int) -> str:
    """A number in base 64, the lowest five bits first, with its sign in the lowest of all."""
    left, digits = (-number << 1 | 1) if number < 0 else number << 1, ""
    while True:
        left, low = left >> 5, left & 31
        digits += DIGITS[low | MORE if left else low]
        if not left:
            return digits
