"""How much can a trained response take from the network of Tank Duel? Needs the extra `train`; a GPU helps.

    python benchmarks/best_response.py [--minutes 60] [--weights FILE] [--games 8192] [--seed 1] [--json FILE]

The network is frozen; with its search of one round it plays its mixes. A second network, which begins as a
copy, learns the best answers to it on drawn boards. At the end both play on boards that were not trained on.
The responder's share is a lower bound of what that player can lose: 50 % if it cannot be beaten.
"""

from __future__ import annotations

import argparse
import json
import time
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import msgspec
import numpy as np

from steelyard.bots.tank_duel.network.weights import FILE
from steelyard.training import adam
from steelyard.training.tank_duel import TEST_SEED, Settings, response, self_play
from steelyard.training.tank_duel import boards as drawn

RATE = 0.001
LINE_S = 10.0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--weights", type=Path, default=FILE)
    parser.add_argument("--games", type=int, default=8192)
    parser.add_argument("--boards", type=int, default=2048)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    settings = Settings(games=chosen.games, batch=min(16384, 16 * chosen.games), explore=0.1)
    report = respond(chosen.weights, settings, chosen.boards, chosen.seed, 60 * chosen.minutes)
    print(json.dumps(report))
    if chosen.json:
        chosen.json.write_text(json.dumps(report) + "\n")


def respond(file: Path, settings: Settings, boards: int, seed: int, seconds: float) -> dict[str, Any]:
    with np.load(file) as stored:
        frozen = {name: jnp.asarray(stored[name], jnp.float32) for name in stored.files}
    trained = drawn.load(drawn.draw(seed + 7, boards))
    tested = drawn.load(drawn.draw(seed + TEST_SEED + 7, boards))
    weights, moments = frozen, adam.start(frozen)
    games = self_play.start(trained, seed, settings.games)
    step = jax.jit(partial(response.step, settings=settings))
    began = said = time.monotonic()
    number, points, over = 0, 0.0, 0.0
    while (spent := time.monotonic() - began) < seconds:
        rate = RATE * max(0.02, 1 - spent / seconds)
        key = jax.random.fold_in(jax.random.key(seed), number)
        weights, moments, games, loss, got, ended = step(
            trained, frozen, weights, moments, games, key, number, rate
        )
        number, points, over = number + 1, points + float(got), over + float(ended)
        if time.monotonic() - said >= LINE_S:
            said = time.monotonic()
            print(
                f"{spent:6.0f} s  step {number}  loss {loss:.4f}  responder {points / over:.4f}", flush=True
            )
            points = over = 0.0
    share, played = _test(tested, frozen, weights, settings, seed)
    return {
        "minutes": round(seconds / 60, 2),
        "steps": number,
        "positions": number * settings.games * settings.rounds,
        "games": played,
        "responder": share,
        "interval": 1.96 * float(np.sqrt(0.25 / max(played, 1))),
    }


def _test(boards: Any, frozen: Any, weights: Any, settings: Settings, seed: int) -> tuple[float, int]:
    """The responder's share without exploration, on boards that it was not trained on."""
    settings = msgspec.structs.replace(settings, explore=0.0, rounds=64)
    games = self_play.start(boards, seed, settings.games)
    play = jax.jit(partial(response.play, settings=settings))
    *_, points, over = play(boards, frozen, weights, games, jax.random.key(seed))
    return float(points) / float(over), int(over)


if __name__ == "__main__":
    main()
