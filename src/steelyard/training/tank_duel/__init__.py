"""Tank Duel: a network for outcome and joystick, trained by self-play with a search of one round."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import msgspec
import numpy as np

from steelyard.core import files
from steelyard.envs.jax.tank_duel import State
from steelyard.training import adam
from steelyard.training.tank_duel import boards as drawn
from steelyard.training.tank_duel import evaluation, network, self_play
from steelyard.training.tank_duel.inputs import views
from steelyard.training.tank_duel.network import FLIP
from steelyard.training.tank_duel.self_play import Games, Lessons
from steelyard.training.trainer import Trainer

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.training.tank_duel.boards import Boards
    from steelyard.training.trainer import Arrays, Figures, Progress

BOARDS, TEST_BOARDS = "boards.json", "test_boards.json"
WEIGHT, TANKS, MINES, BOARD = "weights/", "games/tanks", "games/mines", "games/board"
TEST_SEED = 1_000_003  # added to the run's seed for boards that are only tested on


class Settings(msgspec.Struct, frozen=True):
    hidden: int = 128
    """Units of each accumulator."""
    games: int = 8192
    """Played at a time."""
    boards: int = 4096
    test_boards: int = 512
    rounds: int = 16
    """Of every game in one step."""
    width: int = 8
    """Joysticks of each seat that the search looks at."""
    matrix_rounds: int = 48
    """Of regret matching."""
    explore: float = 0.05
    """The share of joysticks drawn at random."""
    later: float = 0.6
    """How much what came later counts beside the search's word, from 0 to 1."""
    batch: int = 16384
    """Positions of one gradient step."""
    rate: float = 0.002
    last_rate: float = 0.0001
    decay_steps: int = 400
    """Steps until the learning rate is down to the last."""
    evaluate_every: int = 25


def trainer(settings: Settings, seed: int) -> Trainer:
    return SelfPlay(settings, seed)


class SelfPlay(Trainer):
    summary = "a policy and value network for Tank Duel, by self-play"

    def __init__(self, settings: Settings, seed: int) -> None:
        self._settings, self._seed = settings, seed
        self.evaluate_every = settings.evaluate_every
        self._boards: Boards | None = None
        self._step = jax.jit(partial(step, settings=settings))
        self._shares = jax.jit(evaluation.shares)

    def prepare(self, folder: Path, progress: Progress) -> None:
        files.make_folder(folder)
        progress("boards", 0.0)
        chosen = self._settings
        self._boards = drawn.load(_texts(folder / BOARDS, self._seed, chosen.boards))
        test_seed = self._seed + TEST_SEED
        self._test_boards = drawn.load(_texts(folder / TEST_BOARDS, test_seed, chosen.test_boards))

    def start(self) -> Arrays:
        assert self._boards is not None, "prepare comes first"  # noqa: S101 - a mistake of ours
        weights = network.start(self._seed, self._settings.hidden)
        games = self_play.start(self._boards, self._seed, self._settings.games)
        return _arrays(weights, adam.start(weights), games)

    def step(self, arrays: Arrays, number: int) -> tuple[Arrays, Figures]:
        key = jax.random.fold_in(jax.random.key(self._seed), number)
        weights, moments, games = _parts(arrays)
        weights, moments, games, figures = self._step(self._boards, weights, moments, games, key, number)
        return _arrays(weights, moments, games), figures

    def evaluate(self, arrays: Arrays) -> Figures:
        shares: Figures = self._shares(self._test_boards, _parts(arrays)[0], jax.random.key(self._seed))
        return shares

    def weights(self, arrays: Arrays) -> bytes:
        return network.export(_parts(arrays)[0])

    def data(self) -> dict[str, Any]:
        chosen = self._settings
        return {
            "boards": f"{chosen.boards} drawn with seed {self._seed}",
            "test boards": f"{chosen.test_boards} drawn with seed {self._seed + TEST_SEED}; never trained on",
            "positions in a step": chosen.games * chosen.rounds,
        }


def _texts(file: Path, seed: int, count: int) -> list[str]:
    """Boards drawn by seed, kept in a file."""
    if not file.exists():
        files.write(file, json.dumps(drawn.draw(seed, count)))
    texts: list[str] = json.loads(file.read_bytes())
    return texts


def _arrays(weights: network.Weights, moments: Arrays, games: Games) -> Arrays:
    return {
        **{WEIGHT + name: array for name, array in weights.items()},
        **moments,
        TANKS: jnp.stack(games.state.tanks),
        MINES: jnp.stack(games.state.mines),
        BOARD: games.board,
    }


def _parts(arrays: Arrays) -> tuple[network.Weights, Arrays, Games]:
    weights = {
        name.removeprefix(WEIGHT): jnp.asarray(array)
        for name, array in arrays.items()
        if name.startswith(WEIGHT)
    }
    moments = {name: jnp.asarray(array) for name, array in arrays.items() if name.startswith("adam/")}
    tanks, mines = (jnp.asarray(arrays[name]) for name in (TANKS, MINES))
    state = State((tanks[0], tanks[1]), tuple(mines))
    return weights, moments, Games(jnp.asarray(arrays[BOARD]), state)


def step(  # noqa: PLR0913, PLR0917 - each changes or decides on its own
    boards: Boards, weights: Any, moments: Any, games: Games, key: Any, number: Any, settings: Settings
) -> Any:
    """Play some rounds of all games, then learn once from every position."""
    play_key, order_key = jax.random.split(key)
    games, lessons, ends = self_play.play(boards, weights, games, play_key, settings)
    flat = jax.tree.map(lambda part: part.reshape(-1, *part.shape[2:]), lessons)
    count = settings.games * settings.rounds
    batches = count // settings.batch
    order = jax.random.permutation(order_key, count)[: batches * settings.batch].reshape(batches, -1)
    rate = _rate(number, settings)

    def learn(carry: Any, chosen: Any) -> tuple[Any, Any]:
        weights, moments, made = carry
        batch = jax.tree.map(lambda part: part[chosen], flat)
        (_, figures), gradients = jax.value_and_grad(_loss, has_aux=True)(weights, boards, batch)
        weights, moments = adam.step(weights, moments, adam.clipped(gradients, 1.0), made, rate)
        return (weights, moments, made + 1), figures

    made = jnp.asarray(number) * batches
    (weights, moments, _), figures = jax.lax.scan(learn, (weights, moments, made), order)
    over = jnp.maximum(ends.sum(), 1.0)
    means = {name: figure.mean() for name, figure in figures.items()}
    means |= {"drawn": ends[1] / over, "length": count / over, "rate": rate}
    return weights, moments, games, means


def _rate(number: Any, settings: Settings) -> Any:
    """The learning rate goes down along a cosine."""
    share = jnp.clip(jnp.asarray(number, jnp.float32) / settings.decay_steps, 0, 1)
    return settings.last_rate + (settings.rate - settings.last_rate) * 0.5 * (1 + jnp.cos(np.pi * share))


def _loss(weights: Any, boards: Boards, batch: Lessons) -> tuple[Any, dict[str, Any]]:
    said = network.answers(weights, views(boards, *batch.games))
    wanted = jnp.stack([batch.outcome, batch.outcome[..., FLIP]])
    outcome = -(wanted * jax.nn.log_softmax(said.outcomes)).sum(-1).mean()
    joysticks = batch.joysticks.swapaxes(0, 1)
    joystick = -(joysticks * jax.nn.log_softmax(said.joysticks)).sum(-1).mean()
    return outcome + joystick, {"outcome_loss": outcome, "joystick_loss": joystick}
