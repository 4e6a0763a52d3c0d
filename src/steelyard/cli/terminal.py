"""Everything the command line prints goes through here, so that strangers' text cannot steer the terminal.

Names, logs and build output of bots may hold control characters: escape sequences that move the cursor or
rename the window, marks that turn the direction of writing. They are shown as Python would write them.
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any

# C0 but for tab and line end, DEL and C1; marks of direction; other line ends; what no output can encode.
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
DELETE = "\x7f"  # the only control character that JSON leaves as it is


def plain(text: object) -> str:
    """As a terminal can show it: lines and tabs, and every other control character as an escape."""
    return CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), str(text))


def show(text: object = "", *, error: bool = False) -> None:
    """Print a line, or several; errors and remarks beside the answer go to standard error."""
    print(plain(text), file=sys.stderr if error else sys.stdout, flush=True)


def show_json(value: Any, indent: int | None = None) -> None:
    print(json.dumps(value, indent=indent).replace(DELETE, "\\u007f"), flush=True)


def show_passing(line: str) -> None:
    """A line in the place of the last one shown so, on a terminal alone."""
    if sys.stderr.isatty():
        one = plain(line).replace("\n", "\\n")
        print(f"\r{one}\x1b[K", end="", file=sys.stderr, flush=True)


def clear_passing() -> None:
    show_passing("")


def clear_lines(number: int) -> None:
    """Take back the last lines on standard error, which is a terminal."""
    print(f"\x1b[{number}A\x1b[J", end="", file=sys.stderr, flush=True)


def clear_screen() -> None:
    if sys.stdout.isatty():
        print("\x1b[2J\x1b[H", end="")
