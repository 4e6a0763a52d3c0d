"""Arguments that several commands share: the game and its options, the number of a game in a match."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard import games
from steelyard.core import files
from steelyard.core.errors import InvalidOption
from steelyard.core.notation import read_options

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from steelyard.core.game import Game

HASH = re.compile("[0-9a-f]{64}")


def add_game(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="the name of a game, see `steelyard games`")
    parser.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; NAME=@FILE reads the value from a file",
    )


def add_number(parser: ArgumentParser, meaning: str) -> None:
    parser.add_argument("--number", metavar="N", help=meaning)


def add_hash(parser: ArgumentParser, of: str) -> None:
    parser.add_argument("--hash", metavar="HASH", help=f"the hash {of}: then no change stays unnoticed")


def chosen_hash(arguments: Namespace) -> str | None:
    """The published hash, without what was copied along with it."""
    if arguments.hash is None:
        return None
    found: str = arguments.hash.strip(" .\n").lower()
    if not HASH.fullmatch(found):
        raise InvalidOption(
            f"--hash {arguments.hash}: that is no hash; it should have 64 characters, 0 to 9 and a to f"
        )
    return found


def add_control_groups(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--require-control-groups",
        action="store_true",
        help="refuse to run where the kernel does not enforce the limits of bots, see `steelyard doctor`",
    )


def check_control_groups(arguments: Namespace) -> None:
    """Refuses, if they are required, on a machine that lacks them."""
    if arguments.require_control_groups:
        from steelyard.arena.sandbox import process  # noqa: PLC0415 - only commands that run bots need it

        process.check_control_groups()


def add_server_data(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="the server's data folder (default: the user's data folder)",
    )
    parser.add_argument(
        "--database", metavar="URL", help="the server's database, if it is not in the data folder"
    )


def check_seconds(seconds: float) -> None:
    """How long to work: a time that has an end."""
    if not 0 < seconds < math.inf:
        raise InvalidOption(f"--seconds {seconds:g}: it should be a number of seconds above 0, e.g. 2.5")


def check_url(option: str, url: str) -> None:
    """Links begin with it: without its scheme no browser would follow them."""
    if not url.startswith(("http://", "https://")):
        raise InvalidOption(f"{option} is {url!r}; it should begin with http:// or https://")


def chosen_game(arguments: Namespace) -> Game[Any]:
    options = read_options(arguments.option)
    for name, value in options.items():
        if isinstance(value, str) and value.startswith("@"):
            options[name] = files.read_text(Path(value[1:]))
    return games.get(arguments.game, **options)
