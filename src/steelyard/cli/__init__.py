"""The command line. Each command is a module of this package, imported only when it is called."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from pathlib import Path

import steelyard
from steelyard.cli.terminal import show
from steelyard.core.errors import SteelyardError

COMMANDS = {
    "serve": "the web app: play, watch, replay and analyse in a browser",
    "work": "a worker beside the web app: builds and checks bots, plays the ladder and contests",
    "connect": "a bot that runs here plays on a server elsewhere",
    "backup": "everything a server keeps, in one file, while it runs",
    "restore": "a backup, checked, in a new folder",
    "space": "what takes space on a server, and what goes by itself",
    "games": "the games there are, with their options",
    "bots": "the players that come with Steelyard",
    "play": "play a game in the terminal",
    "match": "many games between two bots",
    "new": "a starter kit: a folder with a bot that plays, for you to make better",
    "contest": "many bots, one file, to the final table",
    "check": "is this bot fit to hand in? numbered checks",
    "analyse": "what best play says about a position, a game or a player",
    "solve": "work out the value of every position of a game, once",
    "replay": "show a written or recorded game, move by move",
    "bench": "how fast the rules and kernels run on this machine",
}

REQUEST_IS_WRONG = 2


def main(argv: list[str] | None = None) -> int:
    """Run one command; 0 fine, 1 the answer is no, 2 the request is wrong."""
    words = (sys.argv[1:] if argv is None else argv) or ["serve", "--open"]
    _open_what_is_closed()
    try:
        return _run(words)
    except SteelyardError as error:
        return _refuse(str(error), getattr(error, "log", ""))
    except BrokenPipeError:  # the reader, `head` say, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (OSError, UnicodeDecodeError) as error:
        return _refuse(_plain(error))
    except KeyboardInterrupt:
        return 130


def _open_what_is_closed() -> None:
    """A command started with a stream closed (`>&-`) reads nothing, or writes for nobody."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - for good


def _run(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="steelyard",
        description="One arena for three two-player tank games: play, write bots, run contests, study.",
        epilog="Without a command: the web app, in the browser. example: steelyard play tank_war",
    )
    parser.add_argument("--version", action="version", version=f"steelyard {steelyard.__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(
            name, help=summary, description=summary, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        if name in words:
            module = importlib.import_module(f"steelyard.cli.{name}")
            module.configure(command)
            command.set_defaults(run=module.run)
    chosen = parser.parse_args(words)
    status: int = chosen.run(chosen)
    sys.stdout.flush()  # so that a reader that left is noticed here
    return status


def _refuse(why: str, log: str = "") -> int:
    """One line; behind it the end of a bot's own log, where there is one."""
    show(f"steelyard: {why}", error=True)
    for line in log.strip().splitlines()[-20:]:
        show(f"  {line}", error=True)
    return REQUEST_IS_WRONG


def _plain(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "the file is not text in UTF-8"
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error}"
