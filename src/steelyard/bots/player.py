"""The parts of a bot: a policy or search, random numbers, and its entry in the list of bots."""

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
    """A continuation of the game, with its value to seat 0 in [-1, 1]."""

    score: float
    turns: list[str]
    """The turns in notation."""


class Study(NamedTuple):
    """What a search has found for a position so far."""

    score: float
    """The value to seat 0 in [-1, 1]."""
    effort: int
    """The number of simulations or nodes searched."""
    depth: int
    lines: list[Line]
    """The lines, best first."""
    mixes: dict[int, dict[str, float]]
    """For each seat to move, the probability of each move."""


@runtime_checkable
class Search(Protocol):
    """A policy that improves with time. A plain call does a fixed amount of work, and is deterministic."""

    def __call__(self, state: Any, seat: Seat) -> Move | Mapping[Move, float]: ...

    def think(self, state: Any, seat: Seat, seconds: float) -> Move | Mapping[Move, float]:
        """Like a plain call, but with a time limit instead of a fixed amount of work."""
        ...

    def study(self, state: Any) -> Iterator[Study]:
        """Yields better and better results for as long as it is iterated."""
        ...


@runtime_checkable
class Learner(Protocol):
    """A policy that learns about its opponent, and can go on with it in the next game of a match."""

    def learn_from(self, earlier: Any) -> None:
        """Go on with what an earlier policy of the same kind has learnt about the same opponent."""
        ...

    def watch(self, state: Any) -> None:
        """See the last position of a game, in which no move is asked for."""
        ...


class Bot:
    """A bot for one game."""

    def __init__(self, game: Game[Any], policy: Policy, seed: int | None = None) -> None:
        self.game = game
        self.policy = policy
        """The probability of each move; best responses are computed against it."""
        self._rng = Random(seed)

    def choose(self, state: Any, seat: Seat, seconds: float | None = None) -> Move:
        """Choose a legal move for that seat; with `seconds`, a search uses that time."""
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
    """The entry of a bot in its game's list."""

    make: Callable[..., Policy]
    """Called with the game; also with `seed=` if `searches`, and with `count=` if one was given."""
    summary: str
    """A one-line description."""
    counts: str = ""
    """The unit of a number after the name (`mcts:2000`): simulations or nodes; empty if it takes none."""
    solved: bool = False
    """Whether it uses the table of the solved game."""
    stand_in: Callable[..., Policy] | None = None
    """What plays in its place against people until that table is built; None: they wait for the table."""
    searches: bool = False
    """Whether it needs its own random numbers."""
