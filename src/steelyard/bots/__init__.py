"""The players that come with Steelyard; `python -m steelyard.bots` makes a process of any of them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from steelyard import games
from steelyard.analysis import open_table
from steelyard.analysis.policies import Greedy, Perfect, Policy, Uniform
from steelyard.core.errors import UnknownBot
from steelyard.core.game import listed

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.core.game import Game, Move, Seat


class Bot:
    """A player of one game: a way of playing, and chance to choose by."""

    def __init__(self, policy: Policy, seed: int | None = None) -> None:
        self.policy = policy
        """How often it plays which move; what a best response is computed against."""
        self._rng = Random(seed)

    def choose(self, state: Any, seat: Seat) -> Move:
        """A legal move for that seat."""
        played = self.policy(state, seat)
        return (
            played if isinstance(played, int) else self._rng.choices(list(played), list(played.values()))[0]
        )


@dataclass(frozen=True, slots=True)
class _Kind:
    policy: Callable[[Game[Any]], Policy]
    summary: str
    only: tuple[str, ...] = ()
    """The games it plays, where it does not play all of them."""
    solved: bool = False
    """It looks positions up in the solved game."""


KINDS = {
    "random": _Kind(Uniform, "every legal move with equal chance"),
    "greedy": _Kind(Greedy, "looks one move ahead, at the lead after each answer of the other"),
    "perfect": _Kind(
        Perfect,
        "the best mix of the solved game: on average it cannot be beaten",
        only=("tank_war",),
        solved=True,
    ),
}


def names(game: str) -> list[str]:
    """The bots that play the game of that name."""
    return [name for name, kind in KINDS.items() if not kind.only or game in kind.only]


def summary(name: str) -> str:
    """One line on a bot, for lists."""
    return KINDS[name].summary


def prepare(game: Game[Any], name: str, progress: Callable[[str, float], None]) -> None:
    """Do now what the bot's process could not do in its cage, or would lose time over: solve and compile."""
    if name in names(game.id) and KINDS[name].solved:
        open_table(game, progress)
        get(game, name).choose(game.start(), 0)


def get(game: str | Game[Any], name: str, seed: int | None = None) -> Bot:
    """The bot of that name, for a game or the name of one; the same seed gives the same choices."""
    played = games.get(game) if isinstance(game, str) else game
    if name not in names(played.id):
        raise UnknownBot(f"no bot {name!r} plays {played.id}; there are {listed(names(played.id))}")
    return Bot(KINDS[name].policy(played), seed)
