"""Adam, for weights that are JAX arrays by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp

if TYPE_CHECKING:
    from jax import Array

    Weights = dict[str, Any]

MEAN, SQUARES = "adam/mean/", "adam/squares/"
DECAY, SQUARES_DECAY, TINY = 0.9, 0.99, 1e-8


def start(weights: Weights) -> Weights:
    """The optimiser's arrays before the first step."""
    zeros = {name: jnp.zeros_like(array) for name, array in weights.items()}
    return {part + name: array for part in (MEAN, SQUARES) for name, array in zeros.items()}


def step(
    weights: Weights, moments: Weights, gradients: Weights, number: Array | int, rate: Array | float
) -> tuple[Weights, Weights]:
    """The weights and the optimiser's arrays after step `number`, counted from 0."""
    count = jnp.asarray(number, jnp.float32) + 1
    changed: Weights = {}
    after: Weights = {}
    for name, gradient in gradients.items():
        mean = DECAY * moments[MEAN + name] + (1 - DECAY) * gradient
        squares = SQUARES_DECAY * moments[SQUARES + name] + (1 - SQUARES_DECAY) * gradient**2
        size = jnp.sqrt(squares / (1 - SQUARES_DECAY**count)) + TINY
        changed[name] = weights[name] - rate * mean / (1 - DECAY**count) / size
        after |= {MEAN + name: mean, SQUARES + name: squares}
    return changed, after


def clipped(gradients: Weights, most: float) -> Weights:
    """The gradients, made shorter together if their length is above `most`."""
    length = jnp.sqrt(sum(jnp.sum(gradient**2) for gradient in gradients.values()))
    shorter = jnp.minimum(1.0, most / (length + TINY))
    return jax.tree.map(lambda gradient: gradient * shorter, gradients)
