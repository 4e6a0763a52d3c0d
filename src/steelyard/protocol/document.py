"""The page docs/protocol.md, made from the schemas: `python -m steelyard.protocol.document`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

SCHEMAS = Path(__file__).parent / "schema"
ORDER = ("hello", "ready", "start", "turn", "move", "joystick", "done", "over", "bye")

INTRODUCTION = """\
# The bot protocol

<!-- Written by `make golden` from src/steelyard/protocol/schema; change the schemas, not this page. -->

A bot is a program in any language. It reads JSON objects from standard input and writes JSON objects to
standard output, one per line. What it writes to standard error is its log. Over a WebSocket, each object is
one message.

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
written to the bot until the referee has received its line. Start-up (`hello` to `ready`) has its own time
limit. The referee ignores members that it does not know, so a bot may add its own; a bot should also ignore
unknown members.

Write one line for each `turn` and nothing else. Lines are read in order: a second line waits, and is read as
the answer to the next turn unless its `turn` or `game` says otherwise. In one turn a bot may write 1,000
lines and 256 KiB in total, and 64 KiB per line; a bot that writes more loses with `answer_too_long`. If both
bots fail in the same turn, nobody wins. Standard input, output and error are sockets, so they cannot be
opened by a name such as `/dev/stderr`.

In Tank Duel a move is a joystick, which keeps its setting: a bot that sends nothing repeats its last move.
It may send `joystick` many times in a round. `done` says that nothing more will come this turn, and `move`
does both at once.
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
    print(page(), end="")  # noqa: T201 - that is its job
