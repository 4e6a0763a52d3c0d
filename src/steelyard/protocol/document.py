"""Generates docs/protocol.md from the schemas: `python -m steelyard.protocol.document`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

SCHEMAS = Path(__file__).parent / "schema"
ORDER = ("hello", "ready", "start", "turn", "move", "joystick", "done", "over", "bye")

INTRODUCTION = """\
# The bot protocol

<!-- Written by `make golden` from src/steelyard/protocol/schema; change the schemas, not this page. -->

A bot is a program in any language. It reads one JSON object per line from standard input and writes one per
line to standard output; what it writes to standard error is its log. A remote bot sends and receives the same
messages over a WebSocket, one message each.

    referee                         bot
    hello          ------------>
                   <------------   ready
    start          ------------>
    turn           ------------>
                   <------------   move
    turn ...       ------------>
    over           ------------>
    start ...      ------------>          (one process may play many games)
    bye            ------------>

Flush standard output after every line. The clock runs from the moment the last byte of `turn` has been
written to the bot until the referee has its line; start-up (`hello` to `ready`) has a time limit of its own.
The referee ignores members it does not know, so a bot may add some for its own use; a bot should do the same.

Write one line for each `turn` and nothing else. Lines are read in order: a second line waits, and is read as
the answer to the next turn unless its `turn` or `game` says otherwise. In one turn a bot may write 1,000
lines and 256 KiB in total, 64 KiB per line; a bot that writes more loses by `answer_too_long`. If both bots
fail in the same turn, nobody wins. A process that ends between two games is started anew, on the clock of the
second. Standard input, output and error are sockets, so they cannot be opened by a name such as
`/dev/stderr`.

In Tank Duel a move is a joystick position, which stays until it is changed: a bot that sends nothing repeats
its last move. It may send `joystick` many times in a round; `done` says that nothing more will come, and
`move` does both at once.
"""


def schemas() -> dict[str, dict[str, Any]]:
    return {name: json.loads((SCHEMAS / f"{name}.json").read_text("utf-8")) for name in ORDER}


def page() -> str:
    return INTRODUCTION + "".join(_section(name, schema) for name, schema in schemas().items())


def _section(name: str, schema: dict[str, Any]) -> str:
    rows = [
        f"| `{member}` | {_kind(about)} | {'yes' if member in schema['required'] else 'no'} "
        f"| {about.get('description', '')} |\n"
        for member, about in schema["properties"].items()
        if member != "type"
    ]
    table = "| member | type | required | meaning |\n|---|---|---|---|\n" + "".join(rows) if rows else ""
    example = json.dumps(schema["x-example"])
    title = f"## `{name}`, from the {schema['x-sender']}"
    return f"\n{title}\n{schema['description']}\n\n{table}\n```json\n{example}\n```\n"


def _kind(about: dict[str, Any]) -> str:
    if "enum" in about:
        return " or ".join(f"`{json.dumps(value)}`" for value in about["enum"])
    kinds = about["type"] if isinstance(about["type"], list) else [about["type"]]
    return " or ".join(kinds)


if __name__ == "__main__":
    print(page(), end="")  # noqa: T201 - its purpose
