"""TOML of strangers: refused before it is parsed if that would take very long."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_PARTS = 20  # of a key: the parser's time grows with the square of them
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DOT = r"[ \t]*+\.[ \t]*+"
# It begins at no letter within a word, and never tries a part again: its time grows with the text alone.
_TOO_DEEP = re.compile(rf"(?<![\w-]){_PART}(?:{_DOT}{_PART}){{{MOST_PARTS}}}")


def read_toml(text: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """The tables of a text; ValueError, or RecursionError, for what is no TOML."""
    if (found := _TOO_DEEP.search(text)) is not None:
        line = text.count("\n", 0, found.start()) + 1
        raise ValueError(f"a key of more than {MOST_PARTS} parts (at line {line})")
    return tomllib.loads(text, parse_float=parse_float)
