"""Tank Battle: the network that corrects the evaluation learns from games of the search against itself."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import msgspec
import numpy as np

from steelyard.bots.tank_battle.network import weights as bot_weights
from steelyard.core import files
from steelyard.training import adam
from steelyard.training.tank_battle import dataset, network, self_play
from steelyard.training.trainer import Trainer

if TYPE_CHECKING:
    from steelyard.training.tank_battle.dataset import Dataset, Positions
    from steelyard.training.trainer import Arrays, Figures, Progress

MOST_EVALUATED = 65_536  # positions


class Settings(msgspec.Struct, frozen=True):
    """Every field can be set by `--set NAME=VALUE`."""

    shards: int = 5000
    """Each is some games on one layout."""
    games: int = 3
    """A shard's."""
    nodes: int = 700
    """Positions searched for each move."""
    slips: float = 0.03
    """The probability of a random move, for variety."""
    player: str = "tuned"
    """Who plays: `tuned`, or the weights file of an earlier run."""
    earlier: str = ""
    """The data folder of an earlier run, whose positions are used too."""
    workers: int = 0
    """Processes that play; 0: one a core."""
    batch: int = 8192
    rate: float = 0.003
    decay: float = 2.0
    """Of weights, times the learning rate, in each step."""
    planned_steps: int = 600
    """The learning rate falls to nothing in this many steps."""
    trust: float = 0.4
    """The share of the search's value in the target; the rest is the game's result."""
    scale: float = 0.0
    """The advantage at which the odds are e : 1, in hundredths of a tank; 0: fitted to the data."""
    evaluate_every: int = 100

    @property
    def terms(self) -> self_play.Terms:
        return self_play.Terms(self.nodes, self.games, self.slips, self.player)


class NetworkTrainer(Trainer):
    """Plays, then learns from what was played."""

    summary = "the network in Tank Battle's evaluation"
    _data: Dataset  # from `prepare`

    def __init__(self, settings: Settings, seed: int) -> None:
        self._settings, self._seed = settings, seed
        self.evaluate_every = settings.evaluate_every
        self._scale = settings.scale

    def prepare(self, folder: Path, progress: Progress) -> None:
        """Shards that are there are kept: they are whole, and the same for the same seed."""
        files.make_folder(folder)
        shards = [folder / f"{number:05}.npz" for number in range(self._settings.shards)]
        missing = [number for number, file in enumerate(shards) if not file.exists()]
        if missing:
            self_play.new_tree(self._settings.player)  # an error shows before processes start
            spawn = multiprocessing.get_context("spawn")  # a copy of a process that uses JAX can hang
            with ProcessPoolExecutor(self._settings.workers or os.cpu_count(), spawn) as pool:
                play = partial(_write_shard, folder, self._settings.terms, self._seed)
                for done, _ in enumerate(pool.map(play, missing)):
                    progress(f"{done + 1} of {len(missing)} shards", (done + 1) / len(missing))
        earlier = sorted(Path(self._settings.earlier).glob("*.npz")) if self._settings.earlier else []
        self.use(dataset.load([*shards, *earlier]))

    def use(self, data: Dataset) -> None:
        self._data = data
        self._scale = self._settings.scale or dataset.fitted_scale(data.training)
        self._training = _on_device(data.training)
        self._step = jax.jit(self._learn)

    def start(self) -> Arrays:
        weights = network.initial(jax.random.key(self._seed))
        return weights | adam.start(weights)

    def step(self, arrays: Arrays, number: int) -> tuple[Arrays, Figures]:
        return self._step(arrays, self._training, number)

    def _learn(self, arrays: Arrays, positions: dict[str, Any], number: Any) -> tuple[Arrays, Figures]:
        weights = {name: array for name, array in arrays.items() if not name.startswith("adam/")}
        drawn, turned = jax.random.split(jax.random.fold_in(jax.random.key(self._seed), number))
        rows = jax.random.randint(drawn, (self._settings.batch,), 0, len(positions["seat"]))
        batch = {name: array[rows] for name, array in positions.items()}
        reflected = jax.random.bernoulli(turned, 0.5, rows.shape).astype(jnp.int32)
        loss, gradients = jax.value_and_grad(network.loss)(
            weights, batch, reflected, self._scale, self._settings.trust
        )
        done = jnp.minimum(number / self._settings.planned_steps, 1.0)
        rate = self._settings.rate * (0.01 + 0.99 * (1 + jnp.cos(jnp.pi * done)) / 2)
        changed, moments = adam.step(weights, arrays, gradients, number, rate)
        for name in ("rows", "outputs"):
            changed[name] *= 1 - self._settings.decay * rate
        return network.within_limits(changed) | moments, {"loss": loss, "rate": rate}

    def evaluate(self, arrays: Arrays) -> Figures:
        """On layouts that it does not learn from: by results alone, beside the evaluation without it."""
        kept_out = self._data.kept_out
        if not len(kept_out.seat):
            return {}
        chosen = np.zeros(len(kept_out.seat), np.bool_)
        chosen[:: len(chosen) // MOST_EVALUATED + 1] = True
        sample = kept_out.chosen(chosen)
        reflected = jnp.zeros(len(sample.seat), jnp.int32)
        values = network.values(arrays, _on_device(sample), reflected)
        entropies = {
            "network": np.asarray(values), "static": sample.static, "search": sample.score,
        }  # fmt: skip
        return {
            f"entropy_{name}": dataset.cross_entropy(np.asarray(value) / self._scale, sample.result)
            for name, value in entropies.items()
        }

    def weights(self, arrays: Arrays) -> bytes:
        return bot_weights.written(bot_weights.quantised(arrays))

    def data(self) -> dict[str, Any]:
        return {
            "positions": len(self._data.training.seat),
            "positions_kept_out": len(self._data.kept_out.seat),
            "layouts": self._data.layouts,
            "scale": self._scale,
        }


def _write_shard(folder: Path, terms: self_play.Terms, seed: int, number: int) -> None:
    files.write(folder / f"{number:05}.npz", self_play.written(self_play.play_shard(terms, seed, number)))


def _on_device(positions: Positions) -> dict[str, Any]:
    return {name: jnp.asarray(array) for name, array in positions._asdict().items()}


def trainer(settings: Settings, seed: int) -> NetworkTrainer:
    return NetworkTrainer(settings, seed)
