"""A batch of games: one row of words a game."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.core.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from steelyard.core.game import Game, Seat

BATCHED = ("tank_battle", "tank_duel", "tank_war")


class Batch:
    """Games side by side. Every array is made once and written again by each call.

    A game that is over begins again in the same step: `done` and `rewards` tell of the game that ended,
    `positions` has the new one.
    """

    def __init__(self, game: Game[Any], n: int, setup: str | Sequence[str] = "", seed: int = 0) -> None:
        if game.id not in BATCHED or game.kernel is None:
            raise InvalidOption(f"{game.id} has no batches; there are {', '.join(BATCHED)}")
        self.game, self.n = game, n
        self._kernel: Any = importlib.import_module(f"steelyard.envs.batch.{game.id}.kernel")
        setups = [setup] if isinstance(setup, str) else setup
        starts = [game.kernel.encode(opening(game, each)) for each in setups]
        self._starts: NDArray[np.uint64] = np.resize(starts, (n, len(starts[0])))
        self._chance = np.array([seed], np.uint64)
        self.positions = self._starts.copy()
        """The games as their kernel has them: (n, words)."""
        self.moves = np.full((n, 2), -1, np.int16)
        """What `sample` writes and `step` plays: a move of each seat, -1 for one that is not to move."""
        self.rewards = np.zeros((n, 2), np.float32)
        """Of the last step: 1 for a seat that won, -1 for one that lost; an illegal move loses."""
        self.done = np.zeros(n, np.bool_)
        """Whether the game ended with the last step."""
        self.ended = self._starts.copy()
        """The last position of each game's latest end, as in `positions`."""
        shape = game.observe(game.start(setups[0]), 0).shape
        self.observation_shape = (n, *shape)

    def reset(self, seed: int | None = None) -> None:
        """Begin every game again."""
        if seed is not None:
            self._chance[0] = seed
        self.positions[:] = self._starts
        self.rewards[:] = 0
        self.done[:] = False

    def step(self, moves: ArrayLike | None = None) -> None:
        """One turn of every game, with these moves (n, 2) or those in `self.moves`.

        A game with -1 for both seats waits.
        """
        if moves is not None:
            self.moves[:] = moves
        self._kernel.step(self.positions, self.moves, self._starts, self.ended, self.rewards, self.done)

    def sample(self) -> None:
        """Write a random legal move for each seat to move into `self.moves`, all equally likely."""
        self._kernel.sample(self.positions, self.moves, self._chance)

    def to_move(self) -> NDArray[np.bool_]:
        """Which seats are to move: (n, 2)."""
        seats = np.empty((self.n, 2), np.bool_)
        self._kernel.to_move(self.positions, seats)
        return seats

    def observe(self, seat: Seat, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """The planes of `Game.observe` for every game, written into `out` if there is one."""
        planes = np.empty(self.observation_shape, np.float32) if out is None else out
        self._kernel.observe(self.positions, seat, planes)
        return planes

    def observe_ended(self, seat: Seat) -> NDArray[np.float32]:
        """The same for the last positions of the games that ended with the last step, and only for those."""
        ended = self.ended[self.done]
        planes = np.empty((len(ended), *self.observation_shape[1:]), np.float32)
        self._kernel.observe(ended, seat, planes)
        return planes

    def legal(self, seat: Seat, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """1 for each legal move: (n, number of moves), written into `out` if there is one."""
        masks = np.empty((self.n, self.game.num_moves), np.int8) if out is None else out
        self._kernel.legal(self.positions, seat, masks)
        return masks


def opening(game: Game[Any], setup: str) -> Any:
    state = game.start(setup)
    if game.outcome(state) is not None:
        raise InvalidOption(
            f"the game is over already at {setup[:60]!r}; a batch begins from it again and again"
        )
    return state
