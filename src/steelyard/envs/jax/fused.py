"""The packed Tank War as one kernel a call, with Pallas: words stay in registers from loading to storing.

On a GPU the kernel is compiled by Triton; elsewhere Pallas interprets it, which is slow and for tests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
from jax.experimental import pallas
from jax.experimental.pallas import triton

from steelyard.core.errors import SteelyardError
from steelyard.envs.jax import packed
from steelyard.envs.jax.tank_war_planes import CHANCE_PLANES, MOVE_PLANES, PLANES, encode

if TYPE_CHECKING:
    from collections.abc import Callable

    from jax import Array

BLOCK = 128
"""Words a program works on: one for each thread of four warps."""


class Fused(packed.Packed):
    """As `Packed`; batches are multiples of 4,096 games."""

    def init(self, games: int) -> Array:
        if games <= 0 or games % (packed.WORD * BLOCK):
            raise SteelyardError(
                f"{games} games do not fill blocks; give a multiple of {packed.WORD * BLOCK}"
            )
        return super().init(games)

    def step(self, state: Array, moves: Array) -> tuple[Array, Array]:
        self.check(state, moves)

        def kernel(state: Any, moves: Any, after: Any, result: Any) -> None:
            planes, ends = self.round(_loaded(state, PLANES), _loaded(moves, MOVE_PLANES))
            _store(after, planes)
            _store(result, ends)

        after, result = _called(kernel, state.shape[1], (PLANES, 2))(state, moves)
        return after, result

    def play_keys(self, keys: Array, state: Array) -> tuple[Array, Array]:
        rounds = len(keys)

        def kernel(state: Any, keys: Any, after: Any, totals: Any) -> None:
            lanes = jnp.arange(BLOCK, dtype=jnp.uint32)
            places = (pallas.program_id(0) * BLOCK).astype(jnp.uint32) + lanes

            def turn(
                number: Array, carry: tuple[packed.Games, list[Array]]
            ) -> tuple[packed.Games, list[Array]]:
                games, counts = carry
                at_turn = [keys[number * CHANCE_PLANES + plane] for plane in range(CHANCE_PLANES)]
                games, result = self.random_round(games, packed.chances(at_turn, places))
                return games, packed.counted(counts, result)

            first = packed.begun(_loaded(state, PLANES)), [jnp.zeros(BLOCK, jnp.uint32)] * 3
            games, counts = jax.lax.fori_loop(0, rounds, turn, first)
            _store(after, encode(games.boards))
            _store(totals, counts)

        after, totals = _called(kernel, state.shape[1], (PLANES, 3))(state, keys.reshape(-1))
        return after, totals.sum(axis=1)


def _called(kernel: Callable[..., None], words: int, rows: tuple[int, int]) -> Callable[..., list[Array]]:
    """The kernel over blocks of words of arrays with those rows; an array of one dimension is given whole."""

    def call(*arrays: Array) -> list[Array]:
        called: list[Array] = pallas.pallas_call(
            kernel,
            grid=(words // BLOCK,),
            in_specs=[_block(len(array)) if array.ndim == 2 else _whole(len(array)) for array in arrays],
            out_specs=[_block(count) for count in rows],
            out_shape=[_array(count, words) for count in rows],
            compiler_params=triton.CompilerParams(num_warps=BLOCK // 32, num_stages=1),
            interpret=jax.default_backend() != "gpu",
        )(*arrays)
        return called

    return call


def _array(rows: int, words: int) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct((rows, words), jnp.uint32)  # type: ignore[no-untyped-call]


def _block(rows: int) -> pallas.BlockSpec:
    return pallas.BlockSpec((rows, BLOCK), lambda block: (0, block))


def _whole(length: int) -> pallas.BlockSpec:
    return pallas.BlockSpec((length,), lambda _: (0,))


def _loaded(reference: Any, rows: int) -> list[Array]:
    return [reference[row, :] for row in range(rows)]


def _store(reference: Any, planes: Any) -> None:
    for row, plane in enumerate(planes):
        reference[row, :] = plane
