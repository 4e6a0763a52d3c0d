"""The good part of a bad bot: it greets, and it can play the first legal move."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


def say(**message: Any) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def heard() -> Iterator[dict[str, Any]]:
    for line in sys.stdin:
        yield json.loads(line)


def turns(name: str) -> Iterator[dict[str, Any]]:
    """Greet as `name` when asked to, then hand out every turn that is to be answered."""
    for message in heard():
        if message["type"] == "hello":
            say(type="ready", name=name)
        elif message["type"] == "turn":
            yield message
        elif message["type"] == "bye":
            return


def move(turn: dict[str, Any], choice: str | None = None) -> None:
    say(type="move", game=turn["game"], turn=turn["turn"], move=choice or turn["legal"][0])
