"""Steps a second of the JAX environments, as shares of the memory's bandwidth, with checks against the rules.

    PYTHONPATH=src python benchmarks/envs_gpu.py FOLDER

It prints a table and writes `envs.json` to the folder. On a GPU it takes some minutes and also measures Tank
War as CUDA C (if CuPy is there); on a CPU everything is small, to see that it works.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

os.environ.setdefault("XLA_PYTHON_CLIENT_MEM_FRACTION", "0.6")  # CuPy needs some too

import jax
import jax.numpy as jnp
import numpy as np

from steelyard.envs.jax import auto_reset, make
from steelyard.envs.jax.conformance import check, check_packed
from steelyard.envs.jax.packed import chances
from steelyard.envs.jax.tank_war_planes import CHANCE_PLANES, PLANES

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.envs.jax.packed import Packed

ON_GPU = jax.default_backend() == "gpu"
REPEATS = 5
LONGEST = 400 if ON_GPU else 3600
"""Seconds after which nothing more is measured."""
STATE_BYTES = PLANES / 8
STEP_BYTES = 2 * STATE_BYTES + 6 / 8 + 2 / 8  # a game's planes read and written, moves read, results written
BEGAN = time.monotonic()


@dataclass
class Row:
    name: str
    games: int = 0
    bytes_per_game: float = 0
    rate: float = 0
    """Steps a second."""
    share: float | None = None
    """Of the bandwidth, by the bytes that must be moved."""
    note: str = ""

    def __str__(self) -> str:
        share = "" if self.share is None else f"{self.share:.0%}"
        return (
            f"{self.name:<34} {self.games:>12,} {self.bytes_per_game:>6.2f} B {self.rate / 1e9:>9.3f} G/s "
            f"{share:>5}  {self.note}"
        )


class Report:
    """Rows, printed and written as they come."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "envs.json"
        self.rows: list[Row] = []
        self.bandwidth = 0.0
        device = jax.devices()[0]
        self.machine = {
            "device": device.device_kind,
            "python": platform.python_version(),
            "jax": jax.__version__,
            "numpy": np.__version__,
        }
        print(self.machine, flush=True)

    def measure(self, name: str, function: Callable[[], Row]) -> None:
        began = time.monotonic()
        if began - BEGAN > LONGEST:
            self.add(Row(name, note="left out: time is up"))
            return
        try:
            row = function()
        except Exception as error:  # noqa: BLE001 - the other rows are still worth having
            row = Row(name, note=f"{type(error).__name__}: {str(error)[:300]}")
        row.name = name
        row.note += f" [{time.monotonic() - began:.0f} s]"
        self.add(row)

    def add(self, row: Row) -> None:
        self.rows.append(row)
        print(row, flush=True)
        whole = {**self.machine, "bandwidth": self.bandwidth, "rows": [asdict(row) for row in self.rows]}
        self.file.write_text(json.dumps(whole, indent=2) + "\n", "utf-8")


def seconds(function: Callable[..., Any], *arguments: Any) -> float:
    """The median time of a call, after one that compiles it."""
    jax.block_until_ready(function(*arguments))
    times = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        jax.block_until_ready(function(*arguments))
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def bandwidth() -> float:
    """Bytes a second, read and written, of adding one to a long array."""
    array = jnp.arange(1 << (29 if ON_GPU else 22), dtype=jnp.uint32)
    return 2 * array.nbytes / seconds(jax.jit(lambda words: words + 1), array)


# Tank War in packed words.
def recorded(packed: Packed, games: int, rounds: int) -> tuple[Any, Any]:
    """A first batch, and legal moves of the rounds from there."""
    sample, step = jax.jit(packed.sample), jax.jit(packed.step)
    first = state = jnp.array(packed.init(games))
    moves = []
    for key in jax.random.split(jax.random.key(1), rounds):
        moves.append(sample(key, state))
        state = step(state, moves[-1])[0]
    return first, jnp.stack(moves)


def xla_step(packed: Packed, state: Any, moves: Any) -> float:
    return seconds(jax.jit(lambda state, moves: jax.lax.scan(packed.step, state, moves)), state, moves)


def xla_step_of_planes(packed: Packed, state: Any, moves: Any) -> float:
    """The same with an array for each plane."""

    def step(state: Any, moves: Any) -> tuple[Any, Any]:
        return packed.round(state, list(moves))

    scan = jax.jit(lambda state, moves: jax.lax.scan(step, state, moves))
    return seconds(scan, [jnp.array(plane) for plane in state], moves)


def cuda_step(packed: Packed, state: Any, moves: Any) -> tuple[float, str]:
    import cupy  # noqa: PLC0415 - only where there is a GPU
    from tank_war_cuda import Kernels  # noqa: PLC0415 - the same

    kernels = Kernels(packed)
    first, given = cupy.from_dlpack(state), cupy.from_dlpack(moves)
    buffers = [cupy.array(first), cupy.empty_like(first)]
    results = cupy.empty((len(moves), 2, state.shape[1]), cupy.uint32)

    def steps() -> None:
        for number in range(len(moves)):
            after, before = buffers[1 - number % 2], first if number == 0 else buffers[number % 2]
            kernels.step(before, given[number], after, results[number])

    time_taken = _events(cupy, steps)
    expected, ends = jax.jit(lambda state, moves: jax.lax.scan(packed.step, state, moves))(state, moves)
    np.testing.assert_array_equal(cupy.asnumpy(buffers[len(moves) % 2]), np.asarray(expected))
    np.testing.assert_array_equal(cupy.asnumpy(results), np.asarray(ends))
    return time_taken, f"equal to XLA's; {kernels.registers()[0]} registers"


def cuda_play(packed: Packed, state: Any, rounds: int) -> tuple[float, str]:
    import cupy  # noqa: PLC0415
    from tank_war_cuda import Kernels  # noqa: PLC0415

    kernels = Kernels(packed)
    key = jax.random.key(5)
    keys = cupy.from_dlpack(jax.random.bits(key, (rounds, CHANCE_PLANES)))
    first = cupy.from_dlpack(state)
    after, totals = cupy.empty_like(first), cupy.empty((3, state.shape[1]), cupy.uint32)
    time_taken = _events(cupy, lambda: kernels.play(first, keys, after, totals))
    few = keys[:20]
    kernels.play(first, few, after, totals)
    expected, counts = jax.jit(lambda state, keys: packed.play_keys(keys, state))(state, jnp.from_dlpack(few))
    np.testing.assert_array_equal(cupy.asnumpy(after), np.asarray(expected))
    np.testing.assert_array_equal(cupy.asnumpy(totals).sum(axis=1), np.asarray(counts))
    return time_taken, f"equal to XLA's; {kernels.registers()[1]} registers"


def _events(cupy: Any, function: Callable[[], None]) -> float:
    function()
    times = []
    for _ in range(REPEATS):
        begin, end = cupy.cuda.Event(), cupy.cuda.Event()
        begin.record()
        function()
        end.record()
        end.synchronize()
        times.append(cupy.cuda.get_elapsed_time(begin, end) / 1000)
    return statistics.median(times)


def tank_war_packed(report: Report) -> None:
    games, rounds = (1 << 27, 8) if ON_GPU else (1 << 12, 2)
    few, many = (1 << 25, 500) if ON_GPU else (1 << 12, 3)
    environment = make("tank_war")
    packed, fused = environment.packed(), environment.packed(fused=True)
    state, moves = jax.block_until_ready(recorded(packed, games, rounds))
    start = jax.block_until_ready(jnp.array(packed.init(few)))

    def step(measured: Any, note: str = "") -> Row:
        time_taken, note = measured if isinstance(measured, tuple) else (measured, note)
        rate = games * rounds / time_taken
        return Row("", games, STATE_BYTES, rate, rate * STEP_BYTES / report.bandwidth, note)

    def play(measured: Any, count: int, note: str = "") -> Row:
        time_taken, note = measured if isinstance(measured, tuple) else (measured, note)
        return Row("", few, STATE_BYTES, few * count / time_taken, None, note)

    def played(what: Packed, count: int) -> float:
        return seconds(jax.jit(lambda key, state: what.play(key, state, count)), jax.random.key(2), start)

    report.measure("tank_war packed step, XLA", lambda: step(xla_step(packed, state, moves)))
    if ON_GPU:
        report.measure("tank_war packed step, CUDA", lambda: step(cuda_step(packed, state, moves)))
        report.measure("tank_war packed playouts, CUDA", lambda: play(cuda_play(packed, start, many), many))
        report.measure("tank_war packed step, Pallas", lambda: step(xla_step(fused, state, moves)))
        report.measure("tank_war packed playouts, Pallas", lambda: play(played(fused, many), many))
    report.measure(
        "tank_war packed step, XLA, planes", lambda: step(xla_step_of_planes(packed, state, moves))
    )
    report.measure("tank_war packed playouts, XLA", lambda: play(played(packed, rounds), rounds))


def check_of_packed(packed: Packed, games: int, turns: int) -> Row:
    def turn(state: Any, keys: Any, places: Any) -> tuple[Any, Any, Any]:
        moves = jnp.stack(packed.draw(list(state), chances(keys, places)))
        return moves, *packed.step(state, moves)

    steps = check_packed(make("tank_war"), jax.jit(turn), games=games, turns=turns)
    return Row("", games, note=f"{steps:,} steps agree with the rules")


# One game a lane.
def lanes(name: str, environment: Any, games: int, turns: int, copies: int) -> Callable[[Report], None]:
    """Random play with that many games, then the same moves again in copies of them, with nothing drawn."""

    def measure(report: Report) -> None:
        first = jax.vmap(environment.init)(jnp.zeros(games))
        size = sum(leaf.nbytes for leaf in jax.tree.leaves(first)) / games
        step = jax.vmap(auto_reset(environment))

        def turn(state: Any, key: Any) -> tuple[Any, Any]:
            moves = jax.vmap(environment.sample)(jax.random.split(key, games), state)
            state, rewards, terminated = step(state, moves)
            return state, (moves, rewards, terminated)

        def again(state: Any, moves: Any) -> tuple[Any, Any]:
            state, *ends = step(state, moves)
            return state, ends

        play = jax.jit(lambda state, keys: jax.lax.scan(turn, state, keys))
        keys = jax.random.split(jax.random.key(3), turns)

        def random_play() -> Row:
            return Row("", games, size, games * turns / seconds(play, first, keys))

        def steps() -> Row:
            moves = play(first, keys)[1][0]
            wide = jax.tree.map(lambda leaf: jnp.concatenate([leaf] * copies), first)
            given = jnp.concatenate([moves] * copies, axis=1)
            replay = jax.jit(lambda state, moves: jax.lax.scan(again, state, moves))
            rate = given.shape[0] * given.shape[1] / seconds(replay, wide, given)
            moved = (
                2 * size + given.nbytes / (given.shape[0] * given.shape[1]) + 9
            )  # rewards and ends written
            return Row("", games * copies, size, rate, rate * moved / report.bandwidth)

        report.measure(f"{name} random play, vmap", random_play)
        report.measure(f"{name} step, vmap", steps)

    return measure


def check_of_lanes(name: str, options: list[dict[str, Any]], games: int, turns: int, every: int) -> Row:
    steps = sum(
        check(make(name, **each), games=games, turns=turns, every=every, seed=seed)
        for seed, each in enumerate(options)
    )
    return Row("", games, note=f"{steps:,} steps agree with the rules")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    report = Report(folder)
    report.bandwidth = bandwidth()
    print(f"bandwidth {report.bandwidth / 1e12:.2f} TB/s", flush=True)
    tank_war_packed(report)
    environment = make("tank_war")
    blocks = (4096, 50) if ON_GPU else (64, 3)
    report.measure("check: packed, XLA", lambda: check_of_packed(environment.packed(), *blocks))
    if ON_GPU:
        report.measure(
            "check: packed, Pallas", lambda: check_of_packed(environment.packed(fused=True), *blocks)
        )
    large = ON_GPU
    lanes("tank_war", environment, 1 << (22 if large else 8), 16 if large else 2, 4 if large else 1)(report)
    lanes("tank_duel", make("tank_duel"), 1 << (22 if large else 8), 16 if large else 2, 2 if large else 1)(
        report
    )
    lanes(
        "tank_battle", make("tank_battle"), 1 << (17 if large else 3), 32 if large else 2, 16 if large else 1
    )(report)
    some = 1 if large else 0
    report.measure(
        "check: tank_war",
        lambda: check_of_lanes("tank_war", WAR[: 1 + some], 2048 if large else 8, 50 if large else 3, 5),
    )
    report.measure(
        "check: tank_duel",
        lambda: check_of_lanes(
            "tank_duel", DUEL[: 1 + 3 * some], 2048 if large else 8, 25 if large else 3, 5
        ),
    )
    report.measure(
        "check: tank_battle",
        lambda: check_of_lanes(
            "tank_battle", BATTLE[: 1 + 2 * some], 128 if large else 4, 525 if large else 3, 50
        ),
    )
    print(f"{report.machine}\nbandwidth {report.bandwidth / 1e12:.2f} TB/s, {time.monotonic() - BEGAN:.0f} s")
    for row in report.rows:
        print(row)


WAR: list[dict[str, Any]] = [{}, {"lanes": "AABBCC", "c_reach": "up_to_two"}]
DUEL: list[dict[str, Any]] = [
    {},
    {"setup": "maze", "swap_starts": True},
    {"setup": "minefield"},
    {"setup": "pocket"},
]
BATTLE: list[dict[str, Any]] = [{}, {"layout": "gates", "quiet_limit": 5}, {"layout": "river"}]

if __name__ == "__main__":
    main()
