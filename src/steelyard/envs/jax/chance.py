"""Random bits that cost a few operations: a hash of counters. They are for playing, not for secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

if TYPE_CHECKING:
    from jax import Array


def words(key: Array, *shape: int) -> Array:
    """Random words of 32 bits, also where JAX's 64-bit types are switched on."""
    return jax.random.bits(key, shape, jnp.uint32)


def mixed(x: Any) -> Any:
    """A hash of 32 bits of which every bit of x reaches every bit; on JAX and NumPy arrays alike."""
    x = (x ^ (x >> 16)) * np.uint32(0x7FEB352D)
    x = (x ^ (x >> 15)) * np.uint32(0x846CA68B)
    return x ^ (x >> 16)
