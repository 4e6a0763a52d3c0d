"""The network in floating point, and how far it is from what it should say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from steelyard.bots.tank_battle.network.features import FIRST_PLACE, KINDS, PLACES, ROWS
from steelyard.bots.tank_battle.network.kernel import BUCKETS, HIDDEN, SCALE
from steelyard.bots.tank_battle.network.weights import MOST_BIAS, MOST_OUTPUT, MOST_ROW
from steelyard.games.tank_battle.boards import SQUARES
from steelyard.training.tank_battle.dataset import REFLECTED

if TYPE_CHECKING:
    from jax import Array

    Weights = dict[str, Any]
    Batch = dict[str, Any]  # the fields of `Positions`

LIMITS = {"rows": MOST_ROW, "bias": MOST_BIAS, "outputs": MOST_OUTPUT}
OTHER_SIDE = np.array([2, 3, 0, 1])  # not JAX's: processes that only play need no device


def initial(key: Array) -> Weights:
    rows, outputs = jax.random.split(key)
    return {
        "rows": 0.03 * jax.random.normal(rows, (ROWS, HIDDEN)),
        "bias": jnp.full(HIDDEN, 0.2, jnp.float32),
        "outputs": 0.05 * jax.random.normal(outputs, (BUCKETS, 2 * HIDDEN)),
        "output_bias": jnp.zeros(BUCKETS),
    }


def within_limits(weights: Weights) -> Weights:
    return {
        name: jnp.clip(array, -LIMITS[name], LIMITS[name]) if name in LIMITS else array
        for name, array in weights.items()
    }


def values(weights: Weights, batch: Batch, reflected: Array) -> Array:
    """The evaluation for the seat to move, in hundredths of a tank; positions can be reflected one by one."""
    planes = jnp.unpackbits(batch["planes"], axis=1, count=KINDS * SQUARES)
    planes = planes.reshape(-1, KINDS, SQUARES).astype(jnp.float32)
    planes = jnp.where(reflected[:, None, None], planes[:, :, REFLECTED], planes)
    counts = batch["counts"].astype(jnp.float32)
    white = _sums(weights, planes, counts)
    black = _sums(weights, planes[:, OTHER_SIDE, ::-1], counts[:, OTHER_SIDE])
    turned = batch["seat"][:, None] == 1
    sides = [jnp.where(turned, black, white), jnp.where(turned, white, black)]
    active = jnp.clip(jnp.concatenate(sides, axis=1), 0, 1) ** 2
    out = (active * weights["outputs"][batch["bucket"]]).sum(axis=1) + weights["output_bias"][batch["bucket"]]
    return batch["static"] + SCALE * out


def _sums(weights: Weights, planes: Array, counts: Array) -> Array:
    rows = weights["rows"]
    return (
        weights["bias"]
        + planes.reshape(len(planes), -1) @ rows[:FIRST_PLACE]
        + counts.reshape(len(planes), KINDS * PLACES) @ rows[FIRST_PLACE:]
    )


def loss(weights: Weights, batch: Batch, reflected: Array, scale: float, trust: float) -> Array:
    """The cross entropy of the chance to win. The target is the search's by `trust`, else the result."""
    logits = values(weights, batch, reflected) / scale
    target = trust * jax.nn.sigmoid(batch["score"] / scale) + (1 - trust) * batch["result"]
    return jnp.mean(jax.nn.softplus(logits) - target * logits)
