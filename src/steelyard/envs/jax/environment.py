"""What the three environments have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import jax
import jax.numpy as jnp

if TYPE_CHECKING:
    from collections.abc import Callable

    from jax import Array

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


class Environment(Generic[S]):
    """One game under one choice of its options, on one board, as pure functions of one position.

    `jax.vmap` makes them functions of many.
    """

    simultaneous = True
    """Whether both seats move in every turn: then a move is two numbers, one for each seat."""

    def __init__(self, game: Game[Any], setup: str) -> None:
        self.game = game
        self.setup = setup
        self.num_moves = game.num_moves
        self.start = self.encode(game.start(setup))

    def encode(self, state: Any) -> S:
        """A position of the game's rules."""
        raise NotImplementedError

    def init(self, key: Array | None = None) -> S:
        """The first position. Nothing is left to chance: the key is there for those who always give one."""
        del key
        return jax.tree.map(jnp.asarray, self.start)

    def step(self, state: S, move: Array) -> S:
        """The position after a turn; one that is over stays as it is. Moves are not checked."""
        raise NotImplementedError

    def legal(self, state: S) -> Array:
        """Which moves are legal; with simultaneous moves, for each seat. None once the game is over."""
        raise NotImplementedError

    def observe(self, state: S, seat: Seat | Array) -> Array:
        """The planes of the game's `observe`."""
        raise NotImplementedError

    def sample(self, key: Array, state: S) -> Array:
        """A random legal move, or one of each seat."""
        legal = self.legal(state)
        chance = jax.random.bits(key, legal.shape) | 1
        return jnp.argmax(jnp.where(legal, chance, 0), axis=-1)


def auto_reset(environment: Environment[S]) -> Callable[[S, Array], tuple[S, Array, Array]]:
    """A step that begins again where a game has ended: (state, move) -> state, rewards, terminated."""

    def step(state: S, move: Array) -> tuple[S, Array, Array]:
        after = environment.step(state, move)
        terminated = after.terminated
        again = jax.tree.map(lambda first, now: jnp.where(terminated, first, now), environment.start, after)
        return again, after.rewards, terminated

    return step
