"""The three games as pure functions for JAX: on the CPU, a GPU or a TPU, many thousand games at once."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from steelyard import games
from steelyard.core.errors import SteelyardError
from steelyard.envs.extras import MissingExtra

try:
    from steelyard.envs.jax.environment import auto_reset
except ModuleNotFoundError as error:
    if error.name not in {"jax", "jaxlib"}:
        raise
    raise MissingExtra(__name__, "JAX", "jax") from None

if TYPE_CHECKING:
    from steelyard.core.game import OptionValue
    from steelyard.envs.jax.environment import Environment

__all__ = ["auto_reset", "make"]

ENVIRONMENTS = {"tank_war": "TankWar", "tank_duel": "TankDuel", "tank_battle": "TankBattle"}


def make(game: str, /, *, setup: str = "", **options: OptionValue) -> Environment[Any]:
    """The environment of a game under those options; `setup` is what the game's `start` takes."""
    chosen = games.get(game, **options)
    if chosen.id not in ENVIRONMENTS:
        raise SteelyardError(f"{chosen.title} has no JAX environment; there are {', '.join(ENVIRONMENTS)}")
    module = import_module(f"{__name__}.{chosen.id}")
    environment: Environment[Any] = getattr(module, ENVIRONMENTS[chosen.id])(chosen, setup)
    return environment
