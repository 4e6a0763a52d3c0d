"""The packed Tank War in CUDA C, written out from the same functions that JAX runs.

`source(packed)` is the text of two kernels; `Kernels(packed)` compiles them with CuPy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax

from steelyard.envs.jax.packed import begun, chances
from steelyard.envs.jax.tank_war_planes import CHANCE_PLANES, MOVE_PLANES, PLANES, encode

if TYPE_CHECKING:
    from steelyard.envs.jax.packed import Packed

THREADS = 128


class Code:
    """Lines of C, one for each operation that was not written before."""

    def __init__(self, letter: str) -> None:
        self._letter = letter
        self.lines: list[str] = []
        self._known: dict[str, Value] = {}

    def value(self, expression: str) -> Value:
        if expression not in self._known:
            name = f"{self._letter}{len(self._known)}"
            self.lines.append(f"const unsigned {name} = {expression};")
            self._known[expression] = Value(self, name)
        return self._known[expression]


class Value:
    """A word in C, by its name."""

    def __init__(self, code: Code, name: str) -> None:
        self._code = code
        self._name = name

    def __str__(self) -> str:
        return self._name

    def __and__(self, other: Value) -> Value:
        return self._code.value(f"{self} & {other}")

    def __or__(self, other: Value) -> Value:
        return self._code.value(f"{self} | {other}")

    def __xor__(self, other: Value) -> Value:
        return self._code.value(f"{self} ^ {other}")

    def __invert__(self) -> Value:
        return self._code.value(f"~{self}")

    def __rshift__(self, bits: int) -> Value:
        return self._code.value(f"{self} >> {bits}")

    def __mul__(self, factor: int) -> Value:
        return self._code.value(f"{self} * {int(factor)}u")


def source(packed: Packed) -> str:
    return _step(packed) + _play(packed)


def _named(code: Code, letter: str, count: int) -> list[Value]:
    return [Value(code, f"{letter}{number}") for number in range(count)]


def _step(packed: Packed) -> str:
    code = Code("t")
    after, result = packed.round(_named(code, "s", PLANES), _named(code, "m", MOVE_PLANES))
    return _kernel(
        "step",
        "const unsigned* __restrict__ state, const unsigned* __restrict__ moves, "
        "unsigned* __restrict__ after, unsigned* __restrict__ result",
        [
            *(f"const unsigned s{n} = state[{n} * words + i];" for n in range(PLANES)),
            *(f"const unsigned m{n} = moves[{n} * words + i];" for n in range(MOVE_PLANES)),
            *code.lines,
            *(f"after[{n} * words + i] = {plane};" for n, plane in enumerate(after)),
            *(f"result[{n} * words + i] = {plane};" for n, plane in enumerate(result)),
        ],
    )


def _play(packed: Packed) -> str:
    """Rounds in a loop; the planes stay decoded in registers."""
    first, code, last = Code("f"), Code("t"), Code("e")
    games = begun(_named(first, "s", PLANES))
    count = len(jax.tree.leaves(games))
    in_loop = jax.tree.unflatten(jax.tree.structure(games), _named(code, "g", count))
    chance = chances(_named(code, "k", CHANCE_PLANES), Value(code, "i"))
    after, (u, d) = packed.random_round(in_loop, chance)
    left = jax.tree.unflatten(jax.tree.structure(games), _named(last, "g", count))
    planes = encode(left.boards)
    return _kernel(
        "play",
        "const unsigned* __restrict__ state, const unsigned* __restrict__ keys, "
        "unsigned* __restrict__ after, unsigned* __restrict__ totals, int rounds",
        [
            *(f"const unsigned s{n} = state[{n} * words + i];" for n in range(PLANES)),
            *first.lines,
            *(f"unsigned g{n} = {plane};" for n, plane in enumerate(jax.tree.leaves(games))),
            "unsigned won = 0, lost = 0, drawn = 0;",
            "for (int round = 0; round < rounds; round++, keys += 32) {",
            *(f"const unsigned k{n} = __ldg(keys + {n});" for n in range(CHANCE_PLANES)),
            *code.lines,
            *(f"g{n} = {plane};" for n, plane in enumerate(jax.tree.leaves(after))),
            f"won += __popc({u} & ~{d}); lost += __popc({d} & ~{u}); drawn += __popc({u} & {d});",
            "}",
            *last.lines,
            *(f"after[{n} * words + i] = {plane};" for n, plane in enumerate(planes)),
            "totals[i] = won; totals[words + i] = lost; totals[2 * words + i] = drawn;",
        ],
    )


def _kernel(name: str, parameters: str, lines: list[str]) -> str:
    body = "\n    ".join(lines)
    return f"""
extern "C" __global__ void __launch_bounds__({THREADS}) {name}({parameters}, size_t words) {{
    const unsigned i = blockIdx.x * {THREADS} + threadIdx.x;
    if (i >= words) return;
    {body}
}}
"""


class Kernels:
    """The kernels on CuPy's arrays."""

    def __init__(self, packed: Packed) -> None:
        import cupy  # noqa: PLC0415 - only where there is a GPU

        self._cupy = cupy
        module = cupy.RawModule(code=source(packed), backend="nvrtc", options=("-std=c++17",))
        self._step, self._play = module.get_function("step"), module.get_function("play")

    def registers(self) -> tuple[int, int]:
        return self._step.num_regs, self._play.num_regs

    def step(self, state: Any, moves: Any, after: Any, result: Any) -> None:
        words = state.shape[1]
        self._step(_grid(words), (THREADS,), (state, moves, after, result, self._cupy.uint64(words)))

    def play(self, state: Any, keys: Any, after: Any, totals: Any) -> None:
        words = state.shape[1]
        rounds = self._cupy.int32(len(keys))
        self._play(_grid(words), (THREADS,), (state, keys, after, totals, rounds, self._cupy.uint64(words)))


def _grid(words: int) -> tuple[int]:
    return (-(-words // THREADS),)
