"""The network in JAX: an accumulator for each tank's view, then small layers for outcome and joystick."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from steelyard.bots.tank_duel.network import layout
from steelyard.training.checkpoint import packed
from steelyard.training.tank_duel.inputs import PRECISION, Views

MIDDLE = 32  # units of the layers between accumulators and outputs
FLIP = np.array([2, 1, 0])  # won, drawn, lost as the other seat sees it

Weights = dict[str, Any]


class Answers(NamedTuple):
    """For both seats; the first axis is the seat."""

    outcomes: Any
    """Logits of won, drawn, lost: (2, positions, 3)."""
    joysticks: Any
    """Logits of the joysticks: (2, positions, 20)."""


def start(seed: int, hidden: int) -> Weights:
    shapes = {
        "first": (layout.INPUTS, hidden, 64),  # about so many inputs are not 0
        "outcome_mine": (hidden, MIDDLE, 2 * hidden),
        "outcome_theirs": (hidden, MIDDLE, 2 * hidden),
        "outcome_second": (MIDDLE, MIDDLE, MIDDLE),
        "outcome_last": (MIDDLE, layout.OUTCOMES, 16 * MIDDLE),
        "joystick_mine": (hidden, MIDDLE, 2 * hidden),
        "joystick_theirs": (hidden, MIDDLE, 2 * hidden),
        "joystick_last": (MIDDLE, layout.JOYSTICKS, 16 * MIDDLE),
    }
    keys = jax.random.split(jax.random.key(seed), len(shapes))
    weights = {
        name: jax.random.normal(key, (rows, columns)) * np.sqrt(2.0 / active)
        for key, (name, (rows, columns, active)) in zip(keys, shapes.items(), strict=True)
    }
    biases = {
        "first": hidden, "outcome": MIDDLE, "outcome_second": MIDDLE, "outcome_last": layout.OUTCOMES,
        "joystick": MIDDLE, "joystick_last": layout.JOYSTICKS,
    }  # fmt: skip
    return weights | {f"{name}_bias": jnp.zeros(width) for name, width in biases.items()}


def answers(weights: Weights, views: Views) -> Answers:
    mine, theirs = hidden(weights, views.one), hidden(weights, views.two)
    one = outcome(weights, mine, theirs), joystick(weights, mine, theirs)
    two = outcome(weights, theirs, mine), joystick(weights, theirs, mine)
    return Answers(jnp.stack([one[0], two[0]]), jnp.stack([one[1], two[1]]))


def expectation(weights: Weights, views: Views) -> Any:
    """How likely seat 0 wins, draws and loses: the mean of what both views say."""
    mine, theirs = hidden(weights, views.one), hidden(weights, views.two)
    one, two = (jax.nn.softmax(outcome(weights, *pair)) for pair in ((mine, theirs), (theirs, mine)))
    return (one + two[..., FLIP]) / 2


def hidden(weights: Weights, view: Any) -> Any:
    first = jnp.dot(view, weights["first"].astype(PRECISION), preferred_element_type=jnp.float32)
    return jax.nn.relu(first + weights["first_bias"]).astype(PRECISION)


def outcome(weights: Weights, mine: Any, theirs: Any) -> Any:
    middle = _middle(weights, "outcome", mine, theirs)
    second = jax.nn.relu(middle @ weights["outcome_second"] + weights["outcome_second_bias"])
    return second @ weights["outcome_last"] + weights["outcome_last_bias"]


def joystick(weights: Weights, mine: Any, theirs: Any) -> Any:
    middle = _middle(weights, "joystick", mine, theirs)
    return middle @ weights["joystick_last"] + weights["joystick_last_bias"]


def _middle(weights: Weights, name: str, mine: Any, theirs: Any) -> Any:
    total = weights[f"{name}_bias"]
    for side, units in (("mine", mine), ("theirs", theirs)):
        matrix = weights[f"{name}_{side}"].astype(PRECISION)
        total += jnp.dot(units, matrix, preferred_element_type=jnp.float32)
    return jax.nn.relu(total)


def export(weights: Weights) -> bytes:
    """The weights as the bot reads them, in half precision."""
    return packed({name: np.asarray(array, np.float16) for name, array in weights.items()})
