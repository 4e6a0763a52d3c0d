"""The players that come with Steelyard."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from steelyard import games
from steelyard.core.errors import UnknownBot
from steelyard.core.game import Game, listed

if TYPE_CHECKING:
    from steelyard.core.game import Move, Seat


class Bot(Protocol):
    """A player of one game."""

    def choose(self, state: Any, seat: Seat) -> Move:
        """A legal move for that seat."""


class RandomBot:
    """Plays every legal move with equal chance."""

    def __init__(self, game: Game[Any], seed: int | None = None) -> None:
        self._game = game
        self._rng = Random(seed)

    def choose(self, state: Any, seat: Seat) -> Move:
        return self._rng.choice(self._game.legal_moves(state, seat))


BOTS = {"random": RandomBot}


def names(_game: str) -> list[str]:
    """The bots that play the game of that name."""
    return sorted(BOTS)


def summary(name: str) -> str:
    """One line on a bot, for lists."""
    return (BOTS[name].__doc__ or "").split("\n")[0]


def get(game: str | Game[Any], name: str, seed: int | None = None) -> Bot:
    """The bot of that name, for a game or the name of one; the same seed gives the same choices."""
    played = games.get(game) if isinstance(game, str) else game
    if name not in names(played.id):
        raise UnknownBot(f"no bot {name!r} plays {played.id}; there are {listed(names(played.id))}")
    return BOTS[name](played, seed)
