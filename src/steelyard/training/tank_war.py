"""Tank War: a small network trained on the solved table, as a measure of the method.

For every position the table gives the exact matrix of values after each pair of moves. The network's mix
should lose as little as possible to the best answer in that matrix. How much the whole strategy loses is then
computed exactly: its exploitability.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import msgspec
import numpy as np

from steelyard import games
from steelyard.analysis import exploitability
from steelyard.analysis.tank_war import open_table
from steelyard.analysis.tank_war.kernel import COLUMNS, MOVES
from steelyard.analysis.tank_war.positions import Positions
from steelyard.analysis.tank_war.response.kernel import next_positions
from steelyard.core import files
from steelyard.core.game import SEATS
from steelyard.training import adam
from steelyard.training.checkpoint import packed
from steelyard.training.trainer import Trainer

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from steelyard.training.trainer import Arrays, Figures, Progress

DATA, WEIGHT = "positions.npz", "weights/"
PLANES = 7 * COLUMNS * COLUMNS
CHUNK = 1 << 14
ILLEGAL = -1e9


class Settings(msgspec.Struct, frozen=True):
    hidden: int = 512
    layers: int = 2
    positions: int = 1_000_000
    """Of those that the policy is asked for, how many are trained on, drawn by seed."""
    batch: int = 4096
    steps_at_once: int = 50
    """Gradient steps in one step of the run."""
    rate: float = 0.001
    last_rate: float = 0.00002
    decay_steps: int = 400
    evaluate_every: int = 100
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
        self._step = jax.jit(partial(step, settings=settings))

    def prepare(self, folder: Path, progress: Progress) -> None:
        files.make_folder(folder)
        file = folder / DATA
        if not file.exists():
            files.write(file, packed(self._positions(progress)))
        with np.load(file) as stored:
            self._data = {name: jnp.asarray(stored[name]) for name in stored.files}

    def _positions(self, progress: Progress) -> dict[str, Any]:
        """A sample of the positions that can occur, with their matrices; both seats see each."""
        words = self._all_words(progress)
        rng = np.random.default_rng(self._seed)
        if len(words) > self._settings.positions:
            words = words[rng.choice(len(words), self._settings.positions, replace=False)]
        progress("matrices", 0.9)
        matrices = [matrices_of(self._game, words[at : at + CHUNK]) for at in range(0, len(words), CHUNK)]
        masks = [np.stack([Positions(words, seat).masks for seat in SEATS], axis=1)]
        # Rows and columns of a matrix are the legal moves: each to its own place among the six.
        return {"words": words.view(np.uint32), "matrices": np.concatenate(matrices), "masks": masks[0]}

    def _all_words(self, progress: Progress) -> NDArray[np.uint64]:
        """The positions that a policy is asked for when its exploitability is computed."""
        found: list[NDArray[np.uint64]] = []

        def uniform(positions: Positions) -> NDArray[np.float64]:
            if positions.seat == 0:
                found.append(positions.words.copy())
            masks: NDArray[np.float64] = positions.masks / positions.masks.sum(axis=1, keepdims=True)
            return masks

        exploitability(uniform, state=self._start, progress=progress)
        return np.concatenate(found)

    def start(self) -> Arrays:
        weights = _first_weights(self._seed, self._settings)
        return {WEIGHT + name: array for name, array in weights.items()} | adam.start(weights)

    def step(self, arrays: Arrays, number: int) -> tuple[Arrays, Figures]:
        weights, moments = _parts(arrays)
        key = jax.random.fold_in(jax.random.key(self._seed), number)
        weights, moments, figures = self._step(self._data, weights, moments, key, number)
        return {WEIGHT + name: array for name, array in weights.items()} | moments, figures

    def evaluate(self, arrays: Arrays) -> Figures:
        weights, _ = _parts(arrays)
        found = exploitability(policy(weights), state=self._start)
        return {"exploitability": found.loss, "worst_0": found.worst[0], "worst_1": found.worst[1]}

    def weights(self, arrays: Arrays) -> bytes:
        weights, _ = _parts(arrays)
        return packed({name: np.asarray(array, np.float16) for name, array in weights.items()})

    def data(self) -> dict[str, Any]:
        return {"positions": len(self._data["masks"]), "drawn with seed": self._seed, "matrices": "exact"}


def matrices_of(game: Any, words: NDArray[np.uint64]) -> NDArray[np.float32]:
    """The values to U after each pair of moves, each move at its own place: (n, 6, 6)."""
    after = np.zeros((len(words) * MOVES, 4), np.uint64)
    shapes = np.empty((len(words), 2), np.int64)
    next_positions(words, after, shapes)
    values = open_table(game).values(after).reshape(len(words), COLUMNS, COLUMNS)
    placed = np.zeros((len(words), COLUMNS, COLUMNS), np.float32)
    u, d = (Positions(words, seat).masks for seat in SEATS)
    ranks = [np.cumsum(mask, axis=1) - 1 for mask in (u, d)]  # of each move among the legal ones
    number, row, column = np.nonzero(u[:, :, None] & d[:, None, :])
    placed[number, row, column] = values[number, ranks[0][number, row], ranks[1][number, column]]
    return placed


def _first_weights(seed: int, settings: Settings) -> Arrays:
    widths = [PLANES, *[settings.hidden] * settings.layers, COLUMNS]
    keys = jax.random.split(jax.random.key(seed), len(widths))
    weights = {}
    for layer, (before, after) in enumerate(pairwise(widths)):
        scale = np.sqrt(2.0 / before) if after != COLUMNS else 0.01
        weights[f"matrix{layer}"] = jax.random.normal(keys[layer], (before, after)) * scale
        weights[f"bias{layer}"] = jnp.zeros(after)
    return weights


def _parts(arrays: Arrays) -> tuple[Arrays, Arrays]:
    weights = {
        name.removeprefix(WEIGHT): jnp.asarray(array)
        for name, array in arrays.items()
        if name.startswith(WEIGHT)
    }
    return weights, {name: jnp.asarray(array) for name, array in arrays.items() if name.startswith("adam/")}


def mixes(weights: Arrays, planes: Any, masks: Any) -> Any:
    units = planes.reshape(len(planes), -1)
    last = len(weights) // 2 - 1
    for layer in range(last):
        units = jax.nn.relu(units @ weights[f"matrix{layer}"] + weights[f"bias{layer}"])
    logits = units @ weights[f"matrix{last}"] + weights[f"bias{last}"]
    return jax.nn.softmax(jnp.where(masks, logits, ILLEGAL))


def policy(weights: Arrays) -> Any:
    """The network as a function of many positions, for `exploitability`."""
    answer = jax.jit(mixes)

    def play(positions: Positions) -> NDArray[np.float64]:
        room = max(1024, 1 << (len(positions) - 1).bit_length())  # few sizes, so that little is compiled
        planes, masks = (
            np.concatenate([part, np.repeat(part[:1], room - len(part), axis=0)])
            for part in (positions.observations, positions.masks)
        )
        found = np.asarray(answer(weights, planes, masks), np.float64)[: len(positions)]
        found = np.where(positions.masks, found, 0)
        shares: NDArray[np.float64] = found / found.sum(axis=1, keepdims=True)
        return shares

    return play


def step(data: Any, weights: Any, moments: Any, key: Any, number: Any, settings: Settings) -> Any:  # noqa: PLR0913, PLR0917 - each changes or decides on its own
    share = jnp.clip(jnp.asarray(number, jnp.float32) / settings.decay_steps, 0, 1)
    rate = settings.last_rate + (settings.rate - settings.last_rate) * 0.5 * (1 + jnp.cos(np.pi * share))

    def learn(carry: Any, key: Any) -> tuple[Any, Any]:
        weights, moments, made = carry
        chosen = jax.random.randint(key, (settings.batch,), 0, len(data["masks"]))
        batch = {name: array[chosen] for name, array in data.items()}
        loss, gradients = jax.value_and_grad(_loss)(weights, batch)
        weights, moments = adam.step(weights, moments, adam.clipped(gradients, 1.0), made, rate)
        return (weights, moments, made + 1), loss

    made = jnp.asarray(number) * settings.steps_at_once
    keys = jax.random.split(key, settings.steps_at_once)
    (weights, moments, _), losses = jax.lax.scan(learn, (weights, moments, made), keys)
    return weights, moments, {"loss": losses.mean(), "rate": rate}


def _loss(weights: Any, batch: Any) -> Any:
    """The gap between what the two mixes guarantee in a matrix: 0 only if both are optimal."""
    masks = batch["masks"]
    planes = [observed(batch["words"], seat) for seat in (0, 1)]
    u, d = (mixes(weights, planes[seat], masks[:, seat]) for seat in (0, 1))
    matrix = batch["matrices"]
    by_column = jnp.einsum("nij,ni->nj", matrix, u)
    by_row = jnp.einsum("nij,nj->ni", matrix, d)
    u_gets = jnp.where(masks[:, 1], by_column, 2.0).min(-1)
    d_gives = jnp.where(masks[:, 0], by_row, -2.0).max(-1)
    return (d_gives - u_gets).mean() / 2


def observed(words: Any, seat: int) -> Any:
    """The planes of `Game.observe`, as `Positions.observations` has them, from pairs of 32-bit words."""
    low, high = words[:, 0::2], words[:, 1::2]
    rows = jnp.arange(COLUMNS)
    shift = (8 * (rows % 4))[:, None] + jnp.arange(COLUMNS)[None]  # four rows in the low word, two above

    def boxes(place: int) -> Any:
        halves = jnp.where(rows < 4, low[:, place, None], high[:, place, None])
        return (halves[:, :, None] >> shift[None].astype(jnp.uint32)) & 1

    def fires(side: int, group: int) -> Any:
        bits = 18 * side + 6 * group + jnp.arange(COLUMNS)
        shooters = jnp.where(bits < 32, low[:, 3, None], high[:, 3, None])
        return (shooters >> (bits % 32).astype(jnp.uint32)) & 1

    planes = []
    for side in (seat, 1 - seat):
        tanks, a, c = boxes(side), fires(side, 0), fires(side, 2)
        planes += [tanks * columns[:, None] for columns in (a, 1 - (a | c), c)]
    planes.append((boxes(2) == (seat == 0)).astype(jnp.uint32))
    stacked = jnp.stack(planes, axis=1).astype(jnp.float32)
    return stacked[:, :, ::-1, ::-1] if seat == 0 else stacked
