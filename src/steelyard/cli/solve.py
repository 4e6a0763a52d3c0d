"""`steelyard solve`: compute the value of every position of a game and store it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from steelyard import analysis
from steelyard.cli.arguments import add_game, chosen_game
from steelyard.cli.progress import Bar
from steelyard.cli.terminal import show, show_json
from steelyard.core.notation import write_variant

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def configure(parser: ArgumentParser) -> None:
    parser.epilog = "example: steelyard solve tank_war -o c_reach=up_to_two"
    add_game(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: Namespace) -> int:
    game = chosen_game(arguments)
    bar, began = Bar(), time.monotonic()
    table = analysis.build_table(game, bar)
    bar.clear()
    file = analysis.table_file(game)
    data: dict[str, Any] = {
        "game": write_variant(game),
        "positions": table.positions,
        "saddle_points": table.saddle_points,
        "start": table.value(game.start()),
        "seconds": round(time.monotonic() - began, 1),
        "bytes": file.stat().st_size,
        "file": str(file),
    }
    if arguments.json:
        show_json(data)
        return 0
    share = data["saddle_points"] / data["positions"]
    show(f"{data['positions']:,} positions in {data['seconds']} s; in {share:.1%} one move is enough")
    show(f"the start is worth {data['start']:+.4f} to {game.seat_names[0]} under best play by both")
    show(f"stored in {file} ({data['bytes'] / 1e6:.1f} MB)")
    return 0
