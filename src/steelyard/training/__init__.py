"""Training: `steelyard train GAME`. A game that can be trained is one module or package here."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from steelyard import games
from steelyard.core.errors import SteelyardError
from steelyard.core.game import listed

if TYPE_CHECKING:
    from steelyard.training.trainer import Trainer

__all__ = ["make_trainer", "names", "settings_of"]


def names() -> list[str]:
    """The games that can be trained."""
    here = {module.name for module in iter_modules(__path__)}
    return [name for name in games.names() if name in here]


def settings_of(game: str) -> type[Any]:
    """The class of the game's settings, each with a default."""
    settings: type[Any] = _module(game).Settings
    return settings


def make_trainer(game: str, settings: Any, seed: int) -> Trainer:
    made: Trainer = _module(game).trainer(settings, seed)
    return made


def _module(game: str) -> Any:
    if game not in names():
        raise SteelyardError(f"{game!r} cannot be trained; there are {listed(names())}")
    return import_module(f"{__name__}.{game}")
