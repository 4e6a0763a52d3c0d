"""Steelyard: one arena for three two-player tank games.

Examples:
    >>> import steelyard
    >>> game = steelyard.game("tank_war", c_reach="up_to_two")
    >>> state = game.start()
    >>> state = game.play(state, {0: game.read_move("LA"), 1: game.read_move("RC")})

"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from steelyard.core.errors import (
    CacheUnwritable,
    DataUnwritable,
    IllegalMove,
    InvalidMove,
    InvalidOption,
    InvalidState,
    NotSolved,
    SteelyardError,
    UnknownBot,
    UnknownGame,
)
from steelyard.core.game import Game, Move, Outcome, Seat

if TYPE_CHECKING:
    from types import ModuleType

    from steelyard import bots, games
    from steelyard.analysis import Analysis
    from steelyard.core.game import OptionValue

    __version__: str

__all__ = [
    "CacheUnwritable",
    "DataUnwritable",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "InvalidOption",
    "InvalidState",
    "Move",
    "NotSolved",
    "Outcome",
    "Seat",
    "SteelyardError",
    "UnknownBot",
    "UnknownGame",
    "analyse",
    "bots",
    "game",
    "games",
]


def __getattr__(name: str) -> ModuleType | str:
    """`steelyard.analysis`, `bots` and `games`, imported on first use: `steelyard.core` needs none."""
    if name in {"analysis", "bots", "games"}:
        return import_module(f"{__name__}.{name}")
    if name == "__version__":
        return _version()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _version() -> str:
    """The version that was installed, which git's last tag has given it."""
    from importlib import metadata  # noqa: PLC0415 - takes as long as everything else here together

    try:
        return metadata.version(__name__)
    except metadata.PackageNotFoundError:  # the sources alone, on Python's path
        return "0+unknown"


def game(name: str, /, **options: OptionValue) -> Game[Any]:
    """The game of that name; its options are keyword arguments."""
    from steelyard import games  # noqa: PLC0415 - see __getattr__

    return games.get(name, **options)


def analyse(game: Game[Any], state: Any) -> Analysis:
    """The exact value of a position and best play in it; for Tank War, and the first time takes a while."""
    from steelyard import analysis  # noqa: PLC0415 - it imports NumPy

    return analysis.analyse(game, state)
