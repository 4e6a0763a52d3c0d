"""Tank War with 32 games in the bits of every word: for the last factor in speed.

A batch of n games is an array of uint32 with 54 rows, the planes of `tank_war_planes`, and n / 32 columns. A
game that ends begins again at once. Moves are six planes: U's lane in binary, the lowest bit first, then D's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from steelyard.core.errors import InvalidOption, SteelyardError
from steelyard.envs.jax import tank_war_planes as planes
from steelyard.envs.jax.chance import mixed, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jax import Array

WORD = 32
ONES = np.uint32(0xFFFFFFFF)


class Packed:
    """Tank War under one choice of its options, in batches of a multiple of 32 games."""

    def __init__(self, rules: planes.Rules, start: Sequence[int]) -> None:
        self.rules = rules
        self._start = start
        self._first = begun(start)

    def init(self, games: int) -> Array:
        if games <= 0 or games % WORD:
            raise SteelyardError(f"{games} games do not fill words; give a multiple of {WORD}")
        column = jnp.asarray([ONES if bit else np.uint32(0) for bit in self._start])
        return jnp.broadcast_to(column[:, None], (planes.PLANES, games // WORD))

    def step(self, state: Array, moves: Array) -> tuple[Array, Array]:
        """The positions after a round, and how it ended: two planes, U has won, D has won; both: a draw.

        An illegal move loses; if both players' are illegal, it is a draw.
        """
        self.check(state, moves)
        after, result = self.round(list(state), list(moves))
        return jnp.stack(after), jnp.stack(result)

    def legal(self, state: Array) -> Array:
        """Twelve planes: U's lanes, then D's."""
        u, d = planes.legal(planes.decode(list(state)))
        return jnp.stack([*u, *d])

    def sample(self, key: Array, state: Array) -> Array:
        """Random legal moves, each as likely up to 2 ** -14."""
        return jnp.stack(self.draw(list(state), chances(words(key, planes.CHANCE_PLANES), _places(state))))

    def play(self, key: Array, state: Array, rounds: int) -> tuple[Array, Array]:
        """Random games: the positions after that many rounds, and how many U won, D won and were drawn."""
        return self.play_keys(words(key, rounds, planes.CHANCE_PLANES), state)

    def play_keys(self, keys: Array, state: Array) -> tuple[Array, Array]:
        """The same with a row of 32 random words for each round."""
        places = _places(state)

        def turn(carry: tuple[list[Array], list[Array]], keys: Array) -> tuple[Any, None]:
            games, totals = carry
            after, result = self.random_round(begun(games), chances(keys, places))
            return (planes.encode(after.boards), counted(totals, result)), None

        first = (list(state), [jnp.zeros_like(places)] * 3)
        (games, totals), _ = jax.lax.scan(turn, first, keys)
        return jnp.stack(games), jnp.stack([total.sum() for total in totals])

    def check(self, state: Array, moves: Array) -> None:
        """Raise InvalidOption unless both are planes of the same games."""
        words = state.shape[1:]
        for name, array, rows in (("state", state, planes.PLANES), ("moves", moves, planes.MOVE_PLANES)):
            if array.ndim != 2 or array.shape != (rows, *words) or array.dtype != jnp.uint32:
                raise InvalidOption(
                    f"{name} is {rows} planes of uint32 with a column for each word, not {array.dtype} of "
                    f"shape {array.shape}"
                )

    # On lists of planes.
    def round(self, state: Sequence[Any], moves: Sequence[Any]) -> tuple[list[Any], tuple[Any, Any]]:
        """One round, beginning again where a game has ended; and the two planes of the result."""
        u, d = planes.chosen(moves[: planes.BITS]), planes.chosen(moves[planes.BITS :])
        before = planes.decode(state)
        u_legal, d_legal = planes.legal(before)
        u_wrong, d_wrong = planes.wrong(u, u_legal), planes.wrong(d, d_legal)
        right = ~(u_wrong | d_wrong)
        boards = planes.play(before, u, d, self.rules)
        goes_on = planes.going_on(*planes.movable(boards))
        u_won, d_won = planes.result(boards, goes_on)
        goes_on = goes_on & right
        after = [
            _again(plane, goes_on, first)
            for plane, first in zip(planes.encode(boards), self._start, strict=True)
        ]
        return after, ((u_won & right) | d_wrong, (d_won & right) | u_wrong)

    def draw(self, state: Sequence[Any], chance: Sequence[Any]) -> list[Any]:
        """Random legal moves, given planes of random bits."""
        u, d = _drawn(begun(state), chance)
        return [*planes.written(u), *planes.written(d)]

    def random_round(self, games: Games, chance: Sequence[Any]) -> tuple[Games, tuple[Any, Any]]:
        """As `draw`, then `round`, on planes that stay decoded."""
        boards = planes.play(games.boards, *_drawn(games, chance), self.rules)
        u, d = planes.movable(boards)
        goes_on = planes.going_on(u, d)
        after = jax.tree.map(
            lambda plane, first: _again(plane, goes_on, first), Games(boards, u, d), self._first
        )
        return after, planes.result(boards, goes_on)


class Games(NamedTuple):
    """Games that go on, decoded."""

    boards: planes.Boards
    u_movable: list[Any]
    """By drawn column."""
    d_movable: list[Any]


def begun(state: Sequence[Any]) -> Games:
    boards = planes.decode(state)
    return Games(boards, *planes.movable(boards))


def _again(plane: Any, goes_on: Any, first: int) -> Any:
    """The plane where a game goes on, otherwise as it is at the start."""
    return plane | ~goes_on if first & 1 else plane & goes_on


def counted(totals: Sequence[Any], result: tuple[Any, Any]) -> list[Any]:
    """The totals of games that U won, D won and were drawn, for each word."""
    u, d = result
    ends = zip(totals, (u & ~d, d & ~u, u & d), strict=True)
    return [total + bits_set(end) for total, end in ends]


def bits_set(word: Any) -> Any:
    """How many, by sums of ever wider fields; Triton has no instruction for it."""
    word = word - ((word >> 1) & 0x55555555)
    word = (word & 0x33333333) + ((word >> 2) & 0x33333333)
    return (((word + (word >> 4)) & 0x0F0F0F0F) * 0x01010101) >> 24


def _drawn(games: Games, chance: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    half = planes.CHANCE_PLANES // 2
    return planes.draw(games.u_movable[::-1], chance[:half]), planes.draw(games.d_movable, chance[half:])


def chances(keys: Any, places: Any) -> list[Any]:
    """Planes of random bits, by a hash of a key for each plane and the word's place."""
    return [mixed(places ^ keys[plane]) for plane in range(planes.CHANCE_PLANES)]


def _places(state: Array) -> Array:
    return jnp.arange(state.shape[1], dtype=jnp.uint32)
