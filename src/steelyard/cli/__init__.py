"""The command line. Each command is a module of this package, imported only when it is used."""

from __future__ import annotations

import argparse
import importlib
import os
import signal
import sys
from pathlib import Path

import steelyard
from steelyard.cli.terminal import clear_status, show
from steelyard.core.errors import SteelyardError

COMMANDS = {
    "serve": "run the web app: play, watch, replay and analyse in a browser",
    "work": "run a worker for a server: builds and checks bots, plays the ladder and contests",
    "connect": "let a bot on this machine play on a server",
    "admin-link": "print a new one-time link to become a server's administrator",
    "accounts": "delete somebody's account on a server",
    "backup": "back up a running server into one file",
    "restore": "check a backup and restore it into a new folder",
    "space": "show what takes disk space on a server, and clean up",
    "games": "list the games and their options",
    "bots": "list the built-in bots",
    "play": "play a game in the terminal",
    "match": "play many games between two bots",
    "new": "make a starter kit: a folder with a simple bot to improve",
    "contest": "play a contest between many bots, described by one file",
    "check": "check whether a bot is fit to submit",
    "debug": "step through a lost game as your bot met it, and run the bot again with no clock",
    "analyse": "analyse a position, a game or a bot by best play",
    "solve": "compute the value of every position of a game",
    "train": "train the network of a game's bot",
    "replay": "show a written or recorded game, move by move",
    "doctor": "show what this machine has, and what to install for what is missing",
    "bench": "measure how fast this machine runs rules, kernels and bots",
}

EXIT_USAGE = 2


def main(argv: list[str] | None = None) -> int:
    """Run one command. Exit codes: 0 success, 1 a check failed (e.g. not verified), 2 a wrong request."""
    words = (sys.argv[1:] if argv is None else argv) or ["serve", "--open"]
    _open_closed_streams()
    try:
        return _run(words)
    except SteelyardError as error:
        return _refuse(str(error), getattr(error, "log", ""))
    except BrokenPipeError:  # the reader, e.g. `head`, has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (OSError, UnicodeDecodeError) as error:
        return _refuse(_plain(error))
    except KeyboardInterrupt:
        if argv is None:  # only the interpreter's end is left; interrupted, it would show a traceback
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        return 130


def _open_closed_streams() -> None:
    """Replace standard streams that were closed at the start (`>&-`) by /dev/null."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - stays open


def _run(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="steelyard",
        description="An arena for three two-player tank games: play, write bots, run contests, analyse.",
        epilog="Without a command, the web app opens in the browser. example: steelyard play tank_war",
    )
    version = f"steelyard {steelyard.__version__}" if "--version" in words else ""  # reading it takes a while
    parser.add_argument("--version", action="version", version=version, help="show the version and exit")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(
            name, help=summary, description=summary, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        if name in words:
            module = importlib.import_module(f"steelyard.cli.{name.replace('-', '_')}")
            module.configure(command)
            command.set_defaults(run=module.run)
    chosen = parser.parse_args(words)
    status: int = chosen.run(chosen)
    sys.stdout.flush()  # so that a closed pipe is noticed here
    return status


def _refuse(why: str, log: str = "") -> int:
    """Print an error in one line, and the end of a bot's log if there is one."""
    clear_status()  # on a terminal, what was being done stands in the same line
    show(f"steelyard: {why}", error=True)
    for line in log.strip().splitlines()[-20:]:
        show(f"  {line}", error=True)
    return EXIT_USAGE


def _plain(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "the file is not UTF-8 text"
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error}"
