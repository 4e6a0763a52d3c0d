"""`steelyard connect`: a bot that runs here plays on a server elsewhere."""

from __future__ import annotations

from argparse import REMAINDER, ArgumentParser
from typing import TYPE_CHECKING

from steelyard.cli.terminal import show
from steelyard.core.errors import InvalidOption

if TYPE_CHECKING:
    from argparse import Namespace

TOKEN_VARIABLE = "STEELYARD_TOKEN"  # noqa: S105 - its name, not one


def configure(parser: ArgumentParser) -> None:
    parser.epilog = (
        "Your bot's page tells the address and, once, the token. Time on the way counts as the bot's.\n\n"
        "example: steelyard connect wss://games.example/ws/bots/k7mq2w9xva --token T -- python3 bot.py"
    )
    parser.add_argument("url", metavar="URL", help="the bot's address: wss://SERVER/ws/bots/ID")
    parser.add_argument(
        "rest",
        nargs=REMAINDER,
        metavar="[--token T] -- COMMAND",
        help=f"the bot's token (default: ${TOKEN_VARIABLE}), and how the bot is started",
    )


def run(arguments: Namespace) -> int:
    import os  # noqa: PLC0415 - only who connects needs it

    from steelyard.arena.remote.client import connected  # noqa: PLC0415

    options, command = _parted(arguments.rest)
    parser = ArgumentParser(prog="steelyard connect URL", add_help=False)
    parser.add_argument("--token", default=os.environ.get(TOKEN_VARIABLE, ""))
    token = parser.parse_args(options).token
    if not arguments.url.startswith(("ws://", "wss://")):
        raise InvalidOption(f"{arguments.url!r} is no address; it should read wss://SERVER/ws/bots/ID")
    if not command:
        raise InvalidOption("say how the bot is started, after --, as in: -- python3 bot.py")
    if not token:
        raise InvalidOption(f"the bot's token is needed: --token T, or in ${TOKEN_VARIABLE}")
    return connected(arguments.url, token, command, show)


def _parted(rest: list[str]) -> tuple[list[str], list[str]]:
    """What is ours and what is the bot's; a sign between them that comes first has been swallowed."""
    if "--" in rest:
        at = rest.index("--")
        return rest[:at], rest[at + 1 :]
    return (rest, []) if rest[:1] and rest[0].startswith("-") else ([], rest)
