"""Tank War: a network trained on the solved table, as a measure of the method.

It learns the positions that a perfect player can meet, whatever the other does: 281,579 of the 27.8 million
that can occur. For each of them the table gives the exact matrix of values after each pair of moves. How much
the network loses in the whole game is then computed exactly: its exploitability.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import jax
import jax.numpy as jnp
import msgspec
import numpy as np

from steelyard import games
from steelyard.analysis import exploitability
from steelyard.core import files
from steelyard.core.errors import SteelyardError
from steelyard.training import adam
from steelyard.training.checkpoint import packed, unpacked
from steelyard.training.tank_war import network
from steelyard.training.tank_war.positions import known
from steelyard.training.trainer import Trainer

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.training.trainer import Arrays, Figures, Progress

DATA, START, WEIGHT = "positions.npz", "start", "weights/"
Count = Annotated[int, msgspec.Meta(ge=1)]


class Settings(msgspec.Struct, frozen=True):
    hidden: Count = 512
    layers: Count = 2
    least: Annotated[float, msgspec.Meta(ge=0, lt=1)] = 0.02
    """Moves that the network gives a smaller share are not played."""
    batch: Annotated[int, msgspec.Meta(ge=2)] = 4096
    steps_at_once: Count = 50
    """Gradient steps in one step of the run."""
    rate: float = 0.001
    last_rate: float = 0.00002
    decay_steps: Count = 400
    evaluate_every: Annotated[int, msgspec.Meta(ge=0)] = 100
    state: str = ""
    """The position from which it is trained and measured, in notation; the start if empty."""


def trainer(settings: Settings, seed: int) -> Trainer:
    return Table(settings, seed)


class Table(Trainer):
    summary = "a network for Tank War, on the solved table"

    def __init__(self, settings: Settings, seed: int) -> None:
        self._settings, self._seed = settings, seed
        self.evaluate_every = settings.evaluate_every
        self._game = games.get("tank_war")
        self._start = self._game.start(settings.state)
        self._step = jax.jit(partial(network.step, settings=settings))

    def prepare(self, folder: Path, progress: Progress) -> None:
        files.make_folder(folder)
        file = folder / DATA
        start = np.frombuffer(self._game.write_state(self._start).encode(), np.uint8)
        if not file.exists():
            files.write(file, packed({**known(self._game, self._start, progress), START: start}))
        arrays = unpacked(file)
        if not np.array_equal(arrays.pop(START, None), start):
            raise SteelyardError(
                f"{file} has positions of another start, or of an earlier version; train in another folder"
            )
        arrays["views"] = network.halves(arrays["views"])
        self._data = {name: jnp.asarray(array) for name, array in arrays.items()}

    def start(self) -> Arrays:
        weights = network.first_weights(self._seed, self._settings)
        return {WEIGHT + name: array for name, array in weights.items()} | adam.start(weights)

    def step(self, arrays: Arrays, number: int) -> tuple[Arrays, Figures]:
        weights, moments = _parts(arrays)
        key = jax.random.fold_in(jax.random.key(self._seed), number)
        weights, moments, figures = self._step(self._data, weights, moments, key, number)
        return {WEIGHT + name: array for name, array in weights.items()} | moments, figures

    def evaluate(self, arrays: Arrays) -> Figures:
        weights, _ = _parts(arrays)
        found = exploitability(network.policy(weights, self._settings.least), state=self._start)
        return {"exploitability": found.loss, "worst_0": found.worst[0], "worst_1": found.worst[1]}

    def weights(self, arrays: Arrays) -> bytes:
        weights, _ = _parts(arrays)
        return packed({name: np.asarray(array, np.float16) for name, array in weights.items()})

    def data(self) -> dict[str, Any]:
        return {"positions": len(self._data["views"]), "matrices": "exact"}


def _parts(arrays: Arrays) -> tuple[Arrays, Arrays]:
    weights = {
        name.removeprefix(WEIGHT): jnp.asarray(array)
        for name, array in arrays.items()
        if name.startswith(WEIGHT)
    }
    return weights, {name: jnp.asarray(array) for name, array in arrays.items() if name.startswith("adam/")}
