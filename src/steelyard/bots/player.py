"""What a player is made of: a way of playing, chance to choose by, and how long it may think."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from steelyard.core.errors import IllegalMove

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from steelyard.analysis.policies import Policy
    from steelyard.core.game import Game, Move, Seat


class Line(NamedTuple):
    """One way the game may go on, with what it is worth to seat 0 in [-1, 1]."""

    score: float
    turns: list[str]
    """As in a written game."""


class Study(NamedTuple):
    """What a search knows of a position so far."""

    score: float
    """Worth to seat 0 in [-1, 1]."""
    effort: int
    """Simulations or nodes behind it."""
    depth: int
    lines: list[Line]
    """The best first."""
    mixes: dict[int, dict[str, float]]
    """For each seat to move, how often it should play which move."""


@runtime_checkable
class Search(Protocol):
    """A way of playing that improves with time. Called plainly, it does a fixed amount and repeats itself."""

    def __call__(self, state: Any, seat: Seat) -> Move | Mapping[Move, float]: ...

    def think(self, state: Any, seat: Seat, seconds: float) -> Move | Mapping[Move, float]:
        """As a plain call, but for so long instead of so much."""
        ...

    def study(self, state: Any) -> Iterator[Study]:
        """What it finds, better and better, for as long as it is asked."""
        ...


class Bot:
    """A player of one game."""

    def __init__(self, game: Game[Any], policy: Policy, seed: int | None = None) -> None:
        self.game = game
        self.policy = policy
        """How often it plays which move; what a best response is computed against."""
        self._rng = Random(seed)

    def choose(self, state: Any, seat: Seat, seconds: float | None = None) -> Move:
        """A legal move for that seat; with `seconds`, a search thinks for so long."""
        if seat not in self.game.to_move(state):
            over = self.game.outcome(state) is not None
            raise IllegalMove(
                "the game is over: nobody is to move"
                if over
                else f"seat {seat} is not to move here; it is {self.game.to_move(state)[0]}'s turn"
            )
        if seconds is not None and isinstance(self.policy, Search):
            played = self.policy.think(state, seat, seconds)
        else:
            played = self.policy(state, seat)
        return (
            played if isinstance(played, int) else self._rng.choices(list(played), list(played.values()))[0]
        )


@dataclass(frozen=True, slots=True)
class Kind:
    """A bot's entry in its game's list."""

    make: Callable[..., Policy]
    """Called with the game; with `seed=` too where `searches`, and with `count=` where one was given."""
    summary: str
    """One line for lists."""
    counts: str = ""
    """What a figure after its name stands for (`mcts:2000`): simulations, nodes; empty: it takes none."""
    solved: bool = False
    """It looks positions up in the solved game."""
    searches: bool = False
    """It needs chance of its own."""
