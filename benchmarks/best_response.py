"""How much can a trained response take from the network of Tank Duel? Needs the extra `train`; a GPU helps.

    python benchmarks/best_response.py [--minutes 60] [--weights FILE] [--games 8192] [--seed 1] [--json FILE]
    python benchmarks/best_response.py --minutes 60 --checkpoint FILE --stop-after 6

The network is frozen; with its search of one round it plays its mixes. A second network, which begins as a
copy, learns the best answers to it on drawn boards. At the end both play on boards that were not trained on.
The responder's share is a lower bound of what that player can lose: 50 % if it cannot be beaten. On a machine
that is lent for a short time, the second form trains for so many minutes at a time, with the same options
each time, and goes on from the file, which goes along to the next machine; the test comes when all minutes
are over. Compiling does not count: it takes two minutes in each run, and the test some more in the last one.
Games that were not over begin anew.
"""

from __future__ import annotations

import argparse
import json
import math
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
from steelyard.training import checkpoint as checkpoints
from steelyard.training.checkpoint import Checkpoint
from steelyard.training.run import device_name
from steelyard.training.tank_duel import TEST_SEED, Settings, response, self_play
from steelyard.training.tank_duel import boards as drawn

RATE = 0.001
LINE_S = 10.0
KEEP_S = 60.0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=60.0, help="of training")
    parser.add_argument("--weights", type=Path, default=FILE, help="of the network that is frozen")
    parser.add_argument("--games", type=int, default=8192, help="at a time; fewer without a GPU, 64 say")
    parser.add_argument("--boards", type=int, default=2048, help="to train on, and as many to test on")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="a file for the result")
    parser.add_argument("--checkpoint", type=Path, help="kept once a minute, and gone on from if it is there")
    parser.add_argument("--stop-after", type=float, default=math.inf, help="minutes, of this run")
    chosen = parser.parse_args()
    if not (0 < chosen.minutes < math.inf and chosen.stop_after > 0):
        parser.error("--minutes and --stop-after should be more than 0")
    settings = Settings(games=chosen.games, batch=min(16384, 16 * chosen.games), explore=0.1)
    print(f"on {device_name()}")
    training = Training(chosen.weights, settings, chosen.boards, chosen.seed, 60 * chosen.minutes)
    if chosen.checkpoint and chosen.checkpoint.exists():
        training.resume(checkpoints.load(chosen.checkpoint))
    if chosen.checkpoint:
        checkpoints.save(chosen.checkpoint, training.done)  # better now than later, if it cannot be written
    training.run(60 * chosen.stop_after, chosen.checkpoint)
    if training.done.seconds < training.seconds:
        print(f"{training.done.seconds / 60:.1f} of {chosen.minutes:g} minutes are done; start it again")
        return
    report = training.report()
    print(json.dumps(report))
    if chosen.json:
        chosen.json.write_text(json.dumps(report) + "\n")


class Training:
    """A responder that learns for so many seconds, in one run or in several."""

    def __init__(self, file: Path, settings: Settings, boards: int, seed: int, seconds: float) -> None:
        with np.load(file) as stored:
            self._frozen = {name: jnp.asarray(stored[name], jnp.float32) for name in stored.files}
        self._settings, self._seed, self.seconds = settings, seed, seconds
        self._trained = drawn.load(drawn.draw(seed + 7, boards))
        self._tested = drawn.load(drawn.draw(seed + TEST_SEED + 7, boards))
        self.done = Checkpoint(self._frozen | adam.start(self._frozen), 0, 0.0)

    def resume(self, done: Checkpoint) -> None:
        shapes = [
            {name: np.shape(array) for name, array in each.arrays.items()} for each in (done, self.done)
        ]
        if shapes[0] != shapes[1]:
            raise SystemExit("the checkpoint is of another network")
        if not all(np.isfinite(array).all() for array in done.arrays.values()):
            raise SystemExit("the weights of the checkpoint are no numbers any more; begin anew, without it")
        self.done = done

    def run(self, most_s: float, checkpoint: Path | None) -> None:
        """Until all seconds are over, or so many of this run."""
        weights = {name: jnp.asarray(self.done.arrays[name]) for name in self._frozen}
        moments = {name: jnp.asarray(self.done.arrays[name]) for name in adam.start(self._frozen)}
        number, before = self.done.steps, self.done.seconds
        games = self_play.start(self._trained, self._seed + number, self._settings.games)
        step = self._compiled(weights, moments, games)
        began = said = kept = time.monotonic()
        points = over = 0.0
        while (spent := time.monotonic() - began) < min(most_s, self.seconds - before):
            rate = jnp.float32(RATE * max(0.02, 1 - (before + spent) / self.seconds))
            key = jax.random.fold_in(jax.random.key(self._seed), number)
            weights, moments, games, loss, got, ended = step(
                self._trained, self._frozen, weights, moments, games, key, jnp.int32(number), rate
            )
            number, points, over = number + 1, points + float(got), over + float(ended)
            if time.monotonic() - said >= LINE_S:
                said = time.monotonic()
                share = f"{points / over:.4f}" if over else "-"
                print(
                    f"{before + spent:6.0f} s  step {number}  loss {loss:.4f}  responder {share}", flush=True
                )
                points = over = 0.0
            self.done = Checkpoint(weights | moments, number, before + time.monotonic() - began)
            if checkpoint and time.monotonic() - kept >= KEEP_S:
                kept = time.monotonic()
                checkpoints.save(checkpoint, self.done)
        if checkpoint:
            checkpoints.save(checkpoint, self.done)

    def _compiled(self, weights: Any, moments: Any, games: Any) -> Any:
        """A step; compiling it takes a minute or two, which do not count."""
        step = jax.jit(partial(response.step, settings=self._settings))
        more = jax.random.key(self._seed), jnp.int32(0), jnp.float32(RATE)
        return step.lower(self._trained, self._frozen, weights, moments, games, *more).compile()

    def report(self) -> dict[str, Any]:
        weights = {name: jnp.asarray(self.done.arrays[name]) for name in self._frozen}
        share, played = _test(self._tested, self._frozen, weights, self._settings, self._seed)
        return {
            "minutes": round(self.seconds / 60, 2),
            "steps": self.done.steps,
            "positions": self.done.steps * self._settings.games * self._settings.rounds,
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
