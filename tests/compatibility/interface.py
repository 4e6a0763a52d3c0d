"""What other programs rely on, as sorted lines: names that may become more, and never fewer or others.

HTTP: every path with its method, parameters, and the fields of what is asked (`<`) and answered (`>`).
Sockets: the fields of every message, by its type. Commands: their arguments, options and choices. The bot
protocol: every field with the values it may have.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tests.compatibility.current import ME, OPEN, RANDOM, Guest, Page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

KEYED = {"legal", "picks", "options", "moves", "chosen"}
"""Objects whose keys are no names: seats, moves."""
OPTION = re.compile(r"(?<![\w-])--?[a-z][\w-]*")
CHOICES = re.compile(r"\{(\S+)\}")


# HTTP.
def http_lines(document: dict[str, Any]) -> Iterator[str]:
    """An OpenAPI document as lines."""
    for path, methods in document["paths"].items():
        for method, told in methods.items():
            head = f"{method.upper()} {path}"
            yield head
            for parameter in told.get("parameters", ()):
                yield f"{head} ? {parameter['name']} in {parameter['in']}"
            for name in _bodies(told.get("requestBody", {}), document):
                yield f"{head} < {name}"
            for status, response in told["responses"].items():
                answer = f"{head} > {status}" if status < "400" else "any error >"  # which are all alike
                yield answer
                for name in _bodies(response, document):
                    yield f"{answer} {name}"


def _bodies(told: dict[str, Any], document: dict[str, Any]) -> Iterator[str]:
    for kind, content in told.get("content", {}).items():
        yield kind
        yield from fields(content.get("schema", {}), document)


def fields(schema: dict[str, Any], document: dict[str, Any], where: str = "") -> Iterator[str]:
    """The fields of a JSON schema, wherever it is written down, with the values that they are limited to."""
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    for value in schema.get("enum", [schema["const"]] if "const" in schema else []):
        yield f"{where} = {value}"
    for name, inner in schema.get("properties", {}).items():
        yield f"{where}.{name}"
        yield from fields(inner, document, f"{where}.{name}")
    for inner in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())):
        yield from fields(inner, document, where)
    for key, mark in (("items", "[]"), ("additionalProperties", ".*")):
        if isinstance(schema.get(key), dict):
            yield from fields(schema[key], document, f"{where}{mark}")


# The command line.
def command_lines(run: Callable[..., str], *command: str) -> Iterator[str]:
    """The help of a command and of the commands below it, as lines; `run` gives what a command prints."""
    section = ""
    for line in run(*command, "--help").splitlines():
        if line.endswith(":") and not line.startswith(" "):
            section = line
        elif re.match(r"    \w", line) and section == "positional arguments:":
            yield from command_lines(run, *command, line.split()[0])
        elif re.match(r"  \S", line) and section == "positional arguments:":
            yield " ".join([*command, _first_column(line)])
        elif re.match(r"  -", line):
            yield from _option(command, _first_column(line))


def _first_column(line: str) -> str:
    return re.split(r"\s{2,}", line.strip())[0]


def _option(command: tuple[str, ...], words: str) -> Iterator[str]:
    names = OPTION.findall(CHOICES.sub("", words))
    for name in names:
        yield " ".join([*command, name])
    for choice in CHOICES.findall(words)[-1:]:
        yield from (" ".join([*command, names[-1], each]) for each in choice.split(","))


# Sockets.
def message_lines(messages: Iterable[dict[str, Any]]) -> Iterator[str]:
    for message in messages:
        yield message["type"]
        yield from (f"{message['type']}{name}" for name in _names(message))


def _names(told: Any, where: str = "") -> Iterator[str]:
    if isinstance(told, list):
        for each in told:
            yield from _names(each, f"{where}[]")
    elif isinstance(told, dict):
        for name, inner in told.items():
            yield f"{where}.{name}"
            if name not in KEYED:
                yield from _names(inner, f"{where}.{name}")


def conversation(ada: Guest, bob: Guest) -> list[dict[str, Any]]:
    """What two pages are told when their players say everything that can be said."""
    told: list[dict[str, Any]] = []

    def hear(page: Page, kind: str, **fields: Any) -> dict[str, Any]:
        told.append(page.until(kind, **fields))
        return told[-1]

    table = ada.sets_up("tank_battle", ME, OPEN, clock="days:3")
    bob.joins(table)
    with ada.follows(table["id"]) as adas:
        (legal,) = hear(adas, "snapshot")["legal"].values()
        with bob.follows(table["id"]) as bobs:
            hear(adas, "players")
            adas.says("ping")
            hear(adas, "pong")
            adas.says("joystick", move=legal[0])
            hear(adas, "refused")
            adas.says("move", turn=1, move=legal[0])
            hear(bobs, "turn")
            bobs.says("offer", what="points")
            hear(adas, "offer")
            adas.says("decline", what="points")
            hear(bobs, "declined")
            bobs.says("vacation", days=1)
            hear(adas, "clock")
            adas.says("resign")
            hear(bobs, "over")
            bobs.says("offer", what="rematch")
            hear(adas, "offer", what="rematch")
            adas.says("accept", what="rematch")
            hear(bobs, "rematch")
    duel = ada.sets_up("tank_duel", ME, RANDOM, clock="round:10s")["id"]
    with ada.follows(duel) as page:
        hear(page, "snapshot")
        page.says("joystick", move="R")
        hear(page, "joystick")
        page.says("move", turn=1, move="R")
        hear(page, "turn")
    return told


# The bot protocol.
def protocol_lines(schemas: dict[str, dict[str, Any]]) -> Iterator[str]:
    """A bot can count on what the referee always says, and leave out what it could leave out."""
    for name, schema in schemas.items():
        sender = schema["x-sender"]
        yield f"{sender} {name}"
        yield from (f"{name}{field}" for field in fields(schema, {}))
        for field in schema["properties"]:
            if sender == "referee" and field in schema["required"]:
                yield f"{name}.{field} is always there"
            elif sender != "referee" and field not in schema["required"]:
                yield f"{name}.{field} may be left out"
