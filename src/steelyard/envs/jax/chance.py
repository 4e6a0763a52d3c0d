"""Random bits that cost a few operations: a hash of counters. They are for playing, not for secrets."""

from __future__ import annotations

from typing import Any

import numpy as np


def mixed(x: Any) -> Any:
    """A hash of 32 bits of which every bit of x reaches every bit; on JAX and NumPy arrays alike."""
    x = (x ^ (x >> 16)) * np.uint32(0x7FEB352D)
    x = (x ^ (x >> 15)) * np.uint32(0x846CA68B)
    return x ^ (x >> 16)
