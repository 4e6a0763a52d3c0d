"""`steelyard connect`: let a bot on this machine play on a server."""

from __future__ import annotations

from argparse import REMAINDER, ArgumentParser
from typing import TYPE_CHECKING

from steelyard.cli.terminal import show
from steelyard.core.errors import InvalidOption

if TYPE_CHECKING:
    from argparse import Namespace

TOKEN_VARIABLE = "STEELYARD_TOKEN"  # noqa: S105 - the name of a variable


def configure(parser: ArgumentParser) -> None:
    parser.epilog = (
        "Your bot's page shows the address and, once, the token. Network time counts as the bot's time.\n\n"
        "example: steelyard connect wss://games.example/ws/bots/k7mq2w9xva --token T -- python3 bot.py"
    )
    parser.add_argument("url", metavar="URL", help="the bot's address: wss://SERVER/ws/bots/ID")
    parser.add_argument(
        "rest",
        nargs=REMAINDER,
        metavar="[--token T] -- COMMAND",
        help=f"the bot's token (default: ${TOKEN_VARIABLE}), and the command that starts the bot",
    )


def run(arguments: Namespace) -> int:
    import os  # noqa: PLC0415 - only this command needs it

    from steelyard.arena.remote.client import connected  # noqa: PLC0415

    options, command = _split(arguments.rest)
    parser = ArgumentParser(prog="steelyard connect URL", add_help=False)
    parser.add_argument("--token", default=os.environ.pop(TOKEN_VARIABLE, ""))
    token = parser.parse_args(options).token
    if not arguments.url.startswith(("ws://", "wss://")):
        raise InvalidOption(f"{arguments.url!r} is not an address; it should be wss://SERVER/ws/bots/ID")
    if not command:
        raise InvalidOption("the bot's command is missing; add it after --, e.g. -- python3 bot.py")
    if not token:
        raise InvalidOption(f"the bot's token is missing; use --token T or set ${TOKEN_VARIABLE}")
    return connected(arguments.url, token, command, show)


def _split(rest: list[str]) -> tuple[list[str], list[str]]:
    """Our options and the bot's command; argparse removes a leading `--`."""
    if "--" in rest:
        at = rest.index("--")
        return rest[:at], rest[at + 1 :]
    return (rest, []) if rest[:1] and rest[0].startswith("-") else ([], rest)
