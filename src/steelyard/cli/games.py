"""`steelyard games`: list the games and their options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard import games
from steelyard.cli.terminal import show, show_json

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def configure(parser: ArgumentParser) -> None:
    parser.epilog = "example: steelyard games --json"
    parser.add_argument("--json", action="store_true", help="print one JSON list")


def run(arguments: Namespace) -> int:
    listed = [_facts(name) for name in games.names()]
    if arguments.json:
        show_json(listed, indent=2)
        return 0
    for facts in listed:
        show(f"{facts['name']:13} {facts['title']}: {facts['summary']}")
        for option in facts["options"]:
            tried = " | ".join(map(str, option["samples"]))
            show(f"{'':13}   {option['name']}={option['default']}  {option['meaning']} ({tried})")
    return 0


def _facts(name: str) -> dict[str, Any]:
    game = games.game_class(name)
    options = [
        {"name": o.name, "default": o.default, "meaning": o.meaning, "samples": list(o.samples)}
        for o in game.options
    ]
    return {
        "name": name,
        "title": game.title,
        "summary": game.summary,
        "seats": list(game.seat_names),
        "rules_version": game.rules_version,
        "options": options,
    }
