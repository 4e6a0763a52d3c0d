"""A batch of games: one row of words a game."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.core.errors import InvalidOption
from steelyard.core.game import seat_number
from steelyard.envs.arguments import MOST_GAMES, NO_MOVE, action_codes, opening, whole_number, writable
from steelyard.envs.names import Names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from steelyard.core.game import Game, Seat

BATCHED = ("tank_battle", "tank_duel", "tank_war")


class Batch(Names):
    """Games side by side. Every array is made once and written again by each call.

    A game that is over begins again in the same step: `done` and `rewards` tell of the game that ended,
    `positions` has the new one.
    """

    def __init__(self, game: Game[Any], n: int, *, setup: str | Sequence[str] = "", seed: int = 0) -> None:
        if game.id not in BATCHED or game.kernel is None:
            raise InvalidOption(f"{game.id} has no batches; there are {', '.join(BATCHED)}")
        n = whole_number("the number of games", n, least=1, most=MOST_GAMES)
        openings = [opening(game, each) for each in ([setup] if isinstance(setup, str) else setup)]
        if not openings:
            raise InvalidOption("setup is an empty list; it has at least one board")
        starts = np.stack([game.kernel.encode(each) for each in openings])
        self._game = game
        self._starts: NDArray[np.uint64] = starts[np.arange(n) % len(starts)]
        self._chance = np.array([whole_number("seed", seed, least=0)], np.uint64)
        self.positions = self._starts.copy()
        """The games as their kernel has them: (n, words)."""
        self.moves = np.full((n, 2), NO_MOVE, np.int16)
        """What `sample` writes and `step` plays: a move of each seat, -1 for one that is not to move."""
        self.rewards = np.zeros((n, 2), np.float32)
        """Of the last step: 1 for a seat that won, -1 for one that lost; an illegal move loses."""
        self.done = np.zeros(n, np.bool_)
        """Whether the game ended with the last step."""
        self.ended = self._starts.copy()
        """The last position of each game's latest end, as in `positions`."""
        self.observation_shape = (n, *game.observe(openings[0], 0).shape)

    def __setattr__(self, name: str, value: Any) -> None:
        """Arrays are written into, never replaced: the kernels rely on their shapes and types."""
        current = self.__dict__.get(name)
        if isinstance(current, np.ndarray) and value is not current:
            raise AttributeError(f"{name} is written into, not replaced: batch.{name}[:] = ...")
        super().__setattr__(name, value)

    @property
    def game(self) -> Game[Any]:
        return self._game

    @property
    def n(self) -> int:
        """The number of games."""
        return len(self.positions)

    @property
    def _kernel(self) -> Any:
        return importlib.import_module(f"steelyard.envs.batch.{self.game.id}.kernel")

    def reset(self, seed: int | None = None) -> None:
        """Begin every game again."""
        if seed is not None:
            self._chance[0] = whole_number("seed", seed, least=0)
        self.positions[:] = self._starts
        self.rewards[:] = 0
        self.done[:] = False

    def step(self, moves: ArrayLike | None = None) -> None:
        """One turn of every game, with these moves (n, 2) or those in `self.moves`.

        An illegal move loses. What a seat plays that is not to move is not looked at; a game with -1 for
        both seats waits.
        """
        if moves is not None:
            self.moves[:] = action_codes(moves, (self.n, 2), self.game.num_moves, least=NO_MOVE)
        self._kernel.step(self.positions, self.moves, self._starts, self.ended, self.rewards, self.done)

    def sample(self) -> None:
        """Write a random legal move for each seat to move into `self.moves`, all equally likely."""
        self._kernel.sample(self.positions, self.moves, self._chance)

    def to_move(self) -> NDArray[np.bool_]:
        """Which seats are to move: (n, 2)."""
        seats = np.empty((self.n, 2), np.bool_)
        self._kernel.to_move(self.positions, seats)
        return seats

    def observe(self, seat: Seat, *, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """The planes of `Game.observe` for every game, written into `out` if there is one."""
        shape = (self.n, *self.observation_shape[1:])
        planes = np.empty(shape, np.float32) if out is None else writable(out, shape, np.float32)
        self._kernel.observe(self.positions, seat_number(seat), planes)
        return planes

    def observe_ended(self, seat: Seat) -> NDArray[np.float32]:
        """The same for the last positions of the games that ended with the last step, and only for those."""
        ended = self.ended[self.done]
        planes = np.empty((len(ended), *self.observation_shape[1:]), np.float32)
        self._kernel.observe(ended, seat_number(seat), planes)
        return planes

    def legal(self, seat: Seat, *, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """1 for each legal move: (n, number of moves), written into `out` if there is one."""
        shape = (self.n, self.game.num_moves)
        masks = np.empty(shape, np.int8) if out is None else writable(out, shape, np.int8)
        self._kernel.legal(self.positions, seat_number(seat), masks)
        return masks
