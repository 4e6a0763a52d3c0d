"""`steelyard bots`: list the built-in bots, or compile what they need."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from steelyard import bots, games
from steelyard.cli.terminal import show, show_json
from steelyard.core.directories import cache_root

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def configure(parser: ArgumentParser) -> None:
    parser.epilog = "example: steelyard bots tank_war"
    parser.add_argument("game", metavar="GAME", nargs="?", help="only the bots of this game")
    parser.add_argument(
        "--compile",
        action="store_true",
        help="compile what they need now, which takes some minutes, so that nobody waits for it later",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON list")


def run(arguments: Namespace) -> int:
    chosen = [games.game_class(arguments.game).id] if arguments.game else games.names()
    if arguments.compile:
        _compile(chosen)
        return 0
    listed = [
        {
            "game": game,
            "name": name,
            "rating": bots.rating(game, name),
            "summary": bots.summary(game, name),
        }
        for game in chosen
        for name in bots.names(game)
    ]
    if arguments.json:
        show_json(listed, indent=2)
        return 0
    for bot in listed:
        rating = "" if bot["rating"] is None else f"{bot['rating']:.0f}"
        show(f"{bot['game']:13} {bot['name']:10} {rating:>5}  {bot['summary']}")
    return 0


def _compile(chosen: list[str]) -> None:
    """With a line for each game: Tank Duel's takes most of the time."""
    show(
        f"compiling what bots need for {', '.join(chosen)} (some minutes the first time, seconds after that)"
    )
    began = time.monotonic()
    ready: list[str] = []

    def done(game: str) -> None:
        ready.append(game)
        show(f"{game}: ready after {time.monotonic() - began:.0f} s ({len(ready)} of {len(chosen)})")

    bots.compile_games(chosen, done)
    show(f"everything is in {cache_root()}")
