"""Resolves a BOT argument to a program: a built-in, a folder with a bot.toml, a command or an address."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard.arena.sandbox import folder_walk, untrusted_folders
from steelyard.core.errors import SteelyardError
from steelyard.core.game import listed
from steelyard.core.toml_text import read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = "bot.toml"
FORMS = "a built-in's name, a folder with a bot.toml, cmd:COMMAND or ws://ADDRESS"
ADDRESSES = ("ws://", "wss://")
# The Debian packages of programs that build and run bots.
PACKAGES = {
    "g++": "g++",
    "mcs": "mono-mcs",
    "mono": "mono-runtime",
    "javac": "default-jdk-headless",
    "java": "default-jdk-headless",
    "rustc": "rustc",
    "cargo": "cargo",
    "go": "golang-go",
    "node": "nodejs",
    "python3": "python3",
    "make": "make",
}
KEYS: dict[str, tuple[type, ...]] = {"name": (str,), "game": (str,), "build": (str, list), "run": (str, list)}


class InvalidBot(SteelyardError):
    """The bot cannot be run; the message says what is missing."""


def not_installed(command: str) -> str:
    """Says that a program is missing, with its package if that is known."""
    package = f"; on Debian or Ubuntu: apt install {PACKAGES[command]}" if command in PACKAGES else ""
    return f"{command} is not installed{package}"


@dataclass(frozen=True, slots=True)
class Program:
    """A bot as a command in a folder."""

    name: str
    bot: str
    """The bot as given by the user."""
    run: tuple[str, ...]
    folder: Path | None = None
    build: tuple[str, ...] = ()
    trusted: bool = False
    """Our own code: it may see our Python interpreter and its packages."""
    networked: bool = False
    """A bridge to a remote bot: it runs without a sandbox, because it needs the network."""
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False, hash=False)
    """Variables of a bridge's environment that are on no command line, where everybody could read them."""


def is_ours(bot: str, built_ins: list[str]) -> bool:
    """Whether our own code runs on this machine: a built-in, or the bridge to a remote bot."""
    return _is_built_in(bot, built_ins) or bot.startswith(ADDRESSES)


def find(bot: str, game: str, built_ins: list[str]) -> Program:
    """The program for `bot` and a game; InvalidBot if there is none."""
    if _is_built_in(bot, built_ins):
        return Program(bot, bot, (sys.executable, "-m", "steelyard.bots", game, bot), trusted=True)
    if bot.startswith("cmd:"):
        return _command(bot)
    if bot.startswith(ADDRESSES):
        run = (sys.executable, "-m", "steelyard.arena.remote.bridge", bot)
        return Program(bot, bot, run, trusted=True, networked=True)
    folder = Path(bot)
    if folder.is_dir():
        return _folder(bot, folder.resolve(), game)
    raise _no_bot(bot, f" Built-ins for {game}: {listed(built_ins)}")


def game_of(bot: str, built_ins: list[str]) -> str | None:
    """The game that the bot.toml of a folder names; None if it names none, InvalidBot if there is no bot."""
    if _is_built_in(bot, built_ins) or bot.startswith(("cmd:", *ADDRESSES)):
        return None
    folder = Path(bot)
    if not folder.is_dir():
        raise _no_bot(bot)
    game: str | None = _read_toml(folder.resolve()).get("game")
    return game


def _no_bot(bot: str, built_ins: str = "") -> InvalidBot:
    missing = ": there is no such folder" if "/" in bot and not Path(bot).exists() else ""
    return InvalidBot(f"{bot!r} is not a bot{missing}; it should be {FORMS}.{built_ins}")


def _is_built_in(bot: str, built_ins: list[str]) -> bool:
    return bot.partition(":")[0] in built_ins  # mcts, mcts:2000


def _command(bot: str) -> Program:
    try:
        words = shlex.split(bot.removeprefix("cmd:"))
    except ValueError as error:
        raise InvalidBot(f"{bot!r} cannot be split into words: {error}") from None
    if not words:
        raise InvalidBot("cmd: needs a command, e.g. cmd:./mybot --fast")
    folder = Path.cwd()
    name = Path(words[0]).name
    if "/" in words[0] and not Path(words[0]).is_file():
        raise InvalidBot(f"{words[0]}: there is no such file")
    if "/" in words[0] and not words[0].startswith("/"):
        program = Path(words[0]).resolve()
        if not program.is_relative_to(folder):
            folder = program.parent
        words[0] = f"./{program.relative_to(folder)}"
    return Program(name, bot, tuple(words), folder)


def _folder(bot: str, folder: Path, game: str) -> Program:
    settings = _read_toml(folder)
    if settings.get("game", game) != game:
        raise InvalidBot(f"{bot}: its bot.toml says that it plays {settings['game']}, not {game}")
    run = _words(settings.get("run", ""), bot)
    if not run:
        raise InvalidBot(f'{bot}: its bot.toml has no `run`; add e.g. run = "./mybot"')
    name = "".join(c for c in settings.get("name") or folder.name if c.isprintable())[:100]
    return Program(name, bot, run, folder, _words(settings.get("build", ""), bot))


def _read_toml(folder: Path) -> dict[str, Any]:
    file = folder / FILE
    try:
        settings = read_toml(untrusted_folders.read_text(folder, FILE))
    except FileNotFoundError:
        raise InvalidBot(f"{folder}: the folder has no bot.toml (name, game, build, run)") from None
    except folder_walk.RefusedFolder as refused:
        raise InvalidBot(f"{folder}: {refused}") from None
    except (ValueError, RecursionError) as error:
        raise InvalidBot(f"{file}: {error}") from None
    for key, value in settings.items():
        if key not in KEYS:
            raise InvalidBot(f"{file}: unknown key {key!r}; the keys are {listed(KEYS)}")
        if not isinstance(value, KEYS[key]):
            raise InvalidBot(
                f"{file}: {key} should be text" + (" or a list of words" if key in {"build", "run"} else "")
            )
    return settings


def _words(command: str | list[str], bot: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(command)) if isinstance(command, str) else tuple(map(str, command))
    except ValueError as error:
        raise InvalidBot(f"{bot}: {command!r} cannot be split into words: {error}") from None
    if any("\0" in word for word in words):
        raise InvalidBot(f"{bot}: {command!r} contains a NUL character, which no command can have")
    return words
