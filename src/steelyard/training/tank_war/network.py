"""The network: what it sees of a position, its mix, and a step of its training."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from steelyard.analysis.tank_war import encoding
from steelyard.analysis.tank_war.kernel import BARE, CODES, COLUMNS
from steelyard.analysis.tank_war.response.kernel import GROUP
from steelyard.training import adam
from steelyard.training.tank_war.kernel import BOXES, D_TANK
from steelyard.training.tank_war.positions import views

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.analysis.tank_war.positions import BatchedPolicy, Positions
    from steelyard.training.tank_war import Settings
    from steelyard.training.trainer import Arrays

MOST_SPOILS = 36  # boxes in columns without tanks
INPUTS = COLUMNS * CODES + MOST_SPOILS + 1
ILLEGAL = -1e9
HALF_BITS = 3 * GROUP  # of three columns: JAX has numbers of 32 bits
AT_ONCE = 1 << 14  # positions whose loss is computed together
SMALLEST = 1024  # positions that are asked for at once
HARDEST = 8  # one of so many counts as hard

# By the nine bits of a column: its code, as the solver counts them, and whether its tank can drive.
CODE, DRIVES = np.full(1 << GROUP, BARE, np.int32), np.zeros(1 << GROUP, np.bool_)
for _column, _code in encoding.CODE.items():
    _u, _d = (0 if row is None else row + 1 for row in (_column.u, _column.d))
    _bits = _u | _d << D_TANK | _column.boundary << BOXES
    CODE[_bits], DRIVES[_bits] = _code, _u not in {0, 6} and _d != _u + 1


def halves(seen: NDArray[np.int64]) -> NDArray[np.int32]:
    """Views as two numbers each: (n, 2)."""
    mask = (1 << HALF_BITS) - 1
    return np.stack([seen & mask, seen >> HALF_BITS & mask], axis=1).astype(np.int32)


def first_weights(seed: int, settings: Settings) -> Arrays:
    widths = [INPUTS, *[settings.hidden] * settings.layers, COLUMNS]
    keys = jax.random.split(jax.random.key(seed), len(widths))
    weights = {}
    for layer, (before, after) in enumerate(pairwise(widths)):
        # Seven of the inputs are 1, all others 0.
        scale = 0.01 if after == COLUMNS else np.sqrt(2.0 / (COLUMNS + 1 if before == INPUTS else before))
        weights[f"matrix{layer}"] = jax.random.normal(keys[layer], (before, after)) * scale
        weights[f"bias{layer}"] = jnp.zeros(after)
    return weights


def logits(weights: Any, seen: Any) -> Any:
    """Of each move; `seen` has views in halves."""
    shifts = GROUP * jnp.arange(COLUMNS // 2)
    columns = (seen[:, :, None] >> shifts & ((1 << GROUP) - 1)).reshape(-1, COLUMNS)
    columns = columns[:, ::-1]  # moves are counted from the player's left, which is the drawn right
    codes = jnp.asarray(CODE)[columns]
    spoils = jnp.where(codes == BARE, columns >> BOXES, 0).sum(axis=1)
    lanes = jax.nn.one_hot(codes, CODES).reshape(-1, COLUMNS * CODES)
    units = jnp.concatenate([lanes, jax.nn.one_hot(spoils, MOST_SPOILS + 1)], axis=1)
    last = len(weights) // 2 - 1
    for layer in range(last):
        units = jax.nn.relu(units @ weights[f"matrix{layer}"] + weights[f"bias{layer}"])
    found = units @ weights[f"matrix{last}"] + weights[f"bias{last}"]
    return jnp.where(jnp.asarray(DRIVES)[columns], found, ILLEGAL)


def mixes(weights: Any, seen: Any, least: float) -> Any:
    """As it plays: without moves whose share is below `least`."""
    shares = jax.nn.softmax(logits(weights, seen))
    likely = jnp.where(shares >= jnp.minimum(least, shares.max(-1, keepdims=True)), shares, 0)
    return likely / likely.sum(-1, keepdims=True)


def policy(weights: Arrays, least: float) -> BatchedPolicy:
    """The network as a function of many positions, for `exploitability`."""
    answer = jax.jit(lambda weights, seen: mixes(weights, seen, least))

    def play(positions: Positions) -> NDArray[np.float64]:
        seen, mirrored = views(positions.words, positions.seat)
        room = max(SMALLEST, 1 << (len(seen) - 1).bit_length())  # few sizes, so that little is compiled
        padded = np.concatenate([seen, np.repeat(seen[:1], room - len(seen))])
        found = np.asarray(answer(weights, halves(padded)))[: len(seen)]
        return np.where(mirrored[:, None], found[:, ::-1], found).astype(np.float64)

    return play


def guaranteed(mix: Any, matrix: Any) -> Any:
    """What the mix gets at least; moves that the other does not have get more than any value."""
    return jnp.einsum("nij,ni->nj", matrix, mix).min(-1)


def errors(weights: Any, data: Any, least: float) -> tuple[Any, Any]:
    """What the mix loses in each matrix, and the share of its moves that lead to positions not trained."""

    def error(row: Any) -> Any:
        seen, matrix, target = (row[name][None] for name in ("views", "matrices", "mixes"))
        mix = mixes(weights, seen, least)
        lost = guaranteed(target, matrix) - guaranteed(mix, matrix)
        return lost[0], jnp.where(target > 0, 0, mix).sum()

    found: tuple[Any, Any] = jax.lax.map(error, data, batch_size=AT_ONCE)
    return found


def step(data: Any, weights: Any, moments: Any, key: Any, number: Any, settings: Settings) -> Any:  # noqa: PLR0913, PLR0917 - each changes or decides on its own
    """Some gradient steps, half on any positions, half on those with the greatest errors now."""
    share = jnp.clip(jnp.asarray(number, jnp.float32) / settings.decay_steps, 0, 1)
    rate = settings.last_rate + (settings.rate - settings.last_rate) * 0.5 * (1 + jnp.cos(np.pi * share))
    lost, strayed = errors(weights, data, settings.least)
    count = len(lost)
    _, hard = jax.lax.top_k(lost + strayed, -(-count // HARDEST))

    def learn(carry: Any, key: Any) -> tuple[Any, Any]:
        weights, moments, made = carry
        one, two = jax.random.split(key)
        half = settings.batch // 2
        chosen = jnp.concatenate([
            jax.random.randint(one, (settings.batch - half,), 0, count),
            jax.random.choice(two, hard, (half,)),
        ])  # fmt: skip
        batch = {name: array[chosen] for name, array in data.items()}
        loss, gradients = jax.value_and_grad(_loss)(weights, batch)
        weights, moments = adam.step(weights, moments, adam.clipped(gradients, 1.0), made, rate)
        return (weights, moments, made + 1), loss

    made = jnp.asarray(number) * settings.steps_at_once
    keys = jax.random.split(key, settings.steps_at_once)
    (weights, moments, _), losses = jax.lax.scan(learn, (weights, moments, made), keys)
    figures = {"loss": losses.mean(), "regret": lost.mean(), "strays": (strayed > 0).mean(), "rate": rate}
    return weights, moments, figures


def _loss(weights: Any, batch: Any) -> Any:
    """What the mix loses in the matrix, and how far it is from the mix with which the positions were found.

    The second matters where several moves are optimal: the others lead to positions that are not trained.
    """
    found, target = jax.nn.log_softmax(logits(weights, batch["views"])), batch["mixes"]
    lost = guaranteed(target, batch["matrices"]) - guaranteed(jnp.exp(found), batch["matrices"])
    apart = jnp.where(target > 0, target * (jnp.log(jnp.maximum(target, 1e-9)) - found), 0).sum(-1)
    return (lost + apart).mean()
