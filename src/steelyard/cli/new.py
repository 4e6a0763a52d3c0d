"""`steelyard new`: make a starter kit."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from steelyard import kits
from steelyard.cli.terminal import show

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def configure(parser: ArgumentParser) -> None:
    parser.epilog = (
        f"A LANGUAGE is one of {', '.join(kits.languages())}.\n\nexample: steelyard new tank_duel cpp mybot"
    )
    parser.add_argument("game", metavar="GAME", help="the game the bot plays")
    parser.add_argument("language", metavar="LANGUAGE", help="the programming language")
    parser.add_argument("folder", metavar="DIR", type=Path, help="the folder to create; new or empty")
    parser.add_argument(
        "--name",
        metavar="NAME",
        help="the bot's name (default: the folder's): letters, digits, spaces, . - and _",
    )


def run(arguments: Namespace) -> int:
    kit = kits.kit(arguments.game, arguments.language)
    folder = arguments.folder
    name = kits.checked_name(folder.resolve().name if arguments.name is None else arguments.name)
    kits.put_out(kit, folder, name)
    bot = shlex.quote(str(folder) if "/" in str(folder) else f"./{folder}")
    show(f"{folder}: a bot for {kit.game} in {kit.title} that plays already. Edit {kit.edit}.\n")
    show(f"  steelyard check {bot}")
    show(f"  steelyard match {kit.game} {bot} random")
    return 0
