"""`steelyard replay`: a written game, shown position by position."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard import games
from steelyard.cli.wording import result
from steelyard.core.notation import WrittenGame, read_game

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator


def configure(parser: ArgumentParser) -> None:
    parser.epilog = (
        "A written game names the game on its first line, then has a turn a line:\n\n"
        "  tank_war c_reach=up_to_two\n  1. LA-RC\n  2. LC-RB\n\n"
        "example: steelyard replay game.txt --svg pictures"
    )
    parser.add_argument("file", metavar="FILE", help="the written game; - reads standard input")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--text", action="store_true", help="draw every position (the default)")
    how.add_argument("--svg", metavar="DIR", type=Path, help="write every position as a picture into DIR")
    how.add_argument("--json", action="store_true", help="print every position as one JSON list")


def run(arguments: Namespace) -> int:
    text = sys.stdin.read() if arguments.file == "-" else Path(arguments.file).read_text("utf-8")
    written = read_game(text, games.get)
    if arguments.svg:
        _write_pictures(written, arguments.svg)
    elif arguments.json:
        print(json.dumps([written.game.to_json(state) for state in written.states]))
    else:
        print("\n\n".join(_drawn(written)))
    return 0


def _drawn(written: WrittenGame) -> Iterator[str]:
    game = written.game
    yield game.to_text(written.states[0])
    for number, (turn, state) in enumerate(zip(written.turns, written.states[1:], strict=True), start=1):
        yield f"{number}. {turn}\n{game.to_text(state)}"
    yield _ending(game, written.states[-1])


def _ending(game: Any, state: Any) -> str:
    outcome = game.outcome(state)
    return "The game goes on here." if outcome is None else result(game, outcome)


def _write_pictures(written: WrittenGame, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    digits = len(str(len(written.turns)))
    for number, state in enumerate(written.states):
        (folder / f"{number:0{digits}}.svg").write_text(written.game.to_svg(state), "utf-8")
    print(f"{len(written.states)} pictures in {folder}")
