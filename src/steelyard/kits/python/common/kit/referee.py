"""Talks to the referee, one JSON object a line. What the bot prints goes to its log instead."""

from __future__ import annotations

import json
import os
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


class Referee:
    """Takes standard input and output for itself and leaves the bot an empty input and its log."""

    def __init__(self) -> None:
        self._from = os.fdopen(os.dup(0), "rb")
        self._to = os.fdopen(os.dup(1), "wb")
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        for stream in (sys.stdout, sys.stderr):
            assert isinstance(stream, TextIOWrapper)
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)

    def messages(self) -> Iterator[dict[str, Any]]:
        """What it says, until `bye` or the end."""
        for line in self._from:
            if line.strip():
                message = _read(line)
                if message.get("type") == "bye":
                    return
                yield message

    def say(self, **message: Any) -> None:
        line = json.dumps(message, ensure_ascii=False, separators=(",", ":")) + "\n"
        self._to.write(line.encode())
        self._to.flush()


def _read(line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except ValueError:
        message = None
    if not isinstance(message, dict):
        sys.exit(f"the referee should say one JSON object a line, not {line[:80]!r}")
    return message
