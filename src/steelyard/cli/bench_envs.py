"""`steelyard bench envs`: the environments on one core, and others like them in the same run."""

from __future__ import annotations

import importlib.util
import time
import warnings
from random import Random
from typing import TYPE_CHECKING, Any

from steelyard import games
from steelyard.cli.bench import SECONDS, TIMES, open_spiel_rounds, rate
from steelyard.cli.terminal import show
from steelyard.envs import batch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GAMES = 1 << 15  # in a bit-sliced batch: as many as a core's own cache holds
ROWS = 1 << 12  # in any other
PGX_GAMES = 1 << 12
PGX_STEPS = 100  # in one call


def figures(seconds: float = SECONDS) -> Iterator[tuple[str, float, str]]:
    sliced = batch.make("tank_war", GAMES, sliced=True)
    fastest = rate(lambda: _random_steps(sliced), seconds)
    yield "tank_war: bit-sliced batch, random moves", fastest, "steps/s"
    yield "tank_war: bit-sliced batch, moves given", _step_rate(sliced, seconds), "steps/s"
    for name in games.names():
        rows = batch.make(name, ROWS)
        yield f"{name}: batch, random moves", rate(lambda: _random_steps(rows), seconds), "steps/s"  # noqa: B023 - called at once
        yield f"{name}: batch, moves given", _step_rate(rows, seconds), "steps/s"
    for peer, (package, extra, turns) in PEERS.items():
        if importlib.util.find_spec(package) is None:
            show(f"{peer} is left out: pip install '{extra}' adds it", error=True)
            continue
        theirs = rate(turns(), seconds)
        yield f"{peer}, random moves", theirs, "steps/s"
        yield f"tank_war: bit-sliced batch over {peer}", fastest / theirs, "x"


def _random_steps(played: Any) -> int:
    played.sample()
    played.step()
    return int(played.n)


def _step_rate(played: Any, seconds: float) -> float:
    """Of steps alone; the time in which their moves are drawn is left out."""
    best = 0.0
    for _ in range(TIMES):
        done, elapsed = 0, 0.0
        while elapsed < seconds / 2:
            played.sample()
            begin = time.perf_counter()
            played.step()
            elapsed += time.perf_counter() - begin
            done += played.n
        best = max(best, done / elapsed)
    return best


def _connect_four() -> Callable[[], int]:
    """A random game of PettingZoo's connect_four, as its users play it."""
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        from pettingzoo.classic import connect_four_v3  # noqa: PLC0415 - an extra

    environment, rng = connect_four_v3.env(), Random(1)

    def play() -> int:
        environment.reset(seed=1)
        turns = 0
        for agent in environment.agent_iter():
            observed, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                environment.step(None)
                continue
            del agent
            environment.step(rng.choice(observed["action_mask"].nonzero()[0].tolist()))
            turns += 1
        return turns

    return play


def _pgx_connect_four() -> Callable[[], int]:
    """Random games of Pgx's connect_four on JAX, begun again when they are over, many at once."""
    import jax  # noqa: PLC0415 - an extra
    import pgx  # noqa: PLC0415 - an extra
    from pgx.experimental import auto_reset  # noqa: PLC0415 - an extra

    environment = pgx.make("connect_four")
    step = jax.vmap(auto_reset(environment.step, environment.init))

    def turn(carried: Any, _: Any) -> Any:
        state, key = carried
        key, drawn = jax.random.split(key)
        action = jax.random.categorical(drawn, jax.numpy.log(state.legal_action_mask.astype(float)))
        return (step(state, action, jax.random.split(drawn, PGX_GAMES)), key), None

    @jax.jit
    def turns(carried: Any) -> Any:
        return jax.lax.scan(turn, carried, None, length=PGX_STEPS)[0]

    key = jax.random.key(1)
    carried = (jax.vmap(environment.init)(jax.random.split(key, PGX_GAMES)), key)

    def play() -> int:
        nonlocal carried
        carried = jax.block_until_ready(turns(carried))  # type: ignore[no-untyped-call]
        return PGX_GAMES * PGX_STEPS

    return play


PEERS: dict[str, tuple[str, str, Callable[[], Callable[[], int]]]] = {
    "PettingZoo connect_four": ("pettingzoo", "pettingzoo[classic]", _connect_four),
    "Pgx connect_four (CPU)": ("pgx", "pgx", _pgx_connect_four),
    "OpenSpiel oshi_zumo": ("pyspiel", "steelyard[openspiel]", lambda: open_spiel_rounds),
}
