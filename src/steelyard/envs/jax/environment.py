"""What the three environments have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import jax
import jax.numpy as jnp
import numpy as np

from steelyard.core.errors import InvalidMove
from steelyard.core.game import SEATS, seat_number
from steelyard.envs.arguments import opening
from steelyard.envs.jax.chance import words
from steelyard.envs.names import Names

if TYPE_CHECKING:
    from collections.abc import Callable

    from jax import Array
    from jax.typing import ArrayLike

    from steelyard.core.game import Game, Seat


class State(Protocol):
    """A position in a few words; its properties also work on a batch."""

    @property
    def result(self) -> Array:
        """0, 1: that seat has won; 2: a draw; 3: the game goes on."""

    @property
    def terminated(self) -> Array: ...

    @property
    def rewards(self) -> Array:
        """For each seat 1 if it has won, -1 if it has lost, otherwise 0; the last axis is the seat."""


S = TypeVar("S", bound="State")


class Results:
    """`terminated` and `rewards` from `result`."""

    result: Any

    @property
    def terminated(self) -> Array:
        return jnp.asarray(self.result != 3)

    @property
    def rewards(self) -> Array:
        return rewards_of(self.result)


def rewards_of(result: Array) -> Array:
    won, lost = (result == 0).astype(jnp.int32), (result == 1).astype(jnp.int32)
    return jnp.stack([won - lost, lost - won], axis=-1).astype(jnp.float32)


class Environment(Names, Generic[S]):
    """One game under one choice of its options, on one board, as pure functions of one position.

    `jax.vmap` makes them functions of many.
    """

    simultaneous = True
    """Whether both seats move in every turn: then a move is two numbers, one for each seat."""

    def __init__(self, game: Game[Any], setup: str) -> None:
        self._game = game
        self.setup = setup
        self.num_moves = game.num_moves
        first = opening(game, setup)
        self.observation_shape: tuple[int, ...] = game.observe(first, 0).shape
        self.start = self.encode(first)

    def __repr__(self) -> str:
        chosen = ({"setup": self.setup} if self.setup else {}) | self.game.changed_options()
        arguments = "".join(f", {name}={value!r}" for name, value in chosen.items())
        return f"steelyard.envs.jax.make({self.game.id!r}{arguments})"

    @property
    def game(self) -> Game[Any]:
        return self._game

    @property
    def num_actions(self) -> int:
        """`num_moves`, as Pgx calls it."""
        return self.num_moves

    @property
    def num_players(self) -> int:
        return len(SEATS)

    def encode(self, state: Any) -> S:
        """A position of the game's rules."""
        raise NotImplementedError

    def init(self, key: Array | None = None) -> S:
        """The first position. Nothing is left to chance: the key is there for those who always give one."""
        del key
        return jax.tree.map(jnp.asarray, self.start)

    def step(self, state: S, move: ArrayLike) -> S:
        """The position after a turn; one that is over stays as it is.

        An illegal move ends the game in the position where it was played: whoever played it has lost, and if
        both seats did, it is a draw.
        """
        raise NotImplementedError

    def legal(self, state: S) -> Array:
        """Which moves are legal; with simultaneous moves, for each seat. None once the game is over."""
        raise NotImplementedError

    def observe(self, state: S, seat: Seat | Array) -> Array:
        """The planes of the game's `observe`."""
        raise NotImplementedError

    def codes(self, move: ArrayLike) -> tuple[Array, Array]:
        """Moves as words, and whether each is the code of a move; others become 0, so tables can be read.

        Integers beyond 32 bits are still whole here if they came as Python's or NumPy's. Under `jax.jit` and
        `jax.vmap`, JAX has cut them before.
        """
        given = move if isinstance(move, jax.Array) else np.asarray(move)
        shape = (2,) if self.simultaneous else ()
        if not jnp.issubdtype(given.dtype, jnp.integer):
            raise InvalidMove(f"moves are integers, the codes of moves; these are of type {given.dtype}")
        if given.shape != shape:
            each = "one move for each seat" if self.simultaneous else "the move of the seat to move"
            raise InvalidMove(f"step takes {each}, of shape {shape}, not {given.shape}; jax.vmap is for many")
        if given.dtype.itemsize < 4:
            given = given.astype(np.int32)
        known = (given >= 0) & (given < self.num_moves)
        select = jnp.where if isinstance(given, jax.Array) else np.where
        return jnp.asarray(select(known, given, 0)).astype(jnp.uint32), jnp.asarray(known)

    def sample(self, key: Array, state: S) -> Array:
        """A random legal move, or one of each seat."""
        legal = self.legal(state)
        chance = words(key, *legal.shape) | 1
        return jnp.argmax(jnp.where(legal, chance, 0), axis=-1)


def seen_by(seat: Seat | Array) -> Array:
    """The seat as an array; one that is known already is checked."""
    return seat if isinstance(seat, jax.Array) else jnp.asarray(seat_number(seat))


def auto_reset(environment: Environment[S]) -> Callable[[S, ArrayLike], tuple[S, Array, Array]]:
    """A step that begins again where a game has ended: (state, move) -> state, rewards, terminated."""

    def step(state: S, move: ArrayLike) -> tuple[S, Array, Array]:
        after = environment.step(state, move)
        terminated = after.terminated
        again = jax.tree.map(lambda first, now: jnp.where(terminated, first, now), environment.start, after)
        return again, after.rewards, terminated

    return step
