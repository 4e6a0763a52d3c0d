"""Prints everything the command line prints, so that untrusted text cannot control the terminal.

Names, logs and build output of bots may contain control characters: escape sequences that move the cursor
or rename the window, marks that change the writing direction. They are printed as Python escapes.
"""

from __future__ import annotations

import json
import signal
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from steelyard.core.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

DELETE = "\x7f"  # the only control character that JSON does not escape


def show(text: object = "", *, error: bool = False) -> None:
    """Print one or more lines; errors and notes go to standard error."""
    print(plain(text), file=sys.stderr if error else sys.stdout, flush=True)


def show_json(value: Any, indent: int | None = None) -> None:
    print(json.dumps(value, indent=indent).replace(DELETE, "\\u007f"), flush=True)


def agreed(question: str) -> bool:
    """Whether the person at the terminal says yes; where nobody is at one, nobody is asked."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return True
    print(f"{plain(question)} [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().casefold() in {"y", "yes"}


def show_status(line: str) -> None:
    """Show a status line that replaces the previous one; only on a terminal."""
    if sys.stderr.isatty():
        one = plain(line).replace("\n", "\\n")
        print(f"\r{one}\x1b[K", end="", file=sys.stderr, flush=True)


def clear_status() -> None:
    show_status("")


@contextmanager
def uninterrupted() -> Iterator[None]:
    """What a command that was stopped does last: another Ctrl-C does not cut it."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def clear_lines(number: int) -> None:
    """Erase the last lines on standard error, which must be a terminal."""
    print(f"\x1b[{number}A\x1b[J", end="", file=sys.stderr, flush=True)


def clear_screen() -> None:
    if sys.stdout.isatty():
        print("\x1b[2J\x1b[H", end="")
