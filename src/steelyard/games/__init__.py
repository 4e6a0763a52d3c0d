"""Discovery of games: a folder here, or an entry point of the group `steelyard.games`."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard.core.errors import UnknownGame
from steelyard.core.game import listed

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from steelyard.core.game import Game, OptionValue

ENTRY_POINTS = "steelyard.games"


def names() -> list[str]:
    """The names of all games, sorted; no game is imported."""
    return sorted(_ours() | set(_from_elsewhere()))


def get(name: str, /, **options: OptionValue) -> Game[Any]:
    """The game of that name under those options; no other game is imported, and its errors are not hidden."""
    return game_class(name)(**options)


@cache
def game_class(name: str) -> type[Game[Any]]:
    module: Any
    if name in _ours():  # and looks nowhere else, which takes longer than all the rest
        module = importlib.import_module(f"{__name__}.{name}")
    elif name in (elsewhere := _from_elsewhere()):
        module = elsewhere[name].load()
    else:
        raise UnknownGame(f"there is no game {name!r}; there are {listed(names())}")
    game: type[Game[Any]] = module.GAME if hasattr(module, "GAME") else module
    return game


def folder(name: str) -> Path:
    """Where a game keeps its README, schema and golden files.

    For a game in a single module outside any package, that is a folder of its name, which need not exist.
    """
    module = sys.modules[game_class(name).__module__]
    file = Path(inspect.getfile(module))
    return file.parent if module.__package__ else file.with_suffix("")


def discover_again() -> None:
    """Look for games anew: one may have been installed since."""
    for known in (_from_elsewhere, game_class):
        known.cache_clear()


def _ours() -> set[str]:
    return {module.name for module in pkgutil.iter_modules(__path__) if module.ispkg}


@cache  # reading what is installed takes milliseconds
def _from_elsewhere() -> dict[str, EntryPoint]:
    """Games of other packages; the entry point names the game's module or its class."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - bots start without it

    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}
